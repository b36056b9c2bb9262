# For players `make play`, for daily work `make check`, before a release `make test` and `make test-long`.
# `play`, `deps`, `site`, `theory`, `theorems` and the tests, but for `check`, install missing Debian packages (by
# sudo). The other targets only say what is missing. All share one build folder, so that nothing is compiled twice.
BUILD ?= build
CMAKE_FLAGS ?=

.PHONY: build play site npm wheel debs debs-test dist site-test check test test-long fuzz deps format clean patterns patterns-check soundness proofs templates templates-check install uninstall experiments endurance theory theorems

# For the end of a failed command: names the missing packages of the groups given, if any, and fails.
name_missing = { missing=$$(tools/packages missing $(1)); [ -z "$$missing" ] || \
	echo "Missing packages: $$missing. \`make deps\` installs them." >&2; exit 2; }

build:
	@cmake -S . -B $(BUILD) -G Ninja $(CMAKE_FLAGS) >/dev/null || $(call name_missing,build)
	@ninja -C $(BUILD) || $(call name_missing,build)

deps:
	@tools/packages install build check

# The page in the browser; without a terminal it only checks that the page answers.
play: deps
	@$(MAKE) --no-print-directory build
	@if [ -t 0 ]; then exec $(BUILD)/mustplay serve; else exec $(BUILD)/mustplay serve --check; fi

# The page as a folder of static files that needs no server (docs/PAGE.md): build/site. Emscripten's optimizer finds its parser by NODE_PATH.
EMSCRIPTEN ?= /usr/share/emscripten
site:
	@tools/packages install build site
	@$(MAKE) --no-print-directory build
	@NODE_PATH=/usr/share/nodejs cmake -S site -B $(BUILD)/wasm -G Ninja -DCMAKE_TOOLCHAIN_FILE=$(EMSCRIPTEN)/cmake/Modules/Platform/Emscripten.cmake \
		-DDATA=$(abspath $(BUILD)) -DVERSION=$$($(BUILD)/mustplay --version | sed -n '1s/.* //p') >/dev/null
	@NODE_PATH=/usr/share/nodejs ninja -C $(BUILD)/wasm
	@site/assemble $(BUILD) $(BUILD)/wasm $(BUILD)/site

# The npm package for other pages, packed: build/npm/mustplay-VERSION.tgz. Publishes nothing.
npm: site
	@site/pack $(BUILD)/npm

# The Python package as a wheel with the library and the nets inside (python/README.md): build/python.
wheel: build
	@python/build-wheel $(BUILD) $(BUILD)/python

