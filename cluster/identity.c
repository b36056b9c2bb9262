#include "cluster/identity.h"

#include "base/array.h"
#include "base/file.h"
#include "base/sha256.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

_Static_assert(IDENTITY_PUBLIC == crypto_sign_PUBLICKEYBYTES &&
                   IDENTITY_SECRET == crypto_sign_SECRETKEYBYTES && IDENTITY_SIGNATURE == crypto_sign_BYTES,
               "Ed25519");

// A file of a key: this line, and the seed as hexadecimal digits.
static const char KEY_HEAD[] = "mustplay cluster key 1\n";
enum {
    SEED = crypto_sign_SEEDBYTES,
    SEED_TEXT = 2 * SEED + 1,
    KEY_FILE_MOST = 200,
    LIST_MOST = 1 << 20,
    NAME_MOST = 60
};
static const char CONTEXT[] = "mustplay cluster 3";

// --- Files
bool identity_path(const char *name, Text *path) {
    const char *folder = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
    if (folder && *folder == '/')
        text_format(path, "%s/mustplay/%s", folder, name);
    else if (home && *home)
        text_format(path, "%s/.config/mustplay/%s", home, name);
    else
        return false;
    return !path->failed;
}

// The path that is given, or the user's own.
static bool path_of(const char *given, const char *name, Text *path, Error *error) {
    if (given) text_add(path, given);
    if (path->failed) return error_memory(error);
    return given || identity_path(name, path) ||
           error_input(error, "there is no home folder for %s: name a file", name);
}

// Makes the folders that a file of the user's settings lies in.
static void folders_make(const char *path) {
    char part[4096];
    for (size_t i = 1; path[i] && i < sizeof part; i++) {
        if (path[i] != '/') continue;
        snprintf(part, sizeof part, "%.*s", (int)i, path);
        mkdir(part, 0700); // one that is there stays; what fails is met when the file is opened
    }
}

static bool bytes_write(const char *path, int flags, const Text *bytes, Error *error) {
    folders_make(path);
    int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | flags, 0600);
    bool good =
        file >= 0 && write(file, bytes->data, bytes->length) == (ssize_t)bytes->length && !fsync(file);
    int code = errno;
    if (file >= 0) close(file);
    return good || error_failure(error, "'%.200s' cannot be written: %s", path, strerror(code));
}

// --- Keys
static void seed_take(const uint8_t seed[SEED], Identity *identity) {
    crypto_sign_seed_keypair(identity->key.byte, identity->secret, seed);
}

// The file appears when it is whole: of several processes that make it at once one wins.
static bool key_file_make(const char *path, const Text *bytes, Error *error) {
    Text made = {0};
    text_format(&made, "%s.%ld", path, (long)getpid());
    if (made.failed) return error_memory(error);
    bool good = bytes_write(text_string(&made), O_EXCL, bytes, error);
    if (good && link(text_string(&made), path))
        good = error_failure(error, "'%.200s' cannot be made: %s", path, strerror(errno));
    unlink(text_string(&made));
    text_free(&made);
    return good;
}

static bool identity_make(const char *path, Identity *identity, Error *error) {
    uint8_t seed[SEED];
    char digits[SEED_TEXT];
    Text bytes = {0};
    randombytes_buf(seed, sizeof seed);
    sodium_bin2hex(digits, sizeof digits, seed, sizeof seed);
    text_format(&bytes, "%s%s\n", KEY_HEAD, digits);
    bool good = !bytes.failed || error_memory(error);
    good = good && key_file_make(path, &bytes, error);
    if (good) seed_take(seed, identity);
    if (bytes.data) sodium_memzero(bytes.data, bytes.length);
    text_free(&bytes);
    sodium_memzero(seed, sizeof seed);
    sodium_memzero(digits, sizeof digits);
    return good;
}

static bool key_file_read(const char *path, Identity *identity, Error *error) {
    Text bytes = {0};
    uint8_t seed[SEED];
    size_t size = 0, head = strlen(KEY_HEAD);
    struct stat status;
    if (!stat(path, &status) && (status.st_mode & 077))
        return error_input(error, "others may read the key '%.200s': chmod 600 it, or use another one", path);
    if (!file_read_plain(path, KEY_FILE_MOST, &bytes, error)) return false;
    bool good = bytes.length >= head + 2 * SEED && !memcmp(bytes.data, KEY_HEAD, head) &&
                !sodium_hex2bin(seed, sizeof seed, bytes.data + head, 2 * SEED, NULL, &size, NULL) &&
                size == SEED;
    if (good) seed_take(seed, identity);
    sodium_memzero(bytes.data, bytes.length);
    sodium_memzero(seed, sizeof seed);
    text_free(&bytes);
    return good || error_input(error, "'%.200s' is not a key of a cluster", path);
}

