// Puzzles: positions in which one move wins, from the sets of data/puzzles. The person looks for the move; a wrong one is refuted by
// the proof. What was solved is kept in the browser.
import { Duel } from './duel.js';
import { RequestSlot } from './request_slot.js';
import { read, write } from './local_storage.js';
import { many, t } from './lang.js';
import { Name, colorOf, other } from './position.js';
import { h, notify } from './ui.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {import('./board.js').View} View */
/** @typedef {Record<string, any>} Message */
/** @typedef {import('./duel.js').Placed & {move: string, grade: number, level: number | null, proof_nodes: number, id: string}} Puzzle */
/** 2: found at once, 1: with a wrong try or help. @typedef {Record<string, number>} Progress */

const PROGRESS = 'mustplay.puzzles',
    CHOICE = 'mustplay.puzzle';
const GRADES = [1, 2, 3, 4, 5];
const HUES = ['blue', 'orange', 'green', 'pink', 'sky', 'vermilion', 'purple'];
const LEGEND_MOST = 8;

/** A name that stays when the file changes: FNV-1a of the position. @param {import('./duel.js').Placed} puzzle */
function idOf({ size, black, white, to_move }) {
    let hash = 0x811c9dc5;
    for (const c of `${size} ${black} ${white} ${to_move}`) hash = Math.imul(hash ^ c.charCodeAt(0), 0x01000193) >>> 0;
    return hash.toString(36);
}

/** @param {string} name */
async function loadText(name) {
    const response = await fetch(`puzzles/${name}`);
    if (!response.ok) throw new Error(t('learn.notLoaded', { status: response.status }));
    return response.text();
}

/** @param {string} size @returns {Promise<Puzzle[]>} */
async function loadSet(size) {
    const lines = (await loadText(`${size}.jsonl`)).split('\n').filter(line => line);
    return lines.map(line => {
        const puzzle = JSON.parse(line);
        return { ...puzzle, id: idOf(puzzle) };
    });
}

