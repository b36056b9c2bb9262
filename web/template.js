// Templates: draw stones and the cells around them, ask whether they join their ends, and try intrusions. A drawing is
// a board of its own, beside the game; it is kept in the browser as text.
import { RequestSlot } from './request_slot.js';
import { read, write } from './local_storage.js';
import { many, t } from './lang.js';
import { BLACK, EMPTY, Position, WHITE } from './position.js';
import { copy, count, h, notify, seconds, segments, toggle } from './ui.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {import('./board.js').View} View */
/** @typedef {import('./transport.js').Message} Message */

const KEPT = 'mustplay.template';
const SECONDS = 30;
/** A cell: not part of it, empty, a stone, a stone of the upper end, one of the lower end. */
const SIGNS = ' .OAV';
const [NOTHING, CELL, STONE, UPPER, LOWER] = [0, 1, 2, 3, 4];

const EXAMPLES = {
    ziggurat: '     A   .\n   .   .   .\n .   .   .   .\n---------------',
    bridge: '   A\n .   .\n   V',
    IV1a: '           A   .\n     .   .   .   .   .\n   .   .   .   .   .   .\n .   .   .   .   .   .   .\n---',
    V1a: '             .   A   .\n           .   .   .   .   .\n     .   .   .   .   .   .   .   .\n   .   .   .   .   .   .   .   .   .\n .   .   .   .   .   .   .   .   .   .\n---',
    trap: '     A   .\n   .   .   .\n .   .   .\n---------------',
};

/** A template: what each cell is, and which edges are ends. */
export class Drawing {
    /** @param {number} width @param {number} height */
    constructor(width, height) {
        this.width = width;
        this.height = height;
        /** @type {Uint8Array<ArrayBuffer>} */
        this.cells = new Uint8Array(width * height);
        this.top = false;
        this.bottom = false;
    }

    /** Reads a diagram as in HexProver's files; null if it is none. @param {string} text @returns {Drawing | null} */
    static read(text) {
        const edge = (/** @type {string} */ line) => /^[\s-]*-[\s-]*$/.test(line);
        const lines = text.split('\n').filter(line => line.trim() && !line.startsWith(';'));
        const rows = lines.filter(line => !edge(line));
        /** @type {{at: number, row: number, sign: string}[]} */
        const marks = [];
        rows.forEach((line, row) => {
            for (const match of line.matchAll(/\S/g)) marks.push({ at: match.index - 2 * row, row, sign: match[0] });
        });
        if (!marks.length || marks.some(mark => !'.OAVX'.includes(mark.sign))) return null;
        const left = Math.min(...marks.map(mark => mark.at)),
            width = (Math.max(...marks.map(mark => mark.at)) - left) / 4 + 1;
        if (marks.some(mark => (mark.at - left) % 4) || width > 19 || rows.length > 19) return null;
        const drawing = new Drawing(width, rows.length);
        for (const { at, row, sign } of marks)
            drawing.cells[row * width + (at - left) / 4] = Math.max(0, SIGNS.indexOf(sign));
        drawing.top = edge(lines[0]);
        drawing.bottom = edge(lines[lines.length - 1]);
        return drawing;
    }

    write() {
        const edge = '-'.repeat(4 * this.width + 2 * this.height),
            lines = [];
        for (let row = 0; row < this.height; row++) {
            const signs = [...this.cells.subarray(row * this.width, (row + 1) * this.width)].map(cell => SIGNS[cell] ?? ' ');
            const line = `${' '.repeat(2 * row + 1)}${signs.map(sign => (sign === ' ' ? 'X' : sign)).join('   ')}`;
            lines.push(line);
        }
        return `${[...(this.top ? [edge] : []), ...lines, ...(this.bottom ? [edge] : [])].join('\n')}\n`;
    }

    /** The same on a board of another size; what does not fit is gone. @param {number} width @param {number} height */
    resized(width, height) {
        const drawing = new Drawing(width, height);
        drawing.top = this.top;
        drawing.bottom = this.bottom;
        // The lower edge stays where it is.
        for (let row = 0; row < Math.min(height, this.height); row++)
            for (let column = 0; column < Math.min(width, this.width); column++) {
                const from = (this.height - 1 - row) * this.width + column;
                drawing.cells[(height - 1 - row) * width + column] = this.cells[from];
            }
        return drawing;
    }

    /** @param {(cell: number) => boolean} which @returns {number[]} */
    which(which) {
        return [...this.cells.keys()].filter(cell => which(this.cells[cell]));
    }
}

