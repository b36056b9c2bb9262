#include "search/proof_estimate.h"

static double work_of(const ProofTree *tree, const ProofLink *link) {
    uint32_t child = proof_tree_child(tree, link);
    return child == NODE_NONE ? 0 : (double)proof_tree_node(tree, child)->work;
}

uint64_t proof_estimate(const ProofTree *tree, uint32_t id) {
    const ProofNode *node = proof_tree_node(tree, id);
    const ProofDetail *detail = node->detail;
    if (!detail || proof_node_solved(node)) return 0;
    CellSet live = proof_detail_get(tree, detail, DETAIL_LIVE);
    int settled = 0, searched = 0, open = 0;
    double work = 0, left = 0;
    for (int i = 0; i < detail->links; i++) {
        double had = work_of(tree, &detail->link[i]);
        bool lives = cellset_has(live, detail->link[i].move);
        settled += !lives;
        searched += !lives && had > 0;
        open += lives && had > 0;
        work += lives ? 2 * had : had;
    }
    if (!searched) return 0;
    double each = work / (searched + open);
    for (int i = 0; i < detail->links; i++) {
        if (!cellset_has(live, detail->link[i].move)) continue;
        double had = work_of(tree, &detail->link[i]);
        left += had > each - had ? had : had > 0 ? each - had : each * searched / settled;
    }
    return left < 1 ? 1 : (uint64_t)left;
}
