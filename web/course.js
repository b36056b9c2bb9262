// The course: lessons from the files of data/lessons (docs/CONTRIBUTING.md says how to write one). A step is something to read, a position to
// win against the proof, cells to find, or a choice about the swap. What was done is kept in the browser.
import { Duel } from './duel.js';
import { read, write } from './local_storage.js';
import { language, t } from './lang.js';
import { Name, colorOf } from './position.js';
import { h, notify } from './ui.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {import('./board.js').View} View */
/** A text in each language. @typedef {Record<string, string>} Words */
/**
 * @typedef {import('./duel.js').Placed & {kind: 'read' | 'play' | 'find' | 'swap', you?: string, text: Words, done?: Words, wrong?: Words,
 *   cells?: string[], mark?: string[], swap?: boolean}} Step
 */
/** @typedef {{id: string, title: Words, steps: Step[]}} Lesson */

const PROGRESS = 'mustplay.lessons';

/** @param {Words | undefined} words */
const say = words => words?.[language] ?? words?.en ?? '';

/** @param {string} name */
async function load(name) {
    const response = await fetch(`lessons/${name}.json`);
    if (!response.ok) throw new Error(t('learn.notLoaded', { status: response.status }));
    return response.json();
}

export class Course {
    /** @param {App} app @param {() => void} changed */
    constructor(app, changed) {
        this.app = app;
        this.changed = changed;
        this.duel = new Duel(app, changed);
        /** @type {Lesson[]} */
        this.lessons = [];
        /** Steps done, by lesson. @type {Record<string, number>} */
        this.progress = read(PROGRESS, {});
        /** @type {Lesson | null} */
        this.lesson = null;
        this.at = 0;
        /** Whether the step is done, and cells found so far. */
        this.done = false;
        this.failed = false;
        /** @type {string[]} */
        this.found = [];
        this.list = h('ol', { class: 'lessons', id: 'lessons' });
        this.title = h('h2', { id: 'lesson-title' });
        this.text = h('p', { id: 'lesson-text' });
        this.said = h('p', { class: 'verdict', id: 'lesson-said', 'aria-live': 'polite' });
        const button = (/** @type {string} */ id, /** @type {string} */ text, /** @type {() => void} */ act) =>
            h('button', { type: 'button', id, onclick: act }, text);
        this.next = button('lesson-next', t('course.next'), () => this.#next());
        this.back = button('lesson-back', t('learn.back'), () => this.duel.takeBack());
        this.again = button('lesson-again', t('course.again'), () => this.#begin());
        this.swap = button('lesson-swap', t('course.swap'), () => this.#answer(true));
        this.keep = button('lesson-keep', t('course.keep'), () => this.#answer(false));
        this.card = h('div', { class: 'card', id: 'lesson' }, this.title, this.text, this.said, h('div', { class: 'buttons' }, this.next, this.swap, this.keep, this.back, this.again));
        this.element = h('div', { class: 'stack' }, this.card, this.list);
    }

    // --- Which lesson

    async enter() {
        try {
            if (!this.lessons.length) this.lessons = await Promise.all((await load('index')).map(load));
        } catch (error) {
            this.app.failed(error, () => this.enter());
            return;
        }
        this.open(this.lesson ?? this.lessons.find(lesson => !this.#complete(lesson)) ?? this.lessons[0]);
    }

    leave() {
        this.duel.end();
    }

    /** @param {Lesson} lesson */
    #complete(lesson) {
        return (this.progress[lesson.id] ?? 0) >= lesson.steps.length;
    }

    /** @param {Lesson} lesson */
    open(lesson) {
        if (this.lesson !== lesson) this.at = this.#complete(lesson) ? 0 : (this.progress[lesson.id] ?? 0);
        this.lesson = lesson;
        this.#begin();
    }

    /** @returns {Step | null} */
    get step() {
        return this.lesson?.steps[this.at] ?? null;
    }

    #begin() {
        const { step } = this;
        if (!step) return;
        this.done = step.kind === 'read';
        this.failed = false;
        this.found = [];
        this.duel.begin(step, step.you ?? step.to_move, true);
        this.changed();
    }

    #next() {
        const { lesson } = this;
        if (!lesson) return;
        this.#keep();
        if (this.at + 1 < lesson.steps.length) {
            this.at++;
            this.#begin();
            return;
        }
        const after = this.lessons[this.lessons.indexOf(lesson) + 1];
        if (after) this.open(after);
        else {
            notify(t('course.end'));
            this.changed();
        }
    }

    #keep() {
        const { lesson } = this;
        if (!lesson || !this.done) return;
        this.progress[lesson.id] = Math.max(this.progress[lesson.id] ?? 0, this.at + 1);
        write(PROGRESS, this.progress);
    }

    #finish() {
        if (this.done) return;
        this.done = true;
        this.#keep();
        this.changed();
    }

    // --- Steps

    /** @param {boolean} swap */
    #answer(swap) {
        const { step } = this;
        this.failed = swap !== step?.swap;
        if (!this.failed) this.#finish();
        this.changed();
    }

