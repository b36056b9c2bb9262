#!/usr/bin/env bash
# The npm package as its users get it: packed, installed into an empty folder, its types checked and its example run. Usage: npm.sh BUILD
set -eu
build=$(realpath "$1")
here=$(realpath "$(dirname "$0")")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$build/npm"
npm pack --silent --pack-destination "$work" >/dev/null
cd "$work"
echo '{"name": "user", "private": true, "type": "module"}' >package.json
npm install --silent --offline --no-audit --no-fund ./mustplay-*.tgz
cp node_modules/mustplay/example.mjs .
timeout 300 node example.mjs | tee said
grep -Eq '^White wins with [0-9]+ %; best is [a-g][1-7]\.$' said
grep -q '^Proved: black wins' said
cat >check.ts <<'TS'
import { Mustplay, type PositionAnalysis } from 'mustplay';
const mustplay = await Mustplay.create({ net: true });
const said: PositionAnalysis = await mustplay.analyzePosition({ size: 11, color: 'white', black: ['a1'], white: [] });
const move: string | null = said.recommendedMove;
console.log(move, said.whiteWin + 1);
TS
"$here/../web/node_modules/.bin/tsc" --noEmit --strict --target es2022 --module nodenext --moduleResolution nodenext --types node --typeRoots "$here/../web/node_modules/@types" check.ts
cp "$here/npm_faults.mjs" .
timeout 100 node npm_faults.mjs
du -k mustplay-*.tgz | cut -f1 | { read -r size; echo "  packed: $size kB"; [ "$size" -lt 6000 ]; }
echo "1 passed, 0 failed"
