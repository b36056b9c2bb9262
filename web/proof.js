// Proofs as files: written by the server, kept, opened, and walked. At the loser's turn the board shows which cells
// share which answer; a move there is an intrusion, the proof answers it, and the way back is the game's.
import { Inquiry } from './inquiry.js';
import { Game } from './storage.js';
import { BLACK, Name, WHITE, colorOf } from './position.js';
import { Tree } from './tree.js';
import { download, h, notify } from './ui.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {import('./board.js').View} View */
/** @typedef {import('./tree.js').Node} Node */
/** @typedef {Record<string, any>} Message */

const HUES = ['blue', 'orange', 'green', 'pink', 'sky', 'vermilion', 'purple'];
const LEGEND_MOST = 14;

/** What is said of a group, or of a cell. Two cells that answer each other have no answer in common.
 * @type {Record<string, (answer: string | null) => string>} */
const WORDS = {
    answer: answer => `answered at ${answer}`,
    pair: answer => (answer ? `answered at ${answer}, the other of a pair` : 'a pair'),
    kill: answer => `killed from ${answer}`,
    reverse: answer => `reversed at ${answer}`,
    captured: answer => (answer ? `captured: answered at ${answer}` : 'a captured pair'),
    free: () => 'no answer needed',
};

export class ProofWalk {
    /** @param {App} app @param {() => void} changed when what is shown besides is no longer right */
    constructor(app, changed) {
        this.app = app;
        this.changed = changed;
        /** The open file. @type {{name: string, text: string, winner: number, root: Node, claims: number, made: string} | null} */
        this.file = null;
        /** What the server said of a position on the way. @type {WeakMap<Node, Message>} */
        this.known = new WeakMap();
        this.writing = new Inquiry(app, () => this.#show());
        this.walking = new Inquiry(app, () => this.#show());
        this.title = h('h3', {}, 'Proof');
        this.text = h('p', { class: 'hint', id: 'proof-text' });
        this.legend = h('ul', { class: 'legend', id: 'proof-legend' });
        this.chooser = h('input', {
            type: 'file',
            id: 'proof-file',
            hidden: true,
            'aria-label': 'Choose a proof file',
            onchange: async () => {
                const chosen = this.chooser.files?.[0];
                if (chosen) await this.openFile(chosen);
                this.chooser.value = '';
            },
        });
        this.write = h('button', { type: 'button', id: 'proof-write', onclick: () => this.#write() });
        this.opener = h('button', { type: 'button', id: 'proof-open', onclick: () => this.chooser.click() }, 'Open a proof');
        this.closer = h('button', { type: 'button', id: 'proof-close', onclick: () => this.close() }, 'Close the proof');
        this.element = h(
            'section',
            { class: 'card', id: 'proof-card' },
            this.title,
            this.text,
            this.legend,
            h('div', { class: 'buttons' }, this.write, this.opener, this.closer, this.chooser),
        );
    }

    get open() {
        return this.file !== null;
    }

    stop() {
        this.writing.stop();
        this.walking.stop();
    }

    close() {
        this.file = null;
        this.walking.stop();
        this.#show();
        this.changed();
        this.app.render();
    }

    // --- Files

    /** @param {File} file */
    async openFile(file) {
        if (file.name.endsWith('.zst')) {
            notify('The page opens proofs as text: unpack the file first (zstd -d).', { error: true });
            return;
        }
        const most = this.app.connection.hello?.limits?.proof_bytes ?? 0;
        if (file.size > most) {
            notify(`The page walks proofs of at most ${most >> 20} MB. mustplay draw --proof shows larger ones.`, { error: true });
            return;
        }
        this.openText(file.name, await file.text());
    }

    /** @param {string} name @param {string} text */
    openText(name, text) {
        this.walking.ask(
            'proof-walk',
            { text, intrusions: [] },
            {
                about: 'proof',
                done: (answer, current) => {
                    if (current) this.#begin(name, text, answer);
                },
            },
        );
    }

    /** A new game from the proof's root, with the winner's first move made. @param {string} name @param {string} text @param {Message} answer */
    #begin(name, text, answer) {
        const { app } = this,
            tree = new Tree(answer.width, answer.height),
            { black, white, to_move } = answer.root;
        if (black.length || white.length || to_move !== 'black')
            tree.root.setup = { black, white, empty: [], toMove: colorOf(to_move) };
        const { root } = tree;
        if (to_move === answer.winner && !answer.over) {
            const first = answer.first ?? answer.position[answer.winner].find((/** @type {string} */ cell) => !answer.root[answer.winner].includes(cell));
            if (first) tree.play(first);
        }
        this.file = { name, text, winner: colorOf(answer.winner), root, claims: answer.claims, made: answer.made };
        this.known.set(tree.current, answer);
        app.open(new Game(tree));
        notify(`${Name(this.file.winner)} wins by this proof. You are ${Name(BLACK + WHITE - this.file.winner)}: play anywhere.`);
        this.changed();
        app.render();
    }

    /** Has the proof of the position written, to be kept as a file. */
    #write() {
        const { app } = this,
            about = app.tree.current;
        if (this.file) {
            download(this.file.name, new Blob([this.file.text], { type: 'text/plain' }));
            return;
        }
        if (this.writing.running) {
            this.writing.stop();
            this.#show();
            return;
        }
        this.writing.ask('proof-write', { time: 300 }, {
            about,
            done: (answer, current) => {
                if (!current) return;
                if (!answer.text) {
                    notify(answer.winner ? 'The proof could not be written in time.' : 'The position could not be decided in time.', { error: true });
                    return;
                }
                const moves = app.tree.line(about).join('-'),
                    name = `hex-${app.tree.width}x${app.tree.height}${moves ? `-${moves.slice(0, 40)}` : ''}.proof`;
                download(name, new Blob([answer.text], { type: 'text/plain' }));
                notify(`${name}: ${answer.claims} claims. mustplay verify checks it.`, {
                    action: 'Walk it',
                    onAction: () => this.openText(name, answer.text),
                });
            },
            again: () => this.#write(),
        });
    }

    // --- Walking

    /** The loser's moves from the proof's root to a node, or null when the node is not on its way. @param {Node} node */
    #intrusions(node) {
        const { file } = this,
            path = node.path;
        if (!file || path[0] !== file.root) return null;
        const moves = path.slice(1);
        if (moves.some(step => !step.move || step.setup)) return null;
        return moves.filter(step => step.color !== file.winner).map(step => /** @type {string} */ (step.move));
    }

    /** The last answer about the node, if it is the proof's position. */
    get answer() {
        return this.file ? (this.known.get(this.app.tree.current) ?? null) : null;
    }

    /** Asks the proof where it is wanted: for its answer, or for the groups of a position. */
    update() {
        const { app, file } = this,
            node = app.tree.current;
        this.writing.keepFor(node);
        if (!file) {
            this.#show();
            return;
        }
        this.walking.keepFor(node);
        const intrusions = this.#intrusions(node);
        const wanted = app.position.toMove === file.winner ? !node.children.length : !this.known.has(node);
        if (intrusions && wanted && !this.walking.running && !app.position.winner && app.connection.state === 'open')
            this.walking.ask('proof-walk', { text: file.text, intrusions }, {
                about: node,
                done: (answer, current) => current && this.#receive(node, answer),
                again: () => this.update(),
            });
        this.#show();
    }

    /** @param {Node} node @param {Message} answer */
    #receive(node, answer) {
        const { app, file } = this;
        if (!file || app.tree.current !== node) return;
        if (app.position.toMove !== file.winner) {
            this.known.set(node, this.#agrees(answer) ? answer : { off: true });
            app.render();
            return;
        }
        const step = answer.steps.at(-1);
        if (!step?.answer) return;
        const next = app.tree.play(step.answer);
        this.known.set(next, this.#agrees(answer) ? answer : { off: true });
        app.go(next);
    }

    /** Whether the board shows what the proof speaks of. @param {Message} answer */
    #agrees(answer) {
        const { position } = this.app;
        return (
            answer.position.black.join() === position.names(BLACK).join() &&
            answer.position.white.join() === position.names(WHITE).join()
        );
    }

    // --- Showing

    /** Groups with a hue each, the largest first. @returns {Message[]} */
    get groups() {
        const groups = /** @type {Message[]} */ ([...(this.answer?.groups ?? [])]).filter(group => group.reason !== 'free');
        groups.sort((a, b) => b.cells.length - a.cells.length);
        return groups.map((group, i) => ({ ...group, hue: HUES[i] ?? 'gray' }));
    }

    #show() {
        const { file, app, answer } = this;
        this.write.textContent = file ? 'Download' : this.writing.running ? 'Stop writing' : 'Download the proof';
        this.write.disabled = !file && !!app.position.winner;
        this.closer.hidden = !file;
        this.title.textContent = file ? `Proof: ${file.name}` : 'Proof';
        this.text.textContent = this.#words();
        const groups = this.groups;
        const entries = groups.slice(0, LEGEND_MOST).map(group => [group.hue, `${WORDS[group.reason](group.answer)} (${group.cells.length})`]);
        if (groups.length > LEGEND_MOST) entries.push(['gray', `${groups.length - LEGEND_MOST} more, as the cells say`]);
        const free = answer?.groups?.find((/** @type {Message} */ group) => group.reason === 'free');
        if (free) entries.push(['unknown', `${WORDS.free(null)} (${free.cells.length})`]);
        this.legend.replaceChildren(
            ...entries.map(([hue, text]) =>
                h('li', {}, h('span', { class: `swatch ${hue}`, 'aria-hidden': 'true' }), h('span', {}, text)),
            ),
        );
    }

