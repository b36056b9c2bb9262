// SGF in and out: the whole tree with variations, comments, set-ups and what the review said. Points are read in both spellings, "c2"
// and "cb". In a file of Little Golem the opener's stones are labelled W; he joins top and bottom, so he is Black.
import { t } from './lang.js';
import { BLACK, SIZE_MAX, WHITE, WORDS } from './position.js';
import { Node, Tree } from './tree.js';
import { wordsOf } from './verdict.js';

/** @typedef {Map<string, string[]>} Properties */
/** @typedef {{properties: Properties, children: Raw[]}} Raw */

/** Where a fault is, as a sentence. @param {string} text @param {number} at @param {string} reason */
function fault(text, at, reason) {
    const before = text.slice(0, at).split('\n');
    return new Error(t('sgf.at', { line: before.length, column: before[before.length - 1].length + 1, reason }));
}

/** Reads one value after "[". @param {string} text @param {number} at @returns {[string, number]} */
function readValue(text, at) {
    const start = at;
    let value = '';
    for (; at < text.length && text[at] !== ']'; at++) {
        if (text[at] === '\\') {
            at++;
            if (text[at] === '\n') continue;
        }
        value += text[at] ?? '';
    }
    if (at >= text.length) throw fault(text, start, t('sgf.unclosed'));
    return [value, at + 1];
}

/** The first game of a collection as raw nodes. @param {string} text @returns {Raw} */
function parse(text) {
    /** @type {(Raw | null)[]} */
    const open = [];
    /** @type {Raw | null} */
    let root = null,
        node = null;
    let at = text.indexOf('(');
    if (at < 0) throw new Error(t('sgf.not'));
    while (at < text.length) {
        const c = text[at];
        if (c === '(') {
            open.push(node);
            at++;
        } else if (c === ')') {
            if (!open.length) throw fault(text, at, t('sgf.tooMany'));
            node = open.pop() ?? null;
            at++;
            if (!open.length) break;
        } else if (c === ';') {
            /** @type {Raw} */
            const next = { properties: new Map(), children: [] };
            if (node) node.children.push(next);
            else root ??= next;
            node = next;
            at++;
        } else if (/[A-Za-z]/.test(c)) {
            at = readProperty(text, at, node);
        } else if (/\s/.test(c)) {
            at++;
        } else {
            throw fault(text, at, t('sgf.stray', { text: c }));
        }
    }
    if (open.length) throw fault(text, text.length, t('sgf.missing'));
    if (!root) throw new Error(t('sgf.empty'));
    return root;
}

/** @param {string} text @param {number} at @param {Raw | null} node */
function readProperty(text, at, node) {
    const start = at;
    while (/[A-Za-z]/.test(text[at] ?? '')) at++;
    const name = text.slice(start, at).replace(/[a-z]/g, '');
    /** @type {string[]} */
    const values = [];
    for (;;) {
        let next = at;
        while (/\s/.test(text[next] ?? '')) next++;
        if (text[next] !== '[') break;
        const [value, after] = readValue(text, next + 1);
        values.push(value);
        at = after;
    }
    if (!values.length) throw fault(text, start, t('sgf.noValue', { name }));
    if (!node) throw fault(text, start, t('sgf.outside', { name }));
    node.properties.set(name, [...(node.properties.get(name) ?? []), ...values]);
    return at;
}

/** @param {Tree} tree @param {string} text a point, in either spelling */
function pointName(tree, text) {
    const value = text.trim().toLowerCase();
    const name = /^[a-s][a-s]$/.test(value) ? value[0] + (value.charCodeAt(1) - 96) : value;
    if (tree.position(tree.root).cell(name) < 0)
        throw new Error(t('sgf.cell', { text, width: tree.width, height: tree.height }));
    return name;
}

/** A value of AB, AW or AE: a point or a rectangle. @param {Tree} tree @param {string} value @returns {string[]} */
function pointNames(tree, value) {
    const [a, b] = value.split(':').map(part => pointName(tree, part));
    if (!b) return [a];
    const names = [],
        board = tree.position(tree.root),
        from = board.cell(a),
        to = board.cell(b);
    for (let cell = from; cell <= to; cell++)
        if (cell % tree.width >= from % tree.width && cell % tree.width <= to % tree.width)
            names.push(board.name(cell));
    return names;
}

