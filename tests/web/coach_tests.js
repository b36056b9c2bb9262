// What the coach says on the page, and links with variations.
import { readFile } from 'node:fs/promises';
import { check, same } from './harness.js';

/** @type {import('./tests.js').Test[]} */
export const COACH_TESTS = [
    {
        name: 'review: the coach names what was missed, refutes it and teaches; SGF has it',
        settings: { mode: 'review' },
        async run(visit) {
            const { page } = visit;
            await visit.open('#5,b3e1c1b2e5c2'); // Black leaves the bridge from b3 to c1 alone
            await page.locator('#review-start').click();
            await page.locator('#coach:not([hidden]) li').first().waitFor();
            check((await page.locator('#coach p').innerText()).includes('move 5, Black e5'), 'the turning point');
            await page.locator('#coach li .chip', { hasText: '5 e5' }).click();
            const words = await page.locator('.verdict').innerText();
            check(/throws away a proved win/.test(words) && /Refuted by/.test(words), words);
            check(words.includes('White’s b2 had just played into a bridge between c1 and b3; the answer c2 keeps it.'), `what was missed: ${words}`);
            await page.locator('#refutation').click();
            await visit.until("document.querySelectorAll('circle.line').length > 0", 'the refutation on the board');
            if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/coach.png` });
            await page.reload();
            await page.locator('body[data-connection=open]').waitFor();
            same(await page.locator('.verdict').innerText(), words, 'kept over a reload');
            await page.locator('#share').click();
            const [file] = await Promise.all([page.waitForEvent('download'), page.locator('[data-export=sgf]').click()]);
            const text = await readFile(/** @type {string} */ (await file.path()), 'utf8');
            check(text.includes(words.replace(/[\]\\]/g, '\\$&')), `the words in ${text}`);
        },
    },
    {
        name: 'links with variations, as hex-study writes them',
        settings: { mode: 'review' },
        async run(visit) {
            const { page } = visit;
            const text = '5,a1b2(c3d4,(d5)e1)e5';
            await visit.open(`#${text}`);
            same(await page.locator('.tree [role=treeitem]').count(), 8, 'the start and seven moves');
            same(await visit.stones('white'), ['c3'], 'the cursor is in the variation');
            same(await visit.stones('black'), ['a1', 'd4'], 'at its second move');
            await page.locator('#share').click();
            same(await page.locator('#share-study').inputValue(), `https://hexanna1.github.io/hex-study/hex.html#${text}`, 'written again');
            await page.keyboard.press('Escape');
            for (const bad of ['#5,(a1)', '#5,a1b2(c3', '#5,a1,b2,']) {
                await visit.open(bad);
                await page.locator('.note.error').first().waitFor();
            }
        },
    },
    {
        name: 'the opening atlas: proved and estimated openings, swap advice, as the program says',
        settings: { mode: 'solve' },
        async run(visit) {
            const { page } = visit;
            for (const size of [7, 11]) {
                await visit.open(`#${size},`);
                const truth = await visit.server.ask(['openings', '--size', String(size)]);
                await visit.until(`document.querySelectorAll('#atlas-map polygon').length === ${truth.openings.length}`, 'the map');
                same(await page.locator('#atlas-map .opening').count(), truth.proved, `proved on ${size}`);
                same(await page.locator('#atlas-map .estimate').count(), truth.estimated, `estimated on ${size}`);
                if (process.env.SHOTS) await page.locator('#atlas').screenshot({ path: `${process.env.SHOTS}/atlas-${size}.png` });
            }
            await page.locator('#atlas-map [data-opening=e5]').click();
            check(/e5: \d+\u00a0% for the opener, estimated.*Swap it/.test(await page.locator('#atlas-opening').innerText()), 'an estimate');
            await visit.open('#7,');
            await page.locator('#atlas-map [data-opening=a1]').hover();
            const words = await page.locator('#atlas-opening').innerText();
            check(words.includes('a1 loses for the opener, proved. Do not swap it. White wins with b6.'), words);
        },
    },
];
