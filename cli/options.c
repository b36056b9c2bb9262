// The options that several commands share. A command may have others of its own (Command.own); players have tables in the same
// form (play/player.h).
#include "cli/commands.h"

const OptionSpec OPTIONS[] = {
    // The position
    {"size", OPTION_TEXT, "11", 0, 0, NULL, "N|WxH",
     "Board size: W columns and H rows, 1 to 19 each. A file or link must have the same."},
    {"moves", OPTION_TEXT, NULL, 0, 0, NULL, "LIST",
     "Moves from the empty board, alternating from Black: \"a1 b2\"; swap-pieces, swap-sides, pass, resign "
     "allowed."},
    {"black", OPTION_TEXT, NULL, 0, 0, NULL, "CELLS", "Black stones of a set-up position."},
    {"white", OPTION_TEXT, NULL, 0, 0, NULL, "CELLS", "White stones of a set-up position."},
    {"to-move", OPTION_CHOICE, NULL, 0, 0, "black|white", "COLOUR",
     "Who moves. Without it the stones decide, where they can."},
    {"sgf", OPTION_TEXT, NULL, 0, 0, NULL, "FILE", "Read the game's main line from an SGF file."},
    {"move-number", OPTION_INT, NULL, 0, 10000, NULL, "K",
     "With --sgf: play only the first K moves; 0 is the set-up."},
    {"hexworld", OPTION_TEXT, NULL, 0, 0, NULL, "LINK",
     "Read the position at the cursor of a HexWorld or Trmph link."},
    {"hexboard", OPTION_TEXT, NULL, 0, 0, NULL, "FILE",
     "Read the position from the first of HexWiki's <hexboard> tags in a text; Red is Black."},
    // Output
    {"json", OPTION_FLAG, NULL, 0, 0, NULL, NULL, "Print one JSON object on stdout."},
    {"help", OPTION_FLAG, NULL, 0, 0, NULL, NULL, "Show this help."},
    // Limits and players
    {"player", OPTION_TEXT, NULL, 0, 0, NULL, "SPEC",
     "The player: NAME or NAME:key=value,key=value. The manual page lists them.",
     .names = OPTION_NAMES_PLAYER},
    {"level", OPTION_INT, NULL, 1, 10, NULL, "L",
     "Strength from 1 to 10, short for --player auto:level=L. Without it 10."},
    {"time", OPTION_REAL, NULL, 0, 1e7, NULL, "S", "Seconds per move."},
    {"playouts", OPTION_INT, NULL, 1, 1e15, NULL, "N", "Play-outs or nodes per move."},
    {"threads", OPTION_INT, NULL, 1, 256, NULL, "T", "Threads to use."},
    {"seed", OPTION_INT, NULL, 0, 9e18, NULL, "N", "Seed of the random numbers."},
    {"swap", OPTION_CHOICE, NULL, 0, 0, "on|off", "STATE",
     "Whether the second player may swap, on square boards. Without it off."},
    {"resign", OPTION_FLAG, NULL, 0, 0, NULL, NULL, "Let the player resign a lost game."},
    // Solving
    {"method", OPTION_TEXT, "auto", 0, 0, NULL, "M", "The solver's method.", .names = OPTION_NAMES_METHOD},
    {"memory", OPTION_INT, NULL, 0, 1e8, NULL, "MB", "Megabytes that the search may use."},
    {"store", OPTION_TEXT, NULL, 0, 0, NULL, "PATH",
     "A file of proved positions, created if missing. Runs and processes may share it."},
    {"solver-time", OPTION_REAL, NULL, 0, 1e7, NULL, "S",
     "Seconds per position for the solver; 0 turns it off."},
    {"all-openings", OPTION_FLAG, NULL, 0, 0, NULL, NULL, "Decide every opening move of an empty board."},
    {"all-moves", OPTION_FLAG, NULL, 0, 0, NULL, NULL, "Decide every move of the position."},
    {"proof", OPTION_TEXT, NULL, 0, 0, NULL, "FILE", "A proof file."},
    {"pick", OPTION_INT, NULL, 1, 1e9, NULL, "K", "Which one, of a file or found. Without it all."},
    // Networks
    {"net", OPTION_TEXT, NULL, 0, 0, NULL, "FILE", "The network's file."},
    {"precision", OPTION_CHOICE, NULL, 0, 0, "f32|int8", "TYPE",
     "Arithmetic of the net. Without it the fastest that net and machine allow."},
    // Drawings
    {"output", OPTION_TEXT, NULL, 0, 0, NULL, "FILE", "The file to write."},
    {"force", OPTION_FLAG, NULL, 0, 0, NULL, NULL, "Replace an existing file."},
    {"title", OPTION_TEXT, NULL, 0, 0, NULL, "TEXT", "A line above the board."},
    {"cell-size", OPTION_REAL, "44", 4, 400, NULL, "PIXELS", "Distance between neighbouring cells."},
    // Matches
    {"players", OPTION_TEXT, NULL, 0, 0, NULL, "A B",
     "The two players; an external one is \"htp:COMMAND LINE\".", .words = 2, .names = OPTION_NAMES_PLAYER},
    {"games", OPTION_INT, NULL, 1, 1000000, NULL, "N", "Number of games."},
    {"openings", OPTION_TEXT, NULL, 0, 0, NULL, "SET",
     "Openings: all (every cell), distinct (up to the half-turn), or a FILE with one per line."},
    {"jobs", OPTION_INT, "1", 1, 256, NULL, "J", "How many are worked on at the same time."},
    {"resume", OPTION_TEXT, NULL, 0, 0, NULL, "FILE",
     "Keep a journal of what was finished, games or measurements; if it exists, do only what is missing."},
    {0},
};
