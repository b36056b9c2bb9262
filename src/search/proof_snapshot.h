// The graph of a search in a file, from which a killed search can resume: positions, numbers, first numbers
// and proof sets, proved or not.
//
// The file is for the program that wrote it, or one of the same version on the same kind of machine. A checksum at its
// end shows damage. Like a store it is only as right as the program that filled it.
#ifndef MUSTPLAY_SEARCH_PROOF_SNAPSHOT_H
#define MUSTPLAY_SEARCH_PROOF_SNAPSHOT_H

#include "base/error.h"
#include "base/observer.h"
#include "base/text.h"
#include "search/proof_tree.h"

// What a snapshot says besides the graph.
typedef struct SnapshotHead {
    Position question; // what the search was asked
    uint64_t studies;  // made so far
    Text more;         // bytes of the owner's; after loading free it
} SnapshotHead;

// Writes the tree whole: a file that was there stays until the new one is complete. Nothing may change the tree
// meanwhile.
bool proof_snapshot_save(const ProofTree *tree, const SnapshotHead *head, const char *path, Error *error);

// Reads a file into an empty tree of the same board. False with an error when the file is damaged, of another board or
// version, larger than the tree's memory, or not a regular file. The tree cannot be used then. The observer may be NULL
// and may cancel. Reading needs a small part of the tree's memory in addition.
bool proof_snapshot_load(ProofTree *tree, const Geometry *geometry, const char *path,
                         const Observer *observer, SnapshotHead *head, Error *error);

// Copies into a new file what a search needs to continue. That is the undecided nodes with at least `least` studies below
// them, and the numbers of their other children. Proved positions are left to a store. A search continues from there as after
// forgetting: it studies again what it comes back to. `*kept` and `*all` get how many nodes. False with an error.
bool proof_snapshot_trim(const char *from, const char *to, uint32_t least, uint64_t *kept, uint64_t *all,
                         Error *error);

#endif
