// Pattern search (search/threat_search.h) and its book of patterns on one width of cell set.
#include "search/threat/template_table.c"
#include "search/threat/threat_deduce.c"
#include "search/threat/threat_features.c"
#include "search/threat/threat_node.c"
#include "search/threat/threat_records.c"
#include "search/threat/threat_root.c"
#include "search/threat/threat_state.c"
#include "search/threat/threat_templates.c"

const ThreatOps WIDTH_NAME(threat_ops) = {
    .run = threat_run,
    .book = {book_new, book_release, book_count, book_add, book_match, book_meet, book_each, book_insert},
};
