// The inner loops of a round, in one variant per instruction set; all give the same bytes.
//
// A round turns the positions decided in the last one (lists of words of turned frontiers) into
// those decided now, block by block (solver/retrograde.h):
//
//   expand   list of a successor block -> tasks (word, k, row before) -> queue of words of the
//            block's planes with the bits that a decided successor reaches
//   apply    queue -> planes: one open move less, or none at all; the bits whose last open move
//            went are set in the turned frontier that is being made
//   collect  frontier -> list for the next round, and the same as a compact record
//
// The frontier is a bitmap of one block that stays in the core's cache, with a byte for every line
// of eight words that says whether it holds anything.
#ifndef KAURI_SOLVER_KERNELS_KERNEL_H
#define KAURI_SOLVER_KERNELS_KERNEL_H

#include "common/status.h"
#include "solver/kernels/geometry.h"
#include "solver/kernels/masks.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Which value positions get: that of the stage, or its negative.
enum kauri_sign { KAURI_LOST = 0, KAURI_WON = 1 };

enum kauri_kernel_choice {
    KAURI_KERNEL_AUTO = 0,     // the fastest that this processor has
    KAURI_KERNEL_PORTABLE = 1, // no special instructions
    KAURI_KERNEL_BMI2 = 2,     // PEXT, PDEP and AVX2
    KAURI_KERNEL_AVX512 = 3,   // also AVX-512 F, BW, DQ, VL
};

// Of records (`encode`), lists (kauri_list_bytes), planes and the layouts that they number words by
// (solver/kernels/geometry.h). Checkpoints hold them: raise it with every change to one of these,
// so that a build that reads them otherwise refuses what it would misread. test_kernels and
// test_checkpoint_file know the bytes.
enum { KAURI_SOLVER_FORMAT = 1 };

enum {
    // Words of one segment: C(17, 5) rows of 12 cowries in 6 holes are 6,188 bits.
    KAURI_SEGMENT_WORDS_MAX = 97,
    // Tasks are worked off when there are more than this, looking once a segment.
    KAURI_TASKS_ENOUGH = 192,
    KAURI_TASKS_MAX =
        KAURI_TASKS_ENOUGH + KAURI_SEGMENT_WORDS_MAX * KAURI_COWRIES_MAX + 2 * KAURI_COWRIES_MAX,
    // A task reaches at most two words of the planes.
    KAURI_QUEUE_MAX = 2 * KAURI_TASKS_MAX + 16,
    // Bytes that may be read behind a record, and written behind an encoded word.
    KAURI_RECORD_SLACK = 16,
    // Most bytes that a word takes in a record.
    KAURI_RECORD_WORD_BYTES = 12,
};

// Words [first, first of the next run) of a list belong to the opponent's row `row`.
struct kauri_run {
    uint32_t first;
    uint32_t row;
};

// Positions of one block decided in one round with one sign, as nonzero words of its turned
// frontier in ascending order.
struct kauri_list_view {
    const uint64_t *bits;         // word_count
    const uint16_t *masks;        // word_count: mask word that each lies under
    const struct kauri_run *runs; // run_count, and one more that ends the last
    uint32_t word_count;
    uint32_t run_count;
};

// A hole of a block: how to go back over its quiet moves.
struct kauri_hole_view {
    const struct kauri_origins *origins;
    const uint8_t *most;                                        // of its limit
    const struct kauri_mask_word *words[KAURI_COWRIES_MAX + 1]; // of its masks, by k
};

// Scratch memory of one worker.
struct kauri_work {
    const struct kauri_geometry *geometry;
    uint64_t task[KAURI_TASKS_MAX];
    uint64_t queue_bits[KAURI_QUEUE_MAX];
    uint64_t queue_word[KAURI_QUEUE_MAX]; // word of the planes | mover's row << 32
    uint64_t emit_bits[KAURI_QUEUE_MAX];
    uint64_t emit_word[KAURI_QUEUE_MAX];
    uint32_t queued;
    uint64_t *frontier;  // word_total and some
    uint8_t *lines;      // one a line of the frontier
    uint16_t *line_list; // lines that hold something
    uint16_t *word_list; // words that do
    // What collect made: a list as bytes (bits, masks, runs: see kauri_list_from) and a record.
    uint8_t *list;
    uint8_t *record;
    uint64_t edges; // words of planes that were touched
};

