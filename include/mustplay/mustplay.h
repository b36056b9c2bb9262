/* Mustplay: play, solve and explain the game of Hex.
 *
 * This header includes the whole public interface; each part can be included alone. What holds everywhere is in common.h:
 * who frees what, which thread may call what, how errors come back. The parts in mustplay/sys/ may change between versions
 * without notice.
 */
#ifndef MUSTPLAY_H
#define MUSTPLAY_H

#include "mustplay/analysis.h"
#include "mustplay/common.h"
#include "mustplay/engine.h"
#include "mustplay/explain.h"
#include "mustplay/game.h"
#include "mustplay/player.h"
#include "mustplay/proof.h"
#include "mustplay/review.h"
#include "mustplay/solve.h"

#endif
