// The graph of Black's winning chance over the game, with blunders marked. Clicking goes to a move.
import { svg } from './board.js';
import { t } from './lang.js';
import { h, percent } from './ui.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {import('./tree.js').Node} Node */

const WIDTH = 340,
    HEIGHT = 110;

export class ValueGraph {
    /** @param {App} app */
    constructor(app) {
        this.app = app;
        this.svg = svg('svg', {
            class: 'graph',
            viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
            preserveAspectRatio: 'none',
            role: 'img',
            'aria-label': t('graph.label'),
        });
        this.element = h(
            'div',
            { class: 'graph-box' },
            h('div', { class: 'graph-head' }, h('span', {}, t('graph.title'))),
            h(
                'div',
                { class: 'graph-frame' },
                h('span', { class: 'graph-top' }, percent(1)),
                h('span', { class: 'graph-bottom' }, percent(0)),
            ),
        );
        this.element.lastElementChild?.prepend(this.svg);
        this.svg.addEventListener('click', event => this.#click(/** @type {MouseEvent} */ (event)));
    }

    get #line() {
        return this.app.tree.currentLine();
    }

    /** @param {MouseEvent} event */
    #click(event) {
        const box = this.svg.getBoundingClientRect(),
            line = this.#line;
        const i = Math.round(((event.clientX - box.left) / box.width) * (line.length - 1));
        if (line[i]) this.app.go(line[i]);
    }

    show() {
        const line = this.#line,
            last = Math.max(1, line.length - 1);
        const x = (/** @type {number} */ i) => ((i / last) * WIDTH).toFixed(1);
        const y = (/** @type {number} */ value) => (4 + (1 - value) * (HEIGHT - 8)).toFixed(1);
        const known = line
            .map((node, i) => ({ node, i, value: this.#value(node) }))
            .filter(item => item.value !== null);
        const parts = [svg('line', { class: 'half', x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 })];
        if (known.length) {
            const points = known.map(({ i, value }) => `${x(i)},${y(/** @type {number} */ (value))}`);
            const first = x(known[0].i),
                end = x(known[known.length - 1].i);
            parts.push(
                svg('polygon', { class: 'area', points: `${first},${HEIGHT} ${points.join(' ')} ${end},${HEIGHT}` }),
            );
            parts.push(svg('polyline', { class: 'curve', points: points.join(' ') }));
            if (known.length === 1)
                parts.push(
                    svg('ellipse', {
                        class: 'graph-point',
                        cx: points[0].split(',')[0],
                        cy: points[0].split(',')[1],
                        rx: 3.5,
                        ry: 4,
                    }),
                );
        }
        const at = line.indexOf(this.app.tree.current);
        parts.push(svg('line', { class: 'now', x1: x(at), x2: x(at), y1: 0, y2: HEIGHT }));
        for (const { node, i, value } of known)
            if (node.mark && node.mark !== 'inaccuracy')
                parts.push(
                    svg('ellipse', {
                        class: `graph-mark ${node.mark}`,
                        cx: x(i),
                        cy: y(/** @type {number} */ (value)),
                        rx: 4,
                        ry: 4,
                    }),
                );
        this.svg.replaceChildren(...parts);
        const now = this.#value(this.app.tree.current),
            values = { known: known.length, all: line.length, percent: percent(now ?? 0) };
        this.svg.setAttribute('aria-label', t(now === null ? 'graph.known' : 'graph.now', values));
        this.element.hidden = line.length < 2;
    }

    /** @param {Node} node */
    #value(node) {
        const winner = this.app.tree.position(node).winner;
        if (winner) return winner === 1 ? 1 : 0;
        return node.proved ? (node.proved === 'black' ? 1 : 0) : node.value;
    }
}
