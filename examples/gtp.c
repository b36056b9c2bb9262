/* An engine that speaks GTP, the protocol of HexGui and of many tools, in 150 lines.
 *     cc gtp.c $(pkg-config --cflags --libs mustplay) -o gtp
 *     ./gtp auto:level=5 */
#include <mustplay/mustplay.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS_MAX = 8, LINE_BYTES = 1000 };

typedef struct Session {
    mp_engine *engine;
    mp_player *player;
    mp_game *game;
    mp_clock *clock;
    bool over; /* quit was read */
    mp_error error;
} Session;

/* A command: writes its answer to `out` and returns true, or leaves an error. */
typedef bool Command(Session *s, int count, char **word, FILE *out);
static Command run_list;

static bool refuse(Session *s, const char *sentence) {
    return snprintf(s->error.text, sizeof s->error.text, "%s", sentence) < 0;
}

static bool color_read(Session *s, const char *word, mp_color *color) {
    *color = strchr("bB", word[0]) ? MP_BLACK : strchr("wW", word[0]) ? MP_WHITE : MP_EMPTY;
    return *color != MP_EMPTY || refuse(s, "expected black or white");
}

static bool run_name(Session *s, int count, char **word, FILE *out) {
    (void)count;
    s->over = word[0][0] == 'q';
    if (!s->over) fputs(word[0][0] == 'n' ? "Mustplay example" : word[0][0] == 'v' ? mp_version() : "2", out);
    return true;
}

static bool board_set(Session *s, int width, int height) {
    mp_game *game = mp_game_new(width, height, &s->error);
    if (!game) return false;
    mp_game_free(s->game);
    s->game = game;
    return mp_player_reset(s->player), true;
}

static bool run_boardsize(Session *s, int count, char **word, FILE *out) {
    (void)out;
    return board_set(s, atoi(word[1]), atoi(word[count > 2 ? 2 : 1]));
}

static bool run_clear(Session *s, int count, char **word, FILE *out) {
    (void)count, (void)word, (void)out;
    return board_set(s, mp_game_width(s->game), mp_game_height(s->game));
}

static bool run_play(Session *s, int count, char **word, FILE *out) {
    mp_color color;
    int move = mp_move_parse(s->game, word[2]);
    (void)count, (void)out;
    if (!color_read(s, word[1], &color)) return false;
    return move == MP_NONE ? refuse(s, "this is no move") : mp_game_play(s->game, color, move, &s->error);
}

static bool run_undo(Session *s, int count, char **word, FILE *out) {
    (void)count, (void)word, (void)out;
    return mp_game_undo(s->game) || refuse(s, "nothing to take back");
}

static bool run_genmove(Session *s, int count, char **word, FILE *out) {
    (void)count;
    char name[MP_NAME_MAX];
    mp_color color;
    mp_terms terms = MP_INIT(mp_terms);
    mp_choice choice = MP_INIT(mp_choice);
    if (!color_read(s, word[1], &color)) return false;
    mp_game_set_to_move(s->game, color);
    terms.limits = MP_INIT(mp_limits);
    terms.limits.seconds = mp_clock_share(s->clock, s->game);
    if (!mp_player_choose(s->player, s->game, &terms, &choice, &s->error)) return false;
    mp_clock_spend(s->clock, color, choice.seconds);
    fputs(mp_move_name(s->game, choice.move, name), out);
    return mp_game_play(s->game, color, choice.move, &s->error);
}

static bool run_time(Session *s, int count, char **word, FILE *out) {
    (void)out;
    mp_clock_set(s->clock, atof(word[1]), atof(word[count > 2 ? 2 : 1]), count > 3 ? atoi(word[3]) : 0, 0);
    return true;
}

static bool run_showboard(Session *s, int count, char **word, FILE *out) {
    (void)count, (void)word;
    char *board = mp_game_diagram(s->game);
    if (board) fprintf(out, "\n%s", board);
    mp_free(board);
    return true;
}

static const struct Row {
    const char *name;
    int words; /* that it needs, its own name included */
    Command *run;
} ROWS[] = {
    {"name", 1, run_name},
    {"version", 1, run_name},
    {"protocol_version", 1, run_name},
    {"list_commands", 1, run_list},
    {"boardsize", 2, run_boardsize},
    {"clear_board", 1, run_clear},
    {"play", 3, run_play},
    {"undo", 1, run_undo},
    {"genmove", 2, run_genmove},
    {"time_settings", 4, run_time},
    {"showboard", 1, run_showboard},
    {"quit", 1, run_name},
    {NULL, 0, NULL},
};

static bool run_list(Session *s, int count, char **word, FILE *out) {
    (void)s, (void)count, (void)word;
    for (int i = 0; ROWS[i].name; i++) fprintf(out, "%s%s", i ? "\n" : "", ROWS[i].name);
    return true;
}

/* Runs a line and prints the answer as the protocol wants it: a sign, the number if there was one, a blank line. */
static void line_run(Session *s, char *line) {
    char *word[WORDS_MAX], *answer = NULL, *id = "";
    int count = 0;
    size_t length = 0;
    line[strcspn(line, "#\r\n")] = '\0';
    for (char *w = strtok(line, " \t"); w && count < WORDS_MAX; w = strtok(NULL, " \t")) word[count++] = w;
    char **first = word;
    if (count && strspn(word[0], "0123456789") == strlen(word[0])) id = *first++, count--;
    if (!count) return;
    const struct Row *row = ROWS;
    while (row->name && strcmp(row->name, first[0]) != 0) row++;
    FILE *out = open_memstream(&answer, &length);
    bool good = !row->name           ? refuse(s, "unknown command")
                : count < row->words ? refuse(s, "too few words")
                                     : row->run(s, count, first, out);
    fclose(out);
    printf("%c%s %s\n\n", good ? '=' : '?', id, good ? answer : s->error.text);
    fflush(stdout);
    free(answer);
}

int main(int argc, char **argv) {
    char line[LINE_BYTES];
    Session s = {
        .engine = mp_engine_new(NULL), .game = mp_game_new(11, 11, NULL), .clock = mp_clock_new(NULL)};
    s.player = s.engine ? mp_player_new(s.engine, argc > 1 ? argv[1] : NULL, 1, NULL, &s.error) : NULL;
    if (!s.player || !s.game || !s.clock) return fprintf(stderr, "gtp: %s\n", s.error.text), 1;
    while (!s.over && fgets(line, sizeof line, stdin)) line_run(&s, line);
    mp_player_free(s.player);
    mp_game_free(s.game);
    mp_clock_free(s.clock);
    mp_engine_free(s.engine);
    return 0;
}
