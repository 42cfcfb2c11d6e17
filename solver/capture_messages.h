// The messages by which ranks ask one another for the values of captures, and answer; only for
// capture_asking.c, capture_answering.c and capture_supply.c.
//
// There are two kinds of message, both sequences of items that begin at multiples of
// KAURI_OUTBOX_ALIGNMENT bytes:
//
// - Questions. Each has a head and its capture groups (solver/capture_targets.h), all of which lead
//   from one block of the layer to one lower block.
// - Answers, one for each question: a head, and the values of its groups, in the order of the
//   groups, compressed.
//
// The functions that read them accept any bytes.
#ifndef KAURI_SOLVER_CAPTURE_MESSAGES_H
#define KAURI_SOLVER_CAPTURE_MESSAGES_H

#include "indexer/layer.h"
#include "solver/share.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The head of a question, which `group_count` groups follow.
struct kauri_value_question {
    uint32_t slot;   // of the one who asks, for the answer
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

// Reads the question at `at`, which up to `left` bytes follow. Returns its size with its groups, or
// 0 if no rank of this layer asks that.
uint64_t kauri_value_question_read(const struct kauri_layer *layer, const uint8_t *at,
                                   uint64_t left, struct kauri_value_question *question);
// Reads the head of the answer at `at`. Returns the size of the answer with its padding, or 0 if
// `left` bytes are too few for it or it is empty. The caller checks slot and target.
uint64_t kauri_value_answer_read(const uint8_t *at, uint64_t left,
                                 struct kauri_value_answer *answer);

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

#endif
