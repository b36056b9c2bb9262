/* Reviewing a game: the value of each position, the best move there, what is proved, and where the game turned. A coach comments
 * on the moves that cost most. A move's loss is what it took from its mover's winning probability. */
#ifndef MUSTPLAY_REVIEW_H
#define MUSTPLAY_REVIEW_H

#include "mustplay/engine.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Immutable once made. */
typedef struct mp_review mp_review;

/* Whether the second player might swap. AUTO: a swap in the game, else the record's rules (SGF's RU), else the habit of its
 * source, else not. */
typedef enum mp_swap_rule { MP_SWAP_AUTO, MP_SWAP_ON, MP_SWAP_OFF } mp_swap_rule;

typedef struct mp_review_settings {
    size_t size;
    const char *player; /* who judges what is not proved; NULL: the default player */
    uint64_t seed;
    mp_limits position;    /* of the player at one position; seconds and nodes count, set its size too */
    double solver_seconds; /* of the solver at one position; 0: one second, negative: no solver */
    uint64_t memory;       /* bytes of the solver; 0: 512 MB */
    int threads;           /* 0: one */
    mp_swap_rule swap;
    const mp_record *record; /* of the game, for MP_SWAP_AUTO; may be NULL */
} mp_review_settings;

/* Reviews a game. Settings may be NULL. From `limits` (or NULL) only cancel and stop count: the review is then not
 * complete, and what it holds is right. `progress` (or NULL) is called after each piece of work, `done` of `total`. */
MP_API mp_review *mp_review_new(const mp_engine *engine, const mp_game *game,
                                const mp_review_settings *settings, const mp_limits *limits,
                                void (*progress)(void *context, int done, int total), void *context,
                                mp_error *error);
MP_API void mp_review_free(mp_review *review);

/* How a player did: accuracy from 0 to 100 is the mean over the moves of 103.1668 exp(-4.354 loss) - 2.1669. */
typedef struct mp_review_score {
    int moves;
    double accuracy, mean_loss;
    int inaccuracies, mistakes, blunders, turning_points;
} mp_review_score;

typedef struct mp_review_summary {
    size_t size;
    mp_color winner; /* of the game as it was played, or MP_EMPTY */
    bool complete;
    int moves; /* of the game; there is a position more */
    double seconds;
    int decisive;         /* the move that decided the game, from 0; -1: none stands out */
    bool decisive_proved; /* won before it and lost after it, both proved */
    bool settled;         /* everything after it is proved, for the same winner */
    int notes, lessons;
    bool swap_rule;
    const char *
        swap_source; /* what says so: "asked", "move", "rules", "habit"; "none": nothing says that there is one */
    mp_review_score score[2]; /* of Black and of White */
} mp_review_summary;
MP_API void mp_review_read(const mp_review *review, mp_review_summary *summary);

/* By the loss: an inaccuracy from 0.05, a mistake from 0.1, a blunder from 0.15. A turning point gives a proved win away. */
typedef enum mp_mark { MP_GOOD, MP_MISTAKE, MP_BLUNDER, MP_TURNING_POINT, MP_INACCURACY } mp_mark;

typedef struct mp_review_turn {
    size_t size;
    mp_color mover;
    int played;      /* MP_NONE in the last position */
    bool judged;     /* what follows stands */
    double value;    /* the mover's winning probability before the move; 1 or 0 when proved */
    double black;    /* Black's */
    mp_color winner; /* proved before the move, or MP_EMPTY */
    int best;        /* MP_NONE when the game is over */
    mp_line line;    /* the expected line, which starts with `best` */
    bool compared;   /* what follows stands: the next position is judged too */
    double after;    /* the mover's winning probability after the move */
    double loss;     /* value - after, never negative */
    mp_mark mark;
    mp_color winner_after; /* proved after the move, or MP_EMPTY */
    /* what is wrong about an opening or a swap: "opening_strong", "opening_weak" (after them the right side of the swap is
     * better), "swap_missed", "swap_wrong"; NULL for other moves */
    const char *swap;
} mp_review_turn;
/* The position before move `index`, from 0, and that move; false beyond the last position. */
MP_API bool mp_review_turn_read(const mp_review *review, int index, mp_review_turn *turn);

/* What was missed. */
typedef enum mp_figure {
    MP_FIGURE_INTRUSION, /* the opponent had played into a connection, and the answer was not given */
    MP_FIGURE_MUSTPLAY,  /* the opponent threatened to win, and the move was none that could stop it */
    MP_FIGURE_LADDER,    /* the better line, the refutation or the game after it is a ladder */
    MP_FIGURE_TEMPLATE,  /* the better move would have had an edge template */
    MP_FIGURE_BRIDGE,    /* the better move would have made a bridge */
    MP_FIGURE_SEARCH,    /* nothing with a name */
    MP_FIGURE_SWAP       /* what an opening is worth with the swap rule */
} mp_figure;
/* "intrusion", "mustplay", ...; NULL for a number that is none. Any thread. */
MP_API const char *mp_figure_name(mp_figure figure);

typedef struct mp_review_note {
    size_t size;
    int move; /* of the game, from 0 */
    mp_figure figure;
    char name[64]; /* of the figure: "a ziggurat (edge template III1a)"; "" without one */
    char from[MP_NAME_MAX], to[MP_NAME_MAX]; /* its ends: cells or edges; "" without one */
    mp_cells cells;         /* of the figure: its carrier, the must-play region, the ladder's stones */
    int row, number;        /* of an edge template; the row of a ladder; else 0 */
    mp_color color;         /* of a ladder: who would join the edge */
    char edge[MP_NAME_MAX]; /* of a ladder: that edge; else "" */
    const char *ladder_in;  /* "better", "refutation" or "game"; NULL without a ladder */
    mp_line refutation;     /* the opponent begins; may be empty */
    bool refuted; /* proved: at its end the opponent's edges are joined by connections inside `needs` */
    mp_cells needs;
} mp_review_note;
/* Notes by index, in the order of the game; false beyond the last. */
MP_API bool mp_review_note_read(const mp_review *review, int index, mp_review_note *note);

typedef struct mp_review_lesson {
    size_t size;
    mp_figure figure;
    int moves;
    int move[16]; /* of the game, from 0 */
    double loss;  /* of winning probability, in all */
} mp_review_lesson;
/* Lessons by index, the most expensive first; false beyond the last. */
MP_API bool mp_review_lesson_read(const mp_review *review, int index, mp_review_lesson *lesson);

/* Writes the review into the game's record, whose main line is that game: comments with value and verdict, and SGF's
 * marks. Mistakes and blunders get the better line as a variation. */
MP_API bool mp_review_annotate(const mp_review *review, mp_record *record, mp_error *error);

#ifdef __cplusplus
}
#endif

#endif
