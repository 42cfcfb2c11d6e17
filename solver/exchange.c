#include "solver/exchange.h"

#include "common/clock.h"
#include "solver/outbox.h"
#include "solver/unpacking.h"

#include <stdlib.h>
#include <string.h>

// --------------------------------------------------------------------------------------- reach

// Which positions of a block the quiet moves of other ranks lead to.
//
// A position of the block is a row of the opponent and a row of the mover (after the move;
// solver/kernels/geometry.h). Whether moves of an edge lead to it follows from two things: the
// opponent's row tells with how many cowries the move can have been made (kauri_origins), and for
// those the masks of the limit tell against which rows it is quiet. Almost always the least number
// of cowries is one. So there is a table, for each limit, of the rows that moves with at most k
// cowries lead to.
struct reach {
    const struct kauri_geometry *geometry;
    const struct kauri_masks *masks;
    uint64_t **rows; // by limit: the rows, by k - 1 and mask word; NULL for limits that no edge has
    uint32_t limit_count;
    uint64_t bytes; // size of all tables
};

// By k - 1 and mask word: the rows that a quiet move of the limit with at most k cowries leads to.
static uint64_t *make_rows(const struct reach *reach, const struct kauri_limit *limit)
{
    const unsigned cowries = reach->geometry->layer.shape.cowries;
    const uint32_t total = reach->geometry->mask_total;
    uint64_t *rows = calloc((size_t)cowries * total + 1, sizeof *rows);
    for (unsigned k = 1; rows != NULL && k <= cowries; k++) {
        const struct kauri_mask_word *words = reach->masks->masks[limit->masks[k]].words;
        for (uint32_t word = 0; word < total; word++) {
            const uint64_t fewer = k > 1 ? rows[(size_t)(k - 2) * total + word] : 0;
            rows[(size_t)(k - 1) * total + word] = fewer | words[word].allowed;
        }
    }
    return rows;
}

// For the edges of a connected share; *reach is to be cleared also after a failure.
static enum kauri_status init_reach(struct reach *reach, const struct kauri_share *share,
                                    const struct kauri_geometry *geometry,
                                    const struct kauri_masks *masks, struct kauri_error *error)
{
    *reach =
        (struct reach){.geometry = geometry, .masks = masks, .limit_count = masks->limit_count};
    reach->rows = calloc((size_t)masks->limit_count + 1, sizeof *reach->rows);
    if (reach->rows == NULL) {
        return kauri_layer_out_of_memory(&share->layer, "messages of", error);
    }
    for (uint32_t i = 0; i < share->edge_first[share->own_count]; i++) {
        const uint16_t limit = share->edges[i].limit;
        if (reach->rows[limit] == NULL) {
            reach->rows[limit] = make_rows(reach, &masks->limits[limit]);
            if (reach->rows[limit] == NULL) {
                return kauri_layer_out_of_memory(&share->layer, "messages of", error);
            }
            reach->bytes += (size_t)geometry->layer.shape.cowries * geometry->mask_total *
                            sizeof *reach->rows[limit];
        }
    }
    return KAURI_OK;
}

static void clear_reach(struct reach *reach)
{
    for (uint32_t i = 0; reach->rows != NULL && i < reach->limit_count; i++) {
        free(reach->rows[i]);
    }
    free(reach->rows);
    memset(reach, 0, sizeof *reach);
}

// For moves whose least number of cowries is not 1, which go round the board.
static void find_round(const struct reach *reach, uint16_t limit, uint32_t entry,
                       const struct kauri_list_view *list, const struct kauri_run *run,
                       uint64_t *rows)
{
    const uint32_t low = entry >> 4 & 0xf;
    for (uint32_t k = low + 1; k <= low + (entry & 0xf); k++) {
        const struct kauri_mask_word *words =
            reach->masks->masks[reach->masks->limits[limit].masks[k]].words;
        for (uint32_t at = run[0].first; at < run[1].first; at++) {
            rows[at] |= words[list->masks[at]].allowed;
        }
    }
}

