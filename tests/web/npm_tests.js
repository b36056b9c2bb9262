// Tests of the packed npm package: node npm_tests.js BUILD, after `make npm`. It is installed into an empty folder without a network and
// used from there, in Node and in a browser. Ends with `N passed, M failed`.
import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Server, check, launch, same } from './harness.js';
import { SiteServer } from './site_server.js';

const build = path.resolve(process.argv[2]),
    program = new Server(build),
    folder = await mkdtemp(path.join(tmpdir(), 'mustplay-npm-')),
    installed = path.join(folder, 'node_modules', 'mustplay');

/** What a command says; it must not fail. @param {string} command @param {string[]} words */
function run(command, words) {
    const { status, error, stdout, stderr } = spawnSync(command, words, { cwd: folder, encoding: 'utf8' });
    check(status === 0, `${command} ${words.join(' ')}: ${error ?? status}\n${stdout}${stderr}`);
    return stdout;
}

async function install() {
    const packed = (await readdir(path.join(build, 'npm'))).find(name => name.endsWith('.tgz'));
    check(packed, 'there is no packed file');
    await mkdir(installed, { recursive: true }); // as npm install does, without npm
    run('tar', ['-xzf', path.join(build, 'npm', packed ?? ''), '-C', installed, '--strip-components=1']);
    return import(pathToFileURL(createRequire(path.join(folder, 'x.js')).resolve('mustplay')).href);
}

/** @type {any} */
let module;
/** @type {any} */
let engine;

/** The sentence of a rejected promise. @param {Promise<unknown>} promise @param {string} code */
async function refusal(promise, code) {
    const error = await promise.then(
        () => check(false, 'it was answered'),
        reason => reason,
    );
    check(error instanceof module.MustplayError, `not a MustplayError: ${error}`);
    same(error.code, code, error.message);
    return error.message;
}

/** @param {string[][]} stones black and white */
const cellsOf = stones => new Set(stones.flat());

/** Positions of 5x5 by chance, always the same ones. @param {number} count */
function randomPositions(count) {
    let state = 20261116;
    const random = (/** @type {number} */ below) => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return Math.floor((state / 2 ** 32) * below);
    };
    return Array.from({ length: count }, () => {
        const cells = Array.from({ length: 25 }, (_, i) => `${'abcde'[i % 5]}${Math.floor(i / 5) + 1}`);
        const take = (/** @type {number} */ number) => Array.from({ length: number }, () => cells.splice(random(cells.length), 1)[0]);
        const stones = 2 + random(4);
        return { size: 5, color: 'black', black: take(stones), white: take(stones) };
    });
}

/** @param {number[][]} policy @param {Set<string>} stones */
function checkPolicy(policy, stones) {
    const sum = policy.flat().reduce((total, share) => total + share, 0);
    check(Math.abs(sum - 1) < 1e-9, `the policy sums to ${sum}`);
    for (const cell of stones) same(policy[Number(cell.slice(1)) - 1][cell.charCodeAt(0) - 97], 0, `policy of ${cell}`);
}

/** In a page: what an analyzer answers. Runs in the browser. */
async function inPage() {
    const { Mustplay } = await import(/** @type {any} */ ('/index.js'));
    const mustplay = new Mustplay({ playouts: 8, time: 0 });
    const position = { size: 5, color: 'white', black: ['c3'], white: [] };
    const [analysis, solution, move, refused] = await Promise.all([
        mustplay.analyzePosition(position),
        mustplay.solve(position),
        mustplay.genmove({ size: 5, color: 'white', black: ['a1'] }, { level: 3 }),
        mustplay.solve({ size: 25 }).catch((/** @type {Error} */ error) => error.message),
    ]);
    const missing = await new Mustplay({ folder: 'http://127.0.0.1:1' }).solve(position).catch((/** @type {Error} */ error) => error.message);
    const picture = await mustplay.draw(position);
    const drawn = new DOMParser().parseFromString(picture, 'image/svg+xml').querySelectorAll('path').length;
    const puzzles = (await mustplay.puzzles({ size: 5 })).length;
    mustplay.close();
    return { drawn, puzzles, analysis, winner: solution.winner, move: move.move, refused, missing };
}

