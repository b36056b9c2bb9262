// What the browser keeps: settings, and the games, so that they survive a reload and a restart of the server. Each
// tab has its own current game; all games are in one list, the latest first.
import { SETTINGS, read, write } from './local_storage.js';
import { many, t } from './lang.js';
import { readSgf, writeSgf } from './sgf.js';
import { BLACK, Name, WHITE } from './position.js';

/** @typedef {import('./layout.js').Orientation} Orientation */
/** @typedef {import('./tree.js').Tree} Tree */

const GAMES = 'mustplay.games',
    CURRENT = 'mustplay.current';
const GAMES_KEPT = 30;

export const DEFAULTS = {
    language: /** @type {'auto' | keyof typeof import('./lang.js').LANGUAGES} */ ('auto'),
    theme: /** @type {'auto' | 'light' | 'dark'} */ ('auto'),
    orientation: /** @type {'auto' | Orientation} */ ('auto'),
    coordinates: true,
    numbers: false,
    thinking: false,
    confirm: false,
    measure: /** @type {'value' | 'visits' | 'prior'} */ ('value'),
    overlays: /** @type {Record<string, boolean>} */ ({}),
    tour: false,
    swapExplained: false,
    mode: 'play',
};
/** @typedef {typeof DEFAULTS} Settings */

/** A game with what it takes to go on with it. */
export class Game {
    /** @param {Tree} tree */
    constructor(tree) {
        this.id = `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`;
        this.tree = tree;
        /** @type {'computer' | 'people'} */
        this.opponent = 'people';
        this.human = BLACK;
        this.level = 4;
        this.time = 0;
        this.swap = true;
        /** @type {import('./clock.js').Time | null} */
        this.clock = null;
        this.saved = 0;
        /** Whether it is one of the games that the browser keeps: lessons and puzzles are not. */
        this.kept = true;
    }
}

/** @returns {Settings} */
export const loadSettings = () => ({ ...DEFAULTS, ...read(SETTINGS, {}) });
/** @param {Settings} settings */
export const saveSettings = settings => write(SETTINGS, settings);

/** What the engine said of a node. @typedef {[number | null, 'black' | 'white' | null, string | null, 'blunder' | 'mistake' | 'turning_point' | 'inaccuracy' | null, Record<string, any> | null, Record<string, any> | null]} Seen */
/** @typedef {{id: string, sgf: string, at: number[], opponent: string, human: number, level: number, time: number, swap: boolean, clock?: import('./clock.js').Time | null, saved: number, title: string, empty: boolean, seen?: Seen[]}} Stored */

/** @returns {Stored[]} */
export const storedGames = () => read(GAMES, []);

/** @param {Game} game */
export function titleOf(game) {
    const { tree } = game,
        size = tree.width === tree.height ? `${tree.width}×${tree.width}` : `${tree.width}×${tree.height}`;
    const moves = tree.currentLine().filter(node => node.move).length;
    const who =
        tree.info.black || tree.info.white
            ? `${tree.info.black || Name(BLACK)} – ${tree.info.white || Name(WHITE)}`
            : game.opponent === 'computer'
              ? t('game.against', { level: game.level })
              : t('game.two');
    return `${size}, ${who}, ${many('moves', moves)}`;
}

/** @param {Game} game */
export function saveGame(game) {
    if (!game.kept) return;
    try {
        sessionStorage.setItem(CURRENT, game.id);
    } catch {
        // see local_storage.js
    }
    const kept = storedGames().filter(item => item.id !== game.id);
    const empty = !game.tree.root.children.length && !game.tree.root.setup;
    /** @type {Stored} */
    const item = {
        id: game.id,
        sgf: writeSgf(game.tree),
        at: game.tree.address(),
        opponent: game.opponent,
        human: game.human,
        level: game.level,
        time: game.time,
        swap: game.swap,
        clock: game.clock,
        saved: Date.now(),
        title: titleOf(game),
        empty,
        seen: [...game.tree.nodes()].map(({ value, proved, best, mark, said, note }) => [
            value,
            proved,
            best,
            mark,
            said,
            note,
        ]),
    };
    // An empty board is worth keeping only as the latest game.
    write(GAMES, [item, ...kept.filter(other => !other.empty)].slice(0, GAMES_KEPT));
}

/** @param {Stored} item @returns {Game | null} */
export function openStored(item) {
    try {
        const game = new Game(readSgf(item.sgf));
        let i = 0; // nodes come in the same order from the SGF
        for (const node of game.tree.nodes()) {
            const [value, proved, best, mark, said, note] = item.seen?.[i++] ?? [];
            Object.assign(node, {
                value: value ?? null,
                proved: proved ?? null,
                best: best ?? null,
                mark: mark ?? null,
                said: typeof said === 'object' ? said : null, // older versions kept a sentence
                note: note ?? null,
            });
        }
        game.tree.follow(item.at);
        game.id = item.id;
        game.opponent = item.opponent === 'computer' ? 'computer' : 'people';
        game.human = item.human;
        game.level = item.level;
        game.time = item.time;
        game.swap = item.swap;
        game.clock = item.clock ?? null;
        if (game.clock?.moves) game.clock.paused = true;
        return game;
    } catch {
        return null;
    }
}

/** The game this tab showed last, or else the latest. @returns {Game | null} */
export function loadGame() {
    const games = storedGames();
    let id = null;
    try {
        id = sessionStorage.getItem(CURRENT);
    } catch {
        // see local_storage.js
    }
    const item = games.find(game => game.id === id) ?? games[0];
    return item ? openStored(item) : null;
}

/** @param {string} id */
export const forgetGame = id =>
    write(
        GAMES,
        storedGames().filter(item => item.id !== id),
    );
