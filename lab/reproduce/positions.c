// How many positions Hex has: counts up to the half-turn on small boards, and the bounds of Gao 2020, Table
// 2.1.
//
// A position here has as many black stones as white ones, or one more. Small boards are counted one by one.
// Burnside's lemma gives the count up to the half-turn as (all + those that are their own half-turn) / 2;
// both must agree. The bounds are sums of multinomials over the number of stones, halved for the half-turn.
#include "lab/reproduce/reproduce.h"

#include <math.h>
#include <stdio.h>

enum { ENUMERATED_CELLS = 16 };

// --- Counting one by one

typedef struct Arrangement {
    int cells;
    uint8_t digit[ENUMERATED_CELLS]; // 0 empty, 1 black, 2 white
    int count[3];
} Arrangement;

// The next arrangement as a number in base 3; false after the last.
static bool arrangement_next(Arrangement *a) {
    for (int i = 0; i < a->cells; i++) {
        a->count[a->digit[i]]--;
        a->digit[i] = (uint8_t)((a->digit[i] + 1) % 3);
        a->count[a->digit[i]]++;
        if (a->digit[i]) return true;
    }
    return false;
}

// Of an arrangement and its half-turn the one that reads smaller is counted.
static bool arrangement_counts(const Arrangement *a) {
    if (a->count[1] != a->count[2] && a->count[1] != a->count[2] + 1) return false;
    for (int i = 0; i < a->cells; i++) {
        int there = a->digit[a->cells - 1 - i];
        if (a->digit[i] != there) return a->digit[i] < there;
    }
    return true;
}

static long long positions_enumerate(int cells) {
    Arrangement a = {.cells = cells, .count = {cells, 0, 0}};
    long long count = 0;
    do count += arrangement_counts(&a);
    while (arrangement_next(&a));
    return count;
}

// --- Sums

// n! / (x! y! (n-x-y)!)
static long double multinomial(int n, int x, int y) {
    long double product = 1;
    for (int i = 0; i < x; i++) product = product * (n - i) / (i + 1);
    for (int i = 0; i < y; i++) product = product * (n - x - i) / (i + 1);
    return product;
}

// Positions of at most `stones` stones.
static long double positions_sum(int cells, int stones) {
    long double sum = 0;
    for (int y = 0; 2 * y <= stones; y++) {
        sum += multinomial(cells, y, y);
        if (2 * y + 1 <= stones) sum += multinomial(cells, y + 1, y);
    }
    return sum;
}

// Positions that are their own half-turn. The middle cell, if there is one, may hold a stone.
static long double positions_symmetric(int cells) {
    int pairs = cells / 2;
    long double sum = 0;
    for (int y = 0; 2 * y <= pairs; y++) {
        long double even = multinomial(pairs, y, y);
        sum += cells % 2 ? 2 * even : even;                                       // middle empty or black
        if (cells % 2 && 2 * y + 1 <= pairs) sum += multinomial(pairs, y + 1, y); // middle white
    }
    return sum;
}

// --- The rows

static void row_add(json_t *rows, const char *figure, int n, const char *published, json_t *ours,
                    const char *note) {
    char board[16];
    snprintf(board, sizeof board, "%dx%d", n, n);
    json_array_append_new(rows, json_pack("{s:s, s:s, s:s, s:o, s:s}", "figure", figure, "board", board,
                                          "published", published, "ours", ours, "note", note));
}

static bool counts_add(json_t *rows, Error *error) {
    static const char *const published[] = {"not in text", "not in text", "around 5 million"};
    for (int n = 2; n <= 4; n++) {
        long long count = positions_enumerate(n * n);
        long double burnside = (positions_sum(n * n, n * n) + positions_symmetric(n * n)) / 2;
        if ((long double)count != roundl(burnside))
            return error_failure(error, "%dx%d: counted %lld, but Burnside's lemma gives %.0Lf", n, n, count,
                                 burnside);
        row_add(rows, "positions", n, published[n - 2], json_integer(count),
                n == 4 ? "Hayward's notes; counted one by one" : "counted one by one");
    }
    long double five = (positions_sum(25, 25) + positions_symmetric(25)) / 2;
    row_add(rows, "positions", 5, "not in text", json_integer((json_int_t)roundl(five)), "Burnside's lemma");
    return true;
}

static json_t *bound_json(long double value) {
    return json_real((double)value);
}

// Gao's lower bound for a solution: at most N + ceil(N/4) stones. The formula gives the figure of his text for 11x11 and
// other ones than his table for the rest; the note says with how many stones the table's would come out.
static void solution_add(json_t *rows, int n, int exponent, const char *published) {
    int stones = n + (n + 3) / 4, fitting = 0;
    char note[120];
    for (int k = 1; k <= 2 * n; k++) {
        if ((int)floorl(log10l(positions_sum(n * n, k) / 2)) == exponent) fitting = k;
    }
    if (fitting == stones)
        snprintf(note, sizeof note, "at most N+ceil(N/4) = %d stones: agrees", stones);
    else
        snprintf(note, sizeof note,
                 "at most N+ceil(N/4) = %d stones: DIFFERS; the table's order is that of %d stones", stones,
                 fitting);
    row_add(rows, "lower bound (solution)", n, published, bound_json(positions_sum(n * n, stones) / 2), note);
}

static void bounds_add(json_t *rows) {
    static const int sizes[] = {9, 10, 11, 13}, solution_exponent[] = {14, 17, 21, 25};
    static const char *const upper[] = {"10^37", "10^46", "10^56 (text: 2.3835e56)", "10^79"};
    static const char *const lower[] = {"10^22", "10^25", "10^29 (text: 3.06e29)", "10^37"};
    static const char *const solution[] = {"10^14", "10^17", "10^21 (text: 1.39e21)", "10^25"};
    for (int i = 0; i < 4; i++)
        row_add(rows, "upper bound", sizes[i], upper[i],
                bound_json(positions_sum(sizes[i] * sizes[i], sizes[i] * sizes[i]) / 2),
                "all numbers of stones");
    for (int i = 0; i < 4; i++) {
        int n = sizes[i];
        row_add(rows, "lower bound", n, lower[i], bound_json(positions_sum(n * n, 2 * n - 1) / 2),
                "at most 2N-1 stones, as the formula says: DIFFERS by the factor of one stone more");
        row_add(rows, "lower bound", n, lower[i], bound_json(positions_sum(n * n, 2 * n) / 2),
                "at most 2N stones: agrees");
    }
    for (int i = 0; i < 4; i++) solution_add(rows, sizes[i], solution_exponent[i], solution[i]);
}

static bool positions_run(const Args *args, json_t *rows, Error *error) {
    (void)args;
    if (!counts_add(rows, error)) return false;
    bounds_add(rows);
    return true;
}

static const char *const COLUMNS[] = {"figure", "board", "published", "ours", "note", NULL};

const Reproduction REPRODUCE_POSITIONS = {
    .name = "positions",
    .help = "Positions up to the half-turn (Hayward's notes) and the bounds of Gao 2020, Table 2.1.",
    .columns = COLUMNS,
    .run = positions_run,
};
