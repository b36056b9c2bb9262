// Templates on the page: drawn, judged, broken, answered.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { check, same } from './harness.js';
import { PHONE } from './tests.js';

/** @typedef {import('./tests.js').Test} Test */
/** @typedef {import('./harness.js').Visit} Visit */

/** @param {Visit} visit @param {string} example */
async function show(visit, example) {
    const { page } = visit;
    await visit.mode('setup');
    await page.getByText('A template', { exact: true }).first().click();
    await page.locator('#template-example').selectOption(example);
}

/** @param {Visit} visit @param {RegExp} verdict */
async function judged(visit, verdict) {
    await visit.page.locator('#template-check').click();
    await visit.until(`${verdict}.test(document.querySelector('#template-verdict').textContent)`, String(verdict));
}

/** @type {Test[]} */
export const TEMPLATE_TESTS = [
    {
        name: 'a template is drawn, checked, and answers intrusions',
        async run(visit) {
            const { page } = visit;
            await visit.open('#5,c3');
            await show(visit, 'ziggurat');
            same(await visit.stones('black'), ['c1'], 'the stone');
            check(await page.locator('#walk').isHidden(), 'there are no moves to walk through');
            await judged(visit, /needs every cell/);
            await visit.cell('a2', 4).click(); // a cell too many
            await judged(visit, /not every cell/);
            check(/without a2/.test(await page.locator('#template-detail').innerText()), 'which');
            await visit.drawn();
            same(await page.locator('.ring.orange').count(), 1, 'it is marked');
            await page.locator('#template-try').click();
            for (let turn = 0; turn < 6; turn++) {
                const carrier = await page.locator('[data-cell][aria-label$=empty]').all();
                if (!carrier.length) break;
                await carrier[carrier.length >> 1].click();
                await visit.until(
                    '/answered at|joined/.test(document.querySelector("#template-detail").textContent) && document.querySelectorAll(".stone.black").length === ' + (turn + 2),
                    'an answer',
                );
                if (/joined/.test(await page.locator('#template-detail').innerText())) break;
            }
            check(/joined/.test(await page.locator('#template-detail').innerText()), 'the ends are joined');
            await page.locator('#template-try').click();
            same(await visit.stones('black'), ['c1'], 'back to the drawing');
            // The drawing stays, the game too.
            await page.reload();
            await visit.mode('setup');
            same(await visit.stones('black'), ['c3'], 'the game');
            await page.getByText('A template', { exact: true }).first().click();
            same(await visit.stones('black'), ['c1'], 'the drawing');
        },
    },
    {
        name: 'a template that does not hold shows what breaks it; faults are told',
        async run(visit) {
            const { page } = visit;
            await visit.open();
            await show(visit, 'trap');
            await judged(visit, /does not hold/);
            const folder = await mkdtemp(path.join(tmpdir(), 'template-')),
                file = path.join(folder, 'trap.hdg');
            await writeFile(file, await page.locator('#template-text').inputValue());
            const told = await visit.server.ask(['template', file]);
            await rm(folder, { recursive: true });
            const { intrusions } = told.templates[0];
            check(intrusions.length > 0, 'there are some');
            await visit.drawn();
            same(await page.locator('.cross.vermilion').count(), intrusions.length, 'they are marked');
            await page.locator('#template-try').click();
            const { width } = await page.evaluate(() => ({ width: Number(/** @type {HTMLInputElement} */ (document.querySelector('#template-width')).value) }));
            await visit.cell(intrusions[0], width).click();
            await visit.until("/Nothing answers/.test(document.querySelector('#template-detail').textContent)", 'no answer');
            await page.locator('#template-try').click();
            await page.locator('#template-bottom').uncheck();
            await page.locator('#template-check').click();
            await page.locator('.note.error').waitFor();
            check(/no lower end/.test(await page.locator('.note.error').innerText()), 'a sentence');
            await page.locator('details summary').click();
            await page.locator('#template-text').fill('nonsense');
            await page.locator('#template-use').click();
            await page.locator('.note.error', { hasText: 'no diagram' }).waitFor();
            await page.locator('#template-text').fill('   A\n .   .\n   V\n');
            await page.locator('#template-use').click();
            await judged(visit, /needs every cell/);
            same(await visit.axe(), [], 'axe');
        },
    },
    {
        name: 'a template on a phone',
        screen: PHONE,
        async run(visit) {
            const { page } = visit;
            await visit.open();
            await page.locator('#tab-setup').tap();
            await page.getByText('A template', { exact: true }).first().tap();
            await page.locator('#template-example').selectOption('V1a');
            const wide = await page.evaluate(() => document.documentElement.scrollWidth);
            check(wide <= 390, `it is ${wide} pixels wide`);
            const size = await visit.cell('g3', 10).evaluate(cell => cell.getBoundingClientRect().width);
            check(size >= 24, `a cell is ${size} pixels wide`);
            await page.locator('#template-check').tap();
            await visit.until("/needs every cell/.test(document.querySelector('#template-verdict').textContent)", 'a verdict');
            same(await visit.axe(), [], 'axe');
        },
    },
];
