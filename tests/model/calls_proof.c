// Calls about solvers, proofs, walks, explanations and reviews.
#include "model.h"

#include <stdlib.h>
#include <string.h>

static mp_color other(mp_color color) {
    return color == MP_BLACK ? MP_WHITE : MP_BLACK;
}

// --- Solvers

static const char *method_of(int64_t index) {
    static const char *const METHODS[] = {NULL, "dfpn", "pns", "brute", "fdfpn", "dfs", "magic", "auto"};
    return METHODS[(uint64_t)index % 8];
}

// With a store for flag 1 of the third argument and a checkpoint for flag 2, by method.
void call_solver_new(World *world, const Call *call) {
    Trial trial;
    int place = slot_of(call, 0, SOLVERS);
    char *store = world->store_path, *checkpoint = world->checkpoint_path[place];
    mp_solver_settings settings = MP_INIT(mp_solver_settings);
    Call whole = *call;
    if (whole.size < 0) whole.size = 0;
    settings.method = method_of(call->arg[1]);
    settings.store = call->arg[2] & 1 ? file_of(world, "store", 0, store) : NULL;
    settings.checkpoint = call->arg[2] & 2 ? file_of(world, "checkpoint", place, checkpoint) : NULL;
    settings.keep_checkpoint = call->arg[2] & 4;
    settings.net = call->arg[3] & 1 ? world->net[0] : NULL;
    settings.without_net = !settings.net;
    bool plain = !settings.store && !settings.checkpoint && !settings.net && !settings.keep_checkpoint;
    bool known = (uint64_t)call->arg[1] % 8 != 6;
    mp_solver_settings *given =
        plain && !settings.method && call->arg[3] & 2 ? NULL : room_given(&whole, &settings, sizeof settings);
    solver_close(world, place);
    trial_begin(&trial, world, call);
    mp_solver *solver = mp_solver_new(world->engine, given, trial.error);
    trial_end(&trial, solver, !known ? ILLEGAL : plain && !settings.method ? LEGAL : PERHAPS);
    free(given);
    if (!solver) return;
    world->solver[place] = solver;
    world->method[place] = (int)((uint64_t)call->arg[1] % 8);
}

static void solution_check(World *world, const Toy *board, const mp_solution *solution, const char *where) {
    bool over = toy_winner(board) != MP_EMPTY;
    cells_check(board, &solution->carrier, "a carrier");
    CHECK(solution->winner <= MP_EMPTY, "%s: winner %d", where, (int)solution->winner);
    CHECK(solution->seconds >= 0, "%s: %g s", where, solution->seconds);
    if (over)
        CHECK(solution->winner == toy_winner(board) && solution->move == MP_NONE, "%s: a game that is over",
              where);
    if (over || solution->winner == MP_EMPTY) return;
    truth_check(world, board, solution->winner, where);
    bool mover = solution->winner == board->to_move;
    CHECK((solution->move != MP_NONE) == mover, "%s: the move %d of the %s", where, solution->move,
          mover ? "winner" : "loser");
    CHECK(!mover || cells_have(&solution->carrier, solution->move), "%s: the carrier lacks the move", where);
    for (int i = 0; i < solution->carrier.count; i++)
        CHECK(board->now[solution->carrier.cell[i]] == MP_EMPTY, "%s: a stone in the carrier", where);
    mp_color after = mover ? toy_solve_after(board, solution->move) : MP_EMPTY;
    CHECK(after == MP_EMPTY || after == solution->winner, "%s: the move %d does not win", where,
          solution->move);
    mp_color within = toy_solve_within(board, &solution->carrier, other(solution->winner));
    CHECK(within == MP_EMPTY || within == solution->winner, "%s: the winner needs more than the carrier",
          where);
}

