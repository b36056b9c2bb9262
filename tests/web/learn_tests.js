// Learn: puzzles and the course, on the page.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { check, same } from './harness.js';
import { PHONE } from './tests.js';

/** @typedef {import('./tests.js').Test} Test */
/** @typedef {import('./harness.js').Visit} Visit */

const DATA = path.resolve(import.meta.dirname, '../../data');

/** @param {string} file @returns {Promise<any>} */
const lessonOf = async file => JSON.parse(await readFile(path.join(DATA, 'lessons', `${file}.json`), 'utf8'));

/** The puzzles of a size. @param {number} size @returns {Promise<any[]>} */
const puzzlesOf = async size =>
    (await readFile(path.join(DATA, 'puzzles', `${size}x${size}.jsonl`), 'utf8')).trim().split('\n').map(line => JSON.parse(line));

/** Opens Learn at its puzzles. @param {Visit} visit */
async function openPuzzles(visit) {
    await visit.mode('learn');
    await visit.page.locator('.segments input[value=puzzles] + span').click();
    await visit.page.locator('#puzzle-text').waitFor();
    await visit.until("/to move and win/.test(document.querySelector('#puzzle-title').textContent)", 'a puzzle');
}

/** The puzzle on the board. @param {Visit} visit @param {any[]} list */
async function shown(visit, list) {
    const sorted = (/** @type {string[]} */ cells) => [...cells].sort().join(),
        black = sorted(await visit.stones('black')),
        white = sorted(await visit.stones('white'));
    return list.find(puzzle => sorted(puzzle.black) === black && sorted(puzzle.white) === white);
}

/** @param {any} puzzle a cell that is empty and wrong */
function wrongCell(puzzle) {
    const size = Number(puzzle.size.split('x')[0]);
    for (let row = 1; row <= size; row++)
        for (let column = 0; column < size; column++) {
            const name = String.fromCharCode(97 + column) + row;
            if (![...puzzle.black, ...puzzle.white, puzzle.move].includes(name)) return name;
        }
    return '';
}

/** What the solver says of the position on the board, the learner to move. @param {Visit} visit @param {any} step @param {string[]} more */
async function truthOf(visit, step, ...more) {
    const names = async (/** @type {'black' | 'white'} */ color) => (await visit.stones(color)).join(' ');
    return visit.server.ask(['solve', '--size', step.size, '--black', await names('black'), '--white', await names('white'), '--to-move', step.you, ...more]);
}

/** Plays a step of the course to its end by the solver's moves. @param {Visit} visit @param {any} step */
async function winStep(visit, step) {
    const { page } = visit,
        width = Number(step.size.split('x')[0]);
    for (let turn = 0; turn < 30; turn++) {
        await visit.until(
            `!document.querySelector('#lesson-next').hidden || new RegExp('^(${step.you}|Your)', 'i').test(document.querySelector('#status strong').textContent)`,
            'my turn',
        );
        if (await page.locator('#lesson-next').isVisible()) return;
        const { move } = await truthOf(visit, step);
        const count = await page.locator('.stone').count();
        await visit.cell(move, width).click();
        await visit.until(`document.querySelectorAll('.stone').length > ${count}`, 'the stone');
    }
    throw new Error('the step does not end');
}

