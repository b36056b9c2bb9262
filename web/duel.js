// A position played against the proof: the person should win it. After each of the person's moves the solver says who wins now.
// If the person still does, the other side resists on a cell that the win needs. If these are few, it takes one in
// their middle, else the net's best. If not, the proved winner answers, and the cells it needs are shown.
import { RequestSlot } from './request_slot.js';
import { colorOf, other } from './position.js';
import { Game } from './storage.js';
import { Tree } from './tree.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {import('./board.js').View} View */
/** @typedef {import('./tree.js').Node} Node */
/** @typedef {Record<string, any>} Message */
/** A position of a file. @typedef {{size: string, black: string[], white: string[], to_move: string}} Placed */
/** What is known of the position after one of the person's moves. @typedef {{winner: number, reply: string | null, carrier: string[]}} Verdict */

const SOLVE_SECONDS = 30;
/** A short look at the moves of the side that resists. */
const LOOK_PLAYOUTS = 8;
/** A win that needs so few cells is a connection: its midst is where it hurts. */
const FEW_CELLS = 14;

/** The cell with the most neighbours among the cells. @param {import('./position.js').Position} position @param {string[]} cells */
function middleOf(position, cells) {
    const numbers = cells.map(name => position.cell(name)),
        near = (/** @type {number} */ cell) => position.neighbours(cell).filter(next => numbers.includes(next)).length;
    return position.name(numbers.reduce((best, cell) => (near(cell) > near(best) ? cell : best)));
}

export class Duel {
    /** @param {App} app @param {() => void} changed when there is something new to show */
    constructor(app, changed) {
        this.app = app;
        this.changed = changed;
        /** @type {Game | null} */
        this.game = null;
        this.you = 1;
        /** Whether the opponent answers after a good move. */
        this.goesOn = true;
        /** @type {WeakMap<Node, Verdict>} */
        this.verdicts = new WeakMap();
        this.slot = new RequestSlot(app, changed);
    }

    /** Puts a position on the board. @param {Placed} placed @param {string} you @param {boolean} goesOn */
    begin(placed, you, goesOn) {
        const [width, height] = placed.size.split('x').map(Number),
            tree = new Tree(width, height);
        tree.root.setup = { black: placed.black, white: placed.white, empty: [], toMove: colorOf(placed.to_move) };
        this.slot.stop();
        this.game = new Game(tree);
        this.game.kept = false;
        this.you = colorOf(you);
        this.goesOn = goesOn;
        this.app.open(this.game);
    }

    /** Whether its position is on the board. */
    get shown() {
        return this.game !== null && this.app.game === this.game;
    }

    get busy() {
        return this.slot.running;
    }

    stop() {
        this.slot.stop();
    }

    /** Forgets the position: the board belongs to others. */
    end() {
        this.slot.stop();
        this.game = null;
    }

    /** The last move of the person's on the way to the present node. @returns {Node | null} */
    get lastMove() {
        let node = /** @type {Node | null} */ (this.app.tree.current);
        while (node && !(node.move && node.color === this.you)) node = node.parent;
        return node;
    }

    /** What is known of it; null before the first move and while it is not known. */
    get verdict() {
        const node = this.lastMove;
        return node ? (this.verdicts.get(node) ?? null) : null;
    }

    /** Whether the person still wins, as far as is known. */
    get lost() {
        return this.verdict?.winner === other(this.you);
    }

    get yourTurn() {
        const { position } = this.app;
        return this.shown && !position.winner && position.toMove === this.you;
    }

    /** Back to where the person's first losing move was made. */
    takeBack() {
        const { app } = this,
            wrong = app.tree.current.path.find(node => this.verdicts.get(node)?.winner === other(this.you)),
            last = wrong ?? this.lastMove;
        this.slot.stop();
        if (last?.parent) app.go(last.parent);
    }

    /** Asks for what is missing: a verdict, or the opponent's move. */
    update() {
        const { app } = this,
            node = app.tree.current,
            { position } = app;
        if (!this.shown) return;
        this.slot.keepFor(node);
        if (position.winner || position.toMove === this.you || this.slot.running || node.children.length) return;
        if (app.connection.state !== 'open') return;
        const verdict = this.verdicts.get(node);
        if (!verdict) this.#judge(node);
        else if (verdict.reply) this.#put(node, verdict.reply);
        else if (!node.move || this.goesOn) this.#resist(node, verdict.carrier);
    }

    /** @param {Node} node */
    #judge(node) {
        this.slot.ask(
            'solve',
            { all_moves: false, time: SOLVE_SECONDS },
            {
                about: node,
                done: answer => {
                    if (!answer.winner) return; // no time: it is asked again at the next occasion
                    const winner = colorOf(answer.winner);
                    node.proved = answer.winner;
                    this.verdicts.set(node, { winner, reply: winner === this.you ? null : answer.move, carrier: answer.carrier ?? [] });
                    this.changed();
                    this.update();
                },
                again: () => this.update(),
            },
        );
    }

    /** The losing side's move: an intrusion into what the winner needs. @param {Node} node @param {string[]} carrier */
    #resist(node, carrier) {
        const { app } = this,
            { position } = app,
            free = carrier.filter(name => !position.stones[position.cell(name)]),
            cells = free.length ? free : position.names(0);
        if (cells.length <= FEW_CELLS || !app.connection.hello?.net) {
            this.#put(node, middleOf(position, cells));
            return;
        }
        this.slot.ask(
            'analyse',
            { playouts: LOOK_PLAYOUTS },
            {
                about: node,
                done: answer => {
                    const known = /** @type {Message[]} */ (answer.moves).filter(item => cells.includes(item.move)),
                        best = known.sort((a, b) => b.prior - a.prior)[0];
                    this.#put(node, best?.move ?? middleOf(position, cells));
                },
                again: () => this.update(),
            },
        );
    }

    /** @param {Node} node @param {string} move */
    #put(node, move) {
        const { app } = this;
        if (this.shown && app.tree.current === node) app.play(move);
    }

    /** The cells that the opponent needs for the win that it was given. @param {View} view */
    decorate(view) {
        const { verdict } = this;
        if (!verdict || !this.lost) return;
        const cells = verdict.carrier.map(name => view.position.cell(name)).filter(cell => cell >= 0 && !view.position.stones[cell]);
        view.groups?.push({ cells, hue: 'vermilion', style: 'ring' });
    }
}
