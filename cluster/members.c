#include "cluster/members.h"

#include "base/array.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Workers that are remembered. Beyond them the oldest is forgotten, and could be told again what it had said.
enum { MEMBERS_MAX = 100000, NONCE_TEXT = 16 };

bool members_open(Members *members, const char *admitted, Error *error) {
    *members = (Members){.path = admitted};
    return key_list_read(admitted, &members->admitted, error);
}

void members_refresh(Members *members) {
    KeyList list;
    if (!key_list_read(members->path, &list, &(Error){0})) return;
    key_list_free(&members->admitted);
    members->admitted = list;
}

void members_close(Members *members) {
    key_list_free(&members->admitted);
    free(members->banned);
    free(members->member);
    *members = (Members){0};
}

void member_key_write(const PublicKey *key, uint64_t nonce, Text *out) {
    char text[2 * IDENTITY_PUBLIC + 1];
    public_key_write(key, text);
    text_format(out, "%s %016" PRIx64, text, nonce);
}

bool member_key_read(const char *text, uint64_t worker, PublicKey *key) {
    enum { KEY_TEXT = 2 * IDENTITY_PUBLIC };
    char digits[KEY_TEXT + 1];
    if (strlen(text) != KEY_TEXT + 1 + NONCE_TEXT || text[KEY_TEXT] != ' ' ||
        strspn(text + KEY_TEXT + 1, "0123456789abcdef") != NONCE_TEXT)
        return false;
    snprintf(digits, sizeof digits, "%.*s", KEY_TEXT, text);
    return public_key_read(digits, key) &&
           identity_worker(key, strtoull(text + KEY_TEXT + 1, NULL, 16)) == worker;
}

static bool banned(const Members *members, const PublicKey *key) {
    for (int i = 0; i < members->bans; i++)
        if (public_key_equal(&members->banned[i], key)) return true;
    return false;
}

bool members_know(const Members *members, uint64_t worker, const char *text) {
    PublicKey key;
    return member_key_read(text, worker, &key) && key_list_has(&members->admitted, &key) &&
           !banned(members, &key);
}

static Member *member_find(const Members *members, uint64_t id) {
    for (int i = 0; i < members->count; i++)
        if (members->member[i].id == id) return &members->member[i];
    return NULL;
}

static Member *member_add(Members *members, uint64_t id, const PublicKey *key) {
    if (members->count == MEMBERS_MAX)
        memmove(members->member, members->member + 1, (size_t)--members->count * sizeof *members->member);
    if (!array_room(&members->member, &members->room, members->count + 1, sizeof *members->member))
        return NULL;
    members->member[members->count] = (Member){.id = id, .key = *key};
    return &members->member[members->count++];
}

// What costs least is looked at first: a flood of old messages must not cost a signature each.
const char *members_judge(Members *members, const SignedEntry *entry, const SignedWords *words) {
    PublicKey key;
    Member *member = member_find(members, entry->worker);
    if (!entry->signature_size) return "it is not signed";
    if (member && entry->sequence <= member->sequence) return "it was said before";
    if (!member_key_read(entry->key, entry->worker, &key)) return "its worker's id is not that of its key";
    if (!key_list_has(&members->admitted, &key)) return "its worker's key is not admitted";
    if (banned(members, &key)) return "its worker was shut out";
    if (!signature_check(&key, words, entry->signature, entry->signature_size))
        return "its signature is wrong";
    if (!member) member = member_add(members, entry->worker, &key);
    if (!member) return "out of memory";
    member->sequence = entry->sequence;
    return NULL;
}

bool members_ban_key(Members *members, const PublicKey *key) {
    if (banned(members, key)) return true;
    if (!array_room(&members->banned, &members->bans_room, members->bans + 1, sizeof *members->banned))
        return false;
    members->banned[members->bans++] = *key;
    return true;
}

bool members_key(const Members *members, uint64_t worker, PublicKey *key) {
    const Member *member = member_find(members, worker);
    if (member) *key = member->key;
    return member;
}

bool members_ban(Members *members, uint64_t worker, PublicKey *key) {
    return members_key(members, worker, key) && members_ban_key(members, key);
}
