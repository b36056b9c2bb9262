# The two commands: `make play` and `make test`. Both install what is missing, build, and run.
BUILD ?= build
CMAKE_FLAGS ?=

.PHONY: build play test fuzz deps test-deps format clean patterns patterns-check soundness templates templates-check install uninstall experiments

build: deps
	@cmake -S . -B $(BUILD) -G Ninja $(CMAKE_FLAGS) >/dev/null
	@ninja -C $(BUILD)

deps:
	@tools/install-packages build

test-deps:
	@tools/install-packages build test

# The page in the browser; with no terminal attached only a look whether it answers.
play: build
	@if [ -t 0 ]; then exec $(BUILD)/mustplay serve; else exec $(BUILD)/mustplay serve --check; fi

test: test-deps build
	@tests/run $(BUILD)

# Every fuzzer for SECONDS seconds: make fuzz SECONDS=600
SECONDS ?= 60
fuzz: test-deps
	@FUZZ_SECONDS=$(SECONDS) tests/scripts/fuzz.sh $(abspath $(BUILD))

# Derives data/patterns and data/corners anew (minutes; the files must not change), and proves all that is in them.
patterns: build
	@$(BUILD)/tools/derive_patterns data/patterns
	@$(BUILD)/tools/derive_corners > $(BUILD)/dominated.txt
	@mv $(BUILD)/dominated.txt data/corners/dominated.txt

patterns-check: build
	@$(BUILD)/tools/check_patterns data/patterns/*.txt
	@$(BUILD)/tools/derive_corners --check < data/corners/dominated.txt

# Derives the edge templates anew (10 s; the file must not change), and proves every one in it.
templates: build
	@$(BUILD)/tools/derive_templates > $(BUILD)/edge.txt
	@mv $(BUILD)/edge.txt data/templates/edge.txt

templates-check: build
	@$(BUILD)/tools/derive_templates --check < data/templates/edge.txt

# The soundness tests of knowledge at full size: every position of 3x3 and 4x3, 200,000 and more random ones of
# 4x4 and 5x4 a test.
SOUNDNESS ?= 30
soundness: test-deps build
	@for t in inferior vc knowledge solver; do MUSTPLAY_SOUNDNESS=$(SOUNDNESS) $(BUILD)/tests/test_$$t || exit 1; done

# PREFIX=/usr/local by default; uninstall removes what the last install of this build wrote.
PREFIX ?= /usr/local
install: build
	@cmake -S . -B $(BUILD) -DCMAKE_INSTALL_PREFIX=$(PREFIX) >/dev/null
	@ninja -C $(BUILD) install

uninstall:
	@ninja -C $(BUILD) uninstall

# The long experiments: soundness at full size, long fuzzing, the page's server under load, the tables of the seeds.
experiments: soundness
	@tests/load/serve_load.py $(BUILD)
	@$(MAKE) fuzz SECONDS=600
	@for name in $$($(BUILD)/mustplay reproduce --json | python3 -c 'import json,sys; print(*[r["name"] for r in json.load(sys.stdin)["reproductions"]])'); do \
		$(BUILD)/mustplay reproduce $$name || exit 1; done

format:
	@git ls-files -co --exclude-standard '*.c' '*.h' | xargs clang-format -i

clean:
	rm -rf $(BUILD)
