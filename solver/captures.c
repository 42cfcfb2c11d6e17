#include "solver/captures.h"

#include "common/checked.h"
#include "common/memory.h"
#include "solver/capture_runs.h"
#include "solver/pinned_values.h"
#include "solver/team.h"

#include <stdlib.h>
#include <string.h>

// A block is valued by one thread: for each of the mover's rows, and each hole in it, all
// opponent's rows of a segment at once (solver/kernels/geometry.h). A move that captures leads from
// runs of these rows to runs of one segment of a lower block, whose values are neighbours
// (solver/capture_runs.h).

enum {
    WORDS = KAURI_SEGMENT_WORDS_MAX,
    LESS_THAN_ANY = 0x80, // each byte of a number of 8 or 16 bits that is less than any value
};

// A record that is being made.
struct record {
    uint8_t *bytes;
    uint32_t used;
    size_t capacity;
    uint32_t next; // number of the word after the last one
};

// The scratch memory of one worker: one block, and one of its mover's rows.
struct scratch {
    // The block.
    const struct kauri_block *block;
    struct kauri_outcomes outcomes; // outcomes of the block's capturing moves
    kauri_capture_values values;    // values of the blocks to which the outcomes lead
    struct kauri_capture_runs runs;
    struct record records[KAURI_VALUES_MAX]; // records by value
    // The mover's row: the opponent's rows against which a move captures, and r after the best of
    // these moves, int8_t or int16_t.
    uint64_t captured[WORDS];
    int16_t best[WORDS * 64];
    // By value, within one word: 0, or one more than the index of the value among those seen so
    // far.
    uint8_t seen[KAURI_VALUES_MAX];
    // All blocks of the worker.
    uint64_t moves;
    uint64_t positions;
};

struct capture_pass {
    const struct kauri_part *part;
    struct kauri_captures *captures;
    struct kauri_pinned_values *pinned;
    struct scratch *scratches; // scratch memory of each worker
    struct kauri_capture_rows rows;
    bool wide;      // values take two bytes
    uint64_t first; // slot of the first block of the current step
};

// ----------------------------------------------------------------------------------------- records

// Appends positions to a record. `word` is greater than all words before it.
static enum kauri_status append_word(const struct kauri_kernel *kernel, struct record *record,
                                     uint32_t word, uint64_t bits, struct kauri_error *error)
{
    KAURI_PASS(KAURI_FIT(record->bytes, record->used + KAURI_RECORD_WORD_BYTES + KAURI_RECORD_SLACK,
                         record->capacity, error, "the capture pass"));
    const uint8_t *end = kernel->encode(record->bytes + record->used, word - record->next, bits);
    record->used = (uint32_t)(end - record->bytes);
    record->next = word + 1;
    return KAURI_OK;
}

// Records the positions of `bits`, opponent's rows of a word, under the values of their best
// captures. `word` is the number of the word in the layout in which each mover's row begins at a
// new one.
static enum kauri_status record_word(const struct capture_pass *pass, struct scratch *scratch,
                                     uint32_t word, uint64_t bits, const int16_t best[64],
                                     struct kauri_error *error)
{
    uint16_t values[64];
    uint64_t bits_of[64];
    unsigned count = 0;
    const int bias = kauri_most_r(pass->part->layer.seeds);
    scratch->positions += (uint64_t)__builtin_popcountll(bits);
    for (; bits != 0; bits &= bits - 1) {
        const unsigned value = (unsigned)(best[__builtin_ctzll(bits)] + bias);
        unsigned seen = scratch->seen[value];
        if (seen == 0) {
            values[count] = (uint16_t)value;
            bits_of[count] = 0;
            seen = ++count;
            scratch->seen[value] = (uint8_t)seen;
        }
        bits_of[seen - 1] |= bits & -bits;
    }
    for (unsigned i = 0; i < count; i++) {
        scratch->seen[values[i]] = 0;
        KAURI_PASS(
            append_word(pass->part->kernel, &scratch->records[values[i]], word, bits_of[i], error));
    }
    return KAURI_OK;
}

