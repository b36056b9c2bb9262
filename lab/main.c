// mustplay-lab: all of mustplay, and what the documents describe and the product does not need.
#include "app/app_rows.h"
#include "app/htp/htp_engine.h"
#include "cli/commands.h"
#include "cli/program.h"
#include "commit.h" // made by the build
#ifdef MUSTPLAY_CLUSTER
#include "cluster/cmd/cluster_rows.h"
#endif
#include "lab/lab_catalog.h"
#include "lab/lab_rows.h"

static const Program PROGRAM = {
    .name = "mustplay-lab",
    .purpose = "plays, solves and explains the game of Hex, by every way that the documents describe",
    .commit = MUSTPLAY_COMMIT,
#ifdef MUSTPLAY_CLUSTER
    .commands = {APP_COMMANDS, CLUSTER_COMMANDS, LAB_COMMANDS},
    .options = {OPTIONS, CLUSTER_OPTIONS, LAB_OPTIONS},
    .redis = &REDIS_HOOKS,
#else
    .commands = {APP_COMMANDS, LAB_COMMANDS},
    .options = {OPTIONS, LAB_OPTIONS},
#endif
    .benchmarks = {APP_BENCHMARKS, LAB_BENCHMARKS},
    .drawings = {APP_DRAWINGS, LAB_DRAWINGS},
    .htp = {HTP_COMMANDS},
    .catalog = &LAB_CATALOG,
    .manual = lab_manual,
};

int main(int argc, char **argv) {
    return program_main(&PROGRAM, argc, argv);
}
