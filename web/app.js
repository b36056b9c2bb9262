// The page as a whole: one game, one board, six modes that share them. A mode is a panel that may add to what the
// board shows and take over clicks; everything that changes the game goes through this file.
import { AnalysePanel } from './analyse.js';
import { BoardView } from './board.js';
import { Connection, ServerError } from './connection.js';
import { showHelp, showSettings, startTour } from './help.js';
import { fillIn, moveText, named, t } from './lang.js';
import { LearnPanel } from './learn.js';
import { hashOf, readLink } from './links.js';
import { PlayPanel } from './play.js';
import { BLACK, EMPTY, Name, WHITE } from './position.js';
import { ReviewPanel } from './review.js';
import { SetupPanel } from './setup.js';
import { readSgf, swapRuleOf } from './sgf.js';
import { showShare } from './share.js';
import { SolvePanel } from './solve.js';
import { Game, loadGame, loadSettings, saveGame, saveSettings } from './storage.js';
import { LOST, openTransport } from './transport.js';
import { Tree } from './tree.js';
import { find, h, notify, percent, stoneIcon } from './ui.js';

/** @typedef {import('./board.js').View} View */
/** @typedef {import('./layout.js').Edge} Edge */
/** @typedef {import('./tree.js').Node} Node */
/**
 * A mode. `update` is called when the position or the connection changes.
 * @typedef {object} Panel
 * @property {HTMLElement} element
 * @property {() => void} enter
 * @property {() => void} leave
 * @property {() => void} update
 * @property {(view: View) => void} decorate
 * @property {(cell: number) => boolean} choose whether it took the click
 * @property {(what: number | Edge | null) => void} hover
 * @property {(key: string) => boolean} key
 * @property {import('./position.js').Position | null} [board] shown in place of the game's position
 * @property {string} [heading] what is said above that board
 */

const MODES = /** @type {const} */ (['play', 'analyse', 'solve', 'review', 'setup', 'learn']);
/** @typedef {(typeof MODES)[number]} Mode */
/** Blanks that stay at the end of a line. */
const END = '\u00a0\u00a0';

export class App {
    /** The position that the line below the board speaks of. @type {Node | null} */
    #told = null;

    constructor() {
        fillIn();
        /** Says that there is no engine, where people look for what comes next. */
        this.lost = h('div', { class: 'card lost', role: 'alert', hidden: true }, h('strong', {}, LOST.text), h('p', {}, LOST.title));
        this.settings = loadSettings();
        this.board = new BoardView(find('#board', HTMLElement));
        this.board.onChoose = (cell, byTouch) => this.choose(cell, byTouch);
        this.board.onHover = what => this.hover(what);
        this.board.onFocus = cell => this.hover(cell);
        this.game = this.#firstGame();
        /** A cell tapped once. */
        this.chosen = -1;
        this.theme();
        this.connection = new Connection(openTransport);
        this.connection.onState = () => this.#connected();
        /** @type {Record<Mode, Panel & Record<string, any>>} */
        this.panels = {
            play: new PlayPanel(this),
            analyse: new AnalysePanel(this),
            solve: new SolvePanel(this),
            review: new ReviewPanel(this),
            setup: new SetupPanel(this),
            learn: new LearnPanel(this),
        };
        /** @type {Mode} */
        this.mode = MODES.find(mode => mode === this.settings.mode && mode !== 'setup') ?? 'play';
        this.#listen();
        this.enter(this.mode);
        this.draw();
        performance.mark('first-board');
        document.documentElement.dataset.ready = 'yes';
        if (!this.settings.tour) startTour(this);
    }

