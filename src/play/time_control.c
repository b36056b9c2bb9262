#include "play/time_control.h"

// Kept back from every move: the answer has to travel.
static const double RESERVE = 0.05;
static const double LEAST = 0.01;

void time_control_set(TimeControl *control, double main, double period, int stones) {
    *control = (TimeControl){.limited = !(period > 0 && stones == 0), .period = period, .stones = stones};
    for (Color color = BLACK; color <= WHITE; color++) {
        control->left[color] = main > 0 ? main : period;
        control->stones_left[color] = main > 0 ? 0 : stones;
    }
}

void time_control_set_increment(TimeControl *control, double main, double increment) {
    *control = (TimeControl){.limited = true, .increment = increment, .left = {main, main}};
}

void time_control_left(TimeControl *control, Color color, double seconds, int stones) {
    control->limited = true;
    control->left[color] = seconds;
    control->stones_left[color] = stones;
}

static void period_start(TimeControl *control, Color color) {
    control->left[color] = control->period;
    control->stones_left[color] = control->stones;
}

bool time_control_spend(TimeControl *control, Color color, double seconds) {
    if (!control->limited) return true;
    control->left[color] -= seconds;
    bool overtime = control->stones > 0 && control->stones_left[color] == 0; // a period is still to come
    bool in_time = control->left[color] >= 0 || (overtime && control->left[color] + control->period >= 0);
    if (in_time) control->left[color] += control->increment;
    if (control->stones_left[color] > 0) {
        if (--control->stones_left[color] == 0) period_start(control, color);
    } else if (control->left[color] <= 0 && control->stones > 0) {
        period_start(control, color);
    }
    if (control->left[color] < 0) control->left[color] = 0;
    return in_time;
}

double time_control_share(const TimeControl *control, Color color, int vacant) {
    if (!control->limited) return 0;
    double left = control->left[color], share;
    if (control->stones_left[color] > 0) {
        share = left / control->stones_left[color];
    } else {
        // A game ends long before the board is full: a quarter of the empty cells is a side's share of moves.
        int moves = vacant / 4 > 8 ? vacant / 4 : 8;
        share = left / moves;
        if (control->stones > 0) share += control->period / control->stones / 2;
        share += control->increment / 2;
        if (control->stones == 0 && share > left / 2) share = left / 2; // the increment comes after the move
    }
    share -= RESERVE;
    return share > LEAST ? share : LEAST;
}
