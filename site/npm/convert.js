// Positions as the package takes them, and answers as it gives them, to and from the messages of docs/WEB.md.

/** @typedef {Record<string, any>} Message */
/** @typedef {import('./index.js').Position} Position */

const MOST = 19;
/** Of the engine, in megabytes. */
const MEMORY = { least: 128, usual: 256, most: 1024 };

/** @param {unknown} value */
function show(value) {
    try {
        return typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? String(value));
    } catch {
        return String(value);
    }
}

/** @param {string} name @param {unknown} value */
function readSide(name, value) {
    if (!Number.isInteger(value) || Number(value) < 1 || Number(value) > MOST)
        throw new Error(`${name} must be a whole number from 1 to ${MOST}, not ${show(value)}.`);
    return Number(value);
}

/** @param {string} name @param {unknown} value */
function readCells(name, value = []) {
    if (!Array.isArray(value) || !value.every(cell => typeof cell === 'string'))
        throw new Error(`${name} must be a list of cells such as ["c3", "d4"], not ${show(value)}.`);
    return value;
}

/** Megabytes for the engine. @param {unknown} value */
export function readMemory(value = MEMORY.usual) {
    if (typeof value !== 'number' || !(value >= MEMORY.least && value <= MEMORY.most))
        throw new Error(`memory must be a number of megabytes from ${MEMORY.least} to ${MEMORY.most}, not ${show(value)}.`);
    return value;
}

/** Refuses keys that mean nothing here, such as mistyped ones. @param {string} what @param {unknown} given @param {string} known separated by blanks */
export function readKeys(what, given, known) {
    if (given === undefined) return;
    if (typeof given !== 'object' || given === null) throw new Error(`${what} must be an object, not ${show(given)}.`);
    for (const key of Object.keys(given))
        if (!known.split(' ').includes(key)) throw new Error(`${what}: there is no key ${show(key)}; there are ${known.replaceAll(' ', ', ')}.`);
}

/** Refuses numbers that a message cannot carry. @param {Message} request */
export function readNumbers(request) {
    for (const [name, value] of Object.entries(request))
        if (typeof value === 'number' && !Number.isFinite(value)) throw new Error(`${name} must be a number, not ${value}.`);
}

/** A position as a request has it. @param {Position} position @returns {Message & {width: number, height: number}} */
export function readPosition(position) {
    if (typeof position !== 'object' || position === null)
        throw new Error('A position must be an object such as {size: 11, color: "black", black: ["c3"], white: ["d4"]}.');
    readKeys('A position', position, 'size width height color black white moves');
    const { size, width, height, color, black, white, moves } = position;
    const square = width === undefined && height === undefined;
    if (color !== undefined && color !== 'black' && color !== 'white')
        throw new Error(`color must be "black" or "white", not ${show(color)}.`);
    return {
        width: square ? readSide('size', size) : readSide('width', width),
        height: square ? readSide('size', size) : readSide('height', height),
        black: readCells('black', black),
        white: readCells('white', white),
        moves: readCells('moves', moves),
        ...(color && { to_move: color }),
    };
}

/** What a request to draw has besides its position. @param {import('./index.js').DrawOptions} options @returns {Message} */
export function drawingOf(options) {
    readKeys('Options', options, 'signal title labels heat sets arrows numbers coordinates legend cellSize');
    const { title, labels, heat, sets, arrows, numbers, coordinates, legend, cellSize } = options;
    for (const set of Array.isArray(sets) ? sets : []) readKeys('A set', set, 'name cells');
    for (const arrow of Array.isArray(arrows) ? arrows : []) readKeys('An arrow', arrow, 'from to dashed');
    return { title, labels, heat, sets, arrows, numbers, coordinates, legend, cell_size: cellSize };
}

/** The puzzles of a file with one per line. @param {string} text @returns {import('./index.js').Puzzle[]} */
export function readPuzzles(text) {
    const lines = text.split('\n').filter(line => line);
    return lines.map(line => {
        const { size, black, white, to_move: color, move, grade, level } = JSON.parse(line);
        return { position: { size: parseInt(size), color, black, white }, move, grade, level };
    });
}

/** The same with keys as JavaScript writes them: `winning_moves` is `winningMoves`. @param {any} value @returns {any} */
function inCamelCase(value) {
    if (Array.isArray(value)) return value.map(inCamelCase);
    if (typeof value !== 'object' || value === null) return value;
    const rename = (/** @type {string} */ key) => key.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [rename(key), inCamelCase(inner)]));
}

/** Keys of an answer that are of no use outside. */
const CARRIERS = new Set(['id', 'type', 'waiting']);

/** @param {Message} answer */
export function readAnswer(answer) {
    return inCamelCase(Object.fromEntries(Object.entries(answer).filter(([key]) => !CARRIERS.has(key))));
}

/** @param {string} color */
const other = color => (color === 'white' ? 'black' : 'white');

/** Who is proved to win. @param {Message} answer of `analyse` or `solve` */
function winnerOf({ winner = null, proved = null, to_move: color }) {
    if (proved) return proved === 'win' ? color : other(color);
    return winner;
}

/** The weight of each move in the policy. Moves that are proved to win share it; otherwise it is the search's visits,
 * or the net's prior without a search. @param {Message[]} moves @returns {number[]} */
function weightsOf(moves) {
    const won = moves.map(({ proved }) => (proved === 'win' ? 1 : 0)),
        visits = moves.map(move => move.visits);
    return [won, visits].find(weights => weights.some(weight => weight > 0)) ?? moves.map(({ prior }) => prior);
}

/** @param {number} width @param {number} height @param {Message[]} moves @returns {number[][]} by row, then by column */
function policyOf(width, height, moves) {
    const policy = Array.from({ length: height }, () => Array(width).fill(0));
    const weights = weightsOf(moves),
        total = weights.reduce((sum, weight) => sum + weight, 0);
    moves.forEach(({ move }, i) => {
        policy[Number(move.slice(1)) - 1][move.charCodeAt(0) - 'a'.charCodeAt(0)] = total > 0 ? weights[i] / total : 0;
    });
    return policy;
}

/** What Hexplorer's analyzers answer, and more. @param {{width: number, height: number}} board
 * @param {Message} answer of `analyse`, or of `solve` for a game that is over @returns {import('./index.js').Analysis} */
export function readAnalysis({ width, height }, answer) {
    const { to_move: color, value = null, moves = [], visits = 0 } = answer,
        winner = winnerOf(answer);
    const white = winner ? Number(winner === 'white') : color === 'white' ? value : 1 - value;
    return {
        whiteWin: white,
        policy: policyOf(width, height, moves),
        recommendedMove: moves[0]?.move ?? null,
        winner,
        visits,
        moves: inCamelCase(moves),
    };
}
