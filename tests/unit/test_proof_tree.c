// The graph of proof-number searches: what solved nodes keep, and the size of proofs counted from that.
#include "search/proof_estimate.h"
#include "search/proof_search.h"
#include "solve/truth.h"
#include "test_support.h"

// A node of its own for each number: that many black stones in a row.
static uint32_t node_numbered(ProofTree *tree, int number) {
    Position p = position_empty(geometry_get(9, 9));
    for (int cell = 0; cell < number; cell++) cellset_add(&p.stones[BLACK], cell);
    bool turned, made;
    return proof_tree_find(tree, &p, &turned, &made);
}

static void node_end(ProofTree *tree, uint32_t id, bool won) {
    ProofNode *node = proof_tree_node(tree, id);
    node->phi = won ? 0 : PROOF_INFINITE;
    node->delta = won ? PROOF_INFINITE : 0;
    node->work++;
}

static void link_set(ProofTree *tree, uint32_t id, int index, uint32_t child, bool decides) {
    proof_tree_node(tree, id)->detail->link[index] =
        (ProofLink){.node = child,
                    .generation = proof_tree_node(tree, child)->generation,
                    .move = (int16_t)(80 - index),
                    .decides = decides};
}

static ProofNodes size_of(const ProofTree *tree, uint32_t root) {
    ProofNodes size;
    assert_true(proof_tree_size(tree, &root, 1, &size));
    return size;
}

// 1 is lost by 2 and 3, which win by 4 and 5 and share 4's only child 6; 7 was searched in vain.
static ProofTree *tree_small(uint32_t id[8]) {
    ProofTree *tree = proof_tree_new(geometry_get(9, 9), 4 << 20);
    assert_non_null(tree);
    for (int i = 1; i < 8; i++) id[i] = node_numbered(tree, i);
    for (int i = 1; i < 6; i++) assert_true(proof_node_expand(tree, id[i], 3, 0, 0));
    link_set(tree, id[1], 0, id[2], true);
    link_set(tree, id[1], 1, id[7], false);
    link_set(tree, id[1], 2, id[3], true);
    link_set(tree, id[2], 0, id[4], true);
    link_set(tree, id[3], 1, id[5], true);
    link_set(tree, id[4], 0, id[6], true);
    link_set(tree, id[5], 2, id[6], true);
    for (int i = 1; i < 7; i++) {
        node_end(tree, id[i], i == 2 || i == 3 || i == 6);
        proof_node_conclude(tree, id[i]);
    }
    return tree;
}

static void test_conclude(void **state) {
    (void)state;
    uint32_t id[8];
    ProofTree *tree = tree_small(id);
    const ProofDetail *detail = proof_tree_node(tree, id[1])->detail;
    assert_int_equal(detail->links, 2);
    assert_null(detail->sets);
    assert_int_equal(detail->link[1].node, id[3]);
    assert_int_equal(detail->link[1].move, 78);
    assert_null(proof_tree_node(tree, id[6])->detail);
    proof_tree_free(tree);
}

static void test_size(void **state) {
    (void)state;
    uint32_t id[8];
    ProofTree *tree = tree_small(id);
    ProofNodes size = size_of(tree, id[1]);
    assert_true(size.whole);
    assert_int_equal(size.nodes, 6); // the shared one once, the vain one not
    uint32_t both[2] = {id[2], id[3]};
    assert_true(proof_tree_size(tree, both, 2, &size));
    assert_int_equal(size.nodes, 5);
    proof_tree_node(tree, id[6])->work = 0; // fill-in ended it without a study
    assert_int_equal(size_of(tree, id[1]).nodes, 5);
    assert_true(size_of(tree, id[1]).whole);
    assert_false(size_of(tree, id[7]).whole); // not solved
    assert_false(size_of(tree, NODE_NONE).whole);
    proof_tree_free(tree);
}

static void test_size_of_parts(void **state) {
    (void)state;
    uint32_t id[8];
    ProofTree *tree = tree_small(id);
    proof_tree_node(tree, id[6])->generation++; // forgotten
    ProofNodes size = size_of(tree, id[1]);
    assert_false(size.whole);
    assert_int_equal(size.nodes, 5);
    proof_tree_free(tree);
    tree = tree_small(id);
    proof_tree_node(tree, id[5])->recalled = true;
    size = size_of(tree, id[1]);
    assert_false(size.whole);
    assert_int_equal(size.nodes, 5);
    proof_tree_free(tree);
}

