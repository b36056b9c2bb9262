// What every proof-number search does at a node. It studies the node, orders its moves and follows a move to a child.
// It brings the children's numbers, refutations and proof sets back.
//
// Sound: a node is lost only when each of its moves is refuted, pruned by knowledge, or outside the proof set
// of a refuted sibling. (The same refutation answers it.) Proof sets are closed as
// docs/THEORY.md demands (Proof sets).
#ifndef MUSTPLAY_SEARCH_PROVER_H
#define MUSTPLAY_SEARCH_PROVER_H

#include "eval/resistance.h"
#include "net/evaluator.h"
#include "search/advice.h"
#include "search/proof_tree.h"
#include "search/settings.h"

typedef struct Prover {
    ProofTree *tree;
    const SolveSettings *settings;
    uint32_t root;
    uint64_t studies;
    bool
        widens; // a move taken as refuted in the virtual numbers admits the next to the focus, as a refuted one does
} Prover;

// What a search came to know of one position and its moves: what a net for the solver learns from.
typedef struct ProofLesson {
    Position filled;              // after all knowledge: what the net is asked about
    CellSet moves;                // those that knowledge left to search
    CellSet wins, losses;         // of these, the moves proved to win and to lose for the mover
    uint32_t work;                // studies made below the position
    uint32_t move_work[CELL_MAX]; // of the wins and losses, the studies made below each; 0: it took none
} ProofLesson;

// Receives a lesson about every position that its study alone did not decide: when its moves decide it, or else when
// the search ends.
typedef struct ProofTap {
    void *context;
    void (*learn)(void *context, const ProofLesson *lesson);
} ProofTap;

// What a node's numbers say of its mover.
typedef enum ProofSeems { SEEMS_EVEN, SEEMS_WON, SEEMS_LOST } ProofSeems;
ProofSeems prover_seems(const Prover *prover, uint32_t id);

// What one thread needs to study positions.
typedef struct ProofWorker {
    Knower *knower;
    Circuit *circuit;
    Evaluator *evaluator; // orders the moves by the policy of the settings' net; NULL: by resistance
    const SolveSettings *settings;
    Board board;
    Knowledge knowledge; // of the position studied last
    bool exact;          // how it was studied
    ProofSeems seems;
    int moves; // of it, best first
    int16_t move[CELL_MAX];
    uint8_t phi[CELL_MAX], delta[CELL_MAX]; // by move: what its child's numbers start with
    float widest;                           // what bounds the focus's factor
} ProofWorker;

// The settings outlive the worker.
bool proof_worker_init(ProofWorker *worker, const Geometry *geometry, const SolveSettings *settings,
                       Error *error);
void proof_worker_free(ProofWorker *worker);

// Studies a position (`exact`: as knower_study says) and orders its moves. Touches no tree: threads may do so
// at once.
void proof_worker_study(ProofWorker *worker, const Position *position, bool exact, ProofSeems seems);

// --- The rest changes the tree: one thread at a time.
// The node of a position, solved at once when the position is won. NODE_NONE: out of memory.
uint32_t prover_enter(Prover *prover, ProofWorker *worker, const Position *position, bool exact,
                      bool *turned);
// Makes a node a leaf of which nothing is known.
void prover_forget(Prover *prover, uint32_t id);
// Prepares a node for being a root: forgets what an inexact study gave. If the mover loses it stays, for then there
// is no move to know.
void prover_reopen(Prover *prover, uint32_t id);
// Stores what studying the node gave. False out of memory; the node is then still a leaf.
bool prover_expand(Prover *prover, uint32_t id, ProofWorker *worker);
// Makes a node a leaf again, to be studied with connections; its children stay in the tree. It does so if the node seemed won,
// was studied without connections and now seems lost. No other search is below it. True when it did.
bool prover_revise(Prover *prover, uint32_t id);
// Takes what another search proved of a node, in the node's frame; what the node kept of its children is forgotten.
void prover_accept(Prover *prover, uint32_t id, const ProofRecord *record);
// The links of an expanded node that a search looks at, best first; gives how many. With `pretend` by the
// virtual numbers. If the prover widens, a move taken as refuted is not among them and has made room for the
// next.
int prover_focus(const Prover *prover, uint32_t id, bool pretend, int16_t link[CELL_MAX]);
// The link to search next: the live child, among those in focus, that is easiest to prove lost for its mover;
// -1 when none is left. `*second` gets the second smallest (virtual) delta.
int prover_select(const Prover *prover, uint32_t id, uint32_t *second);
// The child that a link leads to, made if need be. NODE_NONE: out of memory.
uint32_t prover_follow(Prover *prover, ProofWorker *worker, uint32_t id, int link);
// Recomputes a node from its children; solves it when they do.
void prover_update(Prover *prover, ProofWorker *worker, uint32_t id);
// Gives the worker's tap, if it has one, a lesson of every expanded node.
void prover_teach(const Prover *prover, const ProofWorker *worker);

#endif
