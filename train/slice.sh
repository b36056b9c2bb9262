#!/bin/sh
# One call's worth of training on a machine that may be fresh or warm. Starts, or resumes from what the last call left
# in $STATE (on a warm machine) or in train/run/last (brought along). Usage: slice.sh OUT SLICES SECONDS
out=$1 slices=$2 seconds=$3
here=$(cd "$(dirname "$0")" && pwd)
state=${STATE:-/tmp/mustplay_run} window=${WINDOW:-/dev/shm/mustplay_window} config=${CONFIG:-$here/configs/h200.json}
net=${NET:-}
export PYTHONUNBUFFERED=1
if [ ! -f "$state/state.json" ] && [ -f "$here/run/last/state.json" ]; then mkdir -p "$state"; cp "$here"/run/last/* "$state"; fi
if [ ! -f "$state/state.json" ] && [ -f "$out/state.json" ]; then echo "slice.sh: $out holds a run" >&2; exit 2; fi
# Whatever ends this call, the next one must not go on from an older state than the one written to OUT.
keep() { if [ -f "$out/state.json" ]; then mkdir -p "$state"; rm -f "$state"/*; cp "$out"/*.json* "$out"/[!s]*.safetensors "$state"; fi; }
trap keep EXIT
trap 'exit 124' TERM INT
if [ -f "$state/state.json" ]; then
  python3 "$here/train.py" resume --from "$state" --out "$out" --force --slices "$slices" --seconds "$seconds" --window "$window"
else
  python3 "$here/train.py" start --config "$config" ${net:+--net "$net"} --out "$out" --slices "$slices" --seconds "$seconds" --window "$window"
fi
