#include "play/evaluation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Leads beyond this say nothing more.
static const double LEAD_MAX = 1e6;

const EvaluationType *evaluation_find(const EvaluationType *const *evaluations, const char *name) {
    for (; *evaluations; evaluations++) {
        if (!strcmp((*evaluations)->name, name)) return *evaluations;
    }
    return NULL;
}

void evaluation_names(const EvaluationType *const *evaluations, const char *separator, Text *out) {
    for (const EvaluationType *const *row = evaluations; *row; row++)
        text_format(out, "%s%s", row == evaluations ? "" : separator, (*row)->name);
}

Evaluation *evaluation_new(const EvaluationType *type, const char *file, const char *data, Error *error) {
    Evaluation *e = calloc(1, sizeof *e);
    if (e) {
        *e = (Evaluation){.type = type, .file = file, .data = data};
        e->state = type->state_size ? calloc(1, type->state_size) : NULL;
    }
    if (!e || (type->state_size && !e->state)) {
        error_memory(error);
        free(e);
        return NULL;
    }
    if (!type->start || type->start(e, error)) return e;
    evaluation_free(e);
    return NULL;
}

void evaluation_free(Evaluation *e) {
    if (!e) return;
    if (e->type->stop) e->type->stop(e);
    free(e->state);
    free(e);
}

bool evaluation_connects(const Evaluation *e) {
    return e->type->connects;
}

double evaluation_lead(Evaluation *e, const Board *board, Color color) {
    return evaluation_lead_connected(e, board, NULL, color);
}

double evaluation_lead_connected(Evaluation *e, const Board *board, const Vc *vc, Color color) {
    NearFunction near = e->type->near;
    double lead =
        near ? near(board, color) - near(board, color_other(color)) : e->type->lead(e, board, vc, color);
    return fmax(-LEAD_MAX, fmin(LEAD_MAX, lead));
}

double evaluation_probability(const Evaluation *e, const Geometry *geometry, double lead) {
    return probability_of_lead(lead, e->type->scale ? e->type->scale(geometry) : 1);
}

double probability_of_lead(double lead, double scale) {
    return fmax(0.01, fmin(0.99, 1 / (1 + exp(-lead / scale))));
}
