#include "solver/unpacking.h"

#include "common/clock.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct unpacking_worker {
    uint8_t *parcel; // one that is being unpacked
    size_t parcel_room;
    uint32_t *words; // word_total of each: a record that is being unpacked
    uint64_t *bits;
    uint8_t *list;
    double seconds;
    char padding[64]; // workers are on different cache lines
};

// Parcels that were received.
struct parcel {
    const uint8_t *items;
    uint32_t bytes;
    uint32_t rank;
};

struct kauri_unpacking {
    const struct kauri_share *share;
    const struct kauri_geometry *geometry;
    const struct kauri_kernel *kernel;
    unsigned threads;
    struct unpacking_worker *workers;
    struct parcel *parcels;
    uint32_t parcel_count;
    uint32_t parcel_room;
    atomic_uint_least32_t *seen[2]; // by sign and slot of another rank: last round with a list
    uint32_t round;
    uint64_t memory;
    struct kauri_frontier *into;
};

static enum kauri_status out_of_memory(const struct kauri_unpacking *unpacking,
                                       struct kauri_error *error)
{
    return kauri_layer_out_of_memory(&unpacking->share->layer, "messages of", error);
}

static enum kauri_status make_workers(struct kauri_unpacking *unpacking, struct kauri_error *error)
{
    const uint32_t words = unpacking->geometry->word_total;
    const size_t list = kauri_list_bytes(words, words);
    unpacking->workers = calloc(unpacking->threads, sizeof *unpacking->workers);
    if (unpacking->workers == NULL) {
        return out_of_memory(unpacking, error);
    }
    for (unsigned i = 0; i < unpacking->threads; i++) {
        struct unpacking_worker *worker = &unpacking->workers[i];
        worker->words = calloc((size_t)words + 1, sizeof *worker->words);
        worker->bits = calloc((size_t)words + 1, sizeof *worker->bits);
        worker->list = malloc(list);
        if (worker->words == NULL || worker->bits == NULL || worker->list == NULL) {
            return out_of_memory(unpacking, error);
        }
        unpacking->memory += ((size_t)words + 1) * 12 + list + sizeof *worker;
    }
    return KAURI_OK;
}

enum kauri_status kauri_unpacking_new(const struct kauri_share *share,
                                      const struct kauri_geometry *geometry,
                                      const struct kauri_kernel *kernel, unsigned threads,
                                      struct kauri_unpacking **unpacking, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const size_t others = (size_t)(share->slot_count - share->own_count);
    *unpacking = NULL;
    struct kauri_unpacking *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for messages");
    }
    made->share = share;
    made->geometry = geometry;
    made->kernel = kernel;
    made->threads = threads;
    made->seen[0] = calloc(others + 1, sizeof *made->seen[0]);
    made->seen[1] = calloc(others + 1, sizeof *made->seen[1]);
    if (made->seen[0] == NULL || made->seen[1] == NULL) {
        status = out_of_memory(made, error);
        goto cleanup;
    }
    made->memory = 2 * others * sizeof *made->seen[0];
    KAURI_TRY(make_workers(made, error));
    *unpacking = made;
    made = NULL;
cleanup:
    kauri_unpacking_free(made);
    return status;
}

void kauri_unpacking_free(struct kauri_unpacking *unpacking)
{
    if (unpacking == NULL) {
        return;
    }
    for (unsigned i = 0; unpacking->workers != NULL && i < unpacking->threads; i++) {
        struct unpacking_worker *worker = &unpacking->workers[i];
        free(worker->parcel);
        free(worker->words);
        free(worker->bits);
        free(worker->list);
    }
    free(unpacking->workers);
    free(unpacking->parcels);
    free(unpacking->seen[0]);
    free(unpacking->seen[1]);
    free(unpacking);
}

static enum kauri_status damaged(const struct kauri_unpacking *unpacking, unsigned rank,
                                 struct kauri_error *error)
{
    return kauri_fail(error, KAURI_CORRUPT,
                      "rank %u sent a message that no round of layer %u makes", rank,
                      unpacking->share->layer.seeds);
}

// Finds the parcels of a message.
static enum kauri_status find_parcels(struct kauri_unpacking *unpacking,
                                      const struct kauri_message *message, unsigned rank,
                                      struct kauri_error *error)
{
    const uint8_t *at = message->bytes;
    for (uint64_t left = message->size; left > 0;) {
        struct kauri_parcel_head head;
        if (left < sizeof head) {
            return damaged(unpacking, rank, error);
        }
        memcpy(&head, at, sizeof head);
        const uint64_t whole = kauri_outbox_aligned(sizeof head + (uint64_t)head.bytes);
        if (whole > left || unpacking->parcel_count > UINT32_MAX / 4) {
            return damaged(unpacking, rank, error);
        }
        if (unpacking->parcel_count == unpacking->parcel_room) {
            const uint32_t room = unpacking->parcel_room == 0 ? 64 : 2 * unpacking->parcel_room;
            void *grown = realloc(unpacking->parcels, room * sizeof *unpacking->parcels);
            if (grown == NULL) {
                return out_of_memory(unpacking, error);
            }
            unpacking->parcels = grown;
            unpacking->parcel_room = room;
        }
        unpacking->parcels[unpacking->parcel_count++] =
            (struct parcel){.items = at + sizeof head, .bytes = head.bytes, .rank = rank};
        at += whole;
        left -= whole;
    }
    return KAURI_OK;
}

