#include "solver/cluster/gather.h"

#include "common/checked.h"
#include "common/digest.h"
#include "db/compress.h"
#include "db/table.h"
#include "solver/cluster/network.h"

#include <stdlib.h>
#include <string.h>

// A packet is one column of one block: this head, then for each page of the block its size and its
// check, and then the compressed pages. Without pages, the numbers of the column follow.
struct column_packet_head {
    uint64_t block;  // number among all stored blocks
    uint64_t digest; // digest of the numbers, if there are pages
    uint32_t column;
    uint32_t reserved;
};
struct column_packet_page {
    uint32_t size; // at least 1
    uint32_t check;
};

struct column_packet {
    uint8_t *bytes; // owned
    size_t size;
};

struct gather_worker {
    struct kauri_page_compressor compressor;
    uint8_t *buffer; // holds the largest packet
};

struct kauri_gather {
    const struct kauri_part *part;
    const struct kauri_table_info *info;
    struct kauri_writer *writer; // writer of the table on rank 0; NULL on the others
    unsigned threads;
    struct gather_worker *workers;
    uint32_t block_pages;  // pages of a block in a column; 0: a page holds several blocks
    uint64_t batch_blocks; // most blocks of this rank in a batch
    // Packets of this rank's blocks of the batch, by block and column.
    struct column_packet *packets;
    struct kauri_message *messages; // a message for each packet
    struct kauri_message *received; // message of each rank
    const struct kauri_table_batch *batch;
};

static enum kauri_status out_of_memory(const struct kauri_gather *gather, struct kauri_error *error)
{
    return kauri_layer_out_of_memory(&gather->part->layer, "writing", error);
}

// Returns the number of pages of a block, or 0 if blocks share pages or a run of the digest. A
// block that is a run of its own has whole pages (db/tables/layer_table.c).
static uint32_t pages_of_block(const struct kauri_table_info *info, const struct kauri_layer *layer)
{
    return info->digest_entries == layer->cowrie_count &&
                   layer->cowrie_count % info->columns[0].page_entries == 0
               ? layer->cowrie_count / info->columns[0].page_entries
               : 0;
}

static size_t packet_bytes_most(const struct kauri_gather *gather)
{
    size_t maximum = 0;
    for (unsigned c = 0; c < KAURI_COLUMNS; c++) {
        const struct kauri_column *about = &gather->info->columns[c];
        const size_t page = sizeof(struct column_packet_page) +
                            kauri_compress_bound((size_t)about->page_entries * about->width);
        const size_t numbers = (size_t)gather->part->layer.cowrie_count * about->width;
        const size_t bytes = gather->block_pages > 0 ? gather->block_pages * page : numbers;
        maximum = bytes > maximum ? bytes : maximum;
    }
    return sizeof(struct column_packet_head) + maximum;
}

enum kauri_status kauri_gather_new(const struct kauri_part *part,
                                   const struct kauri_table_info *info, int level, unsigned threads,
                                   uint64_t maximum, struct kauri_writer *writer,
                                   struct kauri_gather **gather, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_gather *made = calloc(1, sizeof *made);
    *gather = NULL;
    if (made == NULL) {
        return kauri_layer_out_of_memory(&part->layer, "writing", error);
    }
    *made = (struct kauri_gather){.part = part,
                                  .info = info,
                                  .writer = writer,
                                  .threads = threads,
                                  .block_pages = pages_of_block(info, &part->layer),
                                  .batch_blocks = maximum};
    made->workers = calloc(threads, sizeof *made->workers);
    made->packets = calloc(kauri_size_to_ask(maximum * KAURI_COLUMNS + 1), sizeof *made->packets);
    made->messages = calloc(kauri_size_to_ask(maximum * KAURI_COLUMNS + 1), sizeof *made->messages);
    made->received = calloc(part->team->ranks, sizeof *made->received);
    if (made->workers == NULL || made->packets == NULL || made->messages == NULL ||
        made->received == NULL) {
        status = out_of_memory(made, error);
        goto cleanup;
    }
    for (unsigned i = 0; i < threads; i++) {
        KAURI_TRY(kauri_page_compressor_init(&made->workers[i].compressor, info, level, error));
        made->workers[i].buffer = malloc(packet_bytes_most(made));
        if (made->workers[i].buffer == NULL) {
            status = out_of_memory(made, error);
            goto cleanup;
        }
    }
    *gather = made;
    made = NULL;
cleanup:
    kauri_gather_free(made);
    return status;
}

