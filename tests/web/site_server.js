// A host of static files, as good or as bad as a test wants it. Alone: node site_server.js FOLDER [PORT]
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const TYPES = new Map(
    Object.entries({
        '.html': 'text/html; charset=utf-8',
        '.js': 'text/javascript',
        '.css': 'text/css',
        '.svg': 'image/svg+xml',
        '.png': 'image/png',
        '.wasm': 'application/wasm',
        '.json': 'application/json',
        '.webmanifest': 'application/manifest+json',
    }),
);
const ISOLATION = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };

export class SiteServer {
    /** @param {string} folder @param {{isolates?: boolean, without?: RegExp}} host `without`: files that it does not have */
    constructor(folder, { isolates = true, without } = {}) {
        this.folder = folder;
        this.headers = isolates ? ISOLATION : {};
        this.without = without;
        this.address = '';
        /** Names and sizes of what was asked for. @type {{name: string, bytes: number}[]} */
        this.served = [];
        /** Replaces what is sent, by name. @type {Map<string, string>} */
        this.changed = new Map();
        this.server = createServer((request, response) => this.#answer(request.url ?? '/', response));
    }

    /** @param {string} url @param {import('node:http').ServerResponse} response */
    async #answer(url, response) {
        const name = path.normalize(new URL(url, 'http://x').pathname).replace(/^\/+/, '') || 'index.html';
        try {
            if (this.without?.test(name)) throw new Error('left out');
            const bytes = this.changed.get(name) ?? (await readFile(path.join(this.folder, name)));
            this.served.push({ name, bytes: bytes.length });
            const type = TYPES.get(path.extname(name)) ?? 'application/octet-stream';
            response.writeHead(200, { 'content-type': type, 'content-length': Buffer.byteLength(bytes), 'cache-control': 'no-cache', ...this.headers });
            response.end(bytes);
        } catch {
            response.writeHead(404, this.headers).end();
        }
    }

    async start(port = 0) {
        await new Promise(done => this.server.listen(port, '127.0.0.1', () => done(null)));
        this.port = /** @type {import('node:net').AddressInfo} */ (this.server.address()).port;
        this.address = `http://127.0.0.1:${this.port}/`;
    }

    async stop() {
        this.server.closeAllConnections();
        await new Promise(done => this.server.close(done));
    }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
    const server = new SiteServer(process.argv[2]);
    await server.start(Number(process.argv[3] ?? 8000));
    console.log(server.address);
}
