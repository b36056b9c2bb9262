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
    if (location.protocol === 'file:')
        say(
            'Browsers do not run this page from a file. In its folder type "python3 -m http.server" and open http://localhost:8000, or put the folder on any web host.',
        );
    else if (!('noModule' in document.createElement('script')) || typeof WebAssembly !== 'object')
        say('This browser is too old for Mustplay: a Chrome, Edge, Firefox or Safari of 2023 or later will do.');
})();