void kauri_gather_free(struct kauri_gather *gather)
{
    if (gather == NULL) {
        return;
    }
    for (unsigned i = 0; gather->workers != NULL && i < gather->threads; i++) {
        kauri_page_compressor_clear(&gather->workers[i].compressor);
        free(gather->workers[i].buffer);
    }
    for (uint64_t i = 0; gather->packets != NULL && i < gather->batch_blocks * KAURI_COLUMNS; i++) {
        free(gather->packets[i].bytes);
    }
    free(gather->workers);
    free(gather->packets);
    free(gather->messages);
    free(gather->received);
    free(gather);
}

// ------------------------------------------------------------------------------------- sending

// Compresses the pages of a column of a block to `to`, and their places to `pages`. Returns their
// end through *end.
static enum kauri_status compress_pages(const struct kauri_gather *gather,
                                        struct gather_worker *worker, unsigned column,
                                        const uint8_t *numbers, uint8_t *pages, uint8_t *to,
                                        uint8_t **end, struct kauri_error *error)
{
    const struct kauri_column *about = &gather->info->columns[column];
    for (uint32_t i = 0; i < gather->block_pages; i++) {
        struct kauri_compressed_page page;
        KAURI_PASS(kauri_page_compress(&worker->compressor, NULL, column, numbers,
                                       about->page_entries, to, &page, error));
        const struct column_packet_page place = {.size = page.size, .check = page.check};
        memcpy(pages + i * sizeof place, &place, sizeof place);
        to += page.size;
        numbers += (size_t)about->page_entries * about->width;
    }
    *end = to;
    return KAURI_OK;
}

// Makes the packet of one column of one block of this rank.
static enum kauri_status make_packet(void *context, unsigned number, uint64_t index,
                                     struct kauri_error *error)
{
    struct kauri_gather *gather = context;
    const struct kauri_table_batch *batch = gather->batch;
    struct gather_worker *worker = &gather->workers[number];
    struct column_packet *packet = &gather->packets[index];
    const unsigned c = (unsigned)(index % KAURI_COLUMNS);
    const size_t bytes = batch->block_bytes[c];
    const uint8_t *numbers = batch->columns[c] + index / KAURI_COLUMNS * bytes;
    struct column_packet_head head = {
        .block = gather->part->stored_numbers[batch->part_first + index / KAURI_COLUMNS],
        .column = c};
    uint8_t *pages = worker->buffer + sizeof head;
    uint8_t *end = pages + gather->block_pages * sizeof(struct column_packet_page);
    if (gather->block_pages > 0) {
        head.digest = kauri_digest(numbers, bytes);
        KAURI_PASS(compress_pages(gather, worker, c, numbers, pages, end, &end, error));
    } else {
        memcpy(end, numbers, bytes);
        end += bytes;
    }
    memcpy(worker->buffer, &head, sizeof head);
    packet->size = (size_t)(end - worker->buffer);
    packet->bytes = malloc(packet->size);
    if (packet->bytes == NULL) {
        return out_of_memory(gather, error);
    }
    memcpy(packet->bytes, worker->buffer, packet->size);
    return KAURI_OK;
}

// Sends the packets of this rank's blocks in the batch, from number *next on, as far as they lie
// below stored block `end`, and frees them.
static enum kauri_status send_packets(struct kauri_gather *gather, uint64_t end, uint64_t *next,
                                      struct kauri_error *error)
{
    const struct kauri_table_batch *batch = gather->batch;
    const struct kauri_team *team = gather->part->team;
    const struct kauri_network *network = kauri_network_of(team);
    const uint32_t *blocks = gather->part->stored_numbers + batch->part_first;
    const uint64_t first = *next * KAURI_COLUMNS;
    unsigned count = 0;
    while (*next < batch->part_count && blocks[*next] < end) {
        ++*next;
    }
    for (uint64_t i = first; i < *next * KAURI_COLUMNS; i++) {
        gather->messages[count++] = (struct kauri_message){
            .rank = 0, .bytes = gather->packets[i].bytes, .size = gather->packets[i].size};
    }
    enum kauri_status status =
        network->begin(team->context, gather->messages, count, NULL, 0, error);
    if (status == KAURI_OK) {
        status = network->finish(team->context, gather->received, error);
    }
    for (uint64_t i = first; i < *next * KAURI_COLUMNS; i++) {
        free(gather->packets[i].bytes);
        gather->packets[i].bytes = NULL;
    }
    return status;
}

