// Pattern search (lab/ladder/threat_search.h) and its book of patterns on one width of cell set.
#include "lab/ladder/threat/template_table.c"
#include "lab/ladder/threat/threat_deduce.c"
#include "lab/ladder/threat/threat_features.c"
#include "lab/ladder/threat/threat_node.c"
#include "lab/ladder/threat/threat_records.c"
#include "lab/ladder/threat/threat_root.c"
#include "lab/ladder/threat/threat_state.c"
#include "lab/ladder/threat/threat_templates.c"

const ThreatOps WIDTH_NAME(threat_ops) = {
    .run = threat_run,
    .book = {book_new, book_release, book_count, book_add, book_match, book_meet, book_each, book_insert},
};
