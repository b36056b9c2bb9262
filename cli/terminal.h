// The board in a terminal: Unicode stones and colours where the terminal has them, plain letters elsewhere.
#ifndef MUSTPLAY_CLI_TERMINAL_H
#define MUSTPLAY_CLI_TERMINAL_H

#include "base/text.h"
#include "mustplay/game.h"

typedef enum TerminalColors { TERMINAL_PLAIN, TERMINAL_8_COLORS, TERMINAL_256_COLORS } TerminalColors;

typedef struct Terminal {
    bool unicode;
    TerminalColors colors;
} Terminal;

// What stdout can show. Unicode if the locale is UTF-8 and TERM is not dumb. Colours if it is also a terminal and
// NO_COLOR is empty.
Terminal terminal_detect(void);

// Draws the board with coordinates, the last move, the winning chain, and a cell that is hinted at (or
// MP_NONE).
void terminal_draw(const Terminal *terminal, const mp_game *game, int hint, Text *out);

// The sign of a stone, coloured so that it shows on any background.
void terminal_stone(const Terminal *terminal, mp_color color, Text *out);

#endif
