// mustplay net: what nets there are, what is in one, what it says about a position, and its calibration.
#include "base/clock.h"
#include "cli/command.h"
#include "cli/net_args.h"
#include "cli/output.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static json_t *json_of_text(const char *text) {
    json_t *value = text ? json_loads(text, JSON_DECODE_ANY, NULL) : NULL;
    return value ? value : text ? json_string(text) : json_null();
}

// --- info

static json_t *info_json(const Net *net, const char *path) {
    json_t *metadata = json_object();
    for (int i = 0; i < net->file.entries; i++)
        json_object_set_new(metadata, net->file.entry[i].key, json_of_text(net->file.entry[i].value));
    return json_pack("{s:s, s:i, s:i, s:i, s:i, s:i, s:i, s:I, s:b, s:o}", "file", path, "blocks",
                     net->arch.blocks, "channels", net->arch.channels, "head", net->arch.head, "value",
                     net->arch.value, "planes", net->arch.planes, "layers", net->arch.layers, "parameters",
                     (json_int_t)net_parameters(net), "calibrated", net->activation_max != NULL, "metadata",
                     metadata);
}

static void record_print(const json_t *record) {
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)record, key, value) {
        if (json_is_array(value) && json_is_object(json_array_get(value, 0))) {
            printf("  %s: %zu entries\n", key, json_array_size(value));
            continue;
        }
        char *text = json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT | JSON_REAL_PRECISION(6));
        printf("  %s: %s\n", key, text ? text : "");
        free(text);
    }
}

static void info_print(const Net *net, const char *path) {
    const NetArch *arch = &net->arch;
    if (net_is_plain(net))
        printf("%s\na policy alone, CNN(%d, %d) on %d planes: %zu parameters\n", path, arch->layers + 2,
               arch->channels, arch->planes, net_parameters(net));
    else
        printf("%s\n%d blocks of %d channels, heads of %d, value of %d: %zu parameters\n%s\n", path,
               arch->blocks, arch->channels, arch->head, arch->value, net_parameters(net),
               net->activation_max ? "calibrated for int8" : "not calibrated for int8");
    json_t *training = json_of_text(tensor_file_meta(&net->file, "training"));
    if (json_is_object(training)) {
        printf("training:\n");
        record_print(training);
    }
    json_decref(training);
}

static int info_run(const Args *args) {
    Error error = {0};
    char found[4096];
    const char *path = args_count(args) > 1 ? args_word(args, 1) : args_net_path(args, found, sizeof found);
    if (!path) {
        error_input(&error, "%s", NET_MISSING);
        return report_error(&error);
    }
    Net *net = net_load(path, &error);
    if (!net) return report_error(&error);
    int code = EXIT_DONE;
    if (args_flag(args, "json")) {
        code = report_json(info_json(net, path));
    } else {
        info_print(net, path);
    }
    net_free(net);
    return code;
}

// --- ls

typedef struct Listing {
    json_t *nets; // NULL: print
    int count;
} Listing;

static bool listing_add(void *context, const char *path) {
    Listing *listing = context;
    Error error = {0};
    Net *net = net_load(path, &error);
    listing->count++;
    if (listing->nets) {
        json_array_append_new(listing->nets,
                              net ? info_json(net, path)
                                  : json_pack("{s:s, s:s}", "file", path, "error", error.text));
    } else if (net) {
        printf("%s%s  %dx%d, %.1f M parameters\n", listing->count == 1 ? "* " : "  ", path,
               net_is_plain(net) ? net->arch.layers + 2 : net->arch.blocks, net->arch.channels,
               (double)net_parameters(net) / 1e6);
    } else {
        printf("  %s\n", error.text);
    }
    net_free(net);
    return true;
}

static int ls_run(const Args *args) {
    Listing listing = {.nets = args_flag(args, "json") ? json_array() : NULL};
    net_search(NULL, listing_add, &listing);
    if (listing.nets) return report_json(json_pack("{s:o}", "nets", listing.nets));
    if (!listing.count) printf("No nets found.\n");
    return EXIT_DONE;
}

// --- eval

static json_t *cells_json(const Position *position, const float *numbers) {
    json_t *object = json_object();
    char name[CELL_NAME_MAX];
    CellSet vacant = position_vacant(position);
    for (int cell; (cell = cellset_pop(&vacant)) >= 0;)
        json_object_set_new(object, cell_name(position->geometry, cell, name),
                            json_real((double)numbers[cell]));
    return object;
}

static void cells_print(const Position *position, const char *title, const float *numbers, float factor) {
    const Geometry *g = position->geometry;
    printf("\n%s\n   ", title);
    for (int column = 0; column < g->width; column++) printf("%5c", 'a' + column);
    printf("\n");
    for (int row = 0; row < g->height; row++) {
        printf("%*s%3d", row * 2, "", row + 1);
        for (int column = 0; column < g->width; column++) {
            int cell = cell_at(g, column, row);
            Color color = position_at(position, cell);
            if (color == EMPTY) {
                printf("%5.0f", (double)(numbers[cell] * factor));
            } else {
                printf("%5c", color == BLACK ? 'B' : 'W');
            }
        }
        printf("\n");
    }
}

