// What carries messages to the engine and back on a page without a server: a worker that holds the engine. It takes the place of
// web/transport.js, and speaks the same messages (docs/WEB.md).
//
// A worker with threads hears everything at once. One without is deaf while it chooses a move, reviews or writes a proof. When it
// should stop then, it is ended and another takes over what else was asked. A request brings its position, and a progress says all
// that was known, so nothing is lost by that but what was kept for later.
import { t } from './lang.js';
import { loadEngine, loadNets } from './load.js';

/** @typedef {Record<string, any>} Message */
/**
 * @typedef {object} Transport
 * @property {(message: Message) => void} send
 * @property {() => void} close
 * @property {(message: Message) => void} onmessage
 * @property {() => void} onclose once, when nothing more will come
 */
/** @typedef {{message: Message, progress: Message | null, stopped: boolean}} Asked a request that has not ended */

/** The id of requests of our own: one that the page never comes to. */
const LAST = Number.MAX_SAFE_INTEGER;
/** A worker that does not hear within this is ended, in milliseconds. */
const DEAF = 300;
/** What a client may have one of at a time: a newer request ends the older one. */
const KINDS = new Map(Object.entries({ reply: 'solve' }));

/** @param {Message} message */
const kindOf = message => KINDS.get(message.do) ?? message.do;

/** @implements {Transport} */
export class WorkerTransport {
    constructor() {
        /** @type {(message: Message) => void} */
        this.onmessage = () => {};
        this.onclose = () => {};
        /** @type {Map<number, Asked>} */
        this.asked = new Map();
        /** @type {Worker | null} */
        this.worker = null;
        this.ready = false; // the worker has said hello
        this.quiet = false; // the page has been greeted: another worker's hello is not for it
        this.closed = false;
        this.#open().catch(error => this.#fail(error));
    }

    async #open() {
        this.engine = await loadEngine();
        this.nets = loadNets();
        const nets = await Promise.race([this.nets, new Promise(done => setTimeout(() => done({}), 0))]);
        this.#start(/** @type {any} */ (nets));
        if (nets === (await this.nets)) return;
        this.quiet = false; // with the nets it has more to offer
        this.#restart();
    }

    /** Begins with a fresh worker. @param {import('./worker.js').Nets} nets */
    #start(nets) {
        if (this.closed || !this.engine) return;
        this.ready = false;
        const worker = (this.worker = new Worker(new URL('worker.js', import.meta.url), { type: 'module', name: 'engine' }));
        worker.onmessage = event => worker === this.worker && this.#hear(event.data);
        worker.onerror = event => worker === this.worker && this.#fail(event.message || t('site.noStart'));
        worker.postMessage({ start: { ...this.engine, nets } });
    }

    /** Another worker takes over; what has not ended is asked again. */
    #restart() {
        this.worker?.terminate();
        Promise.resolve(this.nets ?? {}).then(nets => this.#start(nets));
    }

    /** Without threads, where they could not start: one worker needs less. */
    #restrict() {
        this.worker?.terminate();
        loadEngine(true).then(engine => {
            this.engine = engine;
            this.#restart();
        }, error => this.#fail(error));
    }

    /** @param {any} data */
    #hear(data) {
        if (data.failed && this.engine?.threads && !this.ready) this.#restrict();
        else if (data.failed) this.#fail(data.failed);
        else this.#receive(JSON.parse(data));
    }

    /** Asks what was asked before the worker was ready, and again what has not ended. */
    #again() {
        for (const { message, stopped } of this.asked.values()) {
            if (message.do === 'stop') continue;
            this.#post(message);
            if (stopped) this.#post({ id: LAST, do: 'stop', of: message.id });
        }
        for (const { message } of this.asked.values()) if (message.do === 'stop') this.#post(message);
    }

    /** @param {Message} message */
    #post(message) {
        this.worker?.postMessage(JSON.stringify(message));
    }

    /** @param {Message} message */
    #receive(message) {
        if (message.type === 'hello') {
            this.ready = true;
            this.#again();
            if (!this.quiet) this.onmessage(message);
            this.quiet = true;
            return;
        }
        const asked = this.asked.get(message.id);
        if (!asked) return;
        if (message.type === 'progress') asked.progress = message;
        else this.asked.delete(message.id);
        this.onmessage(message.type === 'done' && asked.stopped && asked.progress ? lastWord(message, asked) : message);
    }

    /** @param {Message} message */
    send(message) {
        const ended = message.do === 'stop' ? this.asked.get(message.of) : this.#older(message);
        this.asked.set(message.id, { message, progress: null, stopped: false });
        if (ended) this.#end(ended);
        if (this.ready) this.#post(message);
    }

    /** The request that a newer one of its kind ends. @param {Message} message */
    #older(message) {
        return [...this.asked.values()].find(asked => kindOf(asked.message) === kindOf(message) && !asked.stopped);
    }

    /** Sees to it that a request ends soon. @param {Asked} asked */
    #end(asked) {
        asked.stopped = true;
        if (this.engine?.threads) return;
        setTimeout(() => {
            if (this.asked.get(asked.message.id) === asked && this.ready) this.#restart();
        }, DEAF);
    }

    /** @param {unknown} error */
    #fail(error) {
        if (this.closed) return;
        const text = error instanceof Error ? error.message : String(error);
        window.dispatchEvent(new CustomEvent('engine-failed', { detail: text }));
        this.close();
        this.onclose();
    }

    close() {
        this.closed = true;
        this.worker?.terminate();
        this.worker = null;
    }
}

/** The end of a request that was stopped, with all that its last progress knew. @param {Message} end @param {Asked} asked */
function lastWord(end, { progress }) {
    const last = { ...end, ...progress, ...Object.fromEntries(Object.entries(end).filter(([, value]) => !empty(value))) };
    return { ...last, type: 'done', stopped: true, waiting: false, ...('pv' in last && 'move' in last ? { move: last.move ?? last.pv[0] ?? null } : {}) };
}

/** @param {any} value */
const empty = value => value === null || value === 0 || (Array.isArray(value) && !value.length);

export const openTransport = () => new WorkerTransport();

/** What the page says while there is no engine. */
export const LOST = { text: t('site.noEngine'), title: t('site.noEngine.title') };
