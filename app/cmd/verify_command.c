// mustplay verify: checks a proof file by the code of mustplay-verify (verify/verify.h).
#include "cli/commands.h"
#include "verify/parts.h"
#include "verify/verify.h"

static int verify_run(const Args *args) {
    Error error = {0};
    VerifyTask task = {.program = "mustplay",
                       .path = args_word(args, 0),
                       .slice = args_text(args, "slice"),
                       .cover = args_text(args, "cover"),
                       .json = args_flag(args, "json"),
                       .stats = args_flag(args, "stats"),
                       .threads = (int)args_int(args, "threads"),
                       .memory = (uint64_t)args_int(args, "memory") << 20};
    if (task.path) return verify_task(&task);
    error_input(&error, "verify: which proof file?");
    return report_error(&error);
}

static const OptionSpec OWN[] = {
    {"stats", OPTION_FLAG, NULL, 0, 0, NULL, NULL, "Print the sizes by rule and by depth too."},
    {"memory", OPTION_INT, "4096", 1, 1 << 20, NULL, "MB", "Megabytes that the check may allocate."},
    {"threads", OPTION_INT, "1", 1, VERIFY_THREADS_MAX, NULL, "N", "Threads of the check."},
    {"slice", OPTION_TEXT, NULL, 0, 0, NULL, "I-J", "Check the claims I to J only, and say so in one line."},
    {"cover", OPTION_TEXT, NULL, 0, 0, NULL, "FILE",
     "Say whether such lines, collected in FILE, name all claims; what they say is believed."},
    {0},
};

static const char *const EXAMPLES[] = {
    "mustplay verify a2.proof",
    "Whether a proof file is right.",
    "mustplay verify data.proof.zst --stats",
    "A compressed one, with its sizes.",
    NULL,
};

const Command COMMAND_VERIFY = {
    .name = "verify",
    .group = "Prove",
    .summary = "Check a proof file.",
    .arguments = "FILE",
    .arguments_max = 1,
    .own = OWN,
    .options = "json",
    .examples = EXAMPLES,
    .detail =
        "Says whether the file proves what it claims; docs/PROOFS.md defines proof files. A file whose name "
        "ends in .zst is compressed; - is standard input. Exit codes: 0 right, 4 well-formed but false (the "
        "first false line and why), 2 not a proof file, 3 stopped, out of --memory or not covered. "
        "mustplay-verify is the same checker as a program of its own, from C files that share nothing with the "
        "rest.",
    .run = verify_run,
};
