#include "solver/captures.h"

#include "common/checked.h"
#include "common/memory.h"
#include "solver/capture_runs.h"

#include <stdlib.h>
#include <string.h>

enum {
    WORDS = KAURI_SEGMENT_WORDS_MAX,
    VALUES_MAX = 6 * KAURI_SEEDS_MAX + 3,
    CLASSES = KAURI_OCCUPANCY_CLASSES,
    DECODE_WORDS = 256,
    LESS_THAN_ANY = 0x80, // each byte of a number of 8 or 16 bits that is less than any value
};

// A record that is being made.
struct record {
    uint8_t *bytes;
    uint32_t used;
    uint32_t room;
    uint32_t next; // word after the last
};

// Lower blocks that are in use.
struct pin {
    uint64_t block;
    unsigned seeds;
    const void *values;
};

struct scratch {
    struct kauri_outcomes outcomes;
    // The values that outcomes lead to.
    const void *values[KAURI_HOLES_MAX][KAURI_COWRIES_MAX + 1][CLASSES];
    struct pin *pins;
    uint32_t pin_count;
    size_t pin_room;
    struct record records[VALUES_MAX]; // by r + 3 * seeds + 1
    struct kauri_capture_runs runs;
    struct kauri_capture_run *supplied; // runs of one move, with a supply
    // One mover's row: the opponent's rows against which a move captures, and r after the best of
    // these moves, int8_t or int16_t.
    uint64_t captured[WORDS];
    int16_t best[WORDS * 64];
    uint8_t slot_of[VALUES_MAX]; // 0: not seen in this word
    uint64_t moves;
    uint64_t positions;
};

struct capture_pass {
    const struct kauri_layer *layer;
    const struct kauri_captures_input *input;
    struct kauri_captures *captures;
    struct scratch *scratches;
    struct kauri_capture_rows rows;
    struct kauri_capture_supply *supply; // NULL for a rank without others
    bool wide;
    uint64_t first; // slot of the part that is being done
};

static void unpin(const struct capture_pass *pass, struct scratch *scratch)
{
    for (uint32_t i = 0; i < scratch->pin_count; i++) {
        kauri_turned_release(pass->input->lower->blocks, scratch->pins[i].seeds,
                             scratch->pins[i].block);
    }
    scratch->pin_count = 0;
}

static enum kauri_status pin(const struct capture_pass *pass, struct scratch *scratch,
                             unsigned worker, const struct kauri_outcome *outcome,
                             const void **values, struct kauri_error *error)
{
    for (uint32_t i = scratch->pin_count; i > 0; i--) {
        const struct pin *known = &scratch->pins[i - 1];
        if (known->block == outcome->block && known->seeds == outcome->seeds_left) {
            *values = known->values;
            return KAURI_OK;
        }
    }
    struct pin *pins =
        kauri_array_grow(scratch->pins, scratch->pin_count, &scratch->pin_room, sizeof *pins);
    if (pins == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for the capture pass");
    }
    scratch->pins = pins;
    KAURI_PASS(kauri_lower_acquire(pass->input->lower, worker, outcome->seeds_left, outcome->block,
                                   values, error));
    scratch->pins[scratch->pin_count++] =
        (struct pin){.block = outcome->block, .seeds = outcome->seeds_left, .values = *values};
    return KAURI_OK;
}

static enum kauri_status pin_all(const struct capture_pass *pass, struct scratch *scratch,
                                 unsigned worker, const struct kauri_block *block,
                                 struct kauri_error *error)
{
    const struct kauri_layer *layer = pass->layer;
    for (unsigned h = 0; h < layer->shape.holes; h++) {
        for (unsigned k = 1; k <= layer->shape.cowries; k++) {
            const uint64_t quiet = pass->input->masks->masks[block->mask[h][k]].classes;
            for (unsigned class = 0; class < 1U << layer->shape.holes; class ++) {
                if (!(quiet >> class & 1U)) {
                    KAURI_PASS(pin(pass, scratch, worker, &scratch->outcomes.of[h][k][class],
                                   &scratch->values[h][k][class], error));
                }
            }
        }
    }
    return KAURI_OK;
}

