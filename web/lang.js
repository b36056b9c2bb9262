// The page's words: one file per language in lang/, all with the same keys and placeholders (tests/web/words.js sees to that).
// The language is the one chosen in the settings, or else the first of the browser's that there is. To add one: a file in lang/
// and a line in LANGUAGES.
import { SETTINGS, read } from './local_storage.js';

/** @typedef {keyof typeof import('./lang/en.js').TEXTS} Key */
/** @template {string} K @typedef {K extends `${infer S}.one` ? S : never} StemOf */
/** Texts that depend on a number: `key.one`, `key.other`. @typedef {StemOf<Key>} NumberKey */
/** @typedef {Record<string, string | number>} Values */

/** Each by its own name. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' };

/** @returns {keyof typeof LANGUAGES} */
function languageOf() {
    const wanted = [read(SETTINGS, {}).language, ...navigator.languages].map(tag => String(tag).split('-')[0]);
    return /** @type {any} */ (wanted.find(tag => Object.hasOwn(LANGUAGES, tag)) ?? 'en');
}

export const language = languageOf();
document.documentElement.lang = language;

/** @type {Record<string, string>} */
const texts = (await import(`./lang/${language}.js`)).TEXTS;
const plurals = new Intl.PluralRules(language);

/** The text of a key; "{name}" stands for a value. @param {Key} key @param {Values} [values] */
export const t = (key, values = {}) => texts[key].replace(/\{(\w+)\}/g, (_, name) => String(values[name]));

/** A text about n things; {n} is their number. @param {NumberKey} key @param {number} n @param {Values} [values] */
export const many = (key, n, values = {}) =>
    t(/** @type {Key} */ (`${key}.${plurals.select(n)}`), { n, ...values });

/** A text whose key is made from a name of the protocol, such as a kind; the fallback if there is none.
 * @param {string} key @param {string} [fallback] @param {Values} [values] */
export const named = (key, fallback = '', values = {}) =>
    Object.hasOwn(texts, key) ? t(/** @type {Key} */ (key), values) : fallback;

/** A move as people say it: cells by their names, the others by a word. @param {string} move */
export const moveText = move => named(`move.${move}`, move);

/** A number as the language writes it. @param {number} value @param {number} digits after the point */
export const decimal = (value, digits) =>
    value.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false });

/** Fills in the words of the page's markup: `data-t` an element's text, `data-t-title` and the like its attributes. */
export function fillIn() {
    for (const element of document.querySelectorAll('[data-t]'))
        element.textContent = t(/** @type {Key} */ (element.getAttribute('data-t')));
    for (const name of ['title', 'aria-label'])
        for (const element of document.querySelectorAll(`[data-t-${name}]`))
            element.setAttribute(name, t(/** @type {Key} */ (element.getAttribute(`data-t-${name}`))));
}
