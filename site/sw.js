// The service worker of the page (site/offline.js says what for). `make site` writes the version and the list of files into it.
const VERSION = '@VERSION@';
/** @type {string[]} the page itself */
const FILES = '@FILES@'.split(' ');
const CACHE = `mustplay ${VERSION}`; // large files are not in it: site/load.js keeps those
const HEADERS = {
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Embedder-Policy': 'require-corp',
    'Cross-Origin-Resource-Policy': 'same-origin',
};

/** @type {any} */
const scope = globalThis;

scope.addEventListener('install', (/** @type {any} */ event) => {
    const requests = FILES.map(file => new Request(file, { cache: 'no-cache' }));
    event.waitUntil(caches.open(CACHE).then(cache => cache.addAll(requests)));
});

scope.addEventListener('activate', (/** @type {any} */ event) => {
    event.waitUntil(
        (async () => {
            for (const name of await caches.keys())
                if (name.startsWith('mustplay ') && name !== CACHE) await caches.delete(name);
            await scope.clients.claim();
        })(),
    );
});

scope.addEventListener('message', (/** @type {any} */ event) => {
    if (event.data === 'activate') scope.skipWaiting();
});

/** @param {Response} response */
function isolating(response) {
    if (response.status === 0) return response;
    const headers = new Headers(response.headers);
    for (const [name, value] of Object.entries(HEADERS)) headers.set(name, value);
    return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

/** @param {Request} request */
async function answer(request) {
    const page = request.mode === 'navigate' ? new URL(request.url).pathname.replace(/[^/]*$/, '') : null;
    const cache = await caches.open(CACHE);
    const stored = await cache.match(page ?? request, { ignoreSearch: page !== null });
    return isolating(stored ?? (await fetch(request)));
}

scope.addEventListener('fetch', (/** @type {any} */ event) => {
    const { request } = event;
    if (request.method === 'GET' && new URL(request.url).origin === scope.location.origin)
        event.respondWith(answer(request));
});