static int eval_report(const Args *args, const Position *position, const NetOutput *out, double seconds) {
    double value = (1 + (double)out->value) / 2;
    if (args_flag(args, "json"))
        return report_json(json_pack("{s:o, s:f, s:f, s:o, s:o, s:f}", "to_move",
                                     json_color(position->to_move), "value", value, "v", (double)out->value,
                                     "p", cells_json(position, out->policy), "q",
                                     cells_json(position, out->action), "seconds", seconds));
    printf("%s to move, value %.3f\n", color_name(position->to_move), value);
    cells_print(position, "p: probability of the move, per mille", out->policy, 1000);
    cells_print(position, "q: value after the move for the opponent, percent", out->action, 100);
    return EXIT_DONE;
}

static int eval_run(const Args *args) {
    Error error = {0};
    Game game;
    NetOutput out;
    if (!args_game(args, &game, &error)) return report_error(&error);
    if (game_winner(&game) != EMPTY) {
        error_input(&error, "the game is over: %s has won", color_name(game_winner(&game)));
        return report_error(&error);
    }
    Net *net = args_net(args, &error);
    Evaluator *evaluator = net ? evaluator_new(net, args_precision(args, net), &error) : NULL;
    double start = clock_seconds();
    bool good = evaluator && evaluator_run(evaluator, &game.now, &out, &error);
    double seconds = clock_seconds() - start;
    evaluator_free(evaluator);
    net_free(net);
    return good ? eval_report(args, &game.now, &out, seconds) : report_error(&error);
}

// --- calibrate

static int calibrate_run(const Args *args) {
    Error error = {0};
    const char *output = args_text(args, "output");
    if (args_count(args) < 2 || !output) {
        error_input(&error, "net calibrate needs a file and --output FILE");
        return report_error(&error);
    }
    bool force = args_flag(args, "force");
    if (!output_check(output, force, &error)) return report_error(&error);
    Net *net = net_load(args_word(args, 1), &error);
    uint64_t seed = args_given(args, "seed") ? (uint64_t)args_int(args, "seed") : 1;
    bool good = net && net_calibrate(net, (int)args_int(args, "positions"), seed, &error) &&
                net_annotate(net, args_word(args, 1), output, force, &error);
    int code = EXIT_DONE;
    if (!good) {
        code = report_error(&error);
    } else if (args_flag(args, "json")) {
        code = report_json(info_json(net, output));
    } else {
        printf("%s: calibrated on %ld positions\n", output, args_int(args, "positions"));
    }
    net_free(net);
    return code;
}

static int net_run(const Args *args) {
    static const struct {
        const char *name;
        int words;
        int (*run)(const Args *args);
    } VERBS[] = {
        {"info", 2, info_run}, {"ls", 1, ls_run}, {"eval", 1, eval_run}, {"calibrate", 2, calibrate_run}};
    Error error = {0};
    const char *verb = args_count(args) ? args_word(args, 0) : "";
    for (size_t i = 0; i < sizeof VERBS / sizeof *VERBS; i++) {
        if (strcmp(verb, VERBS[i].name)) continue;
        if (args_count(args) <= VERBS[i].words) return VERBS[i].run(args);
        error_input(&error, "net %s: unexpected argument '%s'", verb, args_word(args, VERBS[i].words));
        return report_error(&error);
    }
    error_input(&error, "net: expected info, ls, eval or calibrate, got '%.60s'", verb);
    return report_error(&error);
}

static const OptionSpec OWN[] = {
    {"positions", OPTION_INT, "512", 1, 1e6, NULL, "N", "Positions to calibrate on."},
    {0},
};

static const char *const EXAMPLES[] = {
    "mustplay net ls",
    "The nets that are found.",
    "mustplay net eval --size 11 --moves \"a10 f6\"",
    "What the net says about a position.",
    NULL,
};

const Command COMMAND_NET = {
    .name = "net",
    .group = "Measure",
    .summary = "Networks, and what one says about a position.",
    .arguments = "info [FILE] | ls | eval | calibrate FILE --output FILE",
    .arguments_max = 2,
    .own = OWN,
    .options = "@position net precision seed output force json",
    .examples = EXAMPLES,
    .detail =
        "info shows a net's architecture and training record. ls lists the nets found, the one in use first. eval "
        "prints the policy p, the action values q (seen by the opponent: small is good) and the value of a position. "
        "calibrate measures activations on games of the net with itself and writes the net with the ranges that "
        "evaluation in 8 bits needs.\n\n"
        "The net in use is --net, else the environment's MUSTPLAY_NET, else the one that came with the program.",
    .run = net_run,
};
