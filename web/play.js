// Play: a game against the computer, or of two people at one screen. The computer answers when it is on turn at the
// end of a line. So you can step back, look, and continue from anywhere.
import { Clock } from './clock.js';
import { RequestSlot } from './request_slot.js';
import { many, moveText, t } from './lang.js';
import { askNewGame, rematchOf } from './newgame.js';
import { BLACK, Name, WHITE } from './position.js';
import { count, dialog, h, notify, percent, seconds, stoneIcon } from './ui.js';

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
        this.clock = new Clock(app, color => this.#flag(color));
        this.swapBox = h('div', { class: 'card swap' });
        this.endBox = h('div', { class: 'buttons' });
        this.thinkBox = h('div', { class: 'card think', 'aria-live': 'off' });
        this.moves = h('ol', { class: 'moves', 'aria-label': t('walk') });
        this.match = h('p', { class: 'match' });
        this.buttons = {
            undo: h('button', { type: 'button', onclick: () => this.undo(), title: t('play.undo.key') }, t('play.undo')),
            swap: h('button', { type: 'button', onclick: () => this.swap(), title: t('play.swap.key') }, t('play.swap')),
            hint: h('button', { type: 'button', onclick: () => this.hint(), title: t('play.hint.key') }, t('play.hint')),
            resign: h('button', { type: 'button', onclick: () => this.resign() }, t('play.resign')),
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
            { type: 'button', onclick: () => this.#join(), title: t('play.join.title') },
            t('play.join'),
        );
        this.thinkingRow = h(
            'label',
            { class: 'toggle' },
            this.thinking,
            h('span', {}, t('play.thinking')),
        );
        this.element = h(
            'div',
            { class: 'panel' },
            this.card,
            this.clock.element,
            this.swapBox,
            this.endBox,
            h('div', { class: 'buttons four first' }, ...Object.values(this.buttons)),
            h(
                'button',
                {
                    type: 'button',
                    class: 'primary',
                    id: 'new-game',
                    onclick: () => this.newGame(),
                    title: t('play.new.key'),
                },
                t('play.new'),
            ),
            this.match,
            this.join,
            this.thinkingRow,
            this.thinkBox,
            this.moves,
        );
        /** The computer's move, or a hint. */
        this.slot = new RequestSlot(app, () => this.#show());
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
        this.slot.stop();
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
        this.clock.update();
        if (this.slot.about !== this.app.tree.current || this.app.connection.state !== 'open') this.#stop();
        if (this.computerToMove) this.#think();
        this.#show();
    }

    // --- The computer

    #think() {
        const { app } = this,
            { game } = app,
            about = app.tree.current;
        if (this.slot.running || app.connection.state !== 'open') return;
        this.slot.ask(
            'genmove',
            { level: game.level, time: this.#seconds(), swap: game.swap, resign: false, think: true },
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
                    if (answer.move === 'swap-pieces') this.#tellSwap(answer.by_atlas);
                    app.play(answer.move);
                },
                again: () => this.update(),
            },
        );
    }

    /** What the computer may take for its move. */
    #seconds() {
        const { game, position } = this.app,
            share = this.clock.share(position.toMove);
        return share && game.time ? Math.min(share, game.time) : game.time || share;
    }

    /** A side has used up its time. @param {number} color */
    #flag(color) {
        const { app } = this;
        this.#stop();
        app.tree.info.result = color === BLACK ? 'W+Time' : 'B+Time';
        app.play('resign', color);
    }

    /** @param {Node} node @param {Record<string, any>} message */
    #keep(node, message) {
        if (typeof message.value !== 'number' || this.app.game.tree.current !== node) return;
        node.value = this.app.tree.position(node).toMove === BLACK ? message.value : 1 - message.value;
    }

    /** @param {boolean} byAtlas */
    #tellSwap(byAtlas) {
        notify(byAtlas ? `${t('play.swapped')} ${t('play.byAtlas')}` : t('play.swapped'));
        this.app.settings.swapExplained = true;
    }

    // --- What a person can do

    newGame() {
        askNewGame(this.app, game => {
            this.#stop();
            this.app.open(game);
            if (this.app.mode !== 'play') this.app.enter('play');
            this.app.board.focus(this.app.board.focused, true); // the dialog's button is gone
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
            notify(t('play.swapLate'));
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
        const box = dialog(t('play.resign.ask'), [
            h('p', {}, t('play.resign.text', { color: Name(color) })),
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
                    t('play.resign'),
                ),
                h('button', { type: 'button', onclick: () => box.close() }, t('play.resign.no')),
            ),
        ]);
    }

    hint() {
        const { app } = this;
        if (this.slot.running || app.position.winner) return;
        this.slot.ask(
            'genmove',
            { time: 2, swap: false, resign: false, think: false },
            {
                about: app.tree.current,
                done: (answer, current) => {
                    if (!current) return;
                    this.hinted = answer.move;
                    const values = { move: answer.move, percent: percent(answer.value ?? 0) };
                    app.reason(
                        answer.move
                            ? t(typeof answer.value === 'number' ? 'play.hintedChance' : 'play.hinted', values)
                            : '',
                    );
                    app.render();
                },
                again: () => this.hint(),
            },
        );
        this.detail.textContent = t('play.looking');
    }

    /** @param {number} cell */
    choose(cell) {
        const { app } = this;
        if (app.position.winner) {
            notify(t('rule.over'), { action: t('play.new'), onAction: () => this.newGame() });
            return true;
        }
        if (this.computerToMove) {
            notify(t(app.connection.state === 'open' ? 'play.computersMove' : 'play.waitingTurn'));
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
        this.card.classList.toggle('busy', this.computerToMove && this.slot.running);
        this.buttons.undo.disabled = !app.tree.current.parent;
        this.buttons.swap.disabled = !this.canSwap;
        this.buttons.hint.disabled = !!position.winner || this.computerToMove;
        this.buttons.resign.disabled = !!position.winner;
        const size = `${app.tree.width}\u00a0×\u00a0${app.tree.height}`;
        this.join.hidden = you || !!position.winner;
        this.match.replaceChildren(
            you ? t('play.you', { color: Name(game.human), level: game.level }) : t('play.people'),
            ' ',
            t(game.swap ? 'play.withSwap' : 'play.withoutSwap', { size }),
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
            const how = position.resigned && app.tree.info.result.endsWith('+Time')
                ? t('clock.lost', { color: Name(position.resigned) })
                : position.resigned
                ? t('play.resigned', { color: Name(position.resigned) })
                : t('play.chain', { color: Name(winner), aim: aim(winner) });
            if (game.opponent === 'people') return [t('app.wins', { color: Name(winner) }), how];
            return [t(winner === game.human ? 'play.youWin' : 'play.computerWins'), how];
        }
        const mover = { color: Name(position.toMove), aim: aim(position.toMove) };
        if (game.opponent === 'people') return [t('app.toMove', mover), t('play.joins', mover)];
        if (position.toMove === game.human) return [t('play.yourMove'), t('play.youJoin', mover)];
        if (app.connection.state !== 'open')
            return [t('play.waiting'), t('play.waiting.text')];
        return app.tree.current.children.length
            ? [t('play.back'), t('play.back.text')]
            : [t('play.busy'), t('play.busy.text', mover)];
    }

    #showSwap() {
        const { app } = this;
        this.swapBox.hidden = !this.canSwap;
        if (!this.canSwap) return;
        const opening = app.position.name(app.position.last);
        const mirrored = app.position.name(
            app.position.at(Math.floor(app.position.last / app.position.width), app.position.last % app.position.width),
        );
        const explain = h('p', {}, t('play.swap.text', { opening, mirrored }));
        this.swapBox.replaceChildren(
            h('h3', {}, t('play.swap.ask')),
            explain,
            h(
                'div',
                { class: 'buttons' },
                h('button', { type: 'button', class: 'primary', onclick: () => this.swap() }, t('play.swap.do', { opening })),
            ),
        );
        if (app.settings.swapExplained) explain.textContent = t('play.swap.short', { opening, mirrored });
    }

    #showEnd() {
        const { app } = this;
        this.endBox.hidden = !app.position.winner;
        if (this.endBox.hidden || this.endBox.childElementCount) return;
        this.endBox.append(
            h('button', { type: 'button', onclick: () => app.open(rematchOf(app.game)) }, t('play.rematch')),
            h('button', { type: 'button', onclick: () => app.enter('review') }, t('play.review')),
        );
    }

    #showThought() {
        const { app, thought } = this;
        this.thinkingRow.hidden = app.game.opponent !== 'computer';
        this.thinkBox.hidden = !app.settings.thinking || this.thinkingRow.hidden;
        if (this.thinkBox.hidden) return;
        if (!thought) {
            this.thinkBox.textContent = t(this.computerToMove ? 'play.think' : 'play.thinkHere');
            return;
        }
        const value = typeof thought.value === 'number' ? `${t('play.gives', { percent: percent(thought.value) })} ` : '',
            visits = many('visits', thought.visits ?? 0, { n: count(thought.visits ?? 0) });
        this.thinkBox.textContent = thought.waiting
            ? t('play.worker')
            : `${value}${visits}, ${seconds(thought.seconds)}. ${(thought.pv ?? []).slice(0, 8).join(' ')}`;
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
                        moveText(node.move ?? ''),
                    ),
                ),
            ),
        );
        const current = /** @type {HTMLElement | null} */ (this.moves.querySelector('.current'));
        if (current) this.moves.scrollTop = current.offsetTop - this.moves.offsetTop - 60;
    }
}