// Handles the moves of hole h against all opponent's rows, for one mover's row.
static void move_hole(const struct capture_pass *pass, unsigned worker,
                      const struct kauri_block *block, struct scratch *scratch, uint32_t mover,
                      unsigned h)
{
    const struct kauri_geometry *geometry = pass->input->geometry;
    const unsigned k = geometry->row[mover][h];
    const unsigned opposite = pass->layer->shape.cowries - geometry->cowries[mover];
    const uint32_t *runs = scratch->runs.first[h][k];
    if (runs[opposite] == runs[opposite + 1]) {
        return;
    }
    const struct kauri_mask *mask = &pass->input->masks->masks[block->mask[h][k]];
    const uint32_t first = geometry->mask_first[opposite];
    const uint32_t count = geometry->mask_first[opposite + 1] - first;
    for (uint32_t word = 0; word < count; word++) {
        const uint64_t captures = geometry->mask_full[first + word] & ~mask->quiet[first + word];
        scratch->captured[word] |= captures;
        scratch->moves += (uint64_t)__builtin_popcountll(captures);
    }
    const struct kauri_capture_run *first_run = scratch->runs.runs + runs[opposite];
    const uint32_t run_count = runs[opposite + 1] - runs[opposite];
    uint32_t place = geometry->base[geometry->moved[h][block->start[h]][mover]];
    if (pass->supply != NULL) {
        kauri_capture_supply_take(pass->supply, worker, first_run, run_count, scratch->supplied);
        first_run = scratch->supplied;
        place = 0;
    }
    pass->input->kernel->raise(scratch->best, pass->wide, first_run, run_count, place);
}

// Records the positions of `bits` under their values. `word` is the number of the word in the
// layout in which the segment of each mover's row begins at a new word.
static enum kauri_status note_word(const struct capture_pass *pass, struct scratch *scratch,
                                   uint32_t word, uint64_t bits, const int16_t *best,
                                   struct kauri_error *error)
{
    uint16_t values[64];
    uint64_t of_value[64];
    unsigned count = 0;
    const int bias = 3 * pass->layer->seeds + 1;
    for (; bits != 0; bits &= bits - 1) {
        const unsigned value = (unsigned)(best[__builtin_ctzll(bits)] + bias);
        unsigned slot = scratch->slot_of[value];
        if (slot == 0) {
            values[count] = (uint16_t)value;
            of_value[count] = 0;
            slot = ++count;
            scratch->slot_of[value] = (uint8_t)slot;
        }
        of_value[slot - 1] |= bits & -bits;
    }
    for (unsigned i = 0; i < count; i++) {
        struct record *record = &scratch->records[values[i]];
        scratch->slot_of[values[i]] = 0;
        if (record->room < record->used + KAURI_RECORD_WORD_BYTES + KAURI_RECORD_SLACK) {
            const uint32_t room = record->room * 2 + 1024;
            uint8_t *bytes = realloc(record->bytes, room);
            if (bytes == NULL) {
                return kauri_fail(error, KAURI_RESOURCE, "out of memory for the capture pass");
            }
            record->bytes = bytes;
            record->room = room;
        }
        const uint8_t *end = pass->input->kernel->encode(record->bytes + record->used,
                                                         word - record->next, of_value[i]);
        record->used = (uint32_t)(end - record->bytes);
        record->next = word + 1;
    }
    return KAURI_OK;
}

// The values of the opponent's rows of a word.
static void read_best(const struct capture_pass *pass, const struct scratch *scratch, uint32_t word,
                      int16_t best[64])
{
    if (pass->layer->seeds == 0) { // no cowrie in the own row
        for (unsigned i = 0; i < 64; i++) {
            best[i] = -1;
        }
    } else if (pass->wide) {
        memcpy(best, scratch->best + (size_t)word * 64, 64 * sizeof *best);
    } else {
        const int8_t *narrow = (const int8_t *)scratch->best + (size_t)word * 64;
        for (unsigned i = 0; i < 64; i++) {
            best[i] = narrow[i];
        }
    }
}

static enum kauri_status capture_row(const struct capture_pass *pass, unsigned worker,
                                     const struct kauri_block *block, uint32_t mover,
                                     struct kauri_error *error)
{
    const struct kauri_geometry *geometry = pass->input->geometry;
    struct scratch *scratch = &pass->scratches[worker];
    const unsigned own = geometry->cowries[mover];
    const unsigned opposite = pass->layer->shape.cowries - own;
    const uint32_t first = geometry->mask_first[opposite];
    const uint32_t count = geometry->mask_first[opposite + 1] - first;
    memset(scratch->captured, 0, count * sizeof *scratch->captured);
    memset(scratch->best, LESS_THAN_ANY, (size_t)count * 64 * (pass->wide ? 2 : 1));
    for (unsigned h = 0; h < pass->layer->shape.holes; h++) {
        if (geometry->row[mover][h] > 0) {
            move_hole(pass, worker, block, scratch, mover, h);
        }
    }
    for (uint32_t word = 0; word < count; word++) {
        const uint64_t captured = own == 0 && pass->layer->seeds == 0
                                      ? geometry->mask_full[first + word]
                                      : scratch->captured[word];
        if (captured != 0) {
            int16_t best[64];
            read_best(pass, scratch, word, best);
            scratch->positions += (uint64_t)__builtin_popcountll(captured);
            const enum kauri_status status =
                note_word(pass, scratch, geometry->word_first[mover] + word, captured, best, error);
            if (status != KAURI_OK) {
                return status;
            }
        }
    }
    return KAURI_OK;
}

