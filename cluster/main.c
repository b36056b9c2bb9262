// mustplay-worker: what a machine needs that only works for others, without pictures and page.
#include "cli/commands.h"
#include "cli/program.h"
#include "cluster/cmd/cluster_rows.h"
#include "commit.h" // made by the build

static const Program PROGRAM = {
    .name = "mustplay-worker",
    .purpose = "works for runs of Mustplay on many machines",
    .commit = MUSTPLAY_COMMIT,
    .commands = {CLUSTER_COMMANDS},
    .options = {OPTIONS, CLUSTER_OPTIONS},
    .catalog = &CATALOG,
};

int main(int argc, char **argv) {
    return program_main(&PROGRAM, argc, argv);
}
