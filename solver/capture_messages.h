// The messages by which ranks ask one another for the values of captures, and answer; and the
// questions of this rank. Only for capture_answering.c and capture_supply.c.
//
// There are two kinds of message, both sequences of items that begin at multiples of
// KAURI_OUTBOX_ALIGNMENT bytes:
//
// - Questions. Each has a head and its capture groups (solver/capture_runs.h), all of which lead
//   from one block of the layer to one lower block.
// - Answers, one for each question: a head, and the values of its groups, in the order of the
//   groups, compressed.
//
// The functions that read them accept any bytes.
#ifndef KAURI_SOLVER_CAPTURE_MESSAGES_H
#define KAURI_SOLVER_CAPTURE_MESSAGES_H

#include "common/loop.h"
#include "indexer/layer.h"
#include "solver/block.h"
#include "solver/outbox.h"
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

// The answers that this rank waits for. Those for the block in a slot have the numbers
// [first[slot], first[slot + 1]), in the order of its targets (solver/capture_runs.h).
struct kauri_awaited_answers {
    uint64_t *first; // by slot of an own block, and one more
    uint32_t *from;  // by number: the rank that sends the answer
    uint64_t count;
};

// Asks for the values that the captures of own blocks lead to: one question for each pair of an own
// block and a lower block, to the rank that decodes the lower block. Puts all questions of this
// rank into the outboxes, and numbers the answers; *awaited must be zeroed, and is to be cleared
// also after a failure. A failure concerns this rank only, and the others do not know of it yet:
// KAURI_RESOURCE, KAURI_INTERRUPTED.
enum kauri_status kauri_capture_ask(const struct kauri_share *share,
                                    const struct kauri_block *blocks,
                                    const struct kauri_masks *masks, struct kauri_mail *mail,
                                    struct kauri_pace *pace, struct kauri_awaited_answers *awaited,
                                    struct kauri_error *error);

// Accepts a zeroed struct.
void kauri_awaited_answers_clear(struct kauri_awaited_answers *awaited);

#endif
