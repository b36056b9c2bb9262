// Solve: who wins, proved. Shows the winning and losing moves and the cells the winner needs. Plays against the
// proof, and draws the map of openings of the current size.
import { lineOf } from './analyse.js';
import { AtlasMap } from './atlas.js';
import { ClusterCard } from './cluster.js';
import { svg } from './board.js';
import { RequestSlot } from './request_slot.js';
import { named, t } from './lang.js';
import { Layout } from './layout.js';
import { ProofWalk } from './proof.js';
import { BLACK, Name, WHITE, colorName, colorOf } from './position.js';
import { count, h, notify, seconds, toggle } from './ui.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {import('./board.js').View} View */
/** @typedef {import('./layout.js').Edge} Edge */
/** @typedef {import('./tree.js').Node} Node */
/** @typedef {Record<string, any>} Message */

const TIMES = [10, 60, 300, 3600];

export class SolvePanel {
    /** @param {App} app */
    constructor(app) {
        this.app = app;
        /** @type {WeakMap<Node, Message>} the last answer for each position */
        this.results = new WeakMap();
        this.slot = new RequestSlot(app, () => this.#show());
        /** Whether one plays against the proof, and the proved winner. */
        this.against = 0;
        this.allMoves = true;
        this.time = 60;
        this.showCarrier = true;
        this.map = new OpeningMap(app);
        this.atlas = new AtlasMap(app);
        this.cluster = new ClusterCard(app);
        this.proof = new ProofWalk(app, () => {
            this.against = 0;
            if (this.proof.open) this.element.prepend(this.proof.element);
            else this.map.element.before(this.proof.element);
            this.#show();
        });
        this.verdict = h('h2', { id: 'verdict' });
        this.detail = h('p', { class: 'hint', id: 'solve-detail' });
        this.progress = h('progress', { 'aria-label': t('solve.decided') });
        this.start = h(
            'button',
            {
                type: 'button',
                class: 'primary',
                id: 'solve-start',
                onclick: () => this.#toggle(),
            },
            t('solve.start'),
        );
        this.fight = h(
            'button',
            { type: 'button', id: 'solve-against', onclick: () => this.#fight() },
            t('solve.against'),
        );
        this.legend = h('ul', { class: 'legend' });
        const select = h(
            'select',
            {
                id: 'solve-time',
                onchange: () => {
                    this.time = Number(select.value);
                },
            },
            ...TIMES.map(time => h('option', { value: time, selected: time === this.time }, named(`solve.time.${time}`))),
        );
        this.element = h(
            'div',
            { class: 'panel' },
            h(
                'div',
                { class: 'card' },
                this.verdict,
                this.detail,
                this.progress,
                h('div', { class: 'buttons first' }, this.start, this.fight),
            ),
            this.legend,
            h(
                'div',
                { class: 'row spread' },
                toggle(t('solve.all'), this.allMoves, on => {
                    this.allMoves = on;
                }),
                h('div', { class: 'field row' }, h('label', { for: 'solve-time' }, t('solve.atMost')), select),
            ),
            toggle(t('solve.carrier'), true, on => {
                this.showCarrier = on;
                app.render();
            }),
            this.proof.element,
            this.map.element,
            this.atlas.element,
            this.cluster.element,
        );
    }

    enter() {}

    leave() {
        this.slot.stop();
        this.map.stop();
        this.proof.stop();
        this.cluster.stop();
        this.against = 0;
    }

    #toggle() {
        const { running } = this.slot;
        this.slot.stop();
        if (!running) this.#solve();
    }

    update() {
        this.slot.keepFor(this.app.tree.current);
        this.map.update();
        this.atlas.update();
        this.cluster.update();
        this.proof.update();
        this.#show();
        if (this.against) this.#answer();
    }

    get result() {
        return this.results.get(this.app.tree.current) ?? null;
    }

    #solve() {
        const { app } = this,
            about = app.tree.current;
        const receive = (/** @type {Message} */ message) => {
            this.results.set(about, message);
            if (message.winner) about.proved = message.winner;
            this.#show();
            app.render();
        };
        this.slot.ask(
            'solve',
            { all_moves: this.allMoves, time: this.time },
            {
                about,
                progress: receive,
                done: answer => receive({ ...answer, finished: true }),
                again: () => this.#solve(),
            },
        );
    }

