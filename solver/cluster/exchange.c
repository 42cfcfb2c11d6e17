#include "solver/cluster/exchange.h"

#include "common/memory.h"
#include "solver/cluster/reach.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

// A message is a sequence of packets: a head and its items.

enum { PACKET_BYTES = 64 << 10 }; // a packet that is longer gets no more items

struct packet_head {
    uint32_t bytes; // size of its items
    uint32_t reserved;
};

// The beginning of an item, which a record follows.
struct item_head {
    uint32_t number; // block number
    uint32_t size;   // size of the record, and the sign in the highest bit
};
#define ITEM_WON 0x80000000U

// The last packet from one worker to one rank.
struct open_packet {
    size_t begin;
    bool open; // the packet gets more items
};

struct exchange_worker {
    // Members for packing.
    struct open_packet *open; // last packet to each rank
    uint64_t *rows;           // word_total words: the positions of a list that another rank needs
    // Members for unpacking.
    uint8_t *packet; // copy of the packet
    size_t packet_capacity;
    uint32_t *words; // word_total elements, as in `bits`: the words of a record
    uint64_t *bits;
    uint8_t *list;
    char padding[64]; // keeps workers on different cache lines
};

// A packet that was received.
struct packet {
    const uint8_t *items;
    uint32_t bytes;
    uint32_t rank;
};

struct kauri_exchange {
    const struct kauri_part *part;
    const struct kauri_share *share;
    unsigned threads;
    struct exchange_worker *workers;
    struct kauri_reach reach;
    struct kauri_send_buffers buffers;
    struct packet *packets;
    uint32_t packet_count;
    size_t packet_capacity;
    atomic_uint_least32_t *seen[2]; // by sign and slot of another rank: last round with a list
    uint32_t round;
    struct kauri_frontier *into; // frontier that receives the positions
    uint64_t memory;             // bytes of workers and `seen`, without copies of packets
};

static enum kauri_status out_of_memory(const struct kauri_exchange *exchange,
                                       struct kauri_error *error)
{
    return kauri_layer_out_of_memory(&exchange->part->layer, "messages of", error);
}

static enum kauri_status make_workers(struct kauri_exchange *exchange, struct kauri_error *error)
{
    const unsigned ranks = exchange->part->team->ranks;
    const uint32_t words = exchange->part->geometry->word_total;
    const size_t list = kauri_list_bytes(words, words);
    exchange->workers = calloc(exchange->threads, sizeof *exchange->workers);
    if (exchange->workers == NULL) {
        return out_of_memory(exchange, error);
    }
    for (unsigned i = 0; i < exchange->threads; i++) {
        struct exchange_worker *worker = &exchange->workers[i];
        worker->open = calloc(ranks, sizeof *worker->open);
        worker->rows = calloc((size_t)words + 1, sizeof *worker->rows);
        worker->words = calloc((size_t)words + 1, sizeof *worker->words);
        worker->bits = calloc((size_t)words + 1, sizeof *worker->bits);
        worker->list = malloc(list);
        if (worker->open == NULL || worker->rows == NULL || worker->words == NULL ||
            worker->bits == NULL || worker->list == NULL) {
            return out_of_memory(exchange, error);
        }
        exchange->memory +=
            ranks * sizeof *worker->open + ((size_t)words + 1) * 20 + list + sizeof *worker;
    }
    return KAURI_OK;
}

enum kauri_status kauri_exchange_new(const struct kauri_part *part, const struct kauri_share *share,
                                     unsigned threads, struct kauri_exchange **exchange,
                                     struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const size_t others = (size_t)(part->slot_count - part->block_count);
    struct kauri_exchange *made = calloc(1, sizeof *made);
    *exchange = NULL;
    if (made == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for messages");
    }
    made->part = part;
    made->share = share;
    made->threads = threads;
    made->seen[0] = calloc(others + 1, sizeof *made->seen[0]);
    made->seen[1] = calloc(others + 1, sizeof *made->seen[1]);
    if (made->seen[0] == NULL || made->seen[1] == NULL) {
        status = out_of_memory(made, error);
        goto cleanup;
    }
    made->memory = 2 * others * sizeof *made->seen[0];
    KAURI_TRY(kauri_send_buffers_init(&made->buffers, part->team, threads, error));
    KAURI_TRY(make_workers(made, error));
    KAURI_TRY(kauri_reach_init(&made->reach, part, share, error));
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
        free(worker->rows);
        free(worker->packet);
        free(worker->words);
        free(worker->bits);
        free(worker->list);
    }
    free(exchange->workers);
    free(exchange->packets);
    free(exchange->seen[0]);
    free(exchange->seen[1]);
    kauri_reach_clear(&exchange->reach);
    kauri_send_buffers_clear(&exchange->buffers);
    free(exchange);
}

// ------------------------------------------------------------------------------------- packing

