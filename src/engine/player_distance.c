// The distance player: one level of look-ahead over how far each colour is from joining its edges.
// Two-distance with potential is Queenbee's (seed 002, section 3.2); dijkstra is seed 004's; path and flow
// are the plain graph measures that seed 002 starts from.
#include "engine/look_ahead.h"
#include "engine/player_types.h"
#include "eval/dijkstra.h"
#include "eval/graph_measures.h"

#include <math.h>
#include <string.h>

static const OptionSpec DISTANCE_OPTIONS[] = {
    {"measure", OPTION_CHOICE, "two-distance", 0, 0, "two-distance|dijkstra|path|flow", "KIND",
     "What is measured."},
    {"replies", OPTION_INT, "0", 0, CELL_MAX, NULL, "N",
     "Judge the N moves that look best by the opponent's best reply."},
    {0},
};

// The part of a unit that the second criterion of a measure is worth at most.
static const double TIE = 1e-4;

// How near a colour is, by each measure: greater is better.
static double near_two_distance(const Board *board, Color color) {
    ShannonGraph graph;
    TwoDistance two;
    shannon_make(&graph, board, color);
    graph_two_distance(&graph, &two);
    return -fmin(two.best, 2 * CELL_MAX) + TIE * two.potential;
}

static double near_dijkstra(const Board *board, Color color) {
    int distance = dijkstra_distance(board, color);
    return distance < 0 ? -2 * CELL_MAX : -distance;
}

static double near_path(const Board *board, Color color) {
    ShannonGraph graph;
    ShortestPaths paths;
    shannon_make(&graph, board, color);
    graph_shortest_paths(&graph, &paths);
    return -fmin(paths.length, 2 * CELL_MAX) + TIE * log1p(paths.most);
}

static double near_flow(const Board *board, Color color) {
    ShannonGraph graph;
    shannon_make(&graph, board, color);
    return fmin(graph_max_flow(&graph), 2 * CELL_MAX);
}

typedef double (*NearFunction)(const Board *board, Color color);

typedef struct DistanceState {
    NearFunction near;
} DistanceState;

static bool distance_start(Player *player, Error *error) {
    (void)error;
    static const struct {
        const char *name;
        NearFunction near;
    } MEASURES[] = {{"two-distance", near_two_distance},
                    {"dijkstra", near_dijkstra},
                    {"path", near_path},
                    {"flow", near_flow}};
    const char *name = player_option(player, "measure")->text;
    for (size_t i = 0; i < sizeof MEASURES / sizeof *MEASURES; i++) {
        if (!strcmp(MEASURES[i].name, name)) ((DistanceState *)player->state)->near = MEASURES[i].near;
    }
    return true;
}

static double board_lead(void *context, const Board *board, Color color) {
    const DistanceState *state = context;
    return state->near(board, color) - state->near(board, color_other(color));
}

static bool distance_choose(Player *player, const Game *game, const Limits *limits, const Observer *observer,
                            Choice *choice, Error *error) {
    (void)error;
    LookAhead look = {player->state, board_lead, (int)player_option(player, "replies")->integer, 2};
    look_ahead(&look, player, game, limits, observer, choice);
    return true;
}

const PlayerType PLAYER_DISTANCE = {
    .name = "distance",
    .help = "Queenbee's two-distance, or another distance between the edges, one move ahead.",
    .options = DISTANCE_OPTIONS,
    .state_size = sizeof(DistanceState),
    .start = distance_start,
    .choose = distance_choose,
};
