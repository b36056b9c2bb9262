// Messages of a cluster: what is written is read, and nothing else; addresses of Redis; hashes of contents.
#include "cluster/message.h"
#include "test_support.h"

#include "base/hash.h"
#include "base/random.h"
#include "base/sha256.h"
#include "cluster/spec_files.h"
#include "cluster/stream.h"
#include "game/random_position.h"
#include "play/player.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static Position some_position(Random *random) {
    static const int sizes[][2] = {{3, 3}, {5, 4}, {8, 8}, {9, 9}, {11, 11}, {13, 12}, {19, 19}};
    const int *size = sizes[random_below(random, 7)];
    return position_undecided(geometry_get(size[0], size[1]), random, 0, size[0]);
}

static CellSet some_cells(Random *random, CellSet from) {
    CellSet cells = cellset_none();
    for (int cell; (cell = cellset_pop(&from)) >= 0;)
        if (random_below(random, 3) == 0) cellset_add(&cells, cell);
    return cells;
}

static SolveJob some_job(Random *random) {
    return (SolveJob){
        .id = random_next(random) >> 1 | 1,
        .position = some_position(random),
        .exact = random_below(random, 2),
        .audit = random_below(random, 2),
        .epoch = (uint32_t)random_next(random),
        .budget = random_next(random) | 1,
        .limits = {1 + random_below(random, PROOF_INFINITE), PROOF_INFINITE, random_below(random, 1000)},
        .net = random_next(random)};
}

static void children_make(Random *random, SolveAnswer *answer) {
    CellSet vacant = position_vacant(&answer->position), left = vacant;
    ProofPart *part = &answer->part;
    for (int cell; (cell = cellset_pop(&left)) >= 0;) {
        if (random_below(random, 2)) continue;
        ProofChild *child = &part->child[part->children++];
        *child =
            (ProofChild){.move = cell, .phi = 1 + random_below(random, 999), .delta = 7, .reply = MOVE_NONE};
        if (random_below(random, 2)) continue;
        CellSet others = vacant;
        cellset_remove(&others, cell);
        child->phi = 0;
        child->delta = PROOF_INFINITE;
        child->proof = some_cells(random, others);
        if (!cellset_is_empty(others) && random_below(random, 2)) child->reply = cellset_pick(others, random);
    }
}

static SolveAnswer *some_answer(Random *random) {
    SolveAnswer *answer = calloc(1, sizeof *answer);
    *answer = (SolveAnswer){.id = 5 + random_below(random, 1000),
                            .worker = random_next(random) | 1,
                            .epoch = random_below(random, 3),
                            .audit = random_below(random, 2),
                            .position = some_position(random)};
    ProofPart *part = &answer->part;
    part->nodes = random_next(random);
    part->seconds = random_unit(random) * 100;
    part->record = (ProofRecord){.winner = (Color)random_below(random, 3), .move = MOVE_NONE};
    Color mover = answer->position.to_move, winner = part->record.winner;
    if (winner == EMPTY) {
        part->phi = 1 + random_below(random, 99);
        part->delta = 1 + random_below(random, 99);
        children_make(random, answer);
        return answer;
    }
    part->phi = winner == mover ? 0 : PROOF_INFINITE;
    part->delta = winner == mover ? PROOF_INFINITE : 0;
    CellSet vacant = position_vacant(&answer->position);
    part->record.proof = some_cells(random, vacant);
    part->record.exact = random_below(random, 2);
    part->record.work = random_below(random, 1000);
    if (winner == mover && random_below(random, 2)) part->record.move = cellset_pick(vacant, random);
    return answer;
}

static void assert_same_bytes(const Text *a, const Text *b) {
    assert_int_equal(a->length, b->length);
    assert_memory_equal(a->data, b->data, a->length);
}

