#include "solver/checkpoint_load.h"

#include "common/digest.h"
#include "common/file.h"
#include "common/memory.h"
#include "solver/checkpoint_file.h"

#include <stdlib.h>
#include <string.h>

enum { PIECE_BYTES = 1 << 20 };

struct checkpoint_source {
    struct kauri_input *input;
    uint64_t offset;
    struct kauri_error *error;
};

// The error for a file that no run of this program can have written.
static enum kauri_status damaged(const struct checkpoint_source *source)
{
    return kauri_fail(source->error, KAURI_CORRUPT,
                      "the checkpoint %s is damaged; remove it to begin the layer again",
                      kauri_input_path(source->input));
}

static enum kauri_status get(struct checkpoint_source *source, void *bytes, size_t size)
{
    if (size == 0) {
        return KAURI_OK;
    }
    const enum kauri_status status =
        kauri_input_read_at(source->input, source->offset, bytes, size, source->error);
    source->offset += size;
    return status;
}

// Compares the file with the digest at its end.
static enum kauri_status check_file(const struct kauri_checkpoint *checkpoint,
                                    struct checkpoint_source *source, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_digester *digester = NULL;
    uint64_t digest = 0;
    const uint64_t size = kauri_input_size(source->input);
    uint8_t *piece = NULL;
    KAURI_TRY(KAURI_NEW(piece, PIECE_BYTES, error, "%s", checkpoint->place->checkpoint_path));
    if (size < sizeof(struct kauri_checkpoint_head) + sizeof(struct kauri_checkpoint_place) +
                   sizeof digest) {
        KAURI_TRY(damaged(source));
    }
    KAURI_TRY(kauri_digester_new(&digester, error));
    while (source->offset < size - sizeof digest) {
        const uint64_t left = size - sizeof digest - source->offset;
        const size_t now = left < PIECE_BYTES ? (size_t)left : PIECE_BYTES;
        KAURI_TRY(get(source, piece, now));
        kauri_digester_add(digester, piece, now);
    }
    KAURI_TRY(get(source, &digest, sizeof digest));
    source->offset = 0;
    if (digest != kauri_digester_result(digester)) {
        status = damaged(source);
    }
cleanup:
    kauri_digester_free(digester);
    free(piece);
    return status;
}

// The reason why the checkpoint does not belong to this run, as part of a sentence; NULL if it
// does.
static const char *difference(const struct kauri_checkpoint_head *found,
                              const struct kauri_checkpoint_head *wanted)
{
    if (memcmp(found->magic, wanted->magic, sizeof found->magic) != 0) {
        return "is no checkpoint";
    }
    if (found->format != wanted->format || found->head_bytes != wanted->head_bytes ||
        found->solver_format != wanted->solver_format ||
        memcmp(found->program, wanted->program, sizeof found->program) != 0) {
        return "is for another version of the program";
    }
    if (memcmp(found->rules, wanted->rules, sizeof found->rules) != 0) {
        return "is for other rules";
    }
    if (found->holes != wanted->holes || found->cowries != wanted->cowries ||
        found->seeds != wanted->seeds) {
        return "is of another layer or shape";
    }
    if (found->rank != wanted->rank || found->ranks != wanted->ranks) {
        return "is of another rank of a team";
    }
    if (memcmp(found->lower, wanted->lower, sizeof found->lower) != 0) {
        return "was made from other lower layers";
    }
    return NULL;
}

// Returns true if the rest of the file has room for `count` items of `bytes` each.
static bool room_for(const struct checkpoint_source *source, uint64_t count, size_t bytes)
{
    return count <= (kauri_input_size(source->input) - source->offset) / bytes;
}

static bool possible(const struct kauri_checkpoint_place *place, const struct kauri_layer *layer)
{
    const int32_t greatest = kauri_most_r(layer->seeds);
    const uint32_t second = layer->seeds > 0 ? 2 : 1;
    const uint64_t steps = 2 * (uint64_t)greatest * (KAURI_DISTANCE_MAX + 2) + 1;
    const bool between = place->value >= 1 && place->value <= greatest &&
                         place->distance >= second && place->distance <= KAURI_DISTANCE_MAX + 1;
    const bool done = place->rounds_done == 1 && place->capture_slabs == 0;
    return (done || (place->rounds_done == 0 && between)) && place->decided <= layer->positions &&
           place->decided_stored <= place->decided && place->max_dtc <= KAURI_DISTANCE_MAX &&
           place->step_count >= 1 && place->step_count <= steps;
}

// The numbers of positions by value; together they are all that were decided.
static enum kauri_status get_counts(struct checkpoint_source *source,
                                    struct kauri_retrograde *retrograde, uint64_t decided)
{
    const size_t count = kauri_value_count(retrograde->round.part->layer.seeds);
    KAURI_PASS(
        get(source, retrograde->decided.by_value, count * sizeof *retrograde->decided.by_value));
    for (size_t i = 0; i < count; i++) {
        const bool undecided = i == count / 2; // r = 0
        if (retrograde->decided.by_value[i] > (undecided ? 0 : decided)) {
            return damaged(source);
        }
        decided -= retrograde->decided.by_value[i];
    }
    return decided == 0 ? KAURI_OK : damaged(source);
}

