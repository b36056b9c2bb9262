// The browser's storage, by key: what cannot be read is not there, and what cannot be written is not kept.

/** Of the settings (storage.js says which there are). */
export const SETTINGS = 'mustplay.settings';

/** @param {string} key @param {any} fallback */
export function read(key, fallback) {
    try {
        return JSON.parse(localStorage.getItem(key) ?? 'null') ?? fallback;
    } catch {
        return fallback;
    }
}

/** @param {string} key @param {any} value */
export function write(key, value) {
    try {
        localStorage.setItem(key, JSON.stringify(value));
    } catch {
        // Storage is full or forbidden: the game goes on, it just is not kept.
    }
}
