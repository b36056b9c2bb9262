// SGF: what is read, what is refused and where, what survives a round trip.
#include "game/random_position.h"
#include "test_support.h"

#include "game/sgf.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static SgfTree *tree_of(const char *text) {
    Error error = {0};
    SgfTree *tree = sgf_parse(text, strlen(text), NULL, &error);
    if (!tree) fail_msg("'%s': %s", text, error.text);
    return tree;
}

static Game game_of(const char *text, int moves) {
    Game game;
    Error error = {0};
    SgfTree *tree = tree_of(text);
    if (!sgf_game(tree, moves, &game, &error)) fail_msg("'%s': %s", text, error.text);
    sgf_free(tree);
    return game;
}

static void position_is(const Position *p, const char *diagram, Color to_move) {
    Position expected;
    Error error = {0};
    if (!position_parse_diagram(diagram, &expected, &error)) fail_msg("%s", error.text);
    expected.to_move = to_move;
    if (position_equal(p, &expected)) return;
    Text text = {0};
    position_write(p, &text);
    fail_msg("expected %s, %s to move; found\n%s%s to move", diagram, color_name(to_move), text_string(&text),
             color_name(p->to_move));
}

// Fails to parse, or to give a game, with a message that starts with the place and holds a word.
static void refused_bytes(const char *text, size_t length, const char *place, const char *word) {
    Game game;
    Error error = {0};
    SgfTree *tree = sgf_parse(text, length, NULL, &error);
    bool loaded = tree && sgf_game(tree, -1, &game, &error);
    sgf_free(tree);
    if (loaded) fail_msg("'%s' was read", text);
    assert_true(error.bad_input);
    if (strncmp(error.text, place, strlen(place)) || !strstr(error.text, word))
        fail_msg("'%s': expected '%s ... %s', got '%s'", text, place, word, error.text);
}

static void refused(const char *text, const char *place, const char *word) {
    refused_bytes(text, strlen(text), place, word);
}

static void test_main_line(void **state) {
    (void)state;
    Game g = game_of("(;FF[4]GM[11]SZ[3];B[a1];W[b2];B[c1](;W[a3];B[b3])(;W[c3]))", -1);
    position_is(&g.now, "B.B\n.W.\nWB.", WHITE);
    assert_int_equal(g.count, 5);
    g = game_of("(;FF[4]GM[11]SZ[3];B[a1];W[b2];B[c1](;W[a3];B[b3])(;W[c3]))", 2);
    position_is(&g.now, "B..\n.W.\n...", BLACK);
    g = game_of("(;FF[4]GM[11]SZ[3];B[a1];W[b2])", 0);
    position_is(&g.now, "...\n...\n...", BLACK);
}

static void test_sizes(void **state) {
    (void)state;
    Game g = game_of("(;SZ[4:2];W[d2])", -1);
    position_is(&g.now, "....\n...W", BLACK);
    g = game_of("(;GM[11])", -1);
    assert_int_equal(g.now.geometry->cells, 121);
    g = game_of("(;SZ[ 19 ];B[s19])", -1);
    assert_int_equal(position_at(&g.now, 360), BLACK);
    g = game_of("(;GaMe[11]SiZe[1])", -1); // FF[3]: small letters in names mean nothing
    assert_int_equal(g.now.geometry->cells, 1);
}

static void test_setup(void **state) {
    (void)state;
    Game g = game_of("(;SZ[3]AB[a1][b2]AW[c3];W[a2];AE[a1]AW[b1]PL[W];B[a3])", 0);
    position_is(&g.now, "B..\n.B.\n..W", WHITE);
    g = game_of("(;SZ[3]AB[a1][b2]AW[c3];W[a2];AE[a1]AW[b1]PL[W];B[a3])", 1);
    position_is(&g.now, "B..\nWB.\n..W", BLACK);
    g = game_of("(;SZ[3]AB[a1][b2]AW[c3];W[a2];AE[a1]AW[b1]PL[W])", -1);
    position_is(&g.now, ".W.\nWB.\n..W", WHITE);
    assert_int_equal(g.count, 0); // the set-up starts the history anew
    g = game_of("(;SZ[4]AB[a1:b2]AW[cc:dd]PL[black])", -1);
    position_is(&g.now, "BB..\nBB..\n..WW\n..WW", BLACK);
    g = game_of("(;SZ[3];AB[a1];C[later];B[b1])", 0);
    position_is(&g.now, "B..\n...\n...", BLACK); // as the first move says
    g = game_of("(;SZ[3]PL[W];B[b1])", 0);
    position_is(&g.now, "...\n...\n...", WHITE); // PL weighs more
}

