// What the coach says on the page.
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
];
