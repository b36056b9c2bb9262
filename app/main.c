// mustplay: the tables of its rooms.
#include "app/htp/engine.h"
#include "app/rows.h"
#include "lab/catalog.h"
#include "cli/commands.h"
#include "cli/program.h"
#include "cluster/cmd/rows.h"
#include "lab/rows.h"

static const Program PROGRAM = {
    .name = "mustplay",
    .purpose = "plays, solves and explains the game of Hex",
    .commands = {APP_COMMANDS, CLUSTER_COMMANDS, LAB_COMMANDS},
    .options = {OPTIONS},
    .catalog = &LAB_CATALOG,
    .benchmarks = {APP_BENCHMARKS},
    .htp = {HTP_COMMANDS},
    .manual = lab_manual,
};

int main(int argc, char **argv) {
    return program_main(&PROGRAM, argc, argv);
}
