// Time of a game as GTP counts it: a main time per side, then periods of a number of seconds for a number of stones. Or
// a main time that grows by an increment with every move (Fischer).
#ifndef MUSTPLAY_PLAY_TIME_CONTROL_H
#define MUSTPLAY_PLAY_TIME_CONTROL_H

#include "game/geometry.h"

typedef struct TimeControl {
    bool limited;
    double period;    // seconds of a period; 0: the main time is all there is
    int stones;       // stones to play in a period
    double increment; // seconds that a move adds
    double left[2];
    int stones_left[2]; // 0: the side is in its main time
} TimeControl;

// Starts both clocks. As in GTP a period without stones means that there is no limit.
void time_control_set(TimeControl *control, double main, double period, int stones);
// Starts both clocks with a main time for the whole game and an increment per move, which may be 0.
void time_control_set_increment(TimeControl *control, double main, double increment);
// The clock of a side as the referee reports it; `stones` is 0 in the main time.
void time_control_left(TimeControl *control, Color color, double seconds, int stones);
// A side has made a move that took `seconds`. False: it has run out of time.
bool time_control_spend(TimeControl *control, Color color, double seconds);

// Seconds to think about one move with `vacant` empty cells on the board; 0 without a limit. Leaves a reserve
// for the answer's transport and never plans to lose on time.
double time_control_share(const TimeControl *control, Color color, int vacant);

#endif
