// Where things lie on the drawing. Lengths are in units of the distance between neighbours. Rows run to the right,
// each half a cell further right than the one above. Hexagons stand on a point. An orientation turns all that.

/** @typedef {{x: number, y: number}} Point */
/** @typedef {'rhombus' | 'diamond' | 'tall'} Orientation */
/** @typedef {'top' | 'bottom' | 'left' | 'right'} Edge */

export const HEX_RADIUS = 1 / Math.sqrt(3);
const ROW_HEIGHT = Math.sqrt(3) / 2;
export const EDGE_WIDTH = 0.3;
/** @type {Edge[]} */
export const EDGES = ['top', 'bottom', 'left', 'right'];
/** @type {Record<Orientation, number>} degrees: the long diagonal lies flat, or stands */
const TURNS = { rhombus: 0, diamond: -30, tall: 60 };

export class Layout {
    /** @param {number} width @param {number} height @param {Orientation} orientation */
    constructor(width, height, orientation) {
        this.width = width;
        this.height = height;
        this.turn = (TURNS[orientation] * Math.PI) / 180;
        this.box = this.#bounds();
    }

    /** @param {number} x @param {number} y @returns {Point} */
    #rotated(x, y) {
        const cos = Math.cos(this.turn),
            sin = Math.sin(this.turn);
        return { x: x * cos - y * sin, y: x * sin + y * cos };
    }

    /** @param {number} column @param {number} row @param {number} dx @param {number} dy @returns {Point} */
    point(column, row, dx = 0, dy = 0) {
        return this.#rotated(column + row / 2 + dx, row * ROW_HEIGHT + dy);
    }

    /** @param {number} cell @returns {Point} */
    center(cell) {
        return this.point(cell % this.width, Math.floor(cell / this.width));
    }

    /** Corner k of a cell's hexagon, 0 the top one before turning, then clockwise; k + 0.5 is the middle of a side.
     * @param {number} column @param {number} row @param {number} k @param {number} radius @returns {Point} */
    corner(column, row, k, radius = HEX_RADIUS) {
        if (!Number.isInteger(k)) {
            const a = this.corner(column, row, Math.floor(k), radius),
                b = this.corner(column, row, Math.ceil(k), radius);
            return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
        }
        const angle = (Math.PI / 3) * k - Math.PI / 2;
        return this.point(column, row, radius * Math.cos(angle), radius * Math.sin(angle));
    }

    /** The hexagon of a cell as the points of a polygon. @param {number} cell @param {number} radius */
    hexagon(cell, radius = HEX_RADIUS) {
        const column = cell % this.width,
            row = Math.floor(cell / this.width);
        return points([0, 1, 2, 3, 4, 5].map(k => this.corner(column, row, k, radius)));
    }

    /** The outer border of an edge. The hexagon sides at the two blunt corners belong to both colours: half each.
     * @param {Edge} edge @returns {Point[]} */
    edge(edge) {
        const w = this.width - 1,
            h = this.height - 1,
            path = [];
        if (edge === 'top') {
            for (let c = 0; c <= w; c++) path.push(this.corner(c, 0, 5), this.corner(c, 0, 0));
            path.push(this.corner(w, 0, 0.5));
        } else if (edge === 'bottom') {
            path.push(this.corner(0, h, 3.5));
            for (let c = 0; c <= w; c++) path.push(this.corner(c, h, 3), this.corner(c, h, 2));
        } else if (edge === 'left') {
            for (let r = 0; r <= h; r++) path.push(this.corner(0, r, 5), this.corner(0, r, 4));
            path.push(this.corner(0, h, 3.5));
        } else {
            path.push(this.corner(w, 0, 0.5));
            for (let r = 0; r <= h; r++) path.push(this.corner(w, r, 1), this.corner(w, r, 2));
        }
        return path;
    }

    /** The outside of one edge: the board's corners are cut along the bisectors of their angles.
     * @param {Edge} edge @returns {Point[]} */
    edgeClip(edge) {
        const w = this.width - 1,
            h = this.height - 1;
        const corners = [this.corner(0, 0, 5), this.corner(w, 0, 0.5), this.corner(w, h, 2), this.corner(0, h, 3.5)];
        const out = [
            this.#rotated(-0.866, -0.5),
            this.#rotated(0.5, -0.866),
            this.#rotated(0.866, 0.5),
            this.#rotated(-0.5, 0.866),
        ];
        const from = { top: 0, right: 1, bottom: 2, left: 3 }[edge],
            to = (from + 1) % 4;
        const move = (/** @type {number} */ i, /** @type {number} */ by) => ({
            x: corners[i].x + by * out[i].x,
            y: corners[i].y + by * out[i].y,
        });
        return [move(from, -1), move(from, 3), move(to, 3), move(to, -1)];
    }

    /** A point that stands for an edge. @param {Edge} edge @returns {Point} */
    edgeCenter(edge) {
        const c = (this.width - 1) / 2,
            r = (this.height - 1) / 2;
        if (edge === 'top') return this.point(c, 0, -0.1, -0.75);
        if (edge === 'bottom') return this.point(c, this.height - 1, 0.1, 0.75);
        return edge === 'left' ? this.point(0, r, -0.75) : this.point(this.width - 1, r, 0.75);
    }

    /** The coordinates around the board. @returns {{text: string, at: Point}[]} */
    coordinates() {
        const list = [];
        for (let c = 0; c < this.width; c++) {
            const text = String.fromCharCode(97 + c);
            list.push(
                { text, at: this.point(c, 0, -0.34, -1.1) },
                { text, at: this.point(c, this.height - 1, 0.34, 1.1) },
            );
        }
        for (let r = 0; r < this.height; r++) {
            const text = String(r + 1);
            list.push({ text, at: this.point(0, r, -1.13) }, { text, at: this.point(this.width - 1, r, 1.13) });
        }
        return list;
    }

    /** What has to be seen. */
    #bounds() {
        const all = this.coordinates().map(item => item.at);
        for (const edge of EDGES) all.push(...this.edge(edge));
        const xs = all.map(p => p.x),
            ys = all.map(p => p.y),
            room = 0.34;
        const x = Math.min(...xs) - room,
            y = Math.min(...ys) - room;
        return { x, y, width: Math.max(...xs) + room - x, height: Math.max(...ys) + room - y };
    }
}

/** @param {Point[]} list */
export const points = list => list.map(p => `${p.x.toFixed(3)},${p.y.toFixed(3)}`).join(' ');
