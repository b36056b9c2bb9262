// The package in a browser: the engine in a Worker, its files by fetch. Bundlers find the files by the URLs written out here.
import { Client, MustplayError, asFolder } from './client.js';

export { MustplayError };

const FILES = {
    'engine.wasm': new URL('./engine.wasm', import.meta.url),
    'default.net': new URL('./default.net', import.meta.url),
    'solver.net': new URL('./solver.net', import.meta.url),
    'puzzles.jsonl': new URL('./puzzles.jsonl', import.meta.url),
};

/** @param {import('./client.js').FileName} name @param {string | URL} [folder] */
async function read(name, folder) {
    const address = folder ? new URL(name, new URL(asFolder(folder), location.href)) : FILES[name];
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${address} is not there (${response.status})`);
    return new Uint8Array(await response.arrayBuffer());
}

/** @param {import('./client.js').Ears} ears @returns {import('./client.js').Thread} */
function open({ hear, fail }) {
    const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module', name: 'mustplay' });
    worker.onmessage = event => hear(event.data);
    worker.onerror = event => fail(event.message || 'The worker could not start.');
    return { post: data => worker.postMessage(data), end: () => worker.terminate(), hold: () => {} };
}

/** A Hex engine in a worker of this page. */
export class Mustplay extends Client {
    /** @param {import('./index.js').MustplayOptions} [options] */
    constructor(options) {
        super({ read, open }, options);
    }
}
