// Strategy expressions, as in b2.(b1|c1).(a3|b3) (Hayward's notes on solving Hex states): a small strategy in
// one line. A cell is a stone that the player has, or moves to. A dot means both: the parts are kept disjoint. A
// bar means either: when the opponent enters one side, the player moves in another, first to its cell
// that stands alone.
//
// An expression is checked by turning it into a proof file (docs/PROOFS.md), which the checker judges: sound
// whatever is written here. A bar that is not a plain pair of cells becomes a claim between two ends that this
// module finds. Bars whose joins depend on each other become one claim. Complete up to a bound on its work.
#ifndef MUSTPLAY_LAB_STRATEGY_EXPRESSION_H
#define MUSTPLAY_LAB_STRATEGY_EXPRESSION_H

#include "game/position.h"
#include "lab/strategy/expression_tree.h"
#include "proof/claim.h"

typedef struct Expression {
    const Geometry *geometry;
    ExpressionTree tree; // its leaves are cells
} Expression;

// Blanks mean nothing. False with an error that names the place.
bool expression_parse(const Geometry *geometry, const char *text, Expression *expression, Error *error);
// The same expression in its plainest form.
void expression_write(const Expression *expression, Text *out);
// The cells that stand alone at the top: stones, or the first move.
CellSet expression_top_cells(const Expression *expression);

// Writes a proof file that says: `winner` wins the position by this expression. False, with the reason for a
// person, when the expression is no strategy of his or joins nothing. The checker has the last word on the
// file.
bool expression_prove(const Expression *expression, const Position *position, Color winner, Text *out,
                      Text *reason);

#endif
