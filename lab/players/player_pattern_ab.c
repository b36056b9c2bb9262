// The player `pattern-ab`: pattern-enhanced alpha-beta (lab/ladder/threat_alphabeta.h; Rasmussen 2007,
// Algorithm 8.1.10) with a book of the patterns it has proved. With `templates=FOLDER` the book is kept there
// from game to game, one file per board size.
//
// How it learns from a loss: a position is proved lost, so the opponent's last move wins in the position before. The
// pattern that proves this goes into the book. In the next game it refutes the move that led there at once. When
// all moves are refuted, the position before that is lost too, and the book grows by another
// step.
#include "base/clock.h"
#include "eval/resistance.h"
#include "lab/ladder/threat_alphabeta.h"
#include "lab/players/lab_players.h"
#include "play/catalog.h"
#include "play/endgame.h"
#include "play/opening.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum {
    EVALUATION_OPTION,
    WIDTH_OPTION,
    DEPTH_OPTION,
    NODES_OPTION,
    TIME_OPTION,
    CONNECTIONS_OPTION,
    LEARN_OPTION,
    TEMPLATES_OPTION,
    MEMORY_OPTION,
    OPTION_COUNT
};

static const OptionSpec PATTERN_OPTIONS[] = {
    [EVALUATION_OPTION] = {"evaluation", OPTION_NAME, "bridges", 0, 0, NULL, "KIND",
                           "What judges the leaves."},
    [WIDTH_OPTION] = {"width", OPTION_INT, "12", 1, CELL_MAX, NULL, "N",
                      "Moves that a node looks at, refuted ones apart."},
    [DEPTH_OPTION] = {"depth", OPTION_INT, "3", 1, 60, NULL, "N",
                      "The last depth, when no limit of time or nodes is given."},
    [NODES_OPTION] = {"nodes", OPTION_INT, NULL, 1, 1e15, NULL, "N",
                      "Nodes per move when no limit is given."},
    [TIME_OPTION] = {"time", OPTION_REAL, NULL, 0, 1e7, NULL, "S",
                     "Seconds per move when no limit is given."},
    [CONNECTIONS_OPTION] = {"connections", OPTION_CHOICE, "on", 0, 0, "on|off", "STATE",
                            "Virtual connections at the nodes."},
    [LEARN_OPTION] = {"learn", OPTION_CHOICE, "on", 0, 0, "on|off", "STATE",
                      "Keep and use the patterns that were proved."},
    [TEMPLATES_OPTION] = {"templates", OPTION_TEXT, NULL, 0, 0, NULL, "FOLDER",
                          "Keep the patterns there from game to game, one file per board size."},
    [MEMORY_OPTION] = {"memory", OPTION_INT, "64", 1, 1e5, NULL, "MB", "Size of the table of patterns."},
    [OPTION_COUNT] = {0},
};

typedef struct ThreatState {
    Evaluation *evaluation;
    Circuit *circuit; // of the book's board
    ThreatBook *book;
    uint64_t saved; // patterns that the file holds
    Position lost;  // the last loss that was learned from
    Endgame endgame;
} ThreatState;

static bool option_on(const Player *player, int option) {
    return player->option[option].text[1] == 'n';
}

static bool threat_start(Player *player, Error *error) {
    ThreatState *state = player->state;
    const char *folder = player->option[TEMPLATES_OPTION].text;
    if (folder && mkdir(folder, 0777) && errno != EEXIST)
        return error_input(error, "player pattern-ab: '%.200s': %s", folder, strerror(errno));
    const char *name = player->option[EVALUATION_OPTION].text;
    state->evaluation = evaluation_new(evaluation_find(player->catalog->evaluations, name), NULL,
                                       player->catalog->data, error);
    return state->evaluation;
}

// --- The book

static void book_path(const Player *player, const Geometry *g, char *path, size_t size) {
    snprintf(path, size, "%s/%dx%d.patterns", player->option[TEMPLATES_OPTION].text, g->width, g->height);
}