    // --- Against the proof

    /** The person takes the side that loses; the proved winner moves when it is on turn. */
    #fight() {
        const winner = this.result?.winner;
        if (this.against) {
            this.against = 0;
            this.#show();
            return;
        }
        if (!winner) return;
        this.against = colorOf(winner);
        notify(t('solve.youAre', { color: Name(BLACK + WHITE - this.against) }));
        this.#show();
        this.#answer();
    }

    #answer() {
        const { app } = this,
            node = app.tree.current,
            { position } = app;
        if (
            position.winner ||
            position.toMove !== this.against ||
            this.slot.running ||
            node.children.length ||
            app.connection.state !== 'open'
        )
            return;
        const known = this.results.get(node);
        if (known?.move) {
            app.play(known.move);
            return;
        }
        this.slot.ask(
            'reply',
            { time: 30 },
            { about: node, done: answer => this.#put(node, answer), again: () => this.update() },
        );
    }

    /** Puts the proved winner's answer on the board. @param {Node} node @param {Message} answer */
    #put(node, answer) {
        const { app } = this;
        if (app.tree.current !== node || !this.against) return;
        if (!answer.move) {
            notify(t('solve.noAnswer'), {
                error: true,
                action: t('again'),
                onAction: () => this.update(),
            });
            return;
        }
        node.proved = answer.winner;
        const next = app.tree.play(answer.move);
        next.proved = answer.winner;
        this.results.set(next, {
            winner: answer.winner,
            carrier: answer.carrier.filter((/** @type {string} */ cell) => cell !== answer.move),
            against: true,
        });
        app.go(next);
    }

    // --- Showing

    #show() {
        const { app, result } = this,
            { position } = app,
            over = position.joined,
            proving = this.slot.running && !this.against;
        this.start.textContent = t(proving ? 'stop' : result?.winner ? 'solve.again' : 'solve.start');
        this.start.disabled = !!over;
        this.start.hidden = this.against > 0;
        this.start.classList.toggle('primary', !result?.winner || proving);
        this.fight.hidden = (!result?.winner && !this.against) || this.proof.open;
        this.fight.classList.toggle('primary', !proving);
        this.fight.textContent = t(this.against ? 'solve.against.stop' : 'solve.against');
        this.verdict.textContent = over
            ? t('app.won', { color: Name(over) })
            : this.proof.file && !result
              ? t('solve.fileWins', { color: Name(this.proof.file.winner) })
              : result?.winner || this.against
                ? t('app.wins', { color: Name(this.against || colorOf(result?.winner)) })
                : this.slot.running
                  ? t('solve.proving')
                  : t('solve.who', { color: Name(position.toMove) });
        this.progress.hidden = !proving;
        this.#bar();
        this.detail.textContent = this.#words(over);
        this.#legend();
    }

    /** How many of the moves are decided, where all are asked for. */
    #bar() {
        const { result } = this,
            decided = result?.winning_moves ? result.winning_moves.length + result.losing_moves.length : 0;
        if (decided) {
            this.progress.max = this.app.position.stones.filter(stone => !stone).length;
            this.progress.value = decided;
        } else {
            this.progress.removeAttribute('value');
        }
    }

    /** @param {number} over */
    #words(over) {
        const { result, app } = this;
        if (over) return t('solve.stepBack');
        if (this.against)
            return app.position.toMove === this.against
                ? t('solve.answers', { color: Name(this.against) })
                : t('solve.anywhere', { color: Name(BLACK + WHITE - this.against) });
        if (!result) return this.slot.running ? t('solve.starting') : this.#advice();
        const effort = t('solve.effort', { nodes: count(result.nodes ?? 0), seconds: seconds(result.seconds ?? 0) });
        if (result.waiting) return t('play.worker');
        if (!result.winner)
            return result.finished ? t('solve.undecided', { effort }) : searching(result, effort);
        const parts = [t('solve.proved')];
        if (result.move) parts.push(t('solve.moveWins', { move: result.move }));
        else if (!result.against && result.winner !== colorName(app.position.toMove)) parts.push(t('solve.loses'));
        if (result.nodes !== undefined) parts.push(`${effort}.`);
        if (!result.finished && this.slot.running)
            parts.push(result.at ? t('solve.decidingMove', { move: result.at }) : t('solve.decidingOthers'));
        return parts.join(' ');
    }

    #advice() {
        const cells = this.app.position.stones.filter(stone => !stone).length;
        return t(cells <= 49 ? 'solve.takes.seconds' : cells <= 70 ? 'solve.takes.minutes' : 'solve.takes.long');
    }

    #legend() {
        const { result } = this,
            entries = [];
        if (result?.winning_moves?.length || result?.losing_moves?.length)
            entries.push(
                ['win', t('solve.winning', { n: result.winning_moves.length })],
                ['lose', t('solve.losing', { n: result.losing_moves.length })],
            );
        if (result?.unknown_moves?.length) entries.push(['unknown', t('solve.unknown', { n: result.unknown_moves.length })]);
        if (result?.carrier?.length && this.showCarrier) entries.push(['blue', t('solve.needs')]);
        this.legend.replaceChildren(
            ...entries.map(([hue, text]) =>
                h('li', {}, h('span', { class: `swatch ${hue}`, 'aria-hidden': 'true' }), h('span', {}, text)),
            ),
        );
    }

    /** @param {View} view */
    decorate(view) {
        const { result } = this,
            { position } = view;
        if (position.joined) return;
        if (this.proof.open) this.proof.decorate(view);
        if (!result || this.proof.open) return;
        if (this.slot.running && !result.winner && !result.at && result.line?.length)
            view.line = lineOf(view, result.line);
        const cells = (/** @type {string[] | null} */ names) =>
            (names ?? []).map(name => position.cell(name)).filter(cell => cell >= 0);
        if (this.showCarrier) view.groups?.push({ cells: cells(result.carrier), hue: 'blue', style: 'ring' });
        view.groups?.push(
            { cells: cells(result.winning_moves), hue: 'win', style: 'dot' },
            { cells: cells(result.losing_moves), hue: 'lose', style: 'cross' },
        );
        if (result.move && !result.winning_moves)
            view.groups?.push({ cells: cells([result.move]), hue: 'win', style: 'dot' });
        for (const [names, note] of /** @type {[string[] | null, string][]} */ ([
            [result.carrier, t('solve.note.carrier')],
            [result.winning_moves, t('solve.note.winning')],
            [result.losing_moves, t('solve.note.losing')],
        ]))
            for (const cell of cells(names)) view.notes?.set(cell, note);
    }

    /** @param {number} cell */
    choose(cell) {
        const { app } = this;
        if (this.proof.answering && !app.position.winner && !app.position.stones[cell]) {
            notify(t('solve.proofsTurn'));
            return true;
        }
        if (this.against && app.position.toMove === this.against && !app.position.stones[cell]) {
            notify(t('solve.winnersTurn'));
            return true;
        }
        return false;
    }

    /** @param {number | Edge | null} what */
    hover(what) {
        const { app, result } = this;
        if (this.proof.open && typeof what === 'number' && !app.position.stones[what]) {
            app.reason(this.proof.reason(what));
            return;
        }
        if (typeof what !== 'number' || !result || app.position.stones[what]) {
            app.reason('');
            return;
        }
        const cell = app.position.name(what),
            color = Name(app.position.toMove);
        app.reason(
            result.winning_moves?.includes(cell)
                ? t('solve.cell.wins', { cell, color })
                : result.losing_moves?.includes(cell)
                  ? t('solve.cell.loses', { cell, color })
                  : result.carrier?.includes(cell)
                    ? t('solve.cell.needed', { cell, color: Name(colorOf(result.winner)) })
                    : result.winner
                      ? t('solve.cell.free', { cell })
                      : '',
        );
    }

    /** @param {string} key */
    key(key) {
        if (key === 'p') this.#toggle();
        return key === 'p';
    }
}

