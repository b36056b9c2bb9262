// What carries messages to the engine and back: a WebSocket to `mustplay serve`. On the page without a server
// site/transport.js replaces this file and uses a worker. Anything with the same four members would do for
// connection.js.
import { t } from './lang.js';

/** @typedef {Record<string, any>} Message */
/**
 * @typedef {object} Transport
 * @property {(message: Message) => void} send
 * @property {() => void} close
 * @property {(message: Message) => void} onmessage
 * @property {() => void} onclose once, when nothing more will come
 */

/** @implements {Transport} */
export class SocketTransport {
    /** @param {string} address */
    constructor(address) {
        /** @type {(message: Message) => void} */
        this.onmessage = () => {};
        this.onclose = () => {};
        this.socket = new WebSocket(address, 'mustplay-1');
        this.socket.addEventListener('message', event => this.onmessage(JSON.parse(event.data)));
        this.socket.addEventListener('close', () => this.onclose());
    }

    /** @param {Message} message */
    send(message) {
        this.socket.send(JSON.stringify(message));
    }

    close() {
        this.socket.close();
    }
}

/** The way to the engine of this page. @returns {Transport} */
export function openTransport() {
    return new SocketTransport(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`);
}

/** What the page says while there is no engine. */
export const LOST = { text: t('lost.text'), title: t('lost.title') };
