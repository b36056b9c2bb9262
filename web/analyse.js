// Analyse: the search's view of the position, live: a heat map of candidate moves, their lines, and the value over
// the game. Shows what is known without search, too.
import { ValueGraph } from './graph.js';
import { RequestSlot } from './request_slot.js';
import { many, named, t } from './lang.js';
import { BLACK, Name, WHITE } from './position.js';
import { Reasons } from './reasons.js';
import { count, h, percent, seconds, segments } from './ui.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {import('./board.js').View} View */
/** @typedef {import('./board.js').Heat} Heat */
/** @typedef {import('./layout.js').Edge} Edge */
/** @typedef {import('./tree.js').Node} Node */
/** @typedef {{move: string, value: number, visits: number, prior: number, proved: string | null, pv: string[]}} Candidate */

const ROWS = 10,
    LINE_SHOWN = 12;
const COLUMNS = /** @type {const} */ ([
    'analyse.move',
    'analyse.wins',
    'analyse.visits',
    'analyse.prior',
    'analyse.line',
]);
/** A move this much worse than the best one is cold. */
const VALUE_SPAN = 0.25;
/** Values that differ less than this look the same. */
const ALIKE = 0.015;

export class AnalysePanel {
    /** @param {App} app */
    constructor(app) {
        this.app = app;
        this.running = true;
        this.slot = new RequestSlot(app, () => this.#show());
        /** @type {WeakMap<Node, Record<string, any>>} the last report of each position */
        this.reports = new WeakMap();
        /** @type {number | Edge | null} */
        this.hovered = null;
        /** @type {string | null} a row of the table under the pointer */
        this.row = null;
        this.reasons = new Reasons(app);
        this.graph = new ValueGraph(app);
        this.whole = h(
            'button',
            { type: 'button', class: 'link', onclick: () => /** @type {any} */ (app.panels.review).review(50) },
            t('analyse.whole'),
        );
        this.graph.element.firstElementChild?.append(this.whole);
        this.state = h('p', { class: 'hint', id: 'analysis-state' });
        this.button = h(
            'button',
            {
                type: 'button',
                class: 'primary',
                'aria-pressed': 'true',
                title: t('analyse.toggle.key'),
                onclick: () => this.#toggle(),
            },
            t('analyse.pause'),
        );
        this.body = h('tbody', {});
        this.table = h(
            'table',
            { class: 'candidates' },
            h('caption', { class: 'hidden' }, t('analyse.caption')),
            h(
                'thead',
                {},
                h(
                    'tr',
                    {},
                    ...COLUMNS.map(key => h('th', { scope: 'col' }, t(key))),
                ),
            ),
            this.body,
        );
        this.element = h(
            'div',
            { class: 'panel' },
            h('div', { class: 'row spread' }, this.state, this.button),
            segments(
                t('analyse.heat'),
                [
                    ['value', t('analyse.value')],
                    ['visits', t('analyse.visits')],
                    ['prior', t('analyse.prior')],
                ],
                app.settings.measure,
                value => {
                    app.settings.measure = /** @type {any} */ (value);
                    app.saveSettings();
                },
            ),
            this.table,
            this.graph.element,
            this.reasons.element,
        );
    }

    enter() {}

    leave() {
        this.slot.stop();
    }

    #toggle() {
        this.running = !this.running;
        this.button.textContent = t(this.running ? 'analyse.pause' : 'analyse.resume');
        this.button.setAttribute('aria-pressed', String(this.running));
        if (!this.running) this.slot.stop();
        this.update();
    }

    update() {
        const { app } = this;
        if (app.position.joined || document.hidden || !app.connection.hello?.net)
            this.slot.stop(); // nobody looks: leave the engine to others
        else if (this.running && app.connection.state === 'open' && this.slot.about !== app.tree.current)
            this.#start();
        this.row = null;
        this.#show();
        this.reasons.update();
    }