static void find_edge(const struct reach *reach, const struct kauri_share_edge *edge,
                      const struct kauri_list_view *list, uint64_t *rows)
{
    enum { BATCH = 256 };
    struct {
        const struct kauri_run *run;
        uint32_t entry;
    } active[BATCH + 1];
    const uint32_t total = reach->geometry->mask_total;
    const uint32_t *entries = reach->geometry->origins[edge->hole][edge->start].entry;
    const uint64_t *limit = reach->rows[edge->limit];
    for (uint32_t run = 0; run < list->run_count;) {
        // Rows that come from nowhere are left out first, without a branch.
        const uint32_t stop = run + BATCH < list->run_count ? run + BATCH : list->run_count;
        uint32_t count = 0;
        for (; run < stop; run++) {
            active[count].run = &list->runs[run];
            active[count].entry = entries[list->runs[run].row];
            count += (active[count].entry & 0xf) != 0;
        }
        for (uint32_t i = 0; i < count; i++) {
            const struct kauri_run *words = active[i].run;
            const uint32_t entry = active[i].entry;
            if (__builtin_expect((entry >> 4 & 0xf) != 0, 0)) {
                find_round(reach, edge->limit, entry, list, words, rows);
                continue;
            }
            const uint64_t *most = limit + (size_t)((entry & 0xf) - 1) * total;
            for (uint32_t at = words[0].first; at < words[1].first; at++) {
                rows[at] |= most[list->masks[at]];
            }
        }
    }
}

// Sets rows[i], for each word i of the list, to the positions of the word that moves of any of the
// edges lead to; bits that stand for no position may be set.
static void find_reached(const struct reach *reach, const struct kauri_share_edge *edges,
                         uint32_t count, const struct kauri_list_view *list, uint64_t *rows)
{
    memset(rows, 0, list->word_count * sizeof *rows);
    for (uint32_t i = 0; i < count; i++) {
        find_edge(reach, &edges[i], list, rows);
    }
}

// ------------------------------------------------------------------------------------ exchange

// The last parcel from one worker to one rank.
struct open_parcel {
    size_t begin;
    bool open; // it gets more items
};

struct exchange_worker {
    struct open_parcel *open; // by rank
    uint64_t *rows;           // word_total: of a list, those that another rank needs
    double seconds;
    char padding[64]; // workers are on different cache lines
};

struct kauri_exchange {
    const struct kauri_share *share;
    const struct kauri_kernel *kernel;
    unsigned threads;
    struct exchange_worker *workers;
    struct reach reach;
    struct kauri_mail mail;
    struct kauri_unpacking *unpacking;
    uint64_t memory;
};

static enum kauri_status out_of_memory(const struct kauri_exchange *exchange,
                                       struct kauri_error *error)
{
    return kauri_layer_out_of_memory(&exchange->share->layer, "messages of", error);
}

static enum kauri_status make_workers(struct kauri_exchange *exchange, uint32_t words,
                                      struct kauri_error *error)
{
    const unsigned ranks = exchange->share->team->ranks;
    exchange->workers = calloc(exchange->threads, sizeof *exchange->workers);
    if (exchange->workers == NULL) {
        return out_of_memory(exchange, error);
    }
    for (unsigned i = 0; i < exchange->threads; i++) {
        struct exchange_worker *worker = &exchange->workers[i];
        worker->open = calloc(ranks, sizeof *worker->open);
        worker->rows = calloc((size_t)words + 1, sizeof *worker->rows);
        if (worker->open == NULL || worker->rows == NULL) {
            return out_of_memory(exchange, error);
        }
        exchange->memory += ranks * sizeof *worker->open +
                            ((size_t)words + 1) * sizeof *worker->rows + sizeof *worker;
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
    if (share->team->ranks == 1) {
        return KAURI_OK;
    }
    made = calloc(1, sizeof *made);
    if (made == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for messages");
    }
    made->share = share;
    made->kernel = kernel;
    made->threads = threads;
    KAURI_TRY(kauri_mail_init(&made->mail, share->team, threads, error));
    KAURI_TRY(make_workers(made, geometry->word_total, error));
    KAURI_TRY(init_reach(&made->reach, share, geometry, masks, error));
    KAURI_TRY(kauri_unpacking_new(share, geometry, kernel, threads, &made->unpacking, error));
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
        free(exchange->workers[i].open);
        free(exchange->workers[i].rows);
    }
    free(exchange->workers);
    clear_reach(&exchange->reach);
    kauri_mail_clear(&exchange->mail);
    kauri_unpacking_free(exchange->unpacking);
    free(exchange);
}

// Ends the parcel, whose head then says how long it is.
static void close_parcel(struct kauri_outbox *box, struct open_parcel *parcel)
{
    if (parcel->open) {
        const size_t begin = parcel->begin + sizeof(struct kauri_parcel_head);
        const struct kauri_parcel_head head = {.bytes = (uint32_t)(box->used - begin)};
        memcpy(box->bytes + parcel->begin, &head, sizeof head);
        kauri_outbox_align(box);
        parcel->open = false;
    }
}

