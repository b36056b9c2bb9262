// The service worker. It keeps the page's files, so that the page opens without a network. Where the host does not send the headers that
// isolate the page, which threads need, it adds them.

const RELOADED = 'mustplay.isolating';

/** @type {Promise<ServiceWorkerRegistration | null> | null} */
let registered = null;

/** The registration; null where there is no service worker: an insecure address, a private window, an old browser. */
export function worker() {
    registered ??= (async () => {
        try {
            return await navigator.serviceWorker.register(new URL('sw.js', import.meta.url));
        } catch {
            return null;
        }
    })();
    return registered;
}

/** Whether this is the first try of this tab. Without storage it is not known, and nothing is tried. */
function firstTry() {
    try {
        if (sessionStorage.getItem(RELOADED)) return false;
        sessionStorage.setItem(RELOADED, 'yes');
        return true;
    } catch {
        return false;
    }
}

/** Waits until the page is as isolated as it will be. If the host does not see to it, the service worker does, and the page is loaded
 * once more. */
export async function isolate() {
    if (!globalThis.crossOriginIsolated && window.isSecureContext && 'serviceWorker' in navigator && firstTry()) {
        const registration = await worker();
        if (registration) {
            const { serviceWorker } = navigator;
            await Promise.race([serviceWorker.ready, new Promise(done => setTimeout(done, 4000))]);
            if (registration.active && !globalThis.crossOriginIsolated) {
                location.reload();
                await new Promise(() => {}); // what follows belongs to the next page
            }
        }
    }
}
