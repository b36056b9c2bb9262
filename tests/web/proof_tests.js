// Proofs as files, on the page.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { check } from './harness.js';

/** @typedef {import('./tests.js').Test} Test */
/** @typedef {import('./harness.js').Visit} Visit */

/** Opens a compressed proof of 5x5 b4. @param {Visit} visit */
export async function openPacked(visit) {
    const folder = await mkdtemp(path.join(tmpdir(), 'mustplay-')),
        file = path.join(folder, 'b4.proof.zst');
    await visit.server.ask(['solve', '--size', '5', '--moves', 'b4', '--proof', file]);
    await visit.open('#5,a2');
    await visit.page.locator('#tab-solve').click();
    await visit.page.locator('#proof-file').setInputFiles({ name: 'b4.proof.zst', mimeType: 'application/zstd', buffer: await readFile(file) });
    await rm(folder, { recursive: true });
}

/** @type {Test[]} */
export const PROOF_TESTS = [
    {
        name: 'a proof is kept as a file, opened and walked',
        async run(visit) {
            const { page } = visit;
            await visit.open('#5,a2');
            await page.locator('#tab-solve').click();
            const [kept] = await Promise.all([page.waitForEvent('download'), page.locator('#proof-write').click()]);
            check(/^hex-5x5-a2.*\.proof$/.test(kept.suggestedFilename()), 'its name');
            const file = await kept.path();
            const verdict = await visit.server.ask(['verify', file]);
            check(verdict.valid, JSON.stringify(verdict));
            await page.locator('#proof-file').setInputFiles({ name: 'a2.proof', mimeType: 'text/plain', buffer: await readFile(file) });
            await page.locator('#proof-legend li').first().waitFor();
            check(/a2\.proof/.test(await page.locator('#proof-card h3').innerText()), 'the file is open');
            await visit.drawn();
            check((await page.locator('.mark.label').count()) > 3, 'cells name the answers');
            const before = await page.locator('.mark.label').count();
            for (let turn = 0; turn < 25; turn++) {
                const status = await page.locator('#status').innerText();
                if (/has won/.test(status)) break;
                const stones = (await visit.stones('black')).length + (await visit.stones('white')).length;
                const free = await page.evaluate(() => {
                    const cells = [...document.querySelectorAll('[data-cell]')];
                    const found = cells.find(cell => /empty/.test(cell.getAttribute('aria-label') ?? ''));
                    return Number(found?.getAttribute('data-cell') ?? -1);
                });
                check(free >= 0, 'an empty cell');
                await page.locator(`[data-cell="${free}"]`).click();
                await visit.until(
                    `document.querySelectorAll('.stone').length === ${stones + 2} || /has won/.test(document.querySelector('#status').textContent)`,
                    'the answer',
                );
            }
            const { winner } = await visit.server.ask(['solve', '--size', '5', '--moves', 'a2']);
            check(new RegExp(`${winner} has won`, 'i').test(await page.locator('#status').innerText()), 'the proof wins');
            for (let i = 0; i < 30; i++) await page.keyboard.press(',');
            await page.keyboard.press('.');
            await visit.until(`document.querySelectorAll('.mark.label').length === ${before}`, 'the groups of the root');
            await page.locator('#proof-file').setInputFiles({ name: 'bad.proof', mimeType: 'text/plain', buffer: Buffer.from('no proof\n') });
            await page.locator('.note.error').waitFor();
            check(/not a proof file/.test(await page.locator('.note.error').innerText()), 'a sentence about another file');
        },
    },
    {
        name: 'a compressed proof is unpacked by the server',
        served: true,
        async run(visit) {
            await openPacked(visit);
            await visit.page.locator('#proof-legend li').first().waitFor();
            check(/b4\.proof$/.test(await visit.page.locator('#proof-card h3').innerText()), 'the file is open');
        },
    },
];
