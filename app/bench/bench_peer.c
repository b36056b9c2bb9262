// Another program's knowledge of a position, by the HTP commands of Benzene's programs. vc-build computes
// everything for both colours; vc-between-cells-... and vc-intersection-semi report it.
//
// vc-build answers pairs of a cell and a mark: fb and fw (filled in), iv[..], is[..], ii[..] (vulnerable,
// reversible, dominated), x (not to be considered). It marks no x when it holds the position for decided.
// Whether it does follows from the connections between the edges. CPU time is that of the process with all its
// threads, as the kernel counts it, so that a busy machine does not disturb.
#include "app/bench/positions.h"
#include "base/clock.h"
#include "play/htp_process.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ANSWER_SECONDS = 60, SOLVE_SECONDS = 24 * 3600 };

struct Peer {
    HtpProcess process;
    const Geometry *geometry; // of its board
    Text answer;
};

Peer *peer_start(const char *command_line, Error *error) {
    Peer *peer = calloc(1, sizeof *peer);
    Text line = {0};
    if (!strncmp(command_line, "htp:", 4)) command_line += 4;
    text_format(&line, "exec %s", command_line);
    if (!peer || line.failed || !htp_process_start(&peer->process, text_string(&line), error)) {
        if (!peer || line.failed) error_memory(error);
        free(peer);
        peer = NULL;
    }
    text_free(&line);
    return peer;
}

void peer_stop(Peer *peer) {
    if (!peer) return;
    htp_process_stop(&peer->process);
    text_free(&peer->answer);
    free(peer);
}

static bool peer_ask_within(Peer *peer, const char *command, double seconds, Error *error) {
    return htp_process_ask(&peer->process, command, seconds, NULL, &peer->answer, error) == HTP_GOOD;
}

static bool peer_ask(Peer *peer, const char *command, Error *error) {
    return peer_ask_within(peer, command, ANSWER_SECONDS, error);
}

static double peer_cpu(const Peer *peer) {
    clockid_t clock;
    struct timespec now;
    bool read = !clock_getcpuclockid(peer->process.pid, &clock) && !clock_gettime(clock, &now);
    return read ? (double)now.tv_sec + 1e-9 * (double)now.tv_nsec : clock_seconds();
}

static bool stones_send(Peer *peer, const Position *p, Error *error) {
    char command[64], name[CELL_NAME_MAX];
    for (Color color = BLACK; color <= WHITE; color++) {
        CellSet stones = p->stones[color];
        for (int cell; (cell = cellset_pop(&stones)) >= 0;) {
            snprintf(command, sizeof command, "play %c %s", "bw"[color], cell_name(p->geometry, cell, name));
            if (!peer_ask(peer, command, error)) return false;
        }
    }
    return true;
}

// The first build of a size makes tables too: it is done on the empty board and not timed.
static bool position_send(Peer *peer, const Position *p, Error *error) {
    char command[64];
    snprintf(command, sizeof command, "boardsize %d %d", p->geometry->width, p->geometry->height);
    if (peer->geometry != p->geometry &&
        (!peer_ask(peer, command, error) || !peer_ask(peer, "vc-build b", error)))
        return false;
    peer->geometry = p->geometry;
    return peer_ask(peer, "clear_board", error) && stones_send(peer, p, error);
}

// The cells of this board that a text names; others are passed over.
static CellSet cells_read(const Geometry *g, const char *text) {
    CellSet cells = cellset_none();
    for (const char *p = text; *(p += strspn(p, " \n"));) {
        int length = (int)strcspn(p, " \n"), cell = cell_parse(g, p, length);
        if (cell != CELL_NONE) cellset_add(&cells, cell);
        p += length;
    }
    return cells;
}

