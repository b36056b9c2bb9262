// Runs the tests of the page: node run.js BUILD [PATTERN]. Ends with `N passed, M failed`.
import path from 'node:path';
import { Server, Visit, launch } from './harness.js';
import { PROOF_TESTS } from './proof_tests.js';
import { TESTS } from './tests.js';

const server = new Server(path.resolve(process.argv[2]));
const chosen = [...TESTS, ...PROOF_TESTS].filter(test => test.name.includes(process.argv[3] ?? ''));
await server.start();
const browser = await launch();
let failed = 0;
for (const test of chosen) {
    const start = performance.now();
    const context = await browser.newContext({
        viewport: { width: 1280, height: 800 },
        acceptDownloads: true,
        ...test.screen,
    });
    if (!test.fresh)
        await context.addInitScript(
            settings => {
                if (location.protocol === 'http:' && !localStorage.getItem('mustplay.settings'))
                    localStorage.setItem('mustplay.settings', JSON.stringify(settings));
            },
            { tour: true, ...test.settings },
        );
    const visit = new Visit(await context.newPage(), server);
    let fault = '';
    try {
        await test.run(visit);
        fault = visit.faults.join('\n');
    } catch (error) {
        fault = `${error instanceof Error ? error.message : error}\n${visit.faults.join('\n')}\n${await visit.state()}`;
    }
    if (fault) failed++;
    console.log(
        `${fault ? 'FAIL' : 'ok  '} ${test.name} (${((performance.now() - start) / 1000).toFixed(1)} s)${fault ? `\n${fault}` : ''}`,
    );
    await context.close();
}
await browser.close();
await server.stop();
console.log(`${chosen.length - failed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