    /** The address's position, the stored game, or an empty board. The address wins when they differ. */
    #firstGame() {
        const stored = loadGame();
        if (location.hash.length > 1) {
            if (stored && hashOf(stored.tree) === decodeURI(location.hash)) return stored;
            try {
                return new Game(readLink(location.hash));
            } catch (error) {
                notify(t('app.instead', { reason: /** @type {Error} */ (error).message }), { error: true });
            }
        }
        if (stored) return stored;
        const game = new Game(new Tree(11, 11));
        game.opponent = 'computer';
        return game;
    }

    get tree() {
        return this.game.tree;
    }

    get position() {
        return this.tree.position();
    }

    get panel() {
        return this.panels[this.mode];
    }

    /** What is on the board: the game's position, or the panel's own. */
    get shown() {
        return this.panel.board ?? this.position;
    }

    // --- Modes

    /** @param {Mode} mode */
    enter(mode) {
        if (this.panel && this.mode !== mode) this.panel.leave();
        this.mode = mode;
        this.settings.mode = mode;
        saveSettings(this.settings);
        for (const name of MODES) {
            const tab = find(`#tab-${name}`, HTMLElement);
            tab.setAttribute('aria-selected', String(name === mode));
            tab.tabIndex = name === mode ? 0 : -1;
        }
        const host = find('#panel', HTMLElement);
        host.setAttribute('aria-labelledby', `tab-${mode}`);
        host.replaceChildren(this.lost, this.panel.element);
        document.body.dataset.mode = mode;
        this.reason('');
        this.panel.enter();
        this.changed();
    }

    // --- The game

    /** Puts another game on the board. @param {Game} game */
    open(game) {
        saveGame(this.game);
        this.game = game;
        this.changed();
    }

    /** Plays for the side on turn. @param {string} move @param {number} [color] */
    play(move, color) {
        const { tree } = this;
        if (this.position.resigned && !this.position.joined && this.mode !== 'play' && tree.current.parent)
            tree.go(tree.current.parent); // another way to go on
        const reason = this.position.fault(move, color);
        if (reason) {
            notify(reason);
            return false;
        }
        tree.go(tree.play(move, color));
        this.changed();
        return true;
    }

    /** @param {Node} node */
    go(node) {
        this.tree.go(node);
        this.changed();
    }

    /** @param {string} where */
    walk(where) {
        const { tree } = this;
        if (where === 'start') tree.start();
        if (where === 'back') tree.back();
        if (where === 'forward') tree.forward();
        if (where === 'end') tree.end();
        tree.go(tree.current);
        this.changed();
    }

    /** After anything about the game changed. */
    changed() {
        this.chosen = -1;
        if (this.#told !== this.tree.current) this.reason(''); // it was about another position
        this.#told = this.tree.current;
        this.save();
        if (this.game.kept) history.replaceState(null, '', hashOf(this.tree));
        this.panel.update();
        this.render();
    }

    save() {
        saveGame(this.game);
    }

    /** Rows lie flat, but on a narrow screen a large board stands on its corner, where its cells are larger.
     * @returns {import('./layout.js').Orientation} */
    orientation() {
        if (this.settings.orientation !== 'auto') return this.settings.orientation;
        return window.innerWidth < 640 && window.innerHeight > window.innerWidth && this.shown.width >= 8 && !this.panel.board
            ? 'tall'
            : 'rhombus';
    }

    // --- Showing

    render() {
        if (this.frame) return;
        this.frame = requestAnimationFrame(() => {
            this.frame = 0;
            this.draw();
        });
    }

    draw() {
        const { position } = this;
        const winner = position.winner;
        /** @type {View} */
        const view = {
            position,
            chain: winner && !position.resigned ? position.chain(winner) : [],
            ghost: (this.mode === 'play' ? winner : position.joined) ? EMPTY : position.toMove,
            chosen: this.chosen,
            notes: new Map(),
            labels: new Map(),
            groups: [],
        };
        if (this.settings.numbers) view.numbers = this.#numbers();
        this.panel.decorate(view);
        this.board.show(view, this.orientation(), this.settings.coordinates);
        document.body.classList.toggle('own-board', !!this.panel.board);
        if (this.panel.board) this.#heading(this.panel.heading ?? '');
        else this.#status();
        this.#valueBar();
    }

    /** Says what is on the board when that is not the game. @param {string} text */
    #heading(text) {
        const box = find('#status', HTMLElement);
        if (box.dataset.text === text) return;
        box.dataset.text = text;
        document.title = `${text} · Mustplay`;
        box.replaceChildren(h('strong', {}, text));
    }

    #numbers() {
        const numbers = new Map(),
            { tree } = this;
        let n = 0;
        for (const node of tree.current.path) {
            if (!node.move) continue;
            n++;
            const cell = tree.position(node).last;
            if (cell >= 0 && node.move !== 'resign') numbers.set(cell, node.move === 'swap-pieces' ? 'S' : String(n));
        }
        for (const cell of numbers.keys()) if (!this.position.stones[cell]) numbers.delete(cell);
        return numbers;
    }

    #status() {
        const { position, tree } = this;
        const box = find('#status', HTMLElement),
            winner = position.winner;
        const text = winner
            ? position.resigned
                ? t('app.wonByResignation', { color: Name(winner), loser: Name(position.resigned) })
                : t('app.won', { color: Name(winner) })
            : t('app.toMove', { color: Name(position.toMove) });
        const edges = t('app.joins', { aim: this.aim(winner || position.toMove) });
        const { move, color } = tree.current,
            said = move ? `${t('app.said', { color: Name(color), move: moveText(move) })} ` : '';
        if (box.dataset.text !== said + text + edges) {
            box.dataset.text = said + text + edges;
            document.title = `${text} · Mustplay`;
            box.replaceChildren(
                h('span', { class: 'hidden' }, said),
                stoneIcon(winner || position.toMove),
                h('strong', {}, text),
                h('span', { class: 'edges-hint' }, winner ? '' : edges),
            );
        }
        const all = tree.currentLine().filter(node => node.move).length;
        find('#move-number', HTMLElement).textContent = all ? `${tree.current.number} / ${all}` : '0';
        const atStart = !tree.current.parent,
            atEnd = !tree.current.children.length;
        for (const button of document.querySelectorAll('[data-walk]')) {
            const back = button.getAttribute('data-walk') === 'start' || button.getAttribute('data-walk') === 'back';
            button.toggleAttribute('disabled', back ? atStart : atEnd);
        }
    }

    #valueBar() {
        const bar = find('#value-bar', HTMLElement),
            node = this.tree.current;
        const winner =
            this.position.winner || (node.proved === 'black' ? BLACK : node.proved === 'white' ? WHITE : EMPTY);
        const value = winner ? (winner === BLACK ? 1 : 0) : node.value;
        const shown = this.mode !== 'setup' && this.mode !== 'learn' && (this.mode !== 'play' || this.settings.thinking);
        bar.hidden = !shown;
        const [black, white] = /** @type {HTMLElement[]} */ ([...bar.children]);
        black.style.width = `${100 * (value ?? 0.5)}%`;
        const wins = (/** @type {number} */ color) =>
            t(node.proved ? 'app.winsProved' : 'app.wins', { color: Name(color) });
        black.textContent =
            value === null ? '' : winner === BLACK ? wins(BLACK) : value > 0.08 ? percent(value) : '';
        white.textContent =
            value === null
                ? ''
                : winner === WHITE
                  ? wins(WHITE) + END
                  : value < 0.92
                    ? percent(1 - value) + END
                    : '';
        bar.classList.toggle('unknown', value === null);
        bar.setAttribute(
            'aria-label',
            value === null
                ? t('app.noValue')
                : winner
                  ? wins(winner)
                  : t('app.chance', { percent: percent(value) }),
        );
    }

    /** What a colour has to join, as the board lies. @param {number} color */
    aim(color) {
        if (this.orientation() !== 'rhombus') return t(color === BLACK ? 'app.blackEdges' : 'app.whiteEdges');
        return t(color === BLACK ? 'app.topBottom' : 'app.leftRight');
    }

    /** The line below the board. @param {string} text */
    reason(text) {
        find('#reason', HTMLElement).textContent = text;
    }

    theme() {
        const { theme } = this.settings;
        document.documentElement.dataset.theme =
            theme === 'auto' ? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light') : theme;
    }

    saveSettings() {
        saveSettings(this.settings);
        this.theme();
        this.changed();
    }

    // --- Input

    /** @param {number} cell @param {boolean} byTouch */
    choose(cell, byTouch) {
        const twice = this.settings.confirm || (byTouch && this.board.cellPixels < 24);
        if (twice && this.mode !== 'setup' && !this.position.stones[cell] && this.chosen !== cell) {
            this.chosen = cell;
            this.reason(t('app.tapAgain', { cell: this.shown.name(cell) }));
            this.render();
            return;
        }
        if (this.panel.choose(cell)) return;
        if (!this.position.stones[cell]) this.play(this.position.name(cell));
    }

    /** @param {number | Edge | null} what */
    hover(what) {
        this.panel.hover(what);
    }

    /** @param {KeyboardEvent} event */
    #key(event) {
        const target = event.target instanceof Element ? event.target : document.body;
        if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
        if (target.closest('input, textarea, select, [role=tree]')) return;
        if (target.closest('[role=tablist]') && event.key.startsWith('Arrow')) return;
        if (target.closest('button, a') && (event.key === ' ' || event.key === 'Enter')) return;
        /** @type {Record<string, () => void>} */
        const keys = {
            ',': () => this.walk('back'),
            '.': () => this.walk('forward'),
            PageUp: () => this.walk('back'),
            PageDown: () => this.walk('forward'),
            Home: () => this.walk('start'),
            End: () => this.walk('end'),
            '?': () => showHelp(),
            n: () => this.#playPanel().newGame(),
            u: () => this.#playPanel().undo(),
            s: () => this.#playPanel().swap(),
            m: () => {
                this.settings.numbers = !this.settings.numbers;
                this.saveSettings();
            },
            o: () => {
                this.settings.orientation = {
                    rhombus: /** @type {const} */ ('diamond'),
                    diamond: /** @type {const} */ ('tall'),
                    tall: /** @type {const} */ ('rhombus'),
                }[this.orientation()];
                this.saveSettings();
            },
            b: () => this.board.focus(this.board.focused, true),
        };
        MODES.forEach((mode, i) => {
            keys[String(i + 1)] = () => this.enter(mode);
        });
        if (this.panel.key(event.key)) {
            event.preventDefault();
        } else if (event.key in keys) {
            event.preventDefault();
            keys[event.key]();
        }
    }

    #playPanel() {
        return /** @type {PlayPanel} */ (/** @type {unknown} */ (this.panels.play));
    }

    #listen() {
        document.addEventListener('keydown', event => this.#key(event));
        const tabs = find('#tabs', HTMLElement);
        tabs.addEventListener('click', event => {
            const tab = event.target instanceof Element ? event.target.closest('[data-mode]') : null;
            if (tab) this.enter(/** @type {Mode} */ (tab.getAttribute('data-mode')));
        });
        tabs.addEventListener('keydown', event => {
            const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? MODES.length - 1 : 0;
            if (!step) return;
            this.enter(MODES[(MODES.indexOf(this.mode) + step) % MODES.length]);
            find(`#tab-${this.mode}`, HTMLElement).focus();
        });
        find('#walk', HTMLElement).addEventListener('click', event => {
            const where =
                event.target instanceof Element ? event.target.closest('[data-walk]')?.getAttribute('data-walk') : null;
            if (where) this.walk(where);
        });
        find('.skip', HTMLElement).addEventListener('click', event => {
            event.preventDefault(); // the hash is the position's
            this.board.focus(this.board.focused, true);
        });
        find('#share', HTMLElement).addEventListener('click', () => showShare(this));
        find('#settings', HTMLElement).addEventListener('click', () => showSettings(this));
        find('#help', HTMLElement).addEventListener('click', () => showHelp());
        document.addEventListener('visibilitychange', () => this.panel.update());
        window.addEventListener('resize', () => this.render());
        matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.theme());
        window.addEventListener('hashchange', () => this.load(location.hash));
        this.#listenForFiles();
    }

    #listenForFiles() {
        document.addEventListener('dragover', event => {
            event.preventDefault();
            document.body.classList.add('dropping');
        });
        document.addEventListener('dragleave', event => {
            if (!event.relatedTarget) document.body.classList.remove('dropping');
        });
        document.addEventListener('drop', async event => {
            event.preventDefault();
            document.body.classList.remove('dropping');
            const file = event.dataTransfer?.files[0];
            this.load(file ? await file.text() : (event.dataTransfer?.getData('text') ?? ''));
        });
        document.addEventListener('paste', event => {
            const target = event.target instanceof Element ? event.target : document.body;
            if (target.closest('input, textarea')) return;
            const text = event.clipboardData?.getData('text') ?? '';
            if (text.trim()) this.load(text);
        });
    }

    /** Opens an SGF or a link in Review, a proof in Solve; says why not. @param {string} text */
    load(text) {
        if (text.startsWith('mustplay-proof ')) {
            this.enter('solve');
            /** @type {any} */ (this.panels.solve).proof.openText('opened.proof', text);
            return true;
        }
        try {
            const isLink = !text.trim().startsWith('(') && /#|^\s*[0-9]/.test(text);
            const game = new Game(isLink ? readLink(text) : readSgf(text)),
                rule = swapRuleOf(game.tree);
            if (rule.source !== 'none') game.swap = rule.on;
            this.open(game);
            if (this.mode === 'setup' || this.mode === 'learn' || !isLink) this.enter('review');
            return true;
        } catch (error) {
            notify(/** @type {Error} */ (error).message, {
                error: true,
                action: t('app.another'),
                onAction: () => {
                    this.enter('review');
                    /** @type {any} */ (this.panels.review).askText();
                },
            });
            return false;
        }
    }

    // --- The server

    #connected() {
        const box = find('#connection', HTMLElement),
            { state } = this.connection;
        box.textContent = state === 'lost' ? LOST.text : '';
        box.title = state === 'lost' ? LOST.title : '';
        this.lost.hidden = state !== 'lost';
        document.body.dataset.connection = state;
        this.panel.update();
        this.render();
    }

    /** Tells of an error, unless the connection is lost, which shows anyway. @param {unknown} error @param {() => void} [again] */
    failed(error, again) {
        if (error instanceof ServerError && error.code === 'lost') return;
        const { message } = /** @type {Error} */ (error);
        const text = error instanceof ServerError ? named(`error.${error.code}`, message, { error: message }) : message;
        notify(text, {
            error: true,
            ...(again ? { action: t('again'), onAction: again } : {}),
        });
    }
}

new App();
