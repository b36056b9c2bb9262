#include "game/game.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

void game_init_position(Game *game, const Position *setup) {
    *game = (Game){.setup = *setup, .now = *setup, .resigned = EMPTY};
}

void game_init(Game *game, const Geometry *geometry) {
    Position empty = position_empty(geometry);
    game_init_position(game, &empty);
}

Color game_winner(const Game *game) {
    return game->resigned != EMPTY ? color_other(game->resigned) : position_winner(&game->now);
}

bool game_can_swap(const Game *game) {
    bool from_empty =
        cellset_is_empty(game->setup.stones[BLACK]) && cellset_is_empty(game->setup.stones[WHITE]);
    bool one_stone = game->count == 1 && game->played[0].move < CELL_MAX;
    return from_empty && one_stone && game_winner(game) == EMPTY;
}

// The single stone changes its place and colour; the side that opened moves.
static void swap_pieces(Position *now) {
    for (Color color = BLACK; color <= WHITE; color++) {
        int cell = cellset_first(now->stones[color]);
        if (cell < 0) continue;
        now->stones[color] = cellset_none();
        now->stones[color_other(color)] = cellset_of(cell_mirrored(now->geometry, cell));
        now->to_move = color;
        return;
    }
}

static bool move_check(const Game *game, Move move, Error *error) {
    char name[MOVE_NAME_MAX];
    const Geometry *g = game->now.geometry;
    if (game->count == GAME_MOVES_MAX) return error_input(error, "too many moves");
    if (game_winner(game) != EMPTY)
        return error_input(error, "%s: the game is over, %s has won", move_name(g, move, name),
                           color_name(game_winner(game)));
    if (move == MOVE_PASS || move == MOVE_RESIGN) return true;
    if (move == MOVE_SWAP_PIECES || move == MOVE_SWAP_SIDES) {
        if (!game_can_swap(game))
            return error_input(error, "%s: only the second move may swap", move_name(g, move, name));
        if (move == MOVE_SWAP_PIECES && g->width != g->height)
            return error_input(error, "swap-pieces: the board must be square");
        return true;
    }
    if (move < 0 || move >= g->cells) return error_input(error, "not a cell of this board");
    if (position_at(&game->now, move) != EMPTY)
        return error_input(error, "%s: the cell is occupied", move_name(g, move, name));
    return true;
}

// Makes a checked move on the current position.
static void move_apply(Game *game, Color color, Move move) {
    Position *now = &game->now;
    if (move == MOVE_SWAP_PIECES) {
        swap_pieces(now);
    } else if (move == MOVE_SWAP_SIDES) {
        now->to_move = color; // the swapper now owns the stone; the opener plays this colour
    } else if (move == MOVE_RESIGN) {
        game->resigned = color;
    } else {
        if (move != MOVE_PASS) cellset_add(&now->stones[color], move);
        now->to_move = color_other(color);
    }
}

bool game_play(Game *game, Color color, Move move, Error *error) {
    if (!move_check(game, move, error)) return false;
    move_apply(game, color, move);
    game->played[game->count++] = (Played){color, move};
    return true;
}

bool game_undo(Game *game) {
    if (!game->count) return false;
    game->count--;
    game->now = game->setup;
    game->resigned = EMPTY;
    for (int i = 0; i < game->count; i++) move_apply(game, game->played[i].color, game->played[i].move);
    return true;
}

int game_last_cell(const Game *game) {
    for (int i = game->count - 1; i >= 0; i--) {
        Move move = game->played[i].move;
        if (move < CELL_MAX) return move;
        if (move == MOVE_SWAP_PIECES) return cell_mirrored(game->now.geometry, game->played[0].move);
    }
    return CELL_NONE;
}

static const struct {
    const char *name;
    Move move;
} WORDS[] = {{"swap-pieces", MOVE_SWAP_PIECES},
             {"swap-sides", MOVE_SWAP_SIDES},
             {"pass", MOVE_PASS},
             {"resign", MOVE_RESIGN},
             {"swap", MOVE_SWAP_PIECES}};

Move move_word_parse(const char *text, int length) {
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++) {
        if ((int)strlen(WORDS[i].name) == length && !strncasecmp(text, WORDS[i].name, (size_t)length))
            return WORDS[i].move;
    }
    return MOVE_NONE;
}

const char *move_word(Move move) {
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++) {
        if (WORDS[i].move == move) return WORDS[i].name;
    }
    return NULL;
}

Move move_parse(const Geometry *geometry, const char *text, int length) {
    Move move = move_word_parse(text, length);
    return move == MOVE_NONE ? cell_parse(geometry, text, length) : move;
}

char *move_name(const Geometry *geometry, Move move, char *buffer) {
    const char *word = move_word(move);
    return word ? strcpy(buffer, word) : cell_name(geometry, move, buffer);
}

bool game_play_list(Game *game, const char *moves, Error *error) {
    static const char SEPARATORS[] = " ,\t\r\n";
    Game copy = *game;
    int number = 0;
    for (const char *p = moves + strspn(moves, SEPARATORS); *p; p += strspn(p, SEPARATORS)) {
        int length = (int)strcspn(p, SEPARATORS);
        Move move = move_parse(copy.now.geometry, p, length);
        number++;
        if (move == MOVE_NONE)
            return error_input(error, "move %d, '%.*s': not a cell of this %dx%d board", number,
                               length > 20 ? 20 : length, p, copy.now.geometry->width,
                               copy.now.geometry->height);
        Error inner;
        if (!game_play(&copy, copy.now.to_move, move, &inner))
            return error_input(error, "move %d, %s", number, inner.text);
        p += length;
    }
    *game = copy;
    return true;
}