const MODULES = path.join(path.dirname(fileURLToPath(import.meta.url)), 'node_modules'),
    TSC = path.join(MODULES, 'typescript', 'bin', 'tsc');
const COMPILER = {
    strict: true,
    noEmit: true,
    target: 'es2022',
    module: 'nodenext',
    lib: ['es2023', 'dom', 'dom.iterable'],
    noUnusedLocals: true,
    noImplicitReturns: true,
    skipLibCheck: false,
};
/** An analyzer as Hexplorer declares it, and uses of everything. */
const CONSUMER = `
import { Mustplay, MustplayError, type Analysis, type Cell } from 'mustplay';
type Input = { size: number; color: 'black' | 'white'; black: string[]; white: string[] };
type Output = { whiteWin?: number; policy?: number[][]; recommendedMove?: null | string };
interface Analyzer { analyzePosition(input: Input): Promise<Output>; getName(): string; persistCache?(): void }
export const analyzer: Analyzer = new Mustplay({ playouts: 1, folder: new URL('https://example.org/') });
export async function ask(mustplay: Mustplay): Promise<Cell | null> {
    const seen = (analysis: Analysis): number => analysis.whiteWin;
    await mustplay.analyzePosition({ size: 3 }, { playouts: 2, time: 1, onProgress: seen, signal: AbortSignal.timeout(9) });
    const solution = await mustplay.solve({ width: 3, height: 4, moves: ['a1'] }, { allMoves: true });
    const marks = (await mustplay.review({ size: 3, moves: ['a1'] }, { playouts: 9, swap: 'on' })).moves.map(({ mark }) => mark);
    const proof = await mustplay.prove({ size: 3 }, { time: 9 });
    const steps = proof.text === null ? 0 : (await mustplay.walk(proof.text, ['a1'])).steps.length;
    const [puzzle] = await mustplay.puzzles({ size: 5, grade: 1 });
    if (puzzle) await mustplay.draw(puzzle.position, { title: marks.join() + steps, heat: { a1: 0.5 }, arrows: [{ from: 'a1', to: 'top' }] });
    const text: string = (await mustplay.explain({ size: 3, color: 'white', black: ['b2'] })).text;
    const level: number | undefined = (await mustplay.info()).levels[0]?.level;
    mustplay.close();
    // @ts-expect-error: a colour that there is not
    mustplay.solve({ size: 3, color: 'red' }).catch((error: unknown) => error instanceof MustplayError && error.code);
    return solution.winningMoves?.[0] ?? (await mustplay.genmove({ size: 3 }, { level })).move ?? text;
}
`;

