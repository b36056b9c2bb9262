// Small pieces of the page: making elements, dialogs, and notes that come and go.
import { decimal, t } from './lang.js';

/** @typedef {string | number | boolean | EventListener | ((event: any) => void) | null | undefined} Property */

/** Makes an element. Keys that start with "on" are listeners, others attributes (true: present; false, null: absent).
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} name @param {Record<string, Property>} properties @param {(Node | string | null | undefined | false)[]} children
 * @returns {HTMLElementTagNameMap[T]} */
export function h(name, properties = {}, ...children) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(properties)) {
        if (value === null || value === undefined || value === false) continue;
        if (typeof value === 'function') element.addEventListener(key.slice(2), value);
        else element.setAttribute(key, value === true ? '' : String(value));
    }
    for (const child of children) if (child) element.append(child);
    return element;
}

/** @template {Element} T @param {string} selector @param {new () => T} _kind @returns {T} */
export function find(selector, _kind) {
    return /** @type {T} */ (document.querySelector(selector));
}

/** @param {number} n */
export const count = n =>
    n >= 1e6
        ? t('millions', { n: decimal(n / 1e6, 1) })
        : n >= 1e4
          ? t('thousands', { n: Math.round(n / 1e3) })
          : n >= 1e3
            ? t('thousands', { n: decimal(n / 1e3, 1) })
            : String(n);
/** @param {number} p 0..1 */
export const percent = p => `${Math.round(100 * p)}\u00a0%`;
/** @param {number} s */
export const seconds = s => t('seconds', { n: decimal(s, 1) });

/** A stone as a small picture in text. @param {number} color 1 black, 2 white */
export const stoneIcon = color =>
    h('span', { class: `stone-icon ${color === 1 ? 'black' : 'white'}`, 'aria-hidden': 'true' });

/** A modal dialog that goes away when it is closed. @param {string} title @param {(Node | string)[]} content
 * @param {{wide?: boolean}} options */
export function dialog(title, content, options = {}) {
    const id = `dialog-${Math.random().toString(36).slice(2)}`;
    const element = h(
        'dialog',
        { 'aria-labelledby': id, class: options.wide ? 'wide' : '' },
        h(
            'div',
            { class: 'dialog-head' },
            h('h2', { id }, title),
            h('button', { class: 'icon', type: 'button', 'aria-label': t('close'), onclick: () => element.close() }, '✕'),
        ),
        ...content,
    );
    element.addEventListener('close', () => element.remove());
    element.addEventListener('click', event => {
        if (event.target === element) element.close();
    });
    document.body.append(element);
    element.showModal();
    return element;
}

/** A note at the foot of the page. Errors stay until dismissed; others leave by themselves.
 * @param {string} text @param {{error?: boolean, action?: string, onAction?: () => void}} options */
export function notify(text, options = {}) {
    const box = find('#notes', HTMLElement);
    if ([...box.children].some(child => child.getAttribute('data-text') === text)) return;
    const note = h(
        'div',
        { class: options.error ? 'note error' : 'note', 'data-text': text, role: options.error ? 'alert' : 'status' },
        h('span', {}, text),
        options.action &&
            h(
                'button',
                {
                    type: 'button',
                    onclick: () => {
                        note.remove();
                        options.onAction?.();
                    },
                },
                options.action,
            ),
        h('button', { type: 'button', class: 'icon', 'aria-label': t('dismiss'), onclick: () => note.remove() }, '✕'),
    );
    box.append(note);
    if (!options.error) setTimeout(() => note.remove(), 6000);
    while (box.children.length > 3) box.firstChild?.remove();
}

/** Offers a file to keep. @param {string} name @param {Blob} blob */
export function download(name, blob) {
    const link = h('a', { href: URL.createObjectURL(blob), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/** @param {string} text @returns {Promise<boolean>} */
export async function copy(text) {
    try {
        await navigator.clipboard.writeText(text);
        return true;
    } catch {
        return false;
    }
}

/** A row of choices of which one holds. @param {string} label @param {[string, string][]} choices value and name
 * @param {string} value @param {(value: string) => void} change */
export function segments(label, choices, value, change) {
    const name = `choice-${Math.random().toString(36).slice(2)}`;
    return h(
        'fieldset',
        { class: 'segments' },
        h('legend', {}, label),
        h(
            'div',
            {},
            ...choices.map(([key, text]) =>
                h(
                    'label',
                    {},
                    h('input', {
                        type: 'radio',
                        name,
                        value: key,
                        checked: key === value,
                        onchange: () => change(key),
                    }),
                    h('span', {}, text),
                ),
            ),
        ),
    );
}

/** @param {string} text @param {boolean} checked @param {(on: boolean) => void} change @param {Record<string, Property>} [more] */
export function toggle(text, checked, change, more = {}) {
    const input = h('input', { type: 'checkbox', checked, ...more });
    input.addEventListener('change', () => change(input.checked));
    return h('label', { class: 'toggle' }, input, h('span', {}, text));
}
