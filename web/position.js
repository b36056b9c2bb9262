// The rules: a board of stones, who moves, who has won. Cells are numbers, row by row; names are "a1" (top left)
// on. Black joins top and bottom, White left and right, as everywhere in Mustplay.
import { t } from './lang.js';

/** @typedef {'black' | 'white'} Color */
/** @typedef {number} Cell */

export const EMPTY = 0;
export const BLACK = 1;
export const WHITE = 2;
export const SIZE_MAX = 19;

/** The six neighbours as steps of column and row. */
const STEPS = [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
    [1, -1],
    [-1, 1],
];

/** @param {number} stone @returns {Color} */
export const colorName = stone => (stone === BLACK ? 'black' : 'white');
/** @param {number} stone */
export const Name = stone => t(colorName(stone));
/** @param {Color | string} name */
export const colorOf = name => (name === 'white' ? WHITE : BLACK);
/** @param {number} stone */
export const other = stone => BLACK + WHITE - stone;

/** What is not a cell. */
export const WORDS = new Set(['swap-pieces', 'swap-sides', 'pass', 'resign']);

export class Position {
    /** @param {number} width @param {number} height */
    constructor(width, height) {
        this.width = width;
        this.height = height;
        this.stones = new Uint8Array(width * height);
        this.toMove = BLACK;
        /** Moves since the set-up, and whether the first one may still be swapped. */
        this.moves = 0;
        this.setup = false;
        this.resigned = EMPTY;
        /** @type {Cell} */
        this.last = -1;
    }

    clone() {
        const copy = new Position(this.width, this.height);
        copy.stones.set(this.stones);
        copy.toMove = this.toMove;
        copy.moves = this.moves;
        copy.setup = this.setup;
        copy.resigned = this.resigned;
        copy.last = this.last;
        return copy;
    }

    get cells() {
        return this.stones.length;
    }

    /** @param {number} column @param {number} row @returns {Cell} -1 outside */
    at(column, row) {
        return column >= 0 && row >= 0 && column < this.width && row < this.height ? row * this.width + column : -1;
    }

    /** @param {Cell} cell */
    name(cell) {
        return String.fromCharCode(97 + (cell % this.width)) + (Math.floor(cell / this.width) + 1);
    }

    /** @param {string} name @returns {Cell} -1 when it is none */
    cell(name) {
        const match = /^([a-s])([1-9][0-9]?)$/i.exec(name);
        return match ? this.at(match[1].toLowerCase().charCodeAt(0) - 97, Number(match[2]) - 1) : -1;
    }

    /** @param {Cell} cell @returns {Cell[]} */
    neighbours(cell) {
        const column = cell % this.width,
            row = Math.floor(cell / this.width);
        return STEPS.map(([c, r]) => this.at(column + c, row + r)).filter(n => n >= 0);
    }

    /** @param {Cell} cell @param {number} color */
    #starts(cell, color) {
        return color === BLACK ? cell < this.width : cell % this.width === 0;
    }

    /** @param {Cell} cell @param {number} color */
    #ends(cell, color) {
        return color === BLACK ? cell >= this.cells - this.width : cell % this.width === this.width - 1;
    }

    /** The shortest chain of stones that joins a colour's edges; empty when none does.
     * @param {number} color @returns {Cell[]} */
    chain(color) {
        const from = new Int16Array(this.cells).fill(-2);
        /** @type {Cell[]} */
        const queue = [];
        for (let cell = 0; cell < this.cells; cell++) {
            if (this.stones[cell] === color && this.#starts(cell, color)) {
                from[cell] = -1;
                queue.push(cell);
            }
        }
        for (let i = 0; i < queue.length; i++) {
            const cell = queue[i];
            if (this.#ends(cell, color)) {
                const path = [];
                for (let c = cell; c >= 0; c = from[c]) path.push(c);
                return path;
            }
            for (const next of this.neighbours(cell)) {
                if (this.stones[next] === color && from[next] === -2) {
                    from[next] = cell;
                    queue.push(next);
                }
            }
        }
        return [];
    }

    /** The stones joined to this one. @param {Cell} cell @returns {Cell[]} */
    group(cell) {
        const color = this.stones[cell],
            seen = new Set([cell]),
            queue = [cell];
        for (let i = 0; i < queue.length; i++) {
            for (const next of this.neighbours(queue[i])) {
                if (this.stones[next] === color && !seen.has(next)) {
                    seen.add(next);
                    queue.push(next);
                }
            }
        }
        return queue;
    }

    /** EMPTY while the game goes on. */
    get winner() {
        return this.resigned ? other(this.resigned) : this.joined;
    }

    /** Whose edges are joined, or EMPTY: a resignation leaves a position that can still be looked into. */
    get joined() {
        return this.chain(BLACK).length ? BLACK : this.chain(WHITE).length ? WHITE : EMPTY;
    }

    /** Whether the mover may take over the opening by swapping. */
    get canSwap() {
        return this.moves === 1 && !this.setup && this.width === this.height && this.last >= 0 && !this.resigned;
    }

    /** Why a move is not allowed; '' when it is. @param {string} move @param {number} color */
    fault(move, color = this.toMove) {
        if (this.winner && move !== 'resign') return t('rule.over');
        if (move === 'resign' || move === 'pass') return '';
        if (move === 'swap-pieces' || move === 'swap-sides')
            return this.canSwap && color === this.toMove
                ? ''
                : t('rule.swap');
        const cell = this.cell(move);
        if (cell < 0) return t('rule.noCell', { cell: move, width: this.width, height: this.height });
        return this.stones[cell] ? t('rule.taken', { cell: move }) : '';
    }

    /** Plays a legal move. @param {string} move @param {number} color */
    play(move, color = this.toMove) {
        if (move === 'resign') {
            this.resigned = color;
        } else if (move === 'swap-pieces') {
            const cell = this.last,
                mover = this.stones[cell];
            const mirrored = this.at(Math.floor(cell / this.width), cell % this.width);
            this.stones[cell] = EMPTY;
            this.stones[mirrored] = other(mover);
            this.last = mirrored;
            this.toMove = mover;
        } else if (move === 'swap-sides') {
            this.toMove = color;
        } else {
            this.last = move === 'pass' ? -1 : this.cell(move);
            if (this.last >= 0) this.stones[this.last] = color;
            this.toMove = other(color);
        }
        this.moves++;
    }

    /** @param {number} color @returns {string[]} names of the cells with such a stone, row by row */
    names(color) {
        const names = [];
        for (let cell = 0; cell < this.cells; cell++) if (this.stones[cell] === color) names.push(this.name(cell));
        return names;
    }
}
