#include "play/match_journal.h"

#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static const size_t JOURNAL_MAX = (size_t)1 << 31;
static const char SIDE_LETTER[] = "ab-";

// --- Lines

static void header_write(const MatchSetup *setup, Text *out) {
    text_format(out,
                "mustplay-match 1 size=%dx%d games=%d seed=%" PRIu64 " time=%.6g playouts=%" PRIu64
                " openings=%016" PRIx64 " a=%s b=%s\n",
                setup->geometry->width, setup->geometry->height, setup->games, setup->seed,
                setup->terms.budget.seconds, setup->terms.budget.nodes, openings_hash(setup->openings),
                setup->player[SIDE_A], setup->player[SIDE_B]);
}

static void game_write(const MatchGame *game, const Game *record, Text *out) {
    char name[MOVE_NAME_MAX];
    text_format(out, "game=%d black=%c winner=%c fault=%c adjudicated=%d moves=", game->number,
                SIDE_LETTER[game->black], SIDE_LETTER[game->winner], SIDE_LETTER[game->fault],
                game->adjudicated);
    for (int i = 0; i < record->count; i++)
        text_format(out, "%s%s", i ? "," : "", move_name(record->now.geometry, record->played[i].move, name));
    text_add(out, " reason=");
    for (const char *p = game->reason; *p; p++) text_add_char(out, (unsigned char)*p < 32 ? ' ' : *p);
    text_add_char(out, '\n');
}

static bool side_read(char letter, int *side) {
    const char *found = letter ? strchr(SIDE_LETTER, letter) : NULL;
    if (found) *side = (int)(found - SIDE_LETTER);
    return found;
}

static bool game_read(const char *line, MatchGame *game) {
    char black, winner, fault;
    int adjudicated;
    *game = (MatchGame){.late = SIDE_NONE};
    if (sscanf(line, "game=%d black=%c winner=%c fault=%c adjudicated=%d moves=", &game->number, &black,
               &winner, &fault, &adjudicated) < 5)
        return false;
    game->adjudicated = adjudicated;
    const char *reason = strstr(line, " reason=");
    if (!reason || !side_read(black, &game->black) || !side_read(winner, &game->winner) ||
        !side_read(fault, &game->fault))
        return false;
    snprintf(game->reason, sizeof game->reason, "%s", reason + strlen(" reason="));
    if (!strcmp(game->reason, "lost on time")) game->late = SIDE_A + SIDE_B - game->winner;
    return game->black != SIDE_NONE;
}

// --- The file

static bool journal_read(int fd, const char *name, Text *text, Error *error) {
    struct stat status;
    if (fstat(fd, &status) || !S_ISREG(status.st_mode))
        return error_input(error, "the journal is not a plain file");
    return file_read_open(fd, name, JOURNAL_MAX, text, error);
}

static bool bytes_append(int fd, const char *bytes, size_t count, Error *error) {
    return (file_put(fd, bytes, count) && !fsync(fd)) ||
           error_failure(error, "cannot write the journal: %s", strerror(errno));
}

// The games from `text` on. The last line may be torn: *whole is then where it starts.
static bool games_read(char *text, size_t *whole, bool (*each)(void *context, const MatchGame *, Error *),
                       void *context, Error *error) {
    char *line = text;
    for (int number = 2; *line; number++) {
        char *end = strchr(line, '\n');
        bool last = !end || !end[1];
        if (end) *end = '\0';
        MatchGame game;
        Error inner;
        if (!end || !game_read(line, &game)) {
            if (last) break;
            return error_input(error, "line %d of the journal is not a game", number);
        }
        if (!each(context, &game, &inner))
            return error_input(error, "the journal's line %d: %s", number, inner.text);
        line = end + 1;
    }
    *whole = (size_t)(line - text);
    return true;
}

// Checks what the file holds and reads its games; returns the length worth keeping, 0 for a new journal.
static bool contents_read(char *text, size_t length, const char *header, size_t *keep,
                          bool (*each)(void *context, const MatchGame *, Error *), void *context,
                          Error *error) {
    size_t size = strlen(header);
    *keep = 0;
    if (length < size && !memcmp(text, header, length)) return true; // empty, or torn while it was made
    if (length < size || memcmp(text, header, size)) {
        text[strcspn(text, "\n")] = '\0';
        if (strncmp(text, "mustplay-match ", 15)) return error_input(error, "it is not a journal of a match");
        return error_input(error, "it belongs to another match: %.250s", text);
    }
    if (!games_read(text + size, keep, each, context, error)) return false;
    *keep += size;
    return true;
}

static bool journal_start(MatchJournal *journal, const MatchSetup *setup,
                          bool (*each)(void *context, const MatchGame *, Error *), void *context,
                          Error *error) {
    if (flock(journal->fd, LOCK_EX | LOCK_NB)) return error_input(error, "another match is using it");
    size_t keep = 0;
    Text text = {0}, header = {0};
    header_write(setup, &header);
    bool good = journal_read(journal->fd, setup->journal, &text, error) && !header.failed;
    if (good) good = contents_read(text.data, text.length, header.data, &keep, each, context, error);
    if (good && ftruncate(journal->fd, (off_t)keep)) good = error_failure(error, "%s", strerror(errno));
    if (good && !keep) good = bytes_append(journal->fd, header.data, header.length, error);
    text_free(&header);
    text_free(&text);
    return good;
}

bool match_journal_open(MatchJournal *journal, const MatchSetup *setup,
                        bool (*each)(void *context, const MatchGame *, Error *), void *context,
                        Error *error) {
    journal->fd = -1;
    if (!setup->journal) return true;
    for (int side = SIDE_A; side <= SIDE_B; side++) {
        if (strchr(setup->player[side], '\n')) return error_input(error, "a player holds a line break");
    }
    journal->fd = open(setup->journal, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (journal->fd < 0) return error_input(error, "%.200s: %s", setup->journal, strerror(errno));
    Error inner = {.bad_input = true};
    if (journal_start(journal, setup, each, context, &inner)) return true;
    match_journal_close(journal);
    return inner.bad_input ? error_input(error, "%.100s: %s", setup->journal, inner.text)
                           : error_failure(error, "%.100s: %s", setup->journal, inner.text);
}

bool match_journal_add(MatchJournal *journal, const MatchGame *game, const Game *record, Error *error) {
    if (journal->fd < 0) return true;
    Text line = {0};
    game_write(game, record, &line);
    bool good = line.failed ? error_failure(error, "out of memory")
                            : bytes_append(journal->fd, line.data, line.length, error);
    text_free(&line);
    return good;
}

void match_journal_close(MatchJournal *journal) {
    if (journal->fd >= 0) close(journal->fd);
    journal->fd = -1;
}
