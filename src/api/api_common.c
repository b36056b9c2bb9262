// What all parts of the public interface share: errors, structs that may grow, cells, limits, cancelling.
#include "api/inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *mp_version(void) {
    return MUSTPLAY_VERSION;
}

int mp_abi_version(void) {
    return 0;
}

void mp_free(void *memory) {
    free(memory);
}

// --- Errors

_Static_assert((int)ERROR_INPUT == MP_INPUT && (int)ERROR_FILE == MP_FILE && (int)ERROR_MEMORY == MP_MEMORY &&
                   (int)ERROR_LIMIT == MP_LIMIT && (int)ERROR_CANCELLED == MP_CANCELLED &&
                   (int)ERROR_INTERNAL == MP_INTERNAL,
               "inner and outer codes are the same numbers");

bool error_out(const Error *inner, mp_error *error) {
    if (!error) return false;
    error->code = inner->code == ERROR_NONE ? MP_INTERNAL : (mp_code)inner->code;
    snprintf(error->text, sizeof error->text, "%s", inner->text);
    return false;
}

bool error_in(const mp_error *outer, Error *error) {
    Error inner = {.code = outer->code == MP_OK ? ERROR_INTERNAL : (ErrorCode)outer->code};
    return error_again(error, &inner, "%s", outer->text);
}

bool memory_out(mp_error *error) {
    Error inner;
    error_memory(&inner);
    return error_out(&inner, error);
}

void *new_out(size_t size, mp_error *error) {
    void *memory = calloc(1, size);
    if (!memory) memory_out(error);
    return memory;
}

// --- Structs

void struct_in(void *to, size_t size, const void *from) {
    size_t given = 0;
    if (from) memcpy(&given, from, sizeof given);
    memset(to, 0, size);
    if (given) memcpy(to, from, given < size ? given : size);
    memcpy(to, &size, sizeof size);
}

void struct_out(void *to, const void *from, size_t size) {
    size_t given;
    memcpy(&given, to, sizeof given);
    size_t common = given < size ? given : size;
    if (common > sizeof given)
        memcpy((char *)to + sizeof given, (const char *)from + sizeof given, common - sizeof given);
}

// --- Values

mp_cells cells_out(CellSet set) {
    mp_cells cells = {0};
    for (int cell; (cell = cellset_pop(&set)) >= 0;) cells.cell[cells.count++] = (int16_t)cell;
    return cells;
}

bool cells_in(const Geometry *geometry, const mp_cells *cells, CellSet *set, mp_error *error) {
    Error inner;
    *set = cellset_none();
    for (int i = 0; cells && i < cells->count; i++) {
        int cell = cells->cell[i];
        if (cell < 0 || cell >= geometry->cells || cellset_has(*set, cell)) {
            error_input(&inner, "%d is not a cell of a %dx%d board, or named twice", cell, geometry->width,
                        geometry->height);
            return error_out(&inner, error);
        }
        cellset_add(set, cell);
    }
    return true;
}

mp_line line_out(const Move *line, int count) {
    mp_line out = {.count = count < MP_LINE_MAX ? count : MP_LINE_MAX};
    for (int i = 0; i < out.count; i++) out.move[i] = (int16_t)line[i];
    return out;
}

// --- Cancelling

mp_cancel *mp_cancel_new(void) {
    mp_cancel *cancel = malloc(sizeof *cancel);
    if (cancel) atomic_init(&cancel->raised, false);
    return cancel;
}

void mp_cancel_free(mp_cancel *cancel) {
    free(cancel);
}

void mp_cancel_raise(mp_cancel *cancel) {
    atomic_store(&cancel->raised, true);
}

void mp_cancel_clear(mp_cancel *cancel) {
    atomic_store(&cancel->raised, false);
}

// --- Limits

bool granted_cancelled(const Granted *granted) {
    const mp_limits *l = &granted->limits;
    return (l->cancel && atomic_load(&l->cancel->raised)) || (l->stop && l->stop(l->context));
}

static bool observe_cancelled(void *context) {
    return granted_cancelled(context);
}

static void observe_progress(void *context, const Progress *p) {
    const Granted *granted = context;
    mp_progress out = {.size = sizeof out,
                       .seconds = p->seconds,
                       .nodes = p->nodes,
                       .resumed = p->resumed,
                       .proof = p->proof,
                       .disproof = p->disproof,
                       .value = p->value,
                       .line = {.count = p->line_length},
                       .refuted = cells_out(p->refuted),
                       .moves = p->moves,
                       .settled = p->settled,
                       .left = p->left,
                       .claims = p->claims,
                       .written = p->written};
    memcpy(out.line.move, p->line, sizeof out.line.move);
    granted->limits.progress(granted->limits.context, &out);
}

_Static_assert((int)PROGRESS_LINE_MAX == MP_LINE_MAX, "a line of progress is a public line");

void granted_start(Granted *granted, const mp_limits *limits) {
    mp_limits given;
    struct_in(&given, sizeof given, limits);
    *granted = (Granted){.limits = given,
                         .observer = {.context = granted,
                                      .cancelled = given.cancel || given.stop ? observe_cancelled : NULL,
                                      .progress = given.progress ? observe_progress : NULL},
                         .budget = {.seconds = given.seconds,
                                    .nodes = given.nodes,
                                    .memory = given.memory,
                                    .threads = given.threads,
                                    .observer = &granted->observer}};
}
