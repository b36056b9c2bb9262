// Framing: from a line to a command and from its result to an answer. What the commands do is in the other
// htp_*.c files.
#include "app/htp/htp_engine.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

Htp *htp_new(const HtpSetup *setup, Error *error) {
    Htp *htp = calloc(1, sizeof *htp);
    if (htp) {
        htp->setup = *setup;
        htp->game = mp_game_new(11, 11, NULL);
        htp->clock = mp_clock_new(NULL);
        htp->random = random_seeded(setup->seed);
        htp_parameters_init(htp);
    }
    if (htp && htp->game && htp->clock) return htp;
    htp_free(htp);
    error_memory(error);
    return NULL;
}

static bool start_cancelled(void *context) {
    return htp_interrupted(context);
}

mp_player *htp_player_new(Htp *htp, const char *spec, Error *error) {
    mp_error outer;
    mp_limits limits = {.size = sizeof limits, .stop = start_cancelled, .context = htp};
    mp_player *player = mp_player_new(htp->setup.engine, spec, htp->setup.seed, &limits, &outer);
    if (!player) public_fail(&outer, NULL, error);
    return player;
}

bool htp_start(Htp *htp, Error *error) {
    if (htp->setup.game) return htp->setup.game->start(htp, error);
    htp->player = htp_player_new(htp, htp->setup.player, error);
    return htp->player;
}

void htp_free(Htp *htp) {
    if (!htp) return;
    mp_player_free(htp->player);
    if (htp->setup.game) htp->setup.game->stop(htp->other);
    mp_analysis_free(htp->analysis);
    mp_net_free(htp->net);
    mp_clock_free(htp->clock);
    mp_game_free(htp->game);
    free(htp);
}

void htp_interrupt(Htp *htp, uint64_t before) {
    atomic_store(&htp->interrupted, before);
}

bool htp_interrupted(const Htp *htp) {
    return atomic_load(&htp->running) < atomic_load(&htp->interrupted);
}

bool htp_is_interrupt(const char *line, size_t length) {
    static const char WORD[] = "interrupt";
    size_t i = 0, used = sizeof WORD - 1;
    while (i < length && isspace((unsigned char)line[i])) i++;
    if (i == length || line[i++] != '#') return false;
    while (i < length && isspace((unsigned char)line[i])) i++;
    if (length - i < used || memcmp(line + i, WORD, used)) return false;
    for (i += used; i < length; i++) {
        if (!isspace((unsigned char)line[i])) return false;
    }
    return true;
}

// As GTP asks: control characters vanish, tabs become blanks, a '#' starts a comment. Blanks at the end go.
static void line_clean(char *out, const char *line, size_t length) {
    const char *start = out;
    for (size_t i = 0; i < length && line[i] != '#'; i++) {
        unsigned char c = (unsigned char)line[i];
        if (c == '\t') c = ' ';
        if (c >= 32 && c != 127) *out++ = (char)c;
    }
    while (out > start && out[-1] == ' ') out--;
    *out = '\0';
}

// The next word from *text on, cut off; NULL at the end.
static char *word_take(char **text) {
    char *word = *text + strspn(*text, " ");
    if (!*word) return NULL;
    char *end = word + strcspn(word, " ");
    *text = *end ? end + 1 : end;
    *end = '\0';
    return word;
}

// A word of digits in front of the command.
static const char *id_take(char **text) {
    char *start = *text + strspn(*text, " ");
    size_t digits = strspn(start, "0123456789");
    if (!digits || digits > 18 || (start[digits] && start[digits] != ' ')) return "";
    return word_take(text);
}

// An answer ends at the first blank line, so it must hold none, nor control characters.
static void answer_add(Text *answer, const char *text, size_t length) {
    while (length && isspace((unsigned char)text[length - 1])) length--;
    bool line_start = answer->length == 0;
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c == '\n') {
            if (line_start) text_add_char(answer, ' ');
            text_add_char(answer, '\n');
            line_start = true;
        } else if ((c >= 32 && c != 127) || c == '\t') {
            text_add_char(answer, (char)c);
            line_start = false;
        }
    }
}

static void answer_write(Htp *htp, bool good, const char *id, const char *text, size_t length) {
    Text answer = {0};
    text_format(&answer, "%c%s ", good ? '=' : '?', id);
    answer_add(&answer, text, length);
    text_add(&answer, "\n\n");
    static const char NO_MEMORY[] = "? out of memory\n\n";
    const char *bytes = answer.failed ? NO_MEMORY : answer.data;
    size_t count = answer.failed ? sizeof NO_MEMORY - 1 : answer.length;
    if (!htp->deaf && !htp->setup.write(htp->setup.context, bytes, count)) htp->deaf = true;
    text_free(&answer);
}

bool htp_awaited(const Htp *htp) {
    return atomic_load(&htp->arrived) > atomic_load(&htp->running);
}

void htp_line_arrived(Htp *htp, uint64_t number) {
    atomic_store(&htp->arrived, number);
}

