// What the review says of a move, in words: its verdict, what was missed, how it is refuted, and the lessons of the game. The engine
// sends kinds, cells and numbers (docs/WEB.md, `review`).
import { many, moveText, named, t } from './lang.js';
import { Name, colorOf, other } from './position.js';
import { percent } from './ui.js';

/** @typedef {import('./tree.js').Node} Node */
/** @typedef {Record<string, any>} Message */

const CELLS_MOST = 12;

/** The verdict on the move that led to a node; ''. @param {Node} node */
export function verdictOf({ said, proved }) {
    if (!said) return '';
    if (said.swap) return swapVerdict(said);
    const lost = said.mark && said.mark !== 'turning_point' && proved && colorOf(proved) === other(colorOf(said.color));
    const kind = lost ? `${said.mark}.lost` : said.mark ?? (said.best === said.move ? 'same' : 'other'),
        better = said.best && kind !== 'same';
    return named(better ? `verdict.${kind}.best` : `verdict.${kind}`, '', {
        color: Name(colorOf(said.color)),
        move: moveText(said.move),
        best: moveText(said.best ?? ''),
        percent: percent(said.value),
        better: percent(said.best_value),
    });
}

/** On an opening, or on what the second player made of it; the worth is the opening's, as if nobody might swap.
 * @param {Message} said */
function swapVerdict(said) {
    const best = said.swap.startsWith('opening') && said.best ? '.best' : '',
        proved = said.mark === 'turning_point' ? '.proved' : '';
    const worth = { opening_strong: 1 - said.value, opening_weak: said.value, swap_missed: said.best_value, swap_wrong: said.value };
    return named(`verdict.${said.swap}${best}${proved}`, '', {
        color: Name(colorOf(said.color)),
        opponent: Name(other(colorOf(said.color))),
        move: moveText(said.move),
        best: moveText(said.best ?? ''),
        percent: percent(worth[/** @type {keyof typeof worth} */ (said.swap)]),
    });
}

/** @param {string} name */
const placeOf = name => named(`edge.${name}`, name);

/** What was missed; ''. @param {Node} node */
function figureOf({ said, note, parent }) {
    if (!said || !note) return '';
    const color = Name(colorOf(said.color)),
        opponent = Name(other(colorOf(said.color)));
    if (note.kind === 'mustplay') {
        const list = note.cells.slice(0, CELLS_MOST).join(' ') + (note.cells.length > CELLS_MOST ? ' …' : '');
        return many('coach.mustplay', note.cells.length, { color: opponent, cells: list });
    }
    return named(note.kind === 'ladder' ? `coach.ladder.${note.ladder_in}` : `coach.${note.kind}`, '', {
        color: note.kind === 'ladder' ? Name(ladderColor(note.edge)) : color,
        opponent,
        intrusion: moveText(parent?.move ?? ''),
        best: said.best,
        figure: named(`figure.${note.figure}`, t('figure.template')),
        row: note.figure?.split('.')[1] ?? '',
        edge: note.edge ? placeOf(note.edge) : '',
        from: note.from ? placeOf(note.from) : '',
        to: note.to ? placeOf(note.to) : '',
    });
}

/** @param {string} edge */
const ladderColor = edge => colorOf(edge === 'top' || edge === 'bottom' ? 'black' : 'white');

/** How the move is refuted; ''. @param {Node} node */
function refutationOf({ said, note }) {
    if (!said || !note?.refutation.length) return '';
    const key = note.refuted ? 'coach.refuted' : said.mark === 'turning_point' ? 'coach.begins' : 'coach.expects';
    return t(key, { line: note.refutation.join(' '), color: Name(other(colorOf(said.color))) });
}

/** All of it. @param {Node} node */
export const wordsOf = node => [verdictOf(node), figureOf(node), refutationOf(node)].filter(Boolean).join(' ');

/** What decided the game. @param {Message} coach @param {(Node | null)[]} nodes after 0, 1, 2, … moves */
export function decisiveWords({ decisive }, nodes) {
    const said = decisive && nodes[decisive.number]?.said;
    if (!said) return t('coach.none');
    const { proved } = /** @type {Node} */ (nodes[decisive.number]),
        lost = proved && colorOf(proved) === other(colorOf(said.color)) && !said.swap;
    return named(`coach.decisive.${decisive.settled ? 'settled' : decisive.proved ? 'proved' : lost ? 'lost' : 'thinks'}`, '', {
        number: decisive.number,
        color: Name(colorOf(said.color)),
        opponent: Name(other(colorOf(said.color))),
        move: moveText(said.move),
        before: percent(said.best_value),
        after: percent(said.value),
    });
}

/** @param {Message} lesson */
export const lessonWords = lesson => named(`coach.lesson.${lesson.kind}`);
