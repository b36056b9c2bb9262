#include "lab/y/ygame.h"

#include <string.h>

YPosition yposition_empty(const Triangle *board) {
    return (YPosition){.board = board, .to_move = BLACK};
}

CellSet yposition_vacant(const YPosition *p) {
    return cellset_minus(p->board->all, cellset_or(p->stones[BLACK], p->stones[WHITE]));
}

Color yposition_at(const YPosition *p, int cell) {
    return cellset_has(p->stones[BLACK], cell) ? BLACK : cellset_has(p->stones[WHITE], cell) ? WHITE : EMPTY;
}

YPosition yposition_played(const YPosition *p, int cell) {
    YPosition next = *p;
    cellset_add(&next.stones[p->to_move], cell);
    next.to_move = color_other(p->to_move);
    return next;
}

// The chain of `stones` that holds the cell, and the sides that it touches.
static CellSet chain_at(const Triangle *t, CellSet stones, int cell, int *sides) {
    CellSet chain = cellset_of(cell), front = chain;
    *sides = 0;
    for (int c; (c = cellset_pop(&front)) >= 0;) {
        CellSet next = cellset_minus(cellset_and(t->around[c], stones), chain);
        *sides |= t->sides[c];
        chain = cellset_or(chain, next);
        front = cellset_or(front, next);
    }
    return chain;
}

CellSet yposition_winning_chain(const YPosition *p, Color color) {
    CellSet starts = cellset_and(p->stones[color], p->board->side[0]);
    while (!cellset_is_empty(starts)) {
        int sides;
        CellSet chain = chain_at(p->board, p->stones[color], cellset_first(starts), &sides);
        if (sides == SIDES_ALL) return chain;
        starts = cellset_minus(starts, chain);
    }
    return cellset_none();
}

Color yposition_winner(const YPosition *p) {
    for (Color color = BLACK; color <= WHITE; color++) {
        if (!cellset_is_empty(yposition_winning_chain(p, color))) return color;
    }
    return EMPTY;
}

CellSet yposition_winning_cells(const YPosition *p, Color color) {
    uint8_t reach[TRIANGLE_CELLS_MAX] = {0}; // of an empty cell: the sides it would join
    CellSet vacant = yposition_vacant(p), stones = p->stones[color], wins = cellset_none();
    while (!cellset_is_empty(stones)) {
        int sides;
        CellSet chain = chain_at(p->board, p->stones[color], cellset_first(stones), &sides);
        stones = cellset_minus(stones, chain);
        for (int c; (c = cellset_pop(&chain)) >= 0;) {
            for (int i = 0; i < p->board->neighbour_count[c]; i++)
                reach[p->board->neighbour[c][i]] |= (uint8_t)sides;
        }
    }
    for (int c; (c = cellset_pop(&vacant)) >= 0;) {
        if ((reach[c] | p->board->sides[c]) == SIDES_ALL) cellset_add(&wins, c);
    }
    return wins;
}

void yposition_fill(YPosition *p, Random *random) {
    CellSet vacant = yposition_vacant(p);
    for (int cell; (cell = cellset_pop(&vacant)) >= 0;)
        cellset_add(&p->stones[random_below(random, 2)], cell);
}

void yposition_write(const YPosition *p, char (*mark)(const void *context, int cell), const void *context,
                     Text *out) {
    int size = p->board->size;
    for (int row = 0; row < size; row++) {
        text_format(out, "%*s%2d ", size - 1 - row, "", row + 1);
        for (int column = 0; column <= row; column++) {
            int cell = triangle_at(column, row);
            Color color = yposition_at(p, cell);
            char sign = color == EMPTY && mark ? mark(context, cell) : '\0';
            text_format(out, " %c", sign ? sign : "BW."[color]);
        }
        text_add_char(out, '\n');
    }
    text_add(out, "   ");
    for (int column = 0; column < size; column++) text_format(out, " %c", 'a' + column);
    text_add_char(out, '\n');
}

// --- Games

