#include "learn/beam.h"

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

static bool beam_search(Tourney *tourney, const BeamOptions *options, const LearnWatch *watch,
                        WeightsList *kept, WeightsList *list) {
    double start = clock_thread_cpu();
    WeightsEntry best = {.committee = committee_changed(&(Committee){0}, 1, tourney_random(tourney))};
    if (!weights_add(kept, &best)) return false;
    for (int i = 1; i <= options->iterations; i++) {
        WeightsEntry next = {.committee =
                                 committee_changed(&best.committee, options->step, tourney_random(tourney))};
        if (beats_all(tourney, &next.committee, kept)) {
            best = next;
            if (!weights_add(kept, &best)) return false;
        }
        best.committee.iteration = i;
        best.performance = kept->count;
        best.seconds = clock_thread_cpu() - start;
        if (!weights_add(list, &best)) return false;
        if (!learn_goes_on(watch, &best)) break;
    }
    return true;
}

bool beam_learn(const Geometry *geometry, const BeamOptions *options, const LearnWatch *watch,
                WeightsList *list, Error *error) {
    WeightsList kept = {0};
    Tourney *tourney = tourney_new(geometry, options->seed, error);
    if (!tourney) return false;
    bool good = beam_search(tourney, options, watch, &kept, list) || error_failure(error, "out of memory");
    weights_free(&kept);
    tourney_free(tourney);
    return good;
}
