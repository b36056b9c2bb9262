// A session of HTP in memory. The input is its text or, with a first byte above 127, choices in a grammar that is read off the
// table of commands. No crash. Every answer is well framed. A command that fails, or that only asks, leaves the game as it was.
// The game is the same when it is replayed, as SGF and as a link. Answers do not depend on how the bytes are cut. Files and
// external players are off, and every command is interrupted from the start, so that no solve runs long.
// A session begins on 5x5, and gets only a few computations on large boards, which would take nearly all the time.
#include "app/htp/htp_engine.h"
#include "tests/fuzz/fuzz.h"

#include <stdio.h>
#include <string.h>

enum { SMALL_CELLS = 49, LARGE_STUDIES = 2 };

typedef struct Session {
    Htp *htp;
    uint64_t number;
    int studies; // of boards with more than SMALL_CELLS
    Text answers;
    size_t answered; // where the last line's answers begin
    HtpLines lines;
} Session;

// --- Answers

// One call is one answer or one block of graphics: a known head, a blank line at the end and none before it.
static bool answer_check(void *context, const char *bytes, size_t count) {
    Session *session = context;
    require(count >= 4 && !memchr(bytes, '\0', count));
    require(bytes[0] == '=' || bytes[0] == '?' || (count > 10 && !memcmp(bytes, "gogui-gfx:", 10)));
    const char *end = memmem(bytes, count, "\n\n", 2);
    require(end == bytes + count - 2);
    if (*bytes != 'g') text_add_bytes(&session->answers, bytes, count); // live graphics come by the clock
    return true;
}

// --- The game by other ways

static void games_equal(const mp_game *a, const mp_game *b) {
    char *one = a ? mp_game_diagram(a) : NULL, *other = b ? mp_game_diagram(b) : NULL;
    require(one && other && !strcmp(one, other));
    require(mp_game_to_move(a) == mp_game_to_move(b) && mp_game_winner(a) == mp_game_winner(b));
    free(one);
    free(other);
}

static void replay_check(const mp_game *game) {
    mp_game *again = mp_game_clone(game, NULL);
    while (again && mp_game_undo(again)) continue;
    for (int i = 0; i < mp_game_moves(game); i++) {
        mp_color color;
        int move = mp_game_move(game, i, &color);
        require(again && mp_game_play(again, color, move, NULL));
    }
    if (mp_game_moves(game)) games_equal(game, again);
    mp_game_free(again);
}

static void files_check(const mp_game *game) {
    mp_record *record = mp_record_new(game, NULL, NULL, NULL, NULL);
    char *text = record ? mp_record_write(record) : NULL;
    mp_record *read = text ? mp_record_parse(text, strlen(text), "game", NULL) : NULL;
    require(read != NULL);
    mp_game *again = mp_record_game(read, mp_record_node_of_move(read, mp_game_moves(game)), NULL);
    games_equal(game, again);
    mp_game_free(again);
    mp_record_free(read);
    mp_record_free(record);
    free(text);
    char *link = mp_game_link(game, NULL); // none of a set-up that is won
    again = link ? mp_game_from_link(link, NULL) : NULL;
    require(!link == !again);
    if (link && mp_game_moves(game)) games_equal(game, again);
    mp_game_free(again);
    free(link);
}

// --- Lines

static bool changes_game(const char *line) {
    static const char *const CHANGING[] = {"boardsize", "clear_board", "set_position", "play",
                                           "play-game", "undo",        "genmove",      "genmove_debug",
                                           "loadsgf",   NULL};
    for (int i = 0; CHANGING[i]; i++) {
        if (strstr(line, CHANGING[i])) return true;
    }
    return false;
}

// Whether a line has the position computed.
static bool studies(const char *line) {
    static const char *const STUDYING[] = {"vc-", "compute-", "explain", "solve", "kata-analyze", NULL};
    for (int i = 0; STUDYING[i]; i++) {
        if (strstr(line, STUDYING[i])) return true;
    }
    return false;
}

static bool line_run(void *context, const char *line, size_t length, bool cut) {
    Session *session = context;
    char text[HTP_LINE_MAX + 1];
    size_t used = 0; // without what the engine leaves out
    for (size_t i = 0; i < length; i++) {
        if ((unsigned char)line[i] >= 32 && line[i] != 127) text[used++] = line[i];
    }
    text[used] = '\0';
    int cells = mp_game_width(session->htp->game) * mp_game_height(session->htp->game);
    if (cells > SMALL_CELLS && studies(text) && session->studies++ >= LARGE_STUDIES) return true;
    htp_is_interrupt(line, length);
    mp_game *before = mp_game_clone(session->htp->game, NULL);
    size_t start = session->answers.length;
    bool more = htp_run_line(session->htp, ++session->number, line, length, cut);
    const mp_game *game = session->htp->game;
    const char *answer = session->answers.length > start ? session->answers.data + start : "=";
    if (*answer == '?' || !changes_game(text)) {
        games_equal(before, game);
        require(mp_game_moves(before) == mp_game_moves(game));
    } else {
        replay_check(game);
        files_check(game);
    }
    mp_game_free(before);
    return more;
}

