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
    {
        name: 'review: players, moves by loss, the better line on the board, and learning from the mistakes',
        settings: { mode: 'review' },
        async run(visit) {
            const { page } = visit;
            await visit.open('#5,b3e1c1b2e5c2'); // Black leaves the bridge from b3 to c1 alone with e5
            await reviewed(visit);
            const truth = await visit.server.ask(['solve', '--size', '5', '--moves', 'b3 e1 c1 b2', '--all-moves']);
            check(/Accuracy/.test(await page.locator('.players').innerText()), 'how the players did');
            same(await page.locator('.move-list tbody tr').count(), 6, 'a row for each move');
            await page.locator('.move-list th button', { hasText: 'Loss' }).click();
            check(/100\u00a0%/.test(await page.locator('.move-list tbody tr').first().innerText()), 'the dearest move first');
            await page.locator('.move-list tbody button', { hasText: 'e5' }).click();
            await page.locator('.line .chip').first().click();
            same(await visit.stones('black'), [...new Set(['b3', 'c1', await page.locator('.line .chip').first().innerText()])].sort(), 'the better line');
            await visit.cell('a5', 5).click();
            same(await visit.stones('black'), ['b3', 'c1', 'e5'], 'a click leaves the line');
            await page.locator('.learn button', { hasText: 'Black' }).click();
            check(/Black played c1/.test(await page.locator('.retro-words').innerText()), 'the first question');
            await page.locator('#retro-next').click();
            check(/Black played e5/.test(await page.locator('.retro-words').innerText()), 'the question');
            same(await visit.stones('black'), ['b3', 'c1'], 'the position before');
            check(await page.locator('.tree-box').isHidden(), 'the tree is hidden');
            check(!(await page.locator('.board .ring.green').count()), 'the best move is hidden');
            await visit.cell('e5', 5).click();
            check(/is what was played/.test(await page.locator('.retro-words').innerText()), 'the same again');
            const lost = truth.losing_moves.find((/** @type {string} */ name) => name !== 'e5');
            await visit.cell(lost, 5).click();
            await visit.until(`document.querySelector('.retro-words').textContent === '${lost} loses, proved. Try another move.'`, 'a losing try');
            const best = await page.evaluate(() => document.querySelector('.line .chip')?.textContent ?? '');
            const other = truth.winning_moves.find((/** @type {string} */ name) => name !== best) ?? truth.winning_moves[0];
            await visit.cell(other, 5).click();
            await visit.until("/wins, proved|the best move/.test(document.querySelector('.retro-words').textContent)", 'a winning try');
            if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/retro.png` });
            await page.locator('#retro-next').click();
            while (!(await page.locator('#retro-again').isVisible())) {
                await page.locator('#retro-view').click();
                check(/wins, proved|Better was/.test(await page.locator('.retro-words').innerText()), 'the solution');
                await page.locator('#retro-next').click();
            }
            check(/You found 1 of/.test(await page.locator('.retro-words').innerText()), 'the count');
            await page.locator('#retro-end').click();
            check(await page.locator('.tree-box').isVisible(), 'the tree is back');
        },
    },
    {
        name: 'review: mistakes become puzzles that come back after 1, 3, 7 and 21 days, and travel as a file',
        settings: { mode: 'review' },
        async run(visit) {
            const { page } = visit;
            await page.clock.install({ time: new Date('2026-11-01T12:00:00Z') });
            await visit.open('#5,b3e1c1b2e5c2');
            await reviewed(visit);
            await page.locator('#keep').click();
            await page.locator('.note', { hasText: '3 new puzzles' }).waitFor();
            await page.locator('#keep').click();
            await page.locator('.note', { hasText: '0 new puzzles' }).waitFor();
            await visit.mode('learn');
            await page.locator('.segments').getByText('Your own').click();
            const words = () => page.locator('.panel .card p').last().innerText();
            /** @type {[number, string][]} */
            const plan = [
                [1, '3 of 3 are due.'],
                [3, '3 of 3 are due.'],
            ];
            same(await words(), '3 kept, none due. The next one comes tomorrow.', 'at first');
            for (const [days, wanted] of plan) {
                await page.clock.fastForward(days * 24 * 3600 * 1000);
                await visit.mode('play');
                await visit.mode('learn');
                same(await words(), wanted, `after ${days} days`);
                await page.locator('#own-start').click();
                for (let i = 0; i < 3; i++) {
                    const best = await page.evaluate(at => JSON.parse(localStorage.getItem('mustplay.own') ?? '[]')[at].said.best, i);
                    await visit.cell(best, 5).click();
                    await visit.until("/best move|wins, proved/.test(document.querySelector('.retro-words:not([hidden])')?.textContent ?? '') || [...document.querySelectorAll('.retro-words')].some(p => /best move/.test(p.textContent))", 'solved');
                    await page.locator('#retro-next:visible').click();
                }
            }
            same(await words(), '3 kept, none due. The next one comes in 7 days.', 'solved twice');
            await page.clock.fastForward(7 * 24 * 3600 * 1000);
            await visit.mode('play');
            await visit.mode('learn');
            await page.locator('#own-start').click();
            await page.locator('#retro-view:visible').click();
            await page.locator('#retro-next:visible').click();
            same(await page.evaluate(() => JSON.parse(localStorage.getItem('mustplay.own') ?? '[]')[0].step), 0, 'a miss begins anew');
            await page.locator('#retro-end:visible').click();
            const [file] = await Promise.all([page.waitForEvent('download'), page.locator('#own-export').click()]);
            const saved = String(await file.path());
            await page.evaluate(() => localStorage.removeItem('mustplay.own'));
            await page.locator('#own-file').setInputFiles({ name: 'a.json', mimeType: 'application/json', buffer: await readFile(saved) });
            await page.locator('.note', { hasText: '3 new puzzles.' }).waitFor();
            await page.locator('#own-file').setInputFiles({ name: 'b.json', mimeType: 'application/json', buffer: Buffer.from('{"format":1}') });
            await page.locator('.note.error').waitFor();
        },
    },
];
