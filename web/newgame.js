// The dialog for a new game.
import { CLOCKS, clockText, timeOf } from './clock.js';
import { named, t } from './lang.js';
import { BLACK, WHITE } from './position.js';
import { Game } from './storage.js';
import { Tree } from './tree.js';
import { dialog, h, segments, toggle } from './ui.js';

/** @typedef {import('./app.js').App} App */

const TIMES = [0, 1, 2, 5, 10, 30];
const COMMON_SIZES = [5, 7, 9, 11, 13, 14, 19];

/** What a size is like, in a few words. @param {number} size */
function sizeHint(size) {
    if (size <= 4) return t('new.hint.puzzle');
    if (size <= 6) return t('new.hint.small');
    if (size <= 9) return t('new.hint.short');
    if (size <= 11) return t('new.hint.classic');
    return t(size <= 14 ? 'new.hint.tournament' : 'new.hint.long');
}

/** @param {App} app @param {(game: Game) => void} start */
export function askNewGame(app, start) {
    const last = app.game;
    const wish = {
        size: last.tree.width === last.tree.height && last.tree.width >= 3 ? last.tree.width : 11,
        opponent: last.tree.current.parent || last.opponent === 'computer' ? last.opponent : 'computer',
        color: last.human === WHITE ? 'white' : 'black',
        level: last.level,
        time: last.time,
        swap: last.swap,
        clock: clockText(last.clock),
    };
    const hint = h('p', { class: 'hint' }),
        sizeText = h('output', { for: 'new-size' });
    const slider = h('input', {
        id: 'new-size',
        type: 'range',
        min: 3,
        max: 19,
        value: wish.size,
        'aria-label': t('new.size'),
    });
    const setSize = (/** @type {number} */ size) => {
        wish.size = size;
        slider.value = String(size);
        sizeText.textContent = `${size} × ${size}`;
        hint.textContent = sizeHint(size);
    };
    slider.addEventListener('input', () => setSize(Number(slider.value)));
    setSize(wish.size);
    const computer = h('div', { class: 'stack' }, colorChoice(wish), levelChoice(app, wish), timeChoice(wish));
    computer.hidden = wish.opponent !== 'computer';
    const box = dialog(t('play.new'), [
        h(
            'form',
            {
                class: 'stack',
                onsubmit: (/** @type {Event} */ event) => {
                    event.preventDefault();
                    box.close();
                    start(gameOf(wish));
                },
            },
            h(
                'div',
                { class: 'field' },
                h('div', { class: 'field-head' }, h('label', { for: 'new-size' }, t('board')), sizeText),
                slider,
                h(
                    'div',
                    { class: 'chips' },
                    ...COMMON_SIZES.map(size =>
                        h('button', { type: 'button', class: 'chip', onclick: () => setSize(size) }, String(size)),
                    ),
                ),
                hint,
            ),
            segments(
                t('new.opponent'),
                [
                    ['computer', t('new.computer')],
                    ['people', t('new.people')],
                ],
                wish.opponent,
                value => {
                    wish.opponent = value === 'computer' ? 'computer' : 'people';
                    computer.hidden = value !== 'computer';
                },
            ),
            computer,
            clockChoice(wish),
            h(
                'div',
                { class: 'field' },
                toggle(t('new.swap'), wish.swap, on => {
                    wish.swap = on;
                }),
                h('p', { class: 'hint' }, t('new.swap.hint')),
            ),
            h('button', { type: 'submit', class: 'primary', autofocus: true }, t('new.start')),
        ),
    ]);
}

/** @typedef {{size: number, opponent: string, color: string, level: number, time: number, swap: boolean, clock: string}} Wish */

/** @param {Wish} wish */
const colorChoice = wish =>
    segments(
        t('new.you'),
        [
            ['black', t('new.black')],
            ['white', t('new.white')],
            ['random', t('new.random')],
        ],
        wish.color,
        value => {
            wish.color = value;
        },
    );

/** @param {App} app @param {Wish} wish */
function levelChoice(app, wish) {
    const levels = /** @type {{level: number}[]} */ (app.connection.hello?.levels ?? []);
    const text = h('output', { for: 'new-level' }),
        hint = h('p', { class: 'hint' });
    const slider = h('input', {
        id: 'new-level',
        type: 'range',
        min: 1,
        max: levels.length || 10,
        value: wish.level,
        'aria-label': t('new.strength'),
    });
    const set = () => {
        wish.level = Number(slider.value);
        text.textContent = String(wish.level);
        hint.textContent = named(`level.${wish.level}`);
    };
    slider.addEventListener('input', set);
    set();
    return h(
        'div',
        { class: 'field' },
        h('div', { class: 'field-head' }, h('label', { for: 'new-level' }, t('new.level')), text),
        slider,
        hint,
    );
}

/** @param {Wish} wish */
function timeChoice(wish) {
    const select = h(
        'select',
        {
            id: 'new-time',
            onchange: () => {
                wish.time = Number(select.value);
            },
        },
        ...TIMES.map(time => h('option', { value: time, selected: time === wish.time }, named(`new.time.${time}`))),
    );
    return h('div', { class: 'field row' }, h('label', { for: 'new-time' }, t('new.time')), select);
}

/** @param {Wish} wish */
function clockChoice(wish) {
    const select = h(
        'select',
        {
            id: 'new-clock',
            onchange: () => {
                wish.clock = select.value;
            },
        },
        ...CLOCKS.map(clock => {
            const [minutes, add] = clock.split('+');
            return h('option', { value: clock, selected: clock === wish.clock }, clock === CLOCKS[0] ? t('clock.none') : t('clock.time', { minutes, add }));
        }),
    );
    return h('div', { class: 'field row' }, h('label', { for: 'new-clock' }, t('clock')), select);
}

/** @param {Wish} wish */
function gameOf(wish) {
    const game = new Game(new Tree(wish.size, wish.size));
    game.opponent = wish.opponent === 'computer' ? 'computer' : 'people';
    game.human =
        wish.color === 'random' ? (Math.random() < 0.5 ? BLACK : WHITE) : wish.color === 'white' ? WHITE : BLACK;
    game.level = wish.level;
    game.time = wish.time;
    game.swap = wish.swap;
    game.clock = timeOf(wish.clock);
    game.tree.info.rules = wish.swap ? 'swap' : 'noswap';
    game.tree.info.date = new Date().toISOString().slice(0, 10);
    if (game.opponent === 'computer') {
        const computer = t('new.name.computer', { level: game.level });
        game.tree.info.black = game.human === BLACK ? t('new.name.you') : computer;
        game.tree.info.white = game.human === WHITE ? t('new.name.you') : computer;
    }
    return game;
}

/** The same players again with the colours exchanged. @param {Game} game */
export function rematchOf(game) {
    return gameOf({
        size: game.tree.width,
        opponent: game.opponent,
        color: game.human === BLACK ? 'white' : 'black',
        level: game.level,
        time: game.time,
        swap: game.swap,
        clock: clockText(game.clock),
    });
}
