// mustplay lab shannon: Shannon's games on graphs: who wins, why, a picture, a game in the terminal.
#include "lab/shannon/shannon_play.h"
#include "lab/shannon/shannon_vertices.h"

#include "app/draw/drawing.h"
#include "base/file.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "lab/shannon/graph_drawing.h"
#include "lab/shannon/graph_file.h"
#include "lab/shannon/shannon_player.h"
#include "lab/shannon/shannon_report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
    LIST_MAX = 60,    // edges that are listed for people
    PLAY_SECONDS = 10 // per move of the computer on vertices
};

// --- The graph
static const char *const POSITION_OPTIONS[] = {"size",    "moves", "black",   "white",
                                               "to-move", "sgf",   "hexworld"};

static bool position_given(const Args *args) {
    bool given = false;
    for (size_t i = 0; i < sizeof POSITION_OPTIONS / sizeof *POSITION_OPTIONS; i++)
        given |= args_given(args, POSITION_OPTIONS[i]);
    return given;
}

static Graph *position_graph(const Args *args, Error *error) {
    Game game;
    if (!args_game(args, &game, error)) return NULL;
    return graph_hex(&game.now, strcmp(args_text(args, "connect"), "white") ? BLACK : WHITE, error);
}

// The one graph that the options name.
static Graph *args_graph(const Args *args, Error *error) {
    bool file = args_given(args, "graph"), built_in = args_given(args, "bridg-it"),
         hex = position_given(args);
    int given = file + built_in + hex;
    if (given != 1) {
        error_input(error, given ? "shannon: only one of --graph, --bridg-it and a Hex position"
                                 : "shannon: which graph? --graph FILE, --bridg-it N, or a Hex "
                                   "position such as --size 4");
        return NULL;
    }
    if (file) return graph_load(args_text(args, "graph"), error);
    return built_in ? graph_bridg_it((int)args_int(args, "bridg-it"), error) : position_graph(args, error);
}

static bool args_on_vertices(const Args *args) {
    const char *on = args_text(args, "on");
    return on ? !strcmp(on, "vertices") : position_given(args);
}

static bool graph_save(const Graph *graph, const char *path, bool force, Error *error) {
    const char *dot = strrchr(path, '.');
    Text text = {0};
    if (dot && (!strcasecmp(dot, ".dot") || !strcasecmp(dot, ".gv")))
        graph_write_dot(graph, &text);
    else
        graph_write(graph, &text);
    bool good =
        text.failed ? error_memory(error) : file_write(path, text_string(&text), text.length, force, error);
    text_free(&text);
    return good;
}

// --- The game on edges, for programs
static json_t *json_edge(const Graph *graph, int edge) {
    char name[EDGE_NAME_MAX];
    return edge < 0 ? json_null() : json_string(edge_name(graph, edge, name));
}

static json_t *json_part(const Graph *graph, const SwitchingPlan *plan, int part) {
    json_t *list = json_array();
    for (int e = 0; e < graph->edges; e++) {
        if (plan->part[e] == part) json_array_append_new(list, json_edge(graph, e));
    }
    return list;
}

static json_t *json_parts(const Graph *graph, const SwitchingPlan *plan) {
    if (!plan->exists) return json_null();
    return json_pack("[o, o]", json_part(graph, plan, PART_FIRST), json_part(graph, plan, PART_SECOND));
}

static json_t *json_first(const Graph *graph, const SwitchingAnswer *answer, Side first) {
    return json_pack("{s:s, s:o, s:n, s:n}", "winner", side_name(answer->winner[first]), "move",
                     json_edge(graph, answer->move[first]), "carrier", "expression");
}

static int edges_json(const Graph *graph, const SwitchingAnswer *answer) {
    json_t *first[2], *plan[2];
    for (Side side = CONNECT; side <= CUT; side++) {
        first[side] = json_first(graph, answer, side);
        plan[side] = json_parts(graph, &answer->plan[side]);
    }
    return report_json(shannon_json(graph, false, answer->over, first, plan, json_null(), answer->seconds));
}