static enum kauri_status get_slabs(struct checkpoint_source *source, struct kauri_spool *spool,
                                   uint32_t count)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_spool_slab *slabs = NULL;
    // From here on, a run that fails must not remove the files that the next run needs.
    kauri_spool_keep(spool, true);
    if (count > INT32_MAX || !room_for(source, count, sizeof *slabs)) {
        return damaged(source);
    }
    KAURI_PASS(KAURI_NEW(slabs, (size_t)count + 1, source->error, "a checkpoint"));
    KAURI_TRY(get(source, slabs, count * sizeof *slabs));
    status = kauri_spool_restore(spool, slabs, count, source->error);
    if (status == KAURI_MISSING || status == KAURI_CORRUPT) {
        status = kauri_fail(source->error, KAURI_CORRUPT,
                            "the checkpoint %s has lost its work files; remove it to begin the "
                            "layer again",
                            kauri_input_path(source->input));
    }
cleanup:
    free(slabs);
    return status;
}

static enum kauri_status get_captures(struct checkpoint_source *source,
                                      struct kauri_captures *captures)
{
    const size_t count =
        (size_t)captures->part->block_count * kauri_value_count(captures->part->layer.seeds);
    KAURI_PASS(get(source, captures->chunks, count * sizeof *captures->chunks));
    for (size_t i = 0; i < count; i++) {
        const struct kauri_chunk chunk = captures->chunks[i];
        if (chunk.size > 0 && !kauri_spool_holds(captures->spool, chunk)) {
            return damaged(source);
        }
    }
    return KAURI_OK;
}

static enum kauri_status get_history(struct checkpoint_source *source,
                                     struct kauri_history *history,
                                     const struct kauri_checkpoint_place *place,
                                     const struct kauri_layer *layer)
{
    enum kauri_status status = KAURI_OK;
    const int greatest = kauri_most_r(layer->seeds);
    history->step_count = 0;
    for (uint32_t i = 0; i < place->step_count; i++) {
        struct kauri_step step;
        uint32_t number = 0;
        KAURI_PASS(get(source, &step, sizeof step));
        if (i == 0 ? step.r != 0 || step.dtc != 0
                   : abs(step.r) > greatest || step.dtc > place->max_dtc + 1) {
            return damaged(source);
        }
        KAURI_PASS(kauri_history_step(history, step.r, step.dtc, &number, source->error));
    }
    for (uint64_t block = 0; block < history->block_count; block++) {
        struct kauri_checkpoint_tail tail;
        uint8_t *bytes = NULL;
        KAURI_PASS(get(source, &tail, sizeof tail));
        status = kauri_history_restore(history, block, tail.last, tail.used, &bytes, source->error);
        if (status == KAURI_CORRUPT) {
            status = damaged(source);
        }
        KAURI_PASS(status);
        KAURI_PASS(get(source, bytes, tail.used));
    }
    return status;
}

// Returns true if a round can have made this list: its words ascend, and the masks of their rows
// cover them.
static bool list_fits(const struct kauri_list_view *list, const struct kauri_geometry *geometry)
{
    const unsigned cowries = geometry->layer.shape.cowries;
    if (list->runs[0].first != 0 || list->runs[list->run_count].first != list->word_count) {
        return false;
    }
    for (uint32_t i = 0; i < list->run_count; i++) {
        const struct kauri_run run = list->runs[i];
        const uint32_t end = list->runs[i + 1].first;
        if (run.row >= geometry->row_total || (i > 0 && run.row <= list->runs[i - 1].row) ||
            end <= run.first || end > list->word_count) {
            return false;
        }
        const unsigned others = cowries - geometry->cowries[run.row];
        for (uint32_t at = run.first; at < end; at++) {
            const uint32_t mask = list->masks[at];
            if (mask < geometry->mask_first[others] || mask >= geometry->mask_first[others + 1] ||
                (at > run.first && mask <= list->masks[at - 1]) ||
                (list->bits[at] & ~geometry->mask_full[mask]) != 0) {
                return false;
            }
        }
    }
    return true;
}

static enum kauri_status get_lists(struct checkpoint_source *source, struct kauri_round *round)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_frontier *now = &round->now;
    const struct kauri_geometry *geometry = round->part->geometry;
    uint8_t *bytes = NULL;
    for (int sign = 0; sign < 2; sign++) {
        for (uint64_t block = 0; block < now->block_count; block++) {
            struct kauri_list *list = &now->lists[sign][block];
            KAURI_TRY(get(source, list, sizeof *list));
            if (list->word_count == 0) {
                continue;
            }
            if (list->word_count > geometry->word_total || list->run_count == 0 ||
                list->run_count > list->word_count ||
                list->chunk.size != kauri_list_bytes(list->word_count, list->run_count)) {
                KAURI_TRY(damaged(source));
            }
            free(bytes);
            KAURI_TRY(KAURI_NEW(bytes, list->chunk.size, source->error, "a checkpoint"));
            KAURI_TRY(get(source, bytes, list->chunk.size));
            const struct kauri_list_view view =
                kauri_list_from(bytes, list->word_count, list->run_count);
            if (!list_fits(&view, geometry)) {
                KAURI_TRY(damaged(source));
            }
            KAURI_TRY(kauri_spool_append(now->spool, 0, bytes, list->chunk.size, &list->chunk,
                                         source->error));
        }
    }