    #start() {
        const about = this.app.tree.current,
            receive = (/** @type {Record<string, any>} */ message) => this.#receive(about, message);
        this.slot.ask('analyse', {}, { about, progress: receive, done: receive, again: () => this.update() });
    }

    /** @param {Node} node @param {Record<string, any>} report */
    #receive(node, report) {
        if (!report.moves || (report.stopped && !report.moves.length)) return;
        this.reports.set(node, report);
        const black = report.to_move === 'black';
        node.value = black ? report.value : 1 - report.value;
        if (report.proved) node.proved = (report.proved === 'win') === black ? 'black' : 'white';
        node.best = report.moves[0]?.move ?? null;
        if (node !== this.app.tree.current || this.app.mode !== 'analyse') return;
        this.#show();
        this.app.render();
    }

    get report() {
        return this.reports.get(this.app.tree.current) ?? null;
    }

    // --- Showing

    #show() {
        const { app, report } = this;
        if (app.position.joined) this.state.textContent = t('rule.over');
        else if (app.connection.hello && !app.connection.hello.net)
            this.state.textContent = t('analyse.noNet');
        else if (!report)
            this.state.textContent = t(app.connection.state === 'open' ? 'analyse.looking' : 'analyse.waiting');
        else this.state.textContent = this.#stateOf(report);
        this.button.hidden = !!report?.proved || !!app.position.joined;
        const all = /** @type {Candidate[]} */ (app.position.joined ? [] : (report?.moves ?? [])),
            looked = all.filter(move => move.visits || move.proved);
        this.#rows((looked.length > 2 || report?.proved ? looked : all).slice(0, ROWS));
        this.table.hidden = !this.body.rows.length;
        this.graph.show();
        const line = app.tree.currentLine();
        this.whole.hidden =
            line.length < 3 || line.every(node => node.value !== null || node.proved || app.tree.position(node).winner);
    }

    /** @param {Record<string, any>} report */
    #stateOf(report) {
        const proved = report.proved ? Name(this.app.tree.current.proved === 'white' ? WHITE : BLACK) : '',
            values = { visits: visitsOf(report), seconds: seconds(report.seconds) };
        if (proved) return `${t('analyse.proved', { color: proved })} ${t('analyse.effort', values)}`;
        const alike = this.app.settings.measure === 'value' && allAlike(report.moves) ? ` ${t('analyse.alike')}` : '';
        return t(this.slot.running ? 'analyse.effort' : 'analyse.paused', values) + alike;
    }

    /** Rows are kept while the numbers change, so that the pointer stays on one. @param {Candidate[]} moves */
    #rows(moves) {
        while (this.body.rows.length > moves.length) this.body.lastElementChild?.remove();
        while (this.body.rows.length < moves.length) this.body.append(this.#newRow());
        moves.forEach((move, i) => {
            const row = this.body.rows[i],
                button = row.cells[0].firstElementChild;
            row.dataset.move = move.move;
            const texts = [
                move.move,
                move.proved ? (move.proved === 'win' ? `${t('analyse.win')} ✓` : t('analyse.loss')) : move.visits ? percent(move.value) : '–',
                count(move.visits),
                percent(move.prior),
                move.pv.slice(1, 6).join(' '),
            ];
            texts.forEach((text, k) => {
                const target = k ? row.cells[k] : button;
                if (target && target.textContent !== text) target.textContent = text;
            });
            row.className = move.proved ? move.proved : '';
        });
    }

    #newRow() {
        const row = h(
            'tr',
            {},
            h(
                'th',
                { scope: 'row' },
                h('button', {
                    type: 'button',
                    class: 'link',
                    onclick: () => row.dataset.move && this.app.play(row.dataset.move),
                }),
            ),
            ...[1, 2, 3, 4].map(() => h('td', {})),
        );
        const over = (/** @type {boolean} */ on) => {
            this.row = on ? (row.dataset.move ?? null) : null;
            this.app.render();
        };
        row.addEventListener('pointerenter', () => over(true));
        row.addEventListener('pointerleave', () => over(false));
        row.addEventListener('focusin', () => over(true));
        row.addEventListener('focusout', () => over(false));
        return row;
    }

    /** @param {View} view */
    decorate(view) {
        const { report, app } = this;
        this.reasons.decorate(view);
        if (!report || view.position.joined || this.reasons.showsLinks) return;
        const moves = /** @type {Candidate[]} */ (report.moves);
        const name = this.row ?? (typeof this.hovered === 'number' ? view.position.name(this.hovered) : null);
        const line = moves.find(move => move.move === name && move.pv.length > 1);
        if (line) view.line = lineOf(view, line.pv);
        view.heat = heatOf(view, moves, app.settings.measure);
        for (const move of moves.slice(0, ROWS)) {
            const cell = view.position.cell(move.move);
            if (cell >= 0)
                view.notes?.set(cell, named(`analyse.note.${kindOf(move)}`, '', valuesOf(move)));
        }
    }

    /** @param {number} _cell */
    choose(_cell) {
        return false;
    }

    /** @param {number | Edge | null} what */
    hover(what) {
        this.hovered = what;
        this.reasons.hover(what);
        const move =
            typeof what === 'number' && this.report
                ? this.report.moves.find((/** @type {Candidate} */ m) => m.move === this.app.position.name(what))
                : null;
        if (move && !this.reasons.words(what))
            this.app.reason(
                `${named(`analyse.words.${kindOf(move)}`, '', valuesOf(move))}${move.pv.length > 1 ? ` ${move.pv.slice(0, 8).join(' ')}` : ''}`,
            );
        this.app.render();
    }

    /** @param {string} key */
    key(key) {
        if (key === ' ') this.#toggle();
        return key === ' ';
    }
}