    #words() {
        const { file, app, answer } = this;
        if (!file)
            return this.writing.running
                ? 'Proving and writing…'
                : 'The proof of the position as a file that mustplay verify checks, and that can be walked here move by move.';
        const loser = Name(BLACK + WHITE - file.winner);
        if (app.position.winner) return `${Name(app.position.winner)} has won. Walk back to try another way.`;
        if (!answer && !this.#intrusions(app.tree.current)) return 'This game is not the proof’s. Open it again to walk it.';
        const next = app.tree.current.children[0]?.move;
        if (app.position.toMove === file.winner)
            return next ? `${Name(file.winner)} answers at ${next}.` : `${Name(file.winner)} answers by the proof…`;
        if (!answer) return 'Reading the proof…';
        if (answer.off) return 'This position is not on the proof’s way: walk back.';
        const step = answer.steps.at(-1),
            last = step
                ? step.reason === 'free'
                    ? `${step.move} needed no answer: ${Name(file.winner)} may play anywhere. `
                    : `${step.move} is ${WORDS[step.reason](step.answer)}, by claim ${step.claim}. `
                : '',
            left = answer.remaining.map((/** @type {Message} */ item) => `${item.claim}${item.turned ? '′' : ''}`);
        return `${last}${left.length ? `Claim${left.length > 1 ? 's' : ''} ${left.join(', ')} of ${file.claims} remain${left.length > 1 ? '' : 's'}. ` : ''}${loser} to move: each cell names the answer.`;
    }

    /** @param {View} view */
    decorate(view) {
        const { position } = view;
        for (const group of this.groups) {
            const cells = group.cells.map((/** @type {string} */ name) => position.cell(name));
            view.groups?.push({ cells, hue: group.hue, style: 'ring' });
            for (const cell of cells) {
                const answer = group.answer ?? group.cells.find((/** @type {string} */ name) => position.cell(name) !== cell);
                view.labels?.set(cell, answer);
                view.notes?.set(cell, WORDS[group.reason](answer));
            }
        }
    }

    /** Whether the move is the proof's to make. */
    get answering() {
        const { file, app } = this;
        return file !== null && app.position.toMove === file.winner && this.#intrusions(app.tree.current) !== null;
    }

    /** @param {number} cell */
    reason(cell) {
        const name = this.app.position.name(cell),
            group = this.groups.find(item => item.cells.includes(name));
        if (group) return `${name}: ${WORDS[group.reason](group.answer)}, by claim ${group.claim}.`;
        return this.answer && !this.answer.off ? `${name} needs no answer.` : '';
    }
}
