// How a run on many machines goes: for a server that watches one (mustplay serve --redis).
import { decimal, many, named, t } from './lang.js';
import { h } from './ui.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {Record<string, any>} Message */

const EVERY = 3000; // milliseconds between two looks
const ROWS = 12;

/** "812", "12.3k", "4.56M". @param {number} n */
const short = n => (n < 1000 ? n.toFixed(0) : n < 1e6 ? `${decimal(n / 1e3, 1)}k` : `${decimal(n / 1e6, 2)}M`);

/** "40 s", "12 min", "3.5 h". @param {number} s */
const duration = s => (s < 90 ? `${s.toFixed(0)} s` : s < 5400 ? `${(s / 60).toFixed(0)} min` : `${decimal(s / 3600, 1)} h`);

export class ClusterCard {
    /** @param {App} app */
    constructor(app) {
        this.app = app;
        /** Whether somebody looks, and whether an answer or the next look is due. */
        this.active = false;
        this.waiting = false;
        this.title = h('p', { id: 'cluster-title' });
        this.facts = h('p', { class: 'hint', id: 'cluster-facts' });
        this.table = h('table', { class: 'cluster', id: 'cluster-workers' });
        this.element = h(
            'section',
            { class: 'card', id: 'cluster', hidden: true },
            h('h3', {}, t('cluster.heading')),
            this.title,
            this.facts,
            this.table,
        );
    }

    update() {
        const there = this.app.connection.state === 'open' && Boolean(this.app.connection.hello?.cluster);
        this.element.hidden = !there;
        this.active = there;
        if (there && !this.waiting) this.#look();
    }

    stop() {
        this.active = false;
    }

    #look() {
        const later = () =>
            window.setTimeout(() => {
                this.waiting = false;
                if (this.active) this.update();
            }, EVERY);
        this.waiting = true;
        this.app.connection.request('cluster', {}).answer.then(
            answer => {
                this.#show(answer);
                later();
            },
            error => {
                this.title.textContent = error.message;
                this.facts.textContent = '';
                this.table.replaceChildren();
                later();
            },
        );
    }

    /** @param {Message} run */
    #show(run) {
        const p = run.progress ?? {};
        this.title.textContent = `${run.title}: ${named(`cluster.state.${run.state}`, run.state)}`;
        const parts = [many('cluster.workers', run.workers)];
        if (run.rate > 0) parts.push(t('cluster.rate', { n: short(run.rate) }));
        parts.push(many('cluster.open', run.open));
        if (p.games) parts.push(t('cluster.games', { done: p.finished, all: p.games }));
        if (p.nodes) parts.push(t('cluster.nodes', { n: short(p.nodes) }));
        if (p.nodes) parts.push(t('cluster.wasted', { percent: decimal(100 * (p.wasted ?? 0), 1) }));
        if (p.proof) parts.push(t('cluster.numbers', { proof: p.proof, disproof: p.disproof }));
        if (p.end) parts.push(t('cluster.end', { time: duration(p.end) }));
        if (!run.master && run.state !== 'done') parts.push(t('cluster.noMaster'));
        this.facts.textContent = parts.join(' · ');
        this.#rows(run.members ?? []);
    }

    /** @param {Message[]} members */
    #rows(members) {
        const head = ['name', 'jobs', 'nodes', 'rate', 'silent'].map(key => h('th', {}, named(`cluster.column.${key}`)));
        const rows = members
            .slice(0, ROWS)
            .map(w =>
                h(
                    'tr',
                    {},
                    h('td', {}, String(w.name ?? w.id)),
                    h('td', {}, short(w.jobs ?? 0)),
                    h('td', {}, short(w.nodes ?? 0)),
                    h('td', {}, short(w.rate ?? 0)),
                    h('td', {}, duration(w.silent ?? 0)),
                ),
            );
        const rest = members.length > ROWS ? [h('tr', {}, h('td', { colspan: 5 }, many('cluster.more', members.length - ROWS)))] : [];
        this.table.replaceChildren(...(members.length ? [h('tr', {}, ...head), ...rows, ...rest] : []));
    }
}
