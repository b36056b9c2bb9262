# The two commands: `make play` and `make test`. Both install what is missing, build, and run.
BUILD ?= build
CMAKE_FLAGS ?=

.PHONY: build play test fuzz deps test-deps format clean patterns patterns-check soundness

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

# The soundness tests of knowledge at full size: every position of 3x3 and 4x3, 200,000 and more random ones of
# 4x4 and 5x4 a test.
SOUNDNESS ?= 30
soundness: test-deps build
	@for t in inferior vc knowledge; do MUSTPLAY_SOUNDNESS=$(SOUNDNESS) $(BUILD)/tests/test_$$t || exit 1; done

format:
	@git ls-files '*.c' '*.h' | xargs clang-format -i

clean:
	rm -rf $(BUILD)