// Makes a list of `count` words, and puts it where the lists of the block's owner would be.
static enum kauri_status put_list(struct kauri_unpacking *unpacking, unsigned number,
                                  enum kauri_sign sign, uint64_t slot, uint32_t count,
                                  struct kauri_error *error)
{
    const struct kauri_geometry *geometry = unpacking->geometry;
    struct unpacking_worker *worker = &unpacking->workers[number];
    const size_t masks_at = (size_t)count * 8;
    uint16_t *masks = (void *)(worker->list + masks_at);
    struct kauri_run *runs = (void *)(worker->list + masks_at + ((size_t)count * 2 + 7) / 8 * 8);
    uint32_t run_count = 0;
    uint32_t last_row = UINT32_MAX;
    memcpy(worker->list, worker->bits, masks_at);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t row = geometry->word_row[worker->words[i]];
        masks[i] = geometry->word_mask[worker->words[i]];
        runs[run_count] = (struct kauri_run){.first = i, .row = row};
        run_count += row != last_row;
        last_row = row;
    }
    runs[run_count] = (struct kauri_run){.first = count};
    return kauri_frontier_put_list(unpacking->into, number, sign, slot, worker->list, count,
                                   run_count, error);
}

// Unpacks a record of `size` bytes, which 16 readable bytes follow.
static enum kauri_status unpack_item(struct kauri_unpacking *unpacking, unsigned number,
                                     unsigned rank, const struct kauri_item_head *head,
                                     const uint8_t *record, struct kauri_error *error)
{
    const struct kauri_geometry *geometry = unpacking->geometry;
    const struct kauri_share *share = unpacking->share;
    struct unpacking_worker *worker = &unpacking->workers[number];
    const enum kauri_sign sign = head->size & KAURI_ITEM_WON ? KAURI_WON : KAURI_LOST;
    const uint64_t slot = kauri_share_other_slot(share, head->number);
    if (slot == UINT64_MAX || share->owners[slot - share->own_count] != rank ||
        atomic_exchange(&unpacking->seen[sign][slot - share->own_count], unpacking->round) ==
            unpacking->round) {
        return damaged(unpacking, rank, error);
    }
    const uint8_t *const end = record + (head->size & ~KAURI_ITEM_WON);
    uint32_t next = 0;
    const uint32_t count = unpacking->kernel->decode(&record, end, &next, worker->words,
                                                     worker->bits, geometry->word_total);
    bool fits = record == end && count > 0;
    for (uint32_t i = 0; fits && i < count; i++) {
        const uint32_t word = worker->words[i]; // they ascend
        fits = word < geometry->word_total && worker->bits[i] != 0 &&
               (worker->bits[i] & ~geometry->mask_full[geometry->word_mask[word]]) == 0;
    }
    return fits ? put_list(unpacking, number, sign, slot, count, error)
                : damaged(unpacking, rank, error);
}

// Unpacks one parcel from a copy of it, so that its last record may be read beyond its end.
static enum kauri_status unpack_parcel(void *context, unsigned number, uint64_t index,
                                       struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_unpacking *unpacking = context;
    struct unpacking_worker *worker = &unpacking->workers[number];
    const struct parcel *parcel = &unpacking->parcels[index];
    const double began = kauri_clock_thread();
    if (worker->parcel_room < (size_t)parcel->bytes + KAURI_RECORD_SLACK) {
        const size_t room = (size_t)parcel->bytes + parcel->bytes / 4 + KAURI_RECORD_SLACK;
        uint8_t *grown = realloc(worker->parcel, room);
        if (grown == NULL) {
            return out_of_memory(unpacking, error);
        }
        worker->parcel = grown;
        worker->parcel_room = room;
    }
    memcpy(worker->parcel, parcel->items, parcel->bytes);
    memset(worker->parcel + parcel->bytes, 0, KAURI_RECORD_SLACK);
    for (uint32_t at = 0; at < parcel->bytes;) {
        struct kauri_item_head head;
        if (parcel->bytes - at < sizeof head) {
            status = damaged(unpacking, parcel->rank, error);
            goto cleanup;
        }
        memcpy(&head, worker->parcel + at, sizeof head);
        at += (uint32_t)sizeof head;
        if ((head.size & ~KAURI_ITEM_WON) > parcel->bytes - at) {
            status = damaged(unpacking, parcel->rank, error);
            goto cleanup;
        }
        KAURI_TRY(unpack_item(unpacking, number, parcel->rank, &head, worker->parcel + at, error));
        at += head.size & ~KAURI_ITEM_WON;
    }
    worker->seconds += kauri_clock_thread() - began;
cleanup:
    return status;
}

enum kauri_status kauri_unpacking_run(struct kauri_unpacking *unpacking,
                                      const struct kauri_message *received,
                                      struct kauri_frontier *into, struct kauri_pace *pace,
                                      struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    uint64_t bytes = 0;
    unpacking->into = into;
    unpacking->parcel_count = 0;
    unpacking->round++;
    for (unsigned rank = 0; rank < unpacking->share->team->ranks; rank++) {
        KAURI_TRY(find_parcels(unpacking, &received[rank], rank, error));
        bytes += received[rank].size;
    }
    // A position takes about three bytes.
    const struct kauri_loop loop = {
        .pace = pace, .count = unpacking->parcel_count, .positions = bytes / 3 + 1};
    status = kauri_loop(&loop, unpack_parcel, unpacking, error);
cleanup:
    return status;
}

double kauri_unpacking_seconds(const struct kauri_unpacking *unpacking)
{
    double seconds = 0;
    for (unsigned i = 0; i < unpacking->threads; i++) {
        seconds += unpacking->workers[i].seconds;
    }
    return seconds;
}

uint64_t kauri_unpacking_memory(const struct kauri_unpacking *unpacking)
{
    uint64_t bytes = unpacking->memory;
    for (unsigned i = 0; i < unpacking->threads; i++) {
        bytes += unpacking->workers[i].parcel_room;
    }
    return bytes;
}
