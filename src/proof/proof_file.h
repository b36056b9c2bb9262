// Proof files (docs/PROOFS.md): the claims of a book that a root needs, numbered and hashed. They are text, or
// compressed if the name ends in ".zst". And the claims that are kept while a proof is being built, so that a
// later run can resume.
#ifndef MUSTPLAY_PROOF_PROOF_FILE_H
#define MUSTPLAY_PROOF_PROOF_FILE_H

#include "game/game.h"
#include "proof/claim.h"

// Claims whose lines are elsewhere: in the book their line is "=" and a number of the source.
typedef struct ClaimSource {
    void *context;
    uint32_t (*count)(void *context, int number); // lines, the claim's own the last
    // Appends them, each with a newline; their references count from `first`, the number of the first line. False with an error.
    bool (*write)(void *context, int number, uint32_t first, Text *out, Error *error);
} ClaimSource;

// What the header says besides.
typedef struct ProofHeader {
    const Position *root;
    Move first;                // the winner's first move, or MOVE_NONE when the loser moves
    const char *made;          // how it was made
    const ClaimSource *source; // NULL: all lines are in the book
} ProofHeader;

typedef struct ProofSize {
    uint64_t claims;
    uint64_t bytes;  // as text
    uint64_t stored; // as written
} ProofSize;

// Whether a file of this name is compressed.
bool proof_name_is_compressed(const char *path);

// The lines of the header.
void proof_header_write(Color winner, const ProofHeader *header, Text *out);

// Calls back with the number of each claim that `ref` needs and whose lines are elsewhere. False out of memory.
bool proof_sources(const ClaimBook *book, ClaimRef ref, void (*visit)(void *context, int number),
                   void *context);

// Writes the proof by the claim `ref`. The file appears under its name only when it is whole.
bool proof_file_write(const char *path, bool force, const ClaimBook *book, const ProofHeader *header,
                      ClaimRef ref, ProofSize *size, Error *error);

// The same as text, appended to `text`.
bool proof_text_write(const ClaimBook *book, const ProofHeader *header, ClaimRef ref, Text *text,
                      ProofSize *size, Error *error);

// Appends the text of a proof file, compressed or not, to `text`. One of more than `most` bytes of text is refused.
bool proof_file_text(const char *path, size_t most, Text *text, Error *error);

// --- Claims kept in a file of their own: the book's, in order, each with a checksum.
typedef struct PartFile PartFile;

// Opens the part file and takes the claims it holds into the book. The file is cut off at the first claim
// that is not whole. A file of another board or winner is begun anew. NULL with an error.
PartFile *part_file_open(const char *path, ClaimBook *book, Error *error);
// Appends the book's new claims: with `now` at once, otherwise only when the last writing was long ago. False when the file cannot
// be written.
bool part_file_keep(PartFile *part_file, const ClaimBook *book, bool now);
// Closes it; with `remove` the file goes too.
void part_file_close(PartFile *part_file, bool remove);

#endif
