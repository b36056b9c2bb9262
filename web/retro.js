// Learn from your mistakes: the page goes to the position before each mistake of a side and hides what the engine thinks. The
// person tries again; a try is judged by proof where the position after it can be decided in a few seconds, else by search.
import { RequestSlot } from './request_slot.js';
import { describe } from './connection.js';
import { t } from './lang.js';
import { BLACK, Name, WHITE, colorOf, other } from './position.js';
import { h, percent } from './ui.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {import('./board.js').View} View */
/** @typedef {import('./tree.js').Node} Node */
/** @typedef {Record<string, any>} Message */
/** What is said of a try, or of the solution. @typedef {{good: boolean, words: string, cell: string | null}} Outcome */

const SOLVE_SECONDS = 4,
    PLAYOUTS = 400;
/** A try that loses less than an inaccuracy is as good as the best move (docs/WEB.md, `review`). */
const AS_GOOD = 0.05;
/** An opinion is never certain. @param {number} value */
const opinion = value => percent(Math.max(0.01, Math.min(0.99, value)));

const BAD = ['mistake', 'blunder', 'turning_point'];

/** The mistakes of a side on a line: an opening or a swap is no cell to find. @param {Node[]} line @param {number} color */
export const mistakesOf = (line, color) =>
    line.filter(({ said, mark, color: mover }) => said?.best && mark && BAD.includes(mark) && !said.swap && mover === color);

export class Retro {
    /** @param {App} app @param {() => void} changed @param {(() => void) | null} [finished] takes the place of the end: one puzzle
     * among others, on a panel that has nothing to hide */
    constructor(app, changed, finished = null) {
        this.app = app;
        this.changed = changed;
        this.finished = finished;
        this.slot = new RequestSlot(app, changed);
        /** The mistakes to look at; [] when it is over or was not begun. @type {Node[]} */
        this.mistakes = [];
        this.color = BLACK;
        this.at = 0;
        /** Mistakes for which a good move was found. @type {Set<Node>} */
        this.found = new Set();
        /** Those whose solution was shown, or where a try was bad. @type {Set<Node>} */
        this.missed = new Set();
        /** @type {Outcome | null} */
        this.outcome = null;
        this.ended = false;
        /** Where the try goes that is being judged. @type {string | null} */
        this.tried = null;
        this.title = h('h3', {});
        this.words = h('p', { class: 'retro-words', role: 'status' });
        const button = (/** @type {string} */ id, /** @type {string} */ text, /** @type {() => void} */ onclick) =>
            h('button', { type: 'button', id, onclick }, text);
        this.buttons = {
            next: button('retro-next', t('retro.next'), () => this.#goto(this.at + 1)),
            view: button('retro-view', t('retro.view'), () => this.#solution()),
            other: button('retro-other', t('retro.side'), () => this.begin(other(this.color))),
            again: button('retro-again', t('retro.again'), () => this.begin(this.color)),
            end: button('retro-end', t('retro.end'), () => this.end()),
        };
        this.element = h('div', { class: 'card retro', hidden: true }, this.title, this.words, h('div', { class: 'buttons' }, ...Object.values(this.buttons)));
    }

    /** The mistake that is looked at. @returns {Node | null} */
    get mistake() {
        return this.ended ? null : (this.mistakes[this.at] ?? null);
    }

    get active() {
        return this.mistakes.length > 0;
    }

    /** Whether the engine's opinions are hidden: a move is still to be found. */
    get hides() {
        return this.mistake !== null && !this.outcome?.good && this.app.tree.current === this.mistake.parent;
    }

    /** @param {number} color */
    begin(color) {
        this.beginWith(mistakesOf(this.app.tree.currentLine(), color), color);
    }

    /** @param {Node[]} mistakes @param {number} color */
    beginWith(mistakes, color) {
        this.color = color;
        this.mistakes = mistakes;
        this.found.clear();
        this.missed.clear();
        this.#goto(0);
    }

    end() {
        this.slot.stop();
        this.mistakes = [];
        this.app.changed();
    }

    /** @param {number} at */
    #goto(at) {
        this.slot.stop();
        this.at = at;
        this.ended = at >= this.mistakes.length;
        this.outcome = null;
        this.tried = null;
        if (this.ended && this.finished) return this.finished();
        const parent = this.mistake?.parent;
        if (!parent) return this.app.changed();
        document.querySelector('#table')?.scrollIntoView({ block: 'start' }); // on a phone the list is far below the board
        this.app.tree.go(/** @type {Node} */ (this.mistake)); // stepping forward follows the game
        this.app.go(parent);
    }

    /** @param {Node} node @param {boolean} good @param {string} words @param {string | null} cell */
    #say(node, good, words, cell) {
        if (this.mistake !== node) return;
        this.outcome = { good, words, cell };
        (good ? this.found : this.missed).add(node);
        this.tried = null;
        this.changed();
        this.app.render();
    }