// Moves the records of the worker's block to the spool.
static enum kauri_status store_records(const struct capture_pass *pass, unsigned worker,
                                       uint64_t slot, struct kauri_error *error)
{
    const struct kauri_captures *captures = pass->captures;
    const unsigned values = kauri_value_count(pass->part->layer.seeds);
    for (unsigned value = 0; value < values; value++) {
        struct record *record = &pass->scratches[worker].records[value];
        if (record->used > 0) {
            KAURI_PASS(kauri_spool_append(captures->spool, worker, record->bytes, record->used,
                                          &captures->chunks[slot * values + value], error));
        }
        record->used = 0;
        record->next = 0;
    }
    return KAURI_OK;
}

// --------------------------------------------------------------------------------------- one block

// Values the captures by hole h against all opponent's rows, for one mover's row: raises `best`.
static void value_hole(const struct capture_pass *pass, struct scratch *scratch, uint32_t mover,
                       unsigned h)
{
    const struct kauri_part *part = pass->part;
    const struct kauri_geometry *geometry = part->geometry;
    const struct kauri_block *block = scratch->block;
    const unsigned k = geometry->row[mover][h];
    const unsigned opposite = part->layer.shape.cowries - geometry->cowries[mover];
    const uint32_t *first_runs = scratch->runs.first[h][k]; // by cowries of the opponent's row
    const uint32_t run_count = first_runs[opposite + 1] - first_runs[opposite];
    if (run_count == 0) {
        return;
    }
    const uint64_t *quiet = part->masks.masks[block->mask[h][k]].quiet;
    const uint32_t first = geometry->mask_first[opposite];
    const uint32_t count = geometry->mask_first[opposite + 1] - first;
    for (uint32_t word = 0; word < count; word++) {
        const uint64_t captures = geometry->mask_full[first + word] & ~quiet[first + word];
        scratch->captured[word] |= captures;
        scratch->moves += (uint64_t)__builtin_popcountll(captures);
    }
    // After the move it is the opponent's turn: the mover's new row is the fixed one of the
    // segment.
    const uint32_t place = geometry->base[geometry->moved[h][block->start[h]][mover]];
    part->kernel->raise(scratch->best, pass->wide, scratch->runs.runs + first_runs[opposite],
                        run_count, place);
}

// Reads r after the best captures against the opponent's rows of a word.
static void read_best(const struct capture_pass *pass, const struct scratch *scratch, uint32_t word,
                      int16_t best[64])
{
    if (pass->wide) {
        memcpy(best, scratch->best + (size_t)word * 64, 64 * sizeof *best);
    } else {
        const int8_t *narrow = (const int8_t *)scratch->best + (size_t)word * 64;
        for (unsigned i = 0; i < 64; i++) {
            best[i] = narrow[i];
        }
    }
}

// Values and records the captures of all positions with one mover's row.
static enum kauri_status capture_row(const struct capture_pass *pass, unsigned worker,
                                     uint32_t mover, struct kauri_error *error)
{
    const struct kauri_geometry *geometry = pass->part->geometry;
    struct scratch *scratch = &pass->scratches[worker];
    const uint32_t first = geometry->word_first[mover];
    const uint32_t count = geometry->word_first[mover + 1] - first;
    memset(scratch->captured, 0, count * sizeof *scratch->captured);
    memset(scratch->best, LESS_THAN_ANY, (size_t)count * 64 * (pass->wide ? 2 : 1));
    for (unsigned h = 0; h < pass->part->layer.shape.holes; h++) {
        if (geometry->row[mover][h] > 0) {
            value_hole(pass, scratch, mover, h);
        }
    }
    for (uint32_t word = 0; word < count; word++) {
        if (scratch->captured[word] != 0) {
            int16_t best[64];
            read_best(pass, scratch, word, best);
            KAURI_PASS(
                record_word(pass, scratch, first + word, scratch->captured[word], best, error));
        }
    }
    return KAURI_OK;
}

// Records the positions of layer 0 whose mover has no cowrie, which are lost (R9): those of the
// empty mover's row, row 0, which comes first in every layout.
static enum kauri_status record_lost(const struct capture_pass *pass, unsigned worker,
                                     struct kauri_error *error)
{
    const struct kauri_geometry *geometry = pass->part->geometry;
    int16_t lost[64];
    for (unsigned i = 0; i < 64; i++) {
        lost[i] = -1;
    }
    for (uint32_t word = 0; word < geometry->word_first[1]; word++) {
        KAURI_PASS(record_word(pass, &pass->scratches[worker], word,
                               geometry->mask_full[geometry->word_mask[word]], lost, error));
    }
    return KAURI_OK;
}