// ------------------------------------------------------------------------------------- writing

// Finds the packets of stored blocks first .. first + count - 1 in what the ranks sent: packets[i]
// becomes what follows the head of packet i, by block and column. digests[i] receives its digest.
static enum kauri_status find_packets(const struct kauri_gather *gather, uint64_t first,
                                      uint64_t count, const uint8_t **packets, uint64_t *digests,
                                      struct kauri_error *error)
{
    const struct kauri_team *team = gather->part->team;
    unsigned rank = 0;
    for (; rank < team->ranks; rank++) {
        const uint8_t *at = gather->received[rank].bytes;
        for (uint64_t left = gather->received[rank].size; left > 0;) {
            struct column_packet_head head;
            const uint64_t places = gather->block_pages * sizeof(struct column_packet_page);
            if (left < sizeof head + places) {
                goto damaged;
            }
            memcpy(&head, at, sizeof head);
            if (head.block < first || head.block - first >= count || head.column >= KAURI_COLUMNS ||
                packets[(head.block - first) * KAURI_COLUMNS + head.column] != NULL) {
                goto damaged;
            }
            const struct kauri_column *column = &gather->info->columns[head.column];
            const size_t bound = kauri_compress_bound((size_t)column->page_entries * column->width);
            uint64_t size = sizeof head + places;
            for (uint32_t i = 0; i < gather->block_pages; i++) {
                struct column_packet_page page;
                memcpy(&page, at + sizeof head + i * sizeof page, sizeof page);
                if (page.size == 0 || page.size > bound) {
                    goto damaged;
                }
                size += page.size;
            }
            size += gather->block_pages == 0 ? gather->batch->block_bytes[head.column] : 0;
            if (size > left) {
                goto damaged;
            }
            packets[(head.block - first) * KAURI_COLUMNS + head.column] = at + sizeof head;
            digests[(head.block - first) * KAURI_COLUMNS + head.column] = head.digest;
            at += size;
            left -= size;
        }
    }
    for (uint64_t i = 0; i < count * KAURI_COLUMNS; i++) {
        if (packets[i] == NULL) {
            return kauri_fail(error, KAURI_CORRUPT, "columns of layer %u are missing",
                              gather->part->layer.seeds);
        }
    }
    return KAURI_OK;
damaged:
    return kauri_fail(error, KAURI_CORRUPT, "rank %u sent columns that layer %u does not have",
                      rank, gather->part->layer.seeds);
}

// Appends the pages of one block.
static enum kauri_status write_pages(const struct kauri_gather *gather,
                                     const uint8_t *const packets[KAURI_COLUMNS],
                                     const uint64_t digests[KAURI_COLUMNS],
                                     struct kauri_error *error)
{
    const uint8_t *bytes[KAURI_COLUMNS];
    for (unsigned c = 0; c < KAURI_COLUMNS; c++) {
        bytes[c] = packets[c] + gather->block_pages * sizeof(struct column_packet_page);
    }
    for (uint32_t i = 0; i < gather->block_pages; i++) {
        struct kauri_compressed_page pages[KAURI_COLUMNS];
        for (unsigned c = 0; c < KAURI_COLUMNS; c++) {
            struct column_packet_page page;
            memcpy(&page, packets[c] + i * sizeof page, sizeof page);
            pages[c] = (struct kauri_compressed_page){
                .bytes = bytes[c], .size = page.size, .check = page.check};
            bytes[c] += page.size;
        }
        KAURI_PASS(kauri_writer_append_pages(gather->writer, pages, error));
    }
    kauri_writer_append_runs(gather->writer, digests);
    return KAURI_OK;
}