static enum kauri_status capture_block(void *context, unsigned worker, uint64_t index,
                                       struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct capture_pass *pass = context;
    const uint64_t slot = pass->first + index;
    struct scratch *scratch = &pass->scratches[worker];
    const struct kauri_block *block = &pass->input->blocks[slot];
    const uint64_t number = kauri_share_number(pass->input->share, slot);
    const unsigned values = 6U * pass->layer->seeds + 3;
    uint8_t seeds[KAURI_BOARD_HOLES_MAX] = {0};
    kauri_block_outcomes(pass->layer, number, block, pass->input->masks, &scratch->outcomes);
    if (pass->supply != NULL) {
        KAURI_TRY(kauri_capture_supply_load(pass->supply, worker, slot, &scratch->outcomes,
                                            scratch->values, error));
    } else {
        KAURI_TRY(pin_all(pass, scratch, worker, block, error));
    }
    kauri_row_unrank(number, 2U * pass->layer->shape.holes, pass->layer->seeds, seeds);
    KAURI_TRY(kauri_capture_runs_make(&pass->rows, pass->input->masks, block, seeds,
                                      &scratch->outcomes, scratch->values, &scratch->runs, error));
    for (unsigned value = 0; value < values; value++) {
        scratch->records[value].used = 0;
        scratch->records[value].next = 0;
    }
    for (uint32_t mover = 0; mover < pass->input->geometry->row_total; mover++) {
        KAURI_TRY(capture_row(pass, worker, block, mover, error));
    }
    for (unsigned value = 0; value < values; value++) {
        const struct record *record = &scratch->records[value];
        if (record->used > 0) {
            KAURI_TRY(kauri_spool_append(pass->captures->spool, worker, record->bytes, record->used,
                                         &pass->captures->chunks[slot * values + value], error));
        }
    }
cleanup:
    unpin(pass, scratch);
    return status;
}

enum kauri_status kauri_captures_new(struct kauri_captures *captures,
                                     const struct kauri_share *share, struct kauri_spool *spool,
                                     struct kauri_error *error)
{
    captures->layer = share->layer;
    captures->block_count = share->own_count;
    captures->spool = spool;
    captures->chunks =
        calloc(kauri_size_to_ask((share->own_count + 1) * (6U * share->layer.seeds + 3)),
               sizeof *captures->chunks);
    return captures->chunks != NULL
               ? KAURI_OK
               : kauri_fail(error, KAURI_RESOURCE, "out of memory for the capture pass");
}

// Makes the working memory.
static enum kauri_status prepare(struct capture_pass *pass, unsigned threads,
                                 struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const bool team = pass->input->share->team->ranks > 1;
    const size_t runs = KAURI_SEGMENT_WORDS_MAX * 64; // at most one for each row
    pass->scratches = calloc(threads, sizeof *pass->scratches);
    bool enough = pass->scratches != NULL;
    for (unsigned i = 0; enough && team && i < threads; i++) {
        pass->scratches[i].supplied = malloc(runs * sizeof *pass->scratches[i].supplied);
        enough = pass->scratches[i].supplied != NULL;
    }
    status = kauri_capture_rows_init(&pass->rows, pass->input->geometry, error);
    if (!enough) {
        status = kauri_fail(error, KAURI_RESOURCE, "out of memory for the capture pass");
    }
    return status;
}

// Gets the values of lower blocks from the ranks of the team. Collective.
static enum kauri_status get_supply(struct capture_pass *pass, struct kauri_pace *pace,
                                    enum kauri_status status, struct kauri_error *error)
{
    const struct kauri_captures_input *input = pass->input;
    KAURI_TRY(kauri_team_status(input->share->team, status, error));
    if (input->share->team->ranks == 1) {
        return KAURI_OK;
    }
    KAURI_TRY(kauri_capture_supply_new(input, &pass->rows, pace, &pass->supply, error));
    pass->captures->sent = kauri_capture_supply_sent(pass->supply);
    pass->captures->supply_bytes = kauri_capture_supply_memory(pass->supply);
cleanup:
    return status;
}

