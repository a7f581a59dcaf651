# The two commands of the README:
#
#   make run    installs what is missing, builds the two tools that it calls, and
#               takes a kernel with inline PTX through all its stages
#   make test   the same set-up, then all tests
#
# Also: make build, make install (PREFIX=/usr/local, DESTDIR), make dist (the
# same as an archive in build/release), make deb (the same as packages for
# Debian and Ubuntu), make bench (the figures of docs/performance.md on this
# machine; BENCH=--docs puts them there), make docs (renews docs/reference), make
# site (the pages as a static site in build/release/site), make format, make
# gpu-kernels (PTX of bench/kernels, for bench/peers/compare.py), and make fuzz
# (libFuzzer on each program of fuzz/, FUZZ_SECONDS=60 each; needs clang).
#
# MLIR_DIR=<folder of MLIRConfig.cmake> takes LLVM and MLIR from there; BUILD=<folder>
# builds there, also of sources that cannot be written to.

BUILD  := build/release
KERNEL := bench/kernels/divide_rcp.mlir
# 98432 quotients, the last CTA with a partial tile; rcp.approx is good to 1 ulp.
RUN_ARGUMENTS := --grid=97 --input=98432xf32=rand:-1:1:seed=7 \
  --input=98432xf32=rand:0.5:2 --output=98432xf32 --input=i32=98432 \
  '--check=out ~= a / b rtol=1e-6' --stats

FUZZ_SECONDS ?= 60
# Options of bench/run.py, and a Python that has torch and triton if one is to be
# measured beside them.
BENCH ?=
PYTHON ?= python3
PREFIX ?= /usr/local

# For scripts/install-packages and scripts/configure; make itself sets CC.
export MLIR_DIR LLVM_DIR
ifneq ($(origin CC),default)
export CC CXX
endif

.PHONY: run test build configure install dist deb bench setup gpu-kernels docs site format fuzz

run: configure
	@ninja -C $(BUILD) tilec tile-run
	@scripts/show-stages $(BUILD) $(KERNEL) $(RUN_ARGUMENTS)

test: build
	@ninja -C $(BUILD) all dist
	@scripts/run-tests $(BUILD)

build: configure
	@ninja -C $(BUILD) all

configure: setup
	@scripts/configure $(BUILD)

install: build
	@DESTDIR="$(DESTDIR)" cmake --install $(BUILD) --prefix "$(PREFIX)"

dist: build
	@ninja -C $(BUILD) dist

bench: build
	@$(PYTHON) bench/run.py $(BUILD) $(BENCH)

deb: build
	@ninja -C $(BUILD) deb

setup:
	@mkdir -p $(BUILD)
	@scripts/install-packages

gpu-kernels: build
	@scripts/make-gpu-kernels $(BUILD)

docs: build
	@ninja -C $(BUILD) update-docs

site:
	@scripts/make-site $(BUILD)

fuzz:
	@scripts/install-packages clang-22 libclang-rt-22-dev
	@mkdir -p build/fuzz
	@cmake --preset fuzz > build/fuzz/cmake.log 2>&1 || { cat build/fuzz/cmake.log; exit 1; }
	@ninja -C build/fuzz tile-fuzzers
	@scripts/run-fuzzers build/fuzz $(FUZZ_SECONDS)

format:
	@git ls-files '*.h' '*.cpp' '*.c' | xargs clang-format-22 -i
