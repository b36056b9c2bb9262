// What an engine says about a position of 7x7: run it with `node example.mjs` where mustplay is installed.
import { Mustplay } from 'mustplay';

const mustplay = await Mustplay.create();
const position = { size: 7, color: 'white', black: ['d4'], white: [] };

const { whiteWin, policy, recommendedMove } = await mustplay.analyzePosition(position, { playouts: 50 });
console.log(`White wins with ${Math.round(100 * whiteWin)} %; best is ${recommendedMove}.`);
console.log(`The policy has ${Object.keys(policy).length} moves.`);

const { winner, nodes } = await mustplay.solve(position, { time: 60 });
console.log(`Proved: ${winner} wins (${nodes} nodes).`);

const { must_play: mustPlay } = await mustplay.explain({ size: 3, black: 'b2', white: '' });
console.log(`Must-play on 3x3: ${mustPlay ? mustPlay.length : 'decided'}.`);

const { move } = await mustplay.genmove({ size: 5, moves: ['c3'] }, { level: 5 });
console.log(`Level 5 answers c3 on 5x5 with ${move}.`);
mustplay.close();
