#include "app/report/analysis_report.h"

#include "cli/public.h"

static const char *proof_text(mp_proved proved) {
    return proved == MP_WIN ? "win" : "loss";
}

json_t *analysis_proof_json(mp_proved proved) {
    return proved == MP_UNPROVED ? json_null() : json_string(proof_text(proved));
}

json_t *analysis_move_json(const mp_game *game, const mp_candidate *move, int line_max) {
    json_t *line = json_array();
    for (int i = 0; i < move->line.count && i < line_max; i++)
        json_array_append_new(line, json_play(game, move->line.move[i]));
    return json_pack("{s:o, s:f, s:I, s:f, s:o, s:o}", "move", json_play(game, move->move), "value",
                     move->value, "visits", (json_int_t)move->visits, "prior", move->prior, "proved",
                     analysis_proof_json(move->proved), "pv", line);
}

json_t *analysis_json(const mp_game *game, const mp_report *report) {
    json_t *moves = json_array();
    for (int i = 0; i < report->count; i++)
        json_array_append_new(moves, analysis_move_json(game, &report->candidate[i], MP_LINE_MAX));
    return json_pack("{s:o, s:f, s:o, s:I, s:I, s:f, s:o}", "to_move", json_side(mp_game_to_move(game)),
                     "value", report->value, "proved", analysis_proof_json(report->proved), "visits",
                     (json_int_t)report->visits, "evaluations", (json_int_t)report->evaluations, "seconds",
                     report->seconds, "moves", moves);
}

static void line_write(const mp_game *game, const mp_candidate *move, int most, Text *out) {
    char name[MP_NAME_MAX];
    for (int i = 0; i < move->line.count && i < most; i++)
        text_format(out, " %s", mp_move_name(game, move->line.move[i], name));
}

void analysis_kata(const mp_game *game, const mp_report *report, Text *out) {
    char name[MP_NAME_MAX];
    for (int i = 0, order = 0; i < report->count; i++) {
        const mp_candidate *move = &report->candidate[i];
        if (!move->visits && order) continue;
        text_format(out, "%sinfo move %s visits %llu winrate %.6f prior %.6f order %d pv", order ? " " : "",
                    mp_move_name(game, move->move, name), (unsigned long long)move->visits, move->value,
                    move->prior, order);
        line_write(game, move, MP_LINE_MAX, out);
        order++;
    }
}

void analysis_table(const mp_game *game, const mp_report *report, int rows, Text *out) {
    char name[MP_NAME_MAX];
    text_format(out, "%s to move: value %.3f", name_of_color(mp_game_to_move(game)), report->value);
    if (report->proved != MP_UNPROVED) text_format(out, ", a proved %s", proof_text(report->proved));
    text_format(out, ", %llu visit%s, %llu evaluation%s, %.1f s\n\n", (unsigned long long)report->visits,
                plural(report->visits), (unsigned long long)report->evaluations, plural(report->evaluations),
                report->seconds);
    text_add(out, "move   value  visits   prior  line\n");
    for (int i = 0; i < report->count && i < rows; i++) {
        const mp_candidate *move = &report->candidate[i];
        text_format(out, "%-5s", mp_move_name(game, move->move, name));
        if (move->proved != MP_UNPROVED) {
            text_format(out, " %6s", proof_text(move->proved));
        } else {
            text_format(out, "  %5.3f", move->value);
        }
        text_format(out, " %7llu  %6.4f ", (unsigned long long)move->visits, move->prior);
        line_write(game, move, 10, out);
        text_add(out, "\n");
    }
}
