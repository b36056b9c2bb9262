// mustplay cluster init, key and admit: what an operator does before the machines work.
#ifndef MUSTPLAY_CLUSTER_CMD_CLUSTER_INIT_H
#define MUSTPLAY_CLUSTER_CMD_CLUSTER_INIT_H

#include "cli/command.h"
#include "cluster/stream.h"

// Writes a folder with the configuration of Redis, a user for each role, and their passwords, and prints what to do with it.
int cluster_init(const Args *args);
// Prints this machine's public key, as a line of a file of keys, and its fingerprint.
int cluster_key(const Args *args);
// Admits the workers whose fingerprints are given, or the keys of files; without words it lists who asks.
int cluster_admit(const Args *args, Stream *stream);

#endif
