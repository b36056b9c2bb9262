// mustplay openings: the atlas of first moves, shown, drawn, and made.
#include "app/report/atlas_report.h"
#include "base/file.h"
#include "base/hash.h"
#include "cli/commands.h"
#include "cli/net_args.h"
#include "cli/player_args.h"
#include "cli/watch.h"
#include "play/net_engine.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { FILE_BYTES_MAX = 1 << 20, NET_BYTES_MAX = 1 << 28, MAKE_LEAST = 3 };
static const uint64_t MAKE_PLAYOUTS = 300;

// --- Making

typedef struct Making {
    const Args *args;
    NetEngine engine;
    Budget budget;
    Observer observer;
    char net[24], date[16];
    SearchReport report;
    Atlas atlas;
    int done, left;
} Making;

static bool making_cancelled(void *context) {
    (void)context;
    return watch_interrupted();
}

static void map_path(const Making *m, int size, char *path, size_t room) {
    snprintf(path, room, "%s/%dx%d.tsv", args_text(m->args, "make"), size, size);
}

static void entry_judge(const Making *m, AtlasEntry *entry) {
    const SearchReport *report = &m->report;
    *entry = (AtlasEntry){
        .known = true, .winner = EMPTY, .value = 1 - report->value, .visits = (int)report->visits};
    snprintf(entry->date, sizeof entry->date, "%s", m->date);
    snprintf(entry->net, sizeof entry->net, "%s", m->net);
    for (int i = 0; i < report->count && i < ATLAS_REPLIES && report->move[i].visits; i++)
        entry->reply[entry->replies++] = (AtlasReply){report->move[i].cell, report->move[i].value};
}

// Adds a line to the size's file: what was found is on the disk before the next search.
static bool line_keep(const Making *m, int cell, const AtlasEntry *entry, Error *error) {
    const Geometry *g = m->atlas.geometry;
    char path[4096];
    Text line = {0};
    map_path(m, g->width, path, sizeof path);
    int file = file_open_journal(path, error);
    if (file < 0) return false;
    off_t before = lseek(file, 0, SEEK_END);
    if (!before) text_add(&line, ATLAS_HEAD);
    atlas_line_write(g, cell, entry, &line);
    bool good = !line.failed && file_put(file, line.data, line.length) && !fdatasync(file);
    int code = line.failed ? ENOMEM : errno;
    if (!good && ftruncate(file, before)) code = errno; // no line may follow a part of one
    close(file);
    text_free(&line);
    return good || error_failure(error, "cannot write '%.200s': %s", path, strerror(code));
}

static bool opening_make(Making *m, int cell, Error *error) {
    const Geometry *g = m->atlas.geometry;
    Position empty = position_empty(g), position = position_played(&empty, cell);
    char name[CELL_NAME_MAX];
    AtlasEntry entry;
    puct_reset(m->engine.puct);
    if (!puct_search(m->engine.puct, &position, &m->budget, END_WITH_BUDGET, error)) return false;
    if (watch_interrupted()) return true;
    puct_report(m->engine.puct, &m->report);
    entry_judge(m, &entry);
    m->done++;
    fprintf(stderr, "%dx%d %s: %.1f %% after %d visit%s; %d left\n", g->width, g->height,
            cell_name(g, cell, name), 100 * entry.value, entry.visits, plural(entry.visits), --m->left);
    return line_keep(m, cell, &entry, error);
}

// What a run before this one has left in the folder.
static bool size_read(Making *m, int size, Error *error) {
    char path[4096];
    Text text = {0};
    map_path(m, size, path, sizeof path);
    if (access(path, F_OK))
        text_add(&text, "");
    else if (!file_read_plain(path, FILE_BYTES_MAX, &text, error))
        return false;
    size_t whole = text.length;
    while (whole && text.data[whole - 1] != '\n') whole--;
    bool cut =
        whole == text.length || !truncate(path, (off_t)whole); // a run was killed in the middle of a line
    text_cut(&text, whole);
    bool good = cut ? atlas_read(&m->atlas, geometry_get(size, size), text_string(&text), error)
                    : error_failure(error, "cannot write '%.200s': %s", path, strerror(errno));
    text_free(&text);
    return good;
}

static bool size_make(Making *m, int size, Error *error) {
    if (!size_read(m, size, error)) return false;
    int cells = size * size;
    m->left = 0;
    for (int cell = 0; cell < (cells + 1) / 2; cell++) m->left += !m->atlas.entry[cell].known;
    for (int cell = 0; cell < (cells + 1) / 2 && !watch_interrupted(); cell++)
        if (!m->atlas.entry[cell].known && !opening_make(m, cell, error)) return false;
    return true;
}

static bool making_open(Making *m, Error *error) {
    char found[4096];
    NetEngineOptions options = net_engine_options();
    options.file = args_net_path(m->args, found, sizeof found);
    if (!options.file) return error_input(error, "%s", NET_MISSING);
    Text bytes = {0};
    if (!file_read_plain(options.file, NET_BYTES_MAX, &bytes, error)) return false;
    snprintf(m->net, sizeof m->net, "%016llx",
             (unsigned long long)hash_bytes(HASH_START, bytes.data, bytes.length));
    text_free(&bytes);
    time_t now = time(NULL);
    struct tm day;
    strftime(m->date, sizeof m->date, "%Y-%m-%d", gmtime_r(&now, &day));
    const char *folder = args_text(m->args, "make");
    struct stat status;
    int code = mkdir(folder, 0777) ? errno : 0;
    if (code == EEXIST && !stat(folder, &status)) code = S_ISDIR(status.st_mode) ? 0 : ENOTDIR;
    if (!code && access(folder, W_OK)) code = errno;
    if (code) return error_input(error, "cannot write to the folder '%.200s': %s", folder, strerror(code));
    return net_engine_open(&m->engine, &options, error);
}

