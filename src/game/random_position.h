// Random positions and cells, for tests, benchmarks, tools and the random player. The same generator state gives the
// same position.
#ifndef MUSTPLAY_GAME_RANDOM_POSITION_H
#define MUSTPLAY_GAME_RANDOM_POSITION_H

#include "base/random.h"
#include "game/position.h"

// Each cell is vacant with a chance of `vacant` in `of`, else it holds a stone of either colour; either side moves.
// The game may be over.
Position position_scattered(const Geometry *geometry, Random *random, uint32_t vacant, uint32_t of);

// `stones` stones (at most one per cell), in turns from Black; the side to move follows. The game may be over.
Position position_in_turns(const Geometry *geometry, Random *random, int stones);

// The first of such positions, with `least` to `most` stones, in which nobody has joined their edges. Some number in
// this range must leave that possible.
Position position_undecided(const Geometry *geometry, Random *random, int least, int most);

// One of the cells, each alike; CELL_NONE of none.
int cellset_pick(CellSet cells, Random *random);

#endif
