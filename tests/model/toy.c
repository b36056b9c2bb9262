// A board by plain loops, which shares nothing with the library: the model of a game, and brute force on small boards.
#include "model.h"

#include <string.h>
#include <strings.h>

static mp_color other(mp_color color) {
    return color == MP_BLACK ? MP_WHITE : MP_BLACK;
}

void toy_start(Toy *board, int width, int height) {
    memset(board, 0, sizeof *board);
    board->width = width;
    board->height = height;
    board->resigned = MP_EMPTY;
    for (int cell = 0; cell < MP_CELLS_MAX; cell++) board->setup[cell] = board->now[cell] = MP_EMPTY;
}

// --- Winners

// Whether the colour's chain from one of its edges reaches the other.
static bool joined(const mp_color *stones, int width, int height, mp_color color) {
    static const int STEP[6][2] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {-1, 1}, {1, -1}};
    bool seen[MP_CELLS_MAX] = {false};
    int queue[MP_CELLS_MAX], count = 0;
    for (int i = 0; i < (color == MP_BLACK ? width : height); i++) {
        int cell = color == MP_BLACK ? i : i * width;
        if (stones[cell] != color) continue;
        seen[cell] = true;
        queue[count++] = cell;
    }
    for (int i = 0; i < count; i++) {
        int row = queue[i] / width, column = queue[i] % width;
        if (color == MP_BLACK ? row == height - 1 : column == width - 1) return true;
        for (int k = 0; k < 6; k++) {
            int r = row + STEP[k][0], c = column + STEP[k][1];
            if (r < 0 || r >= height || c < 0 || c >= width) continue;
            int cell = r * width + c;
            if (seen[cell] || stones[cell] != color) continue;
            seen[cell] = true;
            queue[count++] = cell;
        }
    }
    return false;
}

static mp_color connected(const mp_color *stones, int width, int height) {
    if (joined(stones, width, height, MP_BLACK)) return MP_BLACK;
    return joined(stones, width, height, MP_WHITE) ? MP_WHITE : MP_EMPTY;
}

mp_color toy_winner(const Toy *board) {
    if (board->resigned != MP_EMPTY) return other(board->resigned);
    return connected(board->now, board->width, board->height);
}

// --- Moves

static int cells_of(const Toy *board) {
    return board->width * board->height;
}

bool toy_can_swap(const Toy *board) {
    if (board->count != 1 || board->played[0].move >= MP_SWAP_PIECES || toy_winner(board) != MP_EMPTY)
        return false;
    for (int cell = 0; cell < cells_of(board); cell++) {
        if (board->setup[cell] != MP_EMPTY) return false;
    }
    return true;
}

static bool legal(const Toy *board, int move) {
    if (board->count == 2 * MP_CELLS_MAX || toy_winner(board) != MP_EMPTY) return false;
    if (move == MP_PASS || move == MP_RESIGN) return true;
    if (move == MP_SWAP_SIDES) return toy_can_swap(board);
    if (move == MP_SWAP_PIECES) return toy_can_swap(board) && board->width == board->height;
    return move >= 0 && move < cells_of(board) && board->now[move] == MP_EMPTY;
}

// The only stone goes to the place mirrored in the long diagonal, in the other colour; the side that opened moves.
static void swap_pieces(Toy *board) {
    for (int cell = 0; cell < cells_of(board); cell++) {
        mp_color color = board->now[cell];
        if (color == MP_EMPTY) continue;
        board->now[cell] = MP_EMPTY;
        board->now[cell % board->width * board->width + cell / board->width] = other(color);
        board->to_move = color;
        return;
    }
}

static void apply(Toy *board, mp_color color, int move) {
    if (move == MP_SWAP_PIECES) {
        swap_pieces(board);
    } else if (move == MP_SWAP_SIDES) {
        board->to_move = color;
    } else if (move == MP_RESIGN) {
        board->resigned = color;
    } else {
        if (move != MP_PASS) board->now[move] = color;
        board->to_move = other(color);
    }
}

bool toy_play(Toy *board, mp_color color, int move) {
    if (!legal(board, move)) return false;
    apply(board, color, move);
    board->played[board->count].color = color;
    board->played[board->count++].move = move;
    return true;
}

bool toy_undo(Toy *board) {
    if (!board->count) return false;
    board->count--;
    memcpy(board->now, board->setup, sizeof board->now);
    board->to_move = board->setup_to_move;
    board->resigned = MP_EMPTY;
    for (int i = 0; i < board->count; i++) apply(board, board->played[i].color, board->played[i].move);
    return true;
}

