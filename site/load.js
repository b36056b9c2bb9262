// The engine and the nets, fetched once per visit, with progress for the page: events `engine-loading` with {loaded, total}.
import { t } from './lang.js';
import { isolate } from './offline.js';
import { sizes, versions } from './sizes.js';

/** A module of one vector instruction: whether this browser has WebAssembly's SIMD. */
const SIMD = new Uint8Array([
    0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]);
const MEGABYTE = 1 << 20;

/** @typedef {{module: WebAssembly.Module, threads: number, memory: number}} Loaded */

/** Bytes fetched so far and in all, by file. @type {Map<string, {loaded: number, total: number}>} */
const files = new Map();

function tell() {
    const all = [...files.values()];
    const sum = (/** @type {'loaded' | 'total'} */ key) => all.reduce((total, file) => total + file[key], 0);
    globalThis.dispatchEvent?.(
        new CustomEvent('engine-loading', { detail: { loaded: sum('loaded'), total: sum('total') } }),
    );
}

/** Where large files stay for the next visit, and for one without a network; null where the browser has no such place. */
async function shelf() {
    try {
        return (await globalThis.caches?.open('mustplay-large')) ?? null;
    } catch {
        return null;
    }
}

/** @param {string} name */
const addressOf = name => new URL(`${name}?v=${versions[name]}`, import.meta.url).href;

/** A large file, from the last visit or from the host. @param {string} name */
async function fetchLarge(name) {
    const kept = await shelf(),
        address = addressOf(name);
    const stored = await kept?.match(address).catch(() => undefined);
    if (stored) return stored;
    const response = await fetch(address);
    if (response.ok) kept?.put(address, response.clone()).catch(() => {}); // no room: then it is fetched again next time
    return response;
}

/** Throws away what earlier versions left. */
async function tidy() {
    const kept = await shelf(),
        wanted = new Set(Object.keys(versions).map(addressOf));
    for (const request of (await kept?.keys()) ?? []) if (!wanted.has(request.url)) await kept?.delete(request);
}

/** @param {string} name @param {number} size as it is unpacked */
async function fetchBytes(name, size) {
    const response = await fetchLarge(name);
    if (!response.ok || !response.body) throw new Error(t('site.notLoaded', { name, status: response.status }));
    const state = { loaded: 0, total: size };
    files.set(name, state);
    const bytes = new Uint8Array(size),
        reader = response.body.getReader();
    for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        if (state.loaded + value.length > size) throw new Error(t('site.wrongFile', { name }));
        bytes.set(value, state.loaded);
        state.loaded += value.length;
        tell();
    }
    if (state.loaded !== size) throw new Error(t('site.part', { name }));
    return bytes;
}

/** Threads need shared memory, which the page has only if it is isolated from others. */
const canShare = () => globalThis.crossOriginIsolated === true && typeof SharedArrayBuffer !== 'undefined';

/** How much the engine may take: a quarter of what the device says it has, and no more than a browser gives a page.
 * @param {number | undefined} gigabytes */
export function memoryFor(gigabytes) {
    const device = (gigabytes ?? 4) * 1024;
    return Math.max(160, Math.min(1024, device / 4)) * MEGABYTE;
}

/** @type {Promise<Loaded> | null} */
let engine = null;

/** Fetches the engine that fits this browser, from now on the one for one worker if that is asked for.
 * @returns {Promise<Loaded>} */
export function loadEngine(single = false) {
    if (single) engine = load(true);
    engine ??= load(false);
    engine.catch(() => (engine = null));
    return engine;
}

/** @param {boolean} single @returns {Promise<Loaded>} */
async function load(single) {
    if (typeof WebAssembly === 'undefined' || !WebAssembly.validate(SIMD))
        throw new Error(t('site.simd'));
    await isolate();
    const { deviceMemory, hardwareConcurrency = 1 } = /** @type {any} */ (navigator);
    const forced = new URLSearchParams(location.search).get('threads');
    const threads = canShare() && !single && forced !== '0' ? Math.min(Number(forced ?? hardwareConcurrency) || 1, 8) : 0;
    const name = threads ? 'engine-threads.wasm' : 'engine.wasm';
    const module = await WebAssembly.compile(await fetchBytes(name, sizes[name]));
    return { module, threads, memory: memoryFor(deviceMemory) };
}

/** @type {Promise<import('./worker.js').Nets> | null} */
let nets = null;

/** Fetches the nets; without them the engine works as well, but weaker. @returns {Promise<import('./worker.js').Nets>} */
export function loadNets() {
    nets ??= (async () => {
        const get = (/** @type {string} */ name) => fetchBytes(name, sizes[name]).catch(() => undefined);
        const [solver, large] = await Promise.all([get('solver.net'), get('default.net')]);
        if (!solver || !large) nets = null;
        else tidy().catch(() => {});
        return { large, solver };
    })();
    return nets;
}
