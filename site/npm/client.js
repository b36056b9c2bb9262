// What the package does in a browser and in Node alike. It checks questions, sends them to an engine in another thread, one at a time and
// in order, and returns the answers. The messages are those of docs/WEB.md.
import { drawingOf, readAnalysis, readAnswer, readKeys, readMemory, readNumbers, readPosition, readPuzzles } from './convert.js';

/** @typedef {import('./index.js').MustplayOptions} MustplayOptions */
/** @typedef {import('./index.js').Position} Position */
/** @typedef {import('./index.js').Mustplay} Declared */
/** @typedef {'engine.wasm' | 'default.net' | 'solver.net' | 'puzzles.jsonl'} FileName */
/** @typedef {{module: WebAssembly.Module, nets: {large: Uint8Array, solver: Uint8Array}}} Files */
/** @typedef {{hear: (data: any) => void, fail: (message: string) => void}} Ears */
/** @typedef {{post: (data: any) => void, end: () => void, hold: (needed: boolean) => void}} Thread `hold`: whether the program waits for it */
/**
 * @typedef {object} Host
 * @property {(name: FileName, folder?: string | URL) => Promise<Uint8Array>} read
 * @property {(ears: Ears) => Thread} open
 */
/** @typedef {{signal?: AbortSignal, onProgress?: (progress: any) => void}} Watch */
/** @typedef {Record<string, any>} Message */
/** @typedef {Watch & {message: Message, read: (answer: Message) => any, resolve: (value: any) => void, reject: (error: unknown) => void}} Job */

const MEGABYTE = 1 << 20;
/** An engine that does not hear within this is ended, in milliseconds: it is deaf while it chooses a move. */
const DEAF = 300;

/** Why a request was not answered: `message` is for people, `code` for programs (docs/WEB.md has them, and besides there is "closed"). */
export class MustplayError extends Error {
    /** @param {string} code @param {string} message @param {ErrorOptions} [options] */
    constructor(code, message, options) {
        super(message, options);
        this.name = 'MustplayError';
        this.code = code;
    }
}