// Ends the packet, whose head then says how long it is.
static void close_packet(struct kauri_send_buffer *buffer, struct open_packet *packet)
{
    if (packet->open) {
        const size_t begin = packet->begin + sizeof(struct packet_head);
        const struct packet_head head = {.bytes = (uint32_t)(buffer->used - begin)};
        memcpy(buffer->bytes + packet->begin, &head, sizeof head);
        kauri_send_align(buffer);
        packet->open = false;
    }
}

static enum kauri_status pack_for(struct kauri_exchange *exchange, unsigned worker, unsigned rank,
                                  const struct kauri_share_edge *edges, uint32_t count,
                                  uint64_t slot, enum kauri_sign sign,
                                  const struct kauri_work *work, const struct kauri_list_view *list,
                                  struct kauri_error *error)
{
    struct kauri_send_buffer *buffer = kauri_send_buffer_of(&exchange->buffers, worker, rank);
    struct open_packet *packet = &exchange->workers[worker].open[rank];
    const size_t maximum = (size_t)list->word_count * KAURI_RECORD_WORD_BYTES + KAURI_RECORD_SLACK;
    if (!kauri_send_room(buffer, sizeof(struct packet_head) + sizeof(struct item_head) + maximum)) {
        return out_of_memory(exchange, error);
    }
    const size_t begin = buffer->used + (packet->open ? 0 : sizeof(struct packet_head));
    uint8_t *const record = buffer->bytes + begin + sizeof(struct item_head);
    uint64_t *const rows = exchange->workers[worker].rows;
    kauri_reach_find(&exchange->reach, edges, count, list, rows);
    const uint8_t *end = exchange->part->kernel->encode_part(record, work->word_list, list->bits,
                                                             rows, list->word_count);
    if (end == record) {
        return KAURI_OK;
    }
    const struct item_head head = {
        .number = (uint32_t)kauri_part_number(exchange->part, slot),
        .size = (uint32_t)(end - record) | (sign == KAURI_WON ? ITEM_WON : 0),
    };
    memcpy(buffer->bytes + begin, &head, sizeof head);
    if (!packet->open) {
        *packet = (struct open_packet){.begin = buffer->used, .open = true};
    }
    buffer->used = (size_t)(end - buffer->bytes);
    if (buffer->used - packet->begin >= PACKET_BYTES) {
        close_packet(buffer, packet);
    }
    return KAURI_OK;
}

enum kauri_status kauri_exchange_pack(struct kauri_exchange *exchange, unsigned worker,
                                      uint64_t slot, enum kauri_sign sign,
                                      const struct kauri_work *work,
                                      const struct kauri_collected *collected,
                                      struct kauri_error *error)
{
    const struct kauri_share *share = exchange->share;
    const uint32_t end = share->edge_first[slot + 1];
    uint32_t first = share->edge_first[slot];
    if (first == end) {
        return KAURI_OK;
    }
    const struct kauri_list_view list =
        kauri_list_from(work->list, collected->word_count, collected->run_count);
    while (first < end) {
        const uint32_t rank = share->edges[first].rank;
        uint32_t count = 1;
        while (first + count < end && share->edges[first + count].rank == rank) {
            count++;
        }
        KAURI_PASS(pack_for(exchange, worker, rank, share->edges + first, count, slot, sign, work,
                            &list, error));
        first += count;
    }
    return KAURI_OK;
}

static void close_packets(struct kauri_exchange *exchange)
{
    for (unsigned worker = 0; worker < exchange->threads; worker++) {
        for (unsigned rank = 0; rank < exchange->part->team->ranks; rank++) {
            close_packet(kauri_send_buffer_of(&exchange->buffers, worker, rank),
                         &exchange->workers[worker].open[rank]);
        }
    }
}

enum kauri_status kauri_exchange_begin(struct kauri_exchange *exchange, const uint64_t *numbers,
                                       unsigned count, enum kauri_status status,
                                       struct kauri_error *error)
{
    close_packets(exchange);
    return kauri_send_begin(&exchange->buffers, numbers, count, status, error);
}

enum kauri_status kauri_exchange_finish(struct kauri_exchange *exchange, uint64_t *numbers,
                                        enum kauri_status status, struct kauri_error *error)
{
    return kauri_send_finish(&exchange->buffers, numbers, status, error);
}

// ----------------------------------------------------------------------------------- unpacking

static enum kauri_status damaged(const struct kauri_exchange *exchange, unsigned rank,
                                 struct kauri_error *error)
{
    return kauri_fail(error, KAURI_CORRUPT,
                      "rank %u sent a message that no round of layer %u makes", rank,
                      exchange->part->layer.seeds);
}

// Finds the packets of a message.
static enum kauri_status find_packets(struct kauri_exchange *exchange,
                                      const struct kauri_message *message, unsigned rank,
                                      struct kauri_error *error)
{
    const uint8_t *at = message->bytes;
    for (uint64_t left = message->size; left > 0;) {
        struct packet_head head;
        if (left < sizeof head) {
            return damaged(exchange, rank, error);
        }
        memcpy(&head, at, sizeof head);
        const uint64_t whole = kauri_send_aligned(sizeof head + (uint64_t)head.bytes);
        if (whole > left || exchange->packet_count > UINT32_MAX / 4) {
            return damaged(exchange, rank, error);
        }
        if (!KAURI_FITS(exchange->packets, exchange->packet_count + 1, exchange->packet_capacity)) {
            return out_of_memory(exchange, error);
        }
        exchange->packets[exchange->packet_count++] =
            (struct packet){.items = at + sizeof head, .bytes = head.bytes, .rank = rank};
        at += whole;
        left -= whole;
    }
    return KAURI_OK;
}

