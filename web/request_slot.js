// The life of a request, for everything on the page that asks the engine. It begins, reports progress, and ends with
// an answer, an error, a newer request, or a cancel.
import { describe } from './connection.js';
import { Node } from './tree.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {import('./connection.js').Request} Request */
/** @typedef {import('./transport.js').Message} Message */
/**
 * `current` is false for what comes late: when something else was asked meanwhile, or it was stopped.
 * @typedef {object} Hearer
 * @property {Node | string} about a node, whose position is sent along; or a name
 * @property {(message: Message, current: boolean) => void} [progress]
 * @property {(answer: Message, current: boolean) => void} done
 * @property {() => void} [again] what "Try again" does after an error
 */

/** One request at a time. */
export class RequestSlot {
    /** @param {App} app @param {() => void} [changed] called when a request begins or ends */
    constructor(app, changed = () => {}) {
        this.app = app;
        this.changed = changed;
        /** @type {Request | null} */
        this.request = null;
        /** What was asked about last, unless that was stopped or failed. @type {Node | string | null} */
        this.about = null;
    }

    get running() {
        return this.request !== null;
    }

    /** @param {string} what @param {Message} body @param {Hearer} hearer */
    ask(what, body, { about, progress, done, again }) {
        const { app } = this;
        const position = about instanceof Node ? describe(app.tree, about).body : {};
        if (position.moves?.at(-1) === 'resign') position.moves.pop(); // the engine is asked about what it left
        const request = app.connection.request(what, { ...position, ...body }, message =>
            progress?.(message, this.request === request),
        );
        this.request = request;
        this.about = about;
        this.changed();
        request.answer.then(
            answer => {
                const current = this.#end(request);
                done(answer, current);
                if (current) this.changed();
            },
            error => {
                if (!this.#end(request)) return;
                this.about = null;
                this.changed();
                app.failed(error, again);
            },
        );
    }

    /** Whether it was the one that runs. @param {Request} request */
    #end(request) {
        const current = this.request === request;
        if (current) this.request = null;
        return current;
    }

    stop() {
        this.request?.stop();
        this.request = null;
        this.about = null;
    }

    /** Stops what runs and is not about this, or has lost its connection. @param {Node | string} about */
    keepFor(about) {
        if (this.running && (this.about !== about || this.app.connection.state !== 'open')) this.stop();
    }
}
