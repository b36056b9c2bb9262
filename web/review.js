// Review: load a game, walk its tree, comment, let the engine mark the blunders, and try again from any move.
import { lineOf } from './analyse.js';
import { ValueGraph } from './graph.js';
import { describe } from './connection.js';
import { keepMistakes } from './own.js';
import { Report, lineChips } from './report.js';
import { RequestSlot } from './request_slot.js';
import { Retro, mistakesOf } from './retro.js';
import { language, many, named, t } from './lang.js';
import { BLACK, Name, WHITE, other } from './position.js';
import { swapRuleOf } from './sgf.js';
import { forgetGame, openStored, storedGames } from './storage.js';
import { TreeView } from './treeview.js';
import { decisiveWords, lessonWords, verdictOf, wordsOf } from './verdict.js';
import { dialog, h, notify, segments } from './ui.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {import('./board.js').View} View */
/** @typedef {import('./tree.js').Node} Node */
/** @typedef {Record<string, any>} Message */

export class ReviewPanel {
    /** @param {App} app */
    constructor(app) {
        this.app = app;
        this.slot = new RequestSlot(app, () => this.#show());
        this.playouts = '200';
        /** Whether the swap rule holds, as the person says it. @type {'auto' | 'on' | 'off'} */
        this.swap = 'auto';
        /** The same as the last review took it, and the tree it was about. @type {{on: boolean, source: string, root: Node} | null} */
        this.ruled = null;
        this.saving = 0;
        this.tree = new TreeView(app);
        this.graph = new ValueGraph(app);
        this.report = new Report(app);
        this.retro = new Retro(app, () => this.#show());
        /** How the players did, and the line that it is about. @type {{players: Message, root: Node} | null} */
        this.scored = null;
        this.learn = h('div', { class: 'buttons learn', role: 'group', 'aria-label': t('retro.begin') });
        this.line = h('p', { class: 'line', hidden: true });
        /** How many moves of the best line are on the board. */
        this.lineShown = 0;
        this.title = h('p', { class: 'match' });
        this.start = h(
            'button',
            {
                type: 'button',
                class: 'primary',
                id: 'review-start',
                onclick: () => (this.slot.running ? this.#stop() : this.review()),
            },
            t('review.start'),
        );
        this.rule = h('p', { class: 'hint', id: 'rule' });
        this.progress = h('progress', { 'aria-label': t('review.done'), hidden: true });
        this.verdict = h('p', { class: 'verdict', 'aria-live': 'polite' });
        this.mistakes = h('div', { class: 'chips mistakes' });
        /** The coach's words on the game, and the line that they are about. @type {{coach: Message, nodes: (Node | null)[]} | null} */
        this.coached = null;
        this.coach = h('section', { class: 'coach', id: 'coach', hidden: true });
        this.refute = h(
            'button',
            { type: 'button', id: 'refutation', 'aria-pressed': 'false', onclick: () => this.#refute() },
            t('coach.refutation'),
        );
        /** The node whose refutation is on the board. @type {Node | null} */
        this.refuted = null;
        this.comment = h('textarea', {
            id: 'comment',
            rows: 3,
            placeholder: t('review.comment.hint'),
            oninput: () => this.#edit(),
        });
        this.edits = this.#edits();
        this.element = h(
            'div',
            { class: 'panel' },
            this.title,
            this.retro.element,
            this.#sources(),
            this.#engine(),
            this.tree.element,
            h('label', { for: 'comment', class: 'hidden' }, t('review.comment')),
            this.comment,
            h('div', { class: 'buttons' }, ...Object.values(this.edits)),
        );
    }

    /** What a person can do with the current move. */
    #edits() {
        const { app } = this;
        const retry = h(
            'button',
            {
                type: 'button',
                onclick: () => this.#retry(),
                title: t('review.retry.title'),
            },
            t('review.retry'),
        );
        const promote = h(
            'button',
            {
                type: 'button',
                onclick: () => {
                    app.tree.promote(app.tree.current);
                    app.changed();
                },
            },
            t('review.promote'),
        );
        const remove = h(
            'button',
            {
                type: 'button',
                onclick: () => {
                    app.tree.remove(app.tree.current);
                    app.changed();
                },
            },
            t('review.delete'),
        );
        return { retry, promote, remove };
    }

    /** Where games come from. */
    #sources() {
        const file = h('input', {
            type: 'file',
            id: 'file',
            accept: '.sgf,.hsgf,.txt',
            class: 'hidden',
            tabindex: -1,
            'aria-label': t('review.file'),
            onchange: async () => {
                const chosen = file.files?.[0];
                if (chosen) this.app.load(await chosen.text());
                file.value = '';
            },
        });
        return h(
            'div',
            { class: 'buttons' },
            h('button', { type: 'button', onclick: () => file.click() }, t('review.open')),
            file,
            h('button', { type: 'button', id: 'paste', onclick: () => this.askText() }, t('review.paste')),
            h('button', { type: 'button', id: 'games', onclick: () => this.#games() }, t('review.games')),
        );
    }

    /** The engine's review. */
    #engine() {
        return h(
            'div',
            { class: 'card first' },
            h(
                'div',
                { class: 'row spread' },
                this.start,
                segments(
                    t('review.depth'),
                    [
                        ['50', t('review.quick')],
                        ['200', t('review.normal')],
                        ['1000', t('review.deep')],
                    ],
                    this.playouts,
                    value => {
                        this.playouts = value;
                    },
                ),
            ),
            h(
                'details',
                { class: 'more' },
                h('summary', {}, t('review.rule')),
                segments(
                    t('review.rule'),
                    [
                        ['auto', t('review.rule.auto')],
                        ['on', t('review.rule.on')],
                        ['off', t('review.rule.off')],
                    ],
                    this.swap,
                    value => {
                        this.swap = /** @type {'auto' | 'on' | 'off'} */ (value);
                    },
                ),
            ),
            this.progress,
            this.rule,
            this.mistakes,
            this.graph.element,
            this.report.players,
            this.learn,
            this.report.moves,
            this.verdict,
            this.line,
            this.refute,
            this.coach,
        );
    }

    enter() {}

    leave() {
        this.slot.stop();
        this.retro.slot.stop();
        document.body.classList.remove('hides-engine');
    }

    #stop() {
        this.slot.stop();
        this.#show();
    }

    update() {
        const { app } = this,
            node = app.tree.current,
            { info } = app.tree;
        this.title.textContent =
            info.black || info.white
                ? `${info.black || Name(BLACK)} – ${info.white || Name(WHITE)}${info.result ? `, ${info.result}` : ''}${info.event ? ` · ${info.event}` : ''}`
                : t('review.game', { width: app.tree.width, height: app.tree.height });
        if (this.comment.value !== node.comment) this.comment.value = node.comment;
        this.edits.retry.disabled = !node.move;
        this.edits.promote.disabled = node.isMain;
        this.edits.remove.disabled = !node.parent;
        this.lineShown = 0;
        this.#show();
    }

    #show() {
        const { app } = this,
            node = app.tree.current;
        this.start.textContent = t(this.slot.running ? 'stop' : 'review.start');
        this.start.disabled = !app.tree.currentLine().some(step => step.move);
        this.progress.hidden = !this.slot.running;
        this.verdict.textContent = wordsOf(node);
        this.refute.hidden = !node.note?.refutation.length;
        this.refute.setAttribute('aria-pressed', String(this.refuted === node));
        this.#showCoach();
        const ruled = this.ruled?.root === app.tree.root ? this.ruled : null;
        this.rule.hidden = !ruled;
        if (ruled)
            this.rule.textContent = `${t(ruled.on ? 'review.ruled.on' : 'review.ruled.off')} ${named(`review.ruled.${ruled.source}`)}`;
        this.tree.show();
        this.graph.show();
        this.report.show(this.scored?.root === app.tree.root ? this.scored.players : null);
        this.retro.show();
        this.#showLearn();
        this.#showLine();
        const marked = app.tree.currentLine().filter(step => step.mark && step.mark !== 'inaccuracy');
        this.mistakes.replaceChildren(
            ...marked.map(step =>
                h(
                    'button',
                    { type: 'button', class: `chip ${step.mark}`, title: verdictOf(step), onclick: () => app.go(step) },
                    `${step.number} ${step.move}`,
                ),
            ),
        );
    }

    /** A button for each side that has something to learn; the person's own first. */
    #showLearn() {
        const { app } = this,
            line = app.tree.currentLine(),
            first = app.game.opponent === 'computer' ? app.game.human : BLACK;
        const sides = this.retro.active || this.slot.running ? [] : [first, other(first)];
        this.learn.replaceChildren(
            ...sides
                .map(color => ({ color, n: mistakesOf(line, color).length }))
                .filter(({ n }) => n)
                .map(({ color, n }, i) =>
                    h(
                        'button',
                        { type: 'button', class: i ? '' : 'primary', id: i ? 'learn-other' : 'learn', onclick: () => this.retro.begin(color) },
                        many('retro.learn', n, { color: Name(color) }),
                    ),
                ),
        );
        if (this.learn.childElementCount)
            this.learn.append(
                h('button', { type: 'button', id: 'keep', onclick: () => this.#keep(), title: t('own.keep.title') }, t('own.keep')),
            );
        this.learn.hidden = !this.learn.childElementCount;
    }

    /** The person's own mistakes, or those of both sides, become puzzles. */
    #keep() {
        const { game, tree } = this.app,
            sides = game.opponent === 'computer' ? [game.human] : [BLACK, WHITE];
        notify(
            many(
                'own.kept',
                keepMistakes(
                    tree,
                    sides.flatMap(color => mistakesOf(tree.currentLine(), color)),
                ),
            ),
        );
    }

    /** The best line from before the current move, each move a step that the board shows. */
    #showLine() {
        const { app } = this,
            pv = /** @type {string[]} */ (app.tree.current.said?.pv ?? []);
        this.line.hidden = !pv.length || app.tree.current.said?.best === app.tree.current.move;
        if (this.line.hidden) return;
        const chips = lineChips(pv, this.lineShown, n => {
            this.lineShown = n;
            this.#showLine();
            app.render();
        });
        this.line.replaceChildren(h('span', {}, t('review.line')), ...chips);
    }

