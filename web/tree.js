// A game as a tree of nodes with variations and comments, and the node one looks at. Positions are replayed from
// the root and kept, so walking is cheap.
import { BLACK, Position, WHITE } from './position.js';

/**
 * What a set-up puts on the board, at the root as a rule.
 * @typedef {{black: string[], white: string[], empty: string[], toMove: number}} Setup
 */

export class Node {
    /** @param {Node | null} parent @param {string | null} move @param {number} color */
    constructor(parent, move, color) {
        this.parent = parent;
        this.move = move;
        this.color = color;
        /** @type {Node[]} the first is the main line */
        this.children = [];
        this.comment = '';
        /** @type {Setup | null} */
        this.setup = null;
        /** Black's winning chance 0..1 as the engine saw it here. @type {number | null} */
        this.value = null;
        /** @type {'black' | 'white' | null} */
        this.proved = null;
        /** The engine's choice here. @type {string | null} */
        this.best = null;
        /** What the review says of the move that led here. @type {'blunder' | 'mistake' | 'turning_point' | 'inaccuracy' | null} */
        this.mark = null;
        /** The review's judgement of that move, and the coach's note on it (docs/WEB.md). @type {Record<string, any> | null} */
        this.said = null;
        /** @type {Record<string, any> | null} */
        this.note = null;
        /** @type {[string, string[]][]} properties of an SGF file that we keep but do not read */
        this.extra = [];
        /** @type {Position | null} */
        this.cache = null;
    }

    get number() {
        let n = 0;
        /** @type {Node | null} */
        let node = this;
        for (; node; node = node.parent) if (node.move) n++;
        return n;
    }

    /** From the root to this node. */
    get path() {
        const path = [];
        for (let node = /** @type {Node | null} */ (this); node; node = node.parent) path.unshift(node);
        return path;
    }

    get isMain() {
        return this.path.every(node => !node.parent || node.parent.children[0] === node);
    }
}

export class Tree {
    /** @param {number} width @param {number} height */
    constructor(width, height) {
        this.width = width;
        this.height = height;
        this.root = new Node(null, null, 0);
        this.current = this.root;
        /** @type {{black: string, white: string, event: string, date: string, result: string, rules: string}} */
        this.info = { black: '', white: '', event: '', date: '', result: '', rules: '' };
    }

    /** @param {Node} node @returns {Position} shared: clone it before you change it */
    position(node = this.current) {
        if (node.cache) return node.cache;
        const position = node.parent ? this.position(node.parent).clone() : new Position(this.width, this.height);
        if (node.setup) applySetup(position, node.setup);
        if (node.move) position.play(node.move, node.color);
        node.cache = position;
        return position;
    }

    /** The moves of a node's line as the engine takes them. @param {Node} node */
    line(node = this.current) {
        return node.path.filter(n => n.move).map(n => /** @type {string} */ (n.move));
    }

    /** Goes to a move's node: the one that is there, or a new variation. @param {string} move @param {number} color */
    play(move, color = this.position().toMove) {
        const known = this.current.children.find(child => child.move === move && child.color === color);
        if (known) {
            this.current = known;
            return known;
        }
        const node = new Node(this.current, move, color);
        this.current.children.push(node);
        this.current = node;
        return node;
    }

    /** Takes the current move off the tree with all that follows. */
    undo() {
        const node = this.current;
        if (!node.parent) return false;
        this.current = node.parent;
        this.remove(node);
        return true;
    }

    /** @param {Node} node */
    remove(node) {
        if (!node.parent) return;
        if (this.current.path.includes(node)) this.current = node.parent;
        node.parent.children = node.parent.children.filter(child => child !== node);
    }

    /** Makes a node's line the main one. @param {Node} node */
    promote(node) {
        for (const step of node.path) {
            if (!step.parent) continue;
            step.parent.children = [step, ...step.parent.children.filter(child => child !== step)];
        }
    }

    back() {
        if (this.current.parent) this.current = this.current.parent;
    }

    /** Forward along the line last walked, or the main one. */
    forward() {
        const next = this.current.children.find(child => child === this.#remembered(this.current));
        this.current = next ?? this.current.children[0] ?? this.current;
    }

    start() {
        this.current = this.root;
    }

    end() {
        while (this.current.children.length) this.forward();
    }

    /** @type {WeakMap<Node, Node>} the child last visited */
    #visited = new WeakMap();

    /** @param {Node} node */
    #remembered(node) {
        return this.#visited.get(node) ?? null;
    }

    /** @param {Node} node */
    go(node) {
        this.current = node;
        for (const step of node.path) if (step.parent) this.#visited.set(step.parent, step);
    }

    /** The line through the current node to its end. @returns {Node[]} */
    currentLine() {
        const line = this.current.path;
        let node = this.current;
        while (node.children.length) {
            node = this.#remembered(node) ?? node.children[0];
            line.push(node);
        }
        return line;
    }

    /** The child numbers from the root to the current node, to find it again. */
    address(node = this.current) {
        return node.path.slice(1).map(n => /** @type {Node} */ (n.parent).children.indexOf(n));
    }

    /** @param {number[]} address */
    follow(address) {
        this.current = this.root;
        for (const index of address) this.current = this.current.children[index] ?? this.current;
        this.go(this.current);
    }

    /** Every node, parents first. @returns {Generator<Node>} */
    *nodes() {
        const stack = [this.root];
        while (stack.length) {
            const node = /** @type {Node} */ (stack.pop());
            yield node;
            stack.push(...[...node.children].reverse());
        }
    }
}

/** @param {Position} position @param {Setup} setup */
function applySetup(position, setup) {
    for (const name of setup.empty) position.stones[position.cell(name)] = 0;
    for (const name of setup.black) position.stones[position.cell(name)] = BLACK;
    for (const name of setup.white) position.stones[position.cell(name)] = WHITE;
    position.toMove = setup.toMove;
    position.setup = position.stones.some(stone => stone !== 0) || setup.toMove === WHITE;
    position.moves = 0;
    position.last = -1;
    position.resigned = 0;
}

/** A tree whose root holds these stones. @param {Position} position */
export function treeOf(position) {
    const tree = new Tree(position.width, position.height);
    if (position.stones.some(stone => stone !== 0) || position.toMove !== BLACK)
        tree.root.setup = {
            black: position.names(BLACK),
            white: position.names(WHITE),
            empty: [],
            toMove: position.toMove,
        };
    return tree;
}

/** Who is on turn after this many stones, as the command line guesses it. @param {number} black @param {number} white */
export const moverOf = (black, white) => (black > white ? WHITE : BLACK);