static void test_words(void **state) {
    (void)state;
    Game g = game_of("(;SZ[5];B[a3];W[swap-pieces];B[b2])", -1);
    position_is(&g.now, "..W..\n.B...\n.....\n.....\n.....", WHITE);
    g = game_of("(;SZ[5];B[a3];W[swap-sides];W[b2])", -1);
    position_is(&g.now, ".....\n.W...\nB....\n.....\n.....", BLACK);
    g = game_of("(;SZ[3];B[a3];W[pass];B[];W[resign])", -1);
    assert_int_equal(game_winner(&g), BLACK);
    assert_int_equal(g.count, 4);
}

static void test_little_golem(void **state) {
    (void)state;
    // Without Little Golem's name a colour is what it says, and either starts.
    Game g = game_of("(;FF[4]SZ[5];W[ac];B[swap];W[bb];B[ed])", -1);
    position_is(&g.now, "..B..\n.W...\n.....\n....B\n.....", WHITE);
    assert_int_equal(g.setup.to_move, WHITE);
    // With it, who opens joins top and bottom.
    const char *golem = "(;FF[4]EV[hex.mc.2010.oct.1.1]PB[x]PW[y]SZ[5]RE[B]GC[ game #1]"
                        "SO[http://www.littlegolem.com];W[ac];B[swap];W[bb];B[resign])";
    g = game_of(golem, -1);
    position_is(&g.now, "..W..\n.B...\n.....\n.....\n.....", WHITE);
    assert_int_equal(game_winner(&g), BLACK);
    SgfTree *tree = tree_of(golem);
    // New moves are written in the file's own way.
    Error error = {0};
    SgfNode node = sgf_add_move(tree, sgf_node_of_move(tree, 3), WHITE, 4, &error);
    Text out = {0};
    sgf_write(tree, &out);
    assert_non_null(strstr(text_string(&out), "(;B[ea])"));
    assert_true(sgf_game_at(tree, node, &g, &error));
    position_is(&g.now, "..W.W\n.B...\n.....\n.....\n.....", BLACK);
    text_free(&out);
    sgf_free(tree);
}

static void test_syntax_errors(void **state) {
    (void)state;
    refused("", "line 1, column 1:", "no game");
    refused("  \n\t ", "line 2, column 3:", "no game");
    refused("hello", "line 1, column 1:", "'h'");
    refused("(", "line 1, column 2:", "ends inside");
    refused("()", "line 1, column 2:", "at least one node");
    refused("(;", "line 1, column 3:", "ends inside");
    refused("(;B[a1]", "line 1, column 8:", "1 ')' missing");
    refused("(;B[a1", "line 1, column 4:", "never ends");
    refused("(;C[a\\]", "line 1, column 4:", "never ends");
    refused("(;C[a\\", "line 1, column 4:", "never ends");
    refused("(;B", "line 1, column 4:", "expected '['");
    refused("(;B)", "line 1, column 4:", "expected '['");
    refused("(B[a1])", "line 1, column 2:", "outside a node");
    refused("(;b[a1])", "line 1, column 3:", "not the name");
    refused("(;B[a1]))", "line 1, column 9:", "')'");
    refused("(;B[a1])\nx", "line 2, column 1:", "'x'");
    refused("(;B[a1](;W[b1]);B[c1])", "line 1, column 16:", "may not follow");
    refused("(;B[a1](;W[b1])C[c1])", "line 1, column 16:", "outside a node");
    refused("((;B[a1]))", "line 1, column 2:", "must start with a node");
    refused("(;B[a1]\r\n;W[b1]\r\n;\x80)", "line 3, column 2:", "0x80");
    refused("(;B[a1]\n;W[b1]\r;?)", "line 3, column 2:", "'?'");
    refused("(;[a1])", "line 1, column 3:", "'['");
    refused_bytes("(;C[x\0y])", 9, "line 1, column 6:", "NUL");
    refused_bytes("(;\nC[xy])\0", 10, "line 2, column 7:", "NUL");
    refused("\xef\xbb\xbf(;B[a1]", "line 1, column 11:", "missing");
}

