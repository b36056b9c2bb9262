#!/bin/sh
# One call's worth of training on a machine that may be fresh or warm: start, or resume from what the last call left
# in $STATE (kept between calls on a warm machine) or in train/run/last (brought along). Usage: slice.sh OUT SLICES SECONDS
set -e
out=$1 slices=$2 seconds=$3
here=$(cd "$(dirname "$0")" && pwd)
state=${STATE:-/tmp/mustplay_run} window=${WINDOW:-/dev/shm/mustplay_window}
export PYTHONUNBUFFERED=1
if [ ! -f "$state/state.json" ] && [ -f "$here/run/last/state.json" ]; then mkdir -p "$state"; cp "$here"/run/last/* "$state"; fi
if [ -f "$state/state.json" ]; then
  python3 "$here/train.py" resume --from "$state" --out "$out" --slices "$slices" --seconds "$seconds" --window "$window"
else
  python3 "$here/train.py" start --config "$here/configs/h200.json" --out "$out" --slices "$slices" --seconds "$seconds" --window "$window"
fi
mkdir -p "$state"
cp "$out"/* "$state"
rm -f "$state"/slice_*