    #refute() {
        const { app } = this;
        this.refuted = this.refuted === app.tree.current ? null : app.tree.current;
        this.#show();
        app.render();
    }

    /** What decided the game and what there is to learn, for the line that was reviewed last. */
    #showCoach() {
        const { app, coached } = this,
            shown = coached !== null && coached.nodes.some(node => node?.path[0] === app.tree.root);
        this.coach.hidden = !shown;
        if (!coached || !shown) return;
        const chip = (/** @type {number} */ number) => {
            const node = coached.nodes[number];
            return node && h('button', { type: 'button', class: 'chip', onclick: () => app.go(node) }, `${number} ${node.move}`);
        };
        this.coach.replaceChildren(
            h('h3', {}, t('coach.title')),
            h('p', {}, decisiveWords(coached.coach, coached.nodes)),
            h(
                'ol',
                {},
                ...coached.coach.lessons.map((/** @type {Message} */ lesson) =>
                    h('li', {}, lessonWords(lesson), ' ', ...lesson.moves.map(chip)),
                ),
            ),
        );
    }

    // --- The engine's review

    /** Whether the game has the swap rule, as far as the page knows it, and what says so. */
    #rule() {
        const { game, tree } = this.app;
        if (this.swap !== 'auto') return { on: this.swap === 'on', source: 'asked' };
        if (tree.currentLine().some(step => step.move?.startsWith('swap'))) return { on: true, source: 'move' };
        const said = swapRuleOf(tree);
        return said.source === 'none' && game.opponent === 'computer' ? { on: game.swap, source: 'game' } : said;
    }

    /** Values and marks for the line through the current move. @param {number} playouts a position */
    review(playouts = Number(this.playouts)) {
        const { app } = this,
            line = app.tree.currentLine(),
            end = line[line.length - 1];
        const { nodes } = describe(app.tree, end);
        const start = nodes.find(node => node)?.parent ?? app.tree.root,
            rule = this.#rule();
        this.ruled = { ...rule, root: app.tree.root };
        this.progress.max = nodes.length + 1;
        this.progress.value = 0;
        const receive = (/** @type {Message} */ message) => {
            this.progress.value = message.positions?.length ?? 0;
            this.#mark([start, ...nodes], message);
            if (app.mode === 'review') this.#show();
            else app.panel.update();
            app.render();
        };
        this.slot.ask(
            'review',
            { playouts, swap: rule.on ? 'on' : 'off' },
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
            node.said = item;
            node.note = null;
        }
        for (const item of message.coach?.notes ?? []) {
            const node = nodes[item.number];
            if (node) node.note = item;
        }
        if (message.players) this.scored = { players: message.players, root: this.app.tree.root };
        if (message.coach) this.coached = { coach: message.coach, nodes };
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
        app.reason(t('review.tryBetter', { color: Name(node.color), move: node.move ?? '' }));
    }

    askText() {
        const text = h('textarea', {
            rows: 6,
            id: 'paste-text',
            'aria-label': t('review.text'),
            placeholder: t('review.text.hint'),
            autofocus: true,
        });
        const box = dialog(t('review.load'), [
            h('p', { class: 'hint' }, t('review.load.hint')),
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
                    t('review.load.do'),
                ),
            ),
        ]);
    }

    #games() {
        const { app } = this;
        const list = h('ul', { class: 'game-list' });
        const box = dialog(t('review.games'), [h('p', { class: 'hint' }, t('review.games.hint')), list]);
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
                h('small', {}, new Date(item.saved).toLocaleString(language)),
                h(
                    'button',
                    {
                        type: 'button',
                        class: 'icon',
                        'aria-label': t('review.forget', { title: item.title }),
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
        if (!list.childElementCount) list.append(h('li', {}, t('review.none')));
    }

    /** @param {number} cell */
    choose(cell) {
        if (this.lineShown) {
            this.lineShown = 0;
            this.app.changed();
            return true;
        }
        return this.retro.choose(cell);
    }

    /** What the board shows in place of the position: the best line from before the current move. */
    get board() {
        const { tree } = this.app,
            parent = tree.current.parent,
            pv = tree.current.said?.pv ?? [];
        if (!this.lineShown || !parent) return null;
        const position = tree.position(parent).clone();
        for (const name of pv.slice(0, this.lineShown)) if (!position.fault(name)) position.play(name);
        return position;
    }

    get heading() {
        return t('review.line.heading', { n: this.lineShown });
    }

    /** The move played next, and the better one. @param {View} view */
    decorate(view) {
        const { tree } = this.app,
            node = tree.current,
            line = tree.currentLine(),
            next = line[line.indexOf(node) + 1];
        if (this.board) {
            view.position = this.board;
            view.ghost = 0;
            return;
        }
        this.retro.decorate(view);
        if (this.retro.hides) return;
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
        const cells = (/** @type {string[]} */ names) => names.map(name => view.position.cell(name)).filter(cell => cell >= 0);
        if (this.refuted === node && node.note) {
            view.line = lineOf(view, node.note.refutation);
            view.groups?.push({ cells: cells(node.note.needs), hue: 'sky', style: 'ring' });
            return;
        }
        if (!view.position.winner) {
            if (next?.note && next.note.ladder_in !== 'refutation' && next.note.ladder_in !== 'game')
                view.groups?.push({ cells: cells(next.note.cells), hue: 'sky', style: 'ring' });
            for (const child of node.children)
                ring(
                    child.move,
                    child === next ? 'gray' : 'gray dashed',
                    t(child === next ? 'review.note.next' : 'review.note.variation'),
                );
            ring(node.best, 'green', t('review.note.best'));
        }
    }

    /** @param {unknown} what */
    hover(what) {
        const { app } = this;
        if (typeof what !== 'number' || this.retro.hides) return app.reason('');
        const name = app.position.name(what),
            node = app.tree.current;
        const child = node.children.find(step => step.move === name);
        app.reason(
            node.best === name
                ? t('review.best', { cell: name })
                : child
                  ? wordsOf(child) || t('review.played', { cell: name })
                  : '',
        );
    }

    /** @param {string} _key */
    key(_key) {
        return false;
    }
}
