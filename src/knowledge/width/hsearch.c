// H-search, the virtual connections of one colour (knowledge/vc.h), on one width of cell set.
#include "knowledge/hsearch/hs_aim.c"
#include "knowledge/hsearch/hs_and.c"
#include "knowledge/hsearch/hs_cross.c"
#include "knowledge/hsearch/hs_deduce.c"
#include "knowledge/hsearch/hs_or.c"
#include "knowledge/hsearch/hs_origin.c"
#include "knowledge/hsearch/hs_query.c"
#include "knowledge/hsearch/hs_state.c"
#include "knowledge/hsearch/hs_template.c"
#include "knowledge/hsearch/hs_update.c"
#include "knowledge/hsearch/hs_validate.c"

const VcOps WIDTH_NAME(vc_ops) = {
    .create = hs_new,
    .destroy = hs_destroy,
    .build = hs_build,
    .place = hs_place,
    .undo = hs_undo,
    .attempt = hs_attempt,
    .win = hs_win,
    .win_semi = hs_win_semi,
    .mustplay = hs_mustplay,
    .between = hs_between,
    .each = hs_each,
    .end = hs_end,
    .reply = hs_reply,
    .deduce = hs_deduce,
    .counts = hs_counts,
    .validate = hs_validate,
    .winning_full = hs_winning_full,
    .winning_semis = hs_winning_semis,
    .full_read = hs_full_read,
    .member_read = hs_member_read,
};