static void test_game_errors(void **state) {
    (void)state;
    refused("(;GM[1]SZ[9])", "line 1, column 6:", "not Hex");
    refused("(;SZ[0])", "line 1, column 6:", "size");
    refused("(;SZ[20])", "line 1, column 6:", "size");
    refused("(;SZ[])", "line 1, column 6:", "size");
    refused("(;SZ[11:])", "line 1, column 6:", "size");
    refused("(;SZ[:11])", "line 1, column 6:", "size");
    refused("(;SZ[11:200])", "line 1, column 6:", "size");
    refused("(;SZ[99999999999999999999])", "line 1, column 6:", "size");
    refused("(;SZ[3];B[d1])", "line 1, column 11:", "'d1'");
    refused("(;SZ[3];B[a4])", "line 1, column 11:", "3x3");
    refused("(;SZ[3];B[da])", "line 1, column 11:", "'da'");
    refused("(;SZ[3];B[AA])", "line 1, column 11:", "'AA'");
    refused("(;SZ[3];B[hello there, this is long])", "line 1, column 11:", "...");
    refused("(;SZ[3];B[\x01])", "line 1, column 11:", "'?'");
    refused("(;SZ[3]\n;B[a1];W[a1])", "line 2, column 10:", "occupied");
    refused("(;SZ[3];B[a1]W[a2])", "line 1, column 14:", "two moves");
    refused("(;SZ[3];B[a1]B[a2])", "line 1, column 14:", "two moves");
    refused("(;SZ[3];B[a1][a2])", "line 1, column 15:", "only one point");
    refused("(;SZ[3];B[swap])", "line 1, column 11:", "second move");
    refused("(;SZ[3:4];B[a1];W[swap])", "line 1, column 19:", "square");
    refused("(;SZ[2];B[a1];W[b1];B[a2];W[b2])", "line 1, column 29:", "the game is over");
    refused("(;SZ[2];B[resign];W[b1])", "line 1, column 21:", "the game is over");
    refused("(;SZ[3]AB[a1][a1])", "line 1, column 15:", "a1 is set up twice");
    refused("(;SZ[3]AB[a1]AW[a1:b2])", "line 1, column 17:", "a1 is set up twice");
    refused("(;SZ[3]AB[d1])", "line 1, column 11:", "'d1'");
    refused("(;SZ[3]AB[])", "line 1, column 11:", "''");
    refused("(;SZ[3]AB[a1:])", "line 1, column 11:", "'a1:'");
    refused("(;SZ[3]AB[b2:a1])", "line 1, column 11:", "top left");
    refused("(;SZ[3]PL[X])", "line 1, column 11:", "expected B or W");
    // A fault after the move asked for is a fault of the file.
    Game game;
    Error error = {0};
    SgfTree *tree = tree_of("(;SZ[3];B[a1];W[z9])");
    game.count = 77;
    assert_false(sgf_game(tree, 1, &game, &error));
    assert_int_equal(game.count, 77);
    sgf_free(tree);
    tree = tree_of("(;SZ[3];B[a1])");
    assert_false(sgf_game(tree, 2, &game, &error));
    assert_non_null(strstr(error.text, "main line: 1, asked for: 2"));
    sgf_free(tree);
}

static void same_written(const char *text, const char *expected) {
    SgfTree *tree = tree_of(text);
    Text out = {0};
    sgf_write(tree, &out);
    assert_string_equal(text_string(&out), expected);
    text_free(&out);
    sgf_free(tree);
}

