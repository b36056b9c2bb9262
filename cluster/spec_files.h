// Replaces the files that a player's specification names (nets, weights). The sender of a specification to
// another machine does so, and its receiver.
#ifndef MUSTPLAY_CLUSTER_SPEC_FILES_H
#define MUSTPLAY_CLUSTER_SPEC_FILES_H

#include "base/error.h"
#include "base/text.h"
#include "play/catalog.h"

// Writes what stands for a file. False with an error.
typedef bool (*SpecMap)(void *context, const char *file, Text *out, Error *error);

// Copies a specification with every file replaced. Players that are other programs are refused, and so are
// texts that are not files (folders, stores). A worker runs no commands and opens no paths that come from
// elsewhere.
bool spec_map_files(const Catalog *catalog, const char *spec, SpecMap map, void *context, Text *out,
                    Error *error);
// Whether the player may use the net that is found when no file is named.
bool spec_finds_net(const Catalog *catalog, const char *spec);

#endif