export class TemplatePanel {
    /** @param {App} app */
    constructor(app) {
        this.app = app;
        this.slot = new RequestSlot(app, () => this.#show());
        this.drawing = Drawing.read(read(KEPT, '')) ?? /** @type {Drawing} */ (Drawing.read(EXAMPLES.ziggurat));
        this.tool = CELL;
        /** Whether clicks are intrusions. */
        this.trying = false;
        /** Intrusions and the answers to them. @type {{intrusion: number, reply: number}[]} */
        this.played = [];
        /** The last word about the drawing. @type {Message | null} */
        this.result = null;
        this.joined = false;
        this.verdict = h('h2', { id: 'template-verdict' });
        this.detail = h('p', { class: 'hint', id: 'template-detail', 'aria-live': 'polite' });
        this.check = h(
            'button',
            { type: 'button', class: 'primary', id: 'template-check', onclick: () => this.#toggle() },
            t('template.check'),
        );
        this.try = h('button', { type: 'button', id: 'template-try', onclick: () => this.#try() }, t('template.try'));
        this.undo = h('button', { type: 'button', id: 'template-undo', onclick: () => this.#undo() }, t('template.undo'));
        this.legend = h('ul', { class: 'legend' });
        this.tools = segments(
            t('template.click'),
            [
                [String(CELL), t('template.cell')],
                [String(STONE), t('template.stone')],
                [String(UPPER), t('template.upper')],
                [String(LOWER), t('template.lower')],
                [String(NOTHING), t('template.nothing')],
            ],
            String(CELL),
            value => {
                this.tool = Number(value);
                this.#edit(() => {});
            },
        );
        this.edges = h('div', { class: 'row' });
        this.width = this.#side('width', t('setup.columns'));
        this.height = this.#side('height', t('setup.rows'));
        const select = h(
            'select',
            {
                id: 'template-example',
                onchange: () => {
                    this.#use(EXAMPLES[/** @type {keyof typeof EXAMPLES} */ (select.value)] ?? '');
                    select.value = '';
                },
            },
            h('option', { value: '' }, t('template.choose')),
            ...Object.keys(EXAMPLES).map(name =>
                h('option', { value: name }, t(/** @type {any} */ (`template.example.${name}`))),
            ),
        );
        this.text = h('textarea', { rows: 8, id: 'template-text', 'aria-label': t('template.text'), spellcheck: 'false', wrap: 'off' });
        this.element = h(
            'div',
            { class: 'panel' },
            h('p', { class: 'hint' }, t('template.hint')),
            h('div', { class: 'card' }, this.verdict, this.detail, h('div', { class: 'buttons' }, this.check, this.try, this.undo)),
            this.legend,
            this.tools,
            this.edges,
            h(
                'div',
                { class: 'row' },
                h('div', { class: 'field' }, h('label', { for: 'template-width' }, t('setup.columns')), this.width),
                h('div', { class: 'field' }, h('label', { for: 'template-height' }, t('setup.rows')), this.height),
            ),
            h('div', { class: 'field row' }, h('label', { for: 'template-example' }, t('template.example')), select),
            h(
                'details',
                {},
                h('summary', {}, t('template.text')),
                this.text,
                h(
                    'div',
                    { class: 'buttons' },
                    h('button', { type: 'button', id: 'template-use', onclick: () => this.#use(this.text.value) }, t('template.use')),
                    h('button', { type: 'button', onclick: async () => notify(t((await copy(this.drawing.write())) ? 'template.copied' : 'template.notCopied')) }, t('copy')),
                ),
            ),
        );
    }

    /** @param {'width' | 'height'} side @param {string} name */
    #side(side, name) {
        const input = h('input', {
            type: 'number',
            min: 1,
            max: 19,
            id: `template-${side}`,
            'aria-label': name,
            onchange: () => {
                const value = Math.max(1, Math.min(19, Math.round(Number(input.value)) || 1)),
                    { width, height } = this.drawing;
                this.#edit(() => {
                    this.drawing = this.drawing.resized(side === 'width' ? value : width, side === 'height' ? value : height);
                });
            },
        });
        return input;
    }

    enter() {
        this.#show();
    }

    leave() {
        this.slot.stop();
    }

    update() {
        if (this.app.connection.state !== 'open') this.slot.stop();
        this.#show();
    }

    // --- Drawing

    /** Changes the drawing: what was said of it no longer holds. @param {() => void} change */
    #edit(change) {
        change();
        this.slot.stop();
        this.result = null;
        this.trying = false;
        this.joined = false;
        this.played = [];
        write(KEPT, this.drawing.write());
        this.#show();
        this.app.render();
    }

    /** @param {string} text */
    #use(text) {
        const drawing = Drawing.read(text);
        if (!drawing) {
            if (text) notify(t('template.unreadable'), { error: true });
            return;
        }
        this.#edit(() => {
            this.drawing = drawing;
        });
    }

    /** @param {number} cell */
    choose(cell) {
        if (this.trying) this.#intrude(cell);
        else
            this.#edit(() => {
                const { cells } = this.drawing;
                cells[cell] = cells[cell] === this.tool ? NOTHING : this.tool;
            });
        return true;
    }

    // --- Asking

    /** The drawing as it stands after what was played. */
    #body() {
        const { drawing } = this,
            position = this.board,
            lost = new Set(this.played.flatMap(({ intrusion, reply }) => [intrusion, reply])),
            replies = this.played.map(({ reply }) => reply).filter(cell => cell >= 0);
        const names = (/** @type {number[]} */ cells) => cells.map(cell => position.name(cell));
        return {
            width: drawing.width,
            height: drawing.height,
            stones: names([...drawing.which(kind => kind >= STONE), ...replies]),
            carrier: names(drawing.which(kind => kind === CELL).filter(cell => !lost.has(cell))),
            upper: names(drawing.which(kind => kind === UPPER)),
            lower: names(drawing.which(kind => kind === LOWER)),
            edges: [...(drawing.top ? ['top'] : []), ...(drawing.bottom ? ['bottom'] : [])],
            time: SECONDS,
        };
    }

    #toggle() {
        const { running } = this.slot;
        this.slot.stop();
        if (running) this.#show();
        else this.#ask();
    }

    #ask() {
        const { drawing, app } = this;
        if (!drawing.top && !drawing.which(kind => kind === UPPER).length) return notify(t('template.noUpper'), { error: true });
        if (!drawing.bottom && !drawing.which(kind => kind === LOWER).length)
            return notify(t('template.noLower'), { error: true });
        this.played = [];
        this.joined = false;
        const receive = (/** @type {Message} */ message, /** @type {boolean} */ current) => {
            if (!current) return;
            this.result = message;
            this.#show();
            app.render();
        };
        this.slot.ask('template', this.#body(), {
            about: 'template',
            progress: receive,
            done: (answer, current) => receive({ ...answer, finished: true }, current),
            again: () => this.#ask(),
        });
    }

    #try() {
        this.trying = !this.trying;
        this.played = [];
        this.joined = false;
        this.slot.stop();
        this.#show();
        this.app.render();
    }

    #undo() {
        this.slot.stop();
        this.played.pop();
        this.joined = false;
        this.#show();
        this.app.render();
    }

    /** @param {number} cell */
    #intrude(cell) {
        const { app } = this,
            name = this.board.name(cell);
        if (this.slot.running || this.joined || this.played.at(-1)?.reply === -1) return;
        if (!this.#body().carrier.includes(name)) {
            notify(t('template.outside', { cell: name }));
            return;
        }
        const body = { ...this.#body(), intrusion: name };
        const played = { intrusion: cell, reply: -1 };
        const done = (/** @type {Message} */ answer, /** @type {boolean} */ current) => {
            if (!current) return;
            if (answer.verdict === 'undecided') {
                this.played.pop();
                notify(t('template.noAnswerYet'), { error: true });
            }
            if (answer.reply) played.reply = this.board.cell(answer.reply);
            this.joined = answer.joined;
            this.#show();
            app.render();
        };
        this.played.push(played);
        this.slot.ask('template', body, { about: 'template', done, again: () => this.#undo() });
        app.render();
    }

    // --- Showing

    /** The drawing as a board, with what was played. */
    get board() {
        const { drawing } = this,
            position = new Position(drawing.width, drawing.height);
        for (const cell of drawing.which(kind => kind >= STONE)) position.stones[cell] = BLACK;
        for (const { intrusion, reply } of this.played) {
            position.stones[intrusion] = WHITE;
            if (reply >= 0) position.stones[reply] = BLACK;
            position.last = reply >= 0 ? reply : intrusion;
        }
        return position;
    }

    get heading() {
        return t(this.trying ? 'template.yourTurn' : 'template.title');
    }

    #show() {
        const { drawing, result } = this,
            { running } = this.slot;
        this.check.textContent = t(running && !this.trying ? 'stop' : 'template.check');
        this.check.hidden = this.trying;
        this.check.classList.toggle('primary', !result);
        this.try.hidden = result?.verdict !== 'valid' && result?.verdict !== 'invalid';
        this.try.textContent = t(this.trying ? 'template.tryEnd' : 'template.try');
        this.try.classList.toggle('primary', !!result);
        this.undo.hidden = !this.played.length;
        this.verdict.textContent = this.#verdict();
        this.detail.textContent = this.#words();
        this.tools.hidden = this.trying;
        this.width.value = String(drawing.width);
        this.height.value = String(drawing.height);
        this.#edges();
        if (document.activeElement !== this.text) this.text.value = drawing.write();
        this.#legend();
    }

    #edges() {
        const { drawing } = this;
        if (this.edges.children.length) {
            const [top, bottom] = this.edges.querySelectorAll('input');
            top.checked = drawing.top;
            bottom.checked = drawing.bottom;
            return;
        }
        for (const side of /** @type {const} */ (['top', 'bottom']))
            this.edges.append(
                toggle(
                    t(`template.${side}`),
                    drawing[side],
                    on =>
                        this.#edit(() => {
                            this.drawing[side] = on;
                        }),
                    { id: `template-${side}` },
                ),
            );
    }

    #verdict() {
        const { result } = this;
        if (!result) return t(this.slot.running ? 'template.checking' : 'template.question');
        if (result.verdict === 'invalid') return t('template.invalid');
        if (result.verdict === 'undecided') return t(this.slot.running ? 'template.checking' : 'template.undecided');
        if (result.minimal) return t('template.minimal');
        return t(result.unknown.length ? 'template.valid' : 'template.notMinimal');
    }

    #words() {
        const { result } = this;
        if (this.trying) return this.#story();
        if (!result) return this.slot.running ? '' : many('template.cells', this.drawing.which(kind => kind === CELL).length);
        const parts = [];
        const list = (/** @type {any} */ key, /** @type {string[]} */ cells) => {
            if (cells.length) parts.push(t(key, { cells: cells.join(' ') }));
        };
        if (result.verdict === 'invalid' && !result.intrusions.length && !result.unknown.length) parts.push(t('template.cut'));
        list('template.breaks', result.intrusions);
        list('template.spare', result.spare);
        list('template.idle', result.idle);
        if (result.verdict !== 'undecided') list('template.open', result.unknown);
        parts.push(`${t('solve.effort', { nodes: count(result.nodes), seconds: seconds(result.seconds) })}.`);
        return parts.join(' ');
    }

    /** What happened when one tried. */
    #story() {
        const last = this.played.at(-1),
            name = (/** @type {number} */ cell) => this.board.name(cell);
        if (!last) return t(this.result?.verdict === 'invalid' ? 'template.tryBroken' : 'template.tryHint');
        const intrusion = name(last.intrusion);
        if (this.slot.running) return t('template.seeking', { cell: intrusion });
        if (last.reply < 0) return t('template.broken', { cell: intrusion });
        const text = t('template.answered', { cell: intrusion, reply: name(last.reply) });
        return this.joined ? `${text} ${t('template.joined')}` : text;
    }

    #legend() {
        const { result } = this,
            entries = [['shade', t('template.legend.outside')]];
        if (result?.intrusions.length) entries.push(['vermilion', t('template.legend.breaks')]);
        if (result?.spare.length || result?.idle.length) entries.push(['orange', t('template.legend.spare')]);
        this.legend.replaceChildren(
            ...entries.map(([hue, text]) =>
                h('li', {}, h('span', { class: `swatch ${hue}`, 'aria-hidden': 'true' }), h('span', {}, text)),
            ),
        );
    }

    /** @param {View} view */
    decorate(view) {
        const { drawing, result } = this,
            position = this.board;
        const cells = (/** @type {string[]} */ names) => names.map(name => position.cell(name)).filter(cell => cell >= 0);
        view.position = position;
        view.chain = [];
        view.numbers = new Map();
        for (const [end, sign] of /** @type {[number, string][]} */ ([
            [UPPER, '▲'],
            [LOWER, '▼'],
        ]))
            for (const cell of drawing.which(kind => kind === end)) view.numbers.set(cell, sign);
        view.ghost = this.trying ? WHITE : this.tool >= STONE ? BLACK : EMPTY;
        view.open = [...(drawing.top ? [] : ['top']), ...(drawing.bottom ? [] : ['bottom']), 'left', 'right'];
        const outside = drawing.which(kind => kind === NOTHING);
        view.groups?.push({ cells: outside, hue: 'shade', style: 'shade' });
        for (const cell of outside) view.notes?.set(cell, t('template.note.outside'));
        for (const cell of drawing.which(kind => kind === UPPER)) view.notes?.set(cell, t('template.upper'));
        for (const cell of drawing.which(kind => kind === LOWER)) view.notes?.set(cell, t('template.lower'));
        if (!result || this.played.length) return;
        const breaks = cells(result.intrusions),
            spare = cells([...result.spare, ...result.idle]);
        view.groups?.push({ cells: breaks, hue: 'vermilion', style: 'ring' }, { cells: breaks, hue: 'vermilion', style: 'cross' });
        view.groups?.push({ cells: spare, hue: 'orange', style: 'ring' });
        for (const cell of breaks) view.notes?.set(cell, t('template.legend.breaks'));
        for (const cell of spare) view.notes?.set(cell, t('template.legend.spare'));
    }

    /** @param {string} key */
    key(key) {
        if (key === 'p') this.#toggle();
        return key === 'p';
    }
}