static bool book_save(Player *player, Error *error) {
    ThreatState *state = player->state;
    char path[4096];
    if (!state->book || !player->option[TEMPLATES_OPTION].text) return true;
    if (threat_book_count(state->book) == state->saved) return true;
    book_path(player, threat_book_geometry(state->book), path, sizeof path);
    if (!threat_book_save(state->book, path, error)) return false;
    state->saved = threat_book_count(state->book);
    return true;
}

// The book and the circuit of a board. A book that cannot be read is an error: it is not overwritten.
static bool board_ready(Player *player, const Geometry *g, Error *error) {
    ThreatState *state = player->state;
    char path[4096];
    if (state->book && threat_book_geometry(state->book) == g) return true;
    if (!book_save(player, error)) return false;
    threat_book_free(state->book);
    circuit_free(state->circuit);
    state->book = threat_book_new(g, (uint64_t)player->option[MEMORY_OPTION].integer << 20);
    state->circuit = circuit_new(g);
    bool good = state->book && state->circuit ? true : error_memory(error);
    if (good && player->option[TEMPLATES_OPTION].text) {
        book_path(player, g, path, sizeof path);
        good = threat_book_load(state->book, path, error);
    }
    if (!good) {
        threat_book_free(state->book);
        state->book = NULL;
        return false;
    }
    state->saved = threat_book_count(state->book);
    return true;
}

// --- Searching

static double board_value(void *context, const Board *board, Color mover) {
    return evaluation_lead(((ThreatState *)context)->evaluation, board, mover);
}

static void cells_rate(void *context, const Board *board, double *rating) {
    ThreatState *state = context;
    double energy[2][CELL_MAX];
    for (Color c = BLACK; c <= WHITE; c++)
        circuit_energy(state->circuit, board, c, CIRCUIT_BRIDGES, energy[c]);
    for (int cell = 0; cell < board->geometry->cells; cell++)
        rating[cell] = energy[BLACK][cell] * energy[WHITE][cell];
}

static ThreatAbOptions search_options(Player *player) {
    ThreatState *state = player->state;
    const OptionValue *o = player->option;
    return (ThreatAbOptions){.evaluate = board_value,
                             .context = state,
                             .rate = cells_rate,
                             .width = (int)o[WIDTH_OPTION].integer,
                             .connections = option_on(player, CONNECTIONS_OPTION),
                             .book = option_on(player, LEARN_OPTION) ? state->book : NULL};
}

// The budget of a move, and the last depth: 0, or that of the options.
static Budget budget_of(const Player *player, const MoveTerms *terms, int *depth) {
    const OptionValue *o = player->option;
    Budget budget = player_budget(terms, &o[TIME_OPTION], &o[NODES_OPTION], NULL);
    bool limited = budget.seconds > 0 || budget.nodes;
    *depth = o[DEPTH_OPTION].given || !limited ? (int)o[DEPTH_OPTION].integer : 0;
    return budget;
}

// --- Learning

// So much is spent on looking back.
enum { LOOK_BACK_DEPTH = 3, LOOK_BACK_NODES = 1500 };
static const double LOOK_BACK_SECONDS = 0.3;

// The position is lost, and this is why: the opponent's last move won.
static void loss_add(ThreatBook *book, const Game *game, CellSet carrier) {
    Position before = game->now;
    Color other = color_other(before.to_move);
    int last = game_last_cell(game);
    threat_book_add(book, &before, other, true, carrier);
    if (last == CELL_NONE || !cellset_has(before.stones[other], last)) return;
    cellset_remove(&before.stones[other], last);
    cellset_add(&carrier, last);
    threat_book_add(book, &before, other, false, carrier);
}

// The game goes on from a loss that is known.
static bool loss_known(const ThreatState *state, const Position *now) {
    return state->lost.geometry == now->geometry &&
           cellset_within(state->lost.stones[BLACK], now->stones[BLACK]) &&
           cellset_within(state->lost.stones[WHITE], now->stones[WHITE]);
}