static Truth truth_of(const Position *p, const SolveMethod *method, bool all_moves, uint64_t memory) {
    Truth truth;
    Error error = {0};
    truth_start(&truth, p, all_moves);
    assert_true(truth_solve(&truth, method, &(Budget){.memory = memory}, NULL, NULL, NULL, &error));
    return truth;
}

// Of real searches: never more than was studied; the half-turn has the same; a method without a graph has none.
static void test_size_of_searches(void **state) {
    (void)state;
    static const SolveMethod *const METHODS[] = {&SOLVE_AUTO, &SOLVE_DFS, &SOLVE_PNS, &SOLVE_DFPN,
                                                 &SOLVE_FDFPN};
    const Geometry *g = geometry_get(6, 6);
    for (int cell = 0; cell < 6; cell++) {
        Position p = position_empty(g);
        cellset_add(&p.stones[BLACK], cell);
        p.to_move = WHITE;
        Position turned = position_rotated(&p);
        for (int m = 0; m < 5; m++) {
            Truth truth = truth_of(&p, METHODS[m], false, 64 << 20);
            assert_true(truth.measured && truth.size.whole);
            assert_in_range(truth.size.nodes, 1, truth.nodes);
        }
        Truth here = truth_of(&p, &SOLVE_PNS, false, 64 << 20),
              there = truth_of(&turned, &SOLVE_PNS, false, 64 << 20);
        assert_int_equal(here.size.nodes, there.size.nodes);
    }
    Position empty = position_empty(geometry_get(4, 4));
    Truth all = truth_of(&empty, &SOLVE_PNS, true, 64 << 20);
    assert_true(all.measured && all.size.whole);
    assert_in_range(all.size.nodes, 1, all.nodes);
    assert_false(truth_of(&empty, &SOLVE_BRUTE, false, 64 << 20).measured);
}

// A node with four moves: one refuted with 100 studies, one that its refutation answers too, one with 30 so far, one
// not visited. The searched ones take (100 + 2 * 30) / 2 each; so 50 are left for the third, 80 / 2 for the fourth.
static ProofTree *tree_of_moves(uint32_t *id) {
    ProofTree *tree = proof_tree_new(geometry_get(9, 9), 4 << 20);
    assert_non_null(tree);
    *id = node_numbered(tree, 1);
    assert_true(proof_node_expand(tree, *id, 4, 0, 0));
    uint32_t refuted = node_numbered(tree, 2), searched = node_numbered(tree, 3);
    link_set(tree, *id, 0, refuted, true);
    link_set(tree, *id, 1, searched, false);
    for (int i = 2; i < 4; i++)
        proof_tree_node(tree, *id)->detail->link[i] = (ProofLink){.move = (int16_t)(80 - i)};
    node_end(tree, refuted, true);
    proof_tree_node(tree, refuted)->work = 100;
    proof_tree_node(tree, searched)->work = 30;
    CellSet live = cellset_or(cellset_of(79), cellset_of(78));
    proof_detail_set(tree, proof_tree_node(tree, *id)->detail, DETAIL_LIVE, live);
    return tree;
}

static void test_estimate(void **state) {
    (void)state;
    uint32_t id;
    ProofTree *tree = tree_of_moves(&id);
    assert_int_equal(proof_estimate(tree, id), 90);
    // Nothing refuted, not expanded, solved: nothing can be said.
    proof_detail_set(tree, proof_tree_node(tree, id)->detail, DETAIL_LIVE, geometry_get(9, 9)->all);
    assert_int_equal(proof_estimate(tree, id), 0);
    assert_int_equal(proof_estimate(tree, node_numbered(tree, 5)), 0);
    proof_tree_node(tree, id)->delta = 0;
    assert_int_equal(proof_estimate(tree, id), 0);
    proof_tree_free(tree);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_conclude),         cmocka_unit_test(test_size),
        cmocka_unit_test(test_size_of_parts),    cmocka_unit_test(test_estimate),
        cmocka_unit_test(test_size_of_searches),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