void toy_set_to_move(Toy *board, mp_color color) {
    if (board->to_move == color) return;
    if (board->count) toy_play(board, board->to_move, MP_PASS);
    if (!board->count) board->setup_to_move = color;
    board->to_move = color;
}

int toy_last_cell(const Toy *board) {
    for (int i = board->count - 1; i >= 0; i--) {
        int move = board->played[i].move, first = board->played[0].move;
        if (move < MP_SWAP_PIECES) return move;
        if (move == MP_SWAP_PIECES) return first % board->width * board->width + first / board->width;
    }
    return MP_NONE;
}

int toy_empty_count(const Toy *board) {
    int count = 0;
    for (int cell = 0; cell < cells_of(board); cell++) count += board->now[cell] == MP_EMPTY;
    return count;
}

int toy_parse(const Toy *board, const char *text, size_t length) {
    static const char *const WORDS[] = {"swap-pieces", "swap-sides", "pass", "resign"};
    for (int i = 0; i < 4; i++) {
        if (strlen(WORDS[i]) == length && !strncasecmp(WORDS[i], text, length)) return MP_SWAP_PIECES + i;
    }
    if (length < 2 || length > 3) return MP_NONE;
    int column = (text[0] | 32) - 'a', row = 0;
    for (size_t i = 1; i < length; i++) {
        if (text[i] < '0' || text[i] > '9') return MP_NONE;
        row = row * 10 + text[i] - '0';
    }
    bool inside = column >= 0 && column < board->width && row >= 1 && row <= board->height && text[1] != '0';
    return inside ? (row - 1) * board->width + column : MP_NONE;
}

bool toy_same(const Toy *a, const Toy *b) {
    if (a->width != b->width || a->height != b->height || a->to_move != b->to_move) return false;
    return !memcmp(a->now, b->now, (size_t)cells_of(a) * sizeof *a->now);
}

// --- Brute force: every position once, by a table over the cells that are free

enum { STATES = 531441 }; // 3 to the power of BRUTE_CELLS_MAX

typedef struct Brute {
    int width, height, count, cell[BRUTE_CELLS_MAX], power[BRUTE_CELLS_MAX];
    mp_color stones[MP_CELLS_MAX];
} Brute;

static unsigned char known[2][STATES]; // 0: not yet, else 1 + the winner
static int known_width, known_height;  // of the whole board that the table is about; 0: another

static mp_color search(Brute *brute, mp_color mover, int state) {
    unsigned char *place = &known[mover][state];
    if (*place) return (mp_color)(*place - 1);
    mp_color winner = connected(brute->stones, brute->width, brute->height);
    if (winner == MP_EMPTY)
        winner = other(mover);
    else
        return *place = (unsigned char)(1 + winner), winner;
    for (int i = 0; i < brute->count && winner != mover; i++) {
        if (brute->stones[brute->cell[i]] != MP_EMPTY) continue;
        brute->stones[brute->cell[i]] = mover;
        winner = search(brute, other(mover), state + brute->power[i] * (1 + (int)mover));
        brute->stones[brute->cell[i]] = MP_EMPTY;
    }
    *place = (unsigned char)(1 + winner);
    return winner;
}

mp_color toy_solve(const Toy *board) {
    Brute brute = {.width = board->width, .height = board->height};
    bool whole = cells_of(board) <= BRUTE_CELLS_MAX;
    if (board->resigned != MP_EMPTY) return other(board->resigned);
    if (!whole && toy_empty_count(board) > BRUTE_EMPTY_MAX) return MP_EMPTY;
    if (!whole || known_width != board->width || known_height != board->height)
        memset(known, 0, sizeof known);
    known_width = whole ? board->width : 0;
    known_height = whole ? board->height : 0;
    memcpy(brute.stones, board->now, sizeof brute.stones);
    int state = 0, power = 1;
    for (int cell = 0; cell < cells_of(board); cell++) {
        if (!whole && board->now[cell] != MP_EMPTY) continue;
        if (board->now[cell] != MP_EMPTY) state += power * (1 + (int)board->now[cell]);
        brute.power[brute.count] = power;
        brute.cell[brute.count++] = cell;
        power *= 3;
    }
    return search(&brute, board->to_move, state);
}

mp_color toy_solve_after(const Toy *board, int cell) {
    Toy after = *board;
    after.now[cell] = board->to_move;
    after.to_move = other(board->to_move);
    return toy_solve(&after);
}

mp_color toy_solve_within(const Toy *board, const mp_cells *cells, mp_color outside) {
    Toy filled = *board;
    for (int cell = 0; cell < cells_of(board); cell++) {
        if (filled.now[cell] == MP_EMPTY && !cells_have(cells, cell)) filled.now[cell] = outside;
    }
    return toy_solve(&filled);
}