    update() {
        const { step, duel } = this;
        if (!step || !duel.shown) return;
        if (step.kind !== 'play') return;
        duel.update();
        if (this.app.position.winner === duel.you) this.#finish();
    }

    /** @param {number} cell */
    choose(cell) {
        const { step, duel, app } = this;
        if (!step || !duel.shown) return false;
        if (app.position.stones[cell]) return true;
        if (step.kind === 'find') {
            this.#find(app.position.name(cell));
            return true;
        }
        if (step.kind !== 'play' || app.position.winner) return true;
        if (duel.yourTurn) return false;
        if (duel.busy) notify(t('learn.wait'));
        return true;
    }

    /** @param {string} name */
    #find(name) {
        const wanted = this.step?.cells ?? [];
        this.failed = !wanted.includes(name);
        if (!this.failed && !this.found.includes(name)) this.found.push(name);
        if (this.found.length === wanted.length) this.#finish();
        this.changed();
        this.app.render();
    }

    // --- Showing

    render() {
        const { lesson, step, duel } = this;
        this.list.replaceChildren(
            ...this.lessons.map(item =>
                h(
                    'li',
                    {},
                    h('button', { type: 'button', class: 'link', 'aria-current': item === lesson ? 'step' : null, onclick: () => this.open(item) }, say(item.title)),
                    h('span', { class: 'hint' }, this.#complete(item) ? ` ✓ ${t('course.complete')}` : ''),
                ),
            ),
        );
        if (!lesson || !step) return;
        const lost = step.kind === 'play' && duel.lost && !this.done;
        this.title.textContent = t('course.step', { title: say(lesson.title), step: this.at + 1, steps: lesson.steps.length });
        this.text.textContent = say(step.text);
        this.said.textContent = this.#said(step);
        this.said.classList.toggle('good', this.done && step.kind !== 'read');
        this.next.hidden = !this.done;
        this.next.classList.toggle('primary', this.done);
        this.back.hidden = !lost;
        this.back.classList.toggle('primary', lost);
        this.again.hidden = step.kind !== 'play' || this.app.tree.current === this.app.tree.root;
        this.swap.hidden = this.keep.hidden = step.kind !== 'swap' || this.done;
    }

    /** @param {Step} step */
    #said(step) {
        const { duel } = this;
        if (this.done) return say(step.done);
        if (step.kind === 'find') return this.failed ? say(step.wrong) || t('course.notThat') : this.found.length ? t('course.more', { n: (step.cells?.length ?? 0) - this.found.length }) : '';
        if (step.kind === 'swap') return this.failed ? say(step.wrong) || t('course.notThat') : '';
        const reply = duel.verdict?.reply,
            opponent = Name(3 - duel.you),
            move = duel.lastMove?.move ?? '';
        if (this.app.position.winner) return t('app.won', { color: Name(this.app.position.winner) });
        if (duel.lost) return `${reply ? t('puzzles.refuted', { move, reply, opponent }) : t('puzzles.lostAgain', { opponent })} ${say(step.wrong)}`.trim();
        if (duel.busy) return this.app.position.toMove === duel.you ? '' : t('learn.asking');
        return this.app.tree.current.number ? t('course.goOn') : t('course.youAre', { color: Name(colorOf(step.you ?? step.to_move)) });
    }

    /** @param {View} view */
    decorate(view) {
        const { step, duel } = this;
        if (!step || !duel.shown) return;
        const cells = (/** @type {string[] | undefined} */ names) => (names ?? []).map(name => view.position.cell(name)).filter(cell => cell >= 0 && !view.position.stones[cell]);
        if (this.app.tree.current === this.app.tree.root) view.groups?.push({ cells: cells(step.mark), hue: 'blue', style: 'ring' });
        view.groups?.push({ cells: cells(this.found), hue: 'win', style: 'dot' });
        if (step.kind === 'find' || step.kind === 'read') view.ghost = 0;
        if (step.kind === 'play') duel.decorate(view);
    }
}
