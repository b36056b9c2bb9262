// Mustplay for other pages and programs: the engine in a worker of its own, in a browser or in Node. Types and comments: index.d.ts.
import { sizes } from './sizes.js';

const MEGABYTE = 1 << 20;
const node = typeof process !== 'undefined' && Boolean(process.versions?.node);

/** A file of this package. @param {string} name @returns {Promise<Uint8Array>} */
async function read(name) {
    const address = new URL(name, import.meta.url);
    if (node) {
        const { readFile } = await import('node:fs/promises');
        return new Uint8Array(await readFile(address));
    }
    const response = await fetch(address);
    if (!response.ok) throw new MustplayError('failure', `${name} could not be loaded (${response.status}).`);
    return new Uint8Array(await response.arrayBuffer());
}

/** A worker with the same two ways in and out in browsers and in Node. @returns {Promise<any>} */
async function openWorker() {
    if (!node) {
        const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
        return {
            post: (/** @type {any} */ data) => worker.postMessage(data),
            hear: (/** @type {(data: any) => void} */ hear) => (worker.onmessage = event => hear(event.data)),
            fail: (/** @type {(error: any) => void} */ fail) => (worker.onerror = fail),
            end: () => worker.terminate(),
        };
    }
    const { Worker: Thread } = await import('node:worker_threads');
    const thread = new Thread(new URL('./node_worker.js', import.meta.url));
    return {
        post: (/** @type {any} */ data) => thread.postMessage(data),
        hear: (/** @type {(data: any) => void} */ hear) => thread.on('message', hear),
        fail: (/** @type {(error: any) => void} */ fail) => thread.on('error', fail),
        end: () => thread.terminate(),
    };
}

export class MustplayError extends Error {
    /** @param {string} code @param {string} message */
    constructor(code, message) {
        super(message);
        this.code = code;
    }
}

/** Cells as a list. @param {string | string[] | undefined} cells */
const list = cells => (typeof cells === 'string' ? cells.split(/[\s,]+/).filter(Boolean) : (cells ?? []));

/** A position as docs/WEB.md has it. @param {any} position */
function describe({ size, width = size, height = size, color, toMove = color, black, white, moves = [] }) {
    return {
        width,
        height,
        black: list(black),
        white: list(white),
        moves: list(moves),
        ...(toMove ? { to_move: toMove } : {}),
    };
}

export class Mustplay {
    /** @param {any} worker */
    constructor(worker) {
        this.worker = worker;
        /** @type {Map<number, any>} */
        this.waiting = new Map();
        this.next = 1;
        /** @type {any} */
        this.hello = null;
    }

    /** @param {{net?: boolean, memory?: number}} options */
    static async create({ net = true, memory = 512 } = {}) {
        const [bytes, solver, large] = await Promise.all([read('engine.wasm'), read('solver.net'), net ? read('default.net') : undefined]);
        if (bytes.length !== sizes['engine.wasm']) throw new MustplayError('failure', 'engine.wasm is not whole.');
        const module = await WebAssembly.compile(/** @type {any} */ (bytes));
        const mustplay = new Mustplay(await openWorker());
        await new Promise((done, fail) => {
            mustplay.worker.hear((/** @type {any} */ data) => mustplay.#hear(data, done, fail));
            mustplay.worker.fail((/** @type {any} */ error) => mustplay.#lost(error, fail));
            mustplay.worker.post({ start: { module, threads: 0, memory: memory * MEGABYTE, nets: { solver, large } } });
        });
        return mustplay;
    }

    /** @param {any} data @param {(hello: any) => void} ready @param {(error: Error) => void} fail */
    #hear(data, ready, fail) {
        if (data.failed) {
            this.#lost(new Error(data.failed), fail);
            return;
        }
        const message = JSON.parse(data);
        if (message.type === 'hello') {
            this.hello = message;
            ready(message);
            return;
        }
        const request = this.waiting.get(message.id);
        if (message.type === 'progress') {
            request?.progress?.(message);
            return;
        }
        this.waiting.delete(message.id);
        if (message.type === 'done') request?.done(message);
        else request?.fail(new MustplayError(message.code, message.error));
    }

    /** @param {Error} error @param {(error: Error) => void} fail */
    #lost(error, fail) {
        const failure = new MustplayError('failure', error.message);
        for (const request of this.waiting.values()) request.fail(failure);
        this.waiting.clear();
        fail(failure);
    }

    /** @param {string} what @param {any} body @param {{progress?: (message: any) => void, signal?: AbortSignal}} options */
    request(what, body = {}, { progress, signal } = {}) {
        const id = this.next++;
        return new Promise((done, fail) => {
            this.waiting.set(id, { done, fail, progress });
            this.worker.post(JSON.stringify({ id, do: what, ...body }));
            const stop = () => this.worker.post(JSON.stringify({ id: this.next++, do: 'stop', of: id }));
            if (signal?.aborted) stop();
            else signal?.addEventListener('abort', stop, { once: true });
        });
    }

    /** @param {any} position @param {any} options */
    analyse(position, { playouts = 400, time = 0, ...options } = {}) {
        return this.request('analyse', { ...describe(position), playouts, time }, options);
    }

    /** @param {any} position @param {any} options */
    async analyzePosition(position, options = {}) {
        const { to_move: toMove, value, moves } = /** @type {any} */ (await this.analyse(position, options));
        const visits = moves.reduce((/** @type {number} */ sum, /** @type {any} */ move) => sum + move.visits, 0);
        const share = (/** @type {any} */ move) => (visits ? move.visits / visits : move.prior);
        return {
            whiteWin: toMove === 'white' ? value : 1 - value,
            policy: Object.fromEntries(moves.map((/** @type {any} */ move) => [move.move, share(move)])),
            recommendedMove: moves[0]?.move ?? null,
        };
    }

    /** @param {any} position @param {any} options */
    solve(position, { allMoves = false, time = 60, ...options } = {}) {
        return this.request('solve', { ...describe(position), all_moves: allMoves, time }, options);
    }

    /** @param {any} position @param {any} options */
    explain(position, options = {}) {
        return this.request('explain', describe(position), options);
    }

    /** @param {any} position @param {any} options */
    genmove(position, { level, time = 0, swap = false, player, ...options } = {}) {
        return this.request('genmove', { ...describe(position), level, time, swap, player, think: Boolean(options.progress) }, options);
    }

    close() {
        this.worker.end();
    }
}
