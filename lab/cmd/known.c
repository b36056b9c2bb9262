#include "lab/cmd/known.h"

#include "api/inside_solve.h"
#include "app/cmd/solve_command.h"
#include "cli/commands.h"
#include "lab/y/y_commands.h"

// --- The game of Y

static const CommandWay MOVE_WAYS[] = {{"game", "y", Y_MOVE_OPTIONS, y_move_run}, {0}};
const Command LAB_MOVE = {.name = "move", .extends = &COMMAND_MOVE, .options = "game", .ways = MOVE_WAYS};

static const CommandWay PLAY_WAYS[] = {{"game", "y", Y_PLAY_OPTIONS, y_play_run}, {0}};
const Command LAB_PLAY = {.name = "play", .extends = &COMMAND_PLAY, .options = "game", .ways = PLAY_WAYS};

static const CommandWay MATCH_WAYS[] = {{"game", "y", Y_MATCH_OPTIONS, y_match_run}, {0}};
const Command LAB_MATCH = {.name = "match", .extends = &COMMAND_MATCH, .options = "game", .ways = MATCH_WAYS};

static const CommandWay HTP_WAYS[] = {{"game", "y", Y_HTP_OPTIONS, y_htp_run}, {0}};
const Command LAB_HTP = {
    .name = "htp",
    .extends = &COMMAND_HTP,
    .options = "game",
    .detail = "With --game y it is an engine of Y, with fewer commands.",
    .ways = HTP_WAYS,
};

// --- Solving

// The rule's connections have no derivation that a proof file could follow.
static bool deduce_read(const Args *args, const mp_method *method, mp_solver *solver, Error *error) {
    if (!args_given(args, "deduce")) return true;
    if (args_given(args, "proof"))
        return error_input(error, "--deduce and --proof: deduced connections cannot be written down");
    if (!method->keeps)
        return error_input(error, "--deduce: the method %s knows no connections to deduce from",
                           method->name);
    solver->solver.settings.knowledge.deduce = (uint64_t)args_int(args, "deduce");
    return true;
}

static int known_solve(const Args *args) {
    return solve_with(args, deduce_read);
}

static const OptionSpec SOLVE_OWN[] = {
    {"as-y", OPTION_FLAG, NULL, 0, 0, NULL, NULL,
     "Decide every move twice: as Hex, and as the position of Y that it is a special case of."},
    {"shortest", OPTION_FLAG, NULL, 0, 0, NULL, NULL,
     "Find how many moves it takes when the winner hastens and the loser delays; at most 64 cells."},
    {"certificate", OPTION_TEXT, NULL, 0, 0, NULL, "FILE",
     "With --shortest, write both strategies; lab/shortest/check_length.py checks them by the rules alone."},
    {0},
};
static const CommandWay SOLVE_WAYS[] = {
    {"game", "y", Y_SOLVE_OPTIONS, y_solve_run},
    {"as-y", NULL, NULL, y_both_run},
    {"shortest", NULL, "shortest certificate @position time memory force json", lab_shortest_run},
    {0},
};
const Command LAB_SOLVE = {
    .name = "solve",
    .extends = &COMMAND_SOLVE,
    .own = SOLVE_OWN,
    .options = "game deduce",
    .detail =
        "Methods of the lab: pattern, solver1 to solver5, solver5id (for small positions); decompose and "
        "decompose-rules (strategy decomposition: a net predicts, groups of moves are played at once). decompose "
        "predicts by the net that is found, with --net none by resistance.",
    .run = known_solve,
    .ways = SOLVE_WAYS,
};
