// The engine for one worker (engine.wasm), without any other script: what it imports, and its messages as text. Runs wherever
// WebAssembly does, in a browser's worker or in Node.

/** The functions that site/engine.c exports.
 * @typedef {object} Exports
 * @property {WebAssembly.Memory} memory
 * @property {() => void} _initialize
 * @property {(bytes: number) => number} site_room
 * @property {(solver: number, bytes: number, size: number) => number} site_net
 * @property {(threads: number, memory: number) => number} site_start
 * @property {() => number} site_failure
 * @property {(text: number, length: number) => void} site_receive
 * @property {() => number} site_work
 * @property {() => number} site_message
 * @property {() => number} site_message_length
 * @property {() => void} site_message_done
 */

const ENOSYS = 52;

/** What the module imports: a clock, the call when a message waits, and refusals for everything that a page does not have.
 * @param {WebAssembly.Module} module @param {() => DataView} view @param {() => void} wake @returns {WebAssembly.Imports} */
function imports(module, view, wake) {
    /** @type {Record<string, (...args: any[]) => number | void>} */
    const known = {
        wake,
        clock_time_get(/** @type {number} */ _clock, /** @type {bigint} */ _precision, /** @type {number} */ at) {
            const clock = _clock === 0 ? Date.now() : performance.now();
            view().setBigUint64(at, BigInt(Math.round(clock * 1e6)), true);
            return 0;
        },
        proc_exit(/** @type {number} */ code) {
            throw new Error(`The engine ended itself (${code}).`);
        },
        emscripten_notify_memory_growth() {},
    };
    /** @type {WebAssembly.Imports} */
    const all = {};
    for (const { module: group, name } of WebAssembly.Module.imports(module)) {
        all[group] ??= {};
        all[group][name] = known[name] ?? (() => (group === 'env' ? -ENOSYS : ENOSYS));
    }
    return all;
}

/** The parts of an engine that both builds share, over its exported functions. */
export class Engine {
    /** @param {Exports} exports @param {() => Uint8Array} heap the memory as it is now @param {(text: string) => void} hear */
    constructor(exports, heap, hear) {
        this.exports = exports;
        this.heap = heap;
        this.hear = hear;
    }

    /** Puts bytes into the engine's memory; the function that is told of them frees them. @param {Uint8Array} bytes */
    #put(bytes) {
        const at = this.exports.site_room(bytes.length);
        if (!at) throw new Error('The page has no memory left for the engine.');
        this.heap().set(bytes, at);
        return at;
    }

    /** @param {number} at @param {number} length */
    #text(at, length) {
        // A decoder refuses shared memory: a copy is taken first.
        return new TextDecoder().decode(this.heap().slice(at, at + length));
    }

    failure() {
        const at = this.exports.site_failure();
        return this.#text(at, this.heap().indexOf(0, at) - at);
    }

    /** Gives it a net's file. @param {boolean} solver @param {Uint8Array} bytes */
    net(solver, bytes) {
        if (!this.exports.site_net(solver ? 1 : 0, this.#put(bytes), bytes.length)) throw new Error(this.failure());
    }

    /** @param {number} threads @param {number} memory bytes that it may take */
    start(threads, memory) {
        if (!this.exports.site_start(threads, memory)) throw new Error(this.failure());
        this.drain();
    }

    /** Takes a request. @param {string} text */
    receive(text) {
        const bytes = new TextEncoder().encode(text);
        this.exports.site_receive(this.#put(bytes), bytes.length);
        this.drain();
    }

    /** Computes for a slice of time; whether there was something to do. */
    work() {
        const worked = this.exports.site_work() !== 0;
        this.drain();
        return worked;
    }

    /** Hands on the messages that wait. */
    drain() {
        for (let at; (at = this.exports.site_message()) !== 0; this.exports.site_message_done())
            this.hear(this.#text(at, this.exports.site_message_length()));
    }
}

/** An engine in this thread: `work` has to be called until it has nothing to do. @param {WebAssembly.Module} module
 * @param {(text: string) => void} hear @returns {Promise<Engine>} */
export async function openEngine(module, hear) {
    /** @type {Engine | null} */
    let engine = null;
    const heap = () => new Uint8Array(exports.memory.buffer);
    const instance = await WebAssembly.instantiate(
        module,
        imports(module, () => new DataView(exports.memory.buffer), () => engine?.drain()),
    );
    const exports = /** @type {Exports} */ (/** @type {unknown} */ (instance.exports));
    exports._initialize();
    engine = new Engine(exports, heap, hear);
    return engine;
}