// --- And for people
static void part_say(const Graph *graph, const SwitchingPlan *plan, int part, const char *name) {
    char edge[EDGE_NAME_MAX];
    int count = 0;
    for (int e = 0; e < graph->edges; e++) count += plan->part[e] == part;
    if (count == 0) return;
    printf("  %s:", name);
    if (count > LIST_MAX) printf(" %d edges", count);
    for (int e = 0; e < graph->edges && count <= LIST_MAX; e++) {
        if (plan->part[e] == part) printf(" %s", edge_name(graph, e, edge));
    }
    printf("\n");
}

static void connect_plan_say(const Graph *graph, const SwitchingPlan *plan) {
    const char *x = graph->vertex[graph->target[0]].name, *y = graph->vertex[graph->target[1]].name;
    printf("\nConnect has two trees without a common edge, on the same vertices, %s and %s among them%s.\n",
           x, y, plan->ready ? "" : ", if an edge between the targets is counted");
    if (!plan->ready)
        printf("That edge belongs to tree %d and is missing: Connect must move first.\n", plan->holds_target);
    printf("Whenever Cut breaks one tree, Connect mends it by an edge of the other.\n");
    part_say(graph, plan, PART_FIRST, "tree 1");
    part_say(graph, plan, PART_SECOND, "tree 2");
}

static void cut_plan_say(const Graph *graph, const SwitchingPlan *plan) {
    printf("\nCut has two forests, and %s: an edge between the targets closes no cycle with %s.\n",
           plan->ready ? "neither holds a way from target to target"
                       : "only one of them holds a way from target to target, which Cut's first move breaks",
           plan->ready ? "either" : "the other");
    printf(
        "Whenever Connect captures an edge of one forest that closes a cycle with the other, Cut breaks the "
        "cycle.\n");
    part_say(graph, plan, PART_FIRST, "forest 1");
    part_say(graph, plan, PART_SECOND, "forest 2");
    part_say(graph, plan, PART_GIVEN, "of no use to Connect");
}

static void edges_say(const Graph *graph, const SwitchingAnswer *answer) {
    char name[EDGE_NAME_MAX];
    shannon_graph_say(graph, false);
    if (answer->over) {
        printf("The game is over: %s has won.\n", side_title(answer->winner[CONNECT]));
        return;
    }
    for (Side first = CONNECT; first <= CUT; first++) {
        printf("%s first: %s wins", side_title(first), side_title(answer->winner[first]));
        if (answer->move[first] >= 0)
            printf(", for example by %s", edge_name(graph, answer->move[first], name));
        printf(".\n");
    }
    if (answer->plan[CONNECT].exists) connect_plan_say(graph, &answer->plan[CONNECT]);
    if (answer->plan[CUT].exists) cut_plan_say(graph, &answer->plan[CUT]);
}

// The winner's plan; Connect's trees when whoever moves first wins.
static bool edges_draw(const Args *args, const Graph *graph, const SwitchingAnswer *answer, Error *error) {
    Side side = answer->plan[CONNECT].exists ? CONNECT : CUT;
    bool both = answer->plan[CONNECT].exists && answer->plan[CUT].exists;
    GraphDrawing drawing = {.graph = graph,
                            .side = side,
                            .part = answer->plan[side].part,
                            .move = both ? answer->move[side] : -1};
    shannon_title(answer->over, (const int[]){(int)answer->winner[CONNECT], (int)answer->winner[CUT]},
                  drawing.title, sizeof drawing.title);
    return graph_drawing_save(&drawing, args_text(args, "output"), args_flag(args, "force"), error);
}

static int edges_run(const Args *args, const Graph *graph) {
    Error error = {0};
    SwitchingAnswer answer;
    if (!switching_solve(graph, &answer, &error)) return report_error(&error);
    int code = EXIT_DONE;
    if (args_given(args, "output") && !edges_draw(args, graph, &answer, &error))
        code = report_error(&error);
    else if (args_flag(args, "json"))
        code = edges_json(graph, &answer);
    else
        edges_say(graph, &answer);
    switching_free(&answer);
    return code;
}