export class Puzzles {
    /** @param {App} app @param {() => void} changed */
    constructor(app, changed) {
        this.app = app;
        this.changed = changed;
        this.duel = new Duel(app, changed);
        this.asking = new RequestSlot(app, changed);
        /** By size, such as 5x5. @type {Map<string, Puzzle[]>} */
        this.sets = new Map();
        const choice = read(CHOICE, {});
        this.size = String(choice.size ?? '5x5');
        /** 0: all grades. */
        this.grade = GRADES.includes(choice.grade) ? choice.grade : 0;
        /** @type {string} */
        this.wanted = String(choice.id ?? '');
        /** @type {Progress} */
        this.progress = read(PROGRESS, {});
        /** @type {Puzzle | null} */
        this.puzzle = null;
        this.helped = false;
        /** Cells that the hint leaves. @type {string[]} */
        this.hinted = [];
        /** The solution's groups, and its proof. @type {Message[] | null} */
        this.solution = null;
        this.proof = '';
        this.title = h('h2', { id: 'puzzle-title' });
        this.text = h('p', { id: 'puzzle-text', 'aria-live': 'polite' });
        this.legend = h('ul', { class: 'legend', id: 'puzzle-legend' });
        this.tally = h('p', { class: 'hint', id: 'puzzle-tally' });
        this.bar = h('progress', { 'aria-label': t('puzzles.solved') });
        const button = (/** @type {string} */ id, /** @type {string} */ text, /** @type {() => void} */ act) =>
            h('button', { type: 'button', id, onclick: act }, text);
        this.back = button('puzzle-back', t('learn.back'), () => this.duel.takeBack());
        this.hint = button('puzzle-hint', t('puzzles.hint'), () => this.#hint());
        this.show = button('puzzle-solution', t('puzzles.solution'), () => this.#solve());
        this.playOut = button('puzzle-play', t('puzzles.playOut'), () => this.#playOut());
        this.walk = button('puzzle-walk', t('proof.walk'), () => this.#openProof());
        this.next = button('puzzle-next', t('puzzles.next'), () => this.#next(1));
        this.sizes = h('select', { id: 'puzzle-size', onchange: () => this.#choose() });
        this.grades = h(
            'select',
            { id: 'puzzle-grade', onchange: () => this.#choose() },
            h('option', { value: 0 }, t('puzzles.allGrades')),
            ...GRADES.map(grade => h('option', { value: grade }, t('puzzles.grade', { stars: '★'.repeat(grade) }))),
        );
        this.grades.value = String(this.grade);
        this.element = h(
            'div',
            { class: 'stack' },
            h(
                'div',
                { class: 'row spread' },
                h('div', { class: 'field row' }, h('label', { for: 'puzzle-size' }, t('puzzles.size')), this.sizes),
                h('div', { class: 'field row' }, h('label', { for: 'puzzle-grade' }, t('puzzles.of')), this.grades),
            ),
            h('div', { class: 'card' }, this.title, this.text, this.legend, h('div', { class: 'buttons' }, this.next, this.back, this.playOut, this.hint, this.show, this.walk)),
            h('div', {}, this.bar, this.tally),
        );
    }

    // --- Which one

    /** Those of the size and grade. @returns {Puzzle[]} */
    get list() {
        const all = this.sets.get(this.size) ?? [];
        return this.grade ? all.filter(puzzle => puzzle.grade === this.grade) : all;
    }

    async enter() {
        try {
            if (!this.sizes.options.length) await this.#loadSizes();
            if (!this.sets.has(this.size)) this.sets.set(this.size, await loadSet(this.size));
        } catch (error) {
            this.app.failed(error, () => this.enter());
            return;
        }
        const kept = this.list.find(puzzle => puzzle.id === this.wanted);
        if (kept) this.#begin(kept);
        else this.#next(0);
    }

    /** Which sets there are. */
    async #loadSizes() {
        const sizes = /** @type {string[]} */ (JSON.parse(await loadText('index.json')));
        this.sizes.replaceChildren(...sizes.map(size => h('option', { value: size }, size.replace('x', '×'))));
        if (!sizes.includes(this.size)) this.size = sizes[0];
        this.sizes.value = this.size;
    }

    #choose() {
        this.size = this.sizes.value;
        this.grade = Number(this.grades.value);
        this.puzzle = null;
        this.wanted = '';
        void this.enter();
    }

    /** The next that is not solved, from the present one on. @param {number} step */
    #next(step) {
        const { list } = this,
            at = this.puzzle ? list.indexOf(this.puzzle) + step : 0,
            order = [...list.slice(at), ...list.slice(0, at)],
            next = order.find(puzzle => !this.progress[puzzle.id]) ?? order[0];
        if (!next) {
            this.puzzle = null;
            this.duel.end();
            this.changed();
            return;
        }
        if (step && list.every(puzzle => this.progress[puzzle.id])) notify(t('puzzles.allSolved'));
        this.#begin(next);
    }

    /** @param {Puzzle} puzzle */
    #begin(puzzle) {
        this.puzzle = puzzle;
        this.helped = false;
        this.hinted = [];
        this.solution = null;
        this.asking.stop();
        write(CHOICE, { size: this.size, grade: this.grade, id: puzzle.id });
        this.wanted = puzzle.id;
        this.duel.begin(puzzle, puzzle.to_move, false);
        this.changed();
    }

    leave() {
        this.duel.end();
        this.asking.stop();
    }

    // --- Playing

    /** Whether the move that was made first is the right one; null before. */
    get right() {
        const first = this.duel.shown ? this.app.tree.current.path[1] : null;
        return first ? first.move === this.puzzle?.move : null;
    }

    update() {
        this.duel.update();
        const { puzzle } = this;
        if (!puzzle || !this.duel.shown || this.right === null) return;
        if (!this.right) this.helped = true;
        else if (!this.progress[puzzle.id]) {
            this.progress[puzzle.id] = this.helped ? 1 : 2;
            write(PROGRESS, this.progress);
        }
    }

    #playOut() {
        this.duel.goesOn = true;
        this.solution = null;
        this.app.changed();
    }

    /** First the cells that are left when what is known without search is taken away, then the move. */
    #hint() {
        const { puzzle, app } = this;
        if (!puzzle) return;
        this.helped = true;
        app.go(app.tree.root);
        if (this.hinted.length) {
            this.hinted = [puzzle.move];
            this.changed();
            return;
        }
        this.asking.ask('explain', {}, {
            about: app.tree.root,
            done: (answer, current) => {
                if (!current || this.puzzle !== puzzle) return;
                const known = /** @type {string[]} */ (answer.must_play ?? []);
                this.hinted = known.length && known.length <= 12 && known.includes(puzzle.move) ? known : this.#near(puzzle.move);
                this.changed();
            },
        });
    }

    /** The move and the cells around a neighbour of it. @param {string} move */
    #near(move) {
        const { position } = this.app,
            free = (/** @type {number} */ cell) => position.neighbours(cell).filter(near => !position.stones[near]),
            cell = position.cell(move),
            centre = free(cell)[0] ?? cell;
        return [...new Set([cell, centre, ...free(centre), ...free(cell).slice(0, 2)])].map(near => position.name(near));
    }

    /** The proof's answers to all that the other side can try after the move. */
    #solve() {
        const { puzzle, app } = this;
        if (!puzzle) return;
        this.helped = this.helped || this.right !== true;
        app.go(app.tree.root);
        const { root } = app.tree;
        this.asking.ask('proof-write', { time: 60 }, {
            about: root,
            done: (written, current) => {
                if (!current || this.puzzle !== puzzle) return;
                if (!written.text) notify(t('proof.noTime'), { error: true });
                else this.#walk(puzzle, written.text);
            },
        });
    }