static int openings_make(const Args *args, int size) {
    static Making m; // a report is too large for some stacks
    Error error = {0};
    Watch watch;
    m = (Making){.args = args, .budget = args_budget(args), .observer = {.cancelled = making_cancelled}};
    if (!m.budget.nodes && !(m.budget.seconds > 0)) m.budget.nodes = MAKE_PLAYOUTS;
    m.budget.observer = &m.observer;
    watch_start(&watch, geometry_get(size ? size : MAKE_LEAST, size ? size : MAKE_LEAST));
    bool good = making_open(&m, &error);
    for (int n = size ? size : MAKE_LEAST; good && n <= (size ? size : BOARD_MAX) && !watch_interrupted();
         n++)
        good = size_make(&m, n, &error);
    net_engine_close(&m.engine);
    if (!good) return report_error(&error);
    printf("%d opening%s estimated; files in %s\n", m.done, plural(m.done), args_text(args, "make"));
    return watch_interrupted() ? EXIT_UNDECIDED : EXIT_DONE;
}

// --- Showing

static bool size_find(const Args *args, const Geometry **geometry, Error *error) {
    int width, height;
    if (!size_parse(args_text(args, "size"), &width, &height, error)) return false;
    if (width != height || width < ATLAS_LEAST)
        return error_input(error, "--size %.20s: the atlas has square boards from 3x3 to 19x19",
                           args_text(args, "size"));
    *geometry = geometry_get(width, height);
    return *geometry || error_memory(error);
}

static int atlas_show(const Args *args, const Atlas *atlas, int opening) {
    Error error = {0};
    const char *output = args_text(args, "output");
    if (output && !atlas_draw(atlas, output, args_flag(args, "force"), &error)) return report_error(&error);
    if (args_flag(args, "json")) return report_json(atlas_json(atlas, opening));
    Text text = {0};
    atlas_text(atlas, opening, &text);
    fputs(text_string(&text), stdout);
    text_free(&text);
    return EXIT_DONE;
}

static int openings_run(const Args *args) {
    Error error = {0};
    const Geometry *geometry = NULL;
    int opening = CELL_NONE;
    if (!size_find(args, &geometry, &error)) return report_error(&error);
    if (args_given(args, "make")) return openings_make(args, args_given(args, "size") ? geometry->width : 0);
    if (args_count(args)) {
        const char *word = args_word(args, 0);
        opening = cell_parse(geometry, word, (int)strlen(word));
        if (opening == CELL_NONE) {
            error_input(&error, "'%.40s' is not a cell of %dx%d", word, geometry->width, geometry->height);
            return report_error(&error);
        }
    }
    Atlas *atlas = malloc(sizeof *atlas);
    int code = EXIT_INTERNAL;
    if (!atlas) error_memory(&error);
    if (!atlas || !atlas_read(atlas, geometry, NULL, &error))
        code = report_error(&error);
    else
        code = atlas_show(args, atlas, opening);
    free(atlas);
    return code;
}

static const OptionSpec OWN[] = {
    {"make", OPTION_TEXT, NULL, 0, 0, NULL, "FOLDER",
     "Estimate the openings that are neither proved nor in this folder, and keep them there."},
    {0},
};

// What options mean here.
static const OptionHelp HELPS[] = {
    {"time", "Seconds for each opening that is estimated."},
    {"playouts", "Play-outs for each opening that is estimated. Without it 300."},
    {0},
};
static const char *const EXAMPLES[] = {
    "mustplay openings --size 9",
    "The map of 9x9.",
    "mustplay openings c2 --size 11",
    "The best answers to c2.",
    NULL,
};

const Command COMMAND_OPENINGS = {
    .name = "openings",
    .group = "Study",
    .summary = "First moves: who wins, proved or estimated; when to swap.",
    .arguments = "[OPENING]",
    .arguments_max = 1,
    .own = OWN,
    .options = "size output force json net playouts time threads",
    .helps = HELPS,
    .examples = EXAMPLES,
    .detail =
        "Who wins after each first move of Black's on a square board from 3x3 to 19x19. Swap what wins. With an "
        "OPENING: White's best answers to it. --output draws the map: proved cells are ringed, estimates are not. The "
        "player auto decides by this atlas whether to swap; solve and bench never read it.\n\n"
        "Proved openings are shown as + (the opener wins) and - (the opener loses), with the checksum of the proof if "
        "it is kept (data/proofs). The others are estimates by a net with search, in percent for the opener, with "
        "visits, date and the net's checksum.\n\n"
        "--make FOLDER estimates what is neither proved nor there yet, of --size or of all sizes, with --playouts (300) "
        "or --time each. Every answer is on the disk before the next search, so that an interrupted run resumes.\n\n"
        "JSON keys: size, proved, estimated, openings. Each opening has opening, winner, value, visits, date, net, "
        "proof, swap and replies (move, value).",
    .run = openings_run,
};
