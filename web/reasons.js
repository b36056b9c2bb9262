// Shows over the board what is known about a position without search: inferior cells with the reason in words;
// fill-in; the must-play; connections of groups and edges; decomposition.
import { RequestSlot } from './request_slot.js';
import { named, t } from './lang.js';
import { BLACK, EMPTY, Name, WHITE, colorOf, other } from './position.js';
import { h } from './ui.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {import('./board.js').View} View */
/** @typedef {import('./layout.js').Edge} Edge */
/** @typedef {import('./tree.js').Node} Node */
/** @typedef {Record<string, any>} Message */

/** @type {Record<string, string>} hues, as in the drawings of `mustplay draw` */
const KINDS = {
    dead: 'gray',
    captured: 'pink',
    permanent: 'purple',
    mutual: 'sky',
    vulnerable: 'green',
    reversible: 'vermilion',
    dominated: 'orange',
};

const OVERLAYS = ['inferior', 'fill', 'mustplay', 'connections', 'regions'];

export class Reasons {
    /** @param {App} app */
    constructor(app) {
        this.app = app;
        /** @type {WeakMap<Node, Message>} */
        this.known = new WeakMap();
        this.explain = new RequestSlot(app);
        this.connections = new RequestSlot(app);
        /** @type {Map<string, Message>} connections at a place of the node `linksOf` */
        this.links = new Map();
        /** @type {Node | null} */
        this.linksOf = null;
        /** @type {number | Edge | null} */
        this.hovered = null;
        this.timer = 0;
        this.summary = h('p', { class: 'hint' });
        this.legend = h('ul', { class: 'legend' });
        this.boxes = OVERLAYS.map(key => {
            const box = h('input', {
                type: 'checkbox',
                checked: !!app.settings.overlays[key],
                'data-overlay': key,
                onchange: () => {
                    app.settings.overlays[key] = box.checked;
                    app.saveSettings();
                },
            });
            return h('label', { class: 'toggle', title: named(`reasons.${key}.help`) }, box, h('span', {}, named(`reasons.${key}`)));
        });
        this.element = h(
            'section',
            { class: 'card reasons' },
            h('h3', {}, t('reasons.title')),
            h('div', { class: 'toggles' }, ...this.boxes),
            this.summary,
            this.legend,
        );
    }

    /** @param {string} key */
    on(key) {
        return !!this.app.settings.overlays[key];
    }

    get wanted() {
        return OVERLAYS.some(key => key !== 'connections' && this.on(key));
    }

    update() {
        const { app } = this,
            node = app.tree.current;
        if (this.linksOf !== node) {
            this.links.clear();
            this.linksOf = node;
        }
        this.#show();
        if (!this.wanted || this.known.has(node) || app.position.joined || app.connection.state !== 'open') return;
        if (this.explain.running && this.explain.about === node) return;
        this.explain.ask(
            'explain',
            {},
            {
                about: node,
                done: answer => {
                    if (answer.stopped) return;
                    this.known.set(node, answer);
                    this.#show();
                    app.render();
                },
            },
        );
    }

    get answer() {
        return this.wanted && !this.app.position.joined ? (this.known.get(this.app.tree.current) ?? null) : null;
    }

