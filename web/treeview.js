// The tree of a game: moves from top to bottom, variations to the right, with values, marks and the start of
// comments beside the line one is in. Arrow keys walk: up and down along the line, left and right between variations.
import { svg } from './board.js';
import { moveText, named, t } from './lang.js';
import { BLACK, Name } from './position.js';
import { GLYPHS } from './report.js';
import { h, percent } from './ui.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {import('./tree.js').Node} Node */

const ROW = 27,
    COLUMN = 32,
    RADIUS = 12,
    LEFT = 42;

export class TreeView {
    /** @param {App} app */
    constructor(app) {
        this.app = app;
        this.svg = /** @type {SVGSVGElement} */ (
            svg('svg', { class: 'tree', role: 'tree', 'aria-label': t('tree.label') })
        );
        this.element = h('div', { class: 'tree-box' });
        this.element.append(this.svg);
        /** @type {WeakMap<Element, Node>} */
        this.nodes = new WeakMap();
        this.svg.addEventListener('click', event => {
            const item = event.target instanceof Element ? event.target.closest('[role=treeitem]') : null;
            const node = item && this.nodes.get(item);
            if (node) app.go(node);
        });
        this.svg.addEventListener('keydown', event => this.#key(/** @type {KeyboardEvent} */ (event)));
    }

    /** @param {KeyboardEvent} event */
    #key(event) {
        const { tree } = this.app,
            node = tree.current,
            siblings = node.parent?.children ?? [node],
            i = siblings.indexOf(node);
        const target = {
            ArrowUp: node.parent,
            ArrowDown: node.children[0],
            ArrowLeft: siblings[i - 1],
            ArrowRight: siblings[i + 1],
            Home: tree.root,
        }[event.key];
        if (!target) return;
        event.preventDefault();
        event.stopPropagation();
        this.app.go(target);
        /** @type {SVGElement | null} */ (this.svg.querySelector('[tabindex="0"]'))?.focus();
    }

    /** The column of every node: the main line keeps its parent's, a variation takes the first that is free all
     * along its own main line. */
    #columns() {
        const { root } = this.app.tree;
        /** @type {Map<Node, [number, number]>} column and row */
        const places = new Map();
        /** @type {Set<number>[]} taken columns by row */
        const taken = [];
        /** @type {[Node, number, number][]} heads of lines with the least column and their row */
        const heads = [[root, 0, 0]];
        while (heads.length) {
            const [head, least, top] = /** @type {[Node, number, number]} */ (heads.pop());
            const line = [];
            for (let node = /** @type {Node | undefined} */ (head); node; node = node.children[0]) line.push(node);
            let column = least;
            // A branch needs its own rows and the one of the fork above.
            while (line.some((_, i) => taken[top + i]?.has(column)) || (least && taken[top - 1]?.has(column))) column++;
            line.forEach((node, i) => {
                places.set(node, [column, top + i]);
                (taken[top + i] ??= new Set()).add(column);
            });
            line.forEach((node, i) => {
                for (const child of node.children.slice(1).reverse()) heads.push([child, column + 1, top + i + 1]);
            });
        }
        return places;
    }

    show() {
        const places = this.#columns(),
            { tree } = this.app,
            current = tree.current;
        const edges = [],
            items = [],
            texts = [],
            widest = [0];
        const at = (/** @type {Node} */ node) => {
            const [column, row] = /** @type {[number, number]} */ (places.get(node));
            return { x: LEFT + column * COLUMN, y: 16 + row * ROW };
        };
        for (const [column, row] of places.values()) widest[row] = Math.max(widest[row] ?? 0, column);
        const onLine = new Set(tree.currentLine());
        for (const [node, [, row]] of places) {
            const { x, y } = at(node);
            if (node.parent) {
                const from = at(node.parent);
                edges.push(
                    svg('path', {
                        class: onLine.has(node) ? 'edge-line on' : 'edge-line',
                        d: `M${from.x} ${from.y}${from.x === x ? '' : `L${x} ${from.y + ROW * 0.6}`}L${x} ${y}`,
                    }),
                );
            }
            items.push(this.#item(node, x, y));
            if (onLine.has(node)) {
                if (node.move) texts.push(svg('text', { class: 'tree-number', x: 22, y: y + 4 }, String(node.number)));
                texts.push(
                    svg(
                        'text',
                        { class: 'tree-text', x: LEFT + (widest[row] + 1) * COLUMN - 8, y: y + 4 },
                        this.#text(node),
                    ),
                );
            }
        }
        const width = LEFT + (Math.max(...widest) + 1) * COLUMN + 150,
            height = widest.length * ROW + 8;
        this.svg.setAttribute('width', String(width));
        this.svg.setAttribute('height', String(height));
        this.svg.replaceChildren(...edges, ...texts, ...items);
        const { y } = at(current),
            box = this.element;
        if (y < box.scrollTop + 40 || y > box.scrollTop + box.clientHeight - 40)
            box.scrollTop = y - box.clientHeight / 2;
    }

    /** @param {Node} node @param {number} x @param {number} y */
    #item(node, x, y) {
        const current = node === this.app.tree.current,
            color = node.color === BLACK ? 'black' : 'white';
        const label = [
            node.move ? t('tree.move', { number: node.number, color: Name(node.color), move: moveText(node.move) }) : t('tree.start'),
            node.mark && named(`review.mark.${node.mark}`),
            node.comment && t('tree.comment'),
        ]
            .filter(Boolean)
            .join(', ');
        const item = svg('g', {
            role: 'treeitem',
            'aria-label': label,
            'aria-selected': String(current),
            tabindex: current ? 0 : -1,
            class: `node ${node.move ? color : 'start'}${current ? ' current' : ''}`,
        });
        item.append(svg('circle', { cx: x, cy: y, r: RADIUS }));
        const text =
            node.move === 'swap-pieces' || node.move === 'swap-sides'
                ? 'S'
                : node.move === 'pass'
                  ? '–'
                  : node.move === 'resign'
                    ? '✕'
                    : (node.move ?? '•');
        item.append(svg('text', { x, y: y + 3.5 }, text));
        if (node.mark) item.append(svg('circle', { class: `flag ${node.mark}`, cx: x + 9, cy: y - 9, r: 4 }));
        if (node.comment) item.append(svg('circle', { class: 'flag comment', cx: x - 9, cy: y - 9, r: 3 }));
        this.nodes.set(item, node);
        return item;
    }

    /** @param {Node} node */
    #text(node) {
        const sign = node.mark ? `${GLYPHS[node.mark]} ` : '';
        const value = node.value === null ? '' : `${percent(node.value)} `;
        const comment = node.comment.split('\n')[0];
        return sign + value + (comment.length > 22 ? `${comment.slice(0, 21)}…` : comment);
    }
}
