// Help, settings, and the tour at the first visit.
import { BLACK } from './position.js';
import { dialog, find, h, segments, toggle } from './ui.js';

/** @typedef {import('./app.js').App} App */

const KEYS = [
    ['← → ↑ ↓', 'move over the board (b goes there)'],
    ['Enter', 'play on the chosen cell'],
    ['u', 'undo'],
    ['s', 'swap'],
    ['h', 'hint (in Play)'],
    ['n', 'new game'],
    [', .', 'one move back or forward'],
    ['Home End', 'to the start, to the end'],
    ['Space', 'pause the analysis'],
    ['p', 'prove (in Solve)'],
    ['m', 'move numbers'],
    ['o', 'orientation of the board'],
    ['1 to 5', 'Play, Analyse, Solve, Review, Set up'],
    ['?', 'this help'],
];

export function showHelp() {
    dialog(
        'Hex in a minute',
        [
            h(
                'p',
                {},
                'Each turn a player puts one stone on any empty cell. Black wins by joining the top and bottom edges with a chain of black stones, White by joining left and right. Stones never move, and there is no draw.',
            ),
            h(
                'p',
                {},
                'Moving first is a great help. So the second player may swap: he takes over the first stone, mirrored in his own colour, and the opener moves again.',
            ),
            h(
                'p',
                {},
                'Percentages are winning chances as the engine sees them. Only what is called proved is certain.',
            ),
            h('h3', {}, 'Keys'),
            h(
                'dl',
                { class: 'keys' },
                ...KEYS.flatMap(([keys, what]) => [
                    h('dt', {}, ...keys.split(' ').map(key => (/^(to)$/.test(key) ? ' to ' : h('kbd', {}, key)))),
                    h('dd', {}, what),
                ]),
            ),
        ],
        { wide: true },
    );
}

/** @param {App} app */
export function showSettings(app) {
    const { settings } = app;
    const save = () => app.saveSettings();
    const flag = (/** @type {'coordinates' | 'numbers' | 'thinking' | 'confirm'} */ key, /** @type {string} */ text) =>
        toggle(text, settings[key], on => {
            settings[key] = on;
            save();
        });
    const box = dialog('Settings', [
        h(
            'div',
            { class: 'stack' },
            segments(
                'Colours',
                [
                    ['auto', 'As the system'],
                    ['light', 'Light'],
                    ['dark', 'Dark'],
                ],
                settings.theme,
                value => {
                    settings.theme = /** @type {any} */ (value);
                    save();
                },
            ),
            segments(
                'Board',
                [
                    ['auto', 'Automatic'],
                    ['rhombus', 'Rhombus'],
                    ['diamond', 'Flat diamond'],
                    ['tall', 'Upright'],
                ],
                settings.orientation,
                value => {
                    settings.orientation = /** @type {any} */ (value);
                    save();
                },
            ),
            flag('coordinates', 'Coordinates'),
            flag('numbers', 'Move numbers'),
            flag('confirm', 'Tap twice to play'),
            flag('thinking', "Show the computer's thinking in Play"),
            h(
                'button',
                {
                    type: 'button',
                    onclick: () => {
                        box.close();
                        startTour(app);
                    },
                },
                'Show the tour again',
            ),
        ),
    ]);
}

/** @type {{at: string, title: string, text: string}[]} */
const STEPS = [
    {
        at: '#board',
        title: 'A board, ready to play',
        text: 'You are Black: join AIM. Choose any cell, and the computer answers. Undo, hints and other sizes are next to the board.',
    },
    {
        at: '#tabs',
        title: 'See why',
        text: 'Analyse shows what the engine thinks and the reasons. Solve proves who wins and lets you play against the proof. Review finds the mistakes in your games. Set up takes any position.',
    },
    {
        at: '#share',
        title: 'Keep and share',
        text: 'Your games stay in this browser. Share gives you links, SGF and pictures; drop a game file anywhere on the page to load it. Press ? for the rules and keys.',
    },
];

/** Three notes beside what they are about. @param {App} app */
export function startTour(app) {
    document.querySelector('#tour')?.remove();
    let step = 0;
    const title = h('h2', { id: 'tour-title' }),
        text = h('p', {}),
        place = h('span', { class: 'hint' });
    const end = () => {
        box.remove();
        mark(null);
        document.removeEventListener('keydown', escape);
        app.settings.tour = true;
        app.saveSettings();
    };
    const escape = (/** @type {KeyboardEvent} */ event) => event.key === 'Escape' && end();
    const next = h('button', {
        type: 'button',
        class: 'primary',
        onclick: () => (++step < STEPS.length ? show() : end()),
    });
    const box = h(
        'div',
        { id: 'tour', role: 'dialog', 'aria-labelledby': 'tour-title' },
        title,
        text,
        h(
            'div',
            { class: 'row spread' },
            place,
            h('span', { class: 'buttons' }, h('button', { type: 'button', onclick: end }, 'Skip'), next),
        ),
    );
    const mark = (/** @type {string | null} */ selector) => {
        document.querySelectorAll('.toured').forEach(element => element.classList.remove('toured'));
        if (selector) find(selector, HTMLElement).classList.add('toured');
    };
    const show = () => {
        const { at, title: head, text: body } = STEPS[step];
        title.textContent = head;
        text.textContent = body.replace('AIM', app.aim(BLACK));
        place.textContent = `${step + 1} of ${STEPS.length}`;
        next.textContent = step + 1 < STEPS.length ? 'Next' : 'Start playing';
        box.dataset.step = String(step);
        mark(at);
    };
    document.body.append(box);
    document.addEventListener('keydown', escape);
    show();
}
