#include "solver/fixed_memory.h"

#include "solver/block.h"
#include "solver/storage/frontier.h"
#include "solver/storage/history.h"
#include "solver/store.h"

// Resident bytes of the process before it begins, including libraries.
enum { PROCESS_BYTES = 12 << 20 };

// A layer with n seeds has about n times as many masks.
enum { MASKS_PER_SEED = 150 };

// In a team, a position takes 0.016 bytes in the messages of the largest round and 0.03 bytes in
// the answers about captures in layer 3; the bounds are 2.6 and four times that. Messages are in
// two sets of outboxes and an inbox, which are not all at their fullest at once.
enum { MESSAGES_PART = 24, MESSAGES_LEAST = 1 << 20, ANSWERS_PART = 8, ANSWERS_LEAST = 1 << 20 };

// Bytes of questions about captures, for each hole and number of cowries of a block, while they are
// sent and sorted. 103 in layer 4 of the full board, and some 10 more in each further layer.
enum { QUESTION_BYTES = 200 };

uint64_t kauri_fixed_memory(const struct kauri_layer *layer, const struct kauri_fixed_sizes *sizes)
{
    const uint64_t tails = kauri_history_memory_most(sizes->stored);
    const uint64_t most_tails = sizes->stored * (2 * (uint64_t)layer->cowrie_count + 512);
    return PROCESS_BYTES + sizes->geometry_bytes + sizes->mask_bytes +
           sizes->threads * sizes->work_bytes + sizes->lists * 4 * sizeof(struct kauri_list) +
           sizes->blocks * (sizeof(struct kauri_block) +
                            (6U * layer->seeds + 3) * sizeof(struct kauri_chunk) + 1) +
           (tails < most_tails ? tails : most_tails);
}

uint64_t kauri_fixed_mask_bytes(unsigned seeds, uint32_t words)
{
    return (uint64_t)seeds * MASKS_PER_SEED * words *
           (sizeof(struct kauri_mask_word) + sizeof(uint64_t));
}

uint64_t kauri_message_memory(const struct kauri_share *share, unsigned threads)
{
    const struct kauri_shape shape = share->layer.shape;
    const uint64_t lists = share->positions / MESSAGES_PART;
    const uint64_t questions =
        share->own_count * shape.holes * shape.cowries * (uint64_t)QUESTION_BYTES;
    // The compressed pages of a batch are held twice: by the rank that sends them, and by rank 0.
    // Each time they take a third of the columns; the rest is working memory of the threads.
    return (lists > questions ? lists : questions) + MESSAGES_LEAST +
           kauri_store_memory(&share->layer, threads);
}

uint64_t kauri_answer_memory(const struct kauri_share *share)
{
    return share->positions / ANSWERS_PART + ANSWERS_LEAST;
}
