// The protocol of docs/WEB.md over any transport: requests with progress, and a connection that comes back by itself,
// slower and slower, after it was lost.
import { t } from './lang.js';
import { BLACK, WHITE, colorName } from './position.js';

/** @typedef {import('./tree.js').Tree} Tree */
/** @typedef {import('./tree.js').Node} Node */
/** @typedef {import('./transport.js').Message} Message */
/** @typedef {import('./transport.js').Transport} Transport */
/** @typedef {{progress: (message: Message) => void, done: (message: Message) => void, fail: (error: ServerError) => void}} Waiting */
/** @typedef {'connecting' | 'open' | 'lost'} State */

/** An answer that is an error. `code` is of docs/WEB.md, or "lost" when the connection broke. */
export class ServerError extends Error {
    /** @param {string} code @param {string} message */
    constructor(code, message) {
        super(message);
        this.code = code;
    }
}

/** A request under way. */
export class Request {
    /** @param {Connection} connection @param {number} id @param {Promise<Message>} answer */
    constructor(connection, id, answer) {
        this.connection = connection;
        this.id = id;
        this.answer = answer;
    }

    /** Asks the server to end it; its answer then comes with `stopped`. */
    stop() {
        this.connection.stop(this.id);
    }
}

const WAIT_FIRST = 400,
    WAIT_MOST = 8000;

export class Connection {
    /** @param {() => Transport} open */
    constructor(open) {
        this.open = open;
        /** @type {State} */
        this.state = 'connecting';
        /** @type {Message | null} */
        this.hello = null;
        /** @type {(state: State) => void} */
        this.onState = () => {};
        /** @type {Map<number, Waiting>} */
        this.waiting = new Map();
        this.next = 1;
        this.wait = WAIT_FIRST;
        /** @type {Transport | null} */
        this.transport = null;
        this.timer = 0;
        this.connect();
        for (const event of ['online', 'pageshow', 'focus'])
            window.addEventListener(event, () => this.state === 'lost' && this.connect());
    }

    connect() {
        clearTimeout(this.timer);
        if (this.transport) return;
        this.transport = this.open();
        this.transport.onmessage = message => this.#receive(message);
        this.transport.onclose = () => this.#lost();
    }

    #lost() {
        this.state = 'lost';
        this.transport = null;
        const waiting = [...this.waiting.values()];
        this.waiting.clear();
        for (const request of waiting) request.fail(new ServerError('lost', t('error.lost')));
        this.onState(this.state);
        this.timer = window.setTimeout(() => this.connect(), this.wait * (0.8 + 0.4 * Math.random()));
        this.wait = Math.min(2 * this.wait, WAIT_MOST);
    }

    /** @param {Message} message */
    #receive(message) {
        if (message.type === 'hello') {
            this.hello = message;
            this.state = 'open';
            this.wait = WAIT_FIRST;
            this.onState(this.state);
            return;
        }
        const request = this.waiting.get(message.id);
        if (!request) return;
        if (message.type === 'progress') {
            request.progress(message);
            return;
        }
        this.waiting.delete(message.id);
        if (message.type === 'done') request.done(message);
        else request.fail(new ServerError(message.code, message.error));
    }

    /** @param {string} what @param {Message} body @param {(message: Message) => void} [progress] */
    request(what, body, progress = () => {}) {
        const id = this.next++;
        const answer = new Promise((/** @type {(m: Message) => void} */ done, fail) => {
            if (this.state !== 'open') {
                fail(new ServerError('lost', t('error.none')));
                return;
            }
            this.waiting.set(id, { progress, done, fail });
            this.transport?.send({ id, do: what, ...body });
        });
        return new Request(this, id, answer);
    }

    /** @param {number} id */
    stop(id) {
        if (this.waiting.has(id) && this.state === 'open') this.transport?.send({ id: this.next++, do: 'stop', of: id });
    }
}

/** The keys that describe the position at a node. A move out of turn has a pass before it.
 * @param {Tree} tree @param {Node} node @returns {{body: Message, nodes: (Node | null)[]}} the node of each move */
export function describe(tree, node) {
    const path = node.path;
    let start = 0;
    path.forEach((step, i) => {
        if (step.setup) start = i;
    });
    /** @type {Message} */
    const body = { width: tree.width, height: tree.height, moves: [] };
    const base = tree.position(path[start]);
    if (path[start].setup)
        Object.assign(body, { black: base.names(BLACK), white: base.names(WHITE), to_move: colorName(base.toMove) });
    /** @type {(Node | null)[]} */
    const nodes = [];
    for (const step of path.slice(start + 1)) {
        if (!step.move || !step.parent) continue;
        if (step.move !== 'resign' && step.color !== tree.position(step.parent).toMove) {
            body.moves.push('pass');
            nodes.push(null);
        }
        body.moves.push(step.move);
        nodes.push(step);
    }
    return { body, nodes };
}
