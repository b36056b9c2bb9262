/* eslint-disable no-var -- old browsers read this */
// Runs before everything else, and in any browser: where the page cannot work, it says what to do.
(function () {
    'use strict';
    /** @param {string} text */
    function say(text) {
        document.addEventListener('DOMContentLoaded', function () {
            var note = document.createElement('p');
            note.id = 'cannot';
            note.setAttribute('role', 'alert');
            note.textContent = text;
            document.body.insertBefore(note, document.body.firstChild);
        });
    }
    // Before the page's modules, and so without its files of words.
    var german = /^de/.test(navigator.language || '');
    if (location.protocol === 'file:')
        say(
            german
                ? 'Browser führen diese Seite nicht aus einer Datei aus. Gib in ihrem Ordner „python3 -m http.server“ ein und öffne http://localhost:8000, oder lege den Ordner auf einen Webserver.'
                : 'Browsers do not run this page from a file. In its folder type "python3 -m http.server" and open http://localhost:8000, or put the folder on any web host.',
        );
    else if (!('noModule' in document.createElement('script')) || typeof WebAssembly !== 'object')
        say(
            german
                ? 'Dieser Browser ist zu alt für Mustplay: Chrome, Edge, Firefox oder Safari ab 2023 sind neu genug.'
                : 'This browser is too old for Mustplay: a Chrome, Edge, Firefox or Safari of 2023 or later will do.',
        );
})();
