// Review: load a game, walk its tree, comment, let the engine mark the blunders, and try again from any move.
import { ValueGraph } from './graph.js';
import { describe } from './connection.js';
import { Inquiry } from './inquiry.js';
import { Name, colorOf } from './position.js';
import { forgetGame, openStored, storedGames } from './storage.js';
import { TreeView } from './treeview.js';
import { dialog, h, percent, segments } from './ui.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {import('./board.js').View} View */
/** @typedef {import('./tree.js').Node} Node */
/** @typedef {Record<string, any>} Message */

const MARKS = { blunder: 'a blunder', mistake: 'a mistake', turning_point: 'the turning point' };

export class ReviewPanel {
    /** @param {App} app */
    constructor(app) {
        this.app = app;
        this.inquiry = new Inquiry(app, () => this.#show());
        this.playouts = '200';
        this.saving = 0;
        this.tree = new TreeView(app);
        this.graph = new ValueGraph(app);
        this.title = h('p', { class: 'match' });
        this.start = h(
            'button',
            {
                type: 'button',
                class: 'primary',
                id: 'review-start',
                onclick: () => (this.inquiry.running ? this.#stop() : this.review()),
            },
            'Find the mistakes',
        );
        this.progress = h('progress', { 'aria-label': 'Positions reviewed', hidden: true });
        this.verdict = h('p', { class: 'verdict', 'aria-live': 'polite' });
        this.mistakes = h('div', { class: 'chips mistakes' });
        this.comment = h('textarea', {
            id: 'comment',
            rows: 3,
            placeholder: 'A comment on this move',
            oninput: () => this.#edit(),
        });
        this.retry = h(
            'button',
            {
                type: 'button',
                onclick: () => this.#retry(),
                title: 'Go back to before this move and play on against the computer',
            },
            'Retry this move',
        );
        this.promote = h(
            'button',
            {
                type: 'button',
                onclick: () => {
                    app.tree.promote(app.tree.current);
                    app.changed();
                },
            },
            'Make it the main line',
        );
        this.remove = h(
            'button',
            {
                type: 'button',
                onclick: () => {
                    app.tree.remove(app.tree.current);
                    app.changed();
                },
            },
            'Delete from here',
        );
        this.element = h(
            'div',
            { class: 'panel' },
            this.title,
            this.#sources(),
            this.#engine(),
            this.tree.element,
            h('label', { for: 'comment', class: 'hidden' }, 'Comment'),
            this.comment,
            h('div', { class: 'buttons' }, this.retry, this.promote, this.remove),
        );
    }

    /** Where games come from. */
    #sources() {
        const file = h('input', {
            type: 'file',
            id: 'file',
            accept: '.sgf,.hsgf,.txt',
            class: 'hidden',
            tabindex: -1,
            'aria-label': 'Choose an SGF file',
            onchange: async () => {
                const chosen = file.files?.[0];
                if (chosen) this.app.load(await chosen.text());
                file.value = '';
            },
        });
        return h(
            'div',
            { class: 'buttons' },
            h('button', { type: 'button', onclick: () => file.click() }, 'Open a file'),
            file,
            h('button', { type: 'button', id: 'paste', onclick: () => this.askText() }, 'Paste'),
            h('button', { type: 'button', id: 'games', onclick: () => this.#games() }, 'Your games'),
        );
    }

    /** The engine's review. */
    #engine() {
        return h(
            'div',
            { class: 'card' },
            h(
                'div',
                { class: 'row spread' },
                this.start,
                segments(
                    'Depth',
                    [
                        ['50', 'Quick'],
                        ['200', 'Normal'],
                        ['1000', 'Deep'],
                    ],
                    this.playouts,
                    value => {
                        this.playouts = value;
                    },
                ),
            ),
            this.progress,
            this.mistakes,
            this.graph.element,
            this.verdict,
        );
    }

    enter() {}

    leave() {
        this.inquiry.stop();
    }

    #stop() {
        this.inquiry.stop();
        this.#show();
    }

    update() {
        const { app } = this,
            node = app.tree.current,
            { info } = app.tree;
        this.title.textContent =
            info.black || info.white
                ? `${info.black || 'Black'} – ${info.white || 'White'}${info.result ? `, ${info.result}` : ''}${info.event ? ` · ${info.event}` : ''}`
                : `A game on ${app.tree.width} × ${app.tree.height}`;
        if (this.comment.value !== node.comment) this.comment.value = node.comment;
        this.retry.disabled = !node.move;
        this.promote.disabled = node.isMain;
        this.remove.disabled = !node.parent;
        this.#show();
    }

    #show() {
        const { app } = this,
            node = app.tree.current;
        this.start.textContent = this.inquiry.running ? 'Stop' : 'Find the mistakes';
        this.start.disabled = !app.tree.currentLine().some(step => step.move);
        this.progress.hidden = !this.inquiry.running;
        this.verdict.textContent = node.verdict;
        this.tree.show();
        this.graph.show();
        const marked = app.tree.currentLine().filter(step => step.mark);
        this.mistakes.replaceChildren(
            ...marked.map(step =>
                h(
                    'button',
                    { type: 'button', class: `chip ${step.mark}`, title: step.verdict, onclick: () => app.go(step) },
                    `${step.number} ${step.move}`,
                ),
            ),
        );
    }

    // --- The engine's review