    #show() {
        const { answer, app } = this;
        this.legend.replaceChildren();
        if (this.on('connections')) {
            this.#entry('blue', t('reasons.full'), '');
            this.#entry('orange', t('reasons.semi'), '');
            this.#entry('green', t('reasons.reach'), '');
        }
        if (!answer) {
            this.summary.textContent = this.on('connections')
                ? t('reasons.hover')
                : this.wanted && !app.position.joined
                  ? '…'
                  : '';
            return;
        }
        this.summary.textContent = this.#sentence(answer);
        const kinds = new Map();
        if (this.on('inferior')) for (const { kind } of answer.inferior) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
        for (const [kind, n] of kinds)
            this.#entry(
                KINDS[kind] ?? 'gray',
                t('reasons.kind', { kind: named(`kind.${kind}`, kind), n }),
                named(`kind.${kind}.help`),
            );
        if (this.on('mustplay') && answer.must_play) this.#entry('shade', t('reasons.outside'), '');
        if (answer.winner && answer.carrier) this.#entry('blue', t('reasons.needs'), '');
        if (this.on('regions'))
            this.#entry('sky', t(answer.regions.length ? 'reasons.region' : 'reasons.noRegion'), '');
    }

    /** @param {Message} answer */
    #sentence(answer) {
        const { position } = this.app,
            empty = position.stones.filter(stone => stone === EMPTY).length;
        if (answer.winner)
            return t(answer.move ? 'reasons.winsWith' : 'reasons.wins', {
                color: Name(colorOf(answer.winner)),
                move: answer.move ?? '',
            });
        return t('reasons.consider', { color: Name(position.toMove), moves: answer.moves.length, cells: empty });
    }

    /** @param {string} hue @param {string} text @param {string} help */
    #entry(hue, text, help) {
        this.legend.append(
            h(
                'li',
                {},
                h('span', { class: `swatch ${hue}`, 'aria-hidden': 'true' }),
                h('span', {}, text, help ? h('small', {}, help) : null),
            ),
        );
    }

    /** Whether connections are shown, and nothing else should be. */
    get showsLinks() {
        const place = this.on('connections') && this.#place(this.hovered);
        return !!place && this.links.has(place);
    }

    /** @param {View} view */
    decorate(view) {
        const { position } = view,
            { answer } = this;
        if (this.#drawLinks(view)) return;
        const cells = (/** @type {string[]} */ names) =>
            names.map(name => position.cell(name)).filter(cell => cell >= 0);
        if (answer) {
            const groups = view.groups ?? [];
            if (this.on('mustplay') && answer.must_play && answer.must_play.length) {
                const inside = new Set(cells(answer.must_play));
                groups.push({
                    cells: [...position.stones.keys()].filter(
                        cell => position.stones[cell] === EMPTY && !inside.has(cell),
                    ),
                    hue: '',
                    style: 'shade',
                });
            }
            if (this.on('mustplay') && answer.winner)
                groups.push({ cells: cells(answer.carrier ?? []), hue: 'blue', style: 'ring' });
            if (this.on('regions'))
                for (const region of answer.regions)
                    groups.push({ cells: cells(region.cells), hue: 'sky', style: 'ring' });
            if (this.on('inferior')) this.#inferior(view, answer);
            if (this.on('fill')) {
                view.small = [
                    ...cells(answer.fill.black).map(cell => ({ cell, color: BLACK })),
                    ...cells(answer.fill.white).map(cell => ({ cell, color: WHITE })),
                ];
                groups.push({ cells: cells(answer.fill.dead), hue: 'gray', style: 'cross' });
            }
        }
    }

    /** @param {View} view @param {Message} answer */
    #inferior(view, answer) {
        const byKind = new Map();
        for (const item of answer.inferior) {
            const { kind } = item,
                number = view.position.cell(item.cell);
            byKind.set(kind, [...(byKind.get(kind) ?? []), number]);
            view.notes?.set(number, reasonOf(item));
        }
        for (const [kind, cells] of byKind)
            view.groups?.push({ cells, hue: KINDS[kind] ?? 'gray', style: 'ring' });
    }

    // --- Connections of what is under the pointer

    /** What is under the pointer in place of everything else. @param {View} view */
    #drawLinks(view) {
        const { position } = view,
            place = this.on('connections') && this.#place(this.hovered),
            links = place && this.links.get(place);
        if (!links) return false;
        const cells = (/** @type {string[]} */ names) =>
            names.map(name => position.cell(name)).filter(cell => cell >= 0);
        const full = new Set(),
            semi = new Set(),
            ends = new Set(),
            keys = new Set();
        for (const link of shortest(links.links)) {
            for (const cell of cells(link.carrier)) (link.full ? full : semi).add(cell);
            for (const cell of cells(link.group)) if (link.full) ends.add(cell);
            if (link.key) keys.add(position.cell(link.key));
        }
        for (const cell of full) semi.delete(cell);
        view.groups = [
            ...(view.groups ?? []),
            { cells: cells(links.reach).filter(cell => !full.has(cell)), hue: 'green', style: 'dot' },
            { cells: [...semi], hue: 'orange dashed', style: 'ring' },
            { cells: [...full], hue: 'blue', style: 'ring' },
            { cells: [...keys].filter(key => !full.has(key)), hue: 'orange', style: 'dot' },
            { cells: [...new Set([...cells(links.group), ...ends])], hue: 'blue', style: 'ring' },
        ];
        return true;
    }

    /** @param {number | Edge | null} what @returns {string | null} what one may ask connections of */
    #place(what) {
        if (what === null) return null;
        if (typeof what === 'string') return what;
        const { position } = this.app;
        return position.stones[what] === EMPTY ? null : position.name(Math.min(...position.group(what)));
    }

    /** @param {number | Edge | null} what */
    hover(what) {
        this.hovered = what;
        const { app } = this;
        if (this.on('connections')) {
            const place = this.#place(what),
                node = app.tree.current;
            clearTimeout(this.timer);
            if (place && !this.links.has(place) && !app.position.joined)
                this.timer = window.setTimeout(() => this.#askLinks(place, node), 60);
            app.render();
        }
        app.reason(this.words(what));
    }

    /** @param {string} place @param {Node} node */
    #askLinks(place, node) {
        const { app } = this;
        this.connections.ask(
            'connections',
            { at: place },
            {
                about: node,
                done: answer => {
                    if (this.linksOf !== node || answer.stopped) return;
                    this.links.set(place, answer);
                    app.reason(this.words(this.hovered));
                    app.render();
                },
            },
        );
    }

    /** The reason at a place, as a sentence; ''. @param {number | Edge | null} what */
    words(what) {
        const { app, answer } = this,
            { position } = app;
        if (what === null) return '';
        const place = this.#place(what),
            links = place && this.on('connections') ? this.links.get(place) : null;
        if (links)
            return linkWords(
                links,
                typeof what === 'string'
                    ? named(`reasons.edge.${what}`)
                    : t('reasons.group', { color: Name(position.stones[what]), cell: position.name(what) }),
            );
        if (typeof what === 'string' || !answer) return '';
        const name = position.name(what),
            item = answer.inferior.find((/** @type {Message} */ i) => i.cell === name);
        if (item && (this.on('inferior') || this.on('fill'))) return t('reasons.atCell', { cell: name, reason: reasonOf(item) });
        const region = this.on('regions') && answer.regions.find((/** @type {Message} */ r) => r.cells.includes(name));
        if (region)
            return t('reasons.inRegion', {
                cell: name,
                color: Name(colorOf(region.color)),
                ends: t('and', { a: placeOf(region.ends[0]), b: placeOf(region.ends[1]) }),
            });
        if (this.on('mustplay') && answer.must_play && !position.stones[what] && !answer.must_play.includes(name))
            return t('reasons.notMust', { cell: name, color: Name(other(position.toMove)) });
        return '';
    }
}

