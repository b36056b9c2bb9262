// The board on the page: one SVG with a grid of cells for pointer, touch, keyboard and screen reader, and layers
// of drawing above it that take no clicks. It knows nothing of games: it shows a View and reports what is chosen.
import { EDGES, EDGE_WIDTH, HEX_RADIUS, Layout, points } from './layout.js';
import { t } from './lang.js';
import { BLACK, EMPTY, Name } from './position.js';

/** @typedef {import('./position.js').Position} Position */
/** @typedef {import('./layout.js').Orientation} Orientation */
/** @typedef {import('./layout.js').Edge} Edge */
/**
 * Cells shown together. A hue is a class of the style sheet; `style` says how: a ring in a tinted cell, a shade, a
 * dot, or a cross.
 * @typedef {{cells: number[], hue: string, style: 'ring' | 'shade' | 'dot' | 'cross'}} CellGroup
 */
/**
 * @typedef {{level: number, text: string, sub: string, best: boolean, guess?: boolean}} Heat  level 0..1; a guess was not searched
 */
/**
 * What the board shows.
 * @typedef {object} View
 * @property {Position} position
 * @property {number[]} [chain] the winning chain
 * @property {Map<number, string>} [numbers] on stones
 * @property {Map<number, Heat>} [heat]
 * @property {CellGroup[]} [groups]
 * @property {{cell: number, color: number, text: string}[]} [line] moves to come
 * @property {{cell: number, color: number}[]} [small] small stones: fill-in
 * @property {Map<number, string>} [labels] on empty cells
 * @property {Map<number, string>} [notes] for screen readers, after a cell's name
 * @property {number} [ghost] the colour of the stone that hovers; EMPTY for none
 * @property {number} [chosen] a cell tapped once, to be confirmed; -1
 * @property {string[]} [open] edges that are not drawn: the board goes on there
 */

const SVG = 'http://www.w3.org/2000/svg';
/** A small board on a large screen stops growing here: pixels per cell. */
const CELL_MOST = 78;

/** @param {string} name @param {Record<string, string | number>} attributes @param {string} [text] */
export function svg(name, attributes, text) {
    const element = /** @type {SVGElement} */ (document.createElementNS(SVG, name));
    for (const key in attributes) element.setAttribute(key, String(attributes[key]));
    if (text !== undefined) element.textContent = text;
    return element;
}

/** The colours of heat: pale, orange, red, as in Mustplay's drawings. @param {number} level 0..1 @returns {number[]} red, green, blue */
export function heatColor(level) {
    const stops = [
        [255, 247, 222],
        [252, 173, 84],
        [191, 26, 31],
    ];
    const at = Math.max(0, Math.min(1, level)) * 2,
        i = at < 1 ? 0 : 1;
    return stops[i].map((v, k) => Math.round(v + (at - i) * (stops[i + 1][k] - v)));
}

/** @param {Heat} heat */
const opacityOf = heat => (heat.guess ? 0.12 : 0.25 + 0.75 * heat.level);

/** Red, green and blue of "#rgb" or "#rrggbb". @param {string} text */
function colorOf(text) {
    const hex = text.trim().slice(1),
        digits = hex.length === 3 ? [...hex].map(digit => digit + digit) : (hex.match(/../g) ?? []);
    return digits.map(two => parseInt(two, 16));
}

/** @param {number[]} over @param {number[]} under @param {number} opacity */
const blend = (over, under, opacity) => over.map((v, k) => opacity * v + (1 - opacity) * under[k]);

