// Nets: reading, evaluation against PyTorch's numbers, 8 bits against 32, threads.
#include "test_support.h"

#include "base/file.h"
#include "base/json.h"
#include "game/board.h"
#include "game/random_position.h"
#include "net/evaluator.h"
#include "net/planes.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const char TINY[] = SOURCE_DIR "/tests/data/net/tiny.safetensors";
static const char VECTORS[] = SOURCE_DIR "/tests/data/net/tiny_vectors.json";

static Net *tiny_load(void) {
    Error error = {0};
    Net *net = net_load(TINY, &error);
    if (!net) fail_msg("%s", error.text);
    return net;
}

static Evaluator *evaluator_make(const Net *net, NetPrecision precision) {
    Error error = {0};
    Evaluator *evaluator = evaluator_new(net, precision, &error);
    if (!evaluator) fail_msg("%s", error.text);
    return evaluator;
}

static void evaluate_moves(Evaluator *evaluator, const Position *position, CellSet moves, NetOutput *out) {
    Error error = {0};
    if (!evaluator_run_moves(evaluator, position, moves, out, &error)) fail_msg("%s", error.text);
}

static void evaluate(Evaluator *evaluator, const Position *position, NetOutput *out) {
    Error error = {0};
    if (!evaluator_run(evaluator, position, out, &error)) fail_msg("%s", error.text);
}

static CellSet cells_read(const Geometry *g, const char *text) {
    CellSet set = cellset_none();
    while (*text) {
        int length = (int)strcspn(text, " ");
        cellset_add(&set, cell_parse(g, text, length));
        text += length + (text[length] == ' ');
    }
    return set;
}

static Position vector_position(const json_t *vector) {
    int width = (int)json_integer_value(json_object_get(vector, "width"));
    int height = (int)json_integer_value(json_object_get(vector, "height"));
    const Geometry *g = geometry_get(width, height);
    Position p = position_empty(g);
    p.stones[BLACK] = cells_read(g, json_string_value(json_object_get(vector, "black")));
    p.stones[WHITE] = cells_read(g, json_string_value(json_object_get(vector, "white")));
    p.to_move = strcmp(json_string_value(json_object_get(vector, "to_move")), "white") ? BLACK : WHITE;
    return p;
}

static double numbers_compare(const json_t *expected, const float *got) {
    double worst = 0;
    for (size_t i = 0; i < json_array_size(expected); i++) {
        const json_t *number = json_array_get(expected, i);
        if (json_is_null(number)) {
            assert_true(got[i] == 0);
        } else {
            worst = fmax(worst, fabs(json_number_value(number) - (double)got[i]));
        }
    }
    return worst;
}

static void test_vectors(void **state) {
    (void)state;
    Text text = {0};
    assert_true(file_read_plain(VECTORS, 1 << 24, &text, NULL));
    json_t *file = json_loadb(text.data, text.length, 0, NULL);
    text_free(&text);
    assert_non_null(file);
    Net *net = tiny_load();
    Evaluator *evaluator = evaluator_make(net, NET_F32);
    const json_t *positions = json_object_get(file, "positions");
    assert_true(json_array_size(positions) >= 20);
    for (size_t i = 0; i < json_array_size(positions); i++) {
        const json_t *vector = json_array_get(positions, i);
        Position position = vector_position(vector);
        NetOutput out;
        evaluate(evaluator, &position, &out);
        assert_true(numbers_compare(json_object_get(vector, "p"), out.policy) < 1e-4);
        assert_true(numbers_compare(json_object_get(vector, "q"), out.action) < 1e-4);
        assert_true(fabs(json_number_value(json_object_get(vector, "v")) - (double)out.value) < 1e-4);
    }
    evaluator_free(evaluator);
    net_free(net);
    json_decref(file);
}

// --- The shipped net against the answers that train/export.py wrote down

// `moves`: the empty cells that are to be considered.
static Position line_position(char *line, CellSet *moves) {
    int width, height, used;
    char mover[8];
    assert_int_equal(sscanf(line, "position %d %d %7s %n", &width, &height, mover, &used), 3);
    Position p = position_empty(geometry_get(width, height));
    for (int cell = 0; cell < p.geometry->cells; cell++) {
        char c = line[used + cell];
        if (c == 'b' || c == 'w') cellset_add(&p.stones[c == 'w' ? WHITE : BLACK], cell);
        if (c == '.') cellset_add(moves, cell);
    }
    p.to_move = mover[0] == 'w' ? WHITE : BLACK;
    return p;
}

