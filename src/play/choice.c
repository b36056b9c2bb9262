#include "play/choice.h"

bool choice_may_swap(const Game *game, const MoveTerms *terms) {
    const Geometry *g = game->now.geometry;
    return terms->may_swap && g->width == g->height && game_can_swap(game);
}

SearchEnd choice_search_end(const Game *game, const MoveTerms *terms) {
    return choice_may_swap(game, terms) ? END_WITH_BUDGET : END_WHEN_SETTLED;
}

void choice_of_search(Choice *choice, const SearchReport *report, bool lost) {
    const SearchMove *best = &report->move[0];
    choice->move = best->cell;
    choice->value = lost ? 0 : report->value;
    choice->visits = report->playouts;
    choice->line_length = best->line_length < CHOICE_LINE_MAX ? best->line_length : CHOICE_LINE_MAX;
    for (int i = 0; i < choice->line_length; i++) choice->line[i] = best->line[i];
}

void choice_dither(Choice *choice, const SearchReport *report, Random *random) {
    double weight[CELL_MAX], total = 0;
    bool searched = report->visits > 1;
    if (report->proof != PROOF_NONE) return;
    for (int i = 0; i < report->count; i++) {
        const SearchMove *move = &report->move[i];
        weight[i] = move->proof == PROOF_LOSS ? 0 : searched ? (double)move->visits : move->prior;
        total += weight[i];
    }
    double at = random_unit(random) * total;
    for (int i = 0; i < report->count; i++) {
        at -= weight[i];
        if (at >= 0 || !(weight[i] > 0)) continue;
        choice->move = report->move[i].cell;
        choice->line_length = 0;
        return;
    }
}

// Whether `now` comes from `before` by a move and its answer.
static bool position_next(const Position *before, const Position *now) {
    if (before->geometry != now->geometry || before->to_move != now->to_move) return false;
    for (int c = 0; c < 2; c++) {
        if (!cellset_within(before->stones[c], now->stones[c]) ||
            cellset_count(now->stones[c]) != cellset_count(before->stones[c]) + 1)
            return false;
    }
    return true;
}

bool despair_note(Despair *despair, const Position *now, const SearchReport *report, bool lost) {
    if (lost || report->proof == PROOF_LOSS) return true;
    if (report->value >= despair->limit || report->visits < despair->visits) {
        despair->searches = 0;
        return false;
    }
    bool next = despair->searches && position_next(&despair->position, now);
    despair->searches = next ? despair->searches + 1 : 1;
    despair->position = *now;
    return despair->searches >= DESPAIR_SEARCHES;
}

bool choice_settle(Choice *choice, const Game *game, const MoveTerms *terms, bool hopeless) {
    if (choice_may_swap(game, terms) && choice->value < 0.5) {
        choice->move = MOVE_SWAP_PIECES;
        choice->value = 1 - choice->value;
    } else if (terms->may_resign && hopeless) {
        choice->move = MOVE_RESIGN;
    } else {
        return true;
    }
    choice->line_length = 0;
    return false;
}
