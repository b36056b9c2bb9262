#include "cli/watch.h"

#include "base/clock.h"
#include "base/text.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { LINE_CELLS = 8, LINE_WIDTH = 78, LINE_WIDTH_MAX = 200, LOG_SECONDS = 60 };

// A signal handler can reach nothing else.
static volatile sig_atomic_t interrupted;

static void signal_note(int number) {
    (void)number;
    interrupted = 1;
}

void watch_start(Watch *watch, const Geometry *geometry) {
    *watch = (Watch){.geometry = geometry, .start = clock_seconds()};
    watch->logged = watch->start;
    struct sigaction action = {.sa_handler = signal_note, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

bool watch_interrupted(void) {
    return interrupted != 0;
}

// What fits on a line of the terminal, less two columns.
static int line_width(void) {
    struct winsize size = {0};
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) || size.ws_col < 20) return LINE_WIDTH;
    return size.ws_col - 2 < LINE_WIDTH_MAX ? size.ws_col - 2 : LINE_WIDTH_MAX;
}

void watch_clear(Watch *watch) {
    if (watch->shown) fprintf(stderr, "\r%*s\r", line_width(), "");
    watch->shown = false;
}

// "812", "12.3k", "4.56M".
static void count_format(Text *line, double count) {
    if (count < 1000)
        text_format(line, "%.0f", count);
    else if (count < 1e6)
        text_format(line, "%.*fk", count < 1e5 ? 1 : 0, count * 1e-3);
    else
        text_format(line, "%.2fM", count * 1e-6);
}

// "40 s", "12 min", "5.5 h", "3 days".
static void duration_format(Text *line, double seconds) {
    if (seconds < 99.5)
        text_format(line, "%.0f s", seconds);
    else if (seconds < 99.5 * 60)
        text_format(line, "%.0f min", seconds / 60);
    else if (seconds < 48 * 3600)
        text_format(line, "%.1f h", seconds / 3600);
    else
        text_format(line, "%.0f days", seconds / 86400);
}

// While a proof is being written, what its own searches say of themselves would only mislead.
static void proof_compose(const Progress *p, Text *line) {
    count_format(line, (double)p->claims);
    text_format(line, " claim%s  about %.2f %%  ", plural(p->claims), 100 * p->written);
    count_format(line, (double)p->nodes);
    text_format(line, " node%s more", plural(p->nodes));
}

static void search_compose(const Watch *watch, const Progress *p, Text *line) {
    count_format(line, (double)(watch->before + p->nodes));
    text_add(line, " nodes  ");
    count_format(line, p->seconds > 0 ? (double)(p->nodes - p->resumed) / p->seconds : 0);
    text_add(line, "/s");
    if (p->proof || p->disproof)
        text_format(line, "  proof %llu disproof %llu", (unsigned long long)p->proof,
                    (unsigned long long)p->disproof);
    if (p->moves) text_format(line, "  %d of %d settled", p->settled, p->moves);
    if (p->left && p->nodes > p->resumed) {
        text_add(line, "  about ");
        duration_format(line, (double)p->left * p->seconds / (double)(p->nodes - p->resumed));
        text_add(line, " to a loss");
    }
    text_add(line, "  ");
    char name[CELL_NAME_MAX];
    for (int i = 0; watch->geometry && i < p->line_length && i < LINE_CELLS; i++)
        text_format(line, "%s ", cell_name(watch->geometry, p->line[i], name));
}

static void line_compose(const Watch *watch, const Progress *p, Text *line) {
    text_format(line, "%s%s%.1f s  ", watch->label, *watch->label ? "  " : "",
                clock_seconds() - watch->start);
    if (p->claims)
        proof_compose(p, line);
    else
        search_compose(watch, p, line);
}

static bool observe_cancelled(void *context) {
    (void)context;
    return watch_interrupted();
}

static void observe_progress(void *context, const Progress *progress) {
    Watch *watch = context;
    bool terminal = isatty(STDERR_FILENO);
    if (!terminal && clock_seconds() < watch->logged + LOG_SECONDS) return;
    Text line = {0};
    line_compose(watch, progress, &line);
    if (terminal)
        fprintf(stderr, "\r%-*.*s", line_width(), line_width(), text_string(&line));
    else
        fprintf(stderr, "%s\n", text_string(&line));
    text_free(&line);
    watch->shown = terminal;
    watch->logged = clock_seconds();
}

const Observer *watch_signals(void) {
    static const Observer signals = {NULL, observe_cancelled, NULL};
    return &signals;
}

Observer watch_observer(Watch *watch) {
    return (Observer){watch, observe_cancelled, observe_progress};
}
