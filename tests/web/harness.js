// What the tests of the page share: a server, a browser, pages, and the little that asserts.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { chromium } from 'playwright-core';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').BrowserContext} BrowserContext */
/** @typedef {{viewport?: {width: number, height: number}, hasTouch?: boolean, isMobile?: boolean, colorScheme?: 'light' | 'dark'}} Screen */

const BROWSER = process.env.CHROMIUM ?? '/usr/bin/chromium';
/** How long anything may take: other tests run beside these on few cores. */
export const PATIENCE = 45000;

export class Server {
    /** @param {string} build */
    constructor(build) {
        this.program = path.join(build, 'mustplay');
        this.address = '';
        this.port = 0;
    }

    /** A port below those of outgoing connections: nobody else gets it while the server is started anew. */
    async start(port = 0) {
        for (let tries = 0; tries < 20; tries++) {
            const place = port || 20000 + Math.floor(12000 * Math.random());
            this.process = spawn(this.program, ['serve', '--port', String(place)], { stdio: ['ignore', 'pipe', 'inherit'] });
            const said = await Promise.race([
                once(/** @type {any} */ (this.process.stdout), 'data'),
                once(this.process, 'exit').then(() => null), // the port is in use
            ]);
            if (!said) continue;
            this.address = String(said[0]).trim().split('\n')[0];
            this.port = Number(new URL(this.address).port);
            return;
        }
        throw new Error('the server does not start');
    }

    async stop() {
        const child = this.process;
        if (!child || child.exitCode !== null) return;
        child.kill('SIGTERM');
        await once(child, 'exit');
    }

    /** A command's JSON. @param {string[]} args @returns {Promise<any>} */
    async ask(args) {
        const child = spawn(this.program, [...args, '--json'], { stdio: ['ignore', 'pipe', 'inherit'] });
        let text = '';
        child.stdout.on('data', part => (text += part));
        await once(child, 'close');
        return JSON.parse(text);
    }
}

/** Chromium refuses to sandbox itself for root. */
export const launch = () =>
    chromium.launch({ executablePath: BROWSER, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });

/** How many share this core: the time a busy loop takes over the time it had the core; 1 on a quiet machine. */
export function crowding() {
    const start = performance.now(),
        before = process.cpuUsage();
    let used = 0;
    while (used < 100000) used = process.cpuUsage(before).user + process.cpuUsage(before).system;
    return Math.max(1, (1000 * (performance.now() - start)) / used);
}

/** @param {unknown} condition @param {string} message */
export function check(condition, message) {
    if (!condition) throw new Error(message);
}

/** @param {unknown} got @param {unknown} wanted @param {string} what */
export function same(got, wanted, what) {
    check(
        JSON.stringify(got) === JSON.stringify(wanted),
        `${what}: got ${JSON.stringify(got)}, wanted ${JSON.stringify(wanted)}`,
    );
}

/** A page with faults collected: an exception, a console error, a request to elsewhere. */
export class Visit {
    /** @param {Page} page @param {Server} server */
    constructor(page, server) {
        this.page = page;
        this.server = server;
        /** @type {string[]} */
        this.faults = [];
        page.setDefaultTimeout(PATIENCE);
        page.on('pageerror', error => this.faults.push(`exception: ${error.message}`));
        page.on('console', message => {
            // A lost connection is the point of one test.
            if (message.type() === 'error' && !/WebSocket|ERR_CONNECTION_REFUSED/.test(message.text()))
                this.faults.push(`console: ${message.text()}`);
        });
        /** Bytes of all files of the page. */
        this.bytes = 0;
        page.on('response', response => {
            this.bytes += Number(response.headers()['content-length'] ?? 0);
        });
        page.on('request', request => {
            if (!/^(blob|data|ws|about):/.test(request.url()) && !request.url().startsWith(server.address))
                this.faults.push(`request to ${request.url()}`);
        });
    }

    /** @param {string} hash */
    async open(hash = '') {
        if (hash) await this.page.goto('about:blank'); // another hash alone would not load the page anew
        await this.page.goto(this.server.address + hash);
        await this.page.locator('html[data-ready]').waitFor();
        await this.page.locator('body[data-connection=open]').waitFor();
    }

    /** @param {string} name @param {number} width */
    cell(name, width) {
        return this.page.locator(`[data-cell="${(Number(name.slice(1)) - 1) * width + name.charCodeAt(0) - 97}"]`);
    }

    /** The stones of a colour by name, sorted. @param {'black' | 'white'} color @returns {Promise<string[]>} */
    async stones(color) {
        await this.drawn();
        return (
            await this.page
                .locator(`.stone.${color}`)
                .evaluateAll(list => list.map(stone => stone.getAttribute('data-stone') ?? ''))
        ).sort();
    }

    /** Waits until an expression is true in the page. It is asked again and again from outside, since the page's policy
     * allows no eval. @param {string} expression @param {string} what */
    async until(expression, what) {
        for (
            const end = performance.now() + PATIENCE;
            performance.now() < end;
            await new Promise(done => setTimeout(done, 40))
        )
            if (await this.page.evaluate(expression)) return this.drawn();
        throw new Error(`waited in vain for: ${what}`);
    }

    /** Waits until the board shows what the page knows. */
    async drawn() {
        await this.page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));
    }

    /** What axe-core finds that is serious, one line each. @returns {Promise<string[]>} */
    async axe() {
        const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
        await this.page.evaluate(axe); // by the debugger: the page's own policy allows no such script
        return this.page.evaluate(async () => {
            const result = await /** @type {any} */ (window).axe.run(document, { resultTypes: ['violations'] });
            return result.violations
                .filter((/** @type {any} */ v) => ['serious', 'critical'].includes(v.impact))
                .map(
                    (/** @type {any} */ v) =>
                        `${v.id}: ${v.nodes
                            .slice(0, 3)
                            .map((/** @type {any} */ n) => `${n.target} ${n.any[0]?.message ?? ''}`)
                            .join('; ')}`,
                );
        });
    }

    /** What the page says, for the report of a failure. */
    async state() {
        const text = await this.page
            .evaluate(() =>
                ['#status', '.panel', '#notes', '#reason']
                    .map(name => `${name}: ${document.querySelector(name)?.textContent ?? ''}`)
                    .join('\n'),
            )
            .catch(() => '');
        return `${this.page.url()}\n${text}`;
    }

    /** @param {string} mode */
    async mode(mode) {
        await this.page.locator(`#tab-${mode}`).click();
    }
}
