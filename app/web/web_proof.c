// proof-walk and proof-write: proof files (docs/PROOFS.md) as texts that travel in messages. The server keeps none.
#include "app/web/task.h"
#include "app/web/web_session.h"

#include "base/base64.h"
#include "mustplay/mustplay.h"
#include "proof/compress.h"
#include "proof/proof.h"
#include "proof/proof_walk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REMAINING_MAX = 32 }; // claims in an answer

// --- proof-walk

typedef struct Walk {
    Text text;   // unpacked
    bool packed; // it came compressed: the answer has the text
    int moves;
    char move[CELL_MAX][CELL_NAME_MAX];
    json_t *answer;
} Walk;

static bool moves_open(const json_t *list, Walk *walk, Error *error) {
    size_t i;
    json_t *value;
    if (!list || json_is_null(list)) return true;
    if (!json_is_array(list) || json_array_size(list) > CELL_MAX)
        return error_input(error, "'intrusions' should be a list of cells");
    json_array_foreach(list, i, value) {
        const char *name = json_string_value(value);
        if (!name || strlen(name) >= CELL_NAME_MAX)
            return error_input(error, "'intrusions' should be a list of cells");
        memcpy(walk->move[walk->moves++], name, strlen(name) + 1);
    }
    return true;
}

static bool text_unpack(Walk *walk, const json_t *zstd, Error *error) {
    Text packed = {0};
    if (!json_is_string(zstd))
        return error_input(error, "'zstd' should be a compressed proof file in base 64");
    bool sound = base64_read(json_string_value(zstd), json_string_length(zstd), &packed);
    bool good = sound           ? text_decompress(&packed, "the file", WEB_PROOF_MAX, &walk->text, error)
                : packed.failed ? error_failure(error, "The server is out of memory.")
                                : error_input(error, "'zstd' is not sound base 64");
    text_free(&packed);
    return good;
}

// The text of the file, which lives as long as the walk; NULL with an error.
static const char *text_take(Walk *walk, const json_t *request, size_t *length, Error *error) {
    const json_t *text = json_object_get(request, "text"), *zstd = json_object_get(request, "zstd");
    walk->packed = zstd;
    *length = json_string_length(text);
    if (zstd && !text_unpack(walk, zstd, error)) return NULL;
    if (zstd) *length = walk->text.length;
    if (zstd) return text_string(&walk->text);
    if (!json_is_string(text)) {
        error_input(error, "'text' should be the text of a proof file");
        return NULL;
    }
    if (*length > WEB_PROOF_MAX) {
        error_input(error, "The proof is too large: at most %d MB can be walked here.", WEB_PROOF_MAX >> 20);
        return NULL;
    }
    return json_string_value(text);
}

static bool walk_open(WebTask *task, const json_t *request, Error *error) {
    return moves_open(json_object_get(request, "intrusions"), task->state, error);
}

static void walk_close(WebTask *task) {
    Walk *walk = task->state;
    text_free(&walk->text);
    json_decref(walk->answer);
}

static json_t *walk_answer(WebTask *task) {
    const Walk *walk = task->state;
    return walk->answer ? json_incref(walk->answer) : json_object();
}

static json_t *reason_json(WalkReason reason) {
    static const char *const NAMES[] = {"answer", "pair", "kill", "reverse", "captured", "free"};
    return json_string(NAMES[reason]);
}

// As the file numbers them.
static json_t *claim_json(int claim) {
    return claim < 0 ? json_null() : json_integer(claim + 1);
}

static json_t *step_json(const Geometry *g, int move, const WalkStep *step) {
    return json_pack("{s:o, s:o, s:o, s:o}", "move", json_cell(g, move), "answer", json_cell(g, step->answer),
                     "reason", reason_json(step->reason), "claim", claim_json(step->claim));
}

