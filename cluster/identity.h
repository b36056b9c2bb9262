// Who says something in Redis: Ed25519 signatures (libsodium), since whoever can write to Redis can write anything there.
//
// Every machine has a key of its own in a file that nobody else can read; private keys never go anywhere. A key is known by
// its fingerprint. A worker's id is made of its public key and a number that it draws, so that nobody can speak for
// another. A signature covers the kind of message, the run, the job's number, a sequence number that its
// sender uses once, and the whole message. The message contains epoch and position, so it cannot be
// replayed.
#ifndef MUSTPLAY_CLUSTER_IDENTITY_H
#define MUSTPLAY_CLUSTER_IDENTITY_H

#include "base/error.h"
#include "base/text.h"

#include <stdint.h>

enum {
    IDENTITY_PUBLIC = 32,
    IDENTITY_SECRET = 64,
    IDENTITY_SIGNATURE = 64,
    FINGERPRINT_TEXT = 40,
    IDENTITY_KEYS_MAX = 4096
};

typedef struct PublicKey {
    uint8_t byte[IDENTITY_PUBLIC];
} PublicKey;

typedef struct Identity {
    PublicKey key;
    uint8_t secret[IDENTITY_SECRET];
    bool temporary; // of this process alone
} Identity;

// Reads a key's file, or makes one where there is none, for the owner alone; its folder too. An error for a file that others
// may read, or that is no key. `path` NULL: the user's own (identity_path); where it cannot be kept, a temporary one.
bool identity_load(const char *path, Identity *identity, Error *error);
// A number that nobody can guess.
uint64_t identity_draw(void);
void identity_forget(Identity *identity);
// Where a file of the user's cluster settings lies: ~/.config/mustplay/NAME. False without a home.
bool identity_path(const char *name, Text *path);

// Eight groups of four hexadecimal digits: the first half of the key's SHA-256.
void fingerprint_write(const PublicKey *key, char text[FINGERPRINT_TEXT]);
// Whether the text is this key's fingerprint; case and dashes do not count.
bool fingerprint_is(const char *text, const PublicKey *key);
// Whether it could be one.
bool fingerprint_check(const char *text, Error *error);
// A key as 64 hexadecimal digits.
void public_key_write(const PublicKey *key, char text[2 * IDENTITY_PUBLIC + 1]);
bool public_key_read(const char *text, PublicKey *key);
bool public_key_equal(const PublicKey *left, const PublicKey *right);

// The id of the worker that has this key and drew this number; never 0.
uint64_t identity_worker(const PublicKey *key, uint64_t nonce);

// What a signature covers.
typedef struct SignedWords {
    const char *kind; // "run", "job", "answer" or "facts"
    const char *run;  // its id in Redis, which no other run has
    uint64_t job;     // 0: no job's
    uint64_t sequence;
    const char *word; // the kind of job or answer
    const void *body;
    size_t size;
    const void *facts; // that go with an answer
    size_t facts_size;
} SignedWords;

// False only out of memory.
bool identity_sign(const Identity *identity, const SignedWords *words, uint8_t signature[IDENTITY_SIGNATURE]);
bool signature_check(const PublicKey *key, const SignedWords *words, const void *signature, size_t size);

// The record of a run, which its master signs.
typedef struct RunRecord {
    const char *version, *id, *kind, *title, *task, *net;
    long long lease; // milliseconds
} RunRecord;

bool run_record_sign(const RunRecord *record, const Identity *identity,
                     uint8_t signature[IDENTITY_SIGNATURE]);
bool run_record_check(const RunRecord *record, const PublicKey *key, const void *signature, size_t size);

// --- Keys that may work for a run: a file of lines "KEY NAME"
typedef struct KeyList {
    PublicKey *key;
    int count, room;
    bool open; // there is no list: anybody may
} KeyList;

// `path` NULL: the user's own, and without such a file the list is open.
bool key_list_read(const char *path, KeyList *list, Error *error);
void key_list_free(KeyList *list);
bool key_list_has(const KeyList *list, const PublicKey *key);
// Appends a line to the file, which is made for its owner alone. A key that is there already stays as it is.
bool key_list_add(const char *path, const PublicKey *key, const char *name, Error *error);

#endif
