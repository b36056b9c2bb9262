// Links: HexWorld's and Trmph's, and our own address, which holds the position after "#". Ours is HexWorld's
// notation ("11,a3:sb4,c5": what lies after the second comma comes after the cursor) with, when stones were set
// up, ";b=…;w=…;t=w" after the size.
import { t } from './lang.js';
import { BLACK, SIZE_MAX, WHITE, colorName } from './position.js';
import { Tree, moverOf } from './tree.js';

/** @typedef {import('./tree.js').Node} Node */

/** @param {string} text */
function decode(text) {
    try {
        return decodeURIComponent(text);
    } catch {
        return text;
    }
}

/** "a1b12c3" in pieces. @param {string} text @returns {string[]} */
const cellsOf = text => text.toLowerCase().match(/[a-s][0-9]{1,2}/g) ?? [];

/** @param {string} text the part after "#" or a whole link @returns {Tree} throws an Error with a sentence */
export function readLink(text) {
    const hash = decode(text.trim().replace(/^[^#]*#/, ''));
    const match = /^([0-9]{1,2})(?:x([0-9]{1,2}))?((?:[a-z][0-9]*)*)((?:;[a-z]=[a-z0-9]*)*)(?:,([^]*))?$/i.exec(hash);
    if (!match) throw new Error(t('link.not'));
    const width = Number(match[1]),
        height = Number(match[2] ?? match[1]);
    if (width < 1 || height < 1 || width > SIZE_MAX || height > SIZE_MAX)
        throw new Error(t('link.size', { width, height, most: SIZE_MAX }));
    const tree = new Tree(width, height);
    readSetup(tree, match[4]);
    playMoves(tree, match[5] ?? '');
    return tree;
}

/** @param {Tree} tree @param {string} text ";b=a1;w=b2;t=w" */
function readSetup(tree, text) {
    if (!text) return;
    const part = (/** @type {string} */ key) => new RegExp(`;${key}=([^;]*)`).exec(text)?.[1] ?? '';
    const board = tree.position(tree.root),
        black = cellsOf(part('b')),
        white = cellsOf(part('w'));
    for (const name of [...black, ...white])
        if (board.cell(name) < 0) throw new Error(t('link.cell', { cell: name }));
    const turn = part('t');
    const toMove = turn ? (turn === 'w' ? WHITE : BLACK) : moverOf(black.length, white.length);
    tree.root.setup = { black, white: white.filter(name => !black.includes(name)), empty: [], toMove };
    tree.root.cache = null;
}

/** @type {Record<string, string>} */
const TOKENS = { ':s': 'swap-pieces', ':S': 'swap-sides', ':p': 'pass', ':r': 'resign', ':f': 'resign' };

/** Plays "a1b2(c3d4)e5": what is in parentheses comes in the place of the move before, and "," is where one looks; without
 * one that is the end of the main line. @param {Tree} tree @param {string} text */
function playMoves(tree, text) {
    /** The move before each variation that is open. @type {Node[]} */
    const open = [];
    /** @type {Node | null} */
    let cursor = null;
    for (const token of text.match(/:[rf][bw]|:[sSp]|[a-zA-Z][0-9]{0,2}|./g) ?? []) {
        const { current } = tree;
        if (token === ',') {
            if (cursor) throw new Error(t('link.commas'));
            cursor = current;
            continue;
        }
        if (token === '(') {
            if (!current.parent) throw new Error(t('link.variation'));
            open.push(current);
            tree.current = current.parent;
            continue;
        }
        if (token === ')' && open.length) {
            tree.current = /** @type {Node} */ (open.pop());
            continue;
        }
        const move = TOKENS[token.slice(0, 2)] ?? token.toLowerCase();
        const position = tree.position();
        const color = move === 'resign' ? (token[2] === 'w' ? WHITE : BLACK) : position.toMove;
        const reason = position.fault(move, color);
        if (reason) throw new Error(t('link.move', { number: tree.current.number + 1, move: token, reason }));
        tree.play(move, color);
    }
    if (open.length) throw new Error(t('link.unclosed'));
    if (cursor) tree.go(cursor);
}

/** @param {string | null} move @param {number} color */
const token = (move, color) =>
    move === 'swap-pieces'
        ? ':s'
        : move === 'swap-sides'
          ? ':S'
          : move === 'pass'
            ? ':p'
            : move === 'resign'
              ? `:r${colorName(color)[0]}`
              : (move ?? '');

/** @param {Tree} tree */
const sizeText = tree => (tree.width === tree.height ? `${tree.width}` : `${tree.width}x${tree.height}`);

/** The line through the current node: the moves before it and those after. @param {Tree} tree */
function lineTokens(tree) {
    const line = tree.currentLine(),
        at = line.indexOf(tree.current);
    const text = (/** @type {typeof line} */ nodes) => nodes.map(node => token(node.move, node.color)).join('');
    return [text(line.slice(0, at + 1)), text(line.slice(at + 1))];
}

/** Our own hash for the tree's current line. @param {Tree} tree */
export function hashOf(tree) {
    const [before, after] = lineTokens(tree),
        setup = tree.root.setup;
    const stones = setup ? `;b=${setup.black.join('')};w=${setup.white.join('')};t=${colorName(setup.toMove)[0]}` : '';
    return `#${sizeText(tree)}${stones},${before}${after ? `,${after}` : ''}`;
}

/** The whole tree as hex-study writes it: after a move, in parentheses, the others that were played in its place. It has square
 * boards without set-ups; null elsewhere. @param {Tree} tree */
export function studyLink(tree) {
    if (tree.width !== tree.height || [...tree.nodes()].some(node => node.setup)) return null;
    const mark = (/** @type {Node} */ node) => token(node.move, node.color) + (node === tree.current ? ',' : '');
    /** A line from its first move on; the first move's own variations stand where the line does.
     * @param {Node} first @param {boolean} main @returns {string} */
    const line = (first, main) => {
        let text = '';
        for (let node = /** @type {Node | undefined} */ (first); node; node = node.children[0]) {
            text += mark(node);
            if (node !== first || main)
                for (const peer of node.parent?.children.slice(1) ?? []) text += `(${line(peer, false)})`;
        }
        return text;
    };
    const [first] = tree.root.children;
    const moves = first ? line(first, true) : '';
    return `https://hexanna1.github.io/hex-study/hex.html#${tree.width},${tree.current === tree.root ? ',' : ''}${moves}`;
}

/** HexWorld has no set-ups: their stones become alternating moves with passes between. @param {Tree} tree */
export function hexworldLink(tree) {
    const [before, after] = lineTokens(tree),
        setup = tree.root.setup;
    let opening = '';
    if (setup) {
        let turn = BLACK;
        const give = (/** @type {number} */ color) => {
            if (turn !== color) opening += ':p';
            turn = color;
        };
        /** @type {Record<number, string[]>} */
        const left = { [BLACK]: [...setup.black], [WHITE]: [...setup.white] };
        while (left[BLACK].length || left[WHITE].length) {
            const color = left[turn].length ? turn : BLACK + WHITE - turn;
            give(color);
            opening += left[color].shift();
            turn = BLACK + WHITE - color;
        }
        give(setup.toMove);
    }
    return `https://hexworld.org/board/#${sizeText(tree)}c1,${opening}${before}${after ? `,${after}` : ''}`;
}