// The largest difference of a line of numbers on the empty cells.
static double line_compare(const char *line, char kind, const Position *position, const float *got) {
    assert_true(line[0] == kind);
    double worst = 0;
    char *at = (char *)(uintptr_t)line + 1;
    for (int cell = 0; cell < position->geometry->cells; cell++) {
        double number = strtod(at, &at);
        if (position_at(position, cell) == EMPTY) worst = fmax(worst, fabs(number - (double)got[cell]));
    }
    return worst;
}

static void vectors_check(const char *net_path, const char *vectors_path) {
    static char line[4][16384];
    Error error = {0};
    FILE *file = fopen(vectors_path, "r");
    assert_non_null(file);
    Net *net = net_load(net_path, &error);
    if (!net) fail_msg("%s", error.text);
    Evaluator *evaluator = evaluator_make(net, NET_F32);
    int count = 0, at = 0;
    while (fgets(line[at], sizeof line[at], file)) {
        if (line[at][0] == '#' || ++at < 4) continue;
        at = 0;
        CellSet moves = cellset_none();
        Position position = line_position(line[0], &moves);
        NetOutput out;
        evaluate_moves(evaluator, &position, moves, &out);
        assert_true(fabs(strtod(line[1] + 1, NULL) - (double)out.value) < 1e-4);
        assert_true(line_compare(line[2], 'p', &position, out.logit) < 1e-4);
        assert_true(line_compare(line[3], 'q', &position, out.action) < 1e-4);
        count++;
    }
    assert_true(count > 20);
    fclose(file);
    evaluator_free(evaluator);
    net_free(net);
}

static void test_shipped(void **state) {
    (void)state;
    vectors_check(SOURCE_DIR "/data/nets/default.safetensors", SOURCE_DIR "/tests/data/net_vectors.txt");
}

// A net that is told the moves to be considered.
static void test_moves(void **state) {
    (void)state;
    vectors_check(SOURCE_DIR "/tests/data/net/moves.safetensors",
                  SOURCE_DIR "/tests/data/net/moves_vectors.txt");
}

// Plain nets on 9 and 12 planes (net/planes.h): random weights, so that every plane counts.
static void test_plain(void **state) {
    (void)state;
    vectors_check(SOURCE_DIR "/tests/data/net/plain9.safetensors",
                  SOURCE_DIR "/tests/data/net/plain9_vectors.txt");
    vectors_check(SOURCE_DIR "/tests/data/net/plain12.safetensors",
                  SOURCE_DIR "/tests/data/net/plain12_vectors.txt");
}

// The planes' meaning, on a board by hand: White b3 has intruded into Black's bridge b2-c3.
//    a b c d e
//   1 . . . . .
//    2 . B . . .
//     3 . W B . .
//      4 . . . . .
//       5 . . . . W
static void test_planes_by_hand(void **state) {
    (void)state;
    static const struct {
        int plane;
        const char *cells;
    } EXPECTED[] = {
        {4, "b2"},       // to the top over b1 and c1
        {5, "b3"},       // to the left over a3 and a4
        {6, "c2"},       // saves the bridge
        {7, "b1 c1 c2"}, // join b2 to the top or to c3
        {9, ""},         {11, "a3 a4"},
    };
    const Geometry *g = geometry_get(5, 5);
    Position p = position_empty(g);
    p.stones[BLACK] = cells_read(g, "b2 c3");
    p.stones[WHITE] = cells_read(g, "b3 e5");
    Planes planes;
    planes_of(&p, PLANES_LONG, &planes);
    for (size_t i = 0; i < sizeof EXPECTED / sizeof *EXPECTED; i++) {
        CellSet want = cells_read(g, EXPECTED[i].cells);
        for (int cell = 0; cell < g->cells; cell++) {
            int at = (cell_row(g, cell) + NET_RING) * 9 + cell_column(g, cell) + NET_RING;
            assert_int_equal(planes.seen[at] >> EXPECTED[i].plane & 1, cellset_has(want, cell));
        }
    }
}

