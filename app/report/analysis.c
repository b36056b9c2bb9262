#include "app/report/analysis.h"

static const char *proof_text(Proof proof) {
    return proof == PROOF_WIN ? "win" : "loss";
}

json_t *analysis_proof_json(Proof proof) {
    return proof == PROOF_NONE ? json_null() : json_string(proof_text(proof));
}

json_t *analysis_move_json(const Geometry *geometry, const SearchMove *move, int line_max) {
    json_t *line = json_array();
    for (int i = 0; i < move->line_length && i < line_max; i++)
        json_array_append_new(line, json_cell(geometry, move->line[i]));
    return json_pack("{s:o, s:f, s:I, s:f, s:o, s:o}", "move", json_cell(geometry, move->cell), "value",
                     move->value, "visits", (json_int_t)move->visits, "prior", move->prior, "proved",
                     analysis_proof_json(move->proof), "pv", line);
}

json_t *analysis_json(const Position *position, const SearchReport *report) {
    json_t *moves = json_array();
    for (int i = 0; i < report->count; i++)
        json_array_append_new(moves,
                              analysis_move_json(position->geometry, &report->move[i], SEARCH_LINE_MAX));
    return json_pack("{s:o, s:f, s:o, s:I, s:I, s:f, s:o}", "to_move", json_color(position->to_move), "value",
                     report->value, "proved", analysis_proof_json(report->proof), "visits",
                     (json_int_t)report->visits, "evaluations", (json_int_t)report->evaluations, "seconds",
                     report->seconds, "moves", moves);
}

static void line_write(const Geometry *geometry, const SearchMove *move, int most, Text *out) {
    char name[CELL_NAME_MAX];
    for (int i = 0; i < move->line_length && i < most; i++)
        text_format(out, " %s", cell_name(geometry, move->line[i], name));
}

void analysis_kata(const Position *position, const SearchReport *report, Text *out) {
    char name[CELL_NAME_MAX];
    for (int i = 0, order = 0; i < report->count; i++) {
        const SearchMove *move = &report->move[i];
        if (!move->visits && order) continue;
        text_format(out, "%sinfo move %s visits %llu winrate %.6f prior %.6f order %d pv", order ? " " : "",
                    cell_name(position->geometry, move->cell, name), (unsigned long long)move->visits,
                    move->value, move->prior, order);
        line_write(position->geometry, move, SEARCH_LINE_MAX, out);
        order++;
    }
}

void analysis_table(const Position *position, const SearchReport *report, int rows, Text *out) {
    char name[CELL_NAME_MAX];
    text_format(out, "%s to move: value %.3f", color_name(position->to_move), report->value);
    if (report->proof != PROOF_NONE) text_format(out, ", a proved %s", proof_text(report->proof));
    text_format(out, ", %llu visit%s, %llu evaluation%s, %.1f s\n\n", (unsigned long long)report->visits,
                plural(report->visits), (unsigned long long)report->evaluations, plural(report->evaluations),
                report->seconds);
    text_add(out, "move   value  visits   prior  line\n");
    for (int i = 0; i < report->count && i < rows; i++) {
        const SearchMove *move = &report->move[i];
        text_format(out, "%-5s", cell_name(position->geometry, move->cell, name));
        if (move->proof != PROOF_NONE) {
            text_format(out, " %6s", proof_text(move->proof));
        } else {
            text_format(out, "  %5.3f", move->value);
        }
        text_format(out, " %7llu  %6.4f ", (unsigned long long)move->visits, move->prior);
        line_write(position->geometry, move, 10, out);
        text_add(out, "\n");
    }
}
