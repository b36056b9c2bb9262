// mustplay: the tables of its rooms.
#include "app/app_rows.h"
#include "app/htp/htp_engine.h"
#include "cli/commands.h"
#include "cli/program.h"
#include "commit.h" // made by the build
#ifdef MUSTPLAY_CLUSTER
#include "cluster/cmd/cluster_rows.h"
#endif

static const Program PROGRAM = {
    .name = "mustplay",
    .purpose = "plays, solves and explains the game of Hex",
    .commit = MUSTPLAY_COMMIT,
    .wider = "mustplay-lab",
#ifdef MUSTPLAY_CLUSTER
    .commands = {APP_COMMANDS, CLUSTER_COMMANDS},
    .options = {OPTIONS, CLUSTER_OPTIONS},
    .redis = &REDIS_HOOKS,
#else
    .commands = {APP_COMMANDS},
    .options = {OPTIONS},
#endif
    .benchmarks = {APP_BENCHMARKS},
    .drawings = {APP_DRAWINGS},
    .htp = {HTP_COMMANDS},
    .catalog = &CATALOG,
};

int main(int argc, char **argv) {
    return program_main(&PROGRAM, argc, argv);
}