void ygame_init(YGame *game, const YPosition *setup) {
    *game = (YGame){.setup = *setup, .now = *setup, .resigned = EMPTY};
}

Color ygame_winner(const YGame *game) {
    return game->resigned != EMPTY ? color_other(game->resigned) : yposition_winner(&game->now);
}

bool ygame_can_swap(const YGame *game) {
    CellSet setup = cellset_or(game->setup.stones[BLACK], game->setup.stones[WHITE]);
    return cellset_is_empty(setup) && game->count == 1 && game->played[0].move < CELL_MAX;
}

static bool is_swap(Move move) {
    return move == MOVE_SWAP_PIECES || move == MOVE_SWAP_SIDES;
}

static bool move_check(const YGame *game, Move move, Error *error) {
    char name[MOVE_NAME_MAX];
    const Triangle *board = game->now.board;
    if (game->count == GAME_MOVES_MAX) return error_input(error, "too many moves");
    if (ygame_winner(game) != EMPTY)
        return error_input(error, "%s: the game is over, %s has won", ymove_name(board, move, name),
                           color_name(ygame_winner(game)));
    if (move == MOVE_PASS || move == MOVE_RESIGN) return true;
    if (is_swap(move))
        return ygame_can_swap(game) || error_input(error, "swap: only the second move may swap");
    if (move < 0 || move >= board->cells) return error_input(error, "not a cell of this board");
    return yposition_at(&game->now, move) == EMPTY ||
           error_input(error, "%s: the cell is occupied", ymove_name(board, move, name));
}

static void move_apply(YGame *game, Color color, Move move) {
    YPosition *now = &game->now;
    if (move == MOVE_RESIGN) {
        game->resigned = color;
        return;
    }
    if (is_swap(move)) {
        CellSet stone = now->stones[BLACK];
        now->stones[BLACK] = now->stones[WHITE];
        now->stones[WHITE] = stone;
    } else if (move != MOVE_PASS) {
        cellset_add(&now->stones[color], move);
    }
    now->to_move = color_other(color);
}

bool ygame_play(YGame *game, Color color, Move move, Error *error) {
    if (!move_check(game, move, error)) return false;
    move_apply(game, color, move);
    game->played[game->count++] = (Played){color, move};
    return true;
}

bool ygame_undo(YGame *game) {
    if (!game->count) return false;
    int count = game->count - 1;
    YPosition setup = game->setup;
    game->now = setup;
    game->resigned = EMPTY;
    game->count = count;
    for (int i = 0; i < count; i++) move_apply(game, game->played[i].color, game->played[i].move);
    return true;
}

int ygame_last_cell(const YGame *game) {
    for (int i = game->count - 1; i >= 0; i--) {
        if (game->played[i].move < CELL_MAX) return game->played[i].move;
    }
    return CELL_NONE;
}

Move ymove_parse(const Triangle *board, const char *text, int length) {
    Move move = move_word_parse(text, length);
    return move == MOVE_NONE ? triangle_cell_parse(board, text, length) : move;
}

char *ymove_name(const Triangle *board, Move move, char *buffer) {
    const char *word = move_word(move);
    return word ? strcpy(buffer, word) : triangle_cell_name(board, move, buffer);
}

bool ygame_play_list(YGame *game, const char *moves, Error *error) {
    static const char SEPARATORS[] = " ,\t\r\n";
    YGame copy = *game;
    int number = 0;
    for (const char *p = moves + strspn(moves, SEPARATORS); *p; p += strspn(p, SEPARATORS)) {
        int length = (int)strcspn(p, SEPARATORS);
        Move move = ymove_parse(copy.now.board, p, length);
        number++;
        if (move == MOVE_NONE)
            return error_input(error, "move %d, '%.*s': not a cell of this board of Y, size %d", number,
                               length > 20 ? 20 : length, p, copy.now.board->size);
        Error inner;
        if (!ygame_play(&copy, copy.now.to_move, move, &inner))
            return error_input(error, "move %d, %s", number, inner.text);
        p += length;
    }
    *game = copy;
    return true;
}