/** The address of a folder, in which files can be named. @param {string | URL} folder */
export const asFolder = folder => String(folder).replace(/\/*$/, '/');

/** @param {unknown} error */
const textOf = error => (error instanceof Error ? error.message : String(error));

/** Runs a check; what it throws is about the input. @template T @param {() => T} check @returns {T} */
function checked(check) {
    try {
        return check();
    } catch (error) {
        throw new MustplayError('bad_input', textOf(error));
    }
}

/** @implements {Declared} */
export class Client {
    /** @type {Host} */ #host;
    /** @type {MustplayOptions} */ #options;
    /** @type {Promise<Files> | null} */ #files = null;
    /** @type {Thread | null} */ #thread = null;
    /** @type {Message | null} the engine's greeting */ #hello = null;
    /** @type {Job[]} */ #queue = [];
    /** @type {Job | null} the one that the engine is asked now */ #active = null;
    /** @type {Promise<import('./index.js').Puzzle[]> | null} */ #puzzles = null;
    #starting = false;
    #ready = false;
    #closed = false;
    #next = 1;

    /** @param {Host} host @param {MustplayOptions} [options] */
    constructor(host, options = {}) {
        checked(() => readKeys('Options', options, 'folder memory playouts time'));
        this.#host = host;
        this.#options = options;
    }

    /** The interface of Hexplorer's analyzers. @returns {string} */
    getName() {
        return 'Mustplay';
    }

    /** @param {Position} position @param {import('./index.js').AnalyzeOptions} [options] @returns {Promise<import('./index.js').Analysis>} */
    async analyzePosition(position, options = {}) {
        checked(() => readKeys('Options', options, 'signal playouts time onProgress'));
        const { playouts = this.#options.playouts ?? 64, time = this.#options.time ?? 1 } = options;
        const where = checked(() => readPosition(position));
        try {
            return await this.#ask({ do: 'analyse', ...where, playouts, time }, options, answer => readAnalysis(where, answer));
        } catch (error) {
            if (!(error instanceof MustplayError) || error.code !== 'over') throw error;
            return this.#ask({ do: 'solve', ...where }, { signal: options.signal }, answer => readAnalysis(where, answer));
        }
    }

    /** @param {Position} position @param {import('./index.js').SolveOptions} [options] @returns {Promise<import('./index.js').Solution>} */
    async solve(position, options = {}) {
        checked(() => readKeys('Options', options, 'signal time allMoves method onProgress'));
        const { time, allMoves = false, method } = options;
        const where = checked(() => readPosition(position));
        return this.#ask({ do: 'solve', ...where, time, all_moves: Boolean(allMoves), method }, options, readAnswer);
    }

    /** @param {Position} position @param {import('./index.js').RequestOptions} [options] @returns {Promise<import('./index.js').Explanation>} */
    async explain(position, options = {}) {
        checked(() => readKeys('Options', options, 'signal'));
        return this.#ask({ do: 'explain', ...checked(() => readPosition(position)) }, options, readAnswer);
    }

    /** @param {Position} position @param {import('./index.js').GenmoveOptions} [options] @returns {Promise<import('./index.js').Move>} */
    async genmove(position, options = {}) {
        checked(() => readKeys('Options', options, 'signal player level time swap resign onProgress'));
        const { player, level, time, swap = false, resign = false } = options;
        const where = checked(() => readPosition(position));
        const rules = { swap: Boolean(swap), resign: Boolean(resign), think: Boolean(options.onProgress) };
        return this.#ask({ do: 'genmove', ...where, player, level, time, ...rules }, options, readAnswer);
    }

    /** @param {Position} game @param {import('./index.js').ReviewOptions} [options] @returns {Promise<import('./index.js').Review>} */
    async review(game, options = {}) {
        checked(() => readKeys('Options', options, 'signal playouts swap onProgress'));
        const { playouts, swap } = options;
        return this.#ask({ do: 'review', ...checked(() => readPosition(game)), playouts, swap }, options, readAnswer);
    }

    /** @param {Position} position @param {import('./index.js').ProveOptions} [options] @returns {Promise<import('./index.js').Proof>} */
    async prove(position, options = {}) {
        checked(() => readKeys('Options', options, 'signal time'));
        return this.#ask({ do: 'proof-write', ...checked(() => readPosition(position)), time: options.time }, options, readAnswer);
    }

    /** @param {string} proof @param {readonly string[]} [intrusions] @param {import('./index.js').RequestOptions} [options] @returns {Promise<import('./index.js').Walk>} */
    async walk(proof, intrusions = [], options = {}) {
        checked(() => readKeys('Options', options, 'signal'));
        if (typeof proof !== 'string') throw new MustplayError('bad_input', 'A proof must be the text of a proof file.');
        return this.#ask({ do: 'proof-walk', text: proof, intrusions }, options, readAnswer);
    }

    /** @param {Position} position @param {import('./index.js').DrawOptions} [options] @returns {Promise<string>} */
    async draw(position, options = {}) {
        const look = checked(() => drawingOf(options));
        return this.#ask({ do: 'draw', ...checked(() => readPosition(position)), ...look }, options, ({ svg }) => svg);
    }

    /** @param {import('./index.js').PuzzleOptions} [options] @returns {Promise<import('./index.js').Puzzle[]>} */
    async puzzles(options = {}) {
        checked(() => readKeys('Options', options, 'size grade'));
        this.#puzzles ??= this.#read('puzzles.jsonl').then(bytes => readPuzzles(new TextDecoder().decode(bytes)));
        const { size, grade } = options;
        try {
            const all = await this.#puzzles;
            return all.filter(puzzle => (size === undefined || puzzle.position.size === size) && (grade === undefined || puzzle.grade === grade));
        } catch (error) {
            this.#puzzles = null;
            throw error;
        }
    }

    /** @returns {Promise<import('./index.js').Info>} */
    async info() {
        return this.#ask({ do: 'ping' }, {}, () => readAnswer(this.#hello ?? {}));
    }

    close() {
        this.#closed = true;
        this.#drop();
        const left = [this.#active, ...this.#queue.splice(0)];
        this.#active = null;
        for (const job of left) job?.reject(new MustplayError('closed', 'This engine was closed.'));
    }

    // --- Requests, one at a time

    /** @param {Message} request @param {Watch} watch @param {(answer: Message) => any} read @returns {Promise<any>} */
    #ask(request, { signal, onProgress }, read) {
        return new Promise((resolve, reject) => {
            if (this.#closed) throw new MustplayError('closed', 'This engine was closed.');
            signal?.throwIfAborted();
            checked(() => readNumbers(request));
            const message = { id: this.#next++, ...request };
            /** @type {Job} */
            const job = { message, read, signal, onProgress, resolve, reject };
            signal?.addEventListener('abort', () => this.#leave(job, signal.reason), { once: true });
            this.#queue.push(job);
            this.#proceed();
        });
    }

    /** Turns to the next request, if the engine is free. */
    #proceed() {
        if (this.#active) return;
        this.#active = this.#queue.shift() ?? null;
        this.#thread?.hold(this.#active !== null);
        if (!this.#active) return;
        if (this.#thread) this.#send(this.#active.message);
        else if (!this.#starting) this.#start();
    }

    /** Sends it, unless the engine is still starting: then it is sent when that is ready. @param {Message} message */
    #send(message) {
        if (this.#ready) this.#thread?.post(JSON.stringify(message));
    }

    /** @param {(job: Job) => void} settle what becomes of the request that the engine was asked */
    #finish(settle) {
        const job = this.#active;
        this.#active = null;
        if (job) settle(job);
        this.#proceed();
    }

    /** Gives up a request. @param {Job} job @param {unknown} reason */
    #leave(job, reason) {
        job.reject(reason);
        if (job !== this.#active) {
            this.#queue = this.#queue.filter(other => other !== job);
            return;
        }
        this.#send({ id: this.#next++, do: 'stop', of: job.message.id });
        setTimeout(() => {
            if (job !== this.#active) return;
            this.#drop();
            this.#finish(() => {});
        }, DEAF);
    }

    // --- The engine

    /** @param {FileName} name */
    async #read(name) {
        try {
            return await this.#host.read(name, this.#options.folder);
        } catch (error) {
            throw new MustplayError('failure', `The engine's file ${name} could not be read: ${textOf(error)}.`, { cause: error });
        }
    }

    /** @returns {Promise<Files>} */
    async #load() {
        const [code, large, solver] = await Promise.all([this.#read('engine.wasm'), this.#read('default.net'), this.#read('solver.net')]);
        try {
            return { module: await WebAssembly.compile(/** @type {BufferSource} */ (code)), nets: { large, solver } };
        } catch (error) {
            const text = 'The engine cannot run here: it needs WebAssembly with its vector instructions (SIMD)';
            throw new MustplayError('failure', `${text}. ${textOf(error)}`, { cause: error });
        }
    }

    async #start() {
        this.#starting = true;
        this.#files ??= this.#load();
        try {
            const { module, nets } = await this.#files;
            this.#starting = false;
            if (this.#closed) return;
            const memory = checked(() => readMemory(this.#options.memory)) * MEGABYTE;
            const thread = this.#host.open({
                hear: data => thread === this.#thread && this.#hear(data),
                fail: message => thread === this.#thread && this.#fail(message),
            });
            this.#thread = thread;
            thread.post({ start: { module, threads: 0, memory, nets } });
        } catch (error) {
            this.#starting = false;
            this.#files = null;
            this.#finish(job => job.reject(error));
        }
    }

    /** Ends the engine; the next request starts another. */
    #drop() {
        this.#thread?.end();
        this.#thread = null;
        this.#ready = false;
    }

    /** @param {string} message */
    #fail(message) {
        this.#drop();
        this.#finish(job => job.reject(new MustplayError('failure', `The engine failed: ${message}`)));
    }

    /** @param {any} data */
    #hear(data) {
        if (data.failed) this.#fail(data.failed);
        else this.#receive(JSON.parse(data));
    }

    /** It is ready. @param {Message} hello */
    #greet(hello) {
        this.#hello = hello;
        this.#ready = true;
        this.#thread?.hold(this.#active !== null);
        if (this.#active) this.#send(this.#active.message);
    }

    /** @param {Message} message */
    #receive(message) {
        const job = this.#active;
        if (message.type === 'hello') this.#greet(message);
        if (!job || message.id !== job.message.id) return;
        if (message.type === 'progress') this.#tell(job, message);
        else if (message.type === 'error') this.#finish(() => job.reject(new MustplayError(message.code, message.error)));
        else this.#finish(() => job.resolve(new Promise(done => done(job.read(message)))));
    }

    /** @param {Job} job @param {Message} message */
    #tell(job, message) {
        if (!job.onProgress || job.signal?.aborted) return;
        try {
            job.onProgress(job.read(message));
        } catch (error) {
            this.#leave(job, error);
        }
    }
}
