// Commands of the core that know more in the lab: the rows that extend them.
#ifndef MUSTPLAY_LAB_CMD_KNOWN_H
#define MUSTPLAY_LAB_CMD_KNOWN_H

#include "cli/command.h"

extern const Command LAB_MOVE, LAB_PLAY, LAB_MATCH, LAB_HTP, LAB_SOLVE; // known.c
extern const Command LAB_EXPLAIN, LAB_VERIFY, LAB_DRAW;                 // explain.c, verify.c, draw.c

int lab_shortest_run(const Args *args); // lab_shortest.c

extern const struct DrawingKind DRAWING_PATTERN; // app/cmd/draw_command.h

#endif