/** Relative luminance, as WCAG defines it. @param {number[]} color */
function luminance(color) {
    const [r, g, b] = color.map(v => (v <= 10.3 ? v / 3294.6 : ((v / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** The class of text that is read best on a cell with this colour over it: black or white, whichever differs more.
 * @param {number[]} color @param {number} opacity */
export function toneOn(color, opacity) {
    const paper = colorOf(getComputedStyle(document.documentElement).getPropertyValue('--cell'));
    return luminance(blend(color, paper, opacity)) > 0.179 ? 'on-light' : 'on-dark';
}

export class BoardView {
    /** @param {HTMLElement} host */
    constructor(host) {
        this.host = host;
        /** @type {(cell: number, byTouch: boolean) => void} */
        this.onChoose = () => {};
        /** A cell, an edge, or null. @type {(what: number | Edge | null) => void} */
        this.onHover = () => {};
        /** @type {(cell: number) => void} */
        this.onFocus = () => {};
        this.focused = 0;
        /** @type {View | null} */
        this.view = null;
        /** @type {Orientation} */
        this.orientation = 'rhombus';
        this.width = 0;
        this.height = 0;
        this.coordinates = true;
        this.svg = /** @type {SVGSVGElement} */ (svg('svg', { class: 'board', role: 'grid' }));
        host.append(this.svg);
        this.#listen();
    }

    /** Draws the empty board. @param {number} width @param {number} height @param {Orientation} orientation
     * @param {boolean} coordinates */
    reset(width, height, orientation, coordinates) {
        const sameSize = this.width === width && this.height === height;
        if (sameSize && this.orientation === orientation && this.coordinates === coordinates) return;
        Object.assign(this, { width, height, orientation, coordinates });
        this.layout = new Layout(width, height, orientation);
        if (!sameSize) this.focused = Math.floor(height / 2) * width + Math.floor(width / 2);
        const { x, y, width: w, height: h } = this.layout.box;
        this.svg.setAttribute('viewBox', `${x.toFixed(3)} ${y.toFixed(3)} ${w.toFixed(3)} ${h.toFixed(3)}`);
        this.svg.style.maxWidth = `${Math.round(w * CELL_MOST)}px`;
        this.svg.style.maxHeight = `${Math.round(h * CELL_MOST)}px`;
        this.host.dataset.orientation = orientation;
        this.svg.setAttribute('aria-label', t('board.label', { width, height }));
        this.svg.replaceChildren(this.#definitions(), this.#edges(), this.#grid());
        if (this.coordinates) this.svg.append(this.#labels());
        this.layers = ['tints', 'stones', 'marks'].map(name =>
            svg('g', { class: name, 'pointer-events': 'none', 'aria-hidden': 'true' }),
        );
        this.ghost = svg('circle', { class: 'ghost', r: 0.36, 'pointer-events': 'none', visibility: 'hidden' });
        this.svg.append(...this.layers, this.ghost);
    }

    #definitions() {
        const defs = svg('defs', {});
        for (const [id, light, dark] of [
            ['stone-black', '#4a4a4a', '#101010'],
            ['stone-white', '#ffffff', '#dedad0'],
        ]) {
            const gradient = svg('radialGradient', { id, cx: 0.35, cy: 0.3, r: 0.8 });
            gradient.append(
                svg('stop', { offset: 0, 'stop-color': light }),
                svg('stop', { offset: 1, 'stop-color': dark }),
            );
            defs.append(gradient);
        }
        for (const edge of EDGES) {
            const clip = svg('clipPath', { id: `clip-${edge}` });
            clip.append(svg('polygon', { points: points(this.#layout.edgeClip(edge)) }));
            defs.append(clip);
        }
        return defs;
    }

    /** An outline around all edges, so that White's show on white paper, then each in its colour. */
    #edges() {
        const group = svg('g', { class: 'edges', 'aria-hidden': 'true' });
        for (const edge of EDGES)
            group.append(
                svg('polyline', {
                    class: 'edge-outline',
                    points: points(this.#layout.edge(edge)),
                    'stroke-width': 2 * EDGE_WIDTH + 0.07,
                }),
            );
        for (const edge of EDGES)
            group.append(
                svg('polyline', {
                    class: `edge ${edge === 'top' || edge === 'bottom' ? 'black' : 'white'}`,
                    'data-edge': edge,
                    points: points(this.#layout.edge(edge)),
                    'stroke-width': 2 * EDGE_WIDTH,
                    'clip-path': `url(#clip-${edge})`,
                }),
            );
        return group;
    }

    #grid() {
        const grid = svg('g', { class: 'grid', role: 'rowgroup' });
        /** @type {SVGElement[]} */
        this.cells = [];
        for (let row = 0; row < this.height; row++) {
            const line = svg('g', { role: 'row' });
            for (let column = 0; column < this.width; column++) {
                const cell = row * this.width + column;
                const hexagon = svg('polygon', {
                    class: 'hex',
                    role: 'gridcell',
                    'data-cell': cell,
                    points: this.#layout.hexagon(cell),
                    tabindex: cell === this.focused ? 0 : -1,
                });
                this.cells.push(hexagon);
                line.append(hexagon);
            }
            grid.append(line);
        }
        return grid;
    }

    #labels() {
        const group = svg('g', { class: 'coordinates', 'aria-hidden': 'true' });
        for (const { text, at } of this.#layout.coordinates())
            group.append(svg('text', { x: at.x.toFixed(3), y: (at.y + 0.13).toFixed(3) }, text));
        return group;
    }

    get #layout() {
        return /** @type {Layout} */ (this.layout);
    }

    /** How wide a cell is on the screen, in pixels. */
    get cellPixels() {
        return this.svg.getBoundingClientRect().width / this.#layout.box.width;
    }

    // --- Showing

    /** @param {View} view @param {Orientation} orientation @param {boolean} coordinates */
    show(view, orientation, coordinates) {
        this.view = view;
        this.reset(view.position.width, view.position.height, orientation, coordinates);
        for (const line of this.svg.querySelectorAll('[data-edge]'))
            line.classList.toggle('open', !!view.open?.includes(/** @type {string} */ (line.getAttribute('data-edge'))));
        this.svg.classList.toggle('open', !!view.open); // an outline around parts of the edges looks torn
        const [tints, stones, marks] = /** @type {Element[]} */ (this.layers);
        tints.replaceChildren(...this.#heat(view), ...this.#groups(view));
        stones.replaceChildren(...this.#stones(view));
        const labels = [...(view.labels ?? [])].map(([cell, text]) => this.#text(cell, text, 'label'));
        marks.replaceChildren(...labels, ...this.#marks(view));
        this.#describe(view);
        this.#moveGhost();
    }

    /** @param {View} view */
    #heat(view) {
        const list = [];
        for (const [cell, heat] of view.heat ?? []) {
            list.push(
                svg('polygon', {
                    class: heat.guess ? 'heat guess' : 'heat',
                    points: this.#layout.hexagon(cell, HEX_RADIUS - 0.03),
                    fill: `rgb(${heatColor(heat.level)})`,
                    'fill-opacity': opacityOf(heat).toFixed(2),
                }),
            );
            if (heat.best)
                list.push(svg('polygon', { class: 'best', points: this.#layout.hexagon(cell, HEX_RADIUS - 0.07) }));
        }
        return list;
    }

    /** A cell of several groups has their rings inside each other. @param {View} view */
    #groups(view) {
        const list = [],
            depth = new Map();
        for (const group of view.groups ?? []) {
            for (const cell of group.cells) {
                const inner = depth.get(cell) ?? 0,
                    { x, y } = this.#layout.center(cell);
                if (group.style === 'shade') {
                    list.push(
                        svg('polygon', { class: 'shade', points: this.#layout.hexagon(cell, HEX_RADIUS - 0.02) }),
                    );
                } else if (group.style === 'dot') {
                    list.push(svg('circle', { class: `dot ${group.hue}`, cx: x, cy: y, r: 0.17 }));
                } else if (group.style === 'cross') {
                    list.push(
                        svg('path', {
                            class: `cross ${group.hue}`,
                            d: `M${(x - 0.12).toFixed(3)} ${(y - 0.12).toFixed(3)}l.24 .24m0 -.24l-.24 .24`,
                        }),
                    );
                } else {
                    list.push(
                        svg('polygon', {
                            class: `ring ${group.hue}`,
                            points: this.#layout.hexagon(cell, HEX_RADIUS - 0.055 - 0.085 * inner),
                        }),
                    );
                    depth.set(cell, inner + 1);
                }
            }
        }
        return list;
    }

    /** @param {View} view */
    #stones(view) {
        const list = [],
            chain = new Set(view.chain ?? []),
            { position } = view;
        for (let cell = 0; cell < position.cells; cell++) {
            const color = position.stones[cell];
            if (color === EMPTY) continue;
            const { x, y } = this.#layout.center(cell);
            list.push(
                svg('circle', {
                    class: `stone ${color === BLACK ? 'black' : 'white'}${chain.has(cell) ? ' chain' : ''}`,
                    cx: x.toFixed(3),
                    cy: y.toFixed(3),
                    r: 0.39,
                    fill: `url(#stone-${color === BLACK ? 'black' : 'white'})`,
                    'data-stone': position.name(cell),
                }),
            );
        }
        for (const { cell, color } of view.small ?? []) {
            const { x, y } = this.#layout.center(cell);
            list.push(
                svg('circle', {
                    class: `small ${color === BLACK ? 'black' : 'white'}`,
                    cx: x,
                    cy: y,
                    r: 0.19,
                    fill: `url(#stone-${color === BLACK ? 'black' : 'white'})`,
                }),
            );
        }
        const path = view.chain ?? [];
        if (path.length > 1) {
            const at = path.map(cell => this.#layout.center(cell));
            list.push(svg('polyline', { class: 'chain-line', points: points(at) }));
        }
        return list;
    }

    /** @param {View} view */
    #marks(view) {
        const list = [],
            { position } = view;
        for (const [cell, text] of view.numbers ?? [])
            list.push(
                this.#text(
                    cell,
                    text,
                    `number ${position.stones[cell] === BLACK ? 'on-black' : 'on-white'}${cell === position.last ? ' last' : ''}`,
                ),
            );
        if (position.last >= 0 && position.stones[position.last] && !view.numbers?.has(position.last)) {
            const { x, y } = this.#layout.center(position.last);
            list.push(svg('circle', { class: 'last-move', cx: x, cy: y, r: 0.11 }));
        }
        const covered = new Set((view.line ?? []).map(item => item.cell));
        for (const [cell, heat] of view.heat ?? []) {
            if (covered.has(cell) || !heat.text) continue;
            const tone = toneOn(heatColor(heat.level), opacityOf(heat));
            list.push(this.#text(cell, heat.text, `heat-text ${tone}`, heat.sub ? -0.1 : 0));
            if (heat.sub) list.push(this.#text(cell, heat.sub, `heat-sub ${tone}`, 0.2));
        }
        for (const { cell, color, text } of view.line ?? []) {
            const { x, y } = this.#layout.center(cell);
            list.push(
                svg('circle', {
                    class: `line ${color === BLACK ? 'black' : 'white'}`,
                    cx: x,
                    cy: y,
                    r: 0.37,
                    fill: `url(#stone-${color === BLACK ? 'black' : 'white'})`,
                }),
            );
            list.push(this.#text(cell, text, `number ${color === BLACK ? 'on-black' : 'on-white'}`));
        }
        if (view.chosen !== undefined && view.chosen >= 0)
            list.push(
                svg('polygon', { class: 'chosen', points: this.#layout.hexagon(view.chosen, HEX_RADIUS - 0.05) }),
            );
        return list;
    }

    /** @param {number} cell @param {string} text @param {string} name @param {number} dy */
    #text(cell, text, name, dy = 0) {
        const { x, y } = this.#layout.center(cell),
            size = name.startsWith('heat-sub') ? 0.21 : text.length > 3 ? 0.26 : 0.34;
        return svg(
            'text',
            { class: `mark ${name}`, x: x.toFixed(3), y: (y + dy + 0.36 * size).toFixed(3), 'font-size': size },
            text,
        );
    }

    /** What a screen reader says of each cell. @param {View} view */
    #describe(view) {
        const { position } = view,
            chain = new Set(view.chain ?? []);
        this.cells?.forEach((element, cell) => {
            const color = position.stones[cell];
            let text = `${position.name(cell)} ${color ? Name(color) : t('board.empty')}`;
            if (color && cell === position.last) text += `, ${t('board.last')}`;
            if (chain.has(cell)) text += `, ${t('board.chain')}`;
            const note = view.notes?.get(cell);
            if (note) text += `, ${note}`;
            if (element.getAttribute('aria-label') !== text) element.setAttribute('aria-label', text);
        });
    }

    // --- Input

    #listen() {
        let byTouch = false;
        const cellOf = (/** @type {Event} */ event) => {
            const name = event.target instanceof Element ? event.target.getAttribute('data-cell') : null;
            return name === null ? -1 : Number(name);
        };
        this.svg.addEventListener('pointerdown', event => {
            byTouch = event.pointerType === 'touch';
        });
        this.svg.addEventListener('click', event => {
            const cell = cellOf(event);
            if (cell < 0) return;
            this.focus(cell, false);
            this.onChoose(cell, byTouch);
        });
        this.svg.addEventListener('pointerover', event => {
            const cell = cellOf(event);
            const edge =
                event.target instanceof Element
                    ? /** @type {Edge | null} */ (event.target.getAttribute('data-edge'))
                    : null;
            this.hovered = event.pointerType === 'touch' ? -1 : cell;
            this.#moveGhost();
            this.onHover(cell >= 0 ? cell : edge);
        });
        this.svg.addEventListener('pointerleave', () => {
            this.hovered = -1;
            this.#moveGhost();
            this.onHover(null);
        });
        this.svg.addEventListener('keydown', event => this.#key(event));
        this.svg.addEventListener('focusin', event => {
            const cell = cellOf(event);
            if (cell >= 0) this.onFocus(cell);
        });
    }

    #moveGhost() {
        const cell = this.hovered ?? -1,
            color = this.view?.ghost ?? EMPTY;
        const show =
            cell >= 0 && color !== EMPTY && this.view?.position.stones[cell] === EMPTY && !this.view.line?.length;
        this.ghost?.setAttribute('visibility', show ? 'visible' : 'hidden');
        if (!show || !this.ghost) return;
        const { x, y } = this.#layout.center(cell);
        this.ghost.setAttribute('cx', String(x));
        this.ghost.setAttribute('cy', String(y));
        this.ghost.setAttribute('class', `ghost ${color === BLACK ? 'black' : 'white'}`);
    }

    /** Arrows walk along columns and rows in every orientation. @param {KeyboardEvent} event */
    #key(event) {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const column = this.focused % this.width,
            row = Math.floor(this.focused / this.width);
        /** @type {Record<string, [number, number]>} */
        const steps = {
            ArrowLeft: [column - 1, row],
            ArrowRight: [column + 1, row],
            ArrowUp: [column, row - 1],
            ArrowDown: [column, row + 1],
        };
        if (event.key in steps) {
            const [c, r] = steps[event.key];
            if (c >= 0 && r >= 0 && c < this.width && r < this.height) this.focus(r * this.width + c, true);
        } else if (event.key === 'Enter' || event.key === ' ') {
            this.onChoose(this.focused, false);
        } else {
            return;
        }
        event.preventDefault();
        event.stopPropagation();
    }

    /** @param {number} cell @param {boolean} move whether the keyboard's focus goes there */
    focus(cell, move) {
        this.cells?.[this.focused]?.setAttribute('tabindex', '-1');
        this.focused = cell;
        const element = /** @type {SVGElement | undefined} */ (this.cells?.[cell]);
        element?.setAttribute('tabindex', '0');
        if (move) element?.focus();
    }
}
