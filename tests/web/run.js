// Runs the tests of the page: node run.js [--site] BUILD [PATTERN]. With --site the page is the one that needs no server
// (BUILD/site, by `make site`). Ends with `N passed, M failed`.
import path from 'node:path';
import { COACH_TESTS } from './coach_tests.js';
import { Server, Visit, launch } from './harness.js';
import { LANGUAGE_TESTS } from './language_tests.js';
import { LEARN_TESTS } from './learn_tests.js';
import { LOOK_TESTS } from './look_tests.js';
import { PROOF_TESTS } from './proof_tests.js';
import { REVIEW_TESTS } from './review_tests.js';
import { SiteServer } from './site_server.js';
import { SITE_TESTS } from './site_tests.js';
import { TEMPLATE_TESTS } from './template_tests.js';
import { TESTS } from './tests.js';

const args = process.argv.slice(2).filter(word => word !== '--site'),
    site = args.length < process.argv.length - 2,
    build = path.resolve(args[0]);
const all = [...TESTS, ...PROOF_TESTS, ...COACH_TESTS, ...REVIEW_TESTS, ...LOOK_TESTS, ...LANGUAGE_TESTS, ...LEARN_TESTS, ...TEMPLATE_TESTS].filter(test => !(site && test.served));
const chosen = [...all, ...(site ? SITE_TESTS : [])].filter(test => test.name.includes(args[1] ?? ''));
let browser = await launch();

/** The host of a test: the program, or static files beside the program that answers the test's own questions.
 * @param {import('./tests.js').Test} test */
function hostOf(test) {
    const program = new Server(build);
    if (!site) return program;
    return Object.assign(new SiteServer(path.join(build, 'site'), test.host), {
        ask: (/** @type {string[]} */ words) => program.ask(words),
    });
}

/** Why a test fails; "" when it does not. @param {import('./tests.js').Test} test @param {any} server */
async function faultOf(test, server) {
    const context = await browser.newContext({
        viewport: { width: 1280, height: 800 },
        acceptDownloads: true,
        ...test.screen,
        ...test.browser,
    });
    if (!test.fresh)
        await context.addInitScript(
            settings => {
                try {
                    if (location.protocol === 'http:' && !localStorage.getItem('mustplay.settings'))
                        localStorage.setItem('mustplay.settings', JSON.stringify(settings));
                } catch {
                    // a test that denies storage
                }
            },
            { tour: true, ...test.settings },
        );
    const visit = new Visit(await context.newPage(), server);
    try {
        await test.run(visit);
        return visit.faults.filter(fault => !test.allows?.test(fault)).join('\n');
    } catch (error) {
        return `${error instanceof Error ? error.message : error}\n${visit.faults.join('\n')}\n${await visit.state()}`;
    } finally {
        await context.close().catch(() => {}); // a browser that has died is told of below
    }
}

/** Why a test fails. A browser that dies by itself is started anew, and the test with it, once. @param {import('./tests.js').Test} test @param {any} server */
async function faultOfLiving(test, server) {
    if (!browser.isConnected()) browser = await launch();
    const fault = await faultOf(test, server);
    if (browser.isConnected()) return fault;
    console.log(`the browser died during: ${test.name}\n${fault}`);
    browser = await launch();
    return faultOf(test, server);
}

let failed = 0;
/** One host for all tests that do not ask for a special one. @type {any} */
let common = null;
for (const test of chosen) {
    const start = performance.now(),
        special = test.host || !common,
        server = special ? hostOf(test) : common;
    if (special) await server.start();
    if (!test.host) common = server;
    const fault = await faultOfLiving(test, server);
    if (test.host) await server.stop();
    if (fault) failed++;
    console.log(
        `${fault ? 'FAIL' : 'ok  '} ${test.name} (${((performance.now() - start) / 1000).toFixed(1)} s)${fault ? `\n${fault}` : ''}`,
    );
}
await browser.close();
await common?.stop();
console.log(`${chosen.length - failed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
