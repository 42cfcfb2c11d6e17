// How the ranks of a team request the values of captures from one another
// (solver/capture_supply.h): the messages, and this rank's answers to all questions about the lower
// blocks that it decodes. The questions are sorted by lower block, so that each block is decoded
// once.
//
// Both kinds of message are sequences of items that begin at multiples of KAURI_SEND_ALIGNMENT:
//
// - Questions, each with a head and its capture groups (solver/capture_runs.h), all of which lead
//   from one block of the layer to one lower block.
// - Answers, one for each question: a head, and the values of its groups, in the order of the
//   groups, compressed.
#ifndef KAURI_SOLVER_CAPTURE_ANSWERING_H
#define KAURI_SOLVER_CAPTURE_ANSWERING_H

#include "common/loop.h"
#include "solver/capture_runs.h"
#include "solver/lower.h"
#include "solver/send_buffers.h"
#include "solver/share.h"

#include <stdint.h>

// The head of a question, which `group_count` groups follow.
struct kauri_value_question {
    uint32_t slot;   // of the asking rank, for the answer
    uint32_t target; // in the list of targets of the upper block, for the answer
    uint32_t upper;  // number of the block of this layer
    uint32_t block;  // of the layer with `seeds` seeds
    uint8_t seeds;
    uint8_t reserved;
    uint16_t group_count;
    uint32_t padding;
};
struct kauri_value_question_group {
    uint64_t classes;
    uint8_t hole;
    uint8_t cowries;
    uint8_t reserved[6];
};

// The head of an answer, which `size` compressed bytes and the padding follow.
struct kauri_value_answer {
    uint32_t slot;   // as in the question
    uint32_t target; // as in the question
    uint32_t size;   // at least 1
    uint32_t reserved;
};

// The rank that decodes a lower block, and answers the questions about it.
static inline unsigned kauri_value_holder(const struct kauri_share *share, unsigned seeds,
                                          uint64_t block)
{
    return (unsigned)((block + seeds) % share->team->ranks);
}

// The values of the groups of a question or of a block, uncompressed: scratch memory of one worker.
// Zero at first; the caller frees `bytes`.
struct kauri_group_values {
    uint8_t *bytes;
    size_t room;
};
// Makes room for so many bytes. Returns false if memory runs out.
bool kauri_group_values_room(struct kauri_group_values *values, size_t bytes);

// Fails because of what a rank has sent: KAURI_CORRUPT.
enum kauri_status kauri_value_message_damaged(const struct kauri_share *share, unsigned rank,
                                              struct kauri_error *error);
// KAURI_RESOURCE.
enum kauri_status kauri_value_out_of_memory(struct kauri_error *error);

struct kauri_capture_answering;

// Makes the working memory of workers 0 .. threads - 1. The arguments must outlive it.
// KAURI_RESOURCE.
enum kauri_status kauri_capture_answering_new(const struct kauri_share *share,
                                              const struct kauri_capture_rows *rows,
                                              struct kauri_lower *lower, unsigned threads,
                                              struct kauri_capture_answering **answering,
                                              struct kauri_error *error);
// Accepts NULL.
void kauri_capture_answering_free(struct kauri_capture_answering *answering);

// Copies the questions in the messages, one message from each rank, and sorts them. To be called
// once. KAURI_RESOURCE, KAURI_CORRUPT for a message that no rank sends.
enum kauri_status kauri_capture_answering_take(struct kauri_capture_answering *answering,
                                               const struct kauri_message *received,
                                               struct kauri_error *error);

// Puts the answers about some more lower blocks into the send buffers, so few that the answers take
// little memory. KAURI_RESOURCE; KAURI_CORRUPT for a damaged table of a lower layer;
// KAURI_INTERRUPTED.
enum kauri_status kauri_capture_answering_run(struct kauri_capture_answering *answering,
                                              struct kauri_send_buffers *buffers,
                                              struct kauri_pace *pace, struct kauri_error *error);

// Lower blocks that no call has been about yet.
uint64_t kauri_capture_answering_left(const struct kauri_capture_answering *answering);
// Bytes of the memory of the workers.
uint64_t kauri_capture_answering_memory(const struct kauri_capture_answering *answering);

#endif