static void test_round_trip(void **state) {
    (void)state;
    same_written("(;FF[4]GM[11]SZ[11]XX[a\\]b\\\\][][ : \r\n\t]PB[J\xc3\xb6rg];B[a1]ZZ[?]\n;W[b1]C[\\\n])",
                 "(;FF[4]GM[11]SZ[11]XX[a\\]b\\\\][][ : \r\n\t]PB[J\xc3\xb6rg]\n;B[a1]ZZ[?];W[b1]C[\\\n])\n");
    same_written("\xef\xbb\xbf ( ; SZ [3] ; B [a1] ( ; W [b1] ) ( ; W[c1] ( ; B [b2] ) ) )",
                 "(;SZ[3]\n;B[a1]\n(;W[b1])\n(;W[c1];B[b2]))\n");
    same_written("(;SZ[3];B[a1])(;GM[1]XY[z])", "(;SZ[3]\n;B[a1])\n(;GM[1]XY[z])\n"); // a collection
    same_written("(;)", "(;)\n");
    SgfTree *tree = tree_of("(;SZ[3];B[a1])(;GM[1]XY[z])(;)");
    assert_int_equal(sgf_game_count(tree), 3);
    assert_int_equal(sgf_next_sibling(tree, sgf_root(tree, 0)), SGF_NONE);
    assert_true(sgf_has(tree, sgf_root(tree, 1), "XY"));
    assert_int_equal(sgf_root(tree, 3), SGF_NONE);
    sgf_free(tree);
}

static void test_text(void **state) {
    (void)state;
    SgfTree *tree = tree_of("(;C[a\\]b\\\\c\\\nd\\\r\ne\nf\\:])");
    Text out = {0};
    assert_true(sgf_text(tree, 0, "C", &out));
    assert_string_equal(text_string(&out), "a]b\\cde\nf:");
    assert_false(sgf_text(tree, 0, "GN", &out));
    text_clear(&out);
    assert_true(sgf_set_text(tree, 0, "GN", "[x] \\ y"));
    assert_true(sgf_text(tree, 0, "GN", &out));
    assert_string_equal(text_string(&out), "[x] \\ y");
    text_free(&out);
    sgf_free(tree);
}

static void test_annotate(void **state) {
    (void)state;
    Error error = {0};
    SgfTree *tree = tree_of("(;SZ[3];B[a1]C[good\\]]XX[1];W[b2])");
    SgfNode first = sgf_node_of_move(tree, 1), second = sgf_node_of_move(tree, 2);
    assert_int_equal(sgf_node_of_move(tree, 3), SGF_NONE);
    assert_true(sgf_add_comment(tree, first, "value 0.5"));
    assert_true(sgf_add_comment(tree, second, "bad ["));
    assert_int_equal(sgf_add_move(tree, first, WHITE, 4, &error), second); // b2 is there already
    SgfNode better = sgf_add_move(tree, first, WHITE, 2, &error);
    SgfNode reply = sgf_add_move(tree, better, BLACK, 3, &error);
    assert_true(sgf_add_value(tree, reply, "LB", "a1:x"));
    assert_true(sgf_add_value(tree, reply, "LB", "b1:y"));
    assert_int_equal(sgf_next_sibling(tree, second), better);
    assert_int_equal(sgf_parent(tree, better), first);
    Text out = {0};
    sgf_write(tree, &out);
    assert_string_equal(text_string(&out), "(;SZ[3]\n;B[a1]C[good\\]\nvalue 0.5]XX[1]\n(;W[b2]C[bad [])\n"
                                           "(;W[c1];B[a2]LB[a1:x][b1:y]))\n");
    Game g;
    assert_true(sgf_game_at(tree, reply, &g, &error));
    position_is(&g.now, "B.W\nB..\n...", WHITE);
    Color color;
    Move move;
    assert_true(sgf_node_move(tree, better, &color, &move, &error));
    assert_int_equal(color, WHITE);
    assert_int_equal(move, 2);
    assert_true(sgf_node_move(tree, 0, &color, &move, &error));
    assert_int_equal(move, MOVE_NONE);
    assert_int_equal(sgf_move_count(tree), 2);
    text_free(&out);
    sgf_free(tree);
}

static void test_collection_of_sizes(void **state) {
    (void)state;
    Error error = {0};
    Game g;
    Color color;
    Move move;
    SgfTree *tree = tree_of("(;SZ[3];B[a1])(;SZ[5]AB[e5]PL[W];W[a2])");
    SgfNode node = sgf_first_child(tree, sgf_root(tree, 1));
    assert_true(sgf_game_at(tree, node, &g, &error));
    position_is(&g.now, ".....\nW....\n.....\n.....\n....B", BLACK);
    assert_true(sgf_node_move(tree, node, &color, &move, &error));
    assert_int_equal(move, 5);
    sgf_free(tree);
}

