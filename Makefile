# The two commands: `make play` and `make test`. Both install what is missing, build, and run.
BUILD ?= build
CMAKE_FLAGS ?=

.PHONY: build play test fuzz deps test-deps format clean patterns patterns-check

build: deps
	@cmake -S . -B $(BUILD) -G Ninja $(CMAKE_FLAGS) >/dev/null
	@ninja -C $(BUILD)

deps:
	@tools/install-packages build

test-deps:
	@tools/install-packages build test

play: build
	@$(BUILD)/mustplay play

test: test-deps build
	@tests/run $(BUILD)

# Every fuzzer for SECONDS seconds: make fuzz SECONDS=600
SECONDS ?= 60
fuzz: test-deps
	@FUZZ_SECONDS=$(SECONDS) tests/scripts/fuzz.sh $(abspath $(BUILD))

# Derives data/patterns anew (minutes; the files must not change), and proves every pattern in them.
patterns: build
	@$(BUILD)/tools/derive_patterns data/patterns

patterns-check: build
	@$(BUILD)/tools/check_patterns data/patterns/*.txt

format:
	@git ls-files '*.c' '*.h' | xargs clang-format -i

clean:
	rm -rf $(BUILD)
