// Candidates of a search as public ones (api/inside.h): for the rooms that may see src/.
#ifndef MUSTPLAY_API_INSIDE_ANALYSIS_H
#define MUSTPLAY_API_INSIDE_ANALYSIS_H

#include "api/inside.h"
#include "mustplay/analysis.h"
#include "search/search_report.h"

mp_proved proved_out(Proof proof);
mp_candidate candidate_out(const SearchMove *move);

#endif