/** An edge in words, or a cell as it is. @param {string} name */
const placeOf = name => named(`edge.${name}`, name);

/** Why a cell is inferior. @param {Message} item */
const reasonOf = item =>
    named(`kind.${item.kind}.reason`, item.kind, {
        color: item.color ? Name(colorOf(item.color)) : '',
        other: item.color ? Name(other(colorOf(item.color))) : '',
        helper: item.helper ?? '',
    });

/** The smallest full link to each end, and the smallest semi link where there is no full one. @param {Message[]} links */
function shortest(links) {
    const best = new Map();
    for (const link of links) {
        const old = best.get(link.to);
        if (!old || (link.full && !old.full) || (link.full === old.full && link.carrier.length < old.carrier.length))
            best.set(link.to, link);
    }
    return [...best.values()];
}

/** @param {Message} links @param {string} who */
function linkWords(links, who) {
    const names = (/** @type {boolean} */ full) => [
        ...new Set(
            links.links.filter((/** @type {Message} */ l) => l.full === full).map((/** @type {Message} */ l) => l.to),
        ),
    ];
    const full = names(true),
        semi = names(false).filter(name => !full.includes(name));
    const list = (/** @type {string[]} */ items) =>
        {
        const shown = items.slice(0, 6).map(placeOf).join(', ');
        return items.length > 6 ? t('more', { list: shown, n: items.length - 6 }) : shown;
    };
    const values = { who, list: list(full), semi: list(semi) };
    if (!full.length) return t(semi.length ? 'reasons.joinsFirst' : 'reasons.noLink', values);
    return t(semi.length ? 'reasons.joinedBoth' : 'reasons.joined', values);
}
