// The one table of options of the command line. Players have their own tables (engine/player.h), in the same
// form.
#include "app/cli/command.h"

#include <string.h>

const OptionSpec OPTIONS[] = {
    // The position
    {"game", OPTION_CHOICE, "hex", 0, 0, "hex|y", "GAME",
     "The game: Hex, or Y on a triangle (--size 1 to 20). docs/NEIGHBOURS.md tells more of Y."},
    {"size", OPTION_TEXT, "11", 0, 0, NULL, "N|WxH",
     "Board size: W columns and H rows, 1 to 19 each. A file or link must have the same."},
    {"moves", OPTION_TEXT, NULL, 0, 0, NULL, "LIST",
     "Moves from the empty board, alternating from Black: \"a1 b2\"; swap-pieces, swap-sides, pass, resign "
     "allowed."},
    {"black", OPTION_TEXT, NULL, 0, 0, NULL, "CELLS", "Black stones of a set-up position."},
    {"white", OPTION_TEXT, NULL, 0, 0, NULL, "CELLS", "White stones of a set-up position."},
    {"to-move", OPTION_CHOICE, NULL, 0, 0, "black|white", "COLOUR",
     "Who moves. Without it the stones decide, where they can."},
    {"sgf", OPTION_TEXT, NULL, 0, 0, NULL, "FILE",
     "Read the game's main line from an SGF file; in match: write the games to this folder."},
    {"move-number", OPTION_INT, NULL, 0, 10000, NULL, "K",
     "With --sgf: play only the first K moves; 0 is the set-up."},
    {"hexworld", OPTION_TEXT, NULL, 0, 0, NULL, "LINK",
     "Read the position at the cursor of a HexWorld or Trmph link."},
    // Output
    {"json", OPTION_FLAG, NULL, 0, 0, NULL, NULL, "Print one JSON object on stdout."},
    {"help", OPTION_FLAG, NULL, 0, 0, NULL, NULL, "Show this help."},
    // Limits and players
    {"player", OPTION_TEXT, NULL, 0, 0, NULL, "SPEC",
     "The player: NAME or NAME:key=value,key=value. The manual page lists them."},
    {"level", OPTION_INT, NULL, 1, 10, NULL, "L",
     "Strength from 1 to 10, short for --player auto:level=L. Without it 10, in play and serve 4."},
    {"time", OPTION_REAL, NULL, 0, 1e7, NULL, "S", "Seconds per move; in solve, for the whole command."},
    {"playouts", OPTION_INT, NULL, 1, 1e15, NULL, "N", "Play-outs or nodes per move."},
    {"threads", OPTION_INT, NULL, 1, 256, NULL, "T", "Threads to use."},
    {"seed", OPTION_INT, NULL, 0, 9e18, NULL, "N", "Seed of the random numbers."},
    {"swap", OPTION_CHOICE, NULL, 0, 0, "on|off", "STATE",
     "Whether the second player may swap, on square boards. Without it on in play, off elsewhere."},
    {"resign", OPTION_FLAG, NULL, 0, 0, NULL, NULL, "Let the player resign a lost game."},
    // Solving
    {"method", OPTION_TEXT, "auto", 0, 0, NULL, "M", "The solver's method."},
    {"window-base", OPTION_REAL, NULL, 1, 361, NULL, "B",
     "fdfpn and auto look at B moves of a node and a share of those that are left. Without it 1."},
    {"window-factor", OPTION_REAL, NULL, 0.001, 1, NULL, "F",
     "That share. Without it 0.2 in fdfpn; auto has its own."},
    {"epsilon", OPTION_REAL, NULL, 0, 10, NULL, "E",
     "dfpn and fdfpn stay at a child until it exceeds the second best by this share. Without it 0.25."},
    {"memory", OPTION_INT, NULL, 0, 1e8, NULL, "MB", "Megabytes that the search may use."},
    {"store", OPTION_TEXT, NULL, 0, 0, NULL, "PATH",
     "A file of proved positions, created if missing. Runs and processes may share it."},
    {"solver-time", OPTION_REAL, NULL, 0, 1e7, NULL, "S",
     "Seconds per position for the solver; 0 turns it off."},
    {"all-openings", OPTION_FLAG, NULL, 0, 0, NULL, NULL, "Decide every opening move of an empty board."},
    {"as-y", OPTION_FLAG, NULL, 0, 0, NULL, NULL,
     "Decide every move twice: as Hex, and as the position of Y that it is a special case of."},
    {"all-moves", OPTION_FLAG, NULL, 0, 0, NULL, NULL, "Decide every move of the position."},
    {"proof", OPTION_TEXT, NULL, 0, 0, NULL, "FILE",
     "In solve, write a proof that mustplay-verify checks; with --all-moves a folder of them, one per move. "
     "In draw, the proof file to draw a claim of."},
    {"claim", OPTION_INT, NULL, 1, 2e9, NULL, "K", "With --proof: the claim to draw. Without it the last."},
    {"pick", OPTION_INT, NULL, 1, 1e9, NULL, "K", "Which of the file's templates. Without it all."},
    {"expression", OPTION_TEXT, NULL, 0, 0, NULL, "TEXT",
     "A strategy to check against the position: a dot is both, a bar is either."},
    {"patterns", OPTION_TEXT, NULL, 0, 0, NULL, "FILE",
     "A list of patterns with decompositions (docs/PROOFS.md), such as data/decompositions/examples.txt."},
    {"pattern", OPTION_TEXT, NULL, 0, 0, NULL, "NAME",
     "With --patterns: the pattern to draw. Without it the last."},
    {"deduce", OPTION_INT, NULL, 1, 1e9, NULL, "N",
     "Use the must-play deduction rule of Rasmussen 2007 §4.3, with at most N nodes per position."},
    {"stats", OPTION_FLAG, NULL, 0, 0, NULL, NULL, "Print the sizes by rule and by depth too."},
    // Reductions
    {"kind", OPTION_CHOICE, "micro", 0, 0, "micro|macro", "KIND",
     "Micro: each triangle of three cells becomes one cell. Macro: the three boards without one side."},
    {"fill", OPTION_FLAG, NULL, 0, 0, NULL, NULL, "Fill the empty cells by chance first (--seed)."},
    // Networks
    {"net", OPTION_TEXT, NULL, 0, 0, NULL, "FILE", "The network's file."},
    {"precision", OPTION_CHOICE, NULL, 0, 0, "f32|int8", "TYPE",
     "Arithmetic of the net. Without it the fastest that net and machine allow."},
    {"view", OPTION_CHOICE, "black", 0, 0, "black|white|mover", "SIDE", "Whose winning chances are written."},
    {"positions", OPTION_INT, "512", 1, 1e6, NULL, "N", "Positions to calibrate on."},
    // The terminal game
    {"side", OPTION_CHOICE, "black", 0, 0, "black|white|both|none", "COLOUR",
     "The side you play; both: two people; none: watch."},
    {"ascii", OPTION_FLAG, NULL, 0, 0, NULL, NULL, "Draw with plain letters, without colours."},
    // Shannon's games
    {"graph", OPTION_TEXT, NULL, 0, 0, NULL, "FILE",
     "A graph with two targets, as text or DOT; in reproduce best-first an AND/OR graph as text."},
    {"dimacs", OPTION_TEXT, NULL, 0, 0, NULL, "FILE",
     "A formula in conjunctive normal form, as DIMACS writes it."},
    {"bridg-it", OPTION_INT, NULL, 1, 200, NULL, "N", "The board of Bridg-it of size N."},
    {"on", OPTION_CHOICE, NULL, 0, 0, "edges|vertices", "ITEMS",
     "What is played on. Without it edges, and vertices for a Hex position."},
    {"connect", OPTION_CHOICE, "black", 0, 0, "black|white", "COLOUR",
     "The colour that is Connect when the graph is a Hex position."},
    {"play", OPTION_CHOICE, NULL, 0, 0, "connect|cut|both|none", "SIDE",
     "Play in the terminal on this side; both: two people; none: watch."},
    {"first", OPTION_CHOICE, "connect", 0, 0, "connect|cut", "SIDE", "With --play: who moves first."},
    {"write", OPTION_TEXT, NULL, 0, 0, NULL, "FILE",
     "Only write the graph to a file: as DOT if its name ends in .dot or .gv, else as text."},
    // Explanations
    {"joinsets", OPTION_FLAG, NULL, 0, 0, NULL, NULL,
     "List the minimal joinsets of both colours, and the dead cells, which are in none. For small boards."},
    // Drawings
    {"output", OPTION_TEXT, NULL, 0, 0, NULL, "FILE", "The file to write."},
    {"curve", OPTION_TEXT, NULL, 0, 0, NULL, "FILE", "Draw the curve of the values as SVG, PNG or PDF."},
    {"force", OPTION_FLAG, NULL, 0, 0, NULL, NULL, "Replace an existing file."},
    {"heat", OPTION_TEXT, NULL, 0, 0, NULL, "LIST", "Heat of cells from 0 to 1: \"c3=0.7 d4=0.2\"."},
    {"cells", OPTION_TEXT, NULL, 0, 0, NULL, "SETS", "Sets of cells to show: \"carrier: a1 b2; dead: c3\"."},
    {"labels", OPTION_TEXT, NULL, 0, 0, NULL, "LIST", "Texts on cells: \"c3=A d4=12\"."},
    {"arrows", OPTION_TEXT, NULL, 0, 0, NULL, "LIST", "Arrows between cells or edges: \"c3-d5 d5-bottom\"."},
    {"numbers", OPTION_FLAG, NULL, 0, 0, NULL, NULL, "Number the stones in the order of play."},
    {"title", OPTION_TEXT, NULL, 0, 0, NULL, "TEXT", "A line above the board."},
    {"cell-size", OPTION_REAL, "44", 4, 400, NULL, "PIXELS", "Distance between neighbouring cells."},
    {"reduced", OPTION_FLAG, NULL, 0, 0, NULL, NULL,
     "Draw the position beside the reduced graphs of both colours."},
    {"no-coordinates", OPTION_FLAG, NULL, 0, 0, NULL, NULL, "Leave the coordinates out."},
    {"no-legend", OPTION_FLAG, NULL, 0, 0, NULL, NULL, "Leave the legend out."},
    // Matches
    {"players", OPTION_TEXT, NULL, 0, 0, NULL, "A B",
     "The two players; an external one is \"htp:COMMAND LINE\".", .words = 2},
    {"games", OPTION_INT, NULL, 1, 1000000, NULL, "N",
     "Number of games. Without it match plays every opening twice, or 100 games if there are no openings; "
     "selfplay plays 10."},
    {"openings", OPTION_TEXT, NULL, 0, 0, NULL, "SET",
     "Openings: all (every cell), distinct (up to the half-turn), or a FILE with one per line."},
    {"jobs", OPTION_INT, "1", 1, 256, NULL, "J", "Games to play, or positions to analyse, at the same time."},
    {"grace", OPTION_REAL, "5", 0.01, 1e6, NULL, "S",
     "Seconds beyond --time after which an external player counts as hung, at its start too."},
    {"game-time", OPTION_REAL, NULL, 0, 1e7, NULL, "S", "Seconds that each side has for the whole game."},
    {"increment", OPTION_REAL, NULL, 0, 1e6, NULL, "S", "Seconds that a move adds to --game-time."},
    {"resume", OPTION_TEXT, NULL, 0, 0, NULL, "FILE",
     "Keep a journal of what was finished, games or measurements; if it exists, do only what is missing."},
    // The page
    {"host", OPTION_TEXT, "127.0.0.1", 0, 0, NULL, "ADDRESS",
     "The address to listen on; 0.0.0.0 is every address of this machine."},
    {"port", OPTION_INT, NULL, 0, 65535, NULL, "P", "The port to listen on; 0 picks a free one."},
    {"allow", OPTION_TEXT, NULL, 0, 0, NULL, "NAME", "Answer to this host name too."},
    {"clients", OPTION_INT, NULL, 1, 10000, NULL, "N", "The most clients at a time. Without it 128."},
    {"check", OPTION_FLAG, NULL, 0, 0, NULL, NULL, "Check that the page answers, then exit."},
    // Learning
    {"data", OPTION_TEXT, NULL, 0, 0, NULL, "FILE", "What is learned from or tested: games, or weights."},
    {"weights", OPTION_TEXT, NULL, 0, 0, NULL, "FILE",
     "Show what a committee says, by the last weights of a file of `mustplay learn`."},
    {"population", OPTION_INT, NULL, 10, 10000000, NULL, "N",
     "Sets of weights per iteration. Without it 20000."},
    {"elite", OPTION_REAL, NULL, 0.0001, 1, NULL, "R", "The share of them that is kept. Without it 0.1."},
    {"inflate", OPTION_REAL, NULL, 0, 10, NULL, "F",
     "Multiply the covariance by a random number from 1 to 1 + F, against early convergence. Without it 0."},
    {"mirrored", OPTION_FLAG, NULL, 0, 0, NULL, NULL,
     "The opponent's advisors weigh as the player's own do, with the other sign."},
    {"iterations", OPTION_INT, NULL, 1, 1e9, NULL, "N", "Iterations of the method."},
    {"rate", OPTION_REAL, NULL, 0, 10, NULL, "A", "The learning rate of td. Without it 0.05."},
    {"step", OPTION_REAL, NULL, 0, 100, NULL, "Z",
     "How much beam changes a weight at most. Without it 0.15."},
    // Experiments
    {"full", OPTION_FLAG, NULL, 0, 0, NULL, NULL, "Run the full setting instead of the quick one."},
    {"table", OPTION_TEXT, NULL, 0, 0, NULL, "FILE", "Write the rows to a file, tabs between the columns."},
    // Benchmarks
    {"peer", OPTION_TEXT, NULL, 0, 0, NULL, "COMMAND", "An HTP program to compare with, as a command line."},
    {0},
};

const OptionSpec *option_find(const char *name) {
    for (const OptionSpec *spec = OPTIONS; spec->name; spec++) {
        if (!strcmp(spec->name, name)) return spec;
    }
    return NULL;
}