/** A search that has found nothing yet. @param {Message} result @param {string} effort */
function searching(result, effort) {
    const at = result.at ? t('solve.deciding', { effort, move: result.at }) : effort;
    return result.line?.length ? t('solve.at', { effort: at, line: result.line.slice(0, 6).join(' ') }) : at;
}

/** @param {string[]} cells */
const list = cells => cells.join(' ') || t('openings.none');

/** How long a map of this many cells takes. @param {number} cells */
function effortOf(cells) {
    if (cells <= 36) return t('openings.takes.moment');
    if (cells <= 49) return t('openings.takes.minutes');
    return t(cells <= 64 ? 'openings.takes.hour' : 'openings.takes.long');
}

/** Which openings win and lose, as far as the server knows. */
class OpeningMap {
    /** @param {App} app */
    constructor(app) {
        this.app = app;
        /** @type {Map<string, Message>} */
        this.known = new Map();
        this.slot = new RequestSlot(app, () => this.#show());
        this.size = '';
        this.picture = svg('svg', { class: 'opening-map', role: 'img' });
        this.text = h('p', { class: 'hint', id: 'openings-text' });
        this.button = h(
            'button',
            { type: 'button', id: 'openings-start', onclick: () => (this.slot.running ? this.stop() : this.#ask()) },
            t('openings.decide'),
        );
        this.element = h(
            'section',
            { class: 'card' },
            h('h3', {}, t('openings.title')),
            this.text,
            h('div', { class: 'buttons' }, this.button),
        );
        this.element.insertBefore(this.picture, this.element.lastChild);
    }

    stop() {
        this.slot.stop();
        this.#show();
    }

    update() {
        const { tree, connection } = this.app,
            size = `${tree.width}x${tree.height}`;
        this.slot.keepFor(size);
        this.size = size;
        const kept = connection.hello?.openings?.find(
            (/** @type {Message} */ item) => `${item.width}x${item.height}` === size,
        );
        if (kept && kept.known === tree.width * tree.height && !this.known.has(size) && !this.slot.running) this.#ask();
        this.#show();
    }

    #ask() {
        const { width, height } = this.app.tree,
            about = `${width}x${height}`;
        const receive = (/** @type {Message} */ message) => {
            this.known.set(about, message);
            this.#show();
        };
        this.slot.ask(
            'openings',
            { width, height, time: 600 },
            {
                about,
                progress: receive,
                done: answer => receive({ ...answer, finished: true }),
                again: () => this.#ask(),
            },
        );
    }

    #show() {
        const map = this.known.get(this.size),
            { width, height } = this.app.tree;
        this.button.textContent = t(
            this.slot.running ? 'stop' : map && !map.unknown.length ? 'openings.done' : 'openings.decide',
        );
        this.button.disabled = !this.slot.running && !!map && !map.unknown.length;
        this.text.textContent = map
            ? `${this.#numbers(map)}${this.slot.running && map.at ? ` ${t('solve.decidingMove', { move: map.at })}` : ''}`
            : `${t('openings.which', { width, height })} ${effortOf(width * height)}`;
        this.picture.toggleAttribute('hidden', !map);
        if (map) this.#draw(map);
    }

    /** @param {Message} map */
    #numbers(map) {
        const values = { winning: map.winning.length, losing: map.losing.length, unknown: map.unknown.length };
        return t(values.unknown ? 'openings.part' : 'openings.all', values);
    }

