// What the package does with bad positions, and when it is told to stop.
import { Mustplay, MustplayError } from 'mustplay';

const mustplay = await Mustplay.create({ net: false, memory: 128 });

/** @param {Promise<any>} promise @param {string} code */
async function refused(promise, code) {
    try {
        await promise;
    } catch (error) {
        if (error instanceof MustplayError && error.code === code && error.message.length > 10) return;
        throw error;
    }
    throw new Error(`not refused: ${code}`);
}

await refused(mustplay.solve({ size: 5, black: ['z9'] }), 'bad_input');
await refused(mustplay.solve({ size: 99 }), 'bad_input');
await refused(mustplay.analyzePosition({ size: 5 }), 'no_net');
await refused(mustplay.genmove({ size: 2, black: 'a1 a2', white: 'b1' }), 'over');
const stop = new AbortController();
setTimeout(() => stop.abort(), 300);
const { stopped, winner } = await mustplay.solve({ size: 11 }, { time: 600, signal: stop.signal });
if (!stopped || winner) throw new Error('it did not stop');
mustplay.close();