void htp_stream_start(Htp *htp) {
    Text head = {0};
    text_format(&head, "=%s\n", htp->id);
    htp_write_graphics(htp, &head);
    text_free(&head);
    htp->streamed = true;
}

// The end of a streamed answer; it is too late for an error to be more than a line.
static void stream_end(Htp *htp, const Error *error) {
    Text end = {0};
    if (error->text[0]) text_format(&end, "# %s\n", error->text);
    text_add(&end, "\n");
    htp_write_graphics(htp, &end);
    text_free(&end);
}

void htp_write_graphics(Htp *htp, const Text *block) {
    if (block->failed || htp->deaf) return;
    if (!htp->setup.write(htp->setup.context, block->data, block->length)) htp->deaf = true;
}

// The tables of the game that is played.
static const HtpCommand *const *command_tables(const Htp *htp, const HtpCommand *own[2]) {
    if (!htp->setup.game && htp->setup.commands) return htp->setup.commands;
    own[0] = htp->setup.game ? htp->setup.game->commands : HTP_COMMANDS;
    own[1] = NULL;
    return own;
}

// The row of a name in the first of some tables, or the last.
static const HtpCommand *row_find(const HtpCommand *const *tables, int count, const char *name) {
    const HtpCommand *found = NULL;
    for (int table = 0; table < count && tables[table]; table++) {
        for (const HtpCommand *row = tables[table]; row->name; row++)
            if (!strcmp(row->name, name)) found = row;
    }
    return found;
}

const HtpCommand *htp_command_find(const Htp *htp, const char *name) {
    const HtpCommand *own[2];
    return row_find(command_tables(htp, own), INT_MAX, name);
}

const HtpCommand *htp_command(const Htp *htp, int index) {
    const HtpCommand *own[2];
    const HtpCommand *const *tables = command_tables(htp, own);
    for (int table = 0; tables[table]; table++) {
        for (const HtpCommand *row = tables[table]; row->name; row++) {
            if (row_find(tables, table, row->name)) continue;
            if (index-- == 0) return htp_command_find(htp, row->name);
        }
    }
    return NULL;
}

// Finds the command, splits its words and runs it.
static bool command_run(Htp *htp, char *text, Text *out, Error *error) {
    char *name = word_take(&text);
    if (!name) return error_input(error, "no command");
    const HtpCommand *command = htp_command_find(htp, name);
    if (!command) return error_input(error, "unknown command");
    HtpArgs *args = &htp->args;
    args->count = 0;
    args->rest = text + strspn(text, " ");
    if (command->most >= 0) {
        for (char *word; (word = word_take(&text));) {
            if (args->count == HTP_WORDS_MAX) return error_input(error, "too many words");
            args->word[args->count++] = word;
        }
        if (args->count < command->least || args->count > command->most)
            return error_input(error, "usage: %s%s%s", command->name, *command->arguments ? " " : "",
                               command->arguments);
    }
    return command->run(htp, args, out, error);
}

bool htp_run_line(Htp *htp, uint64_t number, const char *line, size_t length, bool cut) {
    if (length > HTP_LINE_MAX) length = HTP_LINE_MAX;
    line_clean(htp->line, line, length);
    char *text = htp->line;
    if (!text[strspn(text, " ")]) return !htp->over && !htp->deaf;
    atomic_store(&htp->running, number);
    const char *id = htp->id = id_take(&text);
    htp->streamed = false;
    Text out = {0};
    Error error = {0};
    bool good = cut ? error_input(&error, "line too long: at most %d characters", HTP_LINE_MAX)
                    : command_run(htp, text, &out, &error);
    if (good && out.failed) good = error_memory(&error);
    if (htp->streamed)
        stream_end(htp, &error);
    else if (good)
        answer_write(htp, true, id, text_string(&out), out.length);
    else
        answer_write(htp, false, id, error.text, strlen(error.text));
    text_free(&out);
    return !htp->over && !htp->deaf;
}

bool htp_lines_feed(HtpLines *lines, const char *bytes, size_t count, HtpLineFunction *each, void *context) {
    for (const char *end = bytes + count; bytes < end;) {
        const char *newline = memchr(bytes, '\n', (size_t)(end - bytes));
        size_t piece = (size_t)((newline ? newline : end) - bytes), room = HTP_LINE_MAX - lines->length;
        if (piece > room) lines->cut = true;
        memcpy(lines->line + lines->length, bytes, piece < room ? piece : room);
        lines->length += piece < room ? piece : room;
        bytes += piece + (newline != NULL);
        if (newline && !htp_lines_end(lines, each, context)) return false;
    }
    return true;
}

bool htp_lines_end(HtpLines *lines, HtpLineFunction *each, void *context) {
    size_t length = lines->length;
    bool cut = lines->cut;
    lines->length = 0;
    lines->cut = false;
    return !length || each(context, lines->line, length, cut);
}
