// Checks the page's words without a browser. Every language has the same keys with the same placeholders, each key is
// used, and no other file holds text for people. Usage: node words.js; prints what is wrong and ends with 1.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { TEXTS as DE } from '../../web/lang/de.js';
import { TEXTS as EN } from '../../web/lang/en.js';

const ROOT = path.resolve(import.meta.dirname, '../..');
const sources = ['web', 'site']
    .flatMap(folder => readdirSync(path.join(ROOT, folder)).map(name => path.join(folder, name)))
    .filter(name => name.endsWith('.js'));
/** Where other words are right: the languages' names, a worker without the page, and what runs before its modules in browsers that have none. */
const OUTSIDE = new Set(['web/lang.js', 'site/engine.js', 'site/worker.js', 'site/start.js', 'site/sw.js']);
/** @type {string[]} */
const faults = [];

// --- Languages

/** @param {string} text */
const placeholders = text => [...new Set(text.match(/\{\w+\}/g))].sort().join(' ');

function compareLanguages() {
    const [en, de] = /** @type {Record<string, string>[]} */ ([EN, DE]);
    for (const key of new Set([...Object.keys(en), ...Object.keys(de)]))
        if (!(key in en) || !(key in de)) faults.push(`${key}: not in every language`);
        else if (placeholders(en[key]) !== placeholders(de[key])) faults.push(`${key}: other placeholders in German`);
        else if (/["']|\.\.\./.test(en[key] + de[key])) faults.push(`${key}: typewriter quotes or three dots`);
    const texts = sources.map(name => readFileSync(path.join(ROOT, name), 'utf8')).join('\n') + readFileSync(path.join(ROOT, 'web/index.html'), 'utf8');
    // A key may be made from a name: `level.${number}`; or end with the form of a number.
    const made = [...texts.matchAll(/`([\w.]+\.)\$\{[^}]*\}([\w.]*)`/g)].map(match => [match[1], match[2]]);
    for (const key of Object.keys(en)) {
        const stem = key.replace(/\.(one|other)$/, ''),
            whole = new RegExp(`['"]${stem.replaceAll('.', '\\.')}['"]`).test(texts);
        if (!whole && !made.some(([head, tail]) => key.startsWith(head) && key.endsWith(tail)) && !/^\w+$/.test(key))
            faults.push(`${key}: is nowhere used`);
    }
}

// --- Texts outside the files of words

/** Calls whose texts are no words for people, and attributes and properties that are not. */
const CALLS = new Set(['t', 'many', 'named', 'find', 'querySelector', 'querySelectorAll', 'closest', 'matchMedia', 'toLocaleString', 'startsWith', 'endsWith', 'includes', 'replace', 'split', 'match', 'test', 'RegExp', 'addEventListener', 'removeEventListener', 'CustomEvent', 'getAttribute', 'Set', 'open', 'getElementById', 'createElementNS', 'register', 'ring']);
const PROPERTIES = new Set(['class', 'd', 'points', 'viewBox', 'id', 'type', 'hue', 'className', 'accept', 'style', 'format', 'name', 'cache', 'transform', 'key']);
/** Names that mean the same everywhere. */
const NAMES = /^(SGF|SVG|PNG|HTML|HexWorld|Mustplay|Enter|Home( End)?|End|Space|Escape|Page(Up|Down)|Arrow\w+|GM|FF|[A-Z]{1,3})$/;

/** Whether a text reads like one for people: words in a row, a capital, an end of a sentence. @param {string} text */
const readsLikeWords = text =>
    /\p{L}{2,}[,:;]? \p{L}+/u.test(text) || /^\p{Lu}\p{Ll}+/u.test(text) || /\p{L}[.!?…]$/u.test(text.trim());

/** @param {ts.Node} node @returns {boolean} */
function isExempt(node) {
    const { parent } = node;
    if (ts.isImportDeclaration(parent) || ts.isLiteralTypeNode(parent) || ts.isCaseClause(parent)) return true;
    if (ts.isPropertyAssignment(parent) && parent.name === node) return true;
    for (let at = node; at.parent && !ts.isStatement(at.parent); at = at.parent) {
        const up = at.parent;
        if (ts.isPropertyAssignment(up) && up.initializer === at) return PROPERTIES.has(up.name.getText().replace(/['"]/g, ''));
        if (ts.isBinaryExpression(up) && /^[!=]==$/.test(up.operatorToken.getText())) return true;
        if (ts.isBinaryExpression(up) && up.operatorToken.getText() === '=') return /\.className$/.test(up.left.getText());
        if ((ts.isCallExpression(up) || ts.isNewExpression(up)) && up.expression !== at) {
            const callee = ts.isPropertyAccessExpression(up.expression) ? up.expression.name.text : up.expression.getText();
            if (callee === 'setAttribute') return !/aria-label|title|placeholder|alt/.test(up.arguments?.[0].getText() ?? '');
            return CALLS.has(callee);
        }
    }
    return false;
}

/** @param {string} name */
function scanScript(name) {
    const source = ts.createSourceFile(name, readFileSync(path.join(ROOT, name), 'utf8'), ts.ScriptTarget.ES2022, true, ts.ScriptKind.JS);
    /** @param {ts.Node} node */
    const visit = node => {
        const isText = ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node);
        if (isText && readsLikeWords(node.text) && !NAMES.test(node.text.trim()) && !isExempt(node)) {
            const { line } = source.getLineAndCharacterOfPosition(node.getStart());
            faults.push(`${name}:${line + 1}: "${node.text}" belongs into web/lang/`);
        }
        ts.forEachChild(node, visit);
    };
    visit(source);
}

function scanPage() {
    const text = readFileSync(path.join(ROOT, 'web/index.html'), 'utf8').replace(/<noscript>[^]*<\/noscript>/, '');
    const body = text.slice(text.indexOf('<body'));
    for (const [, words] of body.matchAll(/>([^<]*\p{L}[^<]*)</gu)) if (!NAMES.test(words.trim())) faults.push(`web/index.html: "${words.trim()}" belongs into web/lang/`);
    for (const [, name, words] of body.matchAll(/\s(title|aria-label|alt|placeholder)="([^"]+)"/g)) faults.push(`web/index.html: ${name} "${words}" belongs into web/lang/`);
    for (const [, key] of body.matchAll(/data-t(?:-[\w-]+)?="([^"]*)"/g)) if (!(key in EN)) faults.push(`web/index.html: there is no text ${key}`);
}

compareLanguages();
for (const name of sources) if (!OUTSIDE.has(name)) scanScript(name);
scanPage();
for (const fault of faults) console.log(fault);
console.log(`words: ${Object.keys(EN).length} texts in 2 languages, ${faults.length} faults`);
process.exit(faults.length ? 1 : 0);