static enum kauri_status pack_for(struct kauri_exchange *exchange, unsigned worker, unsigned rank,
                                  const struct kauri_share_edge *edges, uint32_t count,
                                  uint64_t slot, enum kauri_sign sign,
                                  const struct kauri_work *work, const struct kauri_list_view *list,
                                  struct kauri_error *error)
{
    struct kauri_outbox *box = kauri_mail_outbox(&exchange->mail, worker, rank);
    struct open_parcel *parcel = &exchange->workers[worker].open[rank];
    const size_t most = (size_t)list->word_count * KAURI_RECORD_WORD_BYTES + KAURI_RECORD_SLACK;
    if (!kauri_outbox_room(box, sizeof(struct kauri_parcel_head) + sizeof(struct kauri_item_head) +
                                    most)) {
        return out_of_memory(exchange, error);
    }
    const size_t begin = box->used + (parcel->open ? 0 : sizeof(struct kauri_parcel_head));
    uint8_t *const record = box->bytes + begin + sizeof(struct kauri_item_head);
    uint64_t *const rows = exchange->workers[worker].rows;
    find_reached(&exchange->reach, edges, count, list, rows);
    const uint8_t *end =
        exchange->kernel->encode_part(record, work->word_list, list->bits, rows, list->word_count);
    if (end == record) {
        return KAURI_OK;
    }
    const struct kauri_item_head head = {
        .number = (uint32_t)kauri_share_number(exchange->share, slot),
        .size = (uint32_t)(end - record) | (sign == KAURI_WON ? KAURI_ITEM_WON : 0),
    };
    memcpy(box->bytes + begin, &head, sizeof head);
    if (!parcel->open) {
        *parcel = (struct open_parcel){.begin = box->used, .open = true};
    }
    box->used = (size_t)(end - box->bytes);
    if (box->used - parcel->begin >= KAURI_PARCEL_BYTES) {
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
    const double began = kauri_clock_thread();
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
    exchange->workers[worker].seconds += kauri_clock_thread() - began;
cleanup:
    return status;
}

static void close_parcels(struct kauri_exchange *exchange)
{
    for (unsigned worker = 0; worker < exchange->threads; worker++) {
        for (unsigned rank = 0; rank < exchange->share->team->ranks; rank++) {
            close_parcel(kauri_mail_outbox(&exchange->mail, worker, rank),
                         &exchange->workers[worker].open[rank]);
        }
    }
}

enum kauri_status kauri_exchange_begin(struct kauri_exchange *exchange, const uint64_t *numbers,
                                       unsigned count, enum kauri_status status,
                                       struct kauri_error *error)
{
    if (exchange == NULL) {
        return KAURI_OK;
    }
    close_parcels(exchange);
    return kauri_mail_begin(&exchange->mail, numbers, count, status, error);
}

enum kauri_status kauri_exchange_finish(struct kauri_exchange *exchange, uint64_t *numbers,
                                        enum kauri_status status, struct kauri_error *error)
{
    return exchange == NULL ? status : kauri_mail_finish(&exchange->mail, numbers, status, error);
}

enum kauri_status kauri_exchange_unpack(struct kauri_exchange *exchange,
                                        struct kauri_frontier *into, struct kauri_pace *pace,
                                        struct kauri_error *error)
{
    return exchange == NULL
               ? KAURI_OK
               : kauri_unpacking_run(exchange->unpacking, kauri_mail_received(&exchange->mail),
                                     into, pace, error);
}

struct kauri_exchange_figures kauri_exchange_figures(const struct kauri_exchange *exchange)
{
    struct kauri_exchange_figures figures = {.packing = 0};
    if (exchange != NULL) {
        figures.sent = exchange->mail.sent;
        for (unsigned i = 0; i < exchange->threads; i++) {
            figures.packing += exchange->workers[i].seconds;
        }
        figures.unpacking = kauri_unpacking_seconds(exchange->unpacking);
    }
    return figures;
}

uint64_t kauri_exchange_memory(const struct kauri_exchange *exchange)
{
    if (exchange == NULL) {
        return 0;
    }
    return exchange->memory + exchange->reach.bytes + kauri_mail_memory(&exchange->mail) +
           kauri_unpacking_memory(exchange->unpacking);
}