    /** @param {Message} map */
    #draw(map) {
        const { tree } = this.app,
            layout = new Layout(tree.width, tree.height, 'rhombus'),
            position = tree.position(tree.root);
        const { x, y, width, height } = layout.box;
        this.picture.setAttribute('viewBox', `${x} ${y} ${width} ${height}`);
        this.picture.setAttribute(
            'aria-label',
            t('openings.label', { winning: list(map.winning), losing: list(map.losing) }),
        );
        const win = new Set(map.winning),
            lose = new Set(map.losing),
            parts = [];
        for (let cell = 0; cell < position.cells; cell++) {
            const name = position.name(cell);
            parts.push(
                svg('polygon', {
                    class: `opening ${win.has(name) ? 'win' : lose.has(name) ? 'lose' : 'unknown'}`,
                    points: layout.hexagon(cell),
                }),
            );
            if (map.at === name && this.slot.running)
                parts.push(
                    svg('circle', { class: 'deciding', cx: layout.center(cell).x, cy: layout.center(cell).y, r: 0.2 }),
                );
        }
        for (const { text, at } of layout.coordinates())
            parts.push(svg('text', { class: 'mark', x: at.x, y: at.y + 0.13, 'font-size': 0.42 }, text));
        this.picture.replaceChildren(...parts);
    }
}
