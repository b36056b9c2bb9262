// mustplay explain: what is known about a position without searching, and why.
#include "app/report/explain_report.h"
#include "cli/command.h"
#include "lab/eval/joinset_list.h"
#include "lab/eval/committee.h"

#include <stdio.h>
#include <stdlib.h>

// `joinsets` is NULL unless asked for.
static bool explanation_save(const Args *args, const Game *game, const Explanation *e,
                             const JoinsetList *joinsets, Error *error) {
    const char *path = args_text(args, "output");
    if (!path) return true;
    Drawing *d = malloc(sizeof *d);
    if (!d) return error_memory(error);
    drawing_init(d, &e->position);
    d->last = game_last_cell(game);
    d->cell_size = args_real(args, "cell-size");
    explanation_draw(e, d);
    if (joinsets) joinset_list_draw(joinsets, d);
    bool good = !args_given(args, "title") || drawing_title(d, args_text(args, "title"), error);
    good = good && drawing_save(d, path, args_flag(args, "force"), error);
    free(d);
    return good;
}

// What a committee says of a position, for the side to move.
typedef struct Opinion {
    bool given;
    Committee committee;
    double advice[ADVISOR_COUNT], seen[ADVISOR_COUNT];
} Opinion;

static bool opinion_take(const Args *args, const Position *position, Opinion *opinion, Error *error) {
    const char *path = args_text(args, "weights");
    if (!path) return true;
    if (!committee_read(path, -1, &opinion->committee, error)) return false;
    Circuit *circuit = circuit_new(position->geometry);
    if (!circuit) return error_memory(error);
    Board board;
    board_set(&board, position);
    advisors_ask(circuit, &board, opinion->advice);
    advice_seen(opinion->advice, position->geometry, position->to_move, opinion->seen);
    circuit_free(circuit);
    return opinion->given = true;
}

static json_t *opinion_json(const Opinion *o) {
    if (!o->given) return json_null();
    json_t *advisors = json_array();
    for (int k = 0; k < ADVISOR_COUNT; k++)
        json_array_append_new(advisors,
                              json_pack("{s:s, s:f, s:f, s:f}", "advisor", ADVISOR_NAMES[k], "advice",
                                        o->advice[k], "seen", o->seen[k], "weight", o->committee.weight[k]));
    return json_pack("{s:i, s:f, s:o}", "iteration", o->committee.iteration, "value",
                     committee_value(o->committee.weight, o->seen), "advisors", advisors);
}

// The advisors in their order; what `seen` weighs is the mover's own number first, then the opponent's.
static void opinion_write(const Opinion *o, Color mover) {
    if (!o->given) return;
    printf("\nThe committee, asked by %s: %.4g\n    advice      seen    weight   product\n",
           color_name(mover), committee_value(o->committee.weight, o->seen));
    for (int k = 0; k < ADVISOR_COUNT; k++) {
        int shown = mover == BLACK ? k : k ^ 1; // where this number stands in the advisors' own order
        printf("%10.4g%10.4f%10.4f%10.4f  %s\n", o->advice[shown], o->seen[k], o->committee.weight[k],
               o->seen[k] * o->committee.weight[k], ADVISOR_NAMES[shown]);
    }
}

static int explanation_report(const Args *args, const Explanation *e, const JoinsetList *joinsets,
                              const Opinion *opinion) {
    SmallestJoinsets smallest[2];
    smallest_joinsets_find(&e->position, smallest);
    if (args_flag(args, "json")) {
        json_t *object = explanation_json(e);
        json_object_set_new(object, "joinsets", smallest_joinsets_json(e->position.geometry, smallest));
        json_object_set_new(object, "committee", opinion_json(opinion));
        json_object_set_new(object, "minimal_joinsets", joinsets ? joinset_list_json(joinsets) : json_null());
        return report_json(object);
    }
    Text text = {0};
    explanation_write(e, &text);
    smallest_joinsets_write(e->position.geometry, smallest, &text);
    if (joinsets) joinset_list_write(joinsets, &text);
    fputs(text_string(&text), stdout);
    text_free(&text);
    opinion_write(opinion, e->position.to_move);
    return EXIT_DONE;
}

static int explain_run(const Args *args) {
    Error error = {0};
    Game game;
    if (!args_game(args, &game, &error)) return report_error(&error);
    if (game_winner(&game) != EMPTY) {
        error_input(&error, "explain: the game is over, %s has won", color_name(game_winner(&game)));
        return report_error(&error);
    }
    JoinsetList *joinsets = NULL;
    Opinion opinion = {0};
    uint64_t deduce = args_given(args, "deduce") ? (uint64_t)args_int(args, "deduce") : 0;
    if (!opinion_take(args, &game.now, &opinion, &error)) return report_error(&error);
    if (args_flag(args, "joinsets") && !(joinsets = joinset_list_new(&game.now, &error)))
        return report_error(&error);
    Explanation *e = explanation_new(&game.now, deduce, &error);
    bool good = e && explanation_save(args, &game, e, joinsets, &error);
    int code = good ? explanation_report(args, e, joinsets, &opinion) : report_error(&error);
    explanation_free(e);
    free(joinsets);
    return code;
}

const Command COMMAND_EXPLAIN = {
    .name = "explain",
    .summary = "Explain a position: inferior cells, fill-in, connections, must-play.",
    .arguments = "",
    .options = "@position joinsets deduce weights output force title cell-size json",
    .detail =
        "Says what is known without searching, and why: fill-in of both colours, moves that the side to move "
        "may leave out and the stone that answers or beats each, winning connections of either side, the "
        "must-play region, regions of their own, and who wins if that decides it. --output FILE draws it "
        "(SVG, PNG or PDF). With --json one object: winner (null when undecided), to_move, move (a winning "
        "one, or null), carrier (the empty cells the winner needs, or null), line (moves, each the only one "
        "to consider, after which the winner shows), fill (black, white, dead), inferior (a list of cell, "
        "kind, color, helper, pattern, reason), connections (black and white, each with full, a carrier or "
        "null, semis, a list of key and carrier, and expression, the strategy of one of them that holds with "
        "the fill-in on the board, or null), must_play (null when decided), moves, regions (a list of color, "
        "ends, cells), joinsets (black and white, each with the number of smallest sets of empty cells that "
        "join the edges, and some of them), minimal_joinsets (null without --joinsets; black and white, each with "
        "the number of all minimal ones and up to 200 of them, and dead, the cells in none), committee (null without --weights: "
        "iteration, value and advisors, each with advice, seen and weight), circuit (null when decided: the resistance between "
        "black's and between white's edges after fill-in, with connections as conductors, and lead, the mover's: the "
        "logarithm of the other's over its own). --deduce N tries the must-play deduction "
        "rule too. Kinds: dead, captured, permanent, mutual (filled "
        "in); vulnerable, reversible, dominated (moves left out). A finished game is an error (exit code 2).",
    .run = explain_run,
};