/** @type {Record<string, () => Promise<void>>} */
const TESTS = {
    'the example runs': async () => {
        await cp(path.join(installed, 'example.mjs'), path.join(folder, 'example.mjs'));
        check((await readFile(path.join(folder, 'example.mjs'), 'utf8')).trim().split('\n').length <= 24, 'longer than 24 lines');
        const said = run('node', ['example.mjs']);
        for (const sentence of [
            /^White wins with probability 0\.00 and should try [a-e][1-5]\.$/m,
            /^The first move on 5x5: black wins, by e1, b2, c2, d2, e2, b3, c3, d3, a4, b4, c4, d4, a5\.$/m,
            /^White to move\. Black wins/m,
            /^An answer to d4 on 7x7: [a-g][1-7]\.$/m,
            /^Reviewed: a1 \((turning_point|blunder)\), c3/m,
        ])
            check(sentence.test(said), `${sentence} is not in: ${said}`);
    },

    'winners are those of the referee': async () => {
        for (const position of randomPositions(8)) {
            const { color, black, white } = position;
            const words = ['solve', '--size', '5', '--black', black.join(' '), '--white', white.join(' '), '--to-move', color];
            const truth = await program.ask([...words, '--method', 'brute']);
            const { winner, toMove, move } = await engine.solve(position);
            same([winner, toMove], [truth.winner, color], JSON.stringify(position));
            if (winner === color) check(!cellsOf([black, white]).has(move), `${move} is not empty`);
            const { whiteWin, policy, recommendedMove } = await engine.analyzePosition(position);
            check(Math.abs(whiteWin - Number(winner === 'white')) < 0.5, `${JSON.stringify(position)}: ${whiteWin} for ${winner}`);
            if (truth.move) check(!cellsOf([black, white]).has(recommendedMove), `${recommendedMove} is not empty`);
            if (recommendedMove) checkPolicy(policy, cellsOf([black, white]));
        }
    },

    'an answer has the shape that Hexplorer asks for': async () => {
        const { whiteWin, policy, recommendedMove } = await engine.analyzePosition(
            { size: 11, color: 'white', black: ['f6'], white: [] },
            { playouts: 1 },
        );
        check(whiteWin > 0 && whiteWin < 1, `whiteWin ${whiteWin}`);
        same([policy.length, ...policy.map((/** @type {number[]} */ row) => row.length)], Array(12).fill(11), 'policy');
        checkPolicy(policy, new Set(['f6']));
        check(/^[a-k]([1-9]|1[01])$/.test(recommendedMove) && recommendedMove !== 'f6', recommendedMove);
        same(engine.getName(), 'Mustplay', 'its name');
    },

    'rows and columns are not exchanged': async () => {
        // Only b1 wins here: row 1, column 2.
        const { policy, recommendedMove } = await engine.analyzePosition({ size: 2, color: 'white', black: ['b2'], white: ['a1'] });
        same([recommendedMove, policy], ['b1', [[0, 1], [0, 0]]], 'a win in one');
    },

    'a finished game has a winner and no move': async () => {
        const over = { size: 3, color: 'white', black: ['b1', 'b2', 'a3'], white: ['a1', 'c2'] };
        const { whiteWin, policy, recommendedMove, winner } = await engine.analyzePosition(over);
        same([whiteWin, recommendedMove, winner], [0, null, 'black'], 'analysis');
        same(policy, Array(3).fill([0, 0, 0]), 'policy');
        same(await refusal(engine.genmove(over), 'over'), 'The game is over: Black has won.', 'genmove');
    },

    'requests of a kind wait for one another': async () => {
        const sizes = [3, 4, 5];
        const winners = await Promise.all(sizes.map(size => engine.solve({ size, moves: ['a1'] })));
        same(winners.map(({ winner }) => winner), ['white', 'white', 'white'], 'winners');
    },

    'a move of each level is legal': async () => {
        const { levels } = await engine.info();
        same(levels.length, 10, 'levels');
        for (const { level } of [levels[0], levels[9]]) {
            const { move } = await engine.genmove({ size: 4, color: 'white', black: ['b2'] }, { level });
            check(/^[a-d][1-4]$/.test(move) && move !== 'b2', move);
        }
    },

    'what is wrong is said': async () => {
        /** @type {[unknown, string][]} */
        const wrong = [
            [{ size: 25 }, 'size must be a whole number from 1 to 19, not 25.'],
            [{ size: '5' }, 'size must be a whole number from 1 to 19, not "5".'],
            [{}, 'size must be a whole number from 1 to 19, not undefined.'],
            [{ width: 3 }, 'height must be a whole number from 1 to 19, not undefined.'],
            [null, 'A position must be an object such as {size: 11, color: "black", black: ["c3"], white: ["d4"]}.'],
            [{ size: 5, black: ['c3'], white: ['c3'] }, 'c3 has a black and a white stone'],
            [{ size: 5, moves: ['c3', 'c3'] }, 'c3'],
            [{ size: 5, color: 'red' }, 'color must be "black" or "white", not "red".'],
            [{ size: 5, black: ['z9'] }, "'black': 'z9' is not a cell of this 5x5 board"],
            [{ size: 5, black: 'c3' }, 'black must be a list of cells such as ["c3", "d4"], not "c3".'],
            [{ size: 5, black: ['a1', 'b1', 'c1'] }, '3 black and 0 white stones: say who moves'],
        ];
        for (const [position, sentence] of wrong)
            for (const method of ['analyzePosition', 'solve', 'explain', 'genmove']) {
                const said = await refusal(engine[method](position), 'bad_input');
                check(said.includes(sentence), `${method}: ${said}`);
            }
        check((await refusal(engine.genmove({ size: 3 }, { level: 99 }), 'bad_input')).includes("'level'"), 'level');
        check((await refusal(engine.solve({ size: 3, colour: 'black' }), 'bad_input')).includes('no key "colour"'), 'an unknown key');
        check((await refusal(engine.solve({ size: 3 }, { allmoves: true }), 'bad_input')).includes('no key "allmoves"'), 'an unknown option');
        same(await refusal(engine.solve({ size: 3 }, { time: NaN }), 'bad_input'), 'time must be a number, not NaN.', 'time');
        const small = new module.Mustplay({ memory: 1 });
        check((await refusal(small.solve({ size: 3 }), 'bad_input')).startsWith('memory must be'), 'memory');
        const lost = new module.Mustplay({ folder: path.join(folder, 'nowhere') });
        check((await refusal(lost.solve({ size: 3 }), 'failure')).includes('engine.wasm could not be read'), 'files');
    },

    'a game is reviewed': async () => {
        /** @type {number[]} */
        const seen = [];
        const game = { size: 5, moves: ['a1', 'c3', 'b2'] };
        const onProgress = (/** @type {any} */ { positions }) => seen.push(positions.length);
        const review = await engine.review(game, { playouts: 20, onProgress });
        same([review.total, review.positions.length, review.complete], [4, 4, true], 'positions');
        same(review.moves.map((/** @type {any} */ { move, color }) => [color, move]), [['black', 'a1'], ['white', 'c3'], ['black', 'b2']], 'moves');
        check(review.moves[0].mark && review.moves[0].loss > 0, JSON.stringify(review.moves[0]));
        check(review.coach.lessons && !('turning_points' in review), 'its keys');
        check(seen.every(count => count <= 4), `progress ${seen}`);
        same([review.swapRule, review.swapSource, review.moves[2].punished], [false, 'none', null], 'without the swap rule');
        const { black, white } = review.players;
        same([black.moves, white.moves], [2, 1], 'players');
        check(black.meanLoss > 0 && black.accuracy < 100 && white.accuracy <= 100, JSON.stringify(review.players));
        const swapped = await engine.review(game, { playouts: 20, swap: 'on' });
        same([swapped.swapRule, swapped.swapSource], [true, 'asked'], 'with it');
        check(swapped.moves[0].loss < review.moves[0].loss, JSON.stringify([review.moves[0], swapped.moves[0]]));
        check((await refusal(engine.review(game, { swap: 'yes' }), 'bad_input')).includes('on, off or auto'), 'swap');
        await refusal(engine.review(game, { swaps: 'on' }), 'bad_input');
    },

    'a proof is right by the checker, and can be walked': async () => {
        const position = { size: 4, moves: ['a1'] };
        const { winner, text, claims } = await engine.prove(position);
        check(winner === 'white' && claims > 0, winner);
        await writeFile(path.join(folder, 'a1.proof'), text);
        run(path.join(build, 'mustplay-verify'), ['a1.proof']);
        const start = await engine.walk(text);
        same([start.winner, start.root.black, start.position.toMove, start.over], ['white', ['a1'], 'black', false], 'the start');
        const [group] = start.groups;
        const after = await engine.walk(text, [group.cells[0]]);
        same([after.steps.length, after.steps[0].move], [1, group.cells[0]], 'a step');
        check((await refusal(engine.walk('mustplay-proof 2\n'), 'bad_input')).includes('format 2'), 'a later format');
        await refusal(engine.walk(7), 'bad_input');
        await refusal(engine.walk(text, ['a1']), 'bad_input');
    },

    'puzzles have one move that wins': async () => {
        const all = await engine.puzzles();
        check(all.length > 900, `${all.length} puzzles`);
        const [puzzle] = await engine.puzzles({ size: 6, grade: 2 });
        same([puzzle.position.size, puzzle.grade], [6, 2], 'the choice');
        const { winningMoves, unknownMoves } = await engine.solve(puzzle.position, { allMoves: true });
        same([winningMoves, unknownMoves], [[puzzle.move], []], 'its solution');
        await refusal(engine.puzzles({ sizes: 6 }), 'bad_input');
    },

    'a picture is that of the program': async () => {
        const position = { size: 5, moves: ['c3', 'b4', 'd2'] };
        const look = {
            title: 'A <title> & more',
            heat: { a1: 0.3, e5: 0.9 },
            labels: { a1: '0.30', e5: '0.90' },
            sets: [{ name: 'carrier', cells: ['a1', 'b1', 'c1'] }, { name: 'dead', cells: ['e1'] }],
            arrows: [{ from: 'c3', to: 'top' }, { from: 'c3', to: 'e4' }],
            numbers: true,
        };
        const words = ['draw', '--size', '5', '--moves', position.moves.join(' '), '--title', look.title, '--heat', 'a1=0.3 e5=0.9'];
        const marks = ['--cells', 'carrier: a1 b1 c1; dead: e1', '--arrows', 'c3-top c3-e4', '--numbers'];
        run(path.join(build, 'mustplay'), [...words, ...marks, '--output', 'board.svg', '--force']);
        same(await engine.draw(position, look), await readFile(path.join(folder, 'board.svg'), 'utf8'), 'the picture');
        check((await engine.draw({ width: 3, height: 2 })).startsWith('<?xml'), 'an empty board');
        /** @type {[any, string][]} */
        const wrong = [
            [{ labels: { z9: 'x' } }, "'z9' is not a cell"],
            [{ labels: { a1: 'too long a text' } }, 'at most 7 bytes'],
            [{ heat: { a1: 2 } }, 'from 0 to 1'],
            [{ sets: [{ cell: ['a1'] }] }, 'no key "cell"'],
            [{ sets: 7 }, 'list of at most 12'],
            [{ arrows: [{ from: 'a1', to: 'middle' }] }, "'middle' is not a cell"],
            [{ cellSize: 1 }, 'from 4 to 400'],
            [{ titel: '' }, 'no key "titel"'],
        ];
        for (const [options, sentence] of wrong) {
            const said = await refusal(engine.draw(position, options), 'bad_input');
            check(said.includes(sentence), said);
        }
    },

    'a request can be given up': async () => {
        const gone = new AbortController();
        const reason = await engine
            .solve({ size: 11 }, { signal: gone.signal, onProgress: () => gone.abort('enough') })
            .catch((/** @type {unknown} */ error) => error);
        same(reason, 'enough', 'solve');
        const start = performance.now();
        await engine.genmove({ size: 11 }, { time: 30, signal: AbortSignal.timeout(50) }).catch(() => {});
        same((await engine.solve({ size: 3 })).winner, 'black', 'after a move was given up');
        check(performance.now() - start < 20000, 'the move was thought out nevertheless');
    },

    'after an engine failed, another answers': async () => {
        let opened = 0;
        /** @param {any} ears */
        const open = ({ hear }) => {
            const fails = ++opened === 1;
            const answer = (/** @type {any} */ data) => {
                if (data.start) return JSON.stringify({ type: 'hello' });
                return fails ? { failed: 'unreachable' } : JSON.stringify({ id: JSON.parse(data).id, type: 'done', winner: 'white' });
            };
            return { post: (/** @type {any} */ data) => setTimeout(() => hear(answer(data))), end: () => {}, hold: () => {} };
        };
        const { Client } = await import(pathToFileURL(path.join(installed, 'client.js')).href);
        const client = new Client({ read: (/** @type {string} */ name) => readFile(path.join(installed, name)), open });
        const [first, second] = [client.solve({ size: 3 }), client.solve({ size: 3 })];
        same(await refusal(first, 'failure'), 'The engine failed: unreachable', 'the first');
        same((await second).winner, 'white', 'the second');
        same(opened, 2, 'engines');
    },

    'a closed engine says so': async () => {
        const short = new module.Mustplay();
        const asked = short.solve({ size: 9 });
        short.close();
        same(await refusal(asked, 'closed'), 'This engine was closed.', 'under way');
        await refusal(short.info(), 'closed');
    },

    'a program ends that does not close it': async () => {
        const text = `import { Mustplay } from 'mustplay'; console.log((await new Mustplay().solve({ size: 2 })).winner);`;
        await writeFile(path.join(folder, 'short.mjs'), text);
        same(run('node', ['short.mjs']), 'black\n', 'output');
    },

    'types hold': async () => {
        const files = { 'consumer.mts': CONSUMER, 'tsconfig.json': JSON.stringify({ compilerOptions: COMPILER, include: ['consumer.mts'] }) };
        for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
        run('node', [TSC, '-p', folder]);
        // The package's own scripts against what index.d.ts declares.
        const own = { ...COMPILER, allowJs: true, checkJs: true, typeRoots: [path.join(MODULES, '@types')], types: ['node'], skipLibCheck: true };
        const scripts = (await readdir(installed)).filter(name => name.endsWith('.js'));
        await cp(installed, path.join(folder, 'source'), { recursive: true });
        await writeFile(path.join(folder, 'source', 'tsconfig.json'), JSON.stringify({ compilerOptions: own, files: scripts }));
        run('node', [TSC, '-p', path.join(folder, 'source')]);
    },

    'answers have the keys that are declared': async () => {
        const position = { size: 5, moves: ['a1', 'c3', 'b2'] };
        const proof = await engine.prove({ size: 3, moves: ['a1'] });
        const [{ cells: intrusions }] = (await engine.walk(proof.text)).groups;
        /** @type {Record<string, unknown>} */
        const answers = {
            Analysis: await engine.analyzePosition(position),
            Solution: await engine.solve({ size: 3 }, { allMoves: true }),
            Explanation: await engine.explain(position),
            Move: await engine.genmove(position),
            Review: await engine.review(position, { playouts: 20, swap: 'on' }),
            Proof: proof,
            Walk: await engine.walk(proof.text, intrusions.slice(0, 1)),
            Puzzle: (await engine.puzzles({ size: 5 }))[0],
            Info: await engine.info(),
        };
        // As literals: then a key that is not declared is an error too.
        const literals = Object.entries(answers).map(([type, answer]) => `export const ${type}_: ${type} = ${JSON.stringify(answer)};`);
        await mkdir(path.join(folder, 'answers'));
        const files = {
            'answers.mts': [`import type { ${Object.keys(answers).join(', ')} } from 'mustplay';`, ...literals].join('\n'),
            'tsconfig.json': JSON.stringify({ compilerOptions: COMPILER, files: ['answers.mts'] }),
        };
        for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, 'answers', name), text);
        run('node', [TSC, '-p', path.join(folder, 'answers')]);
    },

    'it works in a browser': async () => {
        const host = new SiteServer(installed, { isolates: false });
        host.changed.set('index.html', '<!doctype html><title>A page</title>');
        await host.start();
        const browser = await launch();
        try {
            const page = await browser.newPage();
            await page.goto(host.address);
            const { analysis, winner, move, refused, missing, drawn, puzzles } = await page.evaluate(inPage);
            same([analysis.whiteWin, winner], [0, 'black'], 'c3 wins');
            checkPolicy(analysis.policy, new Set(['c3']));
            check(/^[a-e][1-5]$/.test(move), move);
            same(refused, 'size must be a whole number from 1 to 19, not 25.', 'bad size');
            check(missing.includes('engine.wasm could not be read'), missing);
            check(drawn > 25 && puzzles > 50, `${drawn} paths, ${puzzles} puzzles`);
        } finally {
            await browser.close();
            await host.stop();
        }
    },
};

let failed = 0;
try {
    module = await install();
    engine = new module.Mustplay();
    for (const [name, test] of Object.entries(TESTS)) {
        try {
            await test();
        } catch (error) {
            failed++;
            console.log(`not ok npm: ${name}\n${error instanceof Error ? error.message : error}`);
        }
    }
} finally {
    engine?.close();
    await rm(folder, { recursive: true, force: true });
}
console.log(`${Object.keys(TESTS).length - failed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
