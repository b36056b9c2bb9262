// Templates made at random, for the tests of templates.
#ifndef MUSTPLAY_TEMPLATE_RANDOM_H
#define MUSTPLAY_TEMPLATE_RANDOM_H

#include "base/random.h"
#include "study/template.h"

// On a board of at most 5x4, each end an edge or one stone. Of ten cells about `carrier` belong to the carrier, as long as
// it has fewer than `most`, and `stones` hold stones. What is made need not be a template that can be asked about.
static inline Template template_random(Random *random, uint32_t carrier, int most, uint32_t stones) {
    Template t = {.geometry =
                      geometry_get(3 + (int)random_below(random, 3), 2 + (int)random_below(random, 3))};
    for (int cell = 0; cell < t.geometry->cells; cell++) {
        uint32_t kind = random_below(random, 10);
        if (kind < carrier && cellset_count(t.carrier) < most) cellset_add(&t.carrier, cell);
        if (kind >= 10 - stones) cellset_add(&t.stones, cell);
    }
    t.top = random_below(random, 3);
    t.bottom = random_below(random, 3);
    if (!t.top) t.up = cellset_of((int)random_below(random, (uint32_t)t.geometry->cells));
    if (!t.bottom) t.down = cellset_of((int)random_below(random, (uint32_t)t.geometry->cells));
    t.stones = cellset_or(t.stones, cellset_or(t.up, t.down));
    t.carrier = cellset_minus(t.carrier, t.stones);
    return t;
}

#endif
