// The page without a server, on good hosts and bad ones.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { check, crowding, same } from './harness.js';
import { openPacked } from './proof_tests.js';
import { PHONE, newGame } from './tests.js';

/** @typedef {import('./harness.js').Visit} Visit */
/** @typedef {import('./tests.js').Test} Test */

const SEARCHES = "/visits.* s( All|$)/.test(document.querySelector('#analysis-state').textContent)";
const ANALYSES = '([0-9.]+k?) visits';

/** @param {Visit} visit @returns {import('./site_server.js').SiteServer} */
const host = visit => /** @type {any} */ (visit.server);

/** Waits until the analysis of the page counts visits. @param {Visit} visit */
async function analyses(visit) {
    await visit.mode('analyse');
    await visit.until(SEARCHES, 'the analysis');
    check(new RegExp(ANALYSES).test(await visit.page.locator('#analysis-state').innerText()), 'visits are counted');
}

/** Milliseconds until the board was there, on a core of its own. @param {Visit} visit */
const firstBoard = async visit => (await visit.page.evaluate(() => performance.getEntriesByName('first-board')[0].startTime)) / crowding();

/** The address without what a test adds. @param {Visit} visit @param {string} [more] */
async function open(visit, more = '') {
    await visit.page.goto(`${visit.server.address}${more}`);
    await visit.page.locator('html[data-ready]').waitFor();
}

/** An expression for a page: whether the large files that its host has sent lie where they are found without it. @param {Visit} visit */
async function largeKept(visit) {
    const { folder, served } = host(visit),
        { versions } = await import(pathToFileURL(path.join(folder, 'sizes.js')).href);
    const names = Object.keys(versions).filter(name => served.some(file => file.name === name));
    check(names.length > 1, `large files: ${names}`);
    return `caches.open('mustplay-large').then(kept => kept.keys()).then(kept => ${JSON.stringify(names)}.every(name => kept.some(({ url }) => new URL(url).pathname.endsWith('/' + name))))`;
}

