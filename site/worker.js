// The worker that holds the engine. It is sent {start}, then requests as text; it sends
// {failed}, and answers as text, hello first.
import { Engine, openEngine } from './engine.js';

/** @typedef {{module: WebAssembly.Module, threads: number, memory: number, nets: Nets}} Start `threads` 0: all in this worker */
/** @typedef {{large?: Uint8Array, solver?: Uint8Array}} Nets */

/** Of the memory that is shared by threads, in pages, as site/CMakeLists.txt says. */
const PAGE = 65536,
    FIRST = 512,
    MAXIMUM = 32768;

/** @type {Engine | null} */
let engine = null;
/** @type {Start} */
let setup;
let working = false;

/** @param {string} text */
const hear = text => postMessage(text);

/** Calls back when what has come to this worker meanwhile has been heard. @type {(call: () => void) => void} */
const later = /** @type {any} */ (globalThis).setImmediate ?? channelLater();

/** Browsers hold timers back, but not messages. */
function channelLater() {
    const channel = new MessageChannel();
    return (/** @type {() => void} */ call) => {
        channel.port1.onmessage = call;
        channel.port2.postMessage(0);
    };
}

function slice() {
    working = engine?.work() ?? false;
    if (working) later(slice);
}

function work() {
    if (working || setup.threads) return;
    working = true;
    later(slice);
}

/** @param {Start} start @returns {Promise<Engine>} */
async function openThreads(start) {
    // By its address, and not in the form that bundlers know: the npm package has no threads, and they would look for the file.
    const here = import.meta.url;
    const { default: create } = await import(/* webpackIgnore: true */ /* @vite-ignore */ new URL('engine-threads.js', here).href);
    /** @type {Engine | null} */
    let opened = null;
    // As much as the engine is to take, and half as much again for what does not fit exactly.
    const most = Math.min(MAXIMUM, FIRST + Math.ceil((start.memory * 1.5) / PAGE));
    const wasmMemory = new WebAssembly.Memory({ initial: FIRST, maximum: most, shared: true });
    const instance = await create({
        wasmMemory,
        wake: () => opened?.drain(),
        instantiateWasm(/** @type {WebAssembly.Imports} */ imports, /** @type {Function} */ done) {
            WebAssembly.instantiate(start.module, imports).then(made => done(made, start.module));
            return {};
        },
    });
    const names = Object.keys(instance).filter(name => name.startsWith('_site_'));
    const exports = Object.fromEntries(names.map(name => [name.slice(1), instance[name]]));
    opened = new Engine(/** @type {any} */ (exports), () => new Uint8Array(wasmMemory.buffer), hear);
    return opened;
}

/** @param {Start} start */
async function open(start) {
    setup = start;
    engine = start.threads ? await openThreads(start) : await openEngine(start.module, hear);
    const { large, solver } = start.nets;
    if (solver) engine.net(true, solver);
    if (large) engine.net(false, large);
    engine.start(start.threads, start.memory);
}

/** @param {unknown} error */
const fail = error => postMessage({ failed: error instanceof Error ? error.message : String(error) });

addEventListener('message', event => {
    const { data } = event;
    if (data.start) {
        open(data.start).catch(fail);
        return;
    }
    try {
        engine?.receive(data);
        work();
    } catch (error) {
        fail(error);
    }
});
