// Virtual connections as claims: reads the derivations of a recorded build (knowledge/vc.h) and writes them
// down. An AND is a list of items in a body, an OR a line of its own, a bridge a pair.
//
// Claims end at the very stones where the connections do, not at whole chains. So the same connection is the
// same claim wherever it occurs.
#ifndef MUSTPLAY_PROOF_CONNECT_H
#define MUSTPLAY_PROOF_CONNECT_H

#include "knowledge/vc.h"
#include "proof/claim.h"

typedef struct Connector Connector;

// NULL out of memory. The book outlives it.
Connector *connector_new(ClaimBook *book);
void connector_free(Connector *connector);

// Builds the winner's connections in a position. False out of memory.
bool connector_build(Connector *connector, const Position *position);
// Whether there is a winning full connection.
bool connector_wins(const Connector *connector);
// The winning full connection as a claim. CLAIM_NONE when out of memory, or when it cannot be written.
ClaimRef connector_claim(Connector *connector);

// The winning semi-connections of the position, at most `max`.
int connector_semis(const Connector *connector, VcSemi *out, int max);
// What remains of a semi-connection once its key is played, as a body that joins the edges with the key given.
// False when out of memory, or when it cannot be written.
bool connector_body(Connector *connector, const VcSemi *semi, Body *body);

// A path of stones between two of `stones` in one chain, or from one to an edge; both included. Empty when
// there is none.
CellSet stones_path(const Geometry *geometry, CellSet stones, int from, int to);

#endif
