// The page in other languages. Tests outside this file run in English, the language of the tests' browser.
import { check, same } from './harness.js';
import { PHONE } from './tests.js';
import { TEXTS as DE } from '../../web/lang/de.js';
import { TEXTS as EN } from '../../web/lang/en.js';

/** @typedef {import('./harness.js').Visit} Visit */

/** Texts of English that German does not have as well. */
const ENGLISH = Object.values(EN).filter(text => !Object.values(DE).includes(text) && !/[{}]/.test(text));

/** What people read or hear of the page. @param {Visit} visit @returns {Promise<string[]>} */
const textsOf = visit =>
    visit.page.evaluate(() => {
        const texts = [];
        const walker = document.createTreeWalker(document.body, 4);
        while (walker.nextNode()) texts.push(walker.currentNode.textContent ?? '');
        for (const element of document.querySelectorAll('[title], [aria-label], [placeholder]'))
            texts.push(...['title', 'aria-label', 'placeholder'].map(name => element.getAttribute(name) ?? ''));
        return texts.map(text => text.trim()).filter(text => text);
    });

/** Elements whose words do not fit into them. @param {Visit} visit @returns {Promise<string[]>} */
const overflowing = visit =>
    visit.page.evaluate(() =>
        [...document.querySelectorAll('button, label, h2, h3, p, td:not(:last-child), th, .segments span, .toggle')]
            .filter(element => !element.matches('.hidden') && element.clientWidth && element.scrollWidth > element.clientWidth + 1)
            .map(element => `${element.tagName} "${element.textContent}"`),
    );

/** @type {import('./tests.js').Test[]} */
export const LANGUAGE_TESTS = [
    {
        name: 'German by the browser’s language: no English left, nothing too wide on a phone, axe-core content',
        screen: PHONE,
        browser: { locale: 'de-AT' },
        async run(visit) {
            const { page } = visit;
            await visit.open('#7,d4c5');
            same(await page.evaluate(() => document.documentElement.lang), 'de', 'the language of the page');
            const modes = await page.locator('[data-mode]').evaluateAll(tabs => tabs.map(tab => tab.getAttribute('data-mode') ?? ''));
            for (const mode of [...modes, 'share', 'settings', 'help']) {
                await page.keyboard.press('Escape');
                await page.locator(`#${mode}, #tab-${mode}`).tap();
                if (mode === 'analyse') await visit.until("document.querySelectorAll('.candidates tbody tr').length > 0", 'moves');
                if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/de-${mode}.png` });
                same((await textsOf(visit)).filter(text => ENGLISH.includes(text)), [], `English in ${mode}`);
                const wide = await page.evaluate(() => document.documentElement.scrollWidth);
                check(wide <= 390, `${mode} is ${wide} pixels wide`);
                same(await overflowing(visit), [], `too wide in ${mode}`);
                same(await visit.axe(), [], `axe in ${mode}`);
            }
        },
    },
    {
        name: 'the language is chosen in the settings and kept',
        async run(visit) {
            const { page } = visit;
            await visit.open('#5,c3');
            same(await page.locator('#tab-play').innerText(), EN['mode.play'], 'English at first');
            await page.locator('#settings').click();
            await page.locator('dialog input[value=de] + span').click();
            await visit.until("document.documentElement.lang === 'de'", 'German');
            await page.locator('body[data-connection=open]').waitFor();
            same(await visit.stones('black'), ['c3'], 'the game is kept');
            await page.reload();
            await page.locator('body[data-connection=open]').waitFor();
            same(await page.locator('#tab-play').innerText(), DE['mode.play'], 'German is kept');
        },
    },
];