// Values and records the captures of all positions of a block.
static enum kauri_status capture_block(void *context, unsigned worker, uint64_t index,
                                       struct kauri_error *error)
{
    const struct capture_pass *pass = context;
    const struct kauri_part *part = pass->part;
    const uint64_t slot = pass->first + index;
    const uint64_t number = kauri_part_number(part, slot);
    struct scratch *scratch = &pass->scratches[worker];
    uint8_t seeds[KAURI_BOARD_HOLES_MAX] = {0};
    scratch->block = &part->blocks[slot];
    kauri_block_outcomes(&part->layer, number, scratch->block, &part->masks, &scratch->outcomes);
    KAURI_PASS(kauri_pinned_values_load(pass->pinned, worker, slot, &scratch->outcomes,
                                        scratch->values, error));
    kauri_row_unrank(number, 2U * part->layer.shape.holes, part->layer.seeds, seeds);
    KAURI_PASS(kauri_capture_runs_make(&pass->rows, &part->masks, scratch->block, seeds,
                                       &scratch->outcomes, scratch->values, &scratch->runs, error));
    for (uint32_t mover = 0; mover < part->geometry->row_total; mover++) {
        KAURI_PASS(capture_row(pass, worker, mover, error));
    }
    if (part->layer.seeds == 0) {
        KAURI_PASS(record_lost(pass, worker, error));
    }
    return store_records(pass, worker, slot, error);
}

// ---------------------------------------------------------------------------------------- the pass

enum kauri_status kauri_captures_new(struct kauri_captures *captures, const struct kauri_part *part,
                                     struct kauri_spool *spool, struct kauri_error *error)
{
    captures->part = part;
    captures->spool = spool;
    return KAURI_NEW(
        captures->chunks,
        kauri_size_to_ask((part->block_count + 1) * kauri_value_count(part->layer.seeds)), error,
        "the capture pass");
}

static enum kauri_status make_scratches(struct capture_pass *pass, unsigned threads,
                                        struct kauri_error *error)
{
    KAURI_PASS(KAURI_NEW(pass->scratches, threads, error, "the capture pass"));
    return kauri_capture_rows_init(&pass->rows, pass->part->geometry, error);
}

// Values the captures of all blocks of the part, in as many steps as the team wants. If one rank is
// asked to stop, or fails, the others learn of it after the current step. Collective: all ranks
// return the same status.
static enum kauri_status capture_blocks(struct capture_pass *pass, struct kauri_pace *pace,
                                        struct kauri_error *error)
{
    const struct kauri_part *part = pass->part;
    const unsigned steps = part->team->work->steps;
    for (unsigned step = 0; step < steps; step++) {
        pass->first = part->block_count * step / steps;
        const uint64_t count = part->block_count * (step + 1) / steps - pass->first;
        const struct kauri_loop loop = {
            .pace = pace, .count = count, .positions = count * part->layer.cowrie_count};
        KAURI_PASS(
            kauri_team_status(part->team, kauri_loop(&loop, capture_block, pass, error), error));
    }
    return KAURI_OK;
}

enum kauri_status kauri_captures_run(struct kauri_captures *captures, struct kauri_lower *lower,
                                     struct kauri_pace *pace, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_part *part = captures->part;
    struct capture_pass pass = {.part = part, .captures = captures, .wide = lower->wide};
    kauri_pace_stage(pace, "captures");
    status = make_scratches(&pass, pace->threads, error);
    if (status == KAURI_OK) {
        status = kauri_pinned_values_new(part, lower, pace->threads, &pass.pinned, error);
    }
    KAURI_TRY(kauri_team_status(part->team, status, error));
    status = capture_blocks(&pass, pace, error);
cleanup:
    kauri_pinned_values_free(pass.pinned);
    for (unsigned worker = 0; pass.scratches != NULL && worker < pace->threads; worker++) {
        struct scratch *scratch = &pass.scratches[worker];
        captures->moves += scratch->moves;
        captures->positions += scratch->positions;
        for (unsigned value = 0; value < KAURI_VALUES_MAX; value++) {
            free(scratch->records[value].bytes);
        }
        kauri_capture_runs_clear(&scratch->runs);
    }
    kauri_capture_rows_clear(&pass.rows);
    free(pass.scratches);
    return status;
}

void kauri_captures_clear(struct kauri_captures *captures)
{
    free(captures->chunks);
    captures->chunks = NULL;
}