cleanup:
    free(bytes);
    return status;
}

// Unpacks a record of `size` bytes to the `count` words of a block's planes, which are zero.
// Returns false for a record that no run has written.
static bool unpack_planes(const struct kauri_kernel *kernel, const uint8_t *record, size_t size,
                          uint64_t *words, size_t count)
{
    enum { WORDS = 256 };
    const uint8_t *end = record + size;
    uint32_t next = 0;
    while (record < end) {
        uint32_t numbers[WORDS];
        uint64_t bits[WORDS];
        const uint32_t read = kernel->decode(&record, end, &next, numbers, bits, WORDS);
        for (uint32_t i = 0; i < read; i++) {
            if (numbers[i] >= count) {
                return false;
            }
            words[numbers[i]] = bits[i];
        }
    }
    return record == end;
}

static enum kauri_status get_planes(struct checkpoint_source *source, struct kauri_round *round)
{
    enum kauri_status status = KAURI_OK;
    const size_t bytes = (size_t)kauri_planes_block_bytes(&round->part->layer);
    uint8_t *record = NULL;
    KAURI_PASS(KAURI_NEW(record, bytes + KAURI_RECORD_SLACK, source->error, "a checkpoint"));
    for (uint64_t block = 0; block < round->part->block_count; block++) {
        uint64_t *words = NULL;
        uint32_t size = 0;
        KAURI_TRY(get(source, &size, sizeof size));
        if (size > bytes) {
            KAURI_TRY(damaged(source));
        }
        KAURI_TRY(kauri_planes_acquire(round->planes, 0, block, true, &words, source->error));
        KAURI_TRY(get(source, size < bytes ? (void *)record : words, size));
        if (size < bytes &&
            !unpack_planes(round->part->kernel, record, size, words, bytes / sizeof *words)) {
            KAURI_TRY(damaged(source));
        }
        KAURI_TRY(kauri_planes_release(round->planes, 0, block, true, source->error));
    }
cleanup:
    free(record);
    return status;
}

enum kauri_status kauri_checkpoint_load(struct kauri_checkpoint *checkpoint,
                                        struct kauri_retrograde *retrograde,
                                        struct kauri_captures *captures, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_layer *layer = &retrograde->round.part->layer;
    struct checkpoint_source source = {.error = error};
    struct kauri_checkpoint_head wanted;
    struct kauri_checkpoint_head head;
    struct kauri_checkpoint_place place;
    kauri_checkpoint_head_fill(layer, checkpoint->place, checkpoint->lower, &wanted);
    KAURI_TRY(kauri_input_open(checkpoint->place->checkpoint_path, &source.input, error));
    KAURI_TRY(check_file(checkpoint, &source, error));
    KAURI_TRY(get(&source, &head, sizeof head));
    const char *fault = difference(&head, &wanted);
    if (fault != NULL) {
        KAURI_TRY(kauri_fail(error, KAURI_CORRUPT,
                             "the checkpoint %s %s; remove it to begin the layer again",
                             checkpoint->place->checkpoint_path, fault));
    }
    KAURI_TRY(get(&source, &place, sizeof place));
    if (!possible(&place, layer)) {
        KAURI_TRY(damaged(&source));
    }
    KAURI_TRY(get_counts(&source, retrograde, place.decided));
    KAURI_TRY(get_slabs(&source, captures->spool, place.capture_slabs));
    KAURI_TRY(get_slabs(&source, retrograde->round.history->spool, place.history_slabs));
    if (place.rounds_done == 0) {
        KAURI_TRY(get_captures(&source, captures));
    }
    KAURI_TRY(get_history(&source, retrograde->round.history, &place, layer));
    if (place.rounds_done == 0) {
        KAURI_TRY(get_lists(&source, &retrograde->round));
        KAURI_TRY(get_planes(&source, &retrograde->round));
    }
    if (source.offset != kauri_input_size(source.input) - sizeof(uint64_t)) {
        KAURI_TRY(damaged(&source));
    }
    captures->moves = place.capture_moves;
    captures->positions = place.capture_positions;
    retrograde->next =
        (struct kauri_round_number){.value = place.value, .distance = place.distance};
    retrograde->decided.total = place.decided;
    retrograde->decided.stored = place.decided_stored;
    retrograde->decided.max_dtc = place.max_dtc;
    retrograde->decided.rounds = place.rounds;
    retrograde->done = place.rounds_done == 1;
    checkpoint->exists = true;
cleanup:
    kauri_input_close(source.input);
    return status;
}
