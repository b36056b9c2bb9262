// What a review says of the whole game: how each player did, and every move with its loss and a sign. Moves are in
// the game's order or by loss.
import { moveText, named, t } from './lang.js';
import { BLACK, Name, WHITE } from './position.js';
import { h, percent, stoneIcon } from './ui.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {import('./tree.js').Node} Node */
/** @typedef {Record<string, any>} Message */

/** The signs of the marks, as chess has them; a proved turning point is a blunder beyond doubt. @type {Record<string, string>} */
export const GLYPHS = { inaccuracy: '?!', mistake: '?', blunder: '??', turning_point: '??' };

/** A line as buttons: a click shows it up to there, another one no more of it. @param {string[]} pv @param {number} shown how many moves
 * are on the board @param {(n: number) => void} choose */
export const lineChips = (pv, shown, choose) =>
    pv.map((name, i) =>
        h(
            'button',
            { type: 'button', class: 'chip', 'aria-pressed': String(i < shown), onclick: () => choose(shown === i + 1 ? 0 : i + 1) },
            moveText(name),
        ),
    );

export class Report {
    /** @param {App} app */
    constructor(app) {
        this.app = app;
        /** Of the last review, by colour. @type {Message | null} */
        this.scores = null;
        /** @type {'number' | 'loss'} */
        this.order = 'number';
        this.players = h('table', { class: 'players', hidden: true });
        this.body = h('tbody', {});
        /** @type {Record<string, HTMLButtonElement>} */
        this.heads = {};
        const head = (/** @type {'number' | 'loss'} */ order, /** @type {string} */ text) => {
            this.heads[order] = h('button', { type: 'button', class: 'link', onclick: () => this.#sort(order) }, text);
            return h('th', { scope: 'col' }, this.heads[order]);
        };
        this.moves = h(
            'div',
            { class: 'move-list', tabindex: 0, role: 'region', 'aria-label': t('report.moves'), hidden: true },
            h(
                'table',
                {},
                h('thead', {}, h('tr', {}, head('number', t('report.number')), h('th', { scope: 'col' }, t('report.move')), head('loss', t('report.loss')), h('th', { scope: 'col' }, t('report.verdict')))),
                this.body,
            ),
        );
    }

    /** @param {'number' | 'loss'} order */
    #sort(order) {
        this.order = order;
        this.show();
    }

    /** @param {Message | null} [scores] of the last review, if it was about this game */
    show(scores = this.scores) {
        this.scores = scores;
        this.#showPlayers();
        const { app } = this,
            line = app.tree.currentLine().filter(node => node.move);
        this.moves.hidden = !line.some(node => node.said);
        if (this.moves.hidden) return;
        for (const [order, button] of Object.entries(this.heads)) button.setAttribute('aria-pressed', String(order === this.order));
        const rows = this.order === 'loss' ? [...line].sort((a, b) => (b.said?.loss ?? -1) - (a.said?.loss ?? -1)) : line;
        this.body.replaceChildren(...rows.map(node => this.#row(node)));
        const current = /** @type {HTMLElement | null} */ (this.body.querySelector('.current'));
        if (!current) return;
        const top = current.offsetTop - 60;
        if (top < this.moves.scrollTop || top > this.moves.scrollTop + this.moves.clientHeight - 90) this.moves.scrollTop = top;
    }

    /** @param {Node} node */
    #row(node) {
        const { app } = this,
            { said, mark } = node,
            current = node === app.tree.current;
        return h(
            'tr',
            { class: `${mark ?? ''}${current ? ' current' : ''}` },
            h('td', {}, String(node.number)),
            h('td', {}, h('button', { type: 'button', class: 'link', 'aria-current': current ? 'true' : null, onclick: () => app.go(node) }, stoneIcon(node.color), ` ${moveText(node.move ?? '')}`)),
            h('td', {}, said && said.loss >= 0.005 ? `−${percent(said.loss)}` : ''),
            h('td', {}, mark ? `${GLYPHS[mark]} ${named(`review.mark.${mark}`)}${said?.punished === false ? `, ${t('report.unpunished')}` : ''}` : ''),
        );
    }

    #showPlayers() {
        const { scores } = this;
        this.players.hidden = !scores;
        if (!scores) return;
        const row = (/** @type {string} */ title, /** @type {(score: Message) => string | number} */ value) =>
            h('tr', {}, h('th', { scope: 'row' }, title), h('td', {}, String(value(scores.black))), h('td', {}, String(value(scores.white))));
        this.players.replaceChildren(
            h('tr', {}, h('td', {}), h('th', { scope: 'col' }, stoneIcon(BLACK), ` ${Name(BLACK)}`), h('th', { scope: 'col' }, stoneIcon(WHITE), ` ${Name(WHITE)}`)),
            row(t('report.accuracy'), score => (score.moves ? Math.round(score.accuracy) : '–')),
            row(t('report.meanLoss'), score => (score.moves ? percent(score.mean_loss) : '–')),
            row(t('report.inaccuracies'), score => score.inaccuracies),
            row(t('report.mistakes'), score => score.mistakes),
            row(t('report.blunders'), score => score.blunders + score.turning_points),
        );
    }
}
