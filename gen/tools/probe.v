// SPDX-License-Identifier: Apache-2.0
// The smallest design: shows that an installed Verilator runs.
module probe (
  input  wire a,
  output wire b
);
  assign b = a;
endmodule
