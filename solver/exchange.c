#include "solver/exchange.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    PARCEL_BYTES = 64 << 10, // a parcel that is longer gets no more items
    ALIGNMENT = KAURI_OUTBOX_ALIGNMENT,
};

// The beginning of a parcel.
struct parcel_head {
    uint32_t bytes; // of its items
    uint32_t reserved;
};

// The beginning of an item, which is followed by a record.
struct item_head {
    uint32_t number; // of the block
    uint32_t size;   // of the record, and the sign in the highest bit
};
#define SIGN_BIT 0x80000000U

// The last parcel from one worker to one rank.
struct open_parcel {
    size_t begin;
    bool open; // it gets more items
};

struct exchange_worker {
    struct open_parcel *open; // by rank
    uint8_t *parcel;          // one that is being unpacked
    size_t parcel_room;
    uint32_t *words; // word_total of each: a record that is being unpacked
    uint64_t *bits;
    uint8_t *list;
    double packing;
    double unpacking;
    char padding[64]; // workers are on different cache lines
};

// Parcels that were received.
struct parcel {
    const uint8_t *items;
    uint32_t bytes;
    uint32_t rank;
};

struct kauri_exchange {
    const struct kauri_share *share;
    const struct kauri_geometry *geometry;
    const struct kauri_masks *masks;
    const struct kauri_kernel *kernel;
    unsigned threads;
    struct exchange_worker *workers;
    uint64_t **reach; // by limit: see make_reach; NULL for limits that no edge has
    uint32_t reach_count;
    struct kauri_outboxes boxes;
    struct parcel *parcels;
    uint32_t parcel_count;
    uint32_t parcel_room;
    atomic_uint_least32_t *seen[2]; // by sign and slot of another rank: last round with a list
    uint32_t round;
    uint64_t memory;
    struct kauri_sent sent;
    struct kauri_frontier *into;
};

static enum kauri_status out_of_memory(const struct kauri_exchange *exchange,
                                       struct kauri_error *error)
{
    return kauri_fail(error, KAURI_RESOURCE, "out of memory for messages of layer %u",
                      exchange->share->layer.seeds);
}