// Jobs and answers about claims.
static void test_claims(void **state) {
    (void)state;
    Random random = random_seeded(4);
    for (int i = 0; i < 200; i++) {
        Position p = some_position(&random);
        ProveJob job = {.id = random_next(&random) | 1,
                        .epoch = 3,
                        .seconds = 20 + random_unit(&random),
                        .net = 5,
                        .position = p},
                 read;
        ProveAnswer answer = {.id = 7,
                              .worker = random_next(&random) | 1,
                              .epoch = 2,
                              .result = (ProveResult)(i % 3),
                              .nodes = 9},
                    back;
        Text bytes = {0}, again = {0};
        job.state = (OracleState){
            .at = p, .bare = i % 2, .owed = i % 2 ? cellset_none() : some_cells(&random, p.geometry->all)};
        message_write_prove(&job, &bytes);
        assert_true(message_read_prove(bytes.data, bytes.length, &read, NULL));
        assert_true(read.id == job.id && position_equal(&read.position, &p) &&
                    position_equal(&read.state.at, &p) && read.state.bare == job.state.bare &&
                    cellset_equal(read.state.owed, job.state.owed));
        message_write_prove(&read, &again);
        assert_same_bytes(&bytes, &again);
        text_clear(&bytes);
        text_clear(&again);
        sha256_text("x", 1, answer.hash);
        message_write_proved(&answer, &bytes);
        assert_true(message_read_proved(bytes.data, bytes.length, &back, NULL));
        assert_true(back.worker == answer.worker && back.result == answer.result &&
                    !strcmp(back.hash, answer.hash));
        bytes.data[bytes.length / 2]++;
        assert_false(message_read_proved(bytes.data, bytes.length, &back, NULL));
        text_free(&bytes);
        text_free(&again);
    }
}

static void test_jobs(void **state) {
    (void)state;
    Random random = random_seeded(1);
    for (int i = 0; i < 200; i++) {
        SolveJob job = some_job(&random), read;
        Text bytes = {0}, again = {0};
        Error error = {0};
        message_write_job(&job, &bytes);
        assert_true(message_read_job(bytes.data, bytes.length, &read, &error));
        assert_true(read.id == job.id && position_equal(&read.position, &job.position) &&
                    read.exact == job.exact && read.audit == job.audit && read.epoch == job.epoch &&
                    read.budget == job.budget && read.limits.phi == job.limits.phi &&
                    read.limits.delta == job.limits.delta && read.net == job.net);
        message_write_job(&read, &again);
        assert_same_bytes(&bytes, &again);
        text_free(&bytes);
        text_free(&again);
    }
}

static void test_answers(void **state) {
    (void)state;
    Random random = random_seeded(2);
    SolveAnswer *read = calloc(1, sizeof *read);
    for (int i = 0; i < 300; i++) {
        SolveAnswer *answer = some_answer(&random);
        Text bytes = {0}, again = {0};
        Error error = {0};
        message_write_answer(answer, &bytes);
        if (!message_read_answer(bytes.data, bytes.length, read, &error)) fail_msg("%s", error.text);
        assert_int_equal(read->part.children, answer->part.children);
        assert_int_equal(read->part.record.winner, answer->part.record.winner);
        assert_true(cellset_equal(read->part.record.proof, answer->part.record.proof));
        for (int k = 0; k < answer->part.children; k++)
            assert_true(read->part.child[k].move == answer->part.child[k].move &&
                        read->part.child[k].reply == answer->part.child[k].reply &&
                        cellset_equal(read->part.child[k].proof, answer->part.child[k].proof));
        message_write_answer(read, &again);
        assert_same_bytes(&bytes, &again);
        text_free(&bytes);
        text_free(&again);
        free(answer);
    }
    free(read);
}

static void fact_count(void *context, const Position *position, const ProofRecord *record) {
    assert_true(record->winner == BLACK || record->winner == WHITE);
    assert_true(cellset_within(record->proof, position_vacant(position)));
    ++*(int *)context;
}

