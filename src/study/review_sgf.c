// A review written into the game's record.
#include "study/review.h"

#include <math.h>
#include <stdio.h>

static const char *color_title(Color color) {
    return color == BLACK ? "Black" : "White";
}

static void value_text(const ReviewTurn *turn, double value, Color proved, Text *out) {
    if (proved != EMPTY)
        text_format(out, "%s (proved)", proved == turn->mover ? "won" : "lost");
    else
        text_format(out, "%.0f %%", fmax(1, fmin(99, 100 * value))); // certainty is for proofs
}

static void line_text(const Review *review, const ReviewTurn *turn, Text *out) {
    char name[MOVE_NAME_MAX];
    for (int i = 0; i < turn->line_length; i++)
        text_format(out, " %s", move_name(review->geometry, turn->line[i], name));
}

// "Black: 61 % before, 23 % after. Blunder. Better: d4 e5 f6"
static void comment_text(const Review *review, int i, Text *out) {
    static const char *const verdicts[] = {"", " Mistake.", " Blunder.",
                                           " Turning point: a proved win is given away.", " Inaccuracy."};
    static const char *const faults[] = {"", " Too strong an opening: the opponent should swap it.",
                                         " Too weak an opening: the opponent should not swap it.",
                                         " Should have swapped.", " Should not have swapped."};
    const ReviewTurn *turn = &review->turn[i];
    text_format(out, "%s: ", color_title(turn->mover));
    value_text(turn, turn->value, turn->winner, out);
    text_add(out, " before, ");
    value_text(turn, turn->after, turn->winner_after, out);
    text_format(out, " after.%s", verdicts[turn->mark]);
    text_add(out, faults[turn->swap]);
    if (turn->best == MOVE_NONE || turn->best == turn->played || turn->winner == color_other(turn->mover))
        return;
    text_add(out, turn->mark == REVIEW_GOOD ? " Expected:" : " Better:");
    line_text(review, turn, out);
}

// SGF's own annotations: the value for Black, and bad moves.
static bool marks_add(const Review *review, int i, SgfTree *tree, SgfNode node) {
    const ReviewTurn *turn = &review->turn[i];
    char value[32];
    double black = turn->mover == BLACK ? turn->after : 1 - turn->after;
    snprintf(value, sizeof value, "%.3f", 2 * black - 1);
    if (!sgf_set_text(tree, node, "V", value)) return false;
    if (turn->mark == REVIEW_GOOD) return true;
    if (turn->mark == REVIEW_INACCURACY) return sgf_set_text(tree, node, "DO", "");
    return sgf_set_text(tree, node, "BM", turn->mark == REVIEW_MISTAKE ? "1" : "2");
}

// The better line as a variation beside the move that was played.
static bool variation_add(const Review *review, int i, SgfTree *tree, SgfNode parent, Error *error) {
    const ReviewTurn *turn = &review->turn[i];
    Color color = turn->mover;
    SgfNode node = parent;
    for (int k = 0; k < turn->line_length; k++, color = color_other(color)) {
        if (turn->line[k] == MOVE_RESIGN) break;
        node = sgf_add_move(tree, node, color, turn->line[k], error);
        if (node == SGF_NONE) return false;
        if (k || node == sgf_first_child(tree, parent)) continue;
        Text text = {0};
        text_format(&text, "Better for %s: ", color_title(turn->mover));
        value_text(turn, turn->value, turn->winner, &text);
        bool good = !text.failed && sgf_add_comment(tree, node, text.data);
        text_free(&text);
        if (!good) return error_memory(error);
    }
    return true;
}

static bool turn_annotate(const Review *review, int i, SgfTree *tree, Error *error) {
    const ReviewTurn *turn = &review->turn[i];
    int before = sgf_move_count(tree) - review->moves; // after a set-up in mid-game the review starts there
    SgfNode node = sgf_node_of_move(tree, before + i + 1);
    if (!turn->compared || node == SGF_NONE) return true;
    SgfNode parent = sgf_parent(tree, node);
    Text text = {0};
    comment_text(review, i, &text);
    bool good = !text.failed && sgf_add_comment(tree, node, text.data) && marks_add(review, i, tree, node);
    text_free(&text);
    if (!good) return error_memory(error);
    if (!review_mark_is_bad(turn->mark) || turn->best == MOVE_NONE || turn->best == turn->played) return true;
    return variation_add(review, i, tree, parent, error);
}

// The rules, where the record does not say them.
static bool rules_set(const Review *review, SgfTree *tree) {
    if (review->swap_source == REVIEW_BY_NOTHING || sgf_has(tree, sgf_root(tree, 0), "RU")) return true;
    return sgf_set_text(tree, sgf_root(tree, 0), "RU", sgf_swap_text(review->swap_rule));
}

static void score_text(const ReviewScore *score, Color color, Text *out) {
    static const ReviewMark marks[] = {REVIEW_INACCURACY, REVIEW_MISTAKE, REVIEW_BLUNDER,
                                       REVIEW_TURNING_POINT};
    static const char *const names[] = {"inaccurac", "mistake", "blunder", "proved turning point"};
    text_format(out, " %s: accuracy %.0f, mean loss %.1f %%", color_title(color), score->accuracy,
                100 * score->mean_loss);
    for (int k = 0; k < 4; k++) {
        unsigned count = (unsigned)score->mark[marks[k]];
        text_format(out, ", %u %s%s", count, names[k], k ? plural(count) : count == 1 ? "y" : "ies");
    }
    text_add(out, ".");
}

static bool summary_add(const Review *review, SgfTree *tree, Error *error) {
    Text text = {0};
    text_add(&text, "Review by Mustplay.");
    for (Color c = BLACK; c <= WHITE; c++) {
        ReviewScore score = review_score(review, c);
        if (score.moves) score_text(&score, c, &text);
    }
    bool good =
        !text.failed && sgf_add_comment(tree, sgf_root(tree, 0), text.data) && rules_set(review, tree);
    text_free(&text);
    return good || error_memory(error);
}

// Whether the record's main line is the game that was reviewed.
static bool record_check(const Review *review, const SgfTree *tree, Error *error) {
    Game game;
    int before = sgf_move_count(tree) - review->moves;
    if (!sgf_game(tree, 0, &game, error)) return false;
    bool same = game.now.geometry == review->geometry && before >= 0;
    for (int i = 0; same && i < review->moves; i++) {
        Color color;
        Move move;
        SgfNode node = sgf_node_of_move(tree, before + i + 1);
        same = node != SGF_NONE && sgf_node_move(tree, node, &color, &move, NULL) &&
               move == review->turn[i].played && color == review->turn[i].mover;
    }
    return same || error_input(error, "the record's main line is not the game that was reviewed");
}

bool review_annotate(const Review *review, SgfTree *tree, Error *error) {
    if (!record_check(review, tree, error) || !summary_add(review, tree, error)) return false;
    for (int i = 0; i < review->moves; i++) {
        if (!turn_annotate(review, i, tree, error)) return false;
    }
    return true;
}
