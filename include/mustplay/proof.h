/* Proof files: checking them, by the code of the program mustplay-verify, and playing them move by move. */
#ifndef MUSTPLAY_PROOF_H
#define MUSTPLAY_PROOF_H

#include "mustplay/game.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum mp_judgement {
    MP_RIGHT = 0,       /* the file proves what it says */
    MP_NOT_A_PROOF = 2, /* it is not of the form */
    MP_STOPPED = 3,     /* cancelled, or out of what the limits give */
    MP_FALSE = 4        /* well-formed, and a line of it does not hold */
} mp_judgement;

typedef struct mp_verdict {
    size_t size;
    mp_judgement judgement;
    mp_color winner;  /* as the file says; MP_EMPTY before that line was read */
    uint64_t claims;  /* found right */
    char reason[200]; /* why the judgement is not MP_RIGHT, with the line; else "" */
} mp_verdict;

/* Checks a regular file with a proof (compressed if its name ends in ".zst"). True when there is a verdict, whatever it is; false when
 * the file cannot be opened or memory is short. Of the limits (or NULL) seconds, memory, cancel and stop count. Any thread. */
MP_API bool mp_verify_file(const char *path, const mp_limits *limits, mp_verdict *verdict, mp_error *error);
/* The same for the text of a proof. */
MP_API bool mp_verify_text(const char *text, size_t count, const mp_limits *limits, mp_verdict *verdict,
                           mp_error *error);

/* --- Walking: the winner of a proof played against any moves of the loser's, by its claims alone. Meant for files that
 * were checked; what is read of a false one is safe and means nothing. A proof may be shared by threads; a walk is used by
 * one at a time. */
typedef struct mp_proof mp_proof;
typedef struct mp_walk mp_walk;

/* Reads a proof file. The caller frees it after its walks. */
MP_API mp_proof *mp_proof_load(const char *path, mp_error *error);
MP_API mp_proof *mp_proof_parse(const char *text, size_t count, mp_error *error);
MP_API void mp_proof_free(mp_proof *proof);

typedef struct mp_proof_info {
    size_t size;
    mp_color winner;
    int claims;
    int first;        /* the winner's first move, or MP_NONE */
    const char *made; /* how it was made; belongs to the proof */
} mp_proof_info;
MP_API void mp_proof_describe(const mp_proof *proof, mp_proof_info *info);
/* The position that it is about; the caller frees it. */
MP_API mp_game *mp_proof_game(const mp_proof *proof, mp_error *error);

/* Why the winner answers where he does. */
typedef enum mp_walk_reason {
    MP_WALK_ANSWER,   /* the reply of a case */
    MP_WALK_PAIR,     /* the other cell of a pair */
    MP_WALK_KILL,     /* it kills the loser's stone */
    MP_WALK_REVERSE,  /* the loser's stone gains nothing any more */
    MP_WALK_CAPTURED, /* the loser's stone is in a captured set */
    MP_WALK_FREE      /* no answer is needed */
} mp_walk_reason;

typedef struct mp_walk_step {
    size_t size;
    mp_walk_reason reason;
    int claim;  /* whose line gave the answer, from 1 as in the file; 0 with MP_WALK_FREE */
    int answer; /* MP_NONE when nothing is left to play */
} mp_walk_step;

/* From the root on, the winner's first move made: the loser is to move. */
MP_API mp_walk *mp_walk_new(const mp_proof *proof, mp_error *error);
MP_API void mp_walk_free(mp_walk *walk);
/* The position on the board; the caller frees it. */
MP_API mp_game *mp_walk_game(const mp_walk *walk, mp_error *error);
/* The loser plays a cell, and the winner answers. False, and nothing changes, when the cell is not empty, the game is over
 * or the file has no answer. */
MP_API bool mp_walk_play(mp_walk *walk, int cell, mp_walk_step *step, mp_error *error);

#ifdef __cplusplus
}
#endif

#endif
