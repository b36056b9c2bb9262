// mustplay-lab explain: with joinsets, a committee's opinion, and the must-play deduction rule.
#include "lab/cmd/known.h"

#include "api/inside_solve.h"
#include "app/cmd/explain_command.h"
#include "cli/commands.h"
#include "lab/eval/committee.h"
#include "lab/eval/joinset_list.h"

#include <stdlib.h>

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
static void opinion_write(const Opinion *o, Color mover, Text *out) {
    if (!o->given) return;
    text_format(out, "\nThe committee, asked by %s: %.4g\n    advice      seen    weight   product\n",
                color_name(mover), committee_value(o->committee.weight, o->seen));
    for (int k = 0; k < ADVISOR_COUNT; k++) {
        int shown = mover == BLACK ? k : k ^ 1; // where this number stands in the advisors' own order
        text_format(out, "%10.4g%10.4f%10.4f%10.4f  %s\n", o->advice[shown], o->seen[k],
                    o->committee.weight[k], o->seen[k] * o->committee.weight[k], ADVISOR_NAMES[shown]);
    }
}

// --- What is added

typedef struct More {
    Position position;
    SmallestJoinsets smallest[2];
    JoinsetList *joinsets; // NULL unless asked for
    Opinion opinion;
    uint64_t deduce; // nodes of the deduction rule
} More;

static void more_write(void *context, Text *out) {
    const More *more = context;
    smallest_joinsets_write(more->position.geometry, more->smallest, out);
    if (more->joinsets) joinset_list_write(more->joinsets, out);
    opinion_write(&more->opinion, more->position.to_move, out);
}

static void more_json(void *context, json_t *object) {
    const More *more = context;
    json_object_set_new(object, "joinsets", smallest_joinsets_json(more->position.geometry, more->smallest));
    json_object_set_new(object, "committee", opinion_json(&more->opinion));
    json_object_set_new(object, "minimal_joinsets",
                        more->joinsets ? joinset_list_json(more->joinsets) : json_null());
}

static void more_draw(void *context, Drawing *drawing) {
    const More *more = context;
    if (more->joinsets) joinset_list_draw(more->joinsets, drawing);
}

static mp_explanation *more_explain(void *context, const mp_game *game, mp_error *error) {
    const More *more = context;
    return mp_explanation_deduced(game, more->deduce, error);
}

static bool more_find(const Args *args, const mp_game *game, More *more, Error *error) {
    more->position = *mp_game_position(game);
    more->deduce = (uint64_t)args_int(args, "deduce");
    if (!opinion_take(args, &more->position, &more->opinion, error)) return false;
    if (args_flag(args, "joinsets") && !(more->joinsets = joinset_list_new(&more->position, error)))
        return false;
    smallest_joinsets_find(&more->position, more->smallest);
    return true;
}

static int explain_run(const Args *args) {
    Error error = {0};
    More more = {0};
    ExplainMore added = {
        .context = &more, .explain = more_explain, .write = more_write, .json = more_json, .draw = more_draw};
    mp_game *game = explain_game(args, &error);
    bool good = game && more_find(args, game, &more, &error);
    int code = good ? explain_with(args, game, &added) : report_error(&error);
    free(more.joinsets);
    mp_game_free(game);
    return code;
}

static const OptionSpec OWN[] = {
    {"joinsets", OPTION_FLAG, NULL, 0, 0, NULL, NULL,
     "List the minimal joinsets of both colours, and the dead cells, which are in none. For small boards."},
    {0},
};

const Command LAB_EXPLAIN = {
    .name = "explain",
    .extends = &COMMAND_EXPLAIN,
    .own = OWN,
    .options = "deduce weights",
    .detail =
        "The lab adds the JSON keys: joinsets (of black and white: the number of smallest sets of empty cells that join "
        "the edges, and some of them); minimal_joinsets (null without --joinsets; of black and white: the number of all "
        "minimal ones and up to 200 of them; dead, the cells in none); committee (null without --weights: iteration, "
        "value and advisors, each with advice, seen and weight). --deduce N tries the must-play deduction rule too.",
    .run = explain_run,
};
