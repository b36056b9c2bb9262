// Reads proof files (docs/PROOFS.md), for showing and walking them (proof/proof_walk.h).
//
// Any file of the form is read; whether it is right is not looked at: the checker says that (verify/verify.h). What is
// read of a false file is safe to use, and means nothing.
#ifndef MUSTPLAY_PROOF_PROOF_READ_H
#define MUSTPLAY_PROOF_PROOF_READ_H

#include "proof/claim.h"

// What a file says. Claims are numbered from 0 here, and from 1 in the file and in messages.
typedef struct Proof {
    const Geometry *geometry;
    Color winner;
    // The position, or, where two ends are to be joined, the stones with all cells outside the carrier the loser's.
    Position root;
    bool joins;      // two ends are to be joined
    int first;       // the winner's first move, or CELL_NONE
    char *made;      // how it was made
    ClaimBook *book; // with the lines as the file has them
} Proof;

// NULL with an error that names the line; bad input unless memory is short. `length` bytes, which need no end.
Proof *proof_parse(const char *text, size_t length, Error *error);
// The same from a file, compressed if its name ends in ".zst", of at most `most` bytes as text.
Proof *proof_load(const char *path, size_t most, Error *error);
void proof_free(Proof *proof);

// --- One line

typedef enum ProofItemKind { ITEM_STONE, ITEM_PAIR, ITEM_CLAIM } ProofItemKind;

typedef struct ProofItem {
    ProofItemKind kind;
    int p, q; // cells of a stone or a pair
    ClaimRef ref;
} ProofItem;

// Items of the line, and what they yield.
typedef struct ProofBody {
    int first, count;
    CellSet own, free;
} ProofBody;

typedef struct ProofAnswer {
    int reply;
    ProofBody body;
    CellSet needs; // it answers moves elsewhere in the carrier
} ProofAnswer;

typedef struct ProofExcuse {
    int reply;
    bool reverses; // "~"; "*" otherwise
    CellSet cells;
} ProofExcuse;

typedef struct ProofLine {
    char rule; // of the page: S, C, F, D, P
    Claim claim;
    CellSet given;  // behind "+"
    ClaimRef base;  // of F and D
    ProofBody body; // of S, and of P, whose pairs are written out
    int items, answers, excuses, sets;
    int item_room, answer_room, excuse_room, set_room;
    ProofItem *item;
    ProofAnswer *answer;
    ProofExcuse *excuse;
    CellSet *set; // of F and D
} ProofLine;

// Reads the line of a claim, turned if the reference is. `line` is zero at first; it may be used again, and
// proof_line_free frees what it holds. False out of memory.
bool proof_line_read(const Proof *proof, ClaimRef ref, ProofLine *line, Error *error);
void proof_line_free(ProofLine *line);

#endif