#define SOLVER(place)                                                                                        \
    int s##place = slot_of(call, place, SOLVERS);                                                            \
    mp_solver *solver##place = world->solver[s##place];                                                      \
    if (!solver##place) return

// Searches end soon: by nodes, or after 0.3 s.
static mp_limits *solver_limits(World *world, const Call *call, int64_t nodes) {
    Call whole = *call;
    if (whole.size < 0) whole.size = 0;
    return limits_of(world, &whole, nodes < 0 ? 0 : nodes);
}

void call_solver_solve(World *world, const Call *call) {
    Trial trial;
    Room room;
    mp_solution solution;
    SOLVER(0);
    GAME(1);
    mp_limits *limits = solver_limits(world, call, call->arg[2]);
    mp_solution *out = room_open(&room, call, sizeof solution);
    trial_begin(&trial, world, call);
    bool good = mp_solver_solve(solver0, game1, limits, out, trial.error);
    trial_end(&trial, good, PERHAPS); // brute force has its bounds, and a checkpoint is about one position
    bool whole = room_close(&room, &solution);
    if (good && whole) solution_check(world, board1, &solution, "a solution");
    game_check(game1, board1, "after solving");
    free(limits);
}

static void asked(void *context, int move, int open, uint64_t nodes) {
    World *world = context;
    (void)nodes;
    CHECK(move >= MP_NONE && move < MP_CELLS_MAX && open >= 0, "asking about move %d, %d open", move, open);
    atomic_fetch_add(&world->heard, 1);
}

static void moves_check(const Toy *board, const mp_moves *moves) {
    mp_color mover = board->to_move, winner = moves->solution.winner;
    const mp_cells *sets[] = {&moves->winning, &moves->losing, &moves->unknown};
    int times[MP_CELLS_MAX] = {0}, empty = toy_winner(board) == MP_EMPTY;
    for (int k = 0; k < 3; k++) {
        cells_check(board, sets[k], "a set of moves");
        for (int i = 0; i < sets[k]->count; i++) times[sets[k]->cell[i]]++;
    }
    for (int cell = 0; cell < board->width * board->height; cell++)
        CHECK(times[cell] == (empty && board->now[cell] == MP_EMPTY), "cell %d is in %d sets", cell,
              times[cell]);
    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < sets[k]->count; i++) {
            mp_color after = toy_solve_after(board, sets[k]->cell[i]);
            CHECK(after == MP_EMPTY || (after == mover) == (k == 0), "move %d does not %s", sets[k]->cell[i],
                  k ? "lose" : "win");
        }
    }
    CHECK(!empty || !moves->winning.count || winner == mover, "a winning move, and no winner");
    CHECK(!empty || winner != mover || moves->winning.count, "a winner without a winning move");
}

void call_solver_moves(World *world, const Call *call) {
    Trial trial;
    Room room;
    static mp_moves moves;
    SOLVER(0);
    GAME(1);
    mp_limits *limits = solver_limits(world, call, call->arg[2]);
    mp_moves *out = room_open(&room, call, sizeof moves);
    trial_begin(&trial, world, call);
    bool good = mp_solver_solve_moves(solver0, game1, limits, call->arg[2] % 2 ? asked : NULL, world, out,
                                      trial.error);
    trial_end(&trial, good, PERHAPS); // not with a checkpoint
    bool whole = room_close(&room, &moves);
    if (good && whole) {
        solution_check(world, board1, &moves.solution, "the position of moves");
        moves_check(board1, &moves);
    }
    free(limits);
}

static mp_judgement judge(const char *path, mp_verdict *verdict) {
    mp_error error;
    *verdict = MP_INIT(mp_verdict);
    if (!mp_verify_file(path, NULL, verdict, &error))
        broken("a proof that was written cannot be read: %s", error.text);
    return verdict->judgement;
}

