// Signatures: what they cover, files of keys, whose answers a master takes.
#include "cluster/members.h"
#include "test_support.h"

#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/mustplay-identity-XXXXXX";

static const char *path_of(const char *name) {
    static char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static Identity load(const char *name) {
    Identity identity;
    Error error = {0};
    if (!identity_load(path_of(name), &identity, &error)) fail_msg("%s", error.text);
    return identity;
}

static SignedWords sample(void) {
    return (SignedWords){.kind = "answer",
                         .run = "0123456789abcdef",
                         .job = 7,
                         .sequence = 3,
                         .word = "solve",
                         .body = "a body",
                         .size = 6,
                         .facts = "facts",
                         .facts_size = 5};
}

// Whatever is changed, moved from one word to the next, or cut, the signature is not right any more.
static void test_covers(void **state) {
    (void)state;
    Identity a = load("a.key"), b = load("b.key");
    uint8_t signature[IDENTITY_SIGNATURE];
    SignedWords words = sample();
    assert_true(identity_sign(&a, &words, signature));
    assert_true(signature_check(&a.key, &words, signature, sizeof signature));
    assert_false(signature_check(&b.key, &words, signature, sizeof signature));
    assert_false(signature_check(&a.key, &words, signature, sizeof signature - 1));
    assert_false(signature_check(&a.key, &words, NULL, 0));
    SignedWords other[10];
    for (int i = 0; i < 10; i++) other[i] = words;
    other[0].kind = "job";
    other[1].run = "0123456789abcdee";
    other[2].job = 8;
    other[3].sequence = 4;
    other[4].word = "game";
    other[5].body = "a bodx";
    other[6].size = 5;
    other[7].facts = "factz";
    other[8].facts_size = 0;
    other[9].body = "a bodyfacts", other[9].size = 11, other[9].facts_size = 0;
    for (int i = 0; i < 10; i++)
        assert_false(signature_check(&a.key, &other[i], signature, sizeof signature));
    for (size_t bit = 0; bit < 8 * sizeof signature; bit += 37) {
        signature[bit / 8] ^= (uint8_t)(1 << bit % 8);
        assert_false(signature_check(&a.key, &words, signature, sizeof signature));
        signature[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    RunRecord record = {"1.0", "id", "solve", "title", "task", "net", 5000}, changed = record;
    assert_true(run_record_sign(&record, &a, signature));
    assert_true(run_record_check(&record, &a.key, signature, sizeof signature));
    changed.net = "another";
    assert_false(run_record_check(&changed, &a.key, signature, sizeof signature));
}

static void test_key_files(void **state) {
    (void)state;
    Error error = {0};
    struct stat status;
    Identity first = load("c.key"), again = load("c.key");
    assert_memory_equal(&first, &again, sizeof first);
    assert_int_equal(stat(path_of("c.key"), &status), 0);
    assert_int_equal(status.st_mode & 0777, 0600);
    assert_int_equal(chmod(path_of("c.key"), 0640), 0);
    assert_false(identity_load(path_of("c.key"), &again, &error));
    assert_true(error.bad_input && strstr(error.text, "others"));
    FILE *file = fopen(path_of("bad.key"), "w");
    fputs("mustplay cluster key 1\n12345\n", file);
    fclose(file);
    chmod(path_of("bad.key"), 0600);
    assert_false(identity_load(path_of("bad.key"), &again, &error));
    assert_true(strstr(error.text, "not a key"));
    // A folder that is missing is made; one that cannot be is a failure.
    load("deep/er/d.key");
    assert_false(identity_load("/proc/none/key", &again, &error));
    // Without a place of one's own the key lasts as long as the process.
    setenv("XDG_CONFIG_HOME", "/proc/none", 1);
    assert_true(identity_load(NULL, &again, &error) && again.temporary);
    setenv("XDG_CONFIG_HOME", folder, 1);
    assert_true(identity_load(NULL, &first, &error) && !first.temporary &&
                !access(path_of("mustplay/cluster.key"), F_OK));
}

static void test_fingerprints(void **state) {
    (void)state;
    char text[FINGERPRINT_TEXT], key[2 * IDENTITY_PUBLIC + 1];
    Error error = {0};
    PublicKey read;
    Identity a = load("a.key"), b = load("b.key");
    fingerprint_write(&a.key, text);
    assert_int_equal(strlen(text), 39);
    assert_true(fingerprint_is(text, &a.key) && !fingerprint_is(text, &b.key) &&
                fingerprint_check(text, &error));
    text[4] = ' ';
    assert_true(fingerprint_is(text, &a.key));
    text[38] = '\0';
    assert_false(fingerprint_is(text, &a.key) || fingerprint_check(text, &error));
    public_key_write(&a.key, key);
    assert_true(public_key_read(key, &read) && public_key_equal(&read, &a.key));
    key[63] = 'x';
    assert_false(public_key_read(key, &read));
}

static void test_lists(void **state) {
    (void)state;
    Error error = {0};
    KeyList list;
    Identity a = load("a.key"), b = load("b.key");
    setenv("XDG_CONFIG_HOME", path_of("nothing"), 1);
    assert_true(key_list_read(NULL, &list, &error) && list.open && key_list_has(&list, &a.key));
    key_list_free(&list);
    assert_true(key_list_add(path_of("list"), &a.key, "host a\n\033[31m", &error));
    assert_true(key_list_add(path_of("list"), &a.key, "twice", &error));
    assert_true(key_list_read(path_of("list"), &list, &error));
    assert_true(!list.open && list.count == 1 && key_list_has(&list, &a.key) && !key_list_has(&list, &b.key));
    key_list_free(&list);
    FILE *file = fopen(path_of("list"), "a");
    fputs("# a comment\n\nnot a key\n", file);
    fclose(file);
    assert_false(key_list_read(path_of("list"), &list, &error));
    assert_true(error.bad_input && strstr(error.text, "line 4"));
    assert_false(key_list_read(path_of("none"), &list, &error));
}

// An answer of a worker, as it stands in the stream.
typedef struct Spoken {
    SignedWords words;
    uint8_t signature[IDENTITY_SIGNATURE];
    Text key;
    SignedEntry entry;
} Spoken;

static void speak(Spoken *spoken, const Identity *identity, uint64_t nonce, uint64_t sequence) {
    spoken->words = sample();
    spoken->words.sequence = sequence;
    spoken->key = (Text){0};
    member_key_write(&identity->key, nonce, &spoken->key);
    assert_true(identity_sign(identity, &spoken->words, spoken->signature));
    spoken->entry = (SignedEntry){identity_worker(&identity->key, nonce), text_string(&spoken->key), sequence,
                                  (const char *)spoken->signature, IDENTITY_SIGNATURE};
}

static const char *judge(Members *members, const Spoken *spoken) {
    return members_judge(members, &spoken->entry, &spoken->words);
}

static void test_members(void **state) {
    (void)state;
    Error error = {0};
    Members members;
    Spoken one, two, forged;
    PublicKey key;
    Identity a = load("a.key"), b = load("b.key");
    unlink(path_of("members"));
    assert_true(key_list_add(path_of("members"), &a.key, "a", &error));
    assert_true(members_open(&members, path_of("members"), &error));
    speak(&one, &a, 5, 1);
    speak(&two, &a, 5, 2);
    assert_true(members_know(&members, one.entry.worker, one.entry.key));
    assert_null(judge(&members, &one));
    assert_string_equal(judge(&members, &one), "it was said before");
    assert_null(judge(&members, &two));
    assert_string_equal(judge(&members, &one), "it was said before");
    // Another key under this worker's id, its own key under another id, and its name on another's words.
    speak(&forged, &b, 5, 9);
    assert_string_equal(judge(&members, &forged), "its worker's key is not admitted");
    assert_false(members_know(&members, forged.entry.worker, forged.entry.key));
    forged.entry.worker = one.entry.worker;
    assert_string_equal(judge(&members, &forged), "its worker's id is not that of its key");
    forged.entry.key = one.entry.key;
    assert_string_equal(judge(&members, &forged), "its signature is wrong");
    forged.entry.signature_size = 0;
    assert_string_equal(judge(&members, &forged), "it is not signed");
    text_free(&forged.key);
    // What was forged has not moved its sequence numbers.
    speak(&forged, &a, 5, 3);
    assert_null(judge(&members, &forged));
    // A key that is banned is so under each of its ids.
    assert_true(members_ban(&members, one.entry.worker, &key) && public_key_equal(&key, &a.key));
    text_free(&forged.key);
    speak(&forged, &a, 6, 1);
    assert_string_equal(judge(&members, &forged), "its worker was shut out");
    assert_false(members_know(&members, forged.entry.worker, forged.entry.key));
    assert_false(members_ban(&members, 12345, &key));
    text_free(&forged.key);
    text_free(&one.key);
    text_free(&two.key);
    members_close(&members);
}

int main(void) {
    if (!mkdtemp(folder)) return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_covers), cmocka_unit_test(test_key_files), cmocka_unit_test(test_fingerprints),
        cmocka_unit_test(test_lists),  cmocka_unit_test(test_members),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    char command[80];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command) || failed;
}