// --- Sessions

// The answers to the bytes, handed over in pieces of a size (0: in one). The caller frees the text.
static Text session_run(const char *bytes, size_t count, size_t piece) {
    static mp_engine *engine;
    Error error;
    if (!engine) engine = mp_engine_new(NULL);
    Session *session = calloc(1, sizeof *session);
    require(session && engine);
    HtpSetup setup = {.engine = engine,
                      .player = "random",
                      .seed = 1,
                      .sandboxed = true,
                      .context = session,
                      .write = answer_check};
    session->htp = htp_new(&setup, &error);
    require(session->htp && htp_start(session->htp, &error));
    mp_game_free(session->htp->game);
    session->htp->game = mp_game_new(5, 5, NULL);
    session->htp->parameter[PARAM_SOLVER_NET].flag = false; // each solve would read the net
    htp_interrupt(session->htp, UINT64_MAX);
    bool more = true;
    for (size_t at = 0, length; more && at < count; at += length) {
        length = piece && piece < count - at ? piece : count - at;
        more = htp_lines_feed(&session->lines, bytes + at, length, line_run, session);
    }
    if (more) htp_lines_end(&session->lines, line_run, session);
    Text answers = session->answers;
    htp_free(session->htp);
    free(session);
    return answers;
}

// --- The grammar

static void move_write(Choices *c, Text *out) {
    static const char *const WORDS[] = {"swap-pieces", "swap-sides", "pass", "resign", "swap", "north",
                                        "south",       "west",       "east", "z99",    NULL};
    if (choose(c, 4))
        choose_cell(c, out);
    else
        text_add(out, choose_word(c, WORDS));
}

// A value for a word of a command's arguments, as the table has them.
static void argument_write(Choices *c, const char *word, Text *out) {
    static const char *const COLOURS[] = {"black", "white", "b", "w", "B", "W", "purple", NULL};
    static const char *const NUMBERS[] = {
        "0", "1", "2", "3", "7", "60", "-1", "1e9", "0.5", "nan", "99999999999999999999", NULL};
    static const char *const NAMES[] = {"play",     "swap",       "playouts", "threads", "time",
                                        "use_nn",   "allow_swap", "max_time", "level",   "none",
                                        "absolute", "fischer",    "canadian", "all",     NULL};
    if (strstr(word, "COLOUR"))
        text_add(out, choose_word(c, COLOURS));
    else if (strstr(word, "CELL") || strstr(word, "MOVE") || strstr(word, "END"))
        move_write(c, out);
    else if (!strcmp(word, "W") || strstr(word, "[H]"))
        text_format(out, "%u", choose(c, 16) ? choose(c, 6) : choose(c, 25));
    else
        text_add(out, choose_word(c, choose(c, 2) ? NUMBERS : NAMES));
}

static void command_write(Choices *c, Text *out) {
    unsigned count = 0;
    while (HTP_COMMANDS[count].name) count++;
    const HtpCommand *command = &HTP_COMMANDS[choose(c, count)];
    if (strstr(command->name, "_debug")) return; // they write to stderr
    if (!choose(c, 8)) text_format(out, "%u ", choose(c, 256));
    text_add(out, command->name);
    char words[128];
    snprintf(words, sizeof words, "%s", command->arguments);
    unsigned rounds = strstr(words, "...") ? choose(c, 6) : 1;
    for (unsigned round = 0; round < rounds; round++) {
        char copy[128], *rest = copy;
        memcpy(copy, words, sizeof copy);
        for (char *word; (word = strsep(&rest, " "));) {
            if (!*word || (*word == '[' && choose(c, 3) == 1)) continue;
            text_add_char(out, ' ');
            argument_write(c, word, out);
        }
    }
    text_add(out, choose(c, 16) ? "\n" : " # comment\r\n");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Text text = {0};
    if (size && data[0] > 127) {
        Choices c = {data + 1, size - 1};
        while (c.left && text.length < 1024) command_write(&c, &text);
    } else {
        text_add_bytes(&text, (const char *)data, size);
    }
    Text whole = session_run(text_string(&text), text.length, 0);
    if (size % 4) { // once in four is enough for how bytes are cut
        text_free(&whole);
        text_free(&text);
        return 0;
    }
    Text pieces = session_run(text_string(&text), text.length, 1 + size % 7);
    bool same =
        whole.length == pieces.length && !memcmp(text_string(&whole), text_string(&pieces), whole.length);
    if (!same)
        fprintf(stderr, "%s\n--- whole\n%s\n--- in pieces\n%s\n", text_string(&text), text_string(&whole),
                text_string(&pieces));
    require(same);
    text_free(&whole);
    text_free(&pieces);
    text_free(&text);
    return 0;
}