bool identity_load(const char *path, Identity *identity, Error *error) {
    Text name = {0};
    *identity = (Identity){0};
    if (sodium_init() < 0) return error_failure(error, "libsodium does not start");
    bool good = path_of(path, "cluster.key", &name, error);
    bool there = good && !access(text_string(&name), F_OK);
    if (good && !there) good = identity_make(text_string(&name), identity, error);
    if (there || (!good && !access(text_string(&name), F_OK))) {
        *error = (Error){0};
        good = key_file_read(text_string(&name), identity, error);
    } else if (!good && !path) {
        *error = (Error){0};
        crypto_sign_keypair(identity->key.byte, identity->secret);
        identity->temporary = good = true;
    }
    text_free(&name);
    return good;
}

uint64_t identity_draw(void) {
    uint64_t number;
    randombytes_buf(&number, sizeof number);
    return number;
}

void identity_forget(Identity *identity) {
    sodium_memzero(identity, sizeof *identity);
}

void fingerprint_write(const PublicKey *key, char text[FINGERPRINT_TEXT]) {
    char hash[SHA256_TEXT];
    sha256_text((const char *)key->byte, sizeof key->byte, hash);
    for (int group = 0; group < 8; group++) {
        memcpy(text + 5 * group, hash + 4 * group, 4);
        text[5 * group + 4] = group < 7 ? '-' : '\0';
    }
}

// The digits alone; false for anything else.
static bool fingerprint_digits(const char *text, char digits[33]) {
    int count = 0;
    for (; *text; text++) {
        if (*text == '-' || *text == ':' || *text == ' ') continue;
        if (!isxdigit((unsigned char)*text) || count == 32) return false;
        digits[count++] = (char)tolower((unsigned char)*text);
    }
    digits[count] = '\0';
    return count == 32;
}

bool fingerprint_is(const char *text, const PublicKey *key) {
    char own[FINGERPRINT_TEXT], left[33], right[33];
    fingerprint_write(key, own);
    return fingerprint_digits(text, left) && fingerprint_digits(own, right) && !strcmp(left, right);
}

bool fingerprint_check(const char *text, Error *error) {
    char digits[33];
    return fingerprint_digits(text, digits) ||
           error_input(error, "'%.60s' is not a fingerprint, which has 32 hexadecimal digits", text);
}

void public_key_write(const PublicKey *key, char text[2 * IDENTITY_PUBLIC + 1]) {
    sodium_bin2hex(text, 2 * IDENTITY_PUBLIC + 1, key->byte, sizeof key->byte);
}

bool public_key_read(const char *text, PublicKey *key) {
    size_t size;
    const char *end;
    return !sodium_hex2bin(key->byte, sizeof key->byte, text, strlen(text), NULL, &size, &end) &&
           size == sizeof key->byte && !*end;
}

bool public_key_equal(const PublicKey *left, const PublicKey *right) {
    return !memcmp(left->byte, right->byte, sizeof left->byte);
}

uint64_t identity_worker(const PublicKey *key, uint64_t nonce) {
    uint8_t bytes[IDENTITY_PUBLIC + 8], hash[8];
    memcpy(bytes, key->byte, IDENTITY_PUBLIC);
    for (int i = 0; i < 8; i++) bytes[IDENTITY_PUBLIC + i] = (uint8_t)(nonce >> (8 * i));
    // Its shortest output has 16 bytes.
    uint8_t whole[crypto_generichash_BYTES_MIN];
    crypto_generichash(whole, sizeof whole, bytes, sizeof bytes, (const uint8_t *)CONTEXT,
                       sizeof CONTEXT - 1);
    memcpy(hash, whole, sizeof hash);
    uint64_t id = 0;
    for (int i = 0; i < 8; i++) id |= (uint64_t)hash[i] << (8 * i);
    return id ? id : 1;
}

// --- Signatures. Every word stands behind its length, so that no two messages have the same bytes.
static void number_add(Text *out, uint64_t number) {
    for (int i = 0; i < 8; i++) text_add_char(out, (char)(uint8_t)(number >> (8 * i)));
}

static void word_add(Text *out, const void *bytes, size_t size) {
    number_add(out, size);
    text_add_bytes(out, bytes, size);
}

static bool words_write(const SignedWords *words, Text *out) {
    word_add(out, CONTEXT, sizeof CONTEXT - 1);
    word_add(out, words->kind, strlen(words->kind));
    word_add(out, words->run, strlen(words->run));
    number_add(out, words->job);
    number_add(out, words->sequence);
    word_add(out, words->word, strlen(words->word));
    word_add(out, words->body, words->size);
    word_add(out, words->facts, words->facts_size);
    return !out->failed;
}

