/* Solves a position, writes a proof of it, checks that, and plays the winner by it.
 *     cc solve.c $(pkg-config --cflags --libs mustplay) -o solve
 *     ./solve 5 "a2" a2.proof */
#include <mustplay/mustplay.h>
#include <stdio.h>
#include <stdlib.h>

static const char *const NAMES[] = {"black", "white"};

/* Ctrl-C could raise this from a signal handler: what is known then is printed. */
static mp_cancel *cancel;

static void show(void *context, const mp_progress *progress) {
    (void)context;
    fprintf(stderr, "\r%llu nodes", (unsigned long long)progress->nodes);
}

/* Solves and writes the proof. False with an error; `*winner` stays MP_EMPTY when the limits came first. */
static bool solve(mp_engine *engine, const mp_game *game, const char *path, mp_color *winner,
                  mp_error *error) {
    char name[MP_NAME_MAX];
    mp_limits limits = MP_INIT(mp_limits);
    mp_solution solution = MP_INIT(mp_solution);
    mp_proof_made made = MP_INIT(mp_proof_made);
    limits.seconds = 60;
    limits.cancel = cancel;
    limits.progress = show;
    mp_solver *solver = mp_solver_new(engine, NULL, error);
    bool good = solver && mp_solver_solve(solver, game, &limits, &solution, error);
    *winner = solution.winner;
    if (good && solution.winner != MP_EMPTY) {
        printf("%s wins", NAMES[solution.winner]);
        if (solution.move != MP_NONE) printf(" with %s", mp_move_name(game, solution.move, name));
        printf(": %llu nodes, %.2f s\n", (unsigned long long)solution.nodes, solution.seconds);
        good = mp_solver_prove(solver, game, solution.winner, solution.move, path, true, NULL, &made, error);
    } else if (good) {
        printf("not decided\n");
    }
    mp_solver_free(solver, NULL);
    return good;
}

static bool check(const char *path, mp_error *error) {
    mp_verdict verdict = MP_INIT(mp_verdict);
    if (!mp_verify_file(path, NULL, &verdict, error)) return false;
    if (verdict.judgement == MP_RIGHT)
        printf("%s: right, %s wins, %llu claims\n", path, NAMES[verdict.winner],
               (unsigned long long)verdict.claims);
    else
        printf("%s: %s\n", path, verdict.reason);
    return true;
}

/* The loser plays the first empty cell each time. */
static bool play_out(const char *path, mp_error *error) {
    mp_proof *proof = mp_proof_load(path, error);
    mp_walk *walk = proof ? mp_walk_new(proof, error) : NULL;
    mp_game *now = walk ? mp_walk_game(walk, error) : NULL;
    while (now && mp_game_winner(now) == MP_EMPTY) {
        mp_cells empty;
        char cell[MP_NAME_MAX], answer[MP_NAME_MAX];
        mp_walk_step step = MP_INIT(mp_walk_step);
        mp_game_cells(now, MP_EMPTY, &empty);
        if (!mp_walk_play(walk, empty.cell[0], &step, error)) break;
        printf("%s is answered by %s\n", mp_move_name(now, empty.cell[0], cell),
               step.answer == MP_NONE ? "nothing" : mp_move_name(now, step.answer, answer));
        mp_game_free(now);
        now = mp_walk_game(walk, error);
    }
    bool good = now && mp_game_winner(now) != MP_EMPTY;
    mp_game_free(now);
    mp_walk_free(walk);
    mp_proof_free(proof);
    return good;
}

int main(int argc, char **argv) {
    mp_error error = {MP_OK, ""};
    mp_color winner = MP_EMPTY;
    int size = argc > 1 ? atoi(argv[1]) : 5;
    const char *path = argc > 3 ? argv[3] : "solve.proof";
    cancel = mp_cancel_new();
    mp_engine *engine = mp_engine_new(&error);
    mp_game *game = engine ? mp_game_new(size, size, &error) : NULL;
    bool good = game && (argc < 3 || mp_game_play_text(game, argv[2], &error)) &&
                solve(engine, game, path, &winner, &error);
    if (good && winner != MP_EMPTY) good = check(path, &error) && play_out(path, &error);
    if (!good) fprintf(stderr, "solve: %s\n", error.text);
    mp_game_free(game);
    mp_engine_free(engine);
    mp_cancel_free(cancel);
    return good ? 0 : 1;
}
