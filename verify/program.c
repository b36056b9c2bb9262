// The program mustplay-verify: the checker of verify.c, by threads and in slices too. `cc verify/verify.c` makes the same
// program without these.
#include "verify/parts.h"
#include "verify/verify.h"

#include <stdlib.h>
#include <string.h>

static const char USAGE[] =
    "Usage: mustplay-verify FILE [--json] [--stats] [--memory MB] [--threads N] [--slice I-J | --cover FILE]\n"
    "Checks a proof file (docs/PROOFS.md); - is standard input.\n"
    "  --memory MB   what it may allocate (4096)\n"
    "  --threads N   threads (1)\n"
    "  --slice I-J   checks the claims I to J only and says so in one line\n"
    "  --cover FILE  whether such lines, collected in FILE, name all claims; what they say is believed\n"
    "Exit codes: 0 right, 4 well-formed but false, 2 not a proof file, 3 stopped, out of memory or not covered.\n";

// A number from 1 to `most`, else 0.
static uint64_t number_read(const char *text, uint64_t most) {
    char *end = NULL;
    unsigned long long number = text && *text >= '0' && *text <= '9' ? strtoull(text, &end, 10) : 0;
    return end && !*end && number <= most ? number : 0;
}

// Reads the option at *i, and its word. False if there is none.
static bool option_read(VerifyTask *task, char **argv, int *i, bool *bad) {
    const char *name = argv[*i], *word = argv[*i + 1];
    if (!strcmp(name, "--json")) return task->json = true;
    if (!strcmp(name, "--stats")) return task->stats = true;
    if (strcmp(name, "--memory") && strcmp(name, "--threads") && strcmp(name, "--slice") && strcmp(name, "--cover"))
        return false;
    if (!word) return *bad = true;
    if (!strcmp(name, "--memory")) *bad |= !(task->memory = number_read(word, VERIFY_MEMORY_MAX >> 20) << 20);
    if (!strcmp(name, "--threads")) *bad |= !(task->threads = (int)number_read(word, VERIFY_THREADS_MAX));
    if (!strcmp(name, "--slice")) task->slice = word;
    if (!strcmp(name, "--cover")) task->cover = word;
    ++*i;
    return true;
}

int main(int argc, char **argv) {
    VerifyTask task = {.program = "mustplay-verify", .memory = VERIFY_MEMORY, .threads = 1};
    bool help = false, bad = false;
    for (int i = 1; i < argc; i++) {
        help |= !strcmp(argv[i], "--help");
        if (!strcmp(argv[i], "--help") || option_read(&task, argv, &i, &bad)) continue;
        bad |= task.path || (argv[i][0] == '-' && argv[i][1]);
        task.path = argv[i];
    }
    if (task.path && !bad && !help) return verify_task(&task);
    fputs(USAGE, help ? stdout : stderr);
    return fflush(stdout) ? 1 : help ? VERIFY_RIGHT : VERIFY_NOT_A_PROOF;
}