static void proof_written(World *world, const Toy *board, mp_color winner, int file, const char *path) {
    mp_verdict verdict;
    CHECK(judge(path, &verdict) == MP_RIGHT, "a proof that was written is wrong: %s", verdict.reason);
    CHECK(verdict.winner == winner, "a proof for %d is about %d", (int)winner, (int)verdict.winner);
    truth_check(world, board, winner, "a proof");
    world->proof_here[file] = true;
    world->proof_of[file] = *board;
    world->proof_winner[file] = winner;
}

// Solves a position and writes the proof.
void call_solver_prove(World *world, const Call *call) {
    Trial trial;
    Room room;
    char path[128];
    mp_proof_made made;
    mp_solution solution = MP_INIT(mp_solution);
    SOLVER(0);
    GAME(1);
    int file = (int)((uint64_t)call->arg[2] % FILES);
    if (toy_empty_count(board1) > 25 || !mp_solver_solve(solver0, game1, NULL, &solution, NULL)) return;
    solution_check(world, board1, &solution, "the solution before a proof");
    if (solution.winner == MP_EMPTY) return;
    mp_limits *limits = solver_limits(world, call, call->arg[3]);
    bool replace = call->arg[4] || !world->proof_here[file];
    file_of(world, "proof", file, path);
    mp_proof_made *out = room_open(&room, call, sizeof made);
    trial_begin(&trial, world, call);
    bool good = mp_solver_prove(solver0, game1, solution.winner, solution.move, path, replace, limits, out,
                                trial.error);
    trial_end(&trial, good, PERHAPS);
    bool whole = room_close(&room, &made);
    CHECK(!good || !whole || !made.finished || replace, "a proof has replaced another unasked");
    if (good && whole && made.finished) proof_written(world, board1, solution.winner, file, path);
    if (good && !whole)
        world->proof_here[file] = false; // an older caller cannot tell whether it is another file
    if (!good && world->proof_here[file]) {
        mp_verdict verdict;
        CHECK(judge(path, &verdict) == MP_RIGHT, "a call that failed has spoilt an older proof: %s",
              verdict.reason);
    }
    free(limits);
}

void call_solver_free(World *world, const Call *call) {
    solver_close(world, slot_of(call, 0, SOLVERS));
}

// --- Checking

void call_verify(World *world, const Call *call) {
    Trial trial;
    Room room;
    mp_verdict verdict;
    char path[128];
    int file = (int)((uint64_t)call->arg[0] % FILES);
    file_of(world, "proof", file, path);
    mp_limits *limits = limits_of(world, call, -1);
    mp_verdict *out = room_open(&room, call, sizeof verdict);
    trial_begin(&trial, world, call);
    bool good = mp_verify_file(path, limits, out, trial.error);
    trial_end(&trial, good, world->proof_here[file] ? LEGAL : PERHAPS);
    bool whole = room_close(&room, &verdict);
    free(limits);
    if (!good || !whole) return;
    CHECK(verdict.judgement != MP_STOPPED || trial.raised || trial.stopped, "a check is stopped by nobody");
    if (verdict.judgement != MP_STOPPED && world->proof_here[file])
        CHECK(verdict.judgement == MP_RIGHT && verdict.claims > 0 && !verdict.reason[0],
              "a right proof is judged %d", (int)verdict.judgement);
}

// The text of a file as it is (0), cut short (1), with a byte changed (2 on), or none.
void call_verify_text(World *world, const Call *call) {
    Trial trial;
    Room room;
    mp_verdict verdict;
    char path[128], text[60000];
    int file = (int)((uint64_t)call->arg[0] % FILES) & ~1, change = (int)llabs(call->arg[1]);
    FILE *in = fopen(file_of(world, "proof", file, path), "r");
    size_t count = in ? fread(text, 1, sizeof text, in) : 0;
    if (in) fclose(in);
    if (change == 1) count /= 2;
    if (change > 1 && count) text[count * (size_t)change % 997 % count] ^= 1;
    mp_verdict *out = room_open(&room, call, sizeof verdict);
    trial_begin(&trial, world, call);
    bool good = mp_verify_text(text, count, NULL, out, trial.error);
    trial_end(&trial, good, PERHAPS);
    bool whole = room_close(&room, &verdict);
    if (!good || !whole) return;
    CHECK((verdict.judgement == MP_RIGHT) == !verdict.reason[0], "judgement %d: '%s'", (int)verdict.judgement,
          verdict.reason);
    if (change == 0 && world->proof_here[file] && count < sizeof text)
        CHECK(verdict.judgement == MP_RIGHT, "a right proof is judged %d", (int)verdict.judgement);
}

