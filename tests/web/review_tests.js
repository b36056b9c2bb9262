// Review on the page: the swap rule.
import { readFile } from 'node:fs/promises';
import { check, same } from './harness.js';

/** Records as their sources write them, and what "As recorded" makes of them. @type {[string, RegExp][]} */
const RECORDS = [
    ['(;FF[4]EV[hex.LG]SZ[5]SO[http://www.littlegolem.com];W[cc];B[ae];W[bb])', /with the swap rule: games from this source/],
    ['(;FF[4]CA[UTF-8]AP[PlayHex:0.0.0]GM[11]SO[PlayHex.org]SZ[5];B[c3];W[a5];B[b2])', /with the swap rule: games from this source/],
    ['(;FF[4]GM[11]SZ[5]SO[PlayHex.org]RU[no swap];B[c3];W[a5];B[b2])', /without the swap rule: the record’s rules/],
    ['https://hexworld.org/board/#5c1,c3:sb2', /with the swap rule: a swap was played/],
    ['https://hexworld.org/board/#5c1,c3a5b2', /without the swap rule: nothing says/],
];

/** @param {import('./harness.js').Visit} visit @param {string} text */
async function paste({ page }, text) {
    await page.locator('#paste').click();
    await page.locator('#paste-text').fill(text);
    await page.locator('#paste-load').click();
}

/** @param {import('./harness.js').Visit} visit */
async function reviewed(visit) {
    await visit.page.locator('#review-start').click();
    await visit.until("document.querySelector('#review-start').textContent === 'Find the mistakes' && !document.querySelector('#coach').hidden", 'the review');
}

/** @type {import('./tests.js').Test[]} */
export const REVIEW_TESTS = [
    {
        name: 'review: the swap rule of records, by all three settings',
        settings: { mode: 'review' },
        async run(visit) {
            const { page } = visit;
            await visit.open();
            for (const [record, words] of RECORDS) {
                await paste(visit, record);
                await reviewed(visit);
                check(words.test(await page.locator('#rule').innerText()), `${record}: ${await page.locator('#rule').innerText()}`);
            }
            await page.locator('details.more summary').click();
            for (const [choice, wanted] of [['On', /2 a5.*should have swapped: the stone wins, proved/], ['Off', /^$/]]) {
                await page.locator('details.more').getByText(String(choice), { exact: true }).click();
                await reviewed(visit);
                same(await page.locator('#rule').innerText(), `Judged ${choice === 'On' ? 'with' : 'without'} the swap rule: as you chose.`, 'the choice');
                const chips = page.locator('.mistakes .chip', { hasText: '2 a5' });
                const said = (await chips.count()) ? `2 a5 ${await chips.getAttribute('title')}` : '';
                check(/** @type {RegExp} */ (wanted).test(said), `${choice}: ${said}`);
            }
        },
    },
    {
        name: 'review: a game of one’s own is judged by its own swap rule, and SGF has it',
        settings: { mode: 'play' },
        async run(visit) {
            const { page } = visit;
            await visit.open('#5,');
            await page.locator('#new-game').click();
            await page.locator('dialog').getByText('Two people, one screen').click();
            await page.locator('dialog button[type=submit]').click();
            await page.locator('#share').click();
            const [file] = await Promise.all([page.waitForEvent('download'), page.locator('[data-export=sgf]').click()]);
            check((await readFile(/** @type {string} */ (await file.path()), 'utf8')).includes('RU[swap]'), 'RU in the file');
            await page.keyboard.press('Escape');
            for (const name of ['c3', 'a5', 'b2']) await visit.cell(name, 5).click();
            await visit.mode('review');
            await reviewed(visit);
            check(/with the swap rule: the record’s rules/.test(await page.locator('#rule').innerText()), 'the rule');
            check(/should have swapped/.test(String(await page.locator('.mistakes .chip', { hasText: '2 a5' }).getAttribute('title'))), 'the verdict');
        },
    },
];
