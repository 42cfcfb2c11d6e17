// The rank of a team that decodes a lower block serves its values to the others: the messages, and
// this rank's replies to all requests about the lower blocks that it decodes
// (solver/cluster/remote_values.h sends the requests). Requests are sorted by lower block, so that
// each block is decoded once.
//
// Both kinds of message are sequences of items that begin at multiples of KAURI_SEND_ALIGNMENT:
//
// - Requests, each with a head and its capture groups (solver/cluster/capture_groups.h), all of
//   which lead from one block of the layer to one lower block.
// - Replies, one for each request: a head, and the values of its groups, in the order of the
//   groups, compressed.
#ifndef KAURI_SOLVER_CLUSTER_VALUE_SERVER_H
#define KAURI_SOLVER_CLUSTER_VALUE_SERVER_H

#include "common/loop.h"
#include "solver/cluster/capture_groups.h"
#include "solver/cluster/send_buffers.h"
#include "solver/lower.h"
#include "solver/part.h"

#include <stdint.h>

// The head of a request, which `group_count` groups follow.
struct kauri_value_request {
    uint32_t slot;   // slot of the upper block in the requesting rank, for the reply
    uint32_t target; // index in the list of targets of the upper block, for the reply
    uint32_t upper;  // number of the block of this layer
    uint32_t block;  // lower block, of the layer with `seeds` seeds
    uint8_t seeds;
    uint8_t reserved;
    uint16_t group_count;
    uint32_t padding;
};
struct kauri_value_request_group {
    uint64_t classes;
    uint8_t hole;
    uint8_t cowries;
    uint8_t reserved[6];
};

// The head of a reply, which `size` compressed bytes and the padding follow.
struct kauri_value_reply {
    uint32_t slot;   // as in the request
    uint32_t target; // as in the request
    uint32_t size;   // at least 1
    uint32_t reserved;
};

// The rank that decodes a lower block, and serves the requests about it.
static inline unsigned kauri_value_holder(const struct kauri_part *part, unsigned seeds,
                                          uint64_t block)
{
    return (unsigned)((block + seeds) % part->team->ranks);
}

// The values of the groups of a request or of a block, uncompressed: scratch memory of one worker.
// Zero at first; the caller frees `bytes`.
struct kauri_group_values {
    uint8_t *bytes;
    size_t room;
};
// Makes room for so many bytes. Returns false if memory runs out.
bool kauri_group_values_room(struct kauri_group_values *values, size_t bytes);

// Fails because of what a rank has sent: KAURI_CORRUPT.
enum kauri_status kauri_value_message_damaged(const struct kauri_part *part, unsigned rank,
                                              struct kauri_error *error);
// Fails with KAURI_RESOURCE.
enum kauri_status kauri_value_out_of_memory(struct kauri_error *error);

struct kauri_value_server;

// Makes the working memory of workers 0 .. threads - 1. The arguments must outlive it.
// KAURI_RESOURCE.
enum kauri_status kauri_value_server_new(const struct kauri_part *part,
                                         const struct kauri_group_rows *rows,
                                         struct kauri_lower *lower, unsigned threads,
                                         struct kauri_value_server **server,
                                         struct kauri_error *error);
// Accepts NULL.
void kauri_value_server_free(struct kauri_value_server *server);

// Copies the requests in the messages, one message from each rank, and sorts them. To be called
// once. KAURI_RESOURCE, KAURI_CORRUPT for a message that no rank sends.
enum kauri_status kauri_value_server_take(struct kauri_value_server *server,
                                          const struct kauri_message *received,
                                          struct kauri_error *error);

// Puts the replies about some more lower blocks into the send buffers, so few that the replies take
// little memory. KAURI_RESOURCE; KAURI_CORRUPT for a damaged table of a lower layer;
// KAURI_INTERRUPTED.
enum kauri_status kauri_value_server_run(struct kauri_value_server *server,
                                         struct kauri_send_buffers *buffers,
                                         struct kauri_pace *pace, struct kauri_error *error);

// Returns the number of lower blocks that no call has served yet.
uint64_t kauri_value_server_left(const struct kauri_value_server *server);
// Bytes of the memory of the workers.
uint64_t kauri_value_server_memory(const struct kauri_value_server *server);

#endif