// --- Proofs and walks

void call_proof_load(World *world, const Call *call) {
    Trial trial;
    char path[128];
    int place = slot_of(call, 0, PROOFS), file = (int)((uint64_t)call->arg[1] % FILES);
    static char text[60000];
    FILE *in = fopen(file_of(world, "proof", file, path), "r");
    size_t count = in ? fread(text, 1, sizeof text, in) : 0;
    if (in) fclose(in);
    bool plain = call->arg[2] & 1 && file % 2 == 0 && count < sizeof text;
    trial_begin(&trial, world, call);
    mp_proof *proof = plain ? mp_proof_parse(text, count, trial.error) : mp_proof_load(path, trial.error);
    trial_end(&trial, proof, world->proof_here[file] ? LEGAL : PERHAPS);
    if (!proof) return;
    proof_close(world, place);
    world->proof[place] = proof;
    mp_game *game = mp_proof_game(proof, NULL);
    CHECK(game, "a proof has no position");
    Toy board;
    toy_adopt(&board, game);
    mp_game_free(game);
    if (world->proof_here[file])
        CHECK(toy_same(&board, &world->proof_of[file]),
              "a proof is about another position than it was made for");
}

#define PROOF(place)                                                                                         \
    int q##place = slot_of(call, place, PROOFS);                                                             \
    const mp_proof *proof##place = world->proof[q##place];                                                   \
    if (!proof##place) return

void call_proof_describe(World *world, const Call *call) {
    Room room;
    mp_proof_info info;
    PROOF(0);
    mp_proof_describe(proof0, room_open(&room, call, sizeof info));
    if (!room_close(&room, &info)) return;
    CHECK(info.winner < MP_EMPTY && info.claims > 0, "a proof of %d claims", info.claims);
    mp_game *game = mp_proof_game(proof0, NULL);
    CHECK(game && (info.first != MP_NONE) == (mp_game_to_move(game) == info.winner), "the first move is %d",
          info.first);
    mp_game_free(game);
}

void call_proof_free(World *world, const Call *call) {
    proof_close(world, slot_of(call, 0, PROOFS));
}

void call_walk_new(World *world, const Call *call) {
    Trial trial;
    PROOF(1);
    int place = slot_of(call, 0, WALKS);
    trial_begin(&trial, world, call);
    mp_walk *walk = mp_walk_new(proof1, trial.error);
    trial_end(&trial, walk, LEGAL);
    if (!walk) return;
    mp_walk_free(world->walk[place]);
    world->walk[place] = walk;
    world->walk_of[place] = q1;
    mp_game *game = mp_walk_game(walk, NULL);
    CHECK(game, "a walk has no position");
    toy_adopt(&world->walked[place], game);
    mp_game_free(game);
}

#define WALK(place)                                                                                          \
    int w##place = slot_of(call, place, WALKS);                                                              \
    mp_walk *walk##place = world->walk[w##place];                                                            \
    if (!walk##place) return

// The loser plays a cell; the model is the walk's own board, by stones.
static bool walk_step(World *world, Trial *trial, int w, int cell, mp_walk_step *step) {
    Toy *board = &world->walked[w];
    mp_proof_info info = MP_INIT(mp_proof_info);
    mp_proof_describe(world->proof[world->walk_of[w]], &info);
    bool empty = cell >= 0 && cell < board->width * board->height && board->now[cell] == MP_EMPTY;
    bool legal = empty && toy_winner(board) == MP_EMPTY;
    if (!trial) {
        CHECK(mp_walk_play(world->walk[w], cell, step, NULL) == legal,
              "the walk of a right proof stops at cell %d", cell);
    } else {
        bool good = mp_walk_play(world->walk[w], cell, step, trial->error);
        trial_end(trial, good, legal ? LEGAL : ILLEGAL);
        legal = good;
    }
    mp_game *game = mp_walk_game(world->walk[w], NULL);
    CHECK(game, "a walk has no position");
    for (int other_cell = 0; other_cell < board->width * board->height; other_cell++) {
        mp_color stone = mp_game_stone(game, other_cell), before = board->now[other_cell];
        bool loser = legal && other_cell == cell;
        CHECK(stone == before || (loser && stone == other(info.winner)) ||
                  (legal && before == MP_EMPTY && stone == info.winner),
              "cell %d of a walk holds %d", other_cell, (int)stone);
        board->now[other_cell] = stone;
    }
    mp_game_free(game);
    CHECK(toy_winner(board) != other(info.winner), "the loser has won the walk of a right proof");
    return legal;
}

void call_walk_play(World *world, const Call *call) {
    Trial trial;
    Room room;
    mp_walk_step step;
    WALK(0);
    (void)walk0;
    mp_walk_step *out = room_open(&room, call, sizeof step);
    trial_begin(&trial, world, call);
    bool good = walk_step(world, &trial, w0, (int)call->arg[1], out);
    bool whole = room_close(&room, &step);
    if (good && whole)
        CHECK(step.reason <= MP_WALK_FREE && (step.claim > 0) == (step.reason != MP_WALK_FREE),
              "reason %d, claim %d", (int)step.reason, step.claim);
}

// Random moves of the loser's until the end: the winner of the proof wins.
void call_walk_out(World *world, const Call *call) {
    WALK(0);
    (void)walk0;
    uint64_t seed = (uint64_t)call->arg[1];
    Toy *board = &world->walked[w0];
    while (toy_winner(board) == MP_EMPTY) {
        mp_walk_step step = MP_INIT(mp_walk_step);
        int cells = board->width * board->height, cell = random_below(&seed, cells);
        while (board->now[cell] != MP_EMPTY) cell = (cell + 1) % cells;
        walk_step(world, NULL, w0, cell, &step);
        CHECK(toy_empty_count(board) || toy_winner(board) != MP_EMPTY, "a full board without a winner");
    }
}

void call_walk_free(World *world, const Call *call) {
    int place = slot_of(call, 0, WALKS);
    mp_walk_free(world->walk[place]);
    mp_walk_free(NULL);
    world->walk[place] = NULL;
}

// --- Explanations

static void explained_check(World *world, const Toy *board, const mp_explained *e) {
    const mp_cells *sets[] = {&e->carrier, &e->black, &e->white, &e->dead, &e->must_play, &e->moves};
    for (int k = 0; k < 6; k++) {
        cells_check(board, sets[k], "a set of an explanation");
        for (int i = 0; i < sets[k]->count; i++)
            CHECK(board->now[sets[k]->cell[i]] == MP_EMPTY, "a stone in set %d of an explanation", k);
    }
    line_check(board, &e->line, "the line of an explanation");
    truth_check(world, board, e->winner, "an explanation");
    mp_color after = e->move == MP_NONE ? MP_EMPTY : toy_solve_after(board, e->move);
    CHECK(after == MP_EMPTY || after == board->to_move, "the move %d of an explanation does not win",
          e->move);
    if (e->winner == MP_EMPTY && toy_solve(board) == board->to_move) {
        bool any = false;
        for (int cell = 0; cell < board->width * board->height; cell++) {
            if (board->now[cell] != MP_EMPTY || toy_solve_after(board, cell) != board->to_move) continue;
            CHECK(cells_have(&e->must_play, cell), "the winning move %d is not in the must-play region",
                  cell);
            any |= cells_have(&e->moves, cell);
        }
        CHECK(any, "no winning move is left to search");
    }
    if (e->winner == MP_EMPTY || e->line.count) return;
    mp_color within = toy_solve_within(board, &e->carrier, other(e->winner));
    CHECK(within == MP_EMPTY || within == e->winner, "the winner needs more than an explanation's carrier");
}

static void reasons_check(const mp_explanation *explanation, const Call *call, const Toy *board) {
    for (int cell = 0; cell < board->width * board->height; cell++) {
        Room room;
        mp_reason reason;
        mp_explanation_reason(explanation, cell, room_open(&room, call, sizeof reason));
        if (!room_close(&room, &reason)) continue;
        CHECK(reason.kind <= MP_DOMINATED && !reason.text[0] == (reason.kind == MP_INFERIOR_NONE),
              "the reason '%s' of kind %d", reason.text, (int)reason.kind);
        CHECK(!mp_inferior_name(reason.kind) == (reason.kind == MP_INFERIOR_NONE), "the name of a reason");
    }
}

static void connections_check(const mp_explanation *explanation, const Call *call, const Toy *board) {
    for (int kind = 0; kind < 4; kind++) {
        bool more = true;
        for (int i = 0; more && i < 500; i++) {
            Room room;
            mp_connection connection;
            more = mp_explanation_connection(explanation, (mp_color)(kind & 1), kind & 2, i,
                                             room_open(&room, call, sizeof connection));
            if (room_close(&room, &connection) && more)
                cells_check(board, &connection.carrier, "a connection");
        }
        mp_explanation_strategy(explanation, (mp_color)(kind & 1));
    }
    bool more = true;
    for (int i = 0; more && i < 500; i++) {
        Room room;
        mp_region region;
        more = mp_explanation_region(explanation, i, room_open(&room, call, sizeof region));
        if (room_close(&room, &region) && more) cells_check(board, &region.cells, "a region");
    }
}

void call_explain(World *world, const Call *call) {
    Trial trial;
    Room room;
    static mp_explained explained;
    GAME(1);
    int place = slot_of(call, 0, EXPLANATIONS);
    trial_begin(&trial, world, call);
    mp_explanation *explanation = mp_explanation_new(world->engine, game1, trial.error);
    trial_end(&trial, explanation, toy_winner(board1) == MP_EMPTY ? LEGAL : ILLEGAL);
    if (!explanation) return;
    mp_explanation_free(world->explanation[place]);
    world->explanation[place] = explanation;
    mp_explanation_read(explanation, room_open(&room, call, sizeof explained));
    if (room_close(&room, &explained)) explained_check(world, board1, &explained);
    reasons_check(explanation, call, board1);
    connections_check(explanation, call, board1);
}

void call_explain_free(World *world, const Call *call) {
    int place = slot_of(call, 0, EXPLANATIONS);
    mp_explanation_free(world->explanation[place]);
    mp_explanation_free(NULL);
    world->explanation[place] = NULL;
}

// --- Reviews

static void reviewed(void *context, int done, int total) {
    World *world = context;
    CHECK(done >= 0 && done <= total, "%d of %d", done, total);
    atomic_fetch_add(&world->heard, 1);
}

static void turns_check(World *world, const mp_review *review, const Call *call, const Toy *board) {
    Toy at = *board;
    while (toy_undo(&at)) continue;
    for (int i = 0; i <= board->count + 1; i++) {
        Room room;
        mp_review_turn turn;
        bool there = mp_review_turn_read(review, i, room_open(&room, call, sizeof turn));
        CHECK(there == (i <= board->count), "position %d of %d: %d", i, board->count, there);
        bool whole = room_close(&room, &turn);
        if (whole && there && turn.judged) {
            at.to_move = turn.mover; // he may have moved out of turn
            CHECK(turn.value >= 0 && turn.value <= 1, "a value of %g", turn.value);
            if (!toy_can_swap(&at)) truth_check(world, &at, turn.winner, "a review");
            line_check(&at, &turn.line, "the line of a review");
        }
        if (whole && there)
            CHECK(turn.played == (i < board->count ? board->played[i].move : MP_NONE), "turn %d plays %d", i,
                  turn.played);
        if (i < board->count) toy_play(&at, board->played[i].color, board->played[i].move);
    }
}

static void notes_check(const mp_review *review, const Call *call, const mp_review_summary *summary) {
    for (int i = 0; i <= summary->notes; i++) {
        Room room;
        mp_review_note note;
        bool there = mp_review_note_read(review, i, room_open(&room, call, sizeof note));
        room_close(&room, &note);
        CHECK(there == (i < summary->notes), "note %d of %d", i, summary->notes);
    }
    for (int i = 0; i <= summary->lessons; i++) {
        Room room;
        mp_review_lesson lesson;
        bool there = mp_review_lesson_read(review, i, room_open(&room, call, sizeof lesson));
        room_close(&room, &lesson);
        CHECK(there == (i < summary->lessons), "lesson %d of %d", i, summary->lessons);
    }
}

void call_review(World *world, const Call *call) {
    Trial trial;
    Room room;
    mp_review_summary summary;
    GAME(1);
    int place = slot_of(call, 0, REVIEWS);
    if (board1->count > 8 || board1->width * board1->height > 36) return;
    mp_review_settings settings = MP_INIT(mp_review_settings);
    settings.player = call->arg[2] & 1 ? "resistance" : "mcts:playouts=20,memory=16";
    settings.seed = 1;
    settings.position = MP_INIT(mp_limits);
    settings.position.seconds = 0.02;
    settings.solver_seconds = call->arg[2] & 2 ? -1 : 0.02;
    settings.memory = 16 << 20;
    Call whole = *call;
    if (whole.size < 0) whole.size = 0;
    mp_review_settings *given = room_given(&whole, &settings, sizeof settings);
    mp_limits *limits = solver_limits(world, call, 0);
    trial_begin(&trial, world, call);
    mp_review *review = mp_review_new(world->engine, game1, given, limits, call->arg[2] & 4 ? reviewed : NULL,
                                      world, trial.error);
    trial_end(&trial, review, PERHAPS);
    free(given);
    free(limits);
    if (!review) return;
    mp_review_free(world->review[place]);
    world->review[place] = review;
    world->reviewed[place] = *board1;
    mp_review_read(review, room_open(&room, call, sizeof summary));
    bool all = room_close(&room, &summary);
    if (all)
        CHECK(summary.moves == board1->count && summary.winner == toy_winner(board1), "a review of %d moves",
              summary.moves);
    if (all) notes_check(review, call, &summary);
    turns_check(world, review, call, board1);
    CHECK(mp_figure_name(MP_FIGURE_LADDER), "a figure without a name");
}

void call_review_annotate(World *world, const Call *call) {
    Trial trial;
    const mp_review *review = world->review[slot_of(call, 0, REVIEWS)];
    int place = slot_of(call, 1, RECORDS);
    if (!review || !world->record[place]) return;
    trial_begin(&trial, world, call);
    bool good = mp_review_annotate(review, world->record[place], trial.error);
    const Toy *game = &world->reviewed[slot_of(call, 0, REVIEWS)], *line = &world->line[place];
    bool same = world->line_known[place] && !memcmp(game, line, sizeof *game);
    trial_end(&trial, good, same ? LEGAL : PERHAPS);
    char *text = mp_record_write(world->record[place]);
    CHECK(text, "an annotated record cannot be written");
    mp_free(text);
}

void call_review_free(World *world, const Call *call) {
    int place = slot_of(call, 0, REVIEWS);
    mp_review_free(world->review[place]);
    mp_review_free(NULL);
    world->review[place] = NULL;
}