static Position position_random(Random *random) {
    const Geometry *g = geometry_get(3 + (int)random_below(random, 11), 3 + (int)random_below(random, 11));
    return position_in_turns(g, random, (int)random_below(random, (uint32_t)g->cells / 2));
}

// The mirror of a position, with the colours exchanged, is the same to the net.
static void test_mirror(void **state) {
    (void)state;
    Net *net = tiny_load();
    Evaluator *evaluator = evaluator_make(net, NET_F32);
    Random random = random_seeded(3);
    for (int i = 0; i < 30; i++) {
        Position p = position_random(&random), m = position_mirrored(&p);
        NetOutput a, b;
        evaluate(evaluator, &p, &a);
        evaluate(evaluator, &m, &b);
        assert_true(a.value == b.value);
        float total = 0;
        for (int cell = 0; cell < p.geometry->cells; cell++) {
            int other = cell_mirrored(p.geometry, cell);
            assert_true(fabsf(a.policy[cell] - b.policy[other]) < 1e-6f); // the sum's order differs
            assert_true(a.action[cell] == b.action[other]);
            total += a.policy[cell];
        }
        assert_true(fabsf(total - 1) < 1e-4f);
    }
    evaluator_free(evaluator);
    net_free(net);
}

static void test_int8(void **state) {
    (void)state;
    Error error = {0};
    Net *net = tiny_load();
    assert_null(evaluator_new(net, NET_INT8, &error)); // not calibrated
    assert_true(error.bad_input);
    assert_true(net_calibrate(net, 64, 1, &error));
    Evaluator *exact = evaluator_make(net, NET_F32), *bytes = evaluator_make(net, NET_INT8);
    Random random = random_seeded(4);
    double value_off = 0, policy_off = 0;
    int count = 300;
    for (int i = 0; i < count; i++) {
        Position p = position_random(&random);
        NetOutput a, b;
        evaluate(exact, &p, &a);
        evaluate(bytes, &p, &b);
        value_off += fabs((double)(a.value - b.value)) / count;
        for (int cell = 0; cell < p.geometry->cells; cell++)
            policy_off += fabs((double)(a.policy[cell] - b.policy[cell])) / count;
    }
    print_message("# int8 against f32: value off by %.4f, policy by %.4f\n", value_off, policy_off);
    assert_true(value_off < 0.02 && policy_off < 0.05);
    evaluator_free(exact);
    evaluator_free(bytes);
    net_free(net);
}

// What is asked about some moves alone is what the whole evaluation says of them.
static void test_moves_alone(void **state) {
    (void)state;
    Error error = {0};
    Net *net = net_load(SOURCE_DIR "/data/nets/solver/solver.safetensors", &error);
    if (!net) fail_msg("%s", error.text);
    Evaluator *evaluator = evaluator_make(net, net_best_precision(net));
    Random random = random_seeded(8);
    for (int i = 0; i < 200; i++) {
        Position p = position_random(&random);
        CellSet moves = cellset_none(), left = position_vacant(&p);
        NetOutput whole, alone;
        uint32_t share = 1 + random_below(&random, 12);
        for (int cell; (cell = cellset_pop(&left)) >= 0;)
            if (random_below(&random, share) == 0) cellset_add(&moves, cell);
        evaluate_moves(evaluator, &p, moves, &whole);
        if (!evaluator_run_alone(evaluator, &p, moves, &alone, &error)) fail_msg("%s", error.text);
        for (int cell; (cell = cellset_pop(&moves)) >= 0;) {
            assert_memory_equal(&alone.logit[cell], &whole.logit[cell], sizeof(float));
            assert_memory_equal(&alone.action[cell], &whole.action[cell], sizeof(float));
        }
    }
    evaluator_free(evaluator);
    net_free(net);
}

static int first_of(const Position *p, const NetOutput *out) {
    int first = 0;
    for (int cell = 0; cell < p->geometry->cells; cell++)
        if (out->policy[cell] > out->policy[first]) first = cell;
    return first;
}

