// mustplay: the tables of its rooms.
#include "app/htp/engine.h"
#include "app/rows.h"
#include "lab/catalog.h"
#include "cli/commands.h"
#include "cli/program.h"
#ifdef MUSTPLAY_CLUSTER
#include "cluster/cmd/rows.h"
#endif
#include "lab/rows.h"

static const Program PROGRAM = {
    .name = "mustplay",
    .purpose = "plays, solves and explains the game of Hex",
#ifdef MUSTPLAY_CLUSTER
    .commands = {APP_COMMANDS, CLUSTER_COMMANDS, LAB_COMMANDS},
    .options = {OPTIONS, CLUSTER_OPTIONS},
    .redis = &REDIS_HOOKS,
#else
    .commands = {APP_COMMANDS, LAB_COMMANDS},
    .options = {OPTIONS},
#endif
    .catalog = &LAB_CATALOG,
    .benchmarks = {APP_BENCHMARKS},
    .htp = {HTP_COMMANDS},
    .manual = lab_manual,
};

int main(int argc, char **argv) {
    return program_main(&PROGRAM, argc, argv);
}
