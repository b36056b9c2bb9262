// Whose answers a master takes: workers whose key is admitted, each of whose messages is signed and new.
#ifndef MUSTPLAY_CLUSTER_MEMBERS_H
#define MUSTPLAY_CLUSTER_MEMBERS_H

#include "cluster/identity.h"

typedef struct Member {
    uint64_t id, sequence; // the last that was taken
    PublicKey key;
} Member;

typedef struct Members {
    const char *path; // of the list; NULL: the user's own
    KeyList admitted;
    PublicKey *banned;
    int bans, bans_room;
    Member *member;
    int count, room;
} Members;

// What somebody says in a stream, and how it is signed.
typedef struct SignedEntry {
    uint64_t worker;   // as it calls itself
    const char *key;   // "KEY NONCE" as hexadecimal digits
    uint64_t sequence; // by itself
    const char *signature;
    size_t signature_size;
} SignedEntry;

// Reads the list of admitted keys (cluster/identity.h). The path outlives the members.
bool members_open(Members *members, const char *admitted, Error *error);
// Reads it again: who was admitted meanwhile may work. What cannot be read changes nothing.
void members_refresh(Members *members);
void members_close(Members *members);
// A key as it stands in Redis, with the worker's number; false for anything else, or when the id is not made of them.
bool member_key_read(const char *text, uint64_t worker, PublicKey *key);
void member_key_write(const PublicKey *key, uint64_t nonce, Text *out);
// Whether jobs may go to this worker: its id is made of its key, which is admitted and not banned.
bool members_know(const Members *members, uint64_t worker, const char *key);
// NULL if the words are this worker's, and new; then older ones of it are not taken any more. Otherwise why not, in words.
const char *members_judge(Members *members, const SignedEntry *entry, const SignedWords *words);
// The key of a worker that was heard. False: it never was.
bool members_key(const Members *members, uint64_t worker, PublicKey *key);
// Nothing is taken any more from this worker, nor from another that has its key. Gives the key; false: it was never heard of.
bool members_ban(Members *members, uint64_t worker, PublicKey *key);
bool members_ban_key(Members *members, const PublicKey *key);

#endif
