#!/usr/bin/env bash
# Builds every fuzz_NAME.c of tests/fuzz and of the rooms with clang, ASan and UBSan. Each runs for FUZZ_SECONDS from
# its corpus tests/fuzz/corpus/NAME, with the words of tests/fuzz/dict/NAME. Without FUZZ_SECONDS it is a test that
# can be repeated: five seconds, always with the same
# seed; else the seed is by chance. Usage: fuzz.sh BUILD [NAME...]. New inputs and findings stay in BUILD-fuzz.
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
build=${1:?usage: fuzz.sh BUILD [NAME...]}-fuzz
shift
seconds=${FUZZ_SECONDS:-5}
seed=${FUZZ_SECONDS:+0}
command -v clang >/dev/null || { echo "clang is not installed"; exit 77; }
cmake -S "$root" -B "$build" -G Ninja -DMUSTPLAY_FUZZ=ON -DMUSTPLAY_SANITIZE=ON -DMUSTPLAY_TESTS=OFF \
    -DCMAKE_C_COMPILER=clang >/dev/null || exit 1
names=${*:-$(cd "$root" && ls {tests/fuzz,*/tests}/fuzz_*.c | sed 's,.*/fuzz_,,; s/\.c$//')}
targets=$(for name in $names; do echo "fuzz_$name"; done)
# shellcheck disable=SC2086 # the targets are words
ninja -C "$build" $targets >"$build/ninja.log" 2>&1 || { cat "$build/ninja.log"; exit 1; }
passed=0
failed=0
for name in $names; do
    found=$build/corpus/$name
    log=$build/fuzz_$name.log
    mkdir -p "$found" "$build/findings"
    corpus=$root/tests/fuzz/corpus/$name
    [ -d "$corpus" ] || corpus=
    words=$root/tests/fuzz/dict/$name
    if [ -f "$words" ]; then words=-dict=$words; else words=; fi
    # shellcheck disable=SC2086 # an absent corpus or dictionary is no argument
    if "$build/fuzz/fuzz_$name" -max_total_time="$seconds" -seed="${seed:-1}" -timeout=60 -rss_limit_mb=4096 -print_final_stats=1 \
        -artifact_prefix="$build/findings/$name-" $words "$found" $corpus >"$log" 2>&1; then
        passed=$((passed + 1))
        echo "ok fuzz_$name: $(sed -n 's/^stat::number_of_executed_units: *//p' "$log") executions in $seconds s"
    else
        failed=$((failed + 1))
        echo "FAILED fuzz_$name"
        tail -n 60 "$log"
    fi
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
