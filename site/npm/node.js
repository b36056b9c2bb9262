// The package in Node: the engine in a thread, its files from the disk.
import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { Client, MustplayError, asFolder } from './client.js';

export { MustplayError };

/** @param {import('./client.js').FileName} name @param {string | URL} [folder] a path or a `file:` address */
function read(name, folder) {
    const place = typeof folder === 'string' ? pathToFileURL(folder) : folder;
    return readFile(new URL(name, place ? asFolder(place) : import.meta.url));
}

/** @param {import('./client.js').Ears} ears @returns {import('./client.js').Thread} */
function open({ hear, fail }) {
    const worker = new Worker(new URL('./node_worker.js', import.meta.url));
    worker.on('message', hear);
    worker.on('error', error => fail(error.message));
    return {
        post: data => worker.postMessage(data),
        end: () => worker.terminate(),
        hold: needed => (needed ? worker.ref() : worker.unref()),
    };
}

/** A Hex engine in a thread of this program. */
export class Mustplay extends Client {
    /** @param {import('./index.js').MustplayOptions} [options] */
    constructor(options) {
        super({ read, open }, options);
    }
}
