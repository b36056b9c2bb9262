// Help, settings, and the tour at the first visit.
import { LANGUAGES, named, t } from './lang.js';
import { BLACK } from './position.js';
import { dialog, find, h, segments, toggle } from './ui.js';

/** @typedef {import('./app.js').App} App */

const KEYS = /** @type {const} */ ([
    ['← → ↑ ↓', 'key.arrows'],
    ['Enter', 'key.enter'],
    ['u', 'key.u'],
    ['s', 'key.s'],
    ['h', 'key.h'],
    ['n', 'key.n'],
    [', .', 'key.step'],
    ['Home End', 'key.ends'],
    ['Space', 'key.pause'],
    ['p', 'key.p'],
    ['m', 'key.m'],
    ['o', 'key.o'],
    ['1 to 6', null],
    ['?', 'key.help'],
]);
const MODES = /** @type {const} */ (['mode.play', 'mode.analyse', 'mode.solve', 'mode.review', 'mode.setup', 'mode.learn']);

/** @param {string} key */
const keyCap = key => (key === 'to' ? ` ${t('cap.to')} ` : h('kbd', {}, named(`cap.${key}`, key)));

export function showHelp() {
    dialog(
        t('help.title'),
        [
            h('p', {}, t('help.rules')),
            h('p', {}, t('help.swap')),
            h('p', {}, t('help.percent')),
            h('h3', {}, t('help.keys')),
            h(
                'dl',
                { class: 'keys' },
                ...KEYS.flatMap(([keys, what]) => [
                    h('dt', {}, ...keys.split(' ').map(keyCap)),
                    h('dd', {}, what ? t(what) : MODES.map(mode => t(mode)).join(', ')),
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
    const box = dialog(t('settings'), [
        h(
            'div',
            { class: 'stack' },
            segments(
                t('settings.language'),
                [['auto', t('settings.automatic')], ...Object.entries(LANGUAGES)],
                settings.language,
                value => {
                    settings.language = /** @type {any} */ (value);
                    save();
                    location.reload();
                },
            ),
            segments(
                t('settings.colours'),
                [
                    ['auto', t('settings.system')],
                    ['light', t('settings.light')],
                    ['dark', t('settings.dark')],
                ],
                settings.theme,
                value => {
                    settings.theme = /** @type {any} */ (value);
                    save();
                },
            ),
            segments(
                t('board'),
                [
                    ['auto', t('settings.automatic')],
                    ['rhombus', t('settings.rhombus')],
                    ['diamond', t('settings.diamond')],
                    ['tall', t('settings.tall')],
                ],
                settings.orientation,
                value => {
                    settings.orientation = /** @type {any} */ (value);
                    save();
                },
            ),
            flag('coordinates', t('settings.coordinates')),
            flag('numbers', t('settings.numbers')),
            flag('confirm', t('settings.confirm')),
            flag('thinking', t('settings.thinking')),
            h(
                'button',
                {
                    type: 'button',
                    onclick: () => {
                        box.close();
                        startTour(app);
                    },
                },
                t('settings.tour'),
            ),
        ),
    ]);
}

const STEPS = /** @type {const} */ ([
    ['#board', 'tour.board', 'tour.board.text'],
    ['#tabs', 'tour.why', 'tour.why.text'],
    ['#share', 'tour.share', 'tour.share.text'],
]);

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
            h('span', { class: 'buttons' }, h('button', { type: 'button', onclick: end }, t('tour.skip')), next),
        ),
    );
    const mark = (/** @type {string | null} */ selector) => {
        document.querySelectorAll('.toured').forEach(element => element.classList.remove('toured'));
        if (selector) find(selector, HTMLElement).classList.add('toured');
    };
    const show = () => {
        const [at, head, body] = STEPS[step];
        title.textContent = t(head);
        text.textContent = t(body, { aim: app.aim(BLACK) });
        place.textContent = t('tour.of', { step: step + 1, steps: STEPS.length });
        next.textContent = t(step + 1 < STEPS.length ? 'tour.next' : 'tour.start');
        box.dataset.step = String(step);
        mark(at);
    };
    document.body.append(box);
    document.addEventListener('keydown', escape);
    show();
}