/** @param {Tree} tree @param {string} value */
function moveName(tree, value) {
    const word = value.trim().toLowerCase();
    if (word === '') return 'pass';
    if (word === 'swap') return 'swap-pieces';
    return WORDS.has(word) ? word : pointName(tree, word);
}

const READ = new Set([
    'B',
    'W',
    'AB',
    'AW',
    'AE',
    'PL',
    'C',
    'FF',
    'GM',
    'CA',
    'AP',
    'SZ',
    'PB',
    'PW',
    'EV',
    'DT',
    'RE',
    'RU',
]);

/** Fills a node from its properties. @param {Tree} tree @param {Node} node @param {Raw} raw @param {boolean} inverted */
function fill(tree, node, raw, inverted) {
    const get = (/** @type {string} */ name) => raw.properties.get(name) ?? [];
    node.comment = get('C').join('\n').replace(/\r\n?/g, '\n');
    const cells = (/** @type {string} */ name) => get(name).flatMap(value => pointNames(tree, value));
    const black = cells(inverted ? 'AW' : 'AB'),
        white = cells(inverted ? 'AB' : 'AW'),
        empty = cells('AE');
    const turn = get('PL')[0]?.trim().toLowerCase()[0];
    if (black.length || white.length || empty.length || turn) {
        const before = node.parent ? tree.position(node.parent).toMove : BLACK;
        const first = raw.children[0]?.properties;
        const guess = first?.has('W') && !first.has('B') ? WHITE : first?.has('B') ? BLACK : before;
        node.setup = { black, white, empty, toMove: turn === 'w' || turn === '2' ? WHITE : turn ? BLACK : guess };
        node.cache = null; // made without these stones when the points were read
    }
    for (const [name, values] of raw.properties) if (!READ.has(name)) node.extra.push([name, values]);
}

/** @param {string} text @returns {Tree} throws an Error with a sentence */
export function readSgf(text) {
    const raw = parse(text);
    const get = (/** @type {string} */ name) => raw.properties.get(name)?.[0]?.trim() ?? '';
    if (get('GM') && get('GM') !== '11')
        throw new Error(t('sgf.game', { game: get('GM') }));
    const [width, height = width] = (get('SZ') || '11').split(':').map(Number);
    if (!(width >= 1 && width <= SIZE_MAX && height >= 1 && height <= SIZE_MAX))
        throw new Error(t('sgf.size', { size: get('SZ') }));
    const tree = new Tree(width, height);
    tree.info = { black: get('PB'), white: get('PW'), event: get('EV'), date: get('DT'), result: get('RE'), rules: get('RU') };
    const inverted = /littlegolem/i.test(get('SO')) && firstLabel(raw) === 'W';
    fill(tree, tree.root, raw, inverted);
    /** @type {[Node, Raw][]} */
    const stack = [[tree.root, raw]];
    while (stack.length) {
        const [parent, from] = /** @type {[Node, Raw]} */ (stack.pop());
        for (const child of from.children) stack.push([addNode(tree, parent, child, inverted), child]);
    }
    return tree;
}

/** What rules (SGF's RU, free text) say about the swap: "swap", "no swap", "pie rule: off"; null if nothing. @param {string} rules */
function swapInRules(rules) {
    const words = rules.toLowerCase().match(/[a-z0-9]+/g) ?? [],
        i = words.findIndex(word => /^(no)?(swap|pie)(pieces|sides|ping)?$/.test(word));
    if (i < 0) return null;
    if (words[i].startsWith('no') || /^(no|without|not|non)$/.test(words[i - 1] ?? '')) return false;
    return !words.slice(i + 1, i + 3).some(word => /^(off|no|none|false|0|disabled)$/.test(word));
}

/** Whether a record's game has the swap rule, and what says so: its rules, or the habit of its source. @param {Tree} tree
 * @returns {{on: boolean, source: 'rules' | 'habit' | 'none'}} */
export function swapRuleOf(tree) {
    const said = swapInRules(tree.info.rules);
    if (said !== null) return { on: said, source: 'rules' };
    const source = tree.root.extra.find(([name]) => name === 'SO')?.[1].join() ?? '';
    const habit = /littlegolem|playhex/i.test(source);
    return { on: habit, source: habit ? 'habit' : 'none' };
}

