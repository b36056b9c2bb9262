// Play: a game against the computer, or of two people at one screen. The computer answers when it is on turn at
// the end of a line, so that one may walk back, look, and go on from anywhere.
import { Inquiry } from './inquiry.js';
import { askNewGame, rematchOf } from './newgame.js';
import { BLACK, Name, WHITE } from './position.js';
import { count, dialog, h, notify, percent, stoneIcon } from './ui.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {import('./board.js').View} View */
/** @typedef {import('./tree.js').Node} Node */

export class PlayPanel {
    /** @param {App} app */
    constructor(app) {
        this.app = app;
        this.headline = h('h2', {});
        this.detail = h('p', { class: 'hint' });
        this.card = h('div', { class: 'card turn' }, this.headline, this.detail);
        this.swapBox = h('div', { class: 'card swap' });
        this.endBox = h('div', { class: 'buttons' });
        this.thinkBox = h('div', { class: 'card think', 'aria-live': 'off' });
        this.moves = h('ol', { class: 'moves', 'aria-label': 'Moves' });
        this.match = h('p', { class: 'match' });
        this.buttons = {
            undo: h('button', { type: 'button', onclick: () => this.undo(), title: 'Undo (u)' }, 'Undo'),
            swap: h('button', { type: 'button', onclick: () => this.swap(), title: 'Swap (s)' }, 'Swap'),
            hint: h('button', { type: 'button', onclick: () => this.hint(), title: 'Hint (h)' }, 'Hint'),
            resign: h('button', { type: 'button', onclick: () => this.resign() }, 'Resign'),
        };
        this.thinking = h('input', {
            type: 'checkbox',
            onchange: () => {
                app.settings.thinking = this.thinking.checked;
                app.saveSettings();
            },
        });
        this.join = h(
            'button',
            { type: 'button', onclick: () => this.#join(), title: 'You keep the side that is on turn' },
            'Continue against the computer',
        );
        this.thinkingRow = h(
            'label',
            { class: 'toggle' },
            this.thinking,
            h('span', {}, "Show the computer's thinking"),
        );
        this.element = h(
            'div',
            { class: 'panel' },
            this.card,
            this.swapBox,
            this.endBox,
            h('div', { class: 'buttons four' }, ...Object.values(this.buttons)),
            h(
                'button',
                {
                    type: 'button',
                    class: 'primary',
                    id: 'new-game',
                    onclick: () => this.newGame(),
                    title: 'New game (n)',
                },
                'New game',
            ),
            this.match,
            this.join,
            this.thinkingRow,
            this.thinkBox,
            this.moves,
        );
        /** The computer's move, or a hint. */
        this.inquiry = new Inquiry(app, () => this.#show());
        /** @type {Record<string, any> | null} */
        this.thought = null;
        /** @type {string | null} */
        this.hinted = null;
    }

    enter() {}

    leave() {
        this.#stop();
    }

    #stop() {
        this.inquiry.stop();
        this.thought = null;
        this.hinted = null;
    }

    get computerToMove() {
        const { game, position, tree } = this.app;
        return (
            game.opponent === 'computer' &&
            !position.winner &&
            position.toMove !== game.human &&
            !tree.current.children.length
        );
    }

    get canSwap() {
        const { game, position } = this.app;
        return game.swap && position.canSwap && (game.opponent === 'people' || position.toMove === game.human);
    }

    update() {
        if (this.inquiry.about !== this.app.tree.current || this.app.connection.state !== 'open') this.#stop();
        if (this.computerToMove) this.#think();
        this.#show();
    }

    // --- The computer

    #think() {
        const { app } = this,
            { game } = app,
            about = app.tree.current;
        if (this.inquiry.running || app.connection.state !== 'open') return;
        this.inquiry.ask(
            'genmove',
            { level: game.level, time: game.time, swap: game.swap, resign: false, think: true },
            {
                about,
                progress: (message, current) => {
                    if (!current) return;
                    this.thought = message;
                    this.#keep(about, message);
                    this.#showThought();
                    app.render();
                },
                done: (answer, current) => {
                    if (!current || app.tree.current !== about || app.mode !== 'play') return;
                    this.thought = null;
                    this.#keep(about, answer);
                    if (!answer.move) return;
                    if (answer.move === 'swap-pieces') this.#tellSwap();
                    app.play(answer.move);
                },
                again: () => this.update(),
            },
        );
    }