// Plays the intrusions; NULL with an error.
static json_t *steps_play(const Walk *walk, const Proof *proof, ProofWalk *way, Error *error) {
    json_t *steps = json_array();
    for (int i = 0; i < walk->moves; i++) {
        int cell = cell_parse(proof->geometry, walk->move[i], (int)strlen(walk->move[i]));
        WalkStep step;
        bool good = cell != CELL_NONE
                        ? proof_walk_play(way, cell, &step, error)
                        : error_input(error, "'%s' is not a cell of this %dx%d board", walk->move[i],
                                      proof->geometry->width, proof->geometry->height);
        if (!good) {
            json_decref(steps);
            return NULL;
        }
        json_array_append_new(steps, step_json(proof->geometry, cell, &step));
    }
    return steps;
}

static json_t *groups_json(const Proof *proof, const ProofWalk *way, Error *error) {
    const Geometry *g = proof->geometry;
    WalkGroup *groups = malloc(sizeof *groups * CELL_MAX);
    if (!groups) error_failure(error, "The server is out of memory.");
    int count = groups ? proof_walk_groups(way, groups, error) : -1;
    json_t *list = count < 0 ? NULL : json_array();
    for (int i = 0; i < count; i++)
        json_array_append_new(
            list, json_pack("{s:o, s:o, s:o, s:o}", "answer", json_cell(g, groups[i].answer), "reason",
                            reason_json(groups[i].reason), "claim", claim_json(groups[i].claim), "cells",
                            json_cells(g, groups[i].cells)));
    free(groups);
    return list;
}

static json_t *remaining_json(const Proof *proof, const ProofWalk *way) {
    ClaimRef refs[REMAINING_MAX];
    int count = proof_walk_claims(way, refs, REMAINING_MAX);
    json_t *list = json_array();
    for (int i = 0; i < count && i < REMAINING_MAX; i++) {
        Claim claim = claim_get(proof->book, refs[i]);
        json_array_append_new(list, json_pack("{s:i, s:b, s:o, s:o}", "claim", refs[i] / 2 + 1, "turned",
                                              refs[i] % 2, "stones", json_cells(proof->geometry, claim.own),
                                              "carrier", json_cells(proof->geometry, claim.free)));
    }
    return list;
}

static json_t *position_json(const Position *p, Color mover) {
    return json_pack("{s:o, s:o, s:o}", "black", json_cells(p->geometry, p->stones[BLACK]), "white",
                     json_cells(p->geometry, p->stones[WHITE]), "to_move", json_color(mover));
}

static json_t *walk_json(const Walk *walk, const Proof *proof, ProofWalk *way, Error *error) {
    json_t *steps = steps_play(walk, proof, way, error),
           *groups = steps ? groups_json(proof, way, error) : NULL;
    if (!groups) {
        json_decref(steps);
        return NULL;
    }
    const Position *now = proof_walk_position(way);
    bool over = position_winner(now) == proof->winner || cellset_is_empty(position_vacant(now));
    return json_pack("{s:i, s:i, s:o, s:o, s:o, s:s, s:i, s:o, s:o, s:o, s:o, s:b}", "width",
                     proof->geometry->width, "height", proof->geometry->height, "winner",
                     json_color(proof->winner), "root", position_json(&proof->root, proof->root.to_move),
                     "first", json_cell(proof->geometry, proof->first), "made", proof->made, "claims",
                     claim_book_count(proof->book), "steps", steps, "position",
                     position_json(now, now->to_move), "groups", groups, "remaining",
                     remaining_json(proof, way), "over", over);
}

static bool walk_play(WebTask *task, Error *error) {
    Walk *walk = task->state;
    size_t length;
    const char *text = text_take(walk, task->request, &length, error);
    Proof *proof = text ? proof_parse(text, length, error) : NULL;
    ProofWalk *way = proof ? proof_walk_new(proof, error) : NULL;
    if (way) walk->answer = walk_json(walk, proof, way, error);
    if (walk->answer && walk->packed) json_object_set_new(walk->answer, "text", json_string(text));
    proof_walk_free(way);
    proof_free(proof);
    return walk->answer;
}

static WebStep walk_step(WebTask *task) {
    Error error = {0};
    bool good = (!task->large || web_memory_room(task, &error)) && walk_play(task, &error);
    return good ? web_task_end(task) : web_task_fail(task, &error);
}