static void test_facts(void **state) {
    (void)state;
    Random random = random_seeded(3);
    FactBatch batch = {0};
    int seen = 0;
    while (batch.count < 20) {
        SolveAnswer *answer = some_answer(&random);
        if (answer->part.record.winner != EMPTY)
            fact_batch_add(&batch, &answer->position, &answer->part.record);
        free(answer);
    }
    Text bytes = {0};
    Error error = {0};
    uint32_t epoch;
    message_write_facts(&batch, 7, &bytes);
    assert_true(message_facts_epoch(bytes.data, bytes.length, &epoch) && epoch == 7);
    assert_true(message_read_facts(bytes.data, bytes.length, fact_count, &seen, &error));
    assert_int_equal(seen, 20);
    bytes.data[40] ^= 1; // all or nothing
    assert_false(message_read_facts(bytes.data, bytes.length, fact_count, &seen, &error));
    assert_int_equal(seen, 20);
    text_free(&bytes);
    text_free(&batch.body);
}

static bool accepted(const char *bytes, size_t size, bool *answer) {
    SolveJob job;
    static SolveAnswer read;
    int seen = 0;
    Error error = {0};
    *answer = message_read_answer(bytes, size, &read, &error);
    return *answer || message_read_job(bytes, size, &job, &error) ||
           message_read_facts(bytes, size, fact_count, &seen, &error);
}

static void checksum_mend(char *bytes, size_t size) {
    uint64_t hash = hash_bytes(HASH_START, bytes, size - 8);
    for (int i = 0; i < 8; i++) bytes[size - 8 + (size_t)i] = (char)(hash >> (8 * i));
}

// Every shorter piece and every changed byte is refused; with the checksum mended, what is accepted is possible.
static void test_damage(void **state) {
    (void)state;
    Random random = random_seeded(4);
    for (int i = 0; i < 60 / TEST_THINNING; i++) {
        SolveAnswer *answer = some_answer(&random);
        SolveJob job = some_job(&random);
        Text bytes = {0};
        bool is_answer;
        if (i % 2)
            message_write_answer(answer, &bytes);
        else
            message_write_job(&job, &bytes);
        for (size_t cut = 0; cut < bytes.length; cut += 1 + cut / 40)
            assert_false(accepted(bytes.data, cut, &is_answer));
        for (int k = 0; k < 60; k++) {
            size_t at = random_below(&random, (uint32_t)bytes.length);
            char old = bytes.data[at];
            bytes.data[at] ^= (char)(1 + random_below(&random, 255));
            assert_false(accepted(bytes.data, bytes.length, &is_answer));
            checksum_mend(bytes.data, bytes.length);
            accepted(bytes.data, bytes.length, &is_answer); // the fuzzer looks closer
            bytes.data[at] = old;
            checksum_mend(bytes.data, bytes.length);
        }
        text_free(&bytes);
        free(answer);
    }
}

static void test_addresses(void **state) {
    (void)state;
    static const struct {
        const char *text, *host;
        int port, database;
    } good[] = {{"localhost:7000", "localhost", 7000, 0},
                {"10.0.0.7:6380/3", "10.0.0.7", 6380, 3},
                {"redis", "redis", 6379, 0},
                {"[::1]:7001/2", "::1", 7001, 2},
                {"[fe80::1]", "fe80::1", 6379, 0},
                {"/run/redis.sock", "/run/redis.sock", 0, 0},
                {"/run/redis.sock?db=4", "/run/redis.sock", 0, 4}};
    static const char *const bad[] = {"",         ":6379",    "host:0",   "host:70000",
                                      "host:12x", "host:1/x", "host:1/-1"};
    RedisAddress address;
    Error error = {0};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        if (!redis_address_read(good[i].text, NULL, &address, &error))
            fail_msg("%s: %s", good[i].text, error.text);
        assert_string_equal(address.host, good[i].host);
        assert_int_equal(address.port, good[i].port);
        assert_int_equal(address.database, good[i].database);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        if (redis_address_read(bad[i], NULL, &address, &error)) fail_msg("'%s' was accepted", bad[i]);
        assert_true(error.bad_input);
    }
}