    /** @param {Puzzle} puzzle @param {string} text */
    #walk(puzzle, text) {
        this.asking.ask('proof-walk', { text, intrusions: [] }, {
            about: 'proof',
            done: (answer, current) => {
                if (!current || this.puzzle !== puzzle || !this.duel.shown) return;
                const groups = /** @type {Message[]} */ (answer.groups).filter(group => group.reason !== 'free');
                groups.sort((a, b) => b.cells.length - a.cells.length);
                this.solution = groups.map((group, i) => ({ ...group, hue: HUES[i] ?? 'gray' }));
                this.proof = text;
                if (this.app.tree.current === this.app.tree.root) this.app.play(puzzle.move);
                this.changed();
            },
        });
    }

    /** Every line of it, in Solve. */
    #openProof() {
        const { app, proof } = this;
        app.enter('solve');
        /** @type {any} */ (app.panels.solve).proof.openText('puzzle.proof', proof);
    }

    // --- Showing

    render() {
        const { puzzle, duel, right } = this,
            done = right === true;
        const { list } = this,
            solved = list.filter(item => this.progress[item.id]).length;
        this.bar.max = list.length || 1;
        this.bar.value = solved;
        this.tally.textContent = list.length ? many('puzzles.tally', list.length, { solved }) : '';
        for (const button of [this.back, this.hint, this.show, this.next, this.playOut, this.walk]) button.hidden = !puzzle;
        if (!puzzle) {
            this.title.textContent = t('puzzles.none');
            this.text.textContent = '';
            return;
        }
        const color = Name(colorOf(puzzle.to_move));
        this.title.textContent = done ? t('puzzles.right') : right === false ? t('puzzles.wrong') : t('puzzles.task', { color });
        this.text.textContent = this.#words(puzzle, color);
        this.back.hidden = right !== false;
        this.hint.hidden = right !== null || this.hinted.length === 1;
        this.show.hidden = this.solution !== null || right === false;
        this.walk.hidden = this.solution === null;
        this.playOut.hidden = !done || duel.goesOn;
        this.next.classList.toggle('primary', done);
        this.back.classList.toggle('primary', right === false);
        this.show.disabled = this.hint.disabled = this.asking.running;
        this.legend.replaceChildren(
            ...(this.solution ?? []).slice(0, LEGEND_MOST).map(group =>
                h('li', {}, h('span', { class: `swatch ${group.hue}`, 'aria-hidden': 'true' }), h('span', {}, this.#group(group))),
            ),
        );
    }

    /** @param {Message} group */
    #group(group) {
        return group.answer ? t('puzzles.group', { cells: group.cells.join(' '), answer: group.answer }) : t('puzzles.pair', { cells: group.cells.join(' ') });
    }

    /** @param {Puzzle} puzzle @param {string} color */
    #words(puzzle, color) {
        const { duel, right } = this,
            opponent = Name(other(colorOf(puzzle.to_move))),
            first = this.app.tree.current.path[1]?.move ?? '';
        if (this.asking.running) return t('learn.asking');
        if (this.app.position.winner) return t('app.won', { color: Name(this.app.position.winner) });
        if (right === null)
            return this.hinted.length === 1
                ? t('puzzles.answer', { move: puzzle.move })
                : this.hinted.length
                  ? t('puzzles.hinted')
                  : t('puzzles.about', { stars: '★'.repeat(puzzle.grade) });
        if (right && this.solution) return t('puzzles.solution.text', { move: puzzle.move, color, opponent });
        if (right && duel.goesOn) return duel.lost ? t('puzzles.lostAgain', { opponent }) : t('puzzles.playing', { opponent });
        if (right) return t('puzzles.right.text', { move: puzzle.move });
        const reply = duel.verdict?.reply;
        return reply ? t('puzzles.refuted', { move: first, reply, opponent }) : t('learn.checking', { move: first });
    }

    /** @param {View} view */
    decorate(view) {
        const cells = (/** @type {string[]} */ names) => names.map(name => view.position.cell(name)).filter(cell => cell >= 0 && !view.position.stones[cell]);
        if (!this.duel.shown) return;
        this.duel.decorate(view);
        if (this.hinted.length && this.right === null) {
            view.groups?.push({ cells: cells(this.hinted), hue: 'green', style: 'ring' });
            for (const cell of cells(this.hinted)) view.notes?.set(cell, t('puzzles.note.hint'));
        }
        if (!this.solution || this.app.tree.current.number !== 1 || !this.right) return;
        for (const group of this.solution) {
            view.groups?.push({ cells: cells(group.cells), hue: group.hue, style: 'ring' });
            for (const cell of cells(group.cells)) {
                const answer = group.answer ?? group.cells.find((/** @type {string} */ name) => view.position.cell(name) !== cell);
                view.labels?.set(cell, answer);
                view.notes?.set(cell, t('puzzles.note.answer', { answer }));
            }
        }
    }

    /** @param {number} cell */
    choose(cell) {
        if (!this.duel.shown) return false;
        if (this.app.position.stones[cell] || this.app.position.winner) return true;
        if (!this.duel.yourTurn) {
            if (this.duel.busy) notify(t('learn.wait'));
            return true;
        }
        return false;
    }
}
