// The settings of a question to the solver and of its search. One struct for all users: it is filled in
// where a search begins, kept there, and read everywhere else.
#ifndef MUSTPLAY_SEARCH_SETTINGS_H
#define MUSTPLAY_SEARCH_SETTINGS_H

#include "knowledge/knowledge.h"
#include "net/net.h"
#include "search/proof_record.h"

typedef enum ProofDriver { PROOF_BEST_FIRST, PROOF_DEPTH_FIRST, PROOF_PLAIN } ProofDriver;

// All zero is a good one for the solver (solve/solver.h). What is pointed to outlives the search.
typedef struct SolveSettings {
    const ProofStore *store; // of proved positions, or NULL
    struct Advice
        *advice; // of other questions (search/advice.h), or NULL; the search readies it for each question
    const Net
        *net; // orders the moves; NULL: resistance does, and in auto the solver's own net, where it is found,
              // in decompose the large one
    const char *data; // the folder that those are looked for in; NULL: see net/net.h
    bool without_net; // auto and decompose take no net by themselves
    const struct SolveElsewhere
        *elsewhere;             // takes the questions that need a search, or NULL (solve/solver.h)
    const char *checkpoint;     // a file that the graph of one question is kept in from time to time, or NULL
    bool keeps_decided;         // also once the question is decided: the file is the caller's to remove
    const struct ProofTap *tap; // is given what the search learns, or NULL (search/prover.h); one thread only

    // --- The search. 0 means the method's default.
    // A node looks at base + factor * live children, best first, and at least two; the next is admitted when one is
    // refuted. A factor of 1 or more looks at all.
    double focus_base, focus_factor;
    bool policy_only; // fdfpn: the net's value does not narrow this window
    double
        epsilon; // of df-pn's thresholds: a child may exceed the second best by this share. To the solver below 0: none
    KnowledgeOptions knowledge; // of the nodes; to the solver only its `deduce`

    // --- Of the method, the board and the budget: the solver sets them.
    ProofDriver driver;
    bool focus_by_value;  // a net's value below 0 narrows the window: Gao 2020, equations 5.2 and 5.3
    bool net_orders_only; // a net gives no first numbers
    bool order_connected; // resistance that orders the moves knows the connections that the study built
    bool spares_won;      // positions that seem won are studied without connections
    uint64_t memory;      // bytes for the graph
    int threads;          // best first only; a searcher has as many as it was made with
} SolveSettings;

#endif