// The examples of FIPS 180-4, and lengths around the size of a block.
static bool file_rename(void *context, const char *file, Text *out, Error *error) {
    (void)error;
    assert_string_equal(file, "/etc/x");
    *(int *)context += 1;
    text_add(out, "@hash");
    return true;
}

// No text of any player's options reaches another machine as it is: it is the name of a file that is replaced, or refused.
static void test_paths_of_players(void **state) {
    (void)state;
    int files = 0, refused = 0, texts = 0;
    for (const PlayerType *const *type = CATALOG.players; *type; type++) {
        for (const OptionSpec *option = (*type)->options; option && option->name; option++) {
            if (option->type != OPTION_TEXT) continue;
            char spec[200];
            Text out = {0};
            Error error = {0};
            texts++;
            snprintf(spec, sizeof spec, "%s:%s=/etc/x", (*type)->name, option->name);
            if (!spec_map_files(&CATALOG, spec, file_rename, &files, &out, &error)) {
                assert_true(error.bad_input);
                refused++;
            }
            assert_null(strstr(text_string(&out), "/etc/x"));
            text_free(&out);
        }
    }
    assert_int_equal(files + refused, texts);
    assert_true(files && refused);
}

static void test_sha256(void **state) {
    (void)state;
    char text[SHA256_TEXT], a[200];
    memset(a, 'a', sizeof a);
    sha256_text("", 0, text);
    assert_string_equal(text, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    sha256_text("abc", 3, text);
    assert_string_equal(text, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    sha256_text("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 56, text);
    assert_string_equal(text, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    sha256_text(a, 64, text);
    assert_string_equal(text, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb");
    sha256_text(a, 119, text);
    assert_string_equal(text, "31eba51c313a5c08226adf18d4a359cfdfd8d2e816b13f4af952f7ea6584dcfb");
}

// What Redis may hold of a solve of 9x9, were each message as large as it can be (docs/CLUSTER.md, Memory).
static void test_memory_bound(void **state) {
    (void)state;
    Position empty = position_empty(geometry_get(9, 9)), p = position_played(&empty, 40);
    SolveAnswer *answer = calloc(1, sizeof *answer);
    Text answer_bytes = {0}, fact_bytes = {0};
    assert_non_null(answer);
    *answer = (SolveAnswer){.id = UINT64_MAX, .worker = UINT64_MAX, .position = p};
    answer->part = (ProofPart){.phi = 1, .delta = 1, .record = {.winner = EMPTY, .move = MOVE_NONE}};
    CellSet left = position_vacant(&p);
    for (int cell; (cell = cellset_pop(&left)) >= 0;)
        answer->part.child[answer->part.children++] =
            (ProofChild){.move = (Move)cell, .phi = 0, .delta = PROOF_INFINITE, .reply = MOVE_NONE};
    message_write_answer(answer, &answer_bytes);
    FactBatch batch = {0};
    ProofRecord record = {
        .winner = BLACK, .move = MOVE_NONE, .proof = position_vacant(&p), .work = UINT32_MAX};
    for (int i = 0; i < FACTS_MAX + 10; i++) fact_batch_add(&batch, &p, &record);
    message_write_facts(&batch, 1, &fact_bytes);
    double answers = ANSWERS_KEPT * (double)answer_bytes.length;
    double facts =
        (FACTS_KEPT + 100) * (double)fact_bytes.length; // Redis trims by nodes of a hundred entries
    assert_true(answer_bytes.length > 2000 && fact_bytes.length > 20000);
    assert_true(answers + facts < 120e6); // the rest up to 200 MB is for Redis's own, nets and 4,096 workers
    text_free(&batch.body);
    text_free(&answer_bytes);
    text_free(&fact_bytes);
    free(answer);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_jobs),         cmocka_unit_test(test_claims),
        cmocka_unit_test(test_answers),      cmocka_unit_test(test_facts),
        cmocka_unit_test(test_damage),       cmocka_unit_test(test_addresses),
        cmocka_unit_test(test_sha256),       cmocka_unit_test(test_paths_of_players),
        cmocka_unit_test(test_memory_bound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