    /** Values and marks for the line through the current move. @param {number} playouts a position */
    review(playouts = Number(this.playouts)) {
        const { app } = this,
            line = app.tree.currentLine(),
            end = line[line.length - 1];
        const { nodes } = describe(app.tree, end);
        const start = nodes.find(node => node)?.parent ?? app.tree.root;
        this.progress.max = nodes.length + 1;
        this.progress.value = 0;
        const receive = (/** @type {Message} */ message) => {
            this.progress.value = message.positions?.length ?? 0;
            this.#mark([start, ...nodes], message);
            if (app.mode === 'review') this.#show();
            else app.panel.update();
            app.render();
        };
        this.inquiry.ask(
            'review',
            { playouts },
            {
                about: end,
                progress: receive,
                done: answer => {
                    receive(answer);
                    app.save();
                },
                again: () => this.review(playouts),
            },
        );
    }

    /** @param {(Node | null)[]} nodes after 0, 1, 2, … moves @param {Message} message */
    #mark(nodes, message) {
        for (const item of message.positions ?? []) {
            const node = nodes[item.number];
            if (!node) continue;
            node.value = item.black;
            node.best = item.best;
            if (item.proved) node.proved = (item.proved === 'win') === (item.to_move === 'black') ? 'black' : 'white';
        }
        for (const item of message.moves ?? []) {
            const node = nodes[item.number];
            if (!node) continue;
            node.mark = item.mark;
            node.verdict = verdictOf(item);
        }
    }

    // --- What a person can do

    #edit() {
        this.app.tree.current.comment = this.comment.value;
        this.tree.show();
        clearTimeout(this.saving);
        this.saving = window.setTimeout(() => this.app.save(), 400);
    }

    #retry() {
        const { app } = this,
            node = app.tree.current;
        if (!node.parent) return;
        app.game.opponent = 'computer';
        app.game.human = node.color;
        app.tree.go(node.parent);
        app.enter('play');
        app.reason(`${Name(node.color)} played ${node.move} here. Try something better.`);
    }

    askText() {
        const text = h('textarea', {
            rows: 6,
            id: 'paste-text',
            'aria-label': 'An SGF or a link',
            placeholder: 'An SGF, a HexWorld link or a Trmph link',
            autofocus: true,
        });
        const box = dialog('Load a game', [
            h(
                'p',
                { class: 'hint' },
                'Paste an SGF, or a link from HexWorld or Trmph. A file may also be dropped anywhere on the page.',
            ),
            text,
            h(
                'div',
                { class: 'buttons' },
                h(
                    'button',
                    {
                        type: 'button',
                        class: 'primary',
                        id: 'paste-load',
                        onclick: () => {
                            if (!text.value.trim()) return;
                            box.close();
                            this.app.load(text.value);
                            if (this.app.mode !== 'review') this.app.enter('review');
                        },
                    },
                    'Load',
                ),
            ),
        ]);
    }

    #games() {
        const { app } = this;
        const list = h('ul', { class: 'game-list' });
        const box = dialog('Your games', [h('p', { class: 'hint' }, 'Kept in this browser, the latest first.'), list]);
        for (const item of storedGames().filter(game => !game.empty)) {
            const row = h(
                'li',
                {},
                h(
                    'button',
                    {
                        type: 'button',
                        class: 'link',
                        onclick: () => {
                            const game = openStored(item);
                            box.close();
                            if (game) app.open(game);
                        },
                    },
                    item.title,
                ),
                h('small', {}, new Date(item.saved).toLocaleString()),
                h(
                    'button',
                    {
                        type: 'button',
                        class: 'icon',
                        'aria-label': `Forget ${item.title}`,
                        onclick: () => {
                            forgetGame(item.id);
                            row.remove();
                        },
                    },
                    '✕',
                ),
            );
            list.append(row);
        }
        if (!list.childElementCount) list.append(h('li', {}, 'None yet.'));
    }

    /** @param {number} _cell */
    choose(_cell) {
        return false;
    }

    /** The move played next, and the better one. @param {View} view */
    decorate(view) {
        const { tree } = this.app,
            node = tree.current,
            line = tree.currentLine(),
            next = line[line.indexOf(node) + 1];
        const ring = (
            /** @type {string | null | undefined} */ name,
            /** @type {string} */ hue,
            /** @type {string} */ note,
        ) => {
            const cell = name ? view.position.cell(name) : -1;
            if (cell < 0 || view.position.stones[cell]) return;
            view.groups?.push({ cells: [cell], hue, style: 'ring' });
            view.notes?.set(cell, note);
        };
        if (!view.position.winner) {
            for (const child of node.children)
                ring(
                    child.move,
                    child === next ? 'gray' : 'gray dashed',
                    child === next ? 'played next' : 'a variation',
                );
            ring(node.best, 'green', 'the best move found');
        }
    }

    /** @param {unknown} what */
    hover(what) {
        const { app } = this;
        if (typeof what !== 'number') return app.reason('');
        const name = app.position.name(what),
            node = app.tree.current;
        const child = node.children.find(step => step.move === name);
        app.reason(
            node.best === name
                ? `${name}: the best move found here.`
                : child
                  ? `${name}: ${child.verdict || 'played here.'}`
                  : '',
        );
    }

    /** @param {string} _key */
    key(_key) {
        return false;
    }
}

/** @param {Message} item a move of the review */
function verdictOf(item) {
    const who = Name(colorOf(item.color)),
        chance = `${percent(item.value)} to win`;
    if (item.mark === 'turning_point')
        return `${who}'s ${item.move} throws away a proved win${item.best ? `: ${item.best} wins` : ''}.`;
    if (item.mark)
        return `${who}'s ${item.move} is ${MARKS[/** @type {keyof typeof MARKS} */ (item.mark)]}: ${chance} instead of ${percent(item.best_value)}${item.best ? ` with ${item.best}` : ''}.`;
    return item.best === item.move
        ? `${who}'s ${item.move} is the move Mustplay would play: ${chance}.`
        : `${who}'s ${item.move}: ${chance}${item.best ? `; Mustplay would play ${item.best}` : ''}.`;
}
