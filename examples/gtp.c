/* An engine that speaks GTP, the protocol of HexGui and of many tools, in 150 lines.
 *     cc gtp.c $(pkg-config --cflags --libs mustplay) -o gtp
 *     ./gtp auto:level=5 */
#include <mustplay/mustplay.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS_MAX = 8, LINE_BYTES = 1000 };
#define ANSWER(s, ...) snprintf((s)->answer, sizeof(s)->answer, __VA_ARGS__)

typedef struct Session {
    mp_engine *engine;
    mp_player *player;
    mp_game *game;
    mp_clock *clock;
    char *word[WORDS_MAX]; /* of the command */
    int count;
    char answer[4000];
    bool over; /* quit was read */
    mp_error error;
} Session;

/* Leaves its answer in `answer` and returns true, or leaves an error. */
typedef bool Command(Session *s);
static Command run_list;

static bool refuse(Session *s, const char *sentence) {
    return snprintf(s->error.text, sizeof s->error.text, "%s", sentence) < 0;
}

static bool color_read(Session *s, const char *word, mp_color *color) {
    *color = strchr("bB", word[0]) ? MP_BLACK : strchr("wW", word[0]) ? MP_WHITE : MP_EMPTY;
    return *color != MP_EMPTY || refuse(s, "expected black or white");
}

static bool run_name(Session *s) {
    char first = s->word[0][0];
    s->over = first == 'q';
    ANSWER(s, "%s", first == 'n' ? "Mustplay example" : first == 'v' ? mp_version() : s->over ? "" : "2");
    return true;
}

static bool board_set(Session *s, int width, int height) {
    mp_game *game = mp_game_new(width, height, &s->error);
    if (!game) return false;
    mp_game_free(s->game);
    s->game = game;
    return mp_player_reset(s->player), true;
}

static bool run_boardsize(Session *s) {
    return board_set(s, atoi(s->word[1]), atoi(s->word[s->count > 2 ? 2 : 1]));
}

static bool run_clear(Session *s) {
    return board_set(s, mp_game_width(s->game), mp_game_height(s->game));
}

static bool run_play(Session *s) {
    mp_color color;
    int move = mp_move_parse(s->game, s->word[2]);
    if (!color_read(s, s->word[1], &color)) return false;
    return move == MP_NONE ? refuse(s, "this is no move") : mp_game_play(s->game, color, move, &s->error);
}

static bool run_undo(Session *s) {
    return mp_game_undo(s->game) || refuse(s, "nothing to take back");
}

static bool run_genmove(Session *s) {
    char name[MP_NAME_MAX];
    mp_color color;
    mp_terms terms = MP_INIT(mp_terms);
    mp_choice choice = MP_INIT(mp_choice);
    if (!color_read(s, s->word[1], &color)) return false;
    mp_game_set_to_move(s->game, color);
    terms.limits = MP_INIT(mp_limits);
    terms.limits.seconds = mp_clock_share(s->clock, s->game);
    if (!mp_player_choose(s->player, s->game, &terms, &choice, &s->error)) return false;
    mp_clock_spend(s->clock, color, choice.seconds);
    ANSWER(s, "%s", mp_move_name(s->game, choice.move, name));
    return mp_game_play(s->game, color, choice.move, &s->error);
}

static bool run_time(Session *s) {
    mp_clock_set(s->clock, atof(s->word[1]), atof(s->word[s->count > 2 ? 2 : 1]),
                 s->count > 3 ? atoi(s->word[3]) : 0, 0);
    return true;
}

static bool run_showboard(Session *s) {
    char *board = mp_game_diagram(s->game);
    ANSWER(s, "\n%s", board ? board : "");
    mp_free(board);
    return true;
}

static const struct Row {
    const char *name;
    int words; /* that it needs, its own name included */
    Command *run;
} ROWS[] = {{"name", 1, run_name},
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
            {NULL, 0, NULL}};

static bool run_list(Session *s) {
    for (int i = 0; ROWS[i].name; i++) strcat(strcat(s->answer, i ? "\n" : ""), ROWS[i].name);
    return true;
}

/* Runs a line and prints the answer as the protocol wants it: a sign, the number if there was one, a blank line. */
static void line_run(Session *s, char *line) {
    const struct Row *row = ROWS;
    s->count = s->answer[0] = 0;
    line[strcspn(line, "#\r\n")] = '\0';
    char *id = "", *word = strtok(line, " \t");
    if (word && strspn(word, "0123456789") == strlen(word)) id = word, word = strtok(NULL, " \t");
    for (; word && s->count < WORDS_MAX; word = strtok(NULL, " \t")) s->word[s->count++] = word;
    if (!s->count) return;
    while (row->name && strcmp(row->name, s->word[0]) != 0) row++;
    bool good = !row->name              ? refuse(s, "unknown command")
                : s->count < row->words ? refuse(s, "too few words")
                                        : row->run(s);
    printf("%c%s %s\n\n", good ? '=' : '?', id, good ? s->answer : s->error.text);
    fflush(stdout);
}

int main(int argc, char **argv) {
    char line[LINE_BYTES];
    Session s = {.engine = mp_engine_new(NULL), .game = mp_game_new(11, 11, NULL)};
    s.clock = mp_clock_new(NULL);
    s.player = s.engine ? mp_player_new(s.engine, argc > 1 ? argv[1] : NULL, 1, NULL, &s.error) : NULL;
    if (!s.player || !s.game || !s.clock) return fprintf(stderr, "gtp: %s\n", s.error.text), 1;
    while (!s.over && fgets(line, sizeof line, stdin)) line_run(&s, line);
    mp_player_free(s.player);
    mp_game_free(s.game);
    mp_clock_free(s.clock);
    mp_engine_free(s.engine);
}