// Fill-in of both colours, and all cells with a mark.
static void marks_read(const Geometry *g, const char *text, CellSet fill[2], CellSet *marked) {
    int cell = CELL_NONE;
    fill[BLACK] = fill[WHITE] = *marked = cellset_none();
    for (const char *p = text; *(p += strspn(p, " \n"));) {
        int length = (int)strcspn(p, " \n");
        if (cell == CELL_NONE) {
            cell = cell_parse(g, p, length);
        } else {
            if (!strncmp(p, "fb", 2)) cellset_add(&fill[BLACK], cell);
            if (!strncmp(p, "fw", 2)) cellset_add(&fill[WHITE], cell);
            cellset_add(marked, cell);
            cell = CELL_NONE;
        }
        p += length;
    }
}

// Asks about the connections between a colour's edges; true when the answer names one.
static bool edges_ask(Peer *peer, const char *command, Color color, Error *error) {
    char line[80];
    snprintf(line, sizeof line, "%s %c %s", command, "bw"[color],
             color == BLACK ? "north south" : "west east");
    return peer_ask(peer, line, error) && strspn(text_string(&peer->answer), " \n") < peer->answer.length;
}

static Color winner_ask(Peer *peer, const Position *filled, Error *error) {
    Color mover = filled->to_move, other = color_other(mover);
    if (position_winner(filled) != EMPTY) return position_winner(filled);
    if (edges_ask(peer, "vc-between-cells-full", other, error)) return other;
    if (edges_ask(peer, "vc-between-cells-full", mover, error)) return mover;
    if (edges_ask(peer, "vc-between-cells-semi", mover, error)) return mover;
    return EMPTY;
}

static bool builds_time(Peer *peer, Color mover, int repeats, Findings *out, Error *error) {
    char command[32];
    snprintf(command, sizeof command, "vc-build %c", "bw"[mover]);
    double start = peer_cpu(peer);
    for (int i = 0; i < repeats; i++)
        if (!peer_ask(peer, command, error)) return false;
    out->seconds = (peer_cpu(peer) - start) / repeats;
    return true;
}

bool peer_study(Peer *peer, const Position *position, int repeats, Findings *out, Text *answer,
                Error *error) {
    Position filled = *position;
    CellSet fill[2], marked;
    error->text[0] = '\0';
    if (!position_send(peer, position, error) || !builds_time(peer, position->to_move, repeats, out, error))
        return false;
    text_add(answer, text_string(&peer->answer));
    marks_read(position->geometry, text_string(&peer->answer), fill, &marked);
    for (Color color = BLACK; color <= WHITE; color++)
        filled.stones[color] = cellset_or(filled.stones[color], fill[color]);
    out->fill = cellset_count(fill[BLACK]) + cellset_count(fill[WHITE]);
    out->mustplay = out->moves = cellset_none();
    out->winner = winner_ask(peer, &filled, error);
    if (error->text[0]) return false;
    if (out->winner != EMPTY) return true;
    edges_ask(peer, "vc-intersection-semi", color_other(position->to_move), error);
    out->mustplay =
        cellset_and(cells_read(position->geometry, text_string(&peer->answer)), position_vacant(&filled));
    out->moves = cellset_minus(out->mustplay, marked);
    if (cellset_is_empty(out->moves)) out->winner = color_other(position->to_move);
    if (out->winner != EMPTY) out->mustplay = out->moves;
    return !error->text[0];
}

bool peer_solve(Peer *peer, const Position *position, Color *winner, double *seconds, Error *error) {
    char command[32];
    snprintf(command, sizeof command, "dfpn-solve-state %c", "bw"[position->to_move]);
    if (!position_send(peer, position, error) || !peer_ask(peer, "dfpn-clear-tt", error)) return false;
    double start = peer_cpu(peer);
    if (!peer_ask_within(peer, command, SOLVE_SECONDS, error)) return false;
    *seconds = peer_cpu(peer) - start;
    const char *answer = text_string(&peer->answer);
    *winner = strstr(answer, "black") ? BLACK : strstr(answer, "white") ? WHITE : EMPTY;
    return true;
}
