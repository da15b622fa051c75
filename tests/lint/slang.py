# SPDX-License-Identifier: Apache-2.0
"""What slang says to Verilog, under the arguments of its command line. Exits with 1 for an error."""

import sys

from pyslang.driver import Driver

driver = Driver()
driver.addStandardArgs()
understood = driver.parseCommandLine(" ".join(["slang", *sys.argv[1:]])) and driver.processOptions()
sys.exit(not (understood and driver.parseAllSources() and driver.runFullCompilation()))
