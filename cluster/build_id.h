// Which program this is: workers of one build, on the same kind of CPU, play the same games.
#ifndef MUSTPLAY_CLUSTER_BUILD_ID_H
#define MUSTPLAY_CLUSTER_BUILD_ID_H

enum { BUILD_ID_TEXT = 17 };

// The beginning of a SHA-256 of the program's file and of what the CPU can do; "" when the file cannot be read.
void build_id(char text[BUILD_ID_TEXT]);

#endif
