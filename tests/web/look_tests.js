// What people see where they look: keys, what a resignation left, shades and their texts, a lost server, the frame of the page.
import { check, same } from './harness.js';
import { newGame } from './tests.js';

/** @typedef {import('./tests.js').Test} Test */

/** Contrast of each text of the heat map with the cell that is painted below it; the least. */
const leastContrast = () => {
    const rgb = (/** @type {string} */ text) => (text.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number);
    const light = (/** @type {number[]} */ color) => {
        const [r, g, b] = color.map(v => (v <= 10.3 ? v / 3294.6 : ((v / 255 + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const cells = [...document.querySelectorAll('.heat')].map(cell => {
        const { x, y, width, height } = cell.getBoundingClientRect(),
            style = getComputedStyle(cell);
        return { x: x + width / 2, y: y + height / 2, color: rgb(style.fill), opacity: Number(style.fillOpacity) };
    });
    const paper = rgb(getComputedStyle(document.querySelector('.hex') ?? document.body).fill);
    let least = 21;
    for (const text of document.querySelectorAll('.heat-text, .heat-sub')) {
        const { x, y, width, height } = text.getBoundingClientRect();
        const apart = (/** @type {{x: number, y: number}} */ cell) => Math.hypot(cell.x - x - width / 2, cell.y - y - height / 2);
        const below = cells.reduce((a, b) => (apart(a) < apart(b) ? a : b));
        const under = light(below.color.map((v, k) => below.opacity * v + (1 - below.opacity) * paper[k])),
            over = light(rgb(getComputedStyle(text).fill));
        least = Math.min(least, (Math.max(under, over) + 0.05) / (Math.min(under, over) + 0.05));
    }
    return least;
};

/** @type {Test[]} */
export const LOOK_TESTS = [
    {
        name: 'help names the keys, and they work after a click on a tab',
        async run(visit) {
            const { page } = visit;
            await visit.open('#5,c3');
            await page.locator('#tab-analyse').click();
            await page.keyboard.press('?');
            const caps = await page.locator('dialog .keys kbd').allInnerTexts();
            for (const cap of ['u', 's', 'h', 'n', 'p', 'm', 'o']) check(caps.includes(cap), `the key ${cap} among ${caps}`);
            await page.keyboard.press('Escape');
            await page.locator('#tab-analyse').click();
            await page.keyboard.press('m');
            await page.locator('.number').first().waitFor({ state: 'attached' });
            await page.keyboard.press('3');
            await visit.until("document.body.dataset.mode === 'solve'", 'the third mode');
        },
    },
    {
        name: 'what a resignation left is analysed, solved, and played on',
        async run(visit) {
            const { page } = visit;
            await visit.open('#5,c3b2:rb');
            check(/resigned/.test(await page.locator('#status').innerText()), 'the resignation is told');
            await page.locator('#tab-analyse').click();
            await visit.until("document.querySelectorAll('.candidates tbody tr').length > 0", 'candidates');
            await page.locator('#tab-solve').click();
            await page.locator('#solve-start').click();
            await visit.until("/Black wins/.test(document.querySelector('#verdict').textContent)", 'the proof');
            await visit.cell('d2', 5).click();
            await visit.until("document.querySelectorAll('.stone').length === 3", 'another way to go on');
            check(!/resigned/.test(await page.locator('#status').innerText()), 'the game goes on');
        },
    },
    {
        name: 'texts of the heat map can be read on every shade, light and dark',
        async run(visit) {
            const { page } = visit;
            await visit.open('#9,e5');
            await page.locator('#tab-analyse').click();
            await visit.until("document.querySelectorAll('.heat-text').length > 3", 'a heat map');
            for (const scheme of /** @type {('light' | 'dark')[]} */ (['light', 'dark'])) {
                await page.emulateMedia({ colorScheme: scheme });
                await visit.drawn();
                for (const measure of ['value', 'visits', 'prior']) {
                    await page.locator(`.segments input[value=${measure}] + span`).click();
                    await visit.drawn();
                    const least = await page.evaluate(leastContrast);
                    check(least >= 4.5, `${measure}, ${scheme}: contrast ${least.toFixed(2)}`);
                }
            }
        },
    },
    {
        name: 'a proved position shows what is proved, and no dashes',
        async run(visit) {
            const { page } = visit;
            await visit.open('#5,c3');
            await page.locator('#tab-analyse').click();
            await visit.until("/Proved/.test(document.querySelector('#analysis-state').textContent)", 'the proof');
            const rows = await page.locator('.candidates tbody tr').allInnerTexts();
            check(rows.every(row => !row.includes('–')), `rows ${rows}`);
            const notes = await page.locator('[data-cell]').evaluateAll(cells => cells.map(cell => cell.getAttribute('aria-label') ?? ''));
            check(!notes.some(note => /wins 0/.test(note)), `notes ${notes}`);
        },
    },
    {
        name: 'against the proof the headline says who wins',
        async run(visit) {
            const { page } = visit;
            await visit.open('#5,c3');
            await page.locator('#tab-solve').click();
            await page.locator('#solve-start').click();
            await page.locator('#solve-against').click();
            await page.evaluate(() => {
                const verdict = /** @type {HTMLElement} */ (document.querySelector('#verdict'));
                new window.MutationObserver(() => (document.body.dataset.said += `${verdict.textContent}; `)).observe(verdict, { childList: true });
                document.body.dataset.said = '';
            });
            await page.locator('[data-cell][aria-label*=empty]').first().click();
            await visit.until("document.querySelectorAll('.stone').length === 3", 'the answer');
            const said = await page.evaluate(() => document.body.dataset.said ?? '');
            check(said.split('; ').every(text => !text || text === 'Black wins'), `the headline said ${said}`);
        },
    },
    {
        name: 'a hint leaves with its position',
        async run(visit) {
            const { page } = visit;
            await visit.open();
            await newGame(visit, { size: 5 });
            await page.locator('button', { hasText: 'Hint' }).click();
            await visit.until("/^Hint/.test(document.querySelector('#reason').textContent)", 'a hint');
            await visit.cell('c3', 5).click();
            await visit.until("document.querySelectorAll('.move').length === 2", 'an answer');
            same(await page.locator('#reason').innerText(), '', 'the line below the board');
        },
    },
    {
        name: 'the page fills the window, and nothing of it is cut',
        async run(visit) {
            const { page } = visit;
            await page.setViewportSize({ width: 1400, height: 900 });
            await visit.open('#11,');
            for (const mode of ['analyse', 'solve', 'review', 'setup', 'learn', 'play']) {
                await page.locator(`#tab-${mode}`).click();
                await visit.drawn();
                same(await page.evaluate(() => document.documentElement.scrollHeight), 900, `height of ${mode}`);
            }
            await page.locator('#tab-analyse').click();
            const head = page.locator('.candidates thead th').first();
            check(await head.evaluate(cell => cell.scrollWidth <= cell.clientWidth), 'the head of the first column is whole');
        },
    },
    {
        name: 'a lost server is told where people look, until it is back',
        served: true,
        async run(visit) {
            const { page, server } = visit;
            await visit.open();
            const { port } = server;
            await server.stop();
            await page.locator('.card.lost').waitFor();
            check((await page.locator('.card.lost').boundingBox())?.y ?? 900 < 300, 'above the card');
            await server.start(port);
            await page.locator('.card.lost').waitFor({ state: 'hidden' });
        },
    },
    {
        name: 'phone: steps and the first controls of every mode above the fold, notes off the board, no stone under the finger',
        screen: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
        async run(visit) {
            const { page } = visit;
            await visit.open('#11,b4f6e8d9');
            const box = async (/** @type {string} */ selector) => /** @type {{x: number, y: number, width: number, height: number}} */ (await page.locator(selector).first().boundingBox());
            for (const mode of ['play', 'analyse', 'solve', 'review', 'setup', 'learn']) {
                await visit.mode(mode);
                await page.evaluate(() => window.scrollTo(0, 0));
                await visit.drawn();
                const tabs = await box('#tabs'),
                    walk = await box('#walk');
                check(mode === 'learn' || walk.y + walk.height <= tabs.y, `${mode}: the steps end at ${walk.y + walk.height}, the tabs begin at ${tabs.y}`);
                const seen = await page
                    .locator('#panel button:visible, #panel label:visible')
                    .evaluateAll((list, fold) => list.filter(item => item.getBoundingClientRect().bottom <= fold).length, tabs.y);
                check(mode === 'learn' || seen >= (mode === 'play' ? 4 : 1), `${mode}: ${seen} controls above the fold`);
                if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/phone-${mode}.png` });
            }
            await visit.mode('play');
            await page.evaluate(() => window.scrollTo(0, 0));
            await visit.cell('h8', 11).tap();
            await visit.drawn();
            same(await page.locator('.ghost').getAttribute('visibility'), 'hidden', 'the stone under the finger');
            await page.keyboard.press('s'); // too late for a swap: a note says so
            const note = await box('.note'),
                board = await box('#board svg');
            check(note.y >= board.y + board.height, `the note at ${note.y} covers the board, which ends at ${board.y + board.height}`);
        },
    },
    {
        name: 'announcements name swaps and resignations as people do; a shared link has a title',
        settings: { mode: 'play' },
        async run(visit) {
            const { page } = visit;
            await visit.open('#5,c3:sb2:rw');
            await visit.until("document.querySelector('#status').dataset.text?.includes('White: resignation.')", 'the resignation');
            for (let i = 0; i < 2; i++) await page.locator('[data-walk=back]').click();
            await visit.until("document.querySelector('#status').dataset.text?.includes('White: swap.')", 'the swap');
            check(!/swap-pieces|Black.s resign\b/.test(await page.locator('body').innerText()), 'no words of the protocol');
            check(await page.locator('meta[property="og:title"]').getAttribute('content'), 'a title for previews');
            same(await page.locator('meta[name=theme-color]').count(), 2, 'the colour of the browser’s frame, light and dark');
        },
    },
    {
        name: 'nothing jumps on a phone’s first visit, and a game begun by keyboard goes on by keyboard',
        screen: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
        fresh: true,
        async run(visit) {
            const { page } = visit;
            await page.addInitScript(() => {
                Object.assign(window, { shift: 0 });
                new window.PerformanceObserver(list => {
                    for (const entry of list.getEntries()) /** @type {any} */ (window).shift += /** @type {any} */ (entry).value;
                }).observe({ type: 'layout-shift', buffered: true });
            });
            await visit.open();
            await page.locator('#tour').waitFor();
            await visit.drawn();
            const shift = await page.evaluate(() => /** @type {any} */ (window).shift);
            check(shift <= 0.05, `the layout shifted by ${shift}`);
            await page.locator('#tour button').last().click();
            await page.keyboard.press('n');
            await page.locator('dialog button[type=submit]').focus();
            await page.keyboard.press('Enter');
            await visit.until("document.activeElement?.hasAttribute('data-cell')", 'the focus on the board');
            await page.keyboard.press('Enter');
            await visit.until("document.querySelectorAll('.stone').length > 0", 'a stone by keyboard');
        },
    },
    {
        name: 'a clock: it runs for the side on turn, is paused, waits after a reload, and loses on time',
        settings: { mode: 'play' },
        async run(visit) {
            const { page } = visit;
            await page.clock.install({ time: new Date('2026-11-01T12:00:00Z') });
            await visit.open('#5,');
            await page.locator('#new-game').click();
            await page.locator('dialog').getByText('Two people, one screen').click();
            await page.locator('#new-clock').selectOption('3+2');
            await page.locator('dialog button[type=submit]').click();
            const faces = () => page.locator('.clock .face').allInnerTexts();
            await page.clock.runFor(5000);
            same(await faces(), ['3:00', '3:00'], 'before the first move');
            await visit.cell('b2', 5).click();
            await page.clock.runFor(10000);
            same((await faces())[0], '3:02', 'Black has two seconds more');
            check(/^2:(50|49|51)$/.test((await faces())[1]), `White has used ten: ${(await faces())[1]}`);
            await page.locator('#clock-pause').click();
            const paused = await faces();
            await page.clock.runFor(30000);
            same(await faces(), paused, 'paused');
            await page.locator('#clock-pause').click();
            await page.clock.runFor(2000);
            await page.reload();
            await page.locator('body[data-connection=open]').waitFor();
            await page.clock.runFor(30000);
            const kept = await faces();
            check(/^2:4[789]$/.test(kept[1]), `kept over a reload, where it waits: ${kept}`);
            await page.locator('#clock-pause').click();
            await page.clock.runFor(200000);
            await visit.until("document.querySelector('.card.turn').textContent.includes('White ran out of time.')", 'the loss');
        },
    },
];