bool identity_sign(const Identity *identity, const SignedWords *words,
                   uint8_t signature[IDENTITY_SIGNATURE]) {
    Text bytes = {0};
    bool good = words_write(words, &bytes);
    if (good)
        crypto_sign_detached(signature, NULL, (const uint8_t *)bytes.data, bytes.length, identity->secret);
    text_free(&bytes);
    return good;
}

bool signature_check(const PublicKey *key, const SignedWords *words, const void *signature, size_t size) {
    Text bytes = {0};
    bool good = size == IDENTITY_SIGNATURE && words_write(words, &bytes) &&
                !crypto_sign_verify_detached(signature, (const uint8_t *)bytes.data, bytes.length, key->byte);
    text_free(&bytes);
    return good;
}

static bool record_write(const RunRecord *record, Text *out) {
    const char *const words[] = {record->version, record->kind, record->title, record->task, record->net};
    for (int i = 0; i < 5; i++) word_add(out, words[i], strlen(words[i]));
    number_add(out, (uint64_t)record->lease);
    return !out->failed;
}

static SignedWords record_words(const RunRecord *record, const Text *body) {
    return (SignedWords){
        .kind = "run", .run = record->id, .word = "", .body = text_string(body), .size = body->length};
}

bool run_record_sign(const RunRecord *record, const Identity *identity,
                     uint8_t signature[IDENTITY_SIGNATURE]) {
    Text body = {0};
    bool good = record_write(record, &body);
    SignedWords words = record_words(record, &body);
    good = good && identity_sign(identity, &words, signature);
    text_free(&body);
    return good;
}

bool run_record_check(const RunRecord *record, const PublicKey *key, const void *signature, size_t size) {
    Text body = {0};
    bool good = record_write(record, &body);
    SignedWords words = record_words(record, &body);
    good = good && signature_check(key, &words, signature, size);
    text_free(&body);
    return good;
}

// --- Lists of keys
static bool line_take(const char *line, size_t length, KeyList *list, int number, const char *path,
                      Error *error) {
    char key[2 * IDENTITY_PUBLIC + 1];
    if (!length || *line == '#') return true;
    if (!array_room(&list->key, &list->room, list->count + 1, sizeof *list->key)) return error_memory(error);
    snprintf(key, sizeof key, "%.*s", (int)(length < sizeof key ? length : sizeof key - 1), line);
    bool good = (length == sizeof key - 1 || (length > sizeof key && line[sizeof key - 1] == ' ')) &&
                public_key_read(key, &list->key[list->count]) && list->count < IDENTITY_KEYS_MAX;
    list->count += good;
    return good ||
           error_input(error, "'%.200s', line %d: expected a key of 64 hexadecimal digits, and a name", path,
                       number);
}

bool key_list_read(const char *path, KeyList *list, Error *error) {
    Text name = {0}, bytes = {0};
    *list = (KeyList){.open = true};
    if (!path && (!path_of(NULL, "admitted", &name, &(Error){0}) || access(text_string(&name), F_OK))) {
        text_free(&name);
        return true;
    }
    if (path) text_add(&name, path);
    list->open = false;
    bool good = file_read_plain(text_string(&name), LIST_MOST, &bytes, error);
    const char *line = text_string(&bytes);
    for (int number = 1; good && *line; number++) {
        size_t length = strcspn(line, "\r\n");
        good = line_take(line, length, list, number, text_string(&name), error);
        line += length;
        line += strspn(line, "\r");
        line += *line == '\n';
    }
    text_free(&bytes);
    text_free(&name);
    if (!good) key_list_free(list);
    return good;
}

void key_list_free(KeyList *list) {
    free(list->key);
    *list = (KeyList){0};
}

bool key_list_has(const KeyList *list, const PublicKey *key) {
    for (int i = 0; i < list->count; i++)
        if (public_key_equal(&list->key[i], key)) return true;
    return list->open;
}

bool key_list_add(const char *path, const PublicKey *key, const char *name, Error *error) {
    Text file = {0}, line = {0};
    KeyList list = {0};
    char text[2 * IDENTITY_PUBLIC + 1];
    bool good = path_of(path, "admitted", &file, error);
    bool there = good && !access(text_string(&file), F_OK);
    if (there) good = key_list_read(text_string(&file), &list, error);
    if (good && !(there && key_list_has(&list, key))) {
        public_key_write(key, text);
        text_format(&line, "%s ", text);
        for (int i = 0; name[i] && i < NAME_MOST; i++)
            text_add_char(&line, isgraph((unsigned char)name[i]) ? name[i] : '_');
        text_add(&line, "\n");
        good = line.failed ? error_memory(error) : bytes_write(text_string(&file), O_APPEND, &line, error);
    }
    key_list_free(&list);
    text_free(&line);
    text_free(&file);
    return good;
}
