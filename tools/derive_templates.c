// Derives the edge templates of rows 2 to 4: the least sets of empty cells in which a single stone is
// connected to its edge, the opponent moving first.
//
// A stone stands on row R of a strip along Black's bottom edge; the join game (knowledge/joingame.h) decides
// exactly whether a set of cells below and beside it is a carrier. From a set that is one, cells are taken
// away until none can be: a least carrier. Others are found by forbidding, in turn, each cell of one that was
// found. Mirror images are given once.
//
// Usage: derive_templates            writes the diagrams to stdout
//        derive_templates --check    reads diagrams from stdin and proves each anew: a carrier, and a least
//        one
#include "base/text.h"
#include "knowledge/joingame.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROW_MAX = 4, FOUND_MAX = 64 };

typedef struct Strip {
    const Geometry *geometry; // one row higher than the template, so that the top edge is out of play
    int row, stone;
    CellSet region;
    JoinGame *game;
    CellSet found[FOUND_MAX];
    int count;
    CellSet *tried; // forbidden sets already explored
    int tried_count, tried_room;
    int size_max; // carriers above this size are passed over
} Strip;

// Widest templates looked for, and their size, by row.
static const int WIDTH[ROW_MAX + 1] = {0, 0, 5, 8, 8};
static const int SIZE_MAX_OF[ROW_MAX + 1] = {0, 0, 4, 14, 21};

static bool strip_open(Strip *s, int row, int width) {
    memset(s, 0, sizeof *s);
    s->row = row;
    s->geometry = geometry_get(width, row + 1);
    if (!s->geometry) return false;
    s->stone = cell_at(s->geometry, width / 2, 1);
    Position p = position_empty(s->geometry);
    cellset_add(&p.stones[BLACK], s->stone);
    s->region = cellset_none();
    for (int cell = width; cell < s->geometry->cells; cell++) {
        if (cell != s->stone) cellset_add(&s->region, cell);
    }
    s->game = joingame_new(&p, BLACK, s->stone, EDGE_BOTTOM, s->region);
    return s->game != NULL;
}

static void strip_close(Strip *s) {
    joingame_free(s->game);
    free(s->tried);
}

static bool strip_holds(Strip *s, CellSet carrier, CellSet *used) {
    return joingame_full(s->game, cellset_none(), cellset_minus(s->region, carrier), used);
}

// Takes cells away, those far from the stone's column first, until none can be spared.
static CellSet carrier_shrink(Strip *s, CellSet carrier) {
    const Geometry *g = s->geometry;
    for (int distance = g->width; distance >= 0; distance--) {
        for (int cell = 0; cell < g->cells; cell++) {
            // Twice the distance from the middle line through the stone.
            int middle = 2 * cell_column(g, s->stone) + 1 - (cell_row(g, cell) - 1);
            if (abs(2 * cell_column(g, cell) - middle) / 2 != distance || !cellset_has(carrier, cell))
                continue;
            CellSet less = carrier, used;
            cellset_remove(&less, cell);
            if (strip_holds(s, less, &used)) carrier = used;
        }
    }
    return carrier;
}

// The image under the reflection that keeps the stone and the edge; cells that leave the strip are lost.
static CellSet carrier_mirror(const Strip *s, CellSet carrier) {
    const Geometry *g = s->geometry;
    CellSet out = cellset_none();
    for (int cell; (cell = cellset_pop(&carrier)) >= 0;) {
        int down = cell_row(g, cell) - 1, column = 2 * cell_column(g, s->stone) - cell_column(g, cell) - down;
        if (column >= 0 && column < g->width) cellset_add(&out, cell_at(g, column, down + 1));
    }
    return out;
}

static bool carrier_known(const Strip *s, CellSet carrier) {
    CellSet mirror = carrier_mirror(s, carrier);
    for (int i = 0; i < s->count; i++) {
        if (cellset_equal(s->found[i], carrier) || cellset_equal(s->found[i], mirror)) return true;
    }
    return false;
}

static bool tried_add(Strip *s, CellSet forbidden) {
    for (int i = 0; i < s->tried_count; i++) {
        if (cellset_equal(s->tried[i], forbidden)) return false;
    }
    if (s->tried_count == s->tried_room) {
        int room = s->tried_room ? 2 * s->tried_room : 256;
        CellSet *more = realloc(s->tried, (size_t)room * sizeof *more);
        if (!more) return false;
        s->tried = more;
        s->tried_room = room;
    }
    s->tried[s->tried_count++] = forbidden;
    return true;
}

