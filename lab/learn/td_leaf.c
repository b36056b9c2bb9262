#include "lab/learn/td_leaf.h"

#include "base/clock.h"

#include <math.h>
#include <string.h>

TdOptions td_options(void) {
    return (TdOptions){.games = 3500, .rate = 0.05};
}

// What each side saw in the position before.
typedef struct Lesson {
    Tourney *tourney;
    Committee committee;
    double rate;
    bool has_before;
    double seen[2][ADVISOR_COUNT];
} Lesson;

static double prediction(const Lesson *lesson, const double seen[ADVISOR_COUNT]) {
    return tanh(committee_value(lesson->committee.weight, seen));
}

// w += rate (target - P) dP/dw
static void side_learn(Lesson *lesson, Color side, double target) {
    double now = prediction(lesson, lesson->seen[side]);
    double step = lesson->rate * (target - now) * (1 - now * now);
    for (int k = 0; k < ADVISOR_COUNT; k++) lesson->committee.weight[k] += step * lesson->seen[side][k];
}

static void position_learn(void *context, const Position *position) {
    Lesson *lesson = context;
    Color winner = tourney_winner(lesson->tourney, position);
    double seen[2][ADVISOR_COUNT] = {{0}};
    if (winner == EMPTY) {
        for (Color c = BLACK; c <= WHITE; c++) tourney_advice(lesson->tourney, position, c, seen[c]);
    }
    for (Color c = BLACK; c <= WHITE && lesson->has_before; c++) {
        double target = winner == EMPTY ? prediction(lesson, seen[c]) : winner == c ? 1 : -1;
        side_learn(lesson, c, target);
    }
    memcpy(lesson->seen, seen, sizeof seen);
    lesson->has_before = winner == EMPTY;
}

bool td_learn(const Geometry *geometry, const TdOptions *options, const LearnWatch *watch, WeightsList *list,
              Error *error) {
    LearnState own = {0}, *state = learn_state(watch, &own, options->seed);
    Lesson lesson = {.tourney = tourney_new(geometry, 0, error), .rate = options->rate};
    if (!lesson.tourney) return false;
    double start = clock_thread_cpu() - state->seconds;
    bool good = true;
    *tourney_random(lesson.tourney) = state->random;
    if (state->done) lesson.committee = list->entry[list->count - 1].committee;
    while (state->done < options->games && good) {
        int moves;
        Position p = tourney_random_position(lesson.tourney, 2, 2);
        Seat seat[2] = {&lesson.committee, &lesson.committee};
        lesson.has_before = false;
        tourney_play(lesson.tourney, &p, seat, position_learn, &lesson, &moves);
        lesson.committee.iteration += moves;
        state->done++;
        state->seconds = clock_thread_cpu() - start;
        state->random = *tourney_random(lesson.tourney);
        WeightsEntry entry = {lesson.committee, NAN, state->seconds};
        good = weights_add(list, &entry) || error_memory(error);
        if (!learn_goes_on(watch, &entry)) break;
    }
    tourney_free(lesson.tourney);
    return good;
}