// Seconds of processor time that this thread has taken.
static double thread_seconds(void)
{
    struct timespec now = {0, 0};
    (void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

// By k - 1 and mask word: the rows that a quiet move of the limit with at most k cowries leads to.
static enum kauri_status make_reach(struct kauri_exchange *exchange, uint16_t number,
                                    struct kauri_error *error)
{
    const unsigned cowries = exchange->geometry->layer.shape.cowries;
    const uint32_t total = exchange->geometry->mask_total;
    const struct kauri_limit *limit = &exchange->masks->limits[number];
    if (exchange->reach[number] != NULL) {
        return KAURI_OK;
    }
    uint64_t *reach = calloc((size_t)cowries * total + 1, sizeof *reach);
    if (reach == NULL) {
        return out_of_memory(exchange, error);
    }
    for (unsigned k = 1; k <= cowries; k++) {
        const struct kauri_mask_word *words = exchange->masks->masks[limit->masks[k]].words;
        for (uint32_t word = 0; word < total; word++) {
            const uint64_t fewer = k > 1 ? reach[(size_t)(k - 2) * total + word] : 0;
            reach[(size_t)(k - 1) * total + word] = fewer | words[word].allowed;
        }
    }
    exchange->reach[number] = reach;
    exchange->memory += (size_t)cowries * total * sizeof *reach;
    return KAURI_OK;
}

static enum kauri_status make_workers(struct kauri_exchange *exchange, struct kauri_error *error)
{
    const unsigned ranks = exchange->share->team->ranks;
    const uint32_t words = exchange->geometry->word_total;
    const size_t list = kauri_list_bytes(words, words);
    exchange->workers = calloc(exchange->threads, sizeof *exchange->workers);
    if (exchange->workers == NULL) {
        return out_of_memory(exchange, error);
    }
    for (unsigned i = 0; i < exchange->threads; i++) {
        struct exchange_worker *worker = &exchange->workers[i];
        worker->open = calloc(ranks, sizeof *worker->open);
        worker->words = calloc((size_t)words + 1, sizeof *worker->words);
        worker->bits = calloc((size_t)words + 1, sizeof *worker->bits);
        worker->list = malloc(list);
        if (worker->open == NULL || worker->words == NULL || worker->bits == NULL ||
            worker->list == NULL) {
            return out_of_memory(exchange, error);
        }
        exchange->memory +=
            ranks * sizeof *worker->open + ((size_t)words + 1) * 12 + list + sizeof *worker;
    }
    return KAURI_OK;
}

enum kauri_status kauri_exchange_new(const struct kauri_share *share,
                                     const struct kauri_geometry *geometry,
                                     const struct kauri_masks *masks,
                                     const struct kauri_kernel *kernel, unsigned threads,
                                     struct kauri_exchange **exchange, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_exchange *made = NULL;
    *exchange = NULL;
    if (share->team == NULL) {
        return KAURI_OK;
    }
    made = calloc(1, sizeof *made);
    if (made == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for messages");
    }
    const size_t others = (size_t)(share->slot_count - share->own_count);
    made->share = share;
    made->geometry = geometry;
    made->masks = masks;
    made->kernel = kernel;
    made->threads = threads;
    made->reach_count = masks->limit_count;
    made->reach = calloc((size_t)masks->limit_count + 1, sizeof *made->reach);
    made->seen[0] = calloc(others + 1, sizeof *made->seen[0]);
    made->seen[1] = calloc(others + 1, sizeof *made->seen[1]);
    if (made->reach == NULL || made->seen[0] == NULL || made->seen[1] == NULL) {
        status = out_of_memory(made, error);
        goto cleanup;
    }
    made->memory = 2 * others * sizeof *made->seen[0];
    KAURI_TRY(kauri_outboxes_init(&made->boxes, share->team, threads, error));
    KAURI_TRY(make_workers(made, error));
    for (uint32_t i = 0; i < share->edge_first[share->own_count]; i++) {
        KAURI_TRY(make_reach(made, share->edges[i].limit, error));
    }
    *exchange = made;
    made = NULL;
cleanup:
    kauri_exchange_free(made);
    return status;
}

void kauri_exchange_free(struct kauri_exchange *exchange)
{
    if (exchange == NULL) {
        return;
    }
    for (unsigned i = 0; exchange->workers != NULL && i < exchange->threads; i++) {
        struct exchange_worker *worker = &exchange->workers[i];
        free(worker->open);
        free(worker->parcel);
        free(worker->words);
        free(worker->bits);
        free(worker->list);
    }
    for (uint32_t i = 0; exchange->reach != NULL && i < exchange->reach_count; i++) {
        free(exchange->reach[i]);
    }
    free(exchange->workers);
    free(exchange->reach);
    kauri_outboxes_clear(&exchange->boxes);
    free(exchange->parcels);
    free(exchange->seen[0]);
    free(exchange->seen[1]);
    free(exchange);
}

// ------------------------------------------------------------------------------------- packing

// Ends the parcel, whose head then says how long it is.
static void close_parcel(struct kauri_outbox *box, struct open_parcel *parcel)
{
    if (parcel->open) {
        const size_t begin = parcel->begin + sizeof(struct parcel_head);
        const struct parcel_head head = {.bytes = (uint32_t)(box->used - begin)};
        memcpy(box->bytes + parcel->begin, &head, sizeof head);
        kauri_outbox_align(box);
        parcel->open = false;
    }
}

// The rows, for each edge of one rank to a block, of the run that is being packed.
struct run_reach {
    const uint64_t *most; // by mask word: rows that any of the moves leads to; NULL: see `edge`
    const struct kauri_share_edge *edge;
    uint32_t entry;
};

// Rows of mask word `mask` that moves with the cowries of the entry lead to. For moves whose least
// number of cowries is not 1, which go round the board.
static uint64_t reach_slowly(const struct kauri_exchange *exchange, const struct run_reach *run,
                             uint32_t mask)
{
    const struct kauri_limit *limit = &exchange->masks->limits[run->edge->limit];
    const uint32_t low = run->entry >> 4 & 0xf;
    uint64_t reach = 0;
    for (uint32_t k = low + 1; k <= low + (run->entry & 0xf); k++) {
        reach |= exchange->masks->masks[limit->masks[k]].words[mask].allowed;
    }
    return reach;
}

// Finds the edges whose moves lead to positions with this opponent's row; returns their number.
static uint32_t reach_row(const struct kauri_exchange *exchange,
                          const struct kauri_share_edge *edges, uint32_t count, uint32_t row,
                          struct run_reach *reach)
{
    const uint32_t total = exchange->geometry->mask_total;
    uint32_t found = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t entry =
            exchange->geometry->origins[edges[i].hole][edges[i].start].entry[row];
        const uint32_t rows = entry & 0xf;
        reach[found].entry = entry;
        reach[found].edge = &edges[i];
        reach[found].most = (entry >> 4 & 0xf) == 0 && rows > 0
                                ? exchange->reach[edges[i].limit] + (size_t)(rows - 1) * total
                                : NULL;
        found += rows > 0;
    }
    return found;
}

// Packs the words of a list for one rank, whose edges to the block these are. Returns the end of
// the record.
static uint8_t *pack_words(const struct kauri_exchange *exchange,
                           const struct kauri_share_edge *edges, uint32_t count,
                           const struct kauri_work *work, const struct kauri_list_view *list,
                           uint8_t *record)
{
    enum { EDGES_MOST = 64 };
    struct run_reach reach[EDGES_MOST];
    uint32_t next = 0;
    for (uint32_t run = 0; run < list->run_count; run++) {
        uint32_t live = 0;
        const bool all = count > EDGES_MOST; // never seen; sends too much then
        if (!all) {
            live = reach_row(exchange, edges, count, list->runs[run].row, reach);
            if (live == 0) {
                continue;
            }
        }
        for (uint32_t at = list->runs[run].first; at < list->runs[run + 1].first; at++) {
            const uint32_t mask = list->masks[at];
            uint64_t rows = all ? UINT64_MAX : 0;
            for (uint32_t i = 0; i < live; i++) {
                rows |= reach[i].most != NULL ? reach[i].most[mask]
                                              : reach_slowly(exchange, &reach[i], mask);
            }
            const uint64_t bits = list->bits[at] & rows;
            if (bits != 0) {
                record = exchange->kernel->encode(record, work->word_list[at] - next, bits);
                next = work->word_list[at] + 1U;
            }
        }
    }
    return record;
}

static enum kauri_status pack_for(struct kauri_exchange *exchange, unsigned worker, unsigned rank,
                                  const struct kauri_share_edge *edges, uint32_t count,
                                  uint64_t slot, enum kauri_sign sign,
                                  const struct kauri_work *work, const struct kauri_list_view *list,
                                  struct kauri_error *error)
{
    struct kauri_outbox *box = kauri_outbox_of(&exchange->boxes, worker, rank);
    struct open_parcel *parcel = &exchange->workers[worker].open[rank];
    const size_t most = (size_t)list->word_count * KAURI_RECORD_WORD_BYTES + KAURI_RECORD_SLACK;
    if (!kauri_outbox_room(box, sizeof(struct parcel_head) + sizeof(struct item_head) + most)) {
        return out_of_memory(exchange, error);
    }
    const size_t begin = box->used + (parcel->open ? 0 : sizeof(struct parcel_head));
    uint8_t *const record = box->bytes + begin + sizeof(struct item_head);
    const uint8_t *end = pack_words(exchange, edges, count, work, list, record);
    if (end == record) {
        return KAURI_OK;
    }
    const struct item_head head = {
        .number = (uint32_t)kauri_share_number(exchange->share, slot),
        .size = (uint32_t)(end - record) | (sign == KAURI_WON ? SIGN_BIT : 0),
    };
    memcpy(box->bytes + begin, &head, sizeof head);
    if (!parcel->open) {
        *parcel = (struct open_parcel){.begin = box->used, .open = true};
    }
    box->used = (size_t)(end - box->bytes);
    if (box->used - parcel->begin >= PARCEL_BYTES) {
        close_parcel(box, parcel);
    }
    return KAURI_OK;
}

enum kauri_status kauri_exchange_pack(struct kauri_exchange *exchange, unsigned worker,
                                      uint64_t slot, enum kauri_sign sign,
                                      const struct kauri_work *work,
                                      const struct kauri_harvest *harvest,
                                      struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    if (exchange == NULL) {
        return KAURI_OK;
    }
    const struct kauri_share *share = exchange->share;
    const uint32_t end = share->edge_first[slot + 1];
    uint32_t first = share->edge_first[slot];
    if (first == end) {
        return KAURI_OK;
    }
    const double began = thread_seconds();
    const struct kauri_list_view list =
        kauri_list_from(work->list, harvest->word_count, harvest->run_count);
    while (first < end) {
        const uint32_t rank = share->edges[first].rank;
        uint32_t count = 1;
        while (first + count < end && share->edges[first + count].rank == rank) {
            count++;
        }
        KAURI_TRY(pack_for(exchange, worker, rank, share->edges + first, count, slot, sign, work,
                           &list, error));
        first += count;
    }
    exchange->workers[worker].packing += thread_seconds() - began;
cleanup:
    return status;
}

// ----------------------------------------------------------------------------------- unpacking

static enum kauri_status damaged(const struct kauri_exchange *exchange, unsigned rank,
                                 struct kauri_error *error)
{
    return kauri_fail(error, KAURI_CORRUPT,
                      "rank %u sent a message that no round of layer %u makes", rank,
                      exchange->share->layer.seeds);
}

// Finds the parcels of a message.
static enum kauri_status find_parcels(struct kauri_exchange *exchange,
                                      const struct kauri_message *message, unsigned rank,
                                      struct kauri_error *error)
{
    const uint8_t *at = message->bytes;
    for (uint64_t left = message->size; left > 0;) {
        struct parcel_head head;
        if (left < sizeof head) {
            return damaged(exchange, rank, error);
        }
        memcpy(&head, at, sizeof head);
        const uint64_t whole =
            (sizeof head + (uint64_t)head.bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
        if (whole > left || exchange->parcel_count > UINT32_MAX / 4) {
            return damaged(exchange, rank, error);
        }
        if (exchange->parcel_count == exchange->parcel_room) {
            const uint32_t room = exchange->parcel_room == 0 ? 64 : 2 * exchange->parcel_room;
            void *grown = realloc(exchange->parcels, room * sizeof *exchange->parcels);
            if (grown == NULL) {
                return out_of_memory(exchange, error);
            }
            exchange->parcels = grown;
            exchange->parcel_room = room;
        }
        exchange->parcels[exchange->parcel_count++] =
            (struct parcel){.items = at + sizeof head, .bytes = head.bytes, .rank = rank};
        at += whole;
        left -= whole;
    }
    return KAURI_OK;
}

// Makes a list of `count` words, and puts it where the lists of the block's owner would be.
static enum kauri_status put_list(struct kauri_exchange *exchange, unsigned number,
                                  enum kauri_sign sign, uint64_t slot, uint32_t count,
                                  struct kauri_error *error)
{
    const struct kauri_geometry *geometry = exchange->geometry;
    struct exchange_worker *worker = &exchange->workers[number];
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
    return kauri_frontier_put_list(exchange->into, number, sign, slot, worker->list, count,
                                   run_count, error);
}

// Unpacks a record of `size` bytes, which 16 readable bytes follow.
static enum kauri_status unpack_item(struct kauri_exchange *exchange, unsigned number,
                                     unsigned rank, const struct item_head *head,
                                     const uint8_t *record, struct kauri_error *error)
{
    const struct kauri_geometry *geometry = exchange->geometry;
    const struct kauri_share *share = exchange->share;
    struct exchange_worker *worker = &exchange->workers[number];
    const enum kauri_sign sign = head->size & SIGN_BIT ? KAURI_WON : KAURI_LOST;
    const uint64_t slot = kauri_share_other_slot(share, head->number);
    if (slot == UINT64_MAX || share->owners[slot - share->own_count] != rank ||
        atomic_exchange(&exchange->seen[sign][slot - share->own_count], exchange->round) ==
            exchange->round) {
        return damaged(exchange, rank, error);
    }
    const uint8_t *const end = record + (head->size & ~SIGN_BIT);
    uint32_t next = 0;
    const uint32_t count = exchange->kernel->decode(&record, end, &next, worker->words,
                                                    worker->bits, geometry->word_total);
    bool fits = record == end && count > 0;
    for (uint32_t i = 0; fits && i < count; i++) {
        const uint32_t word = worker->words[i]; // they ascend
        fits = word < geometry->word_total && worker->bits[i] != 0 &&
               (worker->bits[i] & ~geometry->mask_full[geometry->word_mask[word]]) == 0;
    }
    return fits ? put_list(exchange, number, sign, slot, count, error)
                : damaged(exchange, rank, error);
}

// Unpacks one parcel from a copy of it, so that its last record may be read beyond its end.
static enum kauri_status unpack_parcel(void *context, unsigned number, uint64_t index,
                                       struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_exchange *exchange = context;
    struct exchange_worker *worker = &exchange->workers[number];
    const struct parcel *parcel = &exchange->parcels[index];
    const double began = thread_seconds();
    if (worker->parcel_room < (size_t)parcel->bytes + KAURI_RECORD_SLACK) {
        const size_t room = (size_t)parcel->bytes + parcel->bytes / 4 + KAURI_RECORD_SLACK;
        uint8_t *grown = realloc(worker->parcel, room);
        if (grown == NULL) {
            return out_of_memory(exchange, error);
        }
        worker->parcel = grown;
        worker->parcel_room = room;
    }
    memcpy(worker->parcel, parcel->items, parcel->bytes);
    memset(worker->parcel + parcel->bytes, 0, KAURI_RECORD_SLACK);
    for (uint32_t at = 0; at < parcel->bytes;) {
        struct item_head head;
        if (parcel->bytes - at < sizeof head) {
            status = damaged(exchange, parcel->rank, error);
            goto cleanup;
        }
        memcpy(&head, worker->parcel + at, sizeof head);
        at += (uint32_t)sizeof head;
        if ((head.size & ~SIGN_BIT) > parcel->bytes - at) {
            status = damaged(exchange, parcel->rank, error);
            goto cleanup;
        }
        KAURI_TRY(unpack_item(exchange, number, parcel->rank, &head, worker->parcel + at, error));
        at += head.size & ~SIGN_BIT;
    }
    worker->unpacking += thread_seconds() - began;
cleanup:
    return status;
}

static void close_parcels(struct kauri_exchange *exchange)
{
    for (unsigned worker = 0; worker < exchange->threads; worker++) {
        for (unsigned rank = 0; rank < exchange->share->team->ranks; rank++) {
            close_parcel(kauri_outbox_of(&exchange->boxes, worker, rank),
                         &exchange->workers[worker].open[rank]);
        }
    }
}

enum kauri_status kauri_exchange_run(struct kauri_exchange *exchange, struct kauri_frontier *into,
                                     struct kauri_pace *pace, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    uint64_t bytes = 0;
    if (exchange == NULL) {
        return KAURI_OK;
    }
    close_parcels(exchange);
    KAURI_TRY(kauri_outboxes_swap(&exchange->boxes, &exchange->sent, error));
    exchange->into = into;
    exchange->parcel_count = 0;
    exchange->round++;
    for (unsigned rank = 0; rank < exchange->share->team->ranks; rank++) {
        KAURI_TRY(find_parcels(exchange, &exchange->boxes.received[rank], rank, error));
        bytes += exchange->boxes.received[rank].size;
    }
    // A position takes about three bytes.
    status =
        kauri_pace_for(pace, exchange->parcel_count, bytes / 3, unpack_parcel, exchange, error);
cleanup:
    return status;
}

struct kauri_exchange_figures kauri_exchange_figures(const struct kauri_exchange *exchange)
{
    struct kauri_exchange_figures figures = {.packing = 0};
    if (exchange != NULL) {
        figures.sent = exchange->sent;
        for (unsigned i = 0; i < exchange->threads; i++) {
            figures.packing += exchange->workers[i].packing;
            figures.unpacking += exchange->workers[i].unpacking;
        }
    }
    return figures;
}

uint64_t kauri_exchange_memory(const struct kauri_exchange *exchange)
{
    if (exchange == NULL) {
        return 0;
    }
    uint64_t bytes = exchange->memory + kauri_outboxes_memory(&exchange->boxes);
    for (unsigned i = 0; i < exchange->threads; i++) {
        bytes += exchange->workers[i].parcel_room;
    }
    return bytes;
}