/** @type {Test[]} */
export const SITE_TESTS = [
    {
        name: 'site, first visit: a board within a second at 20 Mbit/s, under 6 MB in all',
        fresh: true,
        host: {},
        async run(visit) {
            const { page } = visit;
            const network = await page.context().newCDPSession(page);
            await network.send('Network.enable');
            await network.send('Network.emulateNetworkConditions', { offline: false, latency: 20, downloadThroughput: 2.5e6, uploadThroughput: 1e6 });
            await visit.open();
            await visit.until('!document.querySelector("header progress")', 'all is loaded');
            const names = new Set(host(visit).served.map(({ name }) => name));
            let bytes = 0;
            for (const name of names) bytes += gzipSync(await readFile(path.join(host(visit).folder, name)), { level: 9 }).length;
            const times = [await firstBoard(visit)];
            // Other tests run on the same cores: a core that is shared by n counts n times less, and the best of several visits counts.
            for (; times.length < 6 && !(times[times.length - 1] < 1000); times.push(await firstBoard(visit))) {
                await network.send('Network.setCacheDisabled', { cacheDisabled: true });
                await network.send('Network.setBypassServiceWorker', { bypass: true });
                await page.reload();
                await page.locator('html[data-ready]').waitFor();
            }
            console.log(`  first board after ${times.map(Math.round).join(', ')} ms; ${(bytes / 1e6).toFixed(2)} MB by gzip in ${names.size} files`);
            check(Math.min(...times) < 1000, `first board after ${times} ms`);
            check(bytes < 6e6, `${bytes} bytes`);
            check(await page.evaluate(() => crossOriginIsolated), 'the host isolates the page');
        },
    },
    {
        name: 'site, offline: the host is gone, the page opens, plays and proves',
        host: { isolates: false },
        async run(visit) {
            const { page } = visit;
            await visit.open();
            await page.evaluate(() => navigator.serviceWorker.ready);
            check(await page.evaluate(() => crossOriginIsolated), 'the service worker isolates the page');
            await visit.until("!document.querySelector('header progress')", 'all is loaded');
            await visit.until(await largeKept(visit), 'the large files to be kept');
            await host(visit).stop();
            await page.reload();
            await page.locator('body[data-connection=open]').waitFor();
            await newGame(visit, { size: 5 });
            await visit.cell('a5', 5).click();
            await visit.until("document.querySelectorAll('.move').length === 2", 'an answer');
            await visit.mode('solve');
            await page.locator('#solve-start').click();
            await visit.until("/Proved/.test(document.querySelector('#solve-detail').textContent)", 'a proof');
            await host(visit).start(host(visit).port);
        },
    },
    {
        name: 'site, a compressed proof: unpacked by the browser, or a sentence says what to do',
        host: {},
        async run(visit) {
            await openPacked(visit);
            const opened = visit.page.locator('#proof-legend li').first(),
                said = visit.page.locator('.note.error', { hasText: 'zstd -d' });
            await opened.or(said).waitFor();
        },
    },
    {
        name: 'site, no isolation: one worker analyses, plays, and hears that it should stop',
        host: { isolates: false },
        browser: { serviceWorkers: 'block' },
        allows: /service worker/i,
        async run(visit) {
            const { page } = visit;
            await visit.open('#11,');
            check(!(await page.evaluate(() => crossOriginIsolated)), 'it is not isolated');
            await analyses(visit);
            await visit.mode('play');
            await newGame(visit, { size: 11, level: 10, color: 'white' });
            await page.waitForTimeout(700); // the computer thinks, and its worker hears nothing
            const start = performance.now();
            await analyses(visit);
            check(performance.now() - start < 8000 * crowding(), `the analysis took ${performance.now() - start} ms to begin`);
        },
    },
    {
        name: 'site, a phone without isolation: everything fits, taps play',
        host: { isolates: false },
        screen: PHONE,
        browser: { serviceWorkers: 'block' },
        allows: /service worker/i,
        async run(visit) {
            const { page } = visit;
            await visit.open();
            await newGame(visit, { size: 5 });
            await visit.cell('c3', 5).tap();
            await visit.until("document.querySelectorAll('.move').length === 2", 'an answer');
            check(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing sticks out');
        },
    },
    {
        name: 'site, no SIMD: a sentence',
        host: {},
        async run(visit) {
            await visit.page.addInitScript(() => {
                WebAssembly.validate = () => false;
            });
            await open(visit);
            await visit.page.locator('.note.error').waitFor();
            check(/too old.*SIMD/.test(await visit.page.locator('.note.error').innerText()), 'it says why');
            check((await visit.page.locator('[data-cell]').count()) > 100, 'the board is there');
        },
    },
    {
        name: 'site, storage denied: it works, and keeps nothing',
        host: { isolates: false },
        async run(visit) {
            await visit.page.addInitScript(() => {
                for (const name of ['localStorage', 'sessionStorage', 'caches'])
                    Object.defineProperty(window, name, {
                        get() {
                            throw new DOMException('denied', 'SecurityError');
                        },
                    });
            });
            await open(visit);
            await visit.page.locator('body[data-connection=open]').waitFor();
            await visit.page.locator('#tour button').first().click();
            await analyses(visit);
        },
    },
    {
        name: 'site, memory refused: it tries with one worker, then says so',
        host: {},
        browser: { serviceWorkers: 'block' },
        allows: /service worker/i,
        async run(visit) {
            const worker = await readFile(path.join(host(visit).folder, 'worker.js'), 'utf8');
            const refuse = "WebAssembly.Memory = function () { throw new RangeError('could not allocate memory'); };\n";
            host(visit).changed.set('worker.js', `${worker}\n${refuse}`);
            await open(visit);
            await visit.page.locator('body[data-connection=open]').waitFor();
            await analyses(visit);
            host(visit).changed.set('worker.js', `${worker}\n${refuse}WebAssembly.instantiate = async () => WebAssembly.Memory();\n`);
            const page = await visit.page.context().newPage();
            await page.goto(`${visit.server.address}?threads=0`);
            await page.locator('.note.error').waitFor();
            check(/memory/.test(await page.locator('.note.error').innerText()), 'it says why');
        },
    },
    {
        name: 'site, a second tab, and a tab in the background',
        host: {},
        async run(visit) {
            await visit.open('#9,d4');
            await analyses(visit);
            const other = await visit.page.context().newPage();
            await other.goto(`${visit.server.address}#7,d4`);
            await other.locator('body[data-connection=open]').waitFor();
            await other.locator('#tab-solve').click();
            await other.locator('#solve-start').click();
            await other.locator('#solve-detail', { hasText: 'Proved' }).waitFor();
            const hide = (/** @type {boolean} */ hidden) =>
                visit.page.evaluate(value => {
                    Object.defineProperty(document, 'hidden', { value, configurable: true });
                    document.dispatchEvent(new Event('visibilitychange'));
                }, hidden);
            await hide(true);
            await visit.until(`!(${SEARCHES})`, 'the analysis to rest in the background');
            await hide(false);
            await visit.until(SEARCHES, 'the analysis to go on');
        },
    },
    {
        name: 'site, a new version announces itself',
        host: {},
        async run(visit) {
            const { page } = visit;
            await visit.open();
            await page.evaluate(() => navigator.serviceWorker.ready);
            await page.reload();
            await page.locator('body[data-connection=open]').waitFor();
            const worker = await readFile(path.join(host(visit).folder, 'sw.js'), 'utf8');
            host(visit).changed.set('sw.js', worker.replace(/VERSION = '/, "VERSION = 'next "));
            await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
            await page.locator('.note', { hasText: 'new version' }).waitFor();
            await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Load it' }).click()]);
            await page.locator('body[data-connection=open]').waitFor();
            const caches = await page.evaluate(() => window.caches.keys());
            same(caches.filter(name => name.startsWith('mustplay ')).length, 1, 'the old version is gone');
        },
    },
    {
        name: 'site, from a file: it says what to do',
        host: {},
        allows: /file:|origin|CORS|ERR_FAILED/i,
        async run(visit) {
            await visit.page.goto(pathToFileURL(path.join(host(visit).folder, 'index.html')).href);
            check(/http\.server/.test(await visit.page.locator('#cannot').innerText()), 'what to type');
        },
    },
];