    #solution() {
        const node = this.mistake;
        if (!node) return;
        this.slot.stop();
        this.missed.add(node);
        const { best, pv, best_value: value } = /** @type {Message} */ (node.said);
        const proved = node.mark === 'turning_point';
        this.outcome = {
            good: true,
            words: t(proved ? 'retro.solution.proved' : 'retro.solution', { best, percent: opinion(value), line: (pv ?? []).slice(0, 8).join(' ') }),
            cell: best,
        };
        if (this.app.tree.current !== node.parent && node.parent) this.app.go(node.parent);
        this.changed();
        this.app.render();
    }

    /** A try. @param {number} cell @returns {boolean} whether it took the click */
    choose(cell) {
        const node = this.mistake,
            { app } = this;
        if (!node || app.tree.current !== node.parent || this.outcome?.good) return false;
        const name = app.position.name(cell);
        if (app.position.stones[cell]) return true;
        this.slot.stop();
        if (name === node.said?.best) this.#say(node, true, t('retro.best', { move: name }), name);
        else if (name === node.move) this.#say(node, false, t('retro.same', { move: name }), null);
        else this.#judge(node, name);
        return true;
    }

    /** By proof, else by search. @param {Node} node @param {string} name */
    #judge(node, name) {
        const parent = /** @type {Node} */ (node.parent),
            body = describe(this.app.tree, parent).body,
            after = { ...body, moves: [...body.moves, name] };
        this.outcome = null;
        this.tried = name;
        this.slot.ask('solve', { ...after, all_moves: false, time: SOLVE_SECONDS }, {
            about: parent,
            done: (answer, current) => {
                if (!current) return;
                if (!answer.winner) return this.#search(node, name, after);
                const wins = colorOf(answer.winner) === this.color;
                this.#say(node, wins, t(wins ? 'retro.wins' : 'retro.loses', { move: name }), wins ? name : null);
            },
            again: () => this.#judge(node, name),
        });
        this.app.render();
    }

    /** @param {Node} node @param {string} name @param {Message} after */
    #search(node, name, after) {
        this.slot.ask('genmove', { ...after, level: 10, playouts: PLAYOUTS, swap: false, resign: false, think: false }, {
            about: /** @type {Node} */ (node.parent),
            done: (answer, current) => {
                if (!current || typeof answer.value !== 'number') return;
                const value = 1 - answer.value,
                    best = node.said?.best_value ?? 1,
                    good = best - value < AS_GOOD;
                const values = { move: name, percent: opinion(value), better: node.said?.mark === 'turning_point' ? percent(best) : opinion(best) };
                this.#say(node, good, t(good ? 'retro.good' : 'retro.bad', values), good ? name : null);
            },
            again: () => this.#search(node, name, after),
        });
    }

    show() {
        const { app, mistake, buttons } = this;
        if (this.active && !this.mistakes[0].path.includes(app.tree.root)) this.mistakes = []; // another game
        this.element.hidden = !this.active;
        document.body.classList.toggle('hides-engine', !this.finished && this.active && this.hides);
        if (!this.active) return;
        const color = Name(this.color),
            all = this.mistakes.length;
        this.title.textContent = this.ended ? t('retro.done.title') : t('retro.title', { n: this.at + 1, all, color });
        const away = mistake && app.tree.current !== mistake.parent;
        this.words.textContent = this.ended
            ? t('retro.done', { n: this.found.size, all })
            : this.tried
              ? t('retro.judging', { move: this.tried })
              : this.outcome
                ? this.outcome.words
                : away
                  ? t('retro.away')
                  : t('retro.ask', { color, move: mistake?.move ?? '' });
        this.words.className = `retro-words ${this.outcome ? (this.outcome.good ? 'good' : 'bad') : ''}`;
        buttons.next.textContent = t(this.outcome?.good ? 'retro.next' : 'retro.skip');
        buttons.next.hidden = buttons.view.hidden = this.ended;
        buttons.view.disabled = !!this.outcome?.good;
        buttons.again.hidden = !this.ended;
        buttons.other.hidden = !this.ended || !mistakesOf(app.tree.currentLine(), other(this.color)).length;
    }

    /** The try, or the solution. @param {View} view */
    decorate(view) {
        const node = this.mistake;
        if (!node || this.app.tree.current !== node.parent) return;
        const ring = (/** @type {string | null} */ name, /** @type {string} */ hue) => {
            const cell = name ? view.position.cell(name) : -1;
            if (cell >= 0) view.groups?.push({ cells: [cell], hue, style: 'ring' });
        };
        if (this.tried) view.line = [{ cell: view.position.cell(this.tried), color: view.position.toMove === WHITE ? WHITE : BLACK, text: '?' }];
        else ring(node.move, 'gray dashed');
        if (this.outcome) ring(this.outcome.cell, 'green');
    }
}
