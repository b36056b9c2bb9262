// What the page has beside the board where there is no server: works offline, says what it loads, and tells of new versions.
import { t } from './lang.js';
import { find, h, notify } from './ui.js';
import { worker } from './offline.js';

// --- Loading

const box = find('#connection', HTMLElement);
const bar = h('progress', { max: 1, value: 0, 'aria-label': t('site.loading') });

addEventListener('engine-loading', event => {
    const { loaded, total } = /** @type {CustomEvent} */ (event).detail;
    bar.value = total ? loaded / total : 0;
    if (loaded < total && !bar.isConnected) box.before(bar);
    if (loaded >= total) bar.remove();
});

addEventListener('engine-failed', event => {
    bar.remove();
    notify(/** @type {CustomEvent} */ (event).detail, { error: true });
});

// --- New versions

/** @param {ServiceWorkerRegistration} registration */
function announce(registration) {
    const { waiting } = registration;
    if (!waiting || !navigator.serviceWorker.controller) return;
    notify(t('site.version'), {
        error: true, // stays until it is answered
        action: t('site.version.load'),
        onAction: () => waiting.postMessage('activate'),
    });
}

async function watch() {
    const registration = await worker();
    if (!registration) return;
    announce(registration);
    registration.addEventListener('updatefound', () => {
        const { installing } = registration;
        installing?.addEventListener('statechange', () => installing.state === 'installed' && announce(registration));
    });
    // The first one takes the page over silently; a later one is a new version that somebody wanted, here or in another tab.
    let controlled = navigator.serviceWorker.controller !== null;
    navigator.serviceWorker.addEventListener('controllerchange', () => {
        if (controlled) location.reload();
        controlled = true;
    });
    // A page that stays open for days looks now and then.
    setInterval(() => registration.update().catch(() => {}), 6 * 3600 * 1000);
}

watch();