static void from_game_again(const Game *game) {
    Error error = {0};
    SgfInfo info = {.black = "A]B\nC", .white = "\\", .date = "2024-01-01", .application = "Mustplay:0.1.0"};
    SgfTree *tree = sgf_from_game(game, &info);
    Text out = {0};
    sgf_write(tree, &out);
    SgfTree *again = sgf_parse(text_string(&out), out.length, NULL, &error);
    if (!again) fail_msg("%s\n%s", error.text, text_string(&out));
    Game read;
    if (!sgf_game(again, -1, &read, &error)) fail_msg("%s\n%s", error.text, text_string(&out));
    assert_true(position_equal(&read.now, &game->now));
    assert_true(position_equal(&read.setup, &game->setup));
    assert_int_equal(read.count, game->count);
    assert_memory_equal(read.played, game->played, (size_t)game->count * sizeof *game->played);
    Text name = {0}, result = {0};
    assert_int_equal(sgf_text(again, 0, "RE", &result), game_winner(game) != EMPTY);
    if (result.length) assert_int_equal(result.data[0], game_winner(game) == BLACK ? 'B' : 'W');
    text_free(&result);
    assert_true(sgf_text(again, 0, "PB", &name));
    assert_string_equal(text_string(&name), "A]B C");
    text_free(&name);
    text_free(&out);
    sgf_free(tree);
    sgf_free(again);
}

static void test_from_game(void **state) {
    (void)state;
    Random random = random_seeded(7);
    for (int round = 0; round < 500; round++) {
        Game game;
        const Geometry *g =
            geometry_get(1 + (int)random_below(&random, 19), 1 + (int)random_below(&random, 19));
        uint32_t cells = (uint32_t)g->cells, stones = round % 2 ? random_below(&random, 10) : 0;
        Position setup = position_scattered(g, &random, cells, cells + stones);
        game_init_position(&game, &setup);
        for (int i = 0; i < 100 && game_winner(&game) == EMPTY; i++) {
            int move = (int)random_below(&random, cells + 1);
            if (i == 1 && round % 3 == 0) move = MOVE_SWAP_PIECES + (int)random_below(&random, 2);
            if (move == g->cells) move = MOVE_PASS + (int)random_below(&random, 2);
            Color color = random_below(&random, 20) ? game.now.to_move : color_other(game.now.to_move);
            game_play(&game, color, move, NULL); // out of turn at times
        }
        from_game_again(&game);
    }
}

static void test_info(void **state) {
    (void)state;
    Game game;
    Error error = {0};
    game_init(&game, geometry_get(3, 2));
    assert_true(game_play_list(&game, "a1 resign", &error));
    SgfInfo info = {.black = "mcts", .white = "random", .result = "B+F", .event = "match", .comment = "a\nb"};
    SgfTree *tree = sgf_from_game(&game, &info);
    Text out = {0};
    sgf_write(tree, &out);
    assert_string_equal(text_string(&out),
                        "(;FF[4]GM[11]CA[UTF-8]SZ[3:2]EV[match]PB[mcts]PW[random]RE[B+F]C[a\nb]"
                        "\n;B[a1];W[resign])\n");
    text_free(&out);
    sgf_free(tree);
    tree = sgf_from_game(&game, NULL);
    sgf_write(tree, &out);
    assert_string_equal(text_string(&out), "(;FF[4]GM[11]CA[UTF-8]SZ[3:2]RE[B+R]\n;B[a1];W[resign])\n");
    text_free(&out);
    sgf_free(tree);
}

// A nest of variations loads up to the limit, is written, and loads again: depth costs no stack.
static void nest_loads(int depth) {
    Error error = {0};
    Text text = {0}, out = {0}, again = {0};
    text_add(&text, "(;SZ[3]");
    for (int i = 1; i < depth; i++) text_add(&text, i % 2 ? "(;C[x])(;" : "(;");
    for (int i = 0; i < depth; i++) text_add_char(&text, ')');
    SgfTree *tree = sgf_parse(text_string(&text), text.length, NULL, &error);
    if (!tree) fail_msg("%s", error.text);
    sgf_write(tree, &out);
    SgfTree *second = sgf_parse(text_string(&out), out.length, NULL, &error);
    assert_non_null(second);
    sgf_write(second, &again);
    assert_string_equal(text_string(&out), text_string(&again));
    Game game;
    assert_true(sgf_game(second, -1, &game, &error));
    sgf_free(second);
    sgf_free(tree);
    text_free(&text);
    text_free(&out);
    text_free(&again);
}

