#include "search/net_memory.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

typedef struct Place {
    Hash128 hash;
    NetHaste haste;
    int cells;     // of the board
    float *number; // value, policies, action values; NULL: nothing here yet
} Place;

struct NetMemory {
    pthread_mutex_t lock;
    Place place[NET_MEMORY_ANSWERS];
};

NetMemory *net_memory_new(void) {
    NetMemory *memory = calloc(1, sizeof *memory);
    if (memory) pthread_mutex_init(&memory->lock, NULL);
    return memory;
}

void net_memory_free(NetMemory *memory) {
    if (!memory) return;
    for (int i = 0; i < NET_MEMORY_ANSWERS; i++) free(memory->place[i].number);
    pthread_mutex_destroy(&memory->lock);
    free(memory);
}

static Place *place_of(NetMemory *memory, Hash128 hash) {
    return &memory->place[hash.low % NET_MEMORY_ANSWERS];
}

bool net_memory_get(NetMemory *memory, const Position *position, NetHaste haste, NetOutput *out) {
    Hash128 hash = position_hash(position);
    size_t cells = (size_t)position->geometry->cells;
    pthread_mutex_lock(&memory->lock);
    const Place *place = place_of(memory, hash);
    bool found = place->number && place->haste <= haste && !memcmp(&place->hash, &hash, sizeof hash);
    if (found) {
        out->value = place->number[0];
        memcpy(out->policy, place->number + 1, cells * sizeof *out->policy);
        memcpy(out->action, place->number + 1 + cells, cells * sizeof *out->action);
    }
    pthread_mutex_unlock(&memory->lock);
    return found;
}

// Makes room for a board of `cells` cells.
static bool place_fit(Place *place, int cells) {
    if (place->number && place->cells == cells) return true;
    float *number = realloc(place->number, (1 + 2 * (size_t)cells) * sizeof *number);
    if (!number) return false;
    place->number = number;
    place->cells = cells;
    return true;
}

void net_memory_put(NetMemory *memory, const Position *position, NetHaste haste, const NetOutput *out) {
    Hash128 hash = position_hash(position);
    size_t cells = (size_t)position->geometry->cells;
    pthread_mutex_lock(&memory->lock);
    Place *place = place_of(memory, hash);
    if (place_fit(place, (int)cells)) {
        place->hash = hash;
        place->haste = haste;
        place->number[0] = out->value;
        memcpy(place->number + 1, out->policy, cells * sizeof *out->policy);
        memcpy(place->number + 1 + cells, out->action, cells * sizeof *out->action);
    }
    pthread_mutex_unlock(&memory->lock);
}

// --- Asking

bool net_memory_ask(NetMemory *memory, Evaluator *evaluator, const Position *position, NetHaste haste,
                    NetOutput *out, int *evaluations, Error *error) {
    if (!evaluator_has_fast(evaluator)) haste = NET_PRECISE;
    if (net_memory_get(memory, position, haste, out)) return true;
    if (!(haste == NET_FAST ? evaluator_run_fast : evaluator_run)(evaluator, position, out, error))
        return false;
    ++*evaluations;
    net_memory_put(memory, position, haste, out);
    return true;
}

static void numbers_reverse(float *number, int count) {
    for (int i = 0, k = count - 1; i < k; i++, k--) {
        float kept = number[i];
        number[i] = number[k];
        number[k] = kept;
    }
}

// From an answer about the half-turn to one about the position.
static void output_turn(const Geometry *geometry, NetOutput *out) {
    numbers_reverse(out->policy, geometry->cells);
    numbers_reverse(out->action, geometry->cells);
}

bool net_memory_ask_either(NetMemory *memory, Evaluator *evaluator, const Position *position, NetOutput *out,
                           int *evaluations, Error *error) {
    Position turned = position_rotated(position);
    // By hash, and not by where the stones lie, which would be the same side nearly everywhere in a tree.
    bool turn = position_hash(&turned).high < position_hash(position).high;
    if (!net_memory_ask(memory, evaluator, turn ? &turned : position, NET_FAST, out, evaluations, error))
        return false;
    if (turn) output_turn(position->geometry, out);
    return true;
}

bool net_memory_ask_both(NetMemory *memory, Evaluator *evaluator, const Position *position, NetOutput *out,
                         int *evaluations, Error *error) {
    NetOutput other;
    Position turned = position_rotated(position);
    if (!net_memory_ask(memory, evaluator, position, NET_PRECISE, out, evaluations, error) ||
        !net_memory_ask(memory, evaluator, &turned, NET_PRECISE, &other, evaluations, error))
        return false;
    output_turn(position->geometry, &other);
    out->value = (out->value + other.value) / 2;
    for (int cell = 0; cell < position->geometry->cells; cell++) {
        out->policy[cell] = (out->policy[cell] + other.policy[cell]) / 2;
        out->action[cell] = (out->action[cell] + other.action[cell]) / 2;
    }
    return true;
}
