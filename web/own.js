// Your own puzzles: mistakes of your games that come back after 1, 3, 7 and 21 days. They are kept in the browser, and can be carried
// elsewhere as a file.
import { many, t } from './lang.js';
import { hashOf, readLink } from './links.js';
import { read, write } from './local_storage.js';
import { colorOf } from './position.js';
import { Retro } from './retro.js';
import { Game } from './storage.js';
import { Node, Tree } from './tree.js';
import { download, h, notify } from './ui.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {import('./board.js').View} View */
/** @typedef {Record<string, any>} Message */
/** A mistake: the position as a link, the review's words on the move, when it is due (ms), and how often it was
 * solved in a row.
 * @typedef {{at: string, said: Message, due: number, step: number}} Own */

const OWN = 'mustplay.own',
    DAYS = [1, 3, 7, 21],
    DAY = 24 * 3600 * 1000,
    MOST = 2000;

/** @returns {Own[]} */
export const ownPuzzles = () => read(OWN, []).filter(isOwn);

/** @param {any} item @returns {boolean} */
function isOwn(item) {
    try {
        const position = readLink(item.at).position();
        return (
            [item.due, item.step, item.said.best_value, item.said.value].every(Number.isFinite) &&
            position.fault(item.said.best) === '' &&
            position.fault(item.said.move) === '' &&
            colorOf(item.said.color) === position.toMove
        );
    } catch {
        return false;
    }
}

/** @param {Own} item */
const idOf = item => `${item.at} ${item.said.move}`;

/** The moves before a mistake, without what was played later. @param {Tree} tree @param {Node} node */
function linkBefore(tree, node) {
    const alone = new Tree(tree.width, tree.height);
    alone.root.setup = tree.root.setup;
    for (const step of node.path.slice(1, -1)) if (step.move) alone.play(step.move, step.color);
    return hashOf(alone);
}

/** Keeps mistakes; those that are there stay as they are. @param {Tree} tree @param {Node[]} mistakes @returns {number} how many are new */
export function keepMistakes(tree, mistakes) {
    const items = mistakes.map(node => ({ at: linkBefore(tree, node), said: /** @type {Message} */ (node.said), due: Date.now() + DAY, step: 0 }));
    return keep(items);
}

/** @param {Own[]} items */
function keep(items) {
    const all = ownPuzzles(),
        known = new Set(all.map(idOf)),
        fresh = items.filter(item => isOwn(item) && !known.has(idOf(item)));
    write(OWN, [...all, ...fresh].slice(-MOST));
    return fresh.length;
}

export class OwnPuzzles {
    /** @param {App} app @param {() => void} changed */
    constructor(app, changed) {
        this.app = app;
        this.retro = new Retro(app, changed, () => this.#finish());
        /** What is still to be asked in this sitting. @type {Own[]} */
        this.queue = [];
        /** @type {Game | null} */
        this.game = null;
        this.words = h('p', {});
        this.start = h('button', { type: 'button', class: 'primary', id: 'own-start', onclick: () => this.#begin() });
        const file = h('input', {
            type: 'file',
            id: 'own-file',
            accept: '.json',
            class: 'hidden',
            tabindex: -1,
            'aria-label': t('own.import'),
            onchange: async () => {
                const chosen = file.files?.[0];
                if (chosen) this.#import(await chosen.text());
                file.value = '';
            },
        });
        this.element = h(
            'div',
            { class: 'stack' },
            this.retro.element,
            h('div', { class: 'card' }, this.words, h('div', { class: 'buttons' }, this.start)),
            h(
                'div',
                { class: 'buttons' },
                h('button', { type: 'button', id: 'own-export', onclick: () => this.#export() }, t('own.export')),
                h('button', { type: 'button', onclick: () => file.click() }, t('own.import')),
                file,
            ),
            h('p', { class: 'hint' }, t('own.hint')),
        );
    }

    /** Whether one of them is on the board. */
    get duel() {
        return { shown: this.game !== null && this.app.game === this.game };
    }

    #export() {
        const text = JSON.stringify({ format: 'mustplay-own-puzzles 1', puzzles: ownPuzzles() });
        download('mustplay-puzzles.json', new Blob([text], { type: 'application/json' }));
    }

    /** @param {string} text */
    #import(text) {
        try {
            const { format, puzzles } = JSON.parse(text);
            if (format !== 'mustplay-own-puzzles 1') throw new Error(format);
            notify(many('own.imported', keep(puzzles)));
        } catch {
            notify(t('own.notRead'), { error: true });
        }
        this.render();
    }

    /** Those that are due; or all, when none is. */
    #begin() {
        const all = ownPuzzles(),
            due = all.filter(item => item.due <= Date.now());
        this.queue = due.length ? due : all;
        this.#next();
    }

    #next() {
        const item = this.queue[0];
        if (!item) {
            this.retro.end();
            this.render();
            return;
        }
        const tree = readLink(item.at),
            game = new Game(tree),
            node = new Node(tree.current, item.said.move, colorOf(item.said.color));
        game.kept = false;
        node.said = item.said;
        node.mark = item.said.mark;
        tree.current.children = [node];
        this.game = game;
        this.app.open(game);
        this.retro.beginWith([node], node.color);
    }

    /** The puzzle on the board is left: solved at once it comes back later, else tomorrow. */
    #finish() {
        const item = this.queue.shift();
        if (!item) return;
        const solved = this.retro.found.size > 0 && !this.retro.missed.size,
            step = solved ? Math.min(item.step + 1, DAYS.length - 1) : 0,
            days = solved ? DAYS[step] : DAYS[0];
        write(
            OWN,
            ownPuzzles().map(other => (idOf(other) === idOf(item) ? { ...other, step, due: Date.now() + days * DAY } : other)),
        );
        this.#next();
    }

    enter() {
        this.render();
    }

    leave() {
        this.queue = [];
        this.retro.slot.stop();
        this.retro.mistakes = [];
        this.game = null;
    }

    update() {
        this.retro.show();
    }

    render() {
        const all = ownPuzzles(),
            due = all.filter(item => item.due <= Date.now()).length;
        const next = Math.min(...all.map(item => item.due)),
            days = Math.max(1, Math.ceil((next - Date.now()) / DAY));
        this.words.textContent = !all.length ? t('own.none') : due ? many('own.due', due, { all: all.length }) : many('own.next', days, { all: all.length });
        this.start.textContent = t(due ? 'own.start' : 'own.practise');
        this.start.hidden = !all.length || this.retro.active;
        this.retro.show();
    }

    /** @param {View} view */
    decorate(view) {
        this.retro.decorate(view);
    }

    /** @param {number} cell */
    choose(cell) {
        return this.retro.active ? this.retro.choose(cell) : false;
    }
}
