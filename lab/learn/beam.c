#include "lab/learn/beam.h"

#include "base/clock.h"

BeamOptions beam_options(void) {
    return (BeamOptions){.iterations = 575, .step = 0.15};
}

static Committee committee_changed(const Committee *from, double step, Random *random) {
    Committee changed = *from;
    for (int k = 0; k < ADVISOR_COUNT; k++) changed.weight[k] += step * (2 * random_unit(random) - 1);
    return changed;
}

static bool game_won(Tourney *tourney, Seat a, Seat b) {
    Position start = tourney_random_position(tourney, 2, tourney_geometry(tourney)->height);
    Color own = random_below(tourney_random(tourney), 2) ? WHITE : BLACK;
    Seat seat[2] = {own == BLACK ? a : b, own == BLACK ? b : a};
    return tourney_play(tourney, &start, seat, NULL, NULL, NULL) == own;
}

// Against the best first: most changes fail there.
static bool beats_all(Tourney *tourney, Seat candidate, const WeightsList *kept) {
    for (int i = kept->count; i-- > 0;) {
        if (!game_won(tourney, candidate, &kept->entry[i].committee)) return false;
    }
    return true;
}

// One iteration: a change of the best, and the entry that it leaves. False out of memory.
static bool beam_step(Tourney *tourney, double step, LearnState *state, WeightsEntry *entry) {
    WeightsList *kept = &state->kept;
    WeightsEntry next = {.committee = committee_changed(&kept->entry[kept->count - 1].committee, step,
                                                        tourney_random(tourney))};
    if (beats_all(tourney, &next.committee, kept) && !weights_add(kept, &next)) return false;
    *entry = kept->entry[kept->count - 1];
    entry->committee.iteration = ++state->done;
    entry->performance = kept->count;
    return true;
}

static bool beam_search(Tourney *tourney, const BeamOptions *options, const LearnWatch *watch,
                        LearnState *state, WeightsList *list) {
    double start = clock_thread_cpu() - state->seconds;
    *tourney_random(tourney) = state->random;
    if (!state->done) {
        WeightsEntry first = {.committee = committee_changed(&(Committee){0}, 1, tourney_random(tourney))};
        if (!weights_add(&state->kept, &first)) return false;
    }
    while (state->done < options->iterations) {
        WeightsEntry entry;
        if (!beam_step(tourney, options->step, state, &entry)) return false;
        entry.seconds = state->seconds = clock_thread_cpu() - start;
        state->random = *tourney_random(tourney);
        if (!weights_add(list, &entry)) return false;
        if (!learn_goes_on(watch, &entry)) break;
    }
    return true;
}

bool beam_learn(const Geometry *geometry, const BeamOptions *options, const LearnWatch *watch,
                WeightsList *list, Error *error) {
    LearnState own = {0}, *state = learn_state(watch, &own, options->seed);
    Tourney *tourney = tourney_new(geometry, 0, error);
    if (!tourney) return false;
    bool good = beam_search(tourney, options, watch, state, list) || error_memory(error);
    learn_state_free(&own);
    tourney_free(tourney);
    return good;
}