# The Debian packages of HEAD, in build/debian, and what lintian says of them.
debs:
	@tools/packages install debs
	@tools/debs $(BUILD)/debian
	@lintian --fail-on error,warning $(BUILD)/debian/*.changes

# The same as strangers meet them: built twice in chroots, offline, with the same bytes; installed, tried by games, proofs, Python, the examples and
# autopkgtest, removed; and in a container. An hour, as root.
debs-test: npm
	@tools/packages install debs_test
	@tests/debs/run $(BUILD)

# A release: source archive, wheel, proofs, checksums, notes, the list of libraries, in build/dist; with the npm package, the site and the .debs if `make
# npm debs` has made them. PROOFS=FOLDER holds larger proofs than the tree.
dist: build
	@tools/dist $(BUILD) $(BUILD)/dist $(PROOFS)

# Builds and tests them: the page in a browser, the package in Node and in a browser.
site-test: npm
	@tools/packages install build site_test
	@tests/site/run $(abspath $(BUILD))

# A warning is an error in what the tests build.
check test test-long: export CMAKE_FLAGS += -DMUSTPLAY_WERROR=ON

# The quickest tests, which need no more than the compiler, the libraries and cmocka. About a minute on two cores.
check: build
	@[ -x $(BUILD)/tests/test_board ] || $(call name_missing,check)
	@tests/run $(BUILD) test_ htp/ layers docs

# The quick tests, a browser among them: under six minutes on two quiet cores, from a fresh clone on. The compiler works while
# the packages that only tests need are installed.
test: deps
	@tools/packages install test & rest=$$!; \
	if $(MAKE) --no-print-directory build; then wait $$rest; else wait $$rest; exit 2; fi
	@tests/run $(BUILD) --quick

# The long tests: sanitizers, fuzzers, threads, clang, PyTorch, training, installation, the site, the smallest build, more of
# soundness. Under 45 minutes.
test-long:
	@tools/packages install build long formal site_test
	@$(MAKE) --no-print-directory build
	@tests/run $(BUILD) --long

# Every fuzzer for SECONDS seconds: make fuzz SECONDS=600
SECONDS ?= 60
fuzz:
	@tools/packages install build long
	@FUZZ_SECONDS=$(SECONDS) tests/long/fuzz.sh $(abspath $(BUILD))

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
# 4x4 and 5x4 per test; some 5,000 positions by every method; 100,000 changed proof files; checkers with a condition taken out.
SOUNDNESS ?= 30
soundness: deps
	@$(MAKE) --no-print-directory build
	@tests/long/soundness.sh $(BUILD) $(SOUNDNESS)
	@tests/run $(BUILD) verify/long/sabotage

# Proof files of all distinct openings of the boards in SIZES, each checked, in FOLDER/SIZE. OPENINGS names some of
# them: make proofs SIZES=9x9 OPENINGS=e5 (a1,b1,c1 is Black with all three stones). Minutes for 7x7, hours for 8x8.
# An interrupted run resumes.
SIZES ?= 7x7 8x8
FOLDER ?= $(BUILD)/proofs
proofs: build
	@for size in $(SIZES); do tools/make-proofs $(BUILD) $(FOLDER) $$size $(OPENINGS) || exit 1; done

# Compiles the theory in verify/coq (docs/FORMAL.md) and prints what its theorems assume: half a minute.
theory:
	@tools/packages install formal
	@verify/coq/compile $(BUILD)/theory

# Theorems of Coq that say who wins after an opening, from proof files, in $(BUILD)/theorems (docs/FORMAL.md): boards or files in THEOREMS.
# An interrupted run resumes with the next file or slice.
THEOREMS ?= 2x2 3x3 4x4 5x5 6x6 7x7 8x8
theorems: theory
	@verify/coq/openings $(BUILD)/theory $(BUILD)/theorems $(THEOREMS)

# PREFIX=/usr/local by default; a prefix may hold blanks. Builds the program, the library and the manual page only.
# `uninstall` removes what the last install of this build wrote, with the folders that it made.
PREFIX ?= /usr/local
install:
	@cmake -S . -B $(BUILD) -G Ninja $(CMAKE_FLAGS) "-DCMAKE_INSTALL_PREFIX=$(PREFIX)" >/dev/null || $(call name_missing,build)
	@ninja -C $(BUILD) installed || $(call name_missing,build)
	@cmake --install $(BUILD)

uninstall:
	@tools/uninstall $(BUILD)

# The quick setting of every published table and figure, in $(BUILD)/experiments; what was interrupted goes on.
experiments: build
	@tools/experiments $(BUILD)

# Hours: soundness at full size; the readers of proof files compared; the page's server under load and in long use;
# signals at 200 random moments of each long command; branches of the checker; long fuzzing; an hour of random calls with each
# sanitizer; the core on arm64; the Debian packages in chroots.
endurance: soundness
	@verify/tests/readers.py $(BUILD) --files all --seconds 3600
	@tests/load/serve_load.py $(BUILD)
	@tests/load/long_use.sh $(abspath $(BUILD))
	@tests/long/interrupts.py $(BUILD) 200
	@tools/coverage $(BUILD) --explained tests/branches.tsv verify strange_files proofs
	@$(MAKE) fuzz SECONDS=600
	@tests/long/model.sh $(abspath $(BUILD)) 3600 0
	@PYTHONPATH=tests/scripts:tests cluster/tests/hostile.py $(abspath $(BUILD)) --seconds 3600
	@tests/fuzz/fuzz_python.py $(abspath $(BUILD)) 600
	@tools/packages install arm64
	@tests/arm64/run $(BUILD)
	@$(MAKE) debs-test

format:
	@git ls-files -co --exclude-standard '*.c' '*.h' | xargs clang-format -i

clean:
	rm -rf $(BUILD)