/** @type {Test[]} */
export const LEARN_TESTS = [
    {
        name: 'puzzles: a wrong move is refuted, the right one counts, the solution is shown, the game comes back',
        async run(visit) {
            const { page } = visit,
                list = await puzzlesOf(5);
            await visit.open('#5,a1b2');
            await openPuzzles(visit);
            const puzzle = await shown(visit, list);
            check(puzzle, 'a puzzle of the set');
            await visit.cell(wrongCell(puzzle), 5).click();
            await visit.until("/loses: (Black|White) answers/.test(document.querySelector('#puzzle-text').textContent)", 'the refutation');
            await visit.drawn();
            same(await page.locator('.stone').count(), puzzle.black.length + puzzle.white.length + 2, 'the answer is on the board');
            await page.locator('#puzzle-back').click();
            await visit.drawn();
            same(await page.locator('.stone').count(), puzzle.black.length + puzzle.white.length, 'both stones are gone');
            await page.locator('#puzzle-hint').click();
            await visit.until("/marked cells/.test(document.querySelector('#puzzle-text').textContent)", 'the hint');
            await page.locator('#puzzle-hint').click();
            check((await page.locator('#puzzle-text').innerText()).includes(puzzle.move), 'the second hint is the move');
            await visit.cell(puzzle.move, 5).click();
            await visit.until("document.querySelector('#puzzle-title').textContent === 'Right!'", 'that it is right');
            check(/^1 of /.test(await page.locator('#puzzle-tally').innerText()), 'it counts');
            await page.locator('#puzzle-solution').click();
            await page.locator('#puzzle-legend li').first().waitFor();
            await visit.drawn();
            check((await page.locator('.mark.label').count()) > 0, 'cells name their answers');
            await page.locator('#puzzle-next').click();
            await visit.until("/to move and win/.test(document.querySelector('#puzzle-title').textContent)", 'the next');
            const next = await shown(visit, list);
            check(next && next.move + next.black !== puzzle.move + puzzle.black, 'another one');
            await page.reload();
            await visit.until("/^1 of /.test(document.querySelector('#puzzle-tally')?.textContent ?? '')", 'progress after a reload');
            check((await shown(visit, list))?.black.join() === next.black.join(), 'the same puzzle after a reload');
            await visit.mode('play');
            same(await visit.stones('black'), ['a1'], 'the game is back');
        },
    },
    {
        name: 'puzzles: size and grade are chosen, play goes on to the end',
        async run(visit) {
            const { page } = visit;
            await visit.open();
            await openPuzzles(visit);
            await page.locator('#puzzle-size').selectOption('6x6');
            await visit.until("document.querySelectorAll('[data-cell]').length === 36", 'a board of 6x6');
            await page.locator('#puzzle-grade').selectOption('2');
            await visit.until("/★★ /.test(document.querySelector('#puzzle-text').textContent)", 'grade 2');
            const puzzle = await shown(visit, await puzzlesOf(6));
            same(puzzle?.grade, 2, 'its grade');
            await visit.cell(puzzle.move, 6).click();
            await page.locator('#puzzle-play').click();
            const stones = puzzle.black.length + puzzle.white.length + 1;
            await visit.until(`document.querySelectorAll('.stone').length === ${stones + 1}`, 'the opponent resists');
        },
    },
    {
        name: 'course: a lesson is played against the proof, done and kept; a losing move is shown',
        async run(visit) {
            const { page } = visit,
                { steps } = await lessonOf('rules');
            await visit.open();
            await visit.mode('learn');
            await visit.until("/The rules/.test(document.querySelector('#lesson-title').textContent)", 'the first lesson');
            await page.locator('#lesson-next').click();
            for (const step of steps.slice(1)) {
                await winStep(visit, step);
                await page.locator('#lesson-next').click();
            }
            await visit.until("/Bridges/.test(document.querySelector('#lesson-title').textContent)", 'the second lesson');
            check(/done/.test(await page.locator('#lessons li').first().innerText()), 'the first is done');
            await page.reload();
            await visit.until("/Bridges/.test(document.querySelector('#lesson-title')?.textContent ?? '')", 'progress after a reload');
            await page.locator('#lessons button').nth(5).click();
            await visit.until("/Dead cells/.test(document.querySelector('#lesson-title').textContent)", 'dead cells');
            await visit.cell('c2', 5).click();
            check(/still matters/.test(await page.locator('#lesson-said').innerText()), 'not that one');
            await visit.cell('b5', 5).click();
            await page.locator('#lesson-next').waitFor();
            await page.locator('#lessons button').nth(6).click();
            await page.locator('#lesson-keep').click();
            check(/proved/.test(await page.locator('#lesson-said').innerText()), 'why one should swap');
            await page.locator('#lesson-swap').click();
            await page.locator('#lesson-next').click();
            await page.locator('#lessons button').nth(1).click();
            await page.locator('#lesson-next').click();
            await visit.until("/Click a cell|still winning/.test(document.querySelector('#lesson-said').textContent) && document.querySelectorAll('.stone').length === 5", 'White moves');
            const [, bridges] = (await lessonOf('bridges')).steps;
            await visit.cell((await truthOf(visit, bridges, '--all-moves')).losing_moves[0], 5).click();
            await visit.until("/loses/.test(document.querySelector('#lesson-said').textContent)", 'the refutation');
            await page.locator('#lesson-back').click();
            await visit.drawn();
            same(await page.locator('.stone').count(), 5, 'taken back');
        },
    },
    {
        name: 'learn on a phone, in German, and for axe',
        screen: PHONE,
        settings: { language: 'de' },
        async run(visit) {
            const { page } = visit;
            await visit.open();
            await visit.mode('learn');
            await visit.until("/Die Regeln/.test(document.querySelector('#lesson-title').textContent)", 'the course in German');
            same(await visit.axe(), [], 'the course');
            await page.locator('.segments input[value=puzzles] + span').click();
            await visit.until("/am Zug gewinnt/.test(document.querySelector('#puzzle-title').textContent)", 'a puzzle in German');
            same(await visit.axe(), [], 'the puzzles');
            const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
            check(wide <= 0, `the page is ${wide} pixels too wide`);
        },
    },
];
