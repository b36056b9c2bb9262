/* What every part of the public interface shares: colours, moves, sets of cells, errors, limits, cancelling.
 *
 * Ownership. A handle (mp_game *, mp_player *, ...) belongs to whoever made it, until its mp_..._free, which takes NULL
 * too. The caller releases text of type char * by mp_free. Text of type const char * belongs to the handle that returned
 * it and is valid as long as the handle. Without a handle it belongs to the library.
 *
 * Threads. Different handles may be used by different threads at once. One handle is used by one thread at a time, except
 * where a function says that it may be called from any thread. A handle that was made from another (a player from an
 * engine, a walk from a proof) must be freed before it. Any number of threads may share the engine and nets.
 *
 * Errors. A function that can fail returns false, NULL or a negative number and fills an mp_error, which may be NULL.
 * Nothing here prints, exits or installs a signal handler.
 *
 * Structs that begin with `size` may grow in later versions. Set `size` to sizeof of the struct and the rest to zero
 * (MP_INIT does both), then the members that matter. The library reads and writes no more than `size` bytes.
 */
#ifndef MUSTPLAY_COMMON_H
#define MUSTPLAY_COMMON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define MP_API __attribute__((visibility("default")))
#else
#define MP_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* An empty struct of a type that begins with `size`. */
#ifdef __cplusplus
#define MP_INIT(type) (mp_sized<type>())
#else
#define MP_INIT(type) ((type){.size = sizeof(type)})
#endif

/* The version as text ("0.1.0"), and a number that changes when a compiled program has to be compiled anew. Any thread. */
MP_API const char *mp_version(void);
MP_API int mp_abi_version(void);

typedef enum mp_color { MP_BLACK, MP_WHITE, MP_EMPTY } mp_color;

/* A cell is row * width + column, both from 0: a1 is 0, b1 is 1. A move is a cell or one of these. */
enum { MP_NONE = -1, MP_SWAP_PIECES = 1000, MP_SWAP_SIDES, MP_PASS, MP_RESIGN };
enum { MP_SIDE_MAX = 19, MP_CELLS_MAX = 361, MP_NAME_MAX = 16, MP_LINE_MAX = 64 };

/* A set of cells, in row-major order. */
typedef struct mp_cells {
    int count;
    int16_t cell[MP_CELLS_MAX];
} mp_cells;

/* A line of moves, the first to be played first. */
typedef struct mp_line {
    int count;
    int16_t move[MP_LINE_MAX];
} mp_line;

typedef enum mp_code {
    MP_OK,
    MP_INPUT,  /* the caller's or user's fault: a bad name, move, file or combination */
    MP_FILE,   /* the machine could not read or write a file, as on a full disk; a missing one is MP_INPUT */
    MP_MEMORY, /* out of memory */
    MP_LIMIT,  /* more than this library takes: a size, a length */
    MP_CANCELLED, /* cancelled before there was anything to return */
    MP_INTERNAL   /* a fault of this library */
} mp_code;

typedef struct mp_error {
    mp_code code;
    char text[400]; /* a sentence for a person */
} mp_error;

/* Releases text that a function returned; NULL is allowed. Any thread. */
MP_API void mp_free(void *memory);

/* Says that work under way should end: at once means within 50 ms. One token may serve many calls, one after another or
 * at the same time. */
typedef struct mp_cancel mp_cancel;
/* NULL only out of memory. The caller frees it, after every call that was given it has returned. */
MP_API mp_cancel *mp_cancel_new(void);
MP_API void mp_cancel_free(mp_cancel *cancel);
/* From any thread, also from a signal handler. It stays raised until it is cleared, which any thread may do. */
MP_API void mp_cancel_raise(mp_cancel *cancel);
MP_API void mp_cancel_clear(mp_cancel *cancel);

/* How work under way goes. */
typedef struct mp_progress {
    size_t size;
    double seconds;
    uint64_t nodes;           /* nodes or play-outs so far */
    uint64_t resumed;         /* of these, made by earlier runs, which `seconds` does not cover */
    uint64_t proof, disproof; /* numbers of the root; 0 where the method has none */
    double value;             /* the mover's winning probability; negative when unknown */
    mp_line line;             /* the line being searched or preferred */
    mp_cells refuted;         /* moves proved to lose for the mover */
    int moves, settled;       /* moves to be decided, and of these decided; 0 where the method has none */
    uint64_t left;            /* nodes it may still take, a rough guess; 0 without one */
    uint64_t claims;          /* of the proof file that is being written */
    double written;           /* its share that is there, roughly */
} mp_progress;

/* What work may spend; zero means no limit of that kind. Every callback may come from a thread of the library, several
 * times a second, and is given `context`. */
typedef struct mp_limits {
    size_t size;
    double seconds;
    uint64_t nodes;              /* nodes or play-outs */
    uint64_t memory;             /* bytes, of solving and of checking proofs */
    int threads;                 /* 0: one */
    const mp_cancel *cancel;     /* may be NULL */
    bool (*stop)(void *context); /* may be NULL; polled: true ends the work as a cancel does */
    void (*progress)(void *context, const mp_progress *progress); /* may be NULL */
    void *context;
} mp_limits;

#ifdef __cplusplus
}
template <typename Type> inline Type mp_sized() {
    Type value = {};
    value.size = sizeof(Type);
    return value;
}
#endif

#endif