// Explores the least carriers without the forbidden cells, forbidding at most `depth` more.
static void carriers_explore(Strip *s, CellSet forbidden, int depth) {
    CellSet open = cellset_minus(s->region, forbidden), used;
    if (!tried_add(s, forbidden) || !strip_holds(s, open, &used)) return;
    CellSet carrier = carrier_shrink(s, used), cells = carrier;
    if (cellset_count(carrier) <= s->size_max && !carrier_known(s, carrier) && s->count < FOUND_MAX)
        s->found[s->count++] = carrier;
    for (int cell; depth > 0 && (cell = cellset_pop(&cells)) >= 0;) {
        CellSet more = forbidden;
        cellset_add(&more, cell);
        carriers_explore(s, more, depth - 1);
    }
}

static int carrier_compare(const void *a, const void *b) {
    int x = cellset_count(*(const CellSet *)a), y = cellset_count(*(const CellSet *)b);
    return x != y ? x - y : memcmp(a, b, sizeof(CellSet));
}

// '.' a cell of the carrier, 'B' the stone, '?' any cell; rows as on the board, the edge below the last.
static void template_write(const Strip *s, int number, CellSet carrier) {
    const Geometry *g = s->geometry;
    printf("template %d.%d row %d cells %d\n", s->row, number, s->row, cellset_count(carrier));
    for (int row = 1; row < g->height; row++) {
        printf("%*s", row - 1, "");
        for (int column = 0; column < g->width; column++) {
            int cell = cell_at(g, column, row);
            printf("%s%c", column ? " " : "",
                   cell == s->stone             ? 'B'
                   : cellset_has(carrier, cell) ? '.'
                                                : '?');
        }
        printf("\n");
    }
    printf("\n");
}

static int templates_derive(void) {
    static Strip s;
    for (int row = 2; row <= ROW_MAX; row++) {
        if (!strip_open(&s, row, WIDTH[row])) return 1;
        s.size_max = SIZE_MAX_OF[row];
        carriers_explore(&s, cellset_none(), row < 4 ? 3 : 0);
        qsort(s.found, (size_t)s.count, sizeof *s.found, carrier_compare);
        for (int i = 0; i < s.count; i++) template_write(&s, i + 1, s.found[i]);
        fflush(stdout);
        strip_close(&s);
    }
    return 0;
}

// --- Proving a file
static bool carrier_least(Strip *s, CellSet carrier) {
    CellSet cells = carrier;
    if (!strip_holds(s, carrier, NULL)) return false;
    for (int cell; (cell = cellset_pop(&cells)) >= 0;) {
        CellSet less = carrier;
        cellset_remove(&less, cell);
        if (strip_holds(s, less, NULL)) return false;
    }
    return true;
}

// Reads the rows below a head line; false when they are no template of that row.
static bool template_read(Strip *s, CellSet *carrier) {
    char line[256];
    *carrier = cellset_none();
    for (int row = 1; row <= s->row; row++) {
        int column = 0;
        if (!fgets(line, sizeof line, stdin)) return false;
        for (const char *c = line; *c; c++) {
            if (*c != '.' && *c != '?' && *c != 'B') continue;
            if (column == s->geometry->width) return false;
            int cell = cell_at(s->geometry, column++, row);
            if ((*c == 'B') != (cell == s->stone)) return false;
            if (*c == '.') cellset_add(carrier, cell);
        }
        if (column != s->geometry->width) return false;
    }
    return true;
}

static int templates_check(void) {
    char line[256];
    int count = 0, row, number, cells, dummy;
    while (fgets(line, sizeof line, stdin)) {
        if (sscanf(line, "template %d.%d row %d cells %d", &row, &number, &dummy, &cells) != 4) continue;
        static Strip s;
        CellSet carrier;
        if (row < 2 || row > ROW_MAX || !strip_open(&s, row, WIDTH[row])) return 1;
        bool good =
            template_read(&s, &carrier) && cellset_count(carrier) == cells && carrier_least(&s, carrier);
        strip_close(&s);
        if (!good) {
            printf("template %d.%d is false\n", row, number);
            return 1;
        }
        count++;
    }
    printf("%d templates proved\n", count);
    return count ? 0 : 1;
}

int main(int argc, char **argv) {
    if (argc == 2 && !strcmp(argv[1], "--check")) return templates_check();
    if (argc > 1) {
        fprintf(stderr, "usage: derive_templates [--check]\n");
        return 2;
    }
    return templates_derive();
}
