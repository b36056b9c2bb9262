// The opening atlas of the size on the board, with swap advice and White's best answers. Proved and estimated
// openings are drawn differently.
import { heatColor, svg, toneOn } from './board.js';
import { RequestSlot } from './request_slot.js';
import { many, t } from './lang.js';
import { Layout } from './layout.js';
import { h, percent } from './ui.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {Record<string, any>} Message */

/** As the style sheet has it. */
const ESTIMATE_OPACITY = 0.75;

export class AtlasMap {
    /** @param {App} app */
    constructor(app) {
        this.app = app;
        /** The atlas by size. @type {Map<number, Message>} */
        this.known = new Map();
        this.slot = new RequestSlot(app);
        /** What the picture shows. @type {Message | undefined} */
        this.shown = undefined;
        this.picture = svg('svg', { class: 'opening-map', id: 'atlas-map', role: 'img' });
        this.text = h('p', { class: 'hint', id: 'atlas-text' });
        this.about = h('p', { class: 'hint', id: 'atlas-opening', 'aria-live': 'polite' });
        this.element = h('section', { class: 'card', id: 'atlas' }, h('h3', {}, t('atlas.title')), this.text, this.about);
        this.element.insertBefore(this.picture, this.about);
        const tell = (/** @type {Event} */ event) => {
            const cell = event.target instanceof Element ? event.target.getAttribute('data-opening') : null;
            if (cell) this.about.textContent = this.#words(cell);
        };
        this.picture.addEventListener('pointerover', tell);
        this.picture.addEventListener('click', tell);
    }

    get size() {
        const { width, height } = this.app.tree;
        return width === height && width >= 3 ? width : 0;
    }

    update() {
        const { size, app } = this;
        this.element.hidden = !size;
        if (size && !this.known.has(size) && !this.slot.running && app.connection.state === 'open')
            this.slot.ask('atlas', { size }, { about: `atlas ${size}`, done: answer => this.#receive(size, answer) });
        this.#show();
    }

    /** @param {number} size @param {Message} answer */
    #receive(size, answer) {
        this.known.set(size, answer);
        this.#show();
    }

    #show() {
        const atlas = this.known.get(this.size),
            { size } = this;
        this.picture.toggleAttribute('hidden', !atlas?.openings.length);
        if (this.shown === atlas) return;
        this.shown = atlas;
        this.about.textContent = '';
        this.text.textContent = '';
        if (!atlas) return;
        const values = { proved: atlas.proved, estimated: atlas.estimated, cells: size * size },
            estimate = atlas.openings.find((/** @type {Message} */ item) => item.winner === null);
        this.text.textContent = !atlas.openings.length
            ? t('atlas.nothing')
            : estimate
              ? t(atlas.proved ? 'atlas.both' : 'atlas.estimates', { ...values, visits: estimate.visits, date: estimate.date })
              : t('atlas.proofs', values);
        this.#draw(atlas);
    }

    /** @param {Message} atlas */
    #draw(atlas) {
        const layout = new Layout(this.size, this.size, 'rhombus'),
            board = this.app.tree.position(this.app.tree.root),
            { x, y, width, height } = layout.box;
        this.picture.setAttribute('viewBox', `${x} ${y} ${width} ${height}`);
        this.picture.setAttribute('aria-label', t('atlas.label', { proved: atlas.proved, estimated: atlas.estimated }));
        const parts = [];
        for (const item of atlas.openings) {
            const cell = board.cell(item.opening),
                { x: cx, y: cy } = layout.center(cell),
                proved = item.winner !== null;
            const hexagon = svg('polygon', {
                class: proved ? `opening ${item.winner === 'black' ? 'win' : 'lose'}` : 'estimate',
                'data-opening': item.opening,
                points: layout.hexagon(cell),
            });
            if (!proved) hexagon.setAttribute('fill', `rgb(${heatColor(item.value)})`);
            const text = proved ? (item.winner === 'black' ? '+' : '−') : String(Math.round(100 * item.value));
            const tone = proved ? 'on-light' : toneOn(heatColor(item.value), ESTIMATE_OPACITY);
            parts.push(hexagon, svg('text', { class: `mark atlas-mark ${tone}`, x: cx, y: cy + 0.14, 'font-size': 0.4 }, text));
        }
        for (const { text, at } of layout.coordinates())
            parts.push(svg('text', { class: 'mark', x: at.x, y: at.y + 0.13, 'font-size': 0.42 }, text));
        this.picture.replaceChildren(...parts);
    }

    /** What is known about an opening. @param {string} cell */
    #words(cell) {
        const item = this.known.get(this.size)?.openings.find((/** @type {Message} */ entry) => entry.opening === cell);
        if (!item) return '';
        const replies = item.replies.map((/** @type {Message} */ reply) => reply.move).join(' ');
        const parts = [
            item.winner === null
                ? t('atlas.estimate', { cell, percent: percent(item.value), visits: many('visits', item.visits), date: item.date })
                : t(item.winner === 'black' ? 'atlas.wins' : 'atlas.loses', { cell }),
            t(item.swap ? 'atlas.swap' : 'atlas.stay'),
        ];
        if (replies) parts.push(t(item.winner === null ? 'atlas.replies' : 'atlas.answer', { moves: replies }));
        if (item.proof) parts.push(t('atlas.proof', { checksum: item.proof.slice(0, 12) }));
        return parts.join(' ');
    }
}