// The shipped net comes calibrated. In 8 bits it chooses and judges as in 32; single evaluations differ a little more.
static void test_shipped_int8(void **state) {
    (void)state;
    Error error = {0};
    Net *net = net_load(SOURCE_DIR "/data/nets/default.safetensors", &error);
    if (!net) fail_msg("%s", error.text);
    assert_true(net->activation_max && net->tile_max);
    Evaluator *exact = evaluator_make(net, NET_F32), *bytes = evaluator_make(net, NET_INT8);
    Random random = random_seeded(6);
    int count = 60, same[2] = {0};
    double value_off[2] = {0};
    for (int i = 0; i < count; i++) {
        Position p = position_random(&random);
        NetOutput a, b;
        evaluate(exact, &p, &a);
        for (int fast = 0; fast < 2; fast++) {
            assert_true((fast ? evaluator_run_fast : evaluator_run)(bytes, &p, &b, &error));
            same[fast] += first_of(&p, &a) == first_of(&p, &b);
            value_off[fast] += fabs((double)(a.value - b.value)) / count;
        }
    }
    for (int fast = 0; fast < 2; fast++)
        print_message("# the same first choice on %d of %d, value off by %.4f\n", same[fast], count,
                      value_off[fast]);
    assert_true(same[0] >= count - 6 && value_off[0] < 0.02);
    assert_true(same[1] >= count - 10 && value_off[1] < 0.04);
    assert_false(evaluator_has_fast(exact));
    evaluator_free(exact);
    evaluator_free(bytes);
    net_free(net);
}

static void test_save(void **state) {
    (void)state;
    Error error = {0};
    char path[] = "/tmp/mustplay_net_XXXXXX";
    int handle = mkstemp(path);
    assert_true(handle >= 0);
    close(handle);
    Net *net = tiny_load();
    assert_true(net_calibrate(net, 16, 1, &error));
    assert_true(net_annotate(net, TINY, path, true, &error));
    Net *again = net_load(path, &error);
    if (!again) fail_msg("%s", error.text);
    unlink(path);
    assert_int_equal(net_parameters(again), net_parameters(net));
    size_t convs = (size_t)net->convs;
    assert_memory_equal(net->activation_max, again->activation_max, convs * sizeof *net->activation_max);
    assert_memory_equal(net->tile_max, again->tile_max, convs * sizeof *net->tile_max);
    assert_string_equal(tensor_file_meta(&again->file, "format"), NET_FORMAT);
    net_free(net);
    net_free(again);
}

// --- Damaged and foreign files

static unsigned char *tiny_bytes(size_t *size) {
    FILE *in = fopen(TINY, "rb");
    assert_non_null(in);
    unsigned char *bytes = malloc(1 << 17);
    *size = fread(bytes, 1, 1 << 17, in);
    fclose(in);
    return bytes;
}

static void refuse(const void *bytes, size_t size, const char *reason) {
    Error error = {0};
    Net *net = net_parse(bytes, size, "x.safetensors", &error);
    if (net) fail_msg("accepted, expected: %s", reason);
    assert_true(error.bad_input);
    if (!strstr(error.text, reason)) fail_msg("'%s' does not say '%s'", error.text, reason);
}

static void test_damage(void **state) {
    (void)state;
    size_t size;
    unsigned char *bytes = tiny_bytes(&size);
    refuse(bytes, 0, "too short");
    refuse(bytes, 7, "too short");
    refuse(bytes, 100, "does not fit");
    refuse(bytes, size - 1, "the file ends inside tensor value.fc2.bias");
    unsigned char *more = calloc(1, size + 4);
    memcpy(more, bytes, size);
    refuse(more, size + 4, "4 bytes after the last tensor");
    free(more);
    memset(bytes + size - 4, 0xff, 4);
    refuse(bytes, size, "value.fc2.bias: number 0 is not finite");
    bytes[8] = '[';
    refuse(bytes, size, "not JSON");
    free(bytes);
    refuse("\x89PNG\r\n\x1a\n and so on", 18, "not a safetensors file");
}

static void replace(const char *old, const char *new, const char *reason) {
    size_t size;
    unsigned char *bytes = tiny_bytes(&size);
    char *at = memmem(bytes, size, old, strlen(old));
    assert_non_null(at);
    assert_int_equal(strlen(old), strlen(new));
    memcpy(at, new, strlen(new));
    refuse(bytes, size, reason);
    free(bytes);
}

