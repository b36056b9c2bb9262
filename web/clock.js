// A clock for a game: each side has its time and gets a little more for every move. It runs for the side on turn from
// the second move on, and stops while another position is shown. The side whose time ends loses.
import { t } from './lang.js';
import { BLACK, Name, WHITE, other } from './position.js';
import { h, stoneIcon } from './ui.js';

/** @typedef {import('./app.js').App} App */
/** What a game keeps of its clock: milliseconds, by colour, and after how many moves that was. @typedef {{main: number, add: number, left: Record<number, number>, moves: number, paused: boolean}} Time */

/** Minutes and seconds a move. */
export const CLOCKS = ['0+0', '3+2', '5+3', '10+5', '15+10', '30+20'];
const TICK = 100;

/** @param {string} text "5+3" @returns {Time | null} */
export function timeOf(text) {
    const [minutes, add] = text.split('+').map(Number),
        main = 60000 * minutes;
    return main ? { main, add: 1000 * add, left: { [BLACK]: main, [WHITE]: main }, moves: 0, paused: false } : null;
}

/** @param {Time | null} time */
export const clockText = time => (time ? `${time.main / 60000}+${time.add / 1000}` : CLOCKS[0]);

/** 3:07, and tenths in the last ten seconds. @param {number} ms */
function faceOf(ms) {
    const rest = Math.max(0, ms);
    if (rest < 10000) return (rest / 1000).toFixed(1);
    const seconds = Math.ceil(rest / 1000);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

export class Clock {
    /** @param {App} app @param {(color: number) => void} lose */
    constructor(app, lose) {
        this.app = app;
        this.lose = lose;
        /** When the running side's time was last counted. */
        this.counted = 0;
        /** @type {Record<number, HTMLElement>} */
        this.faces = { [BLACK]: h('span', { class: 'face' }), [WHITE]: h('span', { class: 'face' }) };
        this.pause = h('button', { type: 'button', id: 'clock-pause', onclick: () => this.#pause() });
        this.element = h(
            'div',
            { class: 'clock row', role: 'timer', hidden: true },
            ...[BLACK, WHITE].map(color => h('span', { class: 'side', 'aria-label': Name(color) }, stoneIcon(color), this.faces[color])),
            this.pause,
        );
        window.setInterval(() => this.#tick(), TICK);
        // What is on the clock survives a reload, where it waits for the person.
        window.addEventListener('pagehide', () => {
            if (this.#runs()) this.#stop();
        });
    }

    get #time() {
        return this.app.game.clock;
    }

    /** Whether time passes. */
    #runs() {
        const { app } = this,
            time = this.#time;
        return !!time && !time.paused && app.mode === 'play' && time.moves > 0 && !app.position.winner && !app.tree.current.children.length;
    }

    #stop() {
        const time = this.#time;
        if (!time) return;
        time.paused = true;
        this.app.save();
    }

    #pause() {
        const time = this.#time;
        if (!time) return;
        this.#count();
        time.paused = !time.paused;
        this.counted = performance.now();
        this.app.changed();
    }

    #count() {
        const time = this.#time,
            now = performance.now();
        if (time && this.#runs()) time.left[this.app.position.toMove] -= now - this.counted;
        this.counted = now;
    }

    #tick() {
        const time = this.#time,
            color = this.app.position.toMove;
        this.#count();
        if (time && this.#runs() && time.left[color] <= 0) this.lose(color);
        else this.show();
    }

    /** After the game changed: a new move gives its side more time, one taken back stops the clock. */
    update() {
        const time = this.#time,
            { tree, position } = this.app;
        if (!time) return this.show();
        const moves = tree.current.number;
        if (moves === time.moves + 1 && !tree.current.children.length) {
            const mover = tree.current.color || other(position.toMove);
            if (time.moves > 0) time.left[mover] -= performance.now() - this.counted; // since the last tick
            if (!position.winner) time.left[mover] += time.add;
            time.moves = moves;
            time.paused = false;
        } else if (moves < time.moves && !tree.current.children.length) {
            time.moves = moves;
            time.paused = moves > 0;
        }
        this.counted = performance.now();
        this.show();
    }

    /** Seconds that a program should take at most. @param {number} color @returns {number} 0: as long as it likes */
    share(color) {
        const time = this.#time;
        return time ? Math.max(0.1, time.left[color] / 20000 + time.add / 2000) : 0;
    }

    show() {
        const time = this.#time;
        this.element.hidden = !time;
        if (!time) return;
        const runs = this.#runs();
        for (const color of [BLACK, WHITE]) {
            const face = this.faces[color],
                text = faceOf(time.left[color]);
            if (face.textContent !== text) face.textContent = text;
            face.parentElement?.classList.toggle('running', runs && this.app.position.toMove === color);
            face.parentElement?.classList.toggle('low', time.left[color] < 20000);
        }
        this.pause.textContent = t(time.paused ? 'clock.go' : 'clock.pause');
        this.pause.disabled = !!this.app.position.winner || !time.moves;
    }
}
