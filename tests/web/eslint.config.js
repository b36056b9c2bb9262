// The page is for browsers, the tests for node; both are plain modules.
import js from '@eslint/js';

const browser = [
    'window',
    'document',
    'location',
    'history',
    'navigator',
    'localStorage',
    'sessionStorage',
    'matchMedia',
    'requestAnimationFrame',
    'getComputedStyle',
    'setTimeout',
    'clearTimeout',
    'WebSocket',
    'URL',
    'Blob',
    'Image',
    'performance',
    'DataTransfer',
    'DragEvent',
    'File',
    'Element',
    'HTMLElement',
    'XMLSerializer',
];
const node = ['process', 'console', 'setTimeout', 'clearTimeout', 'URL', 'Buffer', 'performance'];
/** @param {string[]} names */
const globals = names => Object.fromEntries(names.map(name => [name, 'readonly']));

export default [
    js.configs.recommended,
    {
        rules: {
            eqeqeq: 'error',
            'no-var': 'error',
            'prefer-const': 'error',
            'no-implicit-globals': 'error',
            'no-eval': 'error',
            'no-shadow': 'error',
            'max-lines': ['error', 600],
            'max-lines-per-function': ['error', 90],
            complexity: ['error', 25],
            'no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
            'no-restricted-properties': [
                'error',
                { property: 'innerHTML', message: 'Text from outside must never become markup.' },
                { property: 'outerHTML' },
                { property: 'insertAdjacentHTML' },
            ],
        },
    },
    { files: ['**/web/*.js'], languageOptions: { globals: globals(browser) } },
    { files: ['**/tests/web/*.js'], languageOptions: { globals: globals([...node, ...browser]) } },
];
