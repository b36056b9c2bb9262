// Node's threads speak in another way than browsers' workers: this makes them alike.
import { parentPort } from 'node:worker_threads';

const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort);
/** @type {any} */ (globalThis).postMessage = (/** @type {any} */ data) => port.postMessage(data);
/** @type {any} */ (globalThis).addEventListener = (/** @type {string} */ _name, /** @type {(event: {data: any}) => void} */ hear) =>
    port.on('message', data => hear({ data }));
await import('./worker.js');
