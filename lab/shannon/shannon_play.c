// A loop: show the position, let the side to move move, until the input ends. A line is a move or one of the
// commands of the table below; a line that fails says why and changes nothing.
#include "lab/shannon/shannon_play.h"

#include "cli/command.h"
#include "lab/shannon/shannon_player.h"
#include "lab/shannon/shannon_report.h"
#include "lab/shannon/vertex_board.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef struct ShannonSession {
    ShannonGame game;
    bool human[2];
    Side to_move;
    int *played, count; // edges, or vertices
    ShannonPlayer player[2];
    bool quit;
} ShannonSession;

typedef struct SessionCommand {
    const char *name, *help;
    bool (*run)(ShannonSession *s, Error *error); // true: the position has to be shown again
} SessionCommand;

// --- Items: edges or vertices
static ItemState *item_state(const ShannonSession *s, int item) {
    return s->game.on_vertices ? &s->game.graph->vertex[item].state : &s->game.graph->edge[item].state;
}

static const char *item_name(const ShannonSession *s, int item, char *buffer) {
    return s->game.on_vertices ? s->game.graph->vertex[item].name : edge_name(s->game.graph, item, buffer);
}

static int session_over(const ShannonSession *s) {
    if (!s->game.on_vertices) return switching_over(s->game.graph);
    VertexBoard board;
    VertexPosition position;
    Error error;
    // The graph was found good before the game.
    return vertex_board_make(&board, &position, s->game.graph, &error) ? vertex_over(&board, &position) : -1;
}

// The items of one state, as words.
static void items_show(const ShannonSession *s, ItemState state, const char *name) {
    char buffer[EDGE_NAME_MAX];
    int items = s->game.on_vertices ? s->game.graph->vertices : s->game.graph->edges, column = 0, found = 0;
    for (int i = 0; i < items; i++) {
        bool target = s->game.on_vertices && (i == s->game.graph->target[0] || i == s->game.graph->target[1]);
        if (target || *item_state(s, i) != state) continue;
        if (column > 70 || !found) column = printf("%s%-9s", found ? "\n" : "", found ? "" : name);
        column += printf(" %s", item_name(s, i, buffer));
        found++;
    }
    if (found) printf("\n");
}

// A board where the graph is one, else lists.
static void position_show(const ShannonSession *s) {
    Text board = {0};
    printf("\n");
    if (!s->game.on_vertices && shannon_grid_text(s->game.graph, &board)) {
        fputs(text_string(&board), stdout);
        text_free(&board);
        return;
    }
    items_show(s, ITEM_CAPTURED, "captured");
    items_show(s, ITEM_DELETED, "deleted");
    items_show(s, ITEM_FREE, "free");
}

// --- Moves
static void move_make(ShannonSession *s, int item) {
    *item_state(s, item) = s->to_move == CONNECT ? ITEM_CAPTURED : ITEM_DELETED;
    s->played[s->count++] = item;
    s->to_move = side_other(s->to_move);
}

static bool computer_choose(ShannonSession *s, int *move, Text *why, Error *error) {
    ShannonPlayer *player = &s->player[s->to_move];
    Budget budget = {.seconds = s->game.seconds};
    if (s->game.on_vertices)
        return shannon_player_vertex(s->game.graph, s->to_move, &budget, move, why, error);
    player->graph = s->game.graph;
    player->side = s->to_move;
    return shannon_player_edge(player, s->count ? s->played[s->count - 1] : -1, move, why, error);
}

static bool computer_move(ShannonSession *s, Error *error) {
    Text why = {0};
    int move;
    bool good = computer_choose(s, &move, &why, error);
    if (good) {
        printf("%s\n", text_string(&why));
        move_make(s, move);
    }
    text_free(&why);
    return good;
}

static void players_forget(ShannonSession *s) {
    for (Side side = CONNECT; side <= CUT; side++) shannon_player_forget(&s->player[side]);
}

// --- Commands
static bool run_undo(ShannonSession *s, Error *error) {
    bool any = false;
    for (int i = 0; i < s->count; i++) any |= s->human[(int)s->game.first ^ (i & 1)];
    if (!any) return error_input(error, "undo: you have not moved yet");
    do {
        *item_state(s, s->played[--s->count]) = ITEM_FREE;
        s->to_move = side_other(s->to_move);
    } while (!s->human[s->to_move]);
    players_forget(s);
    return true;
}

static bool run_hint(ShannonSession *s, Error *error) {
    if (session_over(s) >= 0) return error_input(error, "hint: the game is over");
    Text why = {0};
    int move;
    shannon_player_forget(&s->player[s->to_move]);
    if (computer_choose(s, &move, &why, error)) printf("%s\n", text_string(&why));
    shannon_player_forget(&s->player[s->to_move]);
    text_free(&why);
    return false;
}

static bool run_board(ShannonSession *s, Error *error) {
    (void)s, (void)error;
    return true;
}

static bool run_quit(ShannonSession *s, Error *error) {
    (void)error;
    s->quit = true;
    return false;
}

static bool run_help(ShannonSession *s, Error *error);

static const SessionCommand SESSION_COMMANDS[] = {
    {"undo", "take your last move back, and the answer to it", run_undo},
    {"hint", "a good move, and why", run_hint},
    {"board", "show the position again", run_board},
    {"help", "this list", run_help},
    {"quit", "leave", run_quit},
};
enum { SESSION_COMMAND_COUNT = sizeof SESSION_COMMANDS / sizeof *SESSION_COMMANDS };