/** The label of the first move on the main line. @param {Raw} raw */
function firstLabel(raw) {
    for (let node = raw; node; node = node.children[0]) {
        if (node.properties.has('B')) return 'B';
        if (node.properties.has('W')) return 'W';
    }
    return '';
}

/** @param {Tree} tree @param {Node} parent @param {Raw} raw @param {boolean} inverted */
function addNode(tree, parent, raw, inverted) {
    const label = raw.properties.has('B') ? 'B' : raw.properties.has('W') ? 'W' : '';
    const move = label ? moveName(tree, raw.properties.get(label)?.[0] ?? '') : null;
    const color = label ? ((label === 'W') !== inverted ? WHITE : BLACK) : 0;
    const before = tree.position(parent);
    const reason = move && move !== 'resign' ? before.fault(move, color) : '';
    if (reason) throw new Error(t('sgf.move', { number: parent.number + 1, move: move ?? '', reason }));
    const node = new Node(parent, move, color);
    parent.children.push(node);
    fill(tree, node, raw, inverted);
    return node;
}

/** @param {string} text */
const escaped = text => text.replace(/[\]\\]/g, '\\$&');

/** What the review says of a move in SGF's own properties, as `mustplay review --output` writes it. The value is
 * Black's, from -1 to 1. @param {Node} node @returns {Map<string, string>} */
function annotations(node) {
    const own = new Map();
    if (!node.said) return own;
    const black = node.proved ? Number(node.proved === 'black') : node.value;
    if (black !== null) own.set('V', (2 * black - 1).toFixed(3));
    if (node.mark === 'inaccuracy') own.set('DO', '');
    else if (node.mark) own.set('BM', node.mark === 'mistake' ? '1' : '2');
    return own;
}

/** A person's comment, and the review's sentences unless they stand there already. @param {Node} node */
function commentOf(node) {
    const words = wordsOf(node);
    if (!words || node.comment.includes(words)) return node.comment;
    return node.comment ? `${node.comment}\n${words}` : words;
}

/** @param {Node} node */
function nodeText(node) {
    let text = ';';
    if (node.move) text += `${node.color === BLACK ? 'B' : 'W'}[${node.move === 'pass' ? '' : node.move}]`;
    if (node.setup) {
        for (const [name, cells] of /** @type {[string, string[]][]} */ ([
            ['AB', node.setup.black],
            ['AW', node.setup.white],
            ['AE', node.setup.empty],
        ]))
            if (cells.length) text += name + cells.map(cell => `[${cell}]`).join('');
        text += `PL[${node.setup.toMove === BLACK ? 'B' : 'W'}]`;
    }
    const own = annotations(node),
        comment = commentOf(node);
    for (const [name, values] of node.extra)
        if (!own.has(name)) text += name + values.map(value => `[${escaped(value)}]`).join('');
    for (const [name, value] of own) text += `${name}[${value}]`;
    if (comment) text += `C[${escaped(comment)}]`;
    return text;
}

/** @param {Tree} tree */
export function writeSgf(tree) {
    const size = tree.width === tree.height ? `${tree.width}` : `${tree.width}:${tree.height}`;
    let text = `(;FF[4]GM[11]CA[UTF-8]AP[Mustplay]SZ[${size}]`;
    for (const [name, value] of [
        ['EV', tree.info.event],
        ['DT', tree.info.date],
        ['PB', tree.info.black],
        ['PW', tree.info.white],
        ['RE', tree.info.result],
        ['RU', tree.info.rules],
    ])
        if (value) text += `${name}[${escaped(value)}]`;
    text += nodeText(tree.root).slice(1);
    /** @type {(Node | string)[]} */
    const stack = [')\n'];
    const push = (/** @type {Node} */ node) => {
        for (const child of [...node.children].reverse())
            stack.push(...(node.children.length > 1 ? [')', child, '\n('] : [child]));
    };
    push(tree.root);
    while (stack.length) {
        const item = /** @type {Node | string} */ (stack.pop());
        if (typeof item === 'string') {
            text += item;
            continue;
        }
        text += nodeText(item);
        push(item);
    }
    return text;
}