// Appends the numbers of all blocks, which the writer compresses together.
static enum kauri_status write_numbers(const struct kauri_gather *gather,
                                       const uint8_t *const *packets, uint64_t count,
                                       struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    uint8_t *columns[KAURI_COLUMNS] = {NULL};
    const void *numbers[KAURI_COLUMNS];
    for (unsigned c = 0; c < KAURI_COLUMNS; c++) {
        const size_t bytes = gather->batch->block_bytes[c];
        columns[c] = malloc(kauri_size_to_ask(count * bytes + 1));
        if (columns[c] == NULL) {
            status = out_of_memory(gather, error);
            goto cleanup;
        }
        numbers[c] = columns[c];
        for (uint64_t block = 0; block < count; block++) {
            memcpy(columns[c] + block * bytes, packets[block * KAURI_COLUMNS + c], bytes);
        }
    }
    status = kauri_writer_append(gather->writer, numbers, count * gather->part->layer.cowrie_count,
                                 error);
cleanup:
    for (unsigned c = 0; c < KAURI_COLUMNS; c++) {
        free(columns[c]);
    }
    return status;
}

// Writes stored blocks first .. first + count - 1, which have arrived. Only on rank 0.
static enum kauri_status write_blocks(const struct kauri_gather *gather, uint64_t first,
                                      uint64_t count, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const uint8_t **packets = calloc(kauri_size_to_ask(count * KAURI_COLUMNS + 1), sizeof *packets);
    uint64_t *digests = calloc(kauri_size_to_ask(count * KAURI_COLUMNS + 1), sizeof *digests);
    if (packets == NULL || digests == NULL) {
        status = out_of_memory(gather, error);
        goto cleanup;
    }
    KAURI_TRY(find_packets(gather, first, count, packets, digests, error));
    if (gather->block_pages == 0) {
        status = write_numbers(gather, packets, count, error);
        goto cleanup;
    }
    for (uint64_t block = 0; block < count; block++) {
        KAURI_TRY(write_pages(gather, packets + block * KAURI_COLUMNS,
                              digests + block * KAURI_COLUMNS, error));
    }
cleanup:
    free(packets);
    free(digests);
    return status;
}

enum kauri_status kauri_gather_batch(struct kauri_gather *gather,
                                     const struct kauri_table_batch *batch, struct kauri_pace *pace,
                                     struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_team *team = gather->part->team;
    const struct kauri_loop loop = {.pace = pace,
                                    .count = batch->part_count * KAURI_COLUMNS,
                                    .positions =
                                        batch->part_count * gather->part->layer.cowrie_count};
    uint64_t next = 0;
    uint64_t done = 0;
    gather->batch = batch;
    KAURI_PASS(kauri_team_status(team, kauri_loop(&loop, make_packet, gather, error), error));
    for (unsigned step = 0; step < team->ranks; step++) {
        const uint64_t end = batch->count * (step + 1) / team->ranks;
        KAURI_PASS(send_packets(gather, batch->first + end, &next, error));
        if (team->rank == 0) {
            status = write_blocks(gather, batch->first + done, end - done, error);
        }
        KAURI_PASS(kauri_team_status(team, status, error));
        done = end;
    }
    return status;
}

enum kauri_status kauri_gather_end(struct kauri_gather *gather, struct kauri_error *error)
{
    const struct kauri_team *team = gather->part->team;
    uint64_t maximum[KAURI_COLUMNS_MAX];
    struct kauri_survey *survey = &gather->workers[0].compressor.survey;
    for (unsigned i = 1; i < gather->threads; i++) {
        kauri_survey_merge(survey, &gather->workers[i].compressor.survey);
    }
    for (unsigned c = 0; c < KAURI_COLUMNS_MAX; c++) {
        maximum[c] = survey->maximum[c];
    }
    KAURI_PASS(team->sum(team->context, survey->counts, survey->count_count, error));
    KAURI_PASS(team->greatest(team->context, maximum, KAURI_COLUMNS_MAX, error));
    for (unsigned c = 0; c < KAURI_COLUMNS_MAX; c++) {
        survey->maximum[c] = (uint32_t)maximum[c];
    }
    if (gather->writer != NULL) {
        kauri_survey_merge(kauri_writer_survey(gather->writer), survey);
    }
    return KAURI_OK;
}