static void test_deep_nest(void **state) {
    (void)state;
    enum { DEPTH = 100000 };
    Text text = {0};
    nest_loads(100);
    nest_loads(SGF_NESTING_MAX);
    for (int closed = 0; closed < 2; closed++) {
        text_clear(&text);
        for (int i = 0; i < DEPTH; i++) text_add(&text, "(;B[a1]");
        for (int i = 0; i < closed * DEPTH; i++) text_add_char(&text, ')');
        refused_bytes(text.data, text.length, "line 1, column 70001:", "nested more than 10000 deep");
    }
    text_clear(&text);
    for (int i = 0; i < DEPTH; i++) text_add_char(&text, '(');
    refused_bytes(text.data, text.length, "line 1, column 2:", "must start with a node");
    text_clear(&text);
    text_add(&text, "(;SZ[3]");
    for (int i = 0; i < DEPTH; i++) text_add(&text, ";C[x]"); // a long line is no nest
    text_add(&text, ";B[a1])");
    SgfTree *tree = tree_of(text_string(&text));
    assert_int_equal(sgf_move_count(tree), 1);
    sgf_free(tree);
    text_free(&text);
}

static void test_garbage(void **state) {
    (void)state;
    enum { SIZE = 10 << 20 };
    Random random = random_seeded(1);
    char *bytes = malloc(SIZE);
    static const char likely[] = "();;BW[]aA1\\\n";
    for (int kind = 0; kind < 3; kind++) {
        for (int i = 0; i < SIZE; i++)
            bytes[i] = kind == 0   ? (char)random_next(&random)
                       : kind == 1 ? likely[random_below(&random, sizeof likely - 1)]
                                   : (char)(' ' + random_below(&random, 95));
        if (kind) memcpy(bytes, "(;", 2);
        refused_bytes(bytes, SIZE, "line ", "column");
    }
    memset(bytes, ';', SIZE);
    bytes[0] = '(';
    refused_bytes(bytes, SIZE, "line 1, column 2097154:", "more than 2097152 nodes");
    free(bytes);
}

static void test_files(void **state) {
    (void)state;
    char path[] = "/tmp/mustplay_sgf_XXXXXX", word[200];
    int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    Error error = {0};
    assert_null(sgf_load(path, NULL, &error)); // empty
    snprintf(word, sizeof word, "%s: line 1, column 1: ", path);
    assert_memory_equal(error.text, word, strlen(word));
    SgfTree *tree = tree_of("(;SZ[3];B[a1])");
    assert_true(sgf_save(tree, path, true, &error));
    SgfTree *again = sgf_load(path, NULL, &error);
    assert_non_null(again);
    assert_int_equal(sgf_move_count(again), 1);
    assert_false(sgf_save(tree, "/nonexistent/x.sgf", true, &error));
    assert_true(error.bad_input);
    sgf_free(again);
    sgf_free(tree);
    assert_int_equal(truncate(path, (64 << 20) + 1), 0);
    error.text[0] = '\0';
    assert_null(sgf_load(path, NULL, &error));
    assert_non_null(strstr(error.text, "64 MB"));
    unlink(path);
    assert_null(sgf_load(path, NULL, &error));
    assert_true(error.bad_input);
    assert_non_null(strstr(error.text, "No such file"));
    assert_null(sgf_load("/", NULL, &error));
    assert_true(error.bad_input);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_main_line),    cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_setup),        cmocka_unit_test(test_words),
        cmocka_unit_test(test_little_golem), cmocka_unit_test(test_syntax_errors),
        cmocka_unit_test(test_game_errors),  cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_text),         cmocka_unit_test(test_annotate),
        cmocka_unit_test(test_from_game),    cmocka_unit_test(test_info),
        cmocka_unit_test(test_deep_nest),    cmocka_unit_test(test_garbage),
        cmocka_unit_test(test_files),        cmocka_unit_test(test_collection_of_sizes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