    /** @param {Node} node @param {Record<string, any>} message */
    #keep(node, message) {
        if (typeof message.value !== 'number' || this.app.game.tree.current !== node) return;
        node.value = this.app.tree.position(node).toMove === BLACK ? message.value : 1 - message.value;
    }

    #tellSwap() {
        notify(
            'The computer swapped: it took over your first stone, mirrored, as White. You are still Black, and it is your move.',
        );
        this.app.settings.swapExplained = true;
    }

    // --- What a person can do

    newGame() {
        askNewGame(this.app, game => {
            this.#stop();
            this.app.open(game);
            if (this.app.mode !== 'play') this.app.enter('play');
        });
    }

    /** The person keeps the side on turn, the computer takes the other. */
    #join() {
        const { app } = this;
        app.game.opponent = 'computer';
        app.game.human = app.position.toMove;
        app.changed();
    }

    /** Takes back to the person's last turn. */
    undo() {
        const { app } = this,
            { tree, game } = app;
        this.#stop();
        if (!tree.undo()) return;
        if (app.mode === 'play' && game.opponent === 'computer')
            while (tree.current.parent && tree.position().toMove !== game.human) tree.undo();
        app.changed();
    }

    swap() {
        const { app } = this;
        if (!(app.mode === 'play' ? this.canSwap : app.position.canSwap)) {
            notify('Swapping is possible only as the second move of a game.');
            return;
        }
        app.settings.swapExplained = true;
        app.play('swap-pieces');
    }

    resign() {
        const { app } = this,
            { game, position } = app;
        if (position.winner) return;
        const color = game.opponent === 'computer' ? game.human : position.toMove;
        const box = dialog('Resign?', [
            h('p', {}, `${Name(color)} gives up the game.`),
            h(
                'div',
                { class: 'buttons' },
                h(
                    'button',
                    {
                        type: 'button',
                        class: 'danger',
                        onclick: () => {
                            box.close();
                            this.#stop();
                            app.play('resign', color);
                        },
                    },
                    'Resign',
                ),
                h('button', { type: 'button', onclick: () => box.close() }, 'Play on'),
            ),
        ]);
    }

    hint() {
        const { app } = this;
        if (this.inquiry.running || app.position.winner) return;
        this.inquiry.ask(
            'genmove',
            { time: 2, swap: false, resign: false, think: false },
            {
                about: app.tree.current,
                done: (answer, current) => {
                    if (!current) return;
                    this.hinted = answer.move;
                    const chance = typeof answer.value === 'number' ? `, a winning chance of ${percent(answer.value)}` : '';
                    app.reason(answer.move ? `Hint: ${answer.move}${chance}.` : '');
                    app.render();
                },
                again: () => this.hint(),
            },
        );
        this.detail.textContent = 'Looking for a good move…';
    }

    /** @param {number} cell */
    choose(cell) {
        const { app } = this;
        if (app.position.winner) {
            notify('The game is over.', { action: 'New game', onAction: () => this.newGame() });
            return true;
        }
        if (this.computerToMove) {
            notify(
                app.connection.state === 'open'
                    ? "It is the computer's move."
                    : 'Waiting for the connection: the computer is on turn.',
            );
            return true;
        }
        return app.position.stones[cell] !== 0;
    }

    /** @param {unknown} _what */
    hover(_what) {}

    /** @param {string} key */
    key(key) {
        if (key === 'h') this.hint();
        return key === 'h';
    }

    // --- Showing

    /** @param {View} view */
    decorate(view) {
        const { app } = this;
        if (this.computerToMove) view.ghost = 0;
        if (this.hinted && view.position.cell(this.hinted) >= 0)
            view.groups?.push({ cells: [view.position.cell(this.hinted)], hue: 'blue', style: 'ring' });
        if (app.settings.thinking && this.thought && this.computerToMove) {
            let color = view.position.toMove;
            view.line = /** @type {string[]} */ (this.thought.pv ?? [])
                .slice(0, 6)
                .map((name, i) => {
                    const item = { cell: view.position.cell(name), color, text: String(i + 1) };
                    color = BLACK + WHITE - color;
                    return item;
                })
                .filter(item => item.cell >= 0);
        }
    }

    #show() {
        const { app } = this,
            { position, game } = app;
        this.thinking.checked = app.settings.thinking;
        const you = game.opponent === 'computer';
        const [head, detail] = this.#words();
        if (this.headline.textContent !== head)
            this.headline.replaceChildren(stoneIcon(position.winner || position.toMove), head);
        this.detail.textContent = detail;
        this.card.classList.toggle('busy', this.computerToMove && this.inquiry.running);
        this.buttons.undo.disabled = !app.tree.current.parent;
        this.buttons.swap.disabled = !this.canSwap;
        this.buttons.hint.disabled = !!position.winner || this.computerToMove;
        this.buttons.resign.disabled = !!position.winner;
        this.join.hidden = you || !!position.winner;
        this.match.replaceChildren(
            you
                ? `You are ${Name(game.human)}; the computer plays at level ${game.level}.`
                : 'Two people at one screen.',
            ` ${app.tree.width}\u00a0×\u00a0${app.tree.height}, ${game.swap ? 'with' : 'without'} swap.`,
        );
        this.#showSwap();
        this.#showEnd();
        this.#showThought();
        this.#showMoves();
    }

    /** @returns {[string, string]} */
    #words() {
        const { app } = this,
            { position, game } = app,
            winner = position.winner;
        const aim = (/** @type {number} */ color) => app.aim(color);
        if (winner) {
            const how = position.resigned
                ? `${Name(position.resigned)} resigned.`
                : `${Name(winner)}'s chain joins ${aim(winner)}.`;
            if (game.opponent === 'people') return [`${Name(winner)} wins`, how];
            return [winner === game.human ? 'You win!' : 'The computer wins', how];
        }
        if (game.opponent === 'people')
            return [`${Name(position.toMove)} to move`, `${Name(position.toMove)} joins ${aim(position.toMove)}.`];
        if (position.toMove === game.human)
            return ['Your move', `You are ${Name(game.human)}: join ${aim(game.human)}.`];
        if (app.connection.state !== 'open')
            return ['Waiting for the connection', 'The computer will answer as soon as it is back. Your game is kept.'];
        return app.tree.current.children.length
            ? ['Looking back', 'Step forward, or play a different move on your turn.']
            : ['The computer is thinking', `It is ${Name(position.toMove)}.`];
    }

    #showSwap() {
        const { app } = this;
        this.swapBox.hidden = !this.canSwap;
        if (!this.canSwap) return;
        const opening = app.position.name(app.position.last);
        const mirrored = app.position.name(
            app.position.at(Math.floor(app.position.last / app.position.width), app.position.last % app.position.width),
        );
        const explain = h(
            'p',
            {},
            `You may swap instead of answering ${opening}: the stone changes colour and is mirrored to ${mirrored}, and ${Name(BLACK)} moves again. Swap when the opening looks strong; play on when it looks weak.`,
        );
        this.swapBox.replaceChildren(
            h('h3', {}, 'Swap?'),
            explain,
            h(
                'div',
                { class: 'buttons' },
                h('button', { type: 'button', class: 'primary', onclick: () => this.swap() }, `Swap ${opening}`),
            ),
        );
        if (app.settings.swapExplained) explain.textContent = `${opening} would become a white stone on ${mirrored}.`;
    }

    #showEnd() {
        const { app } = this;
        this.endBox.hidden = !app.position.winner;
        if (this.endBox.hidden || this.endBox.childElementCount) return;
        this.endBox.append(
            h('button', { type: 'button', onclick: () => app.open(rematchOf(app.game)) }, 'Rematch, colours exchanged'),
            h('button', { type: 'button', onclick: () => app.enter('review') }, 'Review this game'),
        );
    }

    #showThought() {
        const { app, thought } = this;
        this.thinkingRow.hidden = app.game.opponent !== 'computer';
        this.thinkBox.hidden = !app.settings.thinking || this.thinkingRow.hidden;
        if (this.thinkBox.hidden) return;
        if (!thought) {
            this.thinkBox.textContent = this.computerToMove
                ? 'Thinking…'
                : 'You will see here what the computer considers.';
            return;
        }
        const value = typeof thought.value === 'number' ? `It gives itself ${percent(thought.value)}. ` : '';
        this.thinkBox.textContent = thought.waiting
            ? 'Waiting for a free worker…'
            : `${value}${count(thought.visits ?? 0)} visits, ${thought.seconds.toFixed(1)} s. ${(thought.pv ?? []).slice(0, 8).join(' ')}`;
    }

    #showMoves() {
        const { app } = this,
            line = app.tree.currentLine().filter(node => node.move);
        this.moves.replaceChildren(
            ...line.map(node =>
                h(
                    'li',
                    {},
                    h(
                        'button',
                        {
                            type: 'button',
                            class: node === app.tree.current ? 'move current' : 'move',
                            'aria-current': node === app.tree.current ? 'true' : null,
                            onclick: () => app.go(node),
                        },
                        stoneIcon(node.color),
                        node.move === 'swap-pieces' ? 'swap' : (node.move ?? ''),
                    ),
                ),
            ),
        );
        const current = /** @type {HTMLElement | null} */ (this.moves.querySelector('.current'));
        if (current) this.moves.scrollTop = current.offsetTop - this.moves.offsetTop - 60;
    }
}
