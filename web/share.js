// Share and export: the address, a HexWorld link, SGF, and the board as SVG or PNG, drawn as it stands on the page.
import { t } from './lang.js';
import { hexworldLink, studyLink } from './links.js';
import { writeSgf } from './sgf.js';
import { treeOf } from './tree.js';
import { copy, dialog, download, h, notify } from './ui.js';

/** @typedef {import('./app.js').App} App */

/** What of the style sheet a drawing outside the page has to bring along. */
const STYLES = [
    'fill',
    'fill-opacity',
    'stroke',
    'stroke-width',
    'stroke-opacity',
    'stroke-dasharray',
    'stroke-linejoin',
    'stroke-linecap',
    'opacity',
    'font-family',
    'font-size',
    'font-weight',
    'text-anchor',
    'visibility',
    'display',
];
const PNG_CELL = 64;

/** The board's SVG with its styles inside. @param {App} app @param {number} cell pixels a cell */
export function boardSvg(app, cell) {
    const source = app.board.svg,
        clone = /** @type {SVGSVGElement} */ (source.cloneNode(true));
    const from = source.querySelectorAll('*'),
        to = clone.querySelectorAll('*');
    from.forEach((element, i) => {
        const style = getComputedStyle(element);
        for (const name of STYLES) {
            const value = style.getPropertyValue(name);
            if (value && !(element.getAttribute(name) ?? '').startsWith('url')) to[i].setAttribute(name, value);
        }
        for (const name of [
            'class',
            'role',
            'tabindex',
            'aria-label',
            'aria-hidden',
            'data-cell',
            'data-stone',
            'data-edge',
            'pointer-events',
        ])
            to[i].removeAttribute(name);
    });
    const box = source.viewBox.baseVal;
    clone.querySelectorAll('[visibility=hidden]').forEach(element => element.remove());
    clone.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
    clone.setAttribute('width', String(Math.round(box.width * cell)));
    clone.setAttribute('height', String(Math.round(box.height * cell)));
    clone.removeAttribute('class');
    clone.removeAttribute('role');
    const paper = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
    for (const [name, value] of Object.entries({
        x: box.x,
        y: box.y,
        width: box.width,
        height: box.height,
        fill: getComputedStyle(document.body).backgroundColor,
    }))
        paper.setAttribute(name, String(value));
    clone.prepend(paper);
    return new XMLSerializer().serializeToString(clone);
}

/** @param {App} app @returns {Promise<Blob>} */
export async function boardPng(app) {
    const picture = boardSvg(app, PNG_CELL),
        image = new Image();
    const address = URL.createObjectURL(new Blob([picture], { type: 'image/svg+xml' }));
    image.src = address;
    await image.decode();
    const canvas = h('canvas', { width: image.naturalWidth, height: image.naturalHeight });
    canvas.getContext('2d')?.drawImage(image, 0, 0);
    URL.revokeObjectURL(address);
    return new Promise((done, fail) =>
        canvas.toBlob(blob => (blob ? done(blob) : fail(new Error(t('share.noPicture'))))),
    );
}

/** A line with a text to copy. @param {string} name @param {string} text @param {string} id */
function copyRow(name, text, id) {
    const field = h('input', { type: 'text', readonly: true, value: text, id, onfocus: () => field.select() });
    return h(
        'div',
        { class: 'field' },
        h('label', { for: id }, name),
        h(
            'div',
            { class: 'row' },
            field,
            h(
                'button',
                {
                    type: 'button',
                    onclick: async () => {
                        field.select();
                        notify((await copy(text)) ? t('share.copied', { name }) : t('share.press'));
                    },
                },
                t('copy'),
            ),
        ),
    );
}

/** @param {App} app */
export function showShare(app) {
    const { tree } = app,
        plain = tree
            .currentLine()
            .slice(1)
            .every(node => !node.setup);
    const name = `hex-${tree.width}x${tree.height}`,
        study = studyLink(tree);
    const keep = (
        /** @type {string} */ label,
        /** @type {() => Promise<Blob> | Blob} */ make,
        /** @type {string} */ ending,
    ) =>
        h(
            'button',
            {
                type: 'button',
                'data-export': ending,
                onclick: async () => {
                    try {
                        download(`${name}.${ending}`, await make());
                    } catch (error) {
                        app.failed(error);
                    }
                },
            },
            label,
        );
    dialog(t('share'), [
        copyRow(t('share.link'), location.href, 'share-link'),
        copyRow('HexWorld', hexworldLink(plain ? tree : treeOf(app.position)), 'share-hexworld'),
        ...(study ? [copyRow(t('share.study'), study, 'share-study')] : []),
        h('h3', {}, t('share.download')),
        h(
            'div',
            { class: 'buttons' },
            keep('SGF', () => new Blob([writeSgf(tree)], { type: 'application/x-go-sgf' }), 'sgf'),
            keep('SVG', () => new Blob([boardSvg(app, 44)], { type: 'image/svg+xml' }), 'svg'),
            keep('PNG', () => boardPng(app), 'png'),
        ),
        h('p', { class: 'hint' }, t('share.hint')),
    ]);
}
