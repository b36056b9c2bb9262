#include "lab/eval/committee.h"

#include "lab/eval/json_file.h"

#include <math.h>
#include <string.h>

enum { FILE_MOST = 64 << 20, RESISTANCE_FAR = 10 };

void advice_seen(const double advice[ADVISOR_COUNT], const Geometry *g, Color color,
                 double seen[ADVISOR_COUNT]) {
    double cells = g->cells, rows = (g->width + g->height) / 2.0;
    for (int i = 0; i < ADVISOR_COUNT; i++) {
        double a = advice[i % 2 ? i - 1 + (int)color_other(color) : i + (int)color];
        switch (i / 2) {
        case 0: // mobility
            seen[i] = a / (6 * cells);
            break;
        case 2: // Queenbee distance
        case 5: // shortest path
            seen[i] = fmin(a, 4 * rows) / rows;
            break;
        case 4: // resistance
            seen[i] = fmin(a / rows, RESISTANCE_FAR);
            break;
        case 6: // the most paths through a cell
            seen[i] = log1p(a) / rows;
            break;
        default: // numbers of cells
            seen[i] = a / cells;
        }
    }
}

double committee_lead(const Committee *committee, Circuit *circuit, const Board *board, Color color) {
    double advice[ADVISOR_COUNT], seen[ADVISOR_COUNT];
    advisors_ask(circuit, board, advice);
    advice_seen(advice, board->geometry, color, seen);
    return committee_value(committee->weight, seen);
}

// --- Files

static bool weights_read(const json_t *entry, Committee *committee) {
    const json_t *weights = json_object_get(entry, "weights"),
                 *iteration = json_object_get(entry, "iteration");
    if (json_array_size(weights) != ADVISOR_COUNT || !json_is_integer(iteration)) return false;
    committee->iteration = (int)json_integer_value(iteration);
    for (int i = 0; i < ADVISOR_COUNT; i++) {
        const json_t *weight = json_array_get(weights, (size_t)i);
        committee->weight[i] = json_number_value(weight);
        if (!json_is_number(weight) || !isfinite(committee->weight[i])) return false;
    }
    return true;
}

static bool list_read(const json_t *list, const char *path, int iteration, Committee *committee,
                      Error *error) {
    for (size_t i = json_array_size(list); i-- > 0;) {
        if (!weights_read(json_array_get(list, i), committee))
            return error_input(error, "'%.200s': entry %zu of the list has no sixteen weights", path, i + 1);
        if (iteration < 0 || committee->iteration == iteration) return true;
    }
    if (!json_array_size(list)) return error_input(error, "'%.200s' holds no weights", path);
    return error_input(error, "'%.200s' holds no weights of iteration %d", path, iteration);
}

bool committee_read(const char *path, int iteration, Committee *committee, Error *error) {
    json_t *object = json_file_read(path, FILE_MOST, error);
    if (!object) return false;
    const char *format = json_string_value(json_object_get(object, "format"));
    bool good = format && !strcmp(format, COMMITTEE_FORMAT)
                    ? list_read(json_object_get(object, "list"), path, iteration, committee, error)
                    : error_input(error, "'%.200s' is not a file of committees (%s)", path, COMMITTEE_FORMAT);
    json_decref(object);
    return good;
}
