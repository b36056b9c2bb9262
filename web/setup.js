// Set up: put any stones on any board by clicking, then do something with the position. The first click makes a
// new game whose root holds the stones, so that the game that was there is kept. Or draw a template (template.js).
import { t } from './lang.js';
import { BLACK, EMPTY, Name, Position, WHITE } from './position.js';
import { Game } from './storage.js';
import { moverOf, treeOf } from './tree.js';
import { h, segments } from './ui.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {import('./board.js').View} View */

export class SetupPanel {
    /** @param {App} app */
    constructor(app) {
        this.app = app;
        /** @type {'turns' | 'black' | 'white' | 'erase'} */
        this.tool = 'turns';
        /** @type {Game | null} the game made here */
        this.game = null;
        this.turns = h('div', {});
        this.width = this.#side('width', t('setup.columns'));
        this.height = this.#side('height', t('setup.rows'));
        const use = (/** @type {'play' | 'analyse' | 'solve'} */ mode, /** @type {string} */ name) =>
            h(
                'button',
                { type: 'button', class: mode === 'analyse' ? 'primary' : '', onclick: () => this.#use(mode) },
                name,
            );
        /** The panel of templates, which is loaded when it is first wanted. @type {import('./template.js').TemplatePanel | null} */
        this.template = null;
        /** The same while a template is drawn. @type {import('./template.js').TemplatePanel | null} */
        this.drawn = null;
        this.position = h(
            'div',
            { class: 'panel' },
            h('p', { class: 'hint' }, t('setup.hint')),
            segments(
                t('setup.click'),
                [
                    ['turns', t('setup.turns')],
                    ['black', Name(BLACK)],
                    ['white', Name(WHITE)],
                    ['erase', t('setup.nothing')],
                ],
                this.tool,
                value => {
                    this.tool = /** @type {any} */ (value);
                    app.render();
                },
            ),
            this.turns,
            h(
                'div',
                { class: 'row' },
                h('div', { class: 'field' }, h('label', { for: 'setup-width' }, t('setup.columns')), this.width),
                h('div', { class: 'field' }, h('label', { for: 'setup-height' }, t('setup.rows')), this.height),
            ),
            h(
                'div',
                { class: 'buttons' },
                h(
                    'button',
                    { type: 'button', onclick: () => this.#set(new Position(app.tree.width, app.tree.height)) },
                    t('setup.clear'),
                ),
                h(
                    'button',
                    {
                        type: 'button',
                        title: t('setup.exchange.title'),
                        onclick: () => this.#exchange(),
                    },
                    t('setup.exchange'),
                ),
            ),
            h('h3', {}, t('setup.then')),
            h(
                'div',
                { class: 'buttons' },
                use('analyse', t('setup.analyse')),
                use('solve', t('setup.solve')),
                use('play', t('setup.play')),
            ),
        );
        this.body = h('div', {}, this.position);
        this.element = h(
            'div',
            { class: 'panel' },
            segments(
                t('setup.what'),
                [
                    ['position', t('setup.position')],
                    ['template', t('setup.template')],
                ],
                'position',
                value => this.#draw(value === 'template'),
            ),
            this.body,
        );
    }

    /** Changes between a position and a template. @param {boolean} drawn */
    async #draw(drawn) {
        if (drawn) this.template ??= new (await import('./template.js')).TemplatePanel(this.app);
        this.drawn?.leave();
        this.drawn = drawn ? this.template : null;
        this.body.replaceChildren(this.drawn?.element ?? this.position);
        this.app.changed();
    }

    /** The board of a template, in place of the game's. */
    get board() {
        return this.drawn?.board ?? null;
    }

    get heading() {
        return this.drawn?.heading ?? '';
    }

    /** @param {'width' | 'height'} side @param {string} name */
    #side(side, name) {
        const input = h('input', {
            type: 'number',
            min: 1,
            max: 19,
            id: `setup-${side}`,
            'aria-label': name,
            onchange: () => {
                const value = Math.max(1, Math.min(19, Math.round(Number(input.value)) || 1)),
                    { tree } = this.app;
                this.#set(new Position(side === 'width' ? value : tree.width, side === 'height' ? value : tree.height));
            },
        });
        return input;
    }

    enter() {
        this.game = null;
    }

    leave() {
        this.template?.leave();
    }

    update() {
        const { app } = this;
        this.drawn?.update();
        this.width.value = String(app.tree.width);
        this.height.value = String(app.tree.height);
        this.turns.replaceChildren(
            segments(
                t('setup.toMove'),
                [
                    ['black', Name(BLACK)],
                    ['white', Name(WHITE)],
                ],
                app.position.toMove === WHITE ? 'white' : 'black',
                value => {
                    const position = app.position.clone();
                    position.toMove = value === 'white' ? WHITE : BLACK;
                    this.#set(position);
                },
            ),
        );
    }

    /** Makes this the position. @param {Position} position */
    #set(position) {
        const { app } = this,
            tree = treeOf(position);
        if (this.game === app.game) {
            app.game.tree = tree;
            app.changed();
            return;
        }
        this.game = new Game(tree);
        this.game.level = app.game.level;
        app.open(this.game);
    }

    /** The same position seen by the other side: mirrored, colours exchanged. */
    #exchange() {
        const from = this.app.position,
            to = new Position(from.height, from.width);
        from.stones.forEach((stone, cell) => {
            if (stone) to.stones[to.at(Math.floor(cell / from.width), cell % from.width)] = BLACK + WHITE - stone;
        });
        to.toMove = BLACK + WHITE - from.toMove;
        this.#set(to);
    }

    /** @param {'play' | 'analyse' | 'solve'} mode */
    #use(mode) {
        const { app } = this;
        if (mode === 'play') {
            app.game.opponent = 'computer';
            app.game.human = app.position.toMove;
        }
        app.enter(mode);
    }

    /** @param {number} cell */
    choose(cell) {
        if (this.drawn) return this.drawn.choose(cell);
        const position = this.app.position.clone();
        if (position.stones[cell] || this.tool === 'erase') {
            position.stones[cell] = EMPTY;
        } else if (this.tool === 'turns') {
            position.stones[cell] = position.toMove;
            position.toMove = BLACK + WHITE - position.toMove;
        } else {
            position.stones[cell] = this.tool === 'black' ? BLACK : WHITE;
            position.toMove = moverOf(position.names(BLACK).length, position.names(WHITE).length);
        }
        this.#set(position);
        return true;
    }

    /** @param {View} view */
    decorate(view) {
        if (this.drawn) {
            this.drawn.decorate(view);
            return;
        }
        view.numbers = undefined;
        view.ghost =
            this.tool === 'turns'
                ? view.position.toMove
                : this.tool === 'black'
                  ? BLACK
                  : this.tool === 'white'
                    ? WHITE
                    : EMPTY;
    }

    /** @param {unknown} _what */
    hover(_what) {}

    /** @param {string} key */
    key(key) {
        return !!this.drawn?.key(key);
    }
}
