// Proofs as files: written by the server, kept, opened, and walked. At the loser's turn the board shows which cells
// share which answer; a move there is an intrusion, the proof answers it, and the way back is the game's.
import { RequestSlot } from './request_slot.js';
import { many, named, t } from './lang.js';
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
 * @param {string} reason @param {string | null} answer */
const wordsOf = (reason, answer) =>
    named(answer || reason === 'free' ? `proof.${reason}` : `proof.${reason}.both`, reason, { answer: answer ?? '' });

/** @param {Message} group */
const legendOf = group => t('proof.group', { words: wordsOf(group.reason, group.answer), n: group.cells.length });

/** @param {Message} step @param {string} color the winner's */
const stepWords = (step, color) =>
    step.reason === 'free'
        ? t('proof.step.free', { move: step.move, color })
        : t('proof.step', { move: step.move, words: wordsOf(step.reason, step.answer), claim: step.claim });

/** The bytes of a file in base 64. @param {File} file @returns {Promise<string>} */
const base64Of = file =>
    new Promise((resolve, reject) => {
        const reader = new FileReader();
        reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '');
        reader.onerror = () => reject(reader.error);
        reader.readAsDataURL(file);
    });

/** The text of a file compressed by zstd, where the browser can unpack it; else null. @param {File} file @returns {Promise<string | null>} */
async function unpacked(file) {
    try {
        const stream = new DecompressionStream(/** @type {any} */ ('zstd'));
        return await new Response(file.stream().pipeThrough(stream)).text();
    } catch {
        return null;
    }
}

export class ProofWalk {
    /** @param {App} app @param {() => void} changed when what is shown besides is no longer right */
    constructor(app, changed) {
        this.app = app;
        this.changed = changed;
        /** The open file. @type {{name: string, text: string, winner: number, root: Node, claims: number, made: string} | null} */
        this.file = null;
        /** What the server said of a position on the way. @type {WeakMap<Node, Message>} */
        this.known = new WeakMap();
        this.writing = new RequestSlot(app, () => this.#show());
        this.walking = new RequestSlot(app, () => this.#show());
        this.title = h('h3', {}, t('proof.title'));
        this.text = h('p', { class: 'hint', id: 'proof-text' });
        this.legend = h('ul', { class: 'legend', id: 'proof-legend' });
        this.chooser = h('input', {
            type: 'file',
            id: 'proof-file',
            hidden: true,
            'aria-label': t('proof.choose'),
            onchange: async () => {
                const chosen = this.chooser.files?.[0];
                if (chosen) await this.openFile(chosen);
                this.chooser.value = '';
            },
        });
        this.write = h('button', { type: 'button', id: 'proof-write', onclick: () => this.#write() });
        this.opener = h('button', { type: 'button', id: 'proof-open', onclick: () => this.chooser.click() }, t('proof.open'));
        this.closer = h('button', { type: 'button', id: 'proof-close', onclick: () => this.close() }, t('proof.close'));
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
        const { hello } = this.app.connection,
            most = hello?.limits?.proof_bytes ?? 0,
            packed = file.name.endsWith('.zst'),
            name = packed ? file.name.slice(0, -'.zst'.length) : file.name,
            tooLarge = (/** @type {number} */ bytes) => {
                if (bytes > most) notify(t('proof.large', { megabytes: most >> 20 }), { error: true });
                return bytes > most;
            };
        if (tooLarge(packed ? (file.size * 4) / 3 : file.size)) return;
        if (packed && hello?.unpacks) {
            this.#ask({ zstd: await base64Of(file) }, answer => this.#begin(name, answer.text, answer));
            return;
        }
        const text = packed ? await unpacked(file) : await file.text();
        if (text === null) notify(t('proof.packed'), { error: true });
        else if (!tooLarge(text.length)) this.openText(name, text);
    }

    /** @param {string} name @param {string} text */
    openText(name, text) {
        this.#ask({ text }, answer => this.#begin(name, text, answer));
    }

    /** @param {{ text?: string, zstd?: string }} proof @param {(answer: Message) => void} begin */
    #ask(proof, begin) {
        this.walking.ask(
            'proof-walk',
            { ...proof, intrusions: [] },
            {
                about: 'proof',
                done: (answer, current) => {
                    if (current) begin(answer);
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
        const { winner } = this.file;
        notify(t('proof.begins', { winner: Name(winner), loser: Name(BLACK + WHITE - winner) }));
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
                    notify(t(answer.winner ? 'proof.noTime' : 'proof.undecided'), { error: true });
                    return;
                }
                const moves = app.tree.line(about).join('-'),
                    name = `hex-${app.tree.width}x${app.tree.height}${moves ? `-${moves.slice(0, 40)}` : ''}.proof`;
                download(name, new Blob([answer.text], { type: 'text/plain' }));
                notify(t('proof.written', { name, claims: answer.claims }), {
                    action: t('proof.walk'),
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
        this.write.textContent = t(file ? 'proof.download' : this.writing.running ? 'proof.stopWriting' : 'proof.write');
        this.write.disabled = !file && !!app.position.winner;
        this.closer.hidden = !file;
        this.title.textContent = file ? t('proof.named', { name: file.name }) : t('proof.title');
        this.text.textContent = this.#words();
        const groups = this.groups;
        const entries = groups.slice(0, LEGEND_MOST).map(group => [group.hue, legendOf(group)]);
        if (groups.length > LEGEND_MOST) entries.push(['gray', t('proof.moreGroups', { n: groups.length - LEGEND_MOST })]);
        const free = answer?.groups?.find((/** @type {Message} */ group) => group.reason === 'free');
        if (free) entries.push(['unknown', legendOf(free)]);
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
                ? t('proof.writing')
                : t('proof.about');
        const loser = Name(BLACK + WHITE - file.winner),
            color = Name(file.winner);
        if (app.position.winner) return t('proof.over', { color: Name(app.position.winner) });
        if (!answer && !this.#intrusions(app.tree.current)) return t('proof.otherGame');
        const next = app.tree.current.children[0]?.move;
        if (app.position.toMove === file.winner)
            return next ? t('proof.answersAt', { color, move: next }) : t('proof.answers', { color });
        if (!answer) return t('proof.reading');
        if (answer.off) return t('proof.off');
        const step = answer.steps.at(-1),
            left = answer.remaining.map((/** @type {Message} */ item) => `${item.claim}${item.turned ? '′' : ''}`);
        const parts = step ? [stepWords(step, color)] : [];
        if (left.length) parts.push(many('proof.remain', left.length, { list: left.join(', '), claims: file.claims }));
        return [...parts, t('proof.toMove', { color: loser })].join(' ');
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
                view.notes?.set(cell, wordsOf(group.reason, answer));
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
        if (group)
            return t('proof.cell', { cell: name, words: wordsOf(group.reason, group.answer), claim: group.claim });
        return this.answer && !this.answer.off ? t('proof.cell.free', { cell: name }) : '';
    }
}