const WebTaskType WEB_PROOF_WALK = {
    .name = "proof-walk",
    .slot = SLOT_PROOF_WALK,
    .crew = CREW_STEPS,
    .rank = RANK_SHORT,
    .state_size = sizeof(Walk),
    .open = walk_open,
    .step = walk_step,
    .close = walk_close,
    .answer = walk_answer,
};

// --- proof-write

static const double WRITE_SECONDS = 60;
static const double SHARED_SECONDS = 60; // when others wait

typedef struct Write {
    double seconds;
    Color winner;
    Text text;
    uint64_t claims;
    bool begun;
} Write;

static bool write_open(WebTask *task, const json_t *request, Error *error) {
    Write *write = task->state;
    write->winner = EMPTY;
    return web_read_game(request, &task->game, error) &&
           web_read_real(request, "time", 0, WEB_SOLVE_TIME_MAX, WRITE_SECONDS, &write->seconds, error);
}

static void write_close(WebTask *task) {
    text_free(&((Write *)task->state)->text);
}

// The text is there only when it is whole.
static json_t *write_answer(WebTask *task) {
    const Write *write = task->state;
    bool done = write->claims > 0;
    return json_pack("{s:o, s:o, s:I, s:f, s:b, s:b}", "winner", json_color(write->winner), "text",
                     done ? json_string(text_string(&write->text)) : json_null(), "claims",
                     (json_int_t)write->claims, "seconds", web_task_seconds(task), "waiting", !write->begun,
                     "stopped", false);
}

static bool write_cancelled(void *context) {
    const WebTask *task = context;
    web_task_yields(task); // looks after the memory; whose turn it is does not matter here
    if (web_task_ends(task)) return true;
    return web_task_seconds(task) > SHARED_SECONDS && web_task_others_wait(task);
}

// Solves the position, and has the claims built from what the solver knows. No winner, or no text, when time is over.
static bool proof_write(WebTask *task, Solver *solver, Error *error) {
    Write *write = task->state;
    const Position *now = &task->game.now;
    Observer observer = {task, write_cancelled, NULL};
    Budget budget = {.seconds = write->seconds,
                     .memory = web_session_memory(web_sessions(task->web)),
                     .threads = 1,
                     .observer = &observer};
    Answer answer;
    ProofMade made;
    char how[80];
    if (!solve_position(&SOLVE_AUTO, now, &budget, solver, &answer, error)) return false;
    write->winner = answer.winner;
    budget.seconds = write->seconds - web_task_seconds(task);
    if (answer.winner == EMPTY || budget.seconds <= 0) return true;
    snprintf(how, sizeof how, "by mustplay %s, solved by %s", mp_version(), SOLVE_AUTO.name);
    ProofTask order = {.root = now,
                       .winner = answer.winner,
                       .first = answer.move,
                       .budget = &budget,
                       .solver = solver,
                       .text = &write->text,
                       .made = how};
    if (!proof_make(&order, &made, error)) return false;
    if (write->text.length > WEB_PROOF_MAX)
        return error_input(error,
                           "The proof is larger than %d MB: mustplay solve --proof writes it to a file.",
                           WEB_PROOF_MAX >> 20);
    if (made.result == BUILD_DONE) write->claims = made.size.claims;
    return true;
}

static WebStep write_step(WebTask *task) {
    Write *write = task->state;
    Error error = {0};
    Solver solver = {0};
    write->begun = true;
    if (!web_memory_room(task, &error)) return web_task_fail(task, &error);
    bool good = proof_write(task, &solver, &error);
    solver_release(&solver);
    return good ? web_task_end(task) : web_task_fail(task, &error);
}

const WebTaskType WEB_PROOF_WRITE = {
    .name = "proof-write",
    .slot = SLOT_PROOF_WRITE,
    .crew = CREW_REVIEWS,
    .rank = RANK_SHORT,
    .state_size = sizeof(Write),
    .open = write_open,
    .step = write_step,
    .close = write_close,
    .answer = write_answer,
};