/** @param {Record<string, any>} what */
const visitsOf = what => many('visits', what.visits, { n: count(what.visits) });

/** What is known of a move. @param {Candidate} move */
const kindOf = move => move.proved ?? (move.visits ? 'open' : 'unseen');

/** Whether the values of what was searched hardly differ, as in a lost position: shades of them would mean nothing.
 * @param {Candidate[]} moves */
function allAlike(moves) {
    const values = moves.filter(move => move.visits && !move.proved).map(move => move.value);
    return values.length > 2 && Math.max(...values) - Math.min(...values) < ALIKE;
}

/** @param {Candidate} move */
const valuesOf = move => ({
    move: move.move,
    percent: percent(move.value),
    visits: visitsOf(move),
    prior: percent(move.prior),
});

/** @param {View} view @param {string[]} names @returns {View['line']} */
export function lineOf(view, names) {
    const seen = new Set(),
        { toMove } = view.position;
    return names
        .slice(0, LINE_SHOWN)
        .map((name, i) => ({
            cell: view.position.cell(name),
            color: i % 2 ? BLACK + WHITE - toMove : toMove,
            text: String(i + 1),
        }))
        .filter(item => item.cell >= 0 && !seen.has(item.cell) && seen.add(item.cell));
}

/** @param {View} view @param {Candidate[]} moves @param {'value' | 'visits' | 'prior'} measure */
function heatOf(view, moves, measure) {
    /** @type {Map<number, Heat>} */
    const heat = new Map();
    const shaded = measure === 'value' && allAlike(moves) ? 'visits' : measure;
    const looked = moves.filter(move => move.visits || move.proved);
    const best = Math.max(...looked.map(move => (move.proved === 'win' ? 1 : move.value)), 0);
    const most = Math.max(...moves.map(move => move.visits), 1),
        likely = Math.max(...moves.map(move => move.prior), 1e-9);
    const level = (/** @type {Candidate} */ move) =>
        shaded === 'visits'
            ? Math.sqrt(move.visits / most)
            : shaded === 'prior'
              ? Math.sqrt(move.prior / likely)
              : move.proved
                ? move.proved === 'win'
                    ? 1
                    : 0
                : Math.max(0, 1 - (best - move.value) / VALUE_SPAN) * Math.min(1, 0.4 + Math.sqrt(move.visits / most));
    moves.forEach((move, i) => {
        const cell = view.position.cell(move.move),
            warmth = level(move);
        const seen = move.visits > 0 || move.proved !== null;
        if (cell < 0 || (!seen && measure === 'value' && looked.length)) return;
        if (warmth < 0.04 && i > 4 && !move.proved) return; // the first few show even when cold
        const value = move.proved ? t(move.proved === 'win' ? 'analyse.win' : 'analyse.loss') : String(Math.round(100 * move.value));
        const texts =
            measure === 'value'
                ? [value, move.visits ? count(move.visits) : '']
                : measure === 'visits'
                  ? [count(move.visits), value]
                  : [String(Math.round(100 * move.prior)), value];
        heat.set(cell, {
            level: Math.max(warmth, 0.05),
            text: measure === 'prior' && move.prior < 0.005 ? '' : texts[0],
            sub: texts[1],
            best: i === 0,
            guess: !seen,
        });
    });
    return heat;
}