static bool run_help(ShannonSession *s, Error *error) {
    (void)error;
    printf(
        "Connect joins %s and %s by capturing %s, Cut parts them by deleting some.\nType %s to move. Or:\n",
        s->game.graph->vertex[s->game.graph->target[0]].name,
        s->game.graph->vertex[s->game.graph->target[1]].name, s->game.on_vertices ? "vertices" : "edges",
        s->game.on_vertices ? "a vertex" : "an edge by its two ends, such as a-b or a b");
    for (int i = 0; i < SESSION_COMMAND_COUNT; i++)
        printf("  %-6s %s\n", SESSION_COMMANDS[i].name, SESSION_COMMANDS[i].help);
    if (!s->game.on_vertices) printf("On a board, --- and | are free edges, === and H captured ones.\n");
    return false;
}

// --- Lines
static int vertex_named(const ShannonSession *s, const char *name, Error *error) {
    int vertex = graph_find_vertex(s->game.graph, name, strlen(name));
    if (vertex < 0) error_input(error, "%.40s: neither a vertex of this graph nor a command; try help", name);
    return vertex;
}

// The item that the words of a line name, -1 with an error.
static int item_named(const ShannonSession *s, char *line, Error *error) {
    char *place, *first = strtok_r(line, " \t-", &place), *second = strtok_r(NULL, " \t-", &place);
    if (!first || strtok_r(NULL, " \t-", &place)) {
        error_input(error, "one move at a time, please");
        return -1;
    }
    int u = vertex_named(s, first, error);
    if (u < 0) return -1;
    if (s->game.on_vertices) {
        bool target = u == s->game.graph->target[0] || u == s->game.graph->target[1];
        if (target || second) {
            error_input(error,
                        target ? "%s: nobody may play on a target" : "%s: one vertex at a time, please",
                        first);
            return -1;
        }
        return u;
    }
    if (!second) {
        error_input(error, "%s: an edge has two ends, such as a-b", first);
        return -1;
    }
    int v = vertex_named(s, second, error), edge = v < 0 ? -1 : graph_find_edge(s->game.graph, u, v);
    if (v >= 0 && edge < 0) error_input(error, "there is no edge between %s and %s", first, second);
    return edge;
}

static bool person_move(ShannonSession *s, char *line, Error *error) {
    char name[EDGE_NAME_MAX];
    if (session_over(s) >= 0) return error_input(error, "the game is over; undo or quit");
    int item = item_named(s, line, error);
    if (item < 0) return false;
    ItemState state = *item_state(s, item);
    if (state != ITEM_FREE)
        return error_input(error, "%s is %s already", item_name(s, item, name), item_state_name(state));
    move_make(s, item);
    return true;
}

// Runs a line; true when the position has to be shown again.
static bool line_run(ShannonSession *s, char *line) {
    for (char *p = line; *p; p++) { // an arrow key sends an escape sequence: it must not come back as one
        if (iscntrl((unsigned char)*p)) *p = isspace((unsigned char)*p) ? ' ' : '?';
    }
    line += strspn(line, " ");
    for (size_t n = strlen(line); n && line[n - 1] == ' '; n--) line[n - 1] = 0;
    if (!*line) return false;
    Error error = {0};
    bool shown = false, found = false;
    for (int i = 0; i < SESSION_COMMAND_COUNT && !found; i++) {
        found = !strcasecmp(line, SESSION_COMMANDS[i].name);
        if (found) shown = SESSION_COMMANDS[i].run(s, &error);
    }
    if (!found) shown = person_move(s, line, &error);
    if (error.text[0]) printf("%s.\n", error.text);
    return shown;
}

// --- The game
// Lets computers move until a person has to, or the game is over.
static bool computers_move(ShannonSession *s, Error *error) {
    while (session_over(s) < 0 && !s->human[s->to_move]) {
        if (!computer_move(s, error)) return false;
    }
    return true;
}

static void prompt_show(const ShannonSession *s) {
    if (session_over(s) >= 0)
        printf("> ");
    else
        printf("%s to move> ", side_title(s->to_move));
    fflush(stdout);
}

static int session_run(ShannonSession *s) {
    char *line = NULL;
    size_t capacity = 0;
    Error error = {0};
    int code = EXIT_DONE;
    run_help(s, &error);
    for (bool show = true; !s->quit;) {
        if (!computers_move(s, &error)) {
            code = report_error(&error);
            break;
        }
        if (show) position_show(s);
        if (show && session_over(s) >= 0) printf("%s wins.\n", side_title((Side)session_over(s)));
        if (!s->human[CONNECT] && !s->human[CUT]) break;
        prompt_show(s);
        if (getline(&line, &capacity, stdin) < 0) {
            printf("\n");
            break;
        }
        show = line_run(s, line);
    }
    free(line);
    return code;
}

// Whether the graph can be played on; a sentence comes before the game, not after a move.
static bool graph_playable(const ShannonGame *game, Error *error) {
    VertexBoard board;
    VertexPosition position;
    if (game->on_vertices) return vertex_board_make(&board, &position, game->graph, error);
    SwitchingAnswer answer;
    bool good = switching_solve(game->graph, &answer, error);
    if (good) switching_free(&answer);
    return good;
}

int shannon_play(const ShannonGame *game, const char *who) {
    ShannonSession s = {.game = *game, .to_move = game->first};
    Error error = {0};
    s.human[CONNECT] = !strcmp(who, "connect") || !strcmp(who, "both");
    s.human[CUT] = !strcmp(who, "cut") || !strcmp(who, "both");
    if (!graph_playable(game, &error)) return report_error(&error);
    s.played = malloc(sizeof *s.played * (size_t)(game->graph->edges + game->graph->vertices + 1));
    int code;
    if (s.played) {
        code = session_run(&s);
    } else {
        error_memory(&error);
        code = report_error(&error);
    }
    players_forget(&s);
    free(s.played);
    return code;
}