// --- The command
static bool options_check(const Args *args, Error *error) {
    if (args_given(args, "play") && args_flag(args, "json"))
        return error_input(error, "--play and --json: a game in the terminal is not JSON");
    if (args_given(args, "first") && !args_given(args, "play"))
        return error_input(error, "--first goes with --play");
    if (args_given(args, "connect") && !position_given(args))
        return error_input(error, "--connect goes with a Hex position");
    if (args_given(args, "write") && (args_given(args, "play") || args_given(args, "output")))
        return error_input(error, "--write only writes the graph: give --play or --output in another call");
    if (args_given(args, "write"))
        return output_check(args_text(args, "write"), args_flag(args, "force"), error);
    return !args_given(args, "output") ||
           drawing_path_check(args_text(args, "output"), args_flag(args, "force"), error);
}

static int play_run(const Args *args, Graph *graph) {
    ShannonGame game = {.graph = graph,
                        .on_vertices = args_on_vertices(args),
                        .first = strcmp(args_text(args, "first"), "cut") ? CONNECT : CUT,
                        .seconds = args_given(args, "time") ? args_real(args, "time") : PLAY_SECONDS};
    return shannon_play(&game, args_text(args, "play"));
}

static int write_run(const Args *args, const Graph *graph) {
    Error error = {0};
    const char *path = args_text(args, "write");
    if (!graph_save(graph, path, args_flag(args, "force"), &error)) return report_error(&error);
    if (args_flag(args, "json")) return report_json(json_pack("{s:s}", "output", path));
    printf("%s\n", path);
    return EXIT_DONE;
}

static int shannon_run(const Args *args) {
    Error error = {0};
    if (!options_check(args, &error)) return report_error(&error);
    Graph *graph = args_graph(args, &error);
    if (!graph) return report_error(&error);
    int code;
    if (args_given(args, "write"))
        code = write_run(args, graph);
    else if (args_given(args, "play"))
        code = play_run(args, graph);
    else
        code = (args_on_vertices(args) ? shannon_vertices_run : edges_run)(args, graph);
    graph_free(graph);
    return code;
}

static const OptionSpec OWN[] = {
    {"bridg-it", OPTION_INT, NULL, 1, 200, NULL, "N", "The board of Bridg-it of size N."},
    {"on", OPTION_CHOICE, NULL, 0, 0, "edges|vertices", "ITEMS",
     "What is played on. Without it edges, and vertices for a Hex position."},
    {"connect", OPTION_CHOICE, "black", 0, 0, "black|white", "COLOUR",
     "The colour that is Connect when the graph is a Hex position."},
    {"play", OPTION_CHOICE, NULL, 0, 0, "connect|cut|both|none", "SIDE",
     "Play in the terminal on this side; both: two people; none: watch."},
    {"first", OPTION_CHOICE, "connect", 0, 0, "connect|cut", "SIDE", "With --play: who moves first."},
    {"write", OPTION_TEXT, NULL, 0, 0, NULL, "FILE",
     "Only write the graph to a file: as DOT if its name ends in .dot or .gv, else as text."},
    {0},
};

const Command COMMAND_SHANNON = {
    .name = "shannon",
    .group = "Lab",
    .summary = "Solve and play Shannon's games on the edges or vertices of a graph.",
    .arguments = "--graph FILE",
    .own = OWN,
    .options = "graph @position time output force json",
    .detail =
        "Connect captures edges, or vertices, and wants to join the two targets; Cut deletes them and wants to part the "
        "targets. The answer says who wins when Connect and when Cut moves first, and why. On edges two trees or two "
        "forests show it, on vertices a strategy expression, found by search. --play plays against you and explains "
        "each move. A Hex position is such a graph too: --size 4 --moves \"a1\". lab/docs/NEIGHBOURS.md describes the "
        "games and the form of the file.\n\n"
        "JSON keys: on; vertices; edges; targets; over; connect_first and cut_first (objects with winner, move, carrier "
        "and expression; the last two are null on edges); trees and forests (two lists of edges each, the plans of "
        "Connect and of Cut; null if there is none, and on vertices); nodes (null on edges); seconds. What --time does "
        "not let the search decide is null, and the exit code is 3.",
    .run = shannon_run,
};