// What a collect found.
struct kauri_harvest {
    uint32_t word_count;
    uint32_t run_count;
    uint32_t record_bytes;
    uint64_t positions;
};

struct kauri_kernel {
    const char *name;
    // Goes back from the positions of `list` (of the successor block of this hole) and gives their
    // predecessors the sign `made`. The queue must be empty, and is afterwards.
    void (*expand)(struct kauri_work *work, uint64_t *planes, const struct kauri_hole_view *hole,
                   const struct kauri_list_view *list, enum kauri_sign made);
    // Works off the queue: KAURI_LOST takes one open move away, KAURI_WON all.
    void (*apply)(struct kauri_work *work, uint64_t *planes, enum kauri_sign made);
    // Empties the frontier into work->list and work->record.
    struct kauri_harvest (*collect)(struct kauri_work *work);
    // Appends a word to a record: `gap` words are zero since the last. Returns the end; up to
    // KAURI_RECORD_SLACK bytes behind it are overwritten.
    uint8_t *(*encode)(uint8_t *to, uint32_t gap, uint64_t bits);
    // Reads up to `most` words from [from, end) into words[] (their numbers; *word is the one that
    // is next when no gap follows) and bits[]. Returns their count; *from moves on.
    uint32_t (*decode)(const uint8_t **from, const uint8_t *end, uint32_t *word, uint32_t *words,
                       uint64_t *bits, uint32_t most);
    // Writes `value` to places[i] + b for every bit b of bits[i] (of `count`): to uint32_t
    // values[] when wide, else to uint16_t. Returns the number of positions.
    uint64_t (*scatter)(void *values, bool wide, uint32_t value, const uint32_t *places,
                        const uint64_t *bits, uint32_t count);
};

// The kernel for a choice: the best that is possible where the processor lacks what was asked for.
// Static storage, never NULL.
const struct kauri_kernel *kauri_kernel_get(enum kauri_kernel_choice choice);
// True when this processor has the very kernel that was asked for.
bool kauri_kernel_possible(enum kauri_kernel_choice choice);

// KAURI_RESOURCE. `bytes` (may be NULL) receives its size.
enum kauri_status kauri_work_new(const struct kauri_geometry *geometry, struct kauri_work **work,
                                 uint64_t *bytes, struct kauri_error *error);
// Accepts NULL.
void kauri_work_free(struct kauri_work *work);

// Bytes of a list of so many words and runs, and the list in them (8-byte aligned).
static inline size_t kauri_list_bytes(uint32_t word_count, uint32_t run_count)
{
    return (size_t)word_count * 8 + ((size_t)word_count * 2 + 7) / 8 * 8 +
           ((size_t)run_count + 1) * sizeof(struct kauri_run);
}

static inline struct kauri_list_view kauri_list_from(const uint8_t *bytes, uint32_t word_count,
                                                     uint32_t run_count)
{
    const uint8_t *masks = bytes + (size_t)word_count * 8;
    return (struct kauri_list_view){
        .bits = (const void *)bytes,
        .masks = (const void *)masks,
        .runs = (const void *)(masks + ((size_t)word_count * 2 + 7) / 8 * 8),
        .word_count = word_count,
        .run_count = run_count,
    };
}

// Puts 64 positions into the queue: those of mover's row `row` whose bit in `bits` is set, the
// lowest of which has the place (index in the block) `place`.
static inline void kauri_work_put(struct kauri_work *work, uint64_t bits, uint32_t place,
                                  uint32_t row)
{
    const uint64_t word = place / 64 | (uint64_t)row << 32;
    const uint64_t low = bits << place % 64;
    const uint64_t high = bits >> 1 >> (63 - place % 64);
    work->queue_bits[work->queued] = low;
    work->queue_word[work->queued] = word;
    work->queued += low != 0;
    work->queue_bits[work->queued] = high;
    work->queue_word[work->queued] = word + 1;
    work->queued += high != 0;
}

#endif
