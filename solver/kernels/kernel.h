// The inner loops of a round, compiled once per instruction set. All variants produce the same
// bytes.
//
// A round takes the positions that the last round decided, and decides their predecessors
// (solver/retrograde.h). The simplest way is a loop over decided positions, their predecessors, and
// the counters of open moves of those. Here each step handles 64 positions, and is a loop of its
// own over a batch, so that cache lines can be requested before they are needed:
//
//   expand   goes from the list of a successor block to tasks (word, k, row before the move), and
//            from tasks to a queue of words of the block's planes, with a bit for each position
//            that has a decided successor
//   apply    processes the queue: subtracts one open move, or all of them, from these positions,
//            and sets the bits of those with none left in the turned frontier being made
//   collect  turns the frontier into a list for the next round, and into a compact record of the
//            same positions for the history
//
// The frontier is a bitmap of one block, small enough to stay in the core's cache. One byte for
// each line of eight words says whether the line holds any bit.
//
// Implemented in kernel.c, kernel_portable.c, kernel_bmi2.c and kernel_avx512.c.
#ifndef KAURI_SOLVER_KERNELS_KERNEL_H
#define KAURI_SOLVER_KERNELS_KERNEL_H

#include "common/status.h"
#include "solver/kernels/geometry.h"
#include "solver/kernels/masks.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The value that positions get: WON, the value v whose rounds are under way; LOST, -v.
enum kauri_sign { KAURI_LOST = 0, KAURI_WON = 1 };

enum kauri_kernel_choice {
    KAURI_KERNEL_AUTO = 0,     // the fastest that this processor can run
    KAURI_KERNEL_PORTABLE = 1, // no special instructions
    KAURI_KERNEL_BMI2 = 2,     // PEXT, PDEP and AVX2
    KAURI_KERNEL_AVX512 = 3,   // also AVX-512 F, BW, DQ, VL
};

// Version of the format of records (`encode`), lists (kauri_list_bytes) and planes, and of the
// layouts by which they number words (solver/kernels/geometry.h). Checkpoints contain all of these:
// raise the version with every change to one of them, so that other builds refuse what they would
// misread. test_kernels and test_checkpoint_file pin the bytes.
enum { KAURI_SOLVER_FORMAT = 1 };

enum {
    // Words of one segment: C(17, 5) rows of 12 cowries in 6 holes are 6,188 bits.
    KAURI_SEGMENT_WORDS_MAX = 97,
    // Tasks are run when there are more than this; checked once per segment.
    KAURI_TASKS_ENOUGH = 192,
    KAURI_TASKS_MAX =
        KAURI_TASKS_ENOUGH + KAURI_SEGMENT_WORDS_MAX * KAURI_COWRIES_MAX + 2 * KAURI_COWRIES_MAX,
    // A task reaches at most two words of the planes.
    KAURI_QUEUE_MAX = 2 * KAURI_TASKS_MAX + 16,
    // Bytes after the end of a record that may be read, and after an encoded word that may be
    // written.
    KAURI_RECORD_SLACK = 16,
    // Greatest number of bytes that a word takes in a record.
    KAURI_RECORD_WORD_BYTES = 12,
};

// Words [first, first of the next run) of a list belong to the opponent's row `row`.
struct kauri_run {
    uint32_t first;
    uint32_t row;
};

// Positions of one block that one round decided with one sign: the nonzero words of its turned
// frontier, in ascending order.
struct kauri_list_view {
    const uint64_t *bits;  // word_count words
    const uint16_t *masks; // word_count elements: the mask word of each word
    // run_count runs, and one more that marks the end of the last.
    const struct kauri_run *runs;
    uint32_t word_count;
    uint32_t run_count;
};

// The tables for going back over the quiet moves of one hole of a block.
struct kauri_hole_view {
    const struct kauri_origins *origins;
    const uint8_t *maximum; // by mask word: greatest k that allows a row (struct kauri_limit)
    const struct kauri_mask_word *words[KAURI_COWRIES_MAX + 1]; // words of its masks, by k
};

// Scratch memory of one worker; not to be shared between threads.
struct kauri_work {
    const struct kauri_geometry *geometry;
    uint64_t task[KAURI_TASKS_MAX];
    // By task, with AVX-512 only: positions that lead to those of the word, and where they begin in
    // the planes.
    uint64_t before[KAURI_TASKS_MAX];
    uint32_t place[KAURI_TASKS_MAX];
    uint64_t queue_bits[KAURI_QUEUE_MAX];
    uint64_t queue_word[KAURI_QUEUE_MAX]; // word of the planes | mover's row << 32
    uint64_t emit_bits[KAURI_QUEUE_MAX];
    uint64_t emit_word[KAURI_QUEUE_MAX];
    uint32_t queued;
    uint64_t *frontier;  // word_total words and some padding
    uint8_t *lines;      // by line of the frontier: 1 if it holds any bit
    uint16_t *line_list; // numbers of the lines that hold any bit
    uint16_t *word_list; // numbers of the nonzero words
    // Results of collect: a list as bytes (bits, masks, runs: see kauri_list_from) and a record.
    uint8_t *list;
    uint8_t *record;
};