static void test_foreign(void **state) {
    (void)state;
    replace("mustplay-net-1", "mustplay-net-9", "not a Mustplay net");
    replace("\"policy.out.bias\"", "\"policy.uot.bias\"", "policy.out.bias is missing");
    replace("\\\"blocks\\\": 2", "\\\"blocks\\\": 1", "tensors, but the architecture has");
    replace("\\\"blocks\\\": 2", "\\\"blocks\\\": 3", "block.2.conv1.weight is missing");
    replace("\\\"channels\\\": 16", "\\\"channels\\\": 17", "does not have the architecture's shape");
    replace("\\\"channels\\\": 16", "\\\"channels\\\": -1", "channels is not a number");
    replace("[16,3,5,5]", "[16,3,5,6]", "do not fit its shape");
    replace("[16,3,5,5]", "[16,3,5,0]", "bad dimension 4");
    replace("\"F32\"", "\"F64\"", "none of F32, F16 and I8");
    replace("\"block.0.conv1.bias\"", "\"block.1.conv1.bias\"", "not JSON"); // a duplicate
}

// --- Threads

typedef struct Worker {
    const Net *net;
    pthread_t thread;
    float value[20];
} Worker;

static void *worker_run(void *argument) {
    Worker *worker = argument;
    Error error = {0};
    Evaluator *evaluator = evaluator_new(worker->net, NET_F32, &error);
    Random random = random_seeded(9);
    for (int i = 0; evaluator && i < 20; i++) {
        Position p = position_random(&random);
        NetOutput out;
        worker->value[i] = evaluator_run(evaluator, &p, &out, &error) ? out.value : 2;
    }
    evaluator_free(evaluator);
    return NULL;
}

static void test_threads(void **state) {
    (void)state;
    Net *net = tiny_load();
    Worker worker[4];
    for (int i = 0; i < 4; i++) {
        worker[i].net = net;
        assert_int_equal(pthread_create(&worker[i].thread, NULL, worker_run, &worker[i]), 0);
    }
    for (int i = 0; i < 4; i++) pthread_join(worker[i].thread, NULL);
    for (int i = 0; i < 20; i++) {
        assert_true(fabsf(worker[0].value[i]) <= 1);
        for (int k = 1; k < 4; k++) assert_true(worker[k].value[i] == worker[0].value[i]);
    }
    net_free(net);
}

// --- Weights in bytes

static bool bytes_parse(const char *header, const void *data, size_t size, TensorFile *file, Error *error) {
    char buffer[512] = {(char)strlen(header)};
    memcpy(buffer + 8, header, strlen(header));
    memcpy(buffer + 8 + strlen(header), data, size);
    return tensor_file_parse(file, buffer, 8 + strlen(header) + size, "x", error);
}

static void test_bytes(void **state) {
    (void)state;
    unsigned char data[12] = {1, 0xff, 127, 0x81};
    const float scale[2] = {0.5f, 2};
    TensorFile file;
    Error error = {0};
    memcpy(data + 4, scale, sizeof scale);
    assert_true(bytes_parse("{\"a\":{\"dtype\":\"I8\",\"shape\":[2,2],\"data_offsets\":[0,4]},"
                            "\"a.scale\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[4,12]}}",
                            data, 12, &file, &error));
    static const float WANTED[4] = {0.5f, -0.5f, 254, -254};
    assert_int_equal(file.tensors, 1); // the scale is gone
    assert_memory_equal(file.tensor[0].data, WANTED, sizeof WANTED);
    tensor_file_free(&file);
    assert_false(bytes_parse("{\"a\":{\"dtype\":\"I8\",\"shape\":[2,2],\"data_offsets\":[0,4]}}", data, 4,
                             &file, &error));
    assert_non_null(strstr(error.text, "lacks its scale of 2 numbers"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vectors),        cmocka_unit_test(test_shipped),
        cmocka_unit_test(test_moves),          cmocka_unit_test(test_plain),
        cmocka_unit_test(test_planes_by_hand), cmocka_unit_test(test_mirror),
        cmocka_unit_test(test_int8),           cmocka_unit_test(test_moves_alone),
        cmocka_unit_test(test_shipped_int8),   cmocka_unit_test(test_save),
        cmocka_unit_test(test_damage),         cmocka_unit_test(test_foreign),
        cmocka_unit_test(test_bytes),          cmocka_unit_test(test_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