// In a team, one rank may be asked to stop, or fail, while the others go on. They learn of it
// between parts of the pass, of which all ranks have equally many.
enum { PARTS = 32 };

// The captures of all blocks. Collective: all ranks return the same status.
static enum kauri_status run_parts(struct capture_pass *pass, struct kauri_pace *pace,
                                   struct kauri_error *error)
{
    const struct kauri_team *team = pass->input->share->team;
    const uint64_t blocks = pass->captures->block_count;
    const unsigned parts = team->ranks == 1 ? 1 : PARTS;
    for (unsigned part = 0; part < parts; part++) {
        pass->first = blocks * part / parts;
        const uint64_t count = blocks * (part + 1) / parts - pass->first;
        const struct kauri_loop loop = {
            .pace = pace, .count = count, .positions = count * pass->layer->cowrie_count};
        KAURI_PASS(kauri_team_status(team, kauri_loop(&loop, capture_block, pass, error), error));
    }
    return KAURI_OK;
}

enum kauri_status kauri_captures_run(struct kauri_captures *captures,
                                     const struct kauri_captures_input *input,
                                     struct kauri_pace *pace, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_layer *layer = &captures->layer;
    struct capture_pass pass = {
        .layer = layer,
        .input = input,
        .captures = captures,
        .wide = input->lower->wide,
    };
    kauri_pace_stage(pace, "captures");
    status = prepare(&pass, pace->threads, error);
    KAURI_TRY(get_supply(&pass, pace, status, error));
    KAURI_TRY(run_parts(&pass, pace, error));
cleanup:
    for (unsigned worker = 0; pass.scratches != NULL && worker < pace->threads; worker++) {
        struct scratch *scratch = &pass.scratches[worker];
        captures->moves += scratch->moves;
        captures->positions += scratch->positions;
        for (unsigned value = 0; value < VALUES_MAX; value++) {
            free(scratch->records[value].bytes);
        }
        kauri_capture_runs_clear(&scratch->runs);
        free(scratch->pins);
        free(scratch->supplied);
    }
    kauri_capture_supply_free(pass.supply);
    kauri_capture_rows_clear(&pass.rows);
    free(pass.scratches);
    return status;
}

void kauri_captures_drop(const struct kauri_captures *captures, int r)
{
    for (uint64_t block = 0; block < captures->block_count; block++) {
        for (int sign = -1; sign <= 1; sign += 2) {
            const struct kauri_chunk chunk = kauri_captures_of(captures, block, sign * r);
            if (chunk.size > 0) {
                kauri_spool_drop(captures->spool, chunk);
            }
        }
    }
}

void kauri_captures_clear(struct kauri_captures *captures)
{
    free(captures->chunks);
    captures->chunks = NULL;
}

// ---------------------------------------------------------------------------------- open moves

// The scratch memory of one worker.
struct open_counter {
    struct kauri_spool_buffer buffer;
    uint64_t *captured; // word_total: positions of a block that can capture
    // Open moves of one mover's row, by opponent's row.
    uint64_t ones[WORDS], twos[WORDS], fours[WORDS];
};

struct open_moves_pass {
    const struct kauri_captures_input *input;
    const struct kauri_captures *captures;
    struct kauri_planes *planes;
    struct open_counter *counters;
};

static inline void add_one(struct open_counter *counter, const uint64_t *bits, uint32_t count)
{
    for (uint32_t word = 0; word < count; word++) {
        const uint64_t carry = counter->ones[word] & bits[word];
        counter->ones[word] ^= bits[word];
        counter->fours[word] ^= counter->twos[word] & carry;
        counter->twos[word] ^= carry;
    }
}

// Marks the positions of a block that can capture, whatever their captures are worth.
static enum kauri_status find_captures(const struct open_moves_pass *pass,
                                       struct open_counter *counter, uint64_t number,
                                       struct kauri_error *error)
{
    const struct kauri_captures *captures = pass->captures;
    const uint32_t word_total = pass->input->geometry->word_total;
    const int greatest = 3 * captures->layer.seeds + 1;
    memset(counter->captured, 0, word_total * sizeof *counter->captured);
    for (int r = -greatest; r <= greatest; r++) {
        const struct kauri_chunk chunk = kauri_captures_of(captures, number, r);
        const uint8_t *record = NULL;
        uint32_t next = 0;
        if (chunk.size == 0) {
            continue;
        }
        KAURI_PASS(kauri_spool_view(captures->spool, chunk, &counter->buffer, &record, error));
        for (const uint8_t *end = record + chunk.size; record < end;) {
            uint32_t words[DECODE_WORDS];
            uint64_t bits[DECODE_WORDS];
            const uint32_t count =
                pass->input->kernel->decode(&record, end, &next, words, bits, DECODE_WORDS);
            for (uint32_t i = 0; i < count; i++) {
                if (words[i] >= word_total) {
                    return kauri_fail(error, KAURI_CORRUPT,
                                      "a record of captures of layer %u is damaged",
                                      captures->layer.seeds);
                }
                counter->captured[words[i]] |= bits[i];
            }
        }
    }
    return KAURI_OK;
}