// The result of one call of collect.
struct kauri_collected {
    uint32_t word_count;
    uint32_t run_count;
    uint32_t record_bytes;
    uint64_t positions;
};

// Opponent's rows of ranks first, first + 1, ... (`count` of them), which a move that captures
// leads to the rows of ranks to, to + 1, ... of one lower block.
struct kauri_capture_run {
    const void *values; // r of that block, turned: int8_t or int16_t
    uint16_t first;
    uint16_t count;
    uint16_t to;
    int16_t gain; // 3 * net captures
};

struct kauri_kernel {
    const char *name;
    // Goes back from the positions of `list` (of the block that this hole's moves lead to) and
    // gives their predecessors the sign `made`. The queue must be empty, and is empty afterwards.
    void (*expand)(struct kauri_work *work, uint64_t *planes, const struct kauri_hole_view *hole,
                   const struct kauri_list_view *list, enum kauri_sign made);
    // Works off the queue: KAURI_LOST subtracts one open move, KAURI_WON all of them.
    void (*apply)(struct kauri_work *work, uint64_t *planes, enum kauri_sign made);
    // Empties the frontier into work->list and work->record.
    struct kauri_collected (*collect)(struct kauri_work *work);
    // Raises best[first + i] to gain - values[place + to + i] for every i of every run. best and
    // values are int16_t if `wide`, else int8_t.
    void (*raise)(void *best, bool wide, const struct kauri_capture_run *runs, uint32_t count,
                  uint32_t place);
    // Appends a word to a record; `gap` is the number of zero words since the last one. Returns the
    // new end of the record; up to KAURI_RECORD_SLACK bytes after it are overwritten.
    uint8_t *(*encode)(uint8_t *to, uint32_t gap, uint64_t bits);
    // Appends to a record, which begins here, those of the bits bits[i] & wanted[i] of words[i],
    // i < count, that are set. words[] ascends. Returns and overwrites as `encode` does.
    uint8_t *(*encode_part)(uint8_t *to, const uint16_t *words, const uint64_t *bits,
                            const uint64_t *wanted, uint32_t count);
    // Reads up to `maximum` words from [*from, end) into words[] (their numbers) and bits[], and
    // returns how many. *from is advanced, and *word becomes the number of the word that follows if
    // there is no gap; it is 0 at the beginning of a record.
    uint32_t (*decode)(const uint8_t **from, const uint8_t *end, uint32_t *word, uint32_t *words,
                       uint64_t *bits, uint32_t maximum);
    // Writes `value` to element places[i] + b of `values` for every set bit b of bits[i], i <
    // count. The elements are uint32_t if `wide`, else uint16_t. Returns the number of positions.
    uint64_t (*scatter)(void *values, bool wide, uint32_t value, const uint32_t *places,
                        const uint64_t *bits, uint32_t count);
};

// The variants. All but the first exist on x86-64 only.
extern const struct kauri_kernel kauri_kernel_portable;
#if defined __x86_64__
extern const struct kauri_kernel kauri_kernel_bmi2;
extern const struct kauri_kernel kauri_kernel_avx512;
#endif

// The kernel for a choice, or the best possible one if the processor lacks its instructions. Static
// storage, never NULL.
const struct kauri_kernel *kauri_kernel_get(enum kauri_kernel_choice choice);
// Returns whether this processor can run exactly this kernel.
bool kauri_kernel_possible(enum kauri_kernel_choice choice);

// Makes scratch memory for one worker; to be freed with kauri_work_free. *bytes (may be NULL)
// becomes its size. KAURI_RESOURCE.
enum kauri_status kauri_work_new(const struct kauri_geometry *geometry, struct kauri_work **work,
                                 uint64_t *bytes, struct kauri_error *error);
// Accepts NULL.
void kauri_work_free(struct kauri_work *work);

// Size in bytes of a list with this number of words and runs.
static inline size_t kauri_list_bytes(uint32_t word_count, uint32_t run_count)
{
    return (size_t)word_count * 8 + ((size_t)word_count * 2 + 7) / 8 * 8 +
           ((size_t)run_count + 1) * sizeof(struct kauri_run);
}

// The list that these bytes (8-byte aligned) contain.
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

// Puts up to 64 positions into the queue: those of mover's row `row` whose bit in `bits` is set.
// Bit 0 stands for the position with index `place` in the block.
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