// Makes a list of `count` words, and puts it into the frontier under the slot of the block, as the
// owner of the block does with its own lists.
static enum kauri_status put_list(struct kauri_exchange *exchange, unsigned number,
                                  enum kauri_sign sign, uint64_t slot, uint32_t count,
                                  struct kauri_error *error)
{
    const struct kauri_geometry *geometry = exchange->part->geometry;
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
    return kauri_frontier_put(exchange->into, number, sign, slot, worker->list, count, run_count,
                              error);
}

// Unpacks a record of `size` bytes, which 16 readable bytes follow.
static enum kauri_status unpack_item(struct kauri_exchange *exchange, unsigned number,
                                     unsigned rank, const struct item_head *head,
                                     const uint8_t *record, struct kauri_error *error)
{
    const struct kauri_geometry *geometry = exchange->part->geometry;
    const struct kauri_part *part = exchange->part;
    struct exchange_worker *worker = &exchange->workers[number];
    const enum kauri_sign sign = head->size & ITEM_WON ? KAURI_WON : KAURI_LOST;
    const uint64_t slot = kauri_share_other_slot(part, head->number);
    if (slot == UINT64_MAX || exchange->share->owners[slot - part->block_count] != rank ||
        atomic_exchange(&exchange->seen[sign][slot - part->block_count], exchange->round) ==
            exchange->round) {
        return damaged(exchange, rank, error);
    }
    const uint8_t *const end = record + (head->size & ~ITEM_WON);
    uint32_t next = 0;
    const uint32_t count = exchange->part->kernel->decode(&record, end, &next, worker->words,
                                                          worker->bits, geometry->word_total);
    bool fits = record == end && count > 0;
    for (uint32_t i = 0; fits && i < count; i++) {
        const uint32_t word = worker->words[i]; // words ascend
        fits = word < geometry->word_total && worker->bits[i] != 0 &&
               (worker->bits[i] & ~geometry->mask_full[geometry->word_mask[word]]) == 0;
    }
    return fits ? put_list(exchange, number, sign, slot, count, error)
                : damaged(exchange, rank, error);
}

// Unpacks one packet from a copy of it, so that its last record may be read beyond its end.
static enum kauri_status unpack_packet(void *context, unsigned number, uint64_t index,
                                       struct kauri_error *error)
{
    struct kauri_exchange *exchange = context;
    struct exchange_worker *worker = &exchange->workers[number];
    const struct packet *packet = &exchange->packets[index];
    if (!KAURI_FITS(worker->packet, (size_t)packet->bytes + KAURI_RECORD_SLACK,
                    worker->packet_capacity)) {
        return out_of_memory(exchange, error);
    }
    memcpy(worker->packet, packet->items, packet->bytes);
    memset(worker->packet + packet->bytes, 0, KAURI_RECORD_SLACK);
    for (uint32_t at = 0; at < packet->bytes;) {
        struct item_head head;
        if (packet->bytes - at < sizeof head) {
            return damaged(exchange, packet->rank, error);
        }
        memcpy(&head, worker->packet + at, sizeof head);
        at += (uint32_t)sizeof head;
        if ((head.size & ~ITEM_WON) > packet->bytes - at) {
            return damaged(exchange, packet->rank, error);
        }
        KAURI_PASS(unpack_item(exchange, number, packet->rank, &head, worker->packet + at, error));
        at += head.size & ~ITEM_WON;
    }
    return KAURI_OK;
}

enum kauri_status kauri_exchange_unpack(struct kauri_exchange *exchange,
                                        struct kauri_frontier *into, struct kauri_pace *pace,
                                        struct kauri_error *error)
{
    uint64_t bytes = 0;
    const struct kauri_message *received = exchange->buffers.received;
    exchange->into = into;
    exchange->packet_count = 0;
    exchange->round++;
    for (unsigned rank = 0; rank < exchange->part->team->ranks; rank++) {
        KAURI_PASS(find_packets(exchange, &received[rank], rank, error));
        bytes += received[rank].size;
    }
    // A position takes about three bytes, which gives the number of positions.
    const struct kauri_loop loop = {
        .pace = pace, .count = exchange->packet_count, .positions = bytes / 3 + 1};
    return kauri_loop(&loop, unpack_packet, exchange, error);
}

uint64_t kauri_exchange_memory(const struct kauri_exchange *exchange)
{
    uint64_t bytes =
        exchange->memory + exchange->reach.bytes + kauri_send_memory(&exchange->buffers);
    for (unsigned i = 0; i < exchange->threads; i++) {
        bytes += exchange->workers[i].packet_capacity;
    }
    return bytes;
}