static inline void store_word(uint64_t *planes, uint32_t place, uint64_t ones, uint64_t twos,
                              uint64_t fours)
{
    const unsigned shift = place % 64;
    uint64_t *at = planes + 3 * (uint64_t)(place / 64);
    at[0] |= ones << shift;
    at[1] |= twos << shift;
    at[2] |= fours << shift;
    at[3] |= ones >> 1 >> (63 - shift);
    at[4] |= twos >> 1 >> (63 - shift);
    at[5] |= fours >> 1 >> (63 - shift);
}

static void count_row(const struct open_moves_pass *pass, const struct kauri_block *block,
                      struct open_counter *counter, uint32_t mover, uint64_t *planes)
{
    const struct kauri_geometry *geometry = pass->input->geometry;
    const struct kauri_layer *layer = &pass->captures->layer;
    const unsigned own = geometry->cowries[mover];
    const uint32_t first = geometry->mask_first[layer->shape.cowries - own];
    const uint32_t count = geometry->mask_first[layer->shape.cowries - own + 1] - first;
    const size_t bytes = count * sizeof(uint64_t);
    memset(counter->ones, 0, bytes);
    memset(counter->twos, 0, bytes);
    memset(counter->fours, 0, bytes);
    for (unsigned h = 0; h < layer->shape.holes; h++) {
        const unsigned k = geometry->row[mover][h];
        if (k > 0) {
            const struct kauri_mask *mask = &pass->input->masks->masks[block->mask[h][k]];
            add_one(counter, mask->quiet + first, count);
        }
    }
    if (own == 0 && layer->seeds > 0) {
        add_one(counter, geometry->mask_full + first, count); // a pass (R7)
    }
    add_one(counter, counter->captured + geometry->word_first[mover], count);
    for (uint32_t word = 0; word < count; word++) {
        store_word(planes, geometry->base[mover] + word * 64, counter->ones[word],
                   counter->twos[word], counter->fours[word]);
    }
}

static enum kauri_status count_block(void *context, unsigned worker, uint64_t number,
                                     struct kauri_error *error)
{
    const struct open_moves_pass *pass = context;
    struct open_counter *counter = &pass->counters[worker];
    uint64_t *planes = NULL;
    KAURI_PASS(find_captures(pass, counter, number, error));
    KAURI_PASS(kauri_planes_acquire(pass->planes, worker, number, true, &planes, error));
    for (uint32_t mover = 0; mover < pass->input->geometry->row_total; mover++) {
        count_row(pass, &pass->input->blocks[number], counter, mover, planes);
    }
    return kauri_planes_release(pass->planes, worker, number, true, error);
}

enum kauri_status kauri_open_moves_run(const struct kauri_captures *captures,
                                       const struct kauri_captures_input *input,
                                       struct kauri_planes *planes, struct kauri_pace *pace,
                                       struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_layer *layer = &captures->layer;
    struct open_moves_pass pass = {.input = input, .captures = captures, .planes = planes};
    pass.counters = calloc(pace->threads, sizeof *pass.counters);
    bool enough = pass.counters != NULL;
    for (unsigned i = 0; enough && i < pace->threads; i++) {
        pass.counters[i].captured =
            malloc(input->geometry->word_total * sizeof *pass.counters[i].captured);
        enough = pass.counters[i].captured != NULL;
    }
    if (!enough) {
        status = kauri_layer_out_of_memory(layer, "the open moves of", error);
        goto cleanup;
    }
    kauri_pace_stage(pace, "open moves");
    const struct kauri_loop loop = {
        .pace = pace, .count = captures->block_count, .positions = layer->positions};
    status = kauri_loop(&loop, count_block, &pass, error);
cleanup:
    for (unsigned i = 0; pass.counters != NULL && i < pace->threads; i++) {
        kauri_spool_buffer_clear(&pass.counters[i].buffer);
        free(pass.counters[i].captured);
    }
    free(pass.counters);
    return status;
}
