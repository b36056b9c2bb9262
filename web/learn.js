// Learn: a course for beginners and puzzles for everyone. The game that was on the board comes back when one leaves.
import { Course } from './course.js';
import { t } from './lang.js';
import { Puzzles } from './puzzles.js';
import { OwnPuzzles } from './own.js';
import { read, write } from './local_storage.js';
import { h, segments } from './ui.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {import('./board.js').View} View */

const PART = 'mustplay.learn';

export class LearnPanel {
    /** @param {App} app */
    constructor(app) {
        this.app = app;
        /** @type {import('./storage.js').Game | null} the game that was there */
        this.before = null;
        const show = () => this.#show();
        this.parts = { course: new Course(app, show), puzzles: new Puzzles(app, show), own: new OwnPuzzles(app, show) };
        /** @type {'course' | 'puzzles' | 'own'} */
        this.part = ['puzzles', 'own'].includes(read(PART, 'course')) ? read(PART, 'course') : 'course';
        this.host = h('div', {});
        this.element = h(
            'div',
            { class: 'panel' },
            segments(
                t('learn.what'),
                [
                    ['course', t('learn.course')],
                    ['puzzles', t('learn.puzzles')],
                    ['own', t('learn.own')],
                ],
                this.part,
                value => this.#change(/** @type {any} */ (value)),
            ),
            this.host,
        );
    }

    get now() {
        return this.parts[this.part];
    }

    enter() {
        this.before = this.app.game;
        this.#open();
    }

    #open() {
        this.host.replaceChildren(this.now.element);
        void this.now.enter();
        this.#show();
    }

    /** @param {'course' | 'puzzles' | 'own'} part */
    #change(part) {
        this.now.leave();
        this.part = part;
        write(PART, part);
        this.#open();
    }

    leave() {
        const ours = this.now.duel.shown;
        this.now.leave();
        if (ours && this.before) this.app.game = this.before;
        this.before = null;
    }

    update() {
        this.now.update();
        this.#show();
    }

    #show() {
        if (this.app.mode !== 'learn') return;
        this.now.render();
        this.app.render();
    }

    /** @param {View} view */
    decorate(view) {
        this.now.decorate(view);
    }

    /** @param {number} cell */
    choose(cell) {
        return this.now.choose(cell);
    }

    hover() {
        this.app.reason('');
    }

    /** @param {string} _key */
    key(_key) {
        return false;
    }
}
