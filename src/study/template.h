// Connection templates: stones and empty cells that join two ends, the opponent moving first, whatever lies
// around them.
//
// A template is drawn on a board of its own: Black's stones, the empty cells it may use (its carrier), and two
// ends. An upper end is the top edge, if the drawing has it, and the stones marked as joined to it. A lower
// end likewise. All other cells are White's.
//
// The question becomes a position of Hex. Outside the carrier, paths of Black stones lead from the marked stones
// to the edges of a somewhat larger board. They pass nothing that they could help. Black wins it exactly when the
// template holds. So any method of the solver decides it, and its proof is the template's.
#ifndef MUSTPLAY_STUDY_TEMPLATE_H
#define MUSTPLAY_STUDY_TEMPLATE_H

#include "solve/solver.h"

typedef struct Template {
    const Geometry *geometry; // of the drawing
    CellSet stones, carrier;  // Black's, and empty
    bool top, bottom;         // the edges that are drawn
    CellSet up, down;         // stones that are joined to an upper or lower end
} Template;

// The position that asks the question, White to move, and the drawing's place on its board.
typedef struct TemplateBoard {
    Position position;
    int column, row; // of the drawing's upper left cell
} TemplateBoard;

// False when an end is missing, or when no paths can be found that leave the template alone.
bool template_board(const Template *t, TemplateBoard *board, Error *error);
// A cell of the drawing as a cell of the board.
int template_placed(const Template *t, const TemplateBoard *board, int cell);
// Cells of the board as cells of the drawing; those outside it are left out.
CellSet template_cells(const Template *t, const TemplateBoard *board, CellSet cells);

typedef enum TemplateState { TEMPLATE_UNDECIDED, TEMPLATE_HOLDS, TEMPLATE_BROKEN } TemplateState;

// All cells are the drawing's.
typedef struct TemplateVerdict {
    TemplateState state;
    CellSet breaks;          // of a broken one: the intrusions that break it; none if it needs none
    CellSet spare;           // of one that holds: cells of the carrier that it can spare, each alone
    CellSet idle;            // stones that could as well be empty, each alone
    CellSet unknown;         // cells and stones about which time or memory ran out
    int16_t reply[CELL_MAX]; // to each intrusion, or CELL_NONE
    uint64_t nodes;
    double seconds;
} TemplateVerdict;

// Least: nothing can be spared, and that is known.
bool template_is_least(const TemplateVerdict *verdict);

// Decides whether the template holds; if so, what it can spare and, if wanted, the replies. The budget is for all
// of it; what it leaves open is unknown. False on a failure.
bool template_check(const Template *t, bool replies, const Budget *budget, TemplateVerdict *verdict,
                    Error *error);

// The same in steps, for callers that do other things in between.
typedef struct TemplateCheck TemplateCheck;

// What is asked of a template that holds; of a broken one always the intrusions that break it.
typedef struct TemplateAims {
    bool minimal, replies;
} TemplateAims;

// NULL with a reason as template_board.
TemplateCheck *template_check_new(const Template *t, TemplateAims aims, Error *error);
void template_check_free(TemplateCheck *check);
// Goes on until all is known (`*done`) or the budget of this step is spent. The solver keeps what was begun from one step to
// the next. False on a failure.
bool template_check_step(TemplateCheck *check, Solver *solver, const Budget *budget, bool *done,
                         Error *error);
// What is known so far.
TemplateVerdict template_check_verdict(const TemplateCheck *check);

#endif