static bool loss_learn(Player *player, const Game *lost, const MoveTerms *terms, CellSet carrier,
                       Error *error) {
    ThreatState *state = player->state;
    Game game = *lost;
    if (!option_on(player, LEARN_OPTION) || loss_known(state, &lost->now)) return true;
    state->lost = lost->now;
    double end = clock_seconds() +
                 (terms->budget.seconds > 0 ? fmin(LOOK_BACK_SECONDS, terms->budget.seconds / 2) : 1e9);
    ThreatAbOptions options = search_options(player);
    ThreatAbOutcome back = {.answer = {.winner = color_other(game.now.to_move), .carrier = carrier}};
    options.depth = LOOK_BACK_DEPTH;
    while (back.answer.winner == color_other(lost->now.to_move)) {
        loss_add(state->book, &game, back.answer.carrier);
        if (!game_undo(&game) || !game_undo(&game) || game.now.to_move != lost->now.to_move) break;
        double left = end - clock_seconds();
        if (left <= 0) break;
        Budget budget = {.seconds = left, .nodes = LOOK_BACK_NODES};
        threat_alphabeta(&game.now, &options, &budget, &back);
    }
    return book_save(player, error);
}

// --- The choice

static bool choice_lost(Player *player, const Game *game, const MoveTerms *terms, CellSet carrier,
                        Choice *choice, Error *error) {
    ThreatState *state = player->state;
    choice->value = 0;
    choice->move =
        terms->may_resign ? MOVE_RESIGN : endgame_resist(&state->endgame, &game->now, terms, carrier);
    return loss_learn(player, game, terms, carrier, error);
}

static bool search_choose(Player *player, const Game *game, const MoveTerms *terms, Choice *choice,
                          Error *error) {
    ThreatState *state = player->state;
    ThreatAbOptions options = search_options(player);
    Budget budget = budget_of(player, terms, &options.depth);
    ThreatAbOutcome outcome;
    threat_alphabeta(&game->now, &options, &budget, &outcome);
    const Answer *answer = &outcome.answer;
    choice->visits = answer->nodes;
    if (answer->winner == color_other(game->now.to_move))
        return choice_lost(player, game, terms, answer->carrier, choice, error);
    choice->value = answer->winner != EMPTY
                        ? 1
                        : evaluation_probability(state->evaluation, game->now.geometry, outcome.value);
    choice->move = answer->move;
    if (answer->move != MOVE_NONE) return true;
    double rating[CELL_MAX]; // there was no time at all
    Board board;
    board_set(&board, &game->now);
    cells_rate(state, &board, rating);
    CellSet vacant = position_vacant(&game->now);
    choice->move = cellset_first(vacant);
    for (int cell; (cell = cellset_pop(&vacant)) >= 0;) {
        if (rating[cell] > rating[choice->move]) choice->move = cell;
    }
    return true;
}

static bool pattern_choose(Player *player, const Game *game, const MoveTerms *terms, Choice *choice,
                           Error *error) {
    ThreatState *state = player->state;
    Move move;
    CellSet proof;
    if (!board_ready(player, game->now.geometry, error)) return false;
    if (opening_choose(game, terms, &player->random, choice)) return true;
    Color winner = endgame_winner(&state->endgame, &game->now, &move, &proof);
    if (winner == game->now.to_move) {
        choice->value = 1;
        choice->move = endgame_win(&state->endgame, &game->now, terms, move);
        return true;
    }
    if (winner != EMPTY) return choice_lost(player, game, terms, proof, choice, error);
    return search_choose(player, game, terms, choice, error);
}

// What was learned is kept; a failure to write shows at the next loss.
static void threat_reset(Player *player) {
    book_save(player, NULL);
}

static void threat_stop(Player *player) {
    ThreatState *state = player->state;
    book_save(player, NULL);
    threat_book_free(state->book);
    circuit_free(state->circuit);
    evaluation_free(state->evaluation);
    endgame_free(&state->endgame);
}

const PlayerType PLAYER_PATTERN_AB = {
    .name = "pattern-ab",
    .help = "Alpha-beta that proves threat patterns and remembers them, from game to game if told where.",
    .options = PATTERN_OPTIONS,
    .state_size = sizeof(ThreatState),
    .start = threat_start,
    .choose = pattern_choose,
    .reset = threat_reset,
    .stop = threat_stop,
};
