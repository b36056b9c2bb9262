// Opens an engine and asks it about Hex: node example.mjs
import { Mustplay } from 'mustplay';

const mustplay = new Mustplay();
const position = { size: 5, color: 'white', black: ['c3'], white: [] };

const { whiteWin, policy, recommendedMove } = await mustplay.analyzePosition(position);
console.log(`White wins with probability ${whiteWin.toFixed(2)} and should try ${recommendedMove}.`);
console.log(policy.map(row => row.map(share => share.toFixed(2)).join(' ')).join('\n'));

const { winner, winningMoves } = await mustplay.solve({ size: 5 }, { allMoves: true });
console.log(`The first move on 5x5: ${winner} wins, by ${winningMoves.join(', ')}.`);

const { text } = await mustplay.explain(position);
console.log(text);

const { move } = await mustplay.genmove({ size: 7, black: ['d4'], color: 'white' }, { level: 5 });
console.log(`An answer to d4 on 7x7: ${move}.`);

const { moves } = await mustplay.review({ size: 5, moves: ['a1', 'c3', 'b2'] }, { playouts: 20 });
console.log(`Reviewed: ${moves.map((turn) => (turn.mark ? `${turn.move} (${turn.mark})` : turn.move)).join(', ')}.`);
mustplay.close();
