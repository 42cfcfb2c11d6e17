#include "solver/cluster/value_server.h"

#include "db/compress.h"

#include <stdlib.h>
#include <string.h>

enum {
    LEVEL = 1,            // level of zstd
    BLOCKS_PER_THREAD = 8 // lower blocks whose values are served at a time
};

// The place of a rank's request in `requests`.
struct received_request {
    uint64_t offset;
    uint32_t rank;
    uint32_t block;
    uint8_t seeds;
};

struct server_worker {
    struct kauri_compressor *compressor;
    struct kauri_group_values values;
};

struct kauri_value_server {
    const struct kauri_part *part;
    const struct kauri_group_rows *rows;
    struct kauri_lower *lower;
    bool wide;
    unsigned threads;
    struct server_worker *workers;
    struct kauri_send_buffers *buffers; // buffers for the replies
    uint8_t *requests;
    struct received_request *received; // sorted by seeds and block
    uint64_t received_count;
    uint64_t *groups; // by lower block: first request
    uint64_t group_count;
    uint64_t group_first; // first lower block that is served now
};

bool kauri_group_values_room(struct kauri_group_values *values, size_t bytes)
{
    if (values->room < bytes) {
        uint8_t *grown = realloc(values->bytes, bytes + bytes / 4);
        if (grown == NULL) {
            return false;
        }
        values->bytes = grown;
        values->room = bytes + bytes / 4;
    }
    return true;
}

enum kauri_status kauri_value_message_damaged(const struct kauri_part *part, unsigned rank,
                                              struct kauri_error *error)
{
    return kauri_fail(error, KAURI_CORRUPT,
                      "rank %u sent a message about captures that layer %u does not have", rank,
                      part->layer.seeds);
}

enum kauri_status kauri_value_out_of_memory(struct kauri_error *error)
{
    return kauri_fail(error, KAURI_RESOURCE, "out of memory for the captures");
}

enum kauri_status kauri_value_server_new(const struct kauri_part *part,
                                         const struct kauri_group_rows *rows,
                                         struct kauri_lower *lower, unsigned threads,
                                         struct kauri_value_server **server,
                                         struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_value_server *made = calloc(1, sizeof *made);
    *server = NULL;
    if (made == NULL) {
        return kauri_value_out_of_memory(error);
    }
    made->part = part;
    made->rows = rows;
    made->lower = lower;
    made->wide = lower->wide;
    made->threads = threads;
    made->workers = calloc(threads, sizeof *made->workers);
    if (made->workers == NULL) {
        status = kauri_value_out_of_memory(error);
        goto cleanup;
    }
    for (unsigned i = 0; i < threads; i++) {
        KAURI_TRY(kauri_compressor_new(LEVEL, &made->workers[i].compressor, error));
    }
    *server = made;
    made = NULL;
cleanup:
    kauri_value_server_free(made);
    return status;
}

void kauri_value_server_free(struct kauri_value_server *server)
{
    if (server == NULL) {
        return;
    }
    for (unsigned i = 0; server->workers != NULL && i < server->threads; i++) {
        kauri_compressor_free(server->workers[i].compressor);
        free(server->workers[i].values.bytes);
    }
    free(server->workers);
    free(server->requests);
    free(server->received);
    free(server->groups);
    free(server);
}

// ------------------------------------------------------------------------------------ requests

// Reads the request at `at`, which up to `left` bytes of any kind follow. Returns its size with
// its groups, or 0 if no rank of this layer requests that.
static uint64_t read_request(const struct kauri_layer *layer, const uint8_t *at, uint64_t left,
                             struct kauri_value_request *request)
{
    struct kauri_layer lower;
    if (left < sizeof *request) {
        return 0;
    }
    memcpy(request, at, sizeof *request);
    const uint64_t size =
        sizeof *request + request->group_count * sizeof(struct kauri_value_request_group);
    bool fits = size <= left && request->group_count > 0 && request->seeds < layer->seeds &&
                request->upper < layer->block_count &&
                kauri_layer_init(&lower, layer->shape, request->seeds, NULL) == KAURI_OK &&
                request->block < lower.block_count;
    for (unsigned i = 0; fits && i < request->group_count; i++) {
        struct kauri_value_request_group group;
        memcpy(&group, at + sizeof *request + i * sizeof group, sizeof group);
        fits = group.hole < layer->shape.holes && group.cowries >= 1 &&
               group.cowries <= layer->shape.cowries && group.classes != 0 &&
               (group.classes & ~(UINT64_MAX >> (64 - (1U << layer->shape.holes)))) == 0;
    }
    return fits ? size : 0;
}

static int compare_requests(const void *a, const void *b)
{
    const struct received_request *left = a;
    const struct received_request *right = b;
    const uint64_t one = (uint64_t)left->seeds << 32 | left->block;
    const uint64_t two = (uint64_t)right->seeds << 32 | right->block;
    return one != two ? (one > two) - (one < two)
                      : (left->offset > right->offset) - (left->offset < right->offset);
}

// Notes where the requests about each lower block begin.
static void find_groups(struct kauri_value_server *server)
{
    const struct received_request *received = server->received;
    for (uint64_t i = 0; i < server->received_count; i++) {
        if (i == 0 || received[i].block != received[i - 1].block ||
            received[i].seeds != received[i - 1].seeds) {
            server->groups[server->group_count++] = i;
        }
    }
    server->groups[server->group_count] = server->received_count;
}

enum kauri_status kauri_value_server_take(struct kauri_value_server *server,
                                          const struct kauri_message *received,
                                          struct kauri_error *error)
{
    const unsigned ranks = server->part->team->ranks;
    uint64_t bytes = 0;
    for (unsigned rank = 0; rank < ranks; rank++) {
        bytes += received[rank].size;
    }
    const uint64_t most = bytes / sizeof(struct kauri_value_request);
    server->requests = malloc((size_t)bytes + 1);
    server->received = calloc((size_t)most + 1, sizeof *server->received);
    server->groups = calloc((size_t)most + 2, sizeof *server->groups);
    if (server->requests == NULL || server->received == NULL || server->groups == NULL) {
        return kauri_value_out_of_memory(error);
    }
    uint64_t used = 0;
    for (unsigned rank = 0; rank < ranks; rank++) {
        if (received[rank].size > 0) {
            memcpy(server->requests + used, received[rank].bytes, (size_t)received[rank].size);
        }
        for (uint64_t at = 0; at < received[rank].size;) {
            struct kauri_value_request request;
            const uint64_t size = read_request(&server->part->layer, server->requests + used + at,
                                               received[rank].size - at, &request);
            if (size == 0 || kauri_value_holder(server->part, request.seeds, request.block) !=
                                 server->part->team->rank) {
                return kauri_value_message_damaged(server->part, rank, error);
            }
            server->received[server->received_count++] = (struct received_request){
                .offset = used + at, .rank = rank, .block = request.block, .seeds = request.seeds};
            at += size;
        }
        used += received[rank].size;
    }
    qsort(server->received, (size_t)server->received_count, sizeof *server->received,
          compare_requests);
    find_groups(server);
    return KAURI_OK;
}

// -------------------------------------------------------------------------------------- replies

// Puts the reply to one request into the send buffer for the rank that sent it. `values` are those
// of its lower block.
static enum kauri_status reply(const struct kauri_value_server *server, unsigned number,
                               const struct received_request *received, const void *values,
                               struct kauri_error *error)
{
    struct server_worker *worker = &server->workers[number];
    const struct kauri_group_rows *rows = server->rows;
    const struct kauri_layer *layer = &server->part->layer;
    const uint8_t *at = server->requests + received->offset;
    uint8_t seeds[KAURI_BOARD_HOLES_MAX] = {0};
    struct kauri_value_request request;
    uint64_t count = 0;
    memcpy(&request, at, sizeof request);
    kauri_row_unrank(request.upper, 2U * layer->shape.holes, layer->seeds, seeds);
    struct kauri_capture_group groups[KAURI_HOLES_MAX * KAURI_COWRIES_MAX];
    if (request.group_count > sizeof groups / sizeof groups[0]) {
        return kauri_value_message_damaged(server->part, received->rank, error);
    }
    for (unsigned i = 0; i < request.group_count; i++) {
        struct kauri_value_request_group group;
        memcpy(&group, at + sizeof request + i * sizeof group, sizeof group);
        groups[i] = (struct kauri_capture_group){
            .classes = group.classes, .hole = group.hole, .cowries = group.cowries};
        count += kauri_capture_group_count(rows, seeds, &groups[i]);
    }
    const size_t bytes = (size_t)count * (server->wide ? 2 : 1);
    struct kauri_send_buffer *buffer =
        kauri_send_buffer_of(server->buffers, number, received->rank);
    struct kauri_value_reply head = {.slot = request.slot, .target = request.target};
    if (!kauri_group_values_room(&worker->values, bytes + 1) ||
        !kauri_send_room(buffer,
                         sizeof head + kauri_compress_bound(bytes) + KAURI_SEND_ALIGNMENT)) {
        return kauri_value_out_of_memory(error);
    }
    uint8_t *end = worker->values.bytes;
    for (unsigned i = 0; i < request.group_count; i++) {
        end = kauri_capture_group_copy(rows, seeds, &groups[i], values, server->wide, end);
    }
    size_t size = 0;
    KAURI_PASS(kauri_compress(worker->compressor, NULL, worker->values.bytes, bytes,
                              buffer->bytes + buffer->used + sizeof head, &size, error));
    head.size = (uint32_t)size;
    memcpy(buffer->bytes + buffer->used, &head, sizeof head);
    buffer->used += sizeof head + size;
    kauri_send_align(buffer);
    return KAURI_OK;
}

// Serves all requests about one lower block.
static enum kauri_status serve_block(void *context, unsigned number, uint64_t index,
                                     struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_value_server *server = context;
    const uint64_t first = server->groups[server->group_first + index];
    const uint64_t end = server->groups[server->group_first + index + 1];
    const struct received_request *received = &server->received[first];
    const void *values = NULL;
    KAURI_PASS(kauri_lower_acquire(server->lower, number, received->seeds, received->block, &values,
                                   error));
    for (uint64_t i = first; i < end && status == KAURI_OK; i++) {
        status = reply(server, number, &server->received[i], values, error);
    }
    kauri_turned_release(server->lower->blocks, received->seeds, received->block);
    return status;
}

enum kauri_status kauri_value_server_run(struct kauri_value_server *server,
                                         struct kauri_send_buffers *buffers,
                                         struct kauri_pace *pace, struct kauri_error *error)
{
    const uint64_t left = kauri_value_server_left(server);
    const uint64_t most = BLOCKS_PER_THREAD * (uint64_t)server->threads;
    const uint64_t count = left < most ? left : most;
    const struct kauri_loop loop = {
        .pace = pace, .count = count, .positions = count * server->part->layer.cowrie_count};
    server->buffers = buffers;
    const enum kauri_status status = kauri_loop(&loop, serve_block, server, error);
    server->group_first += count;
    return status;
}

uint64_t kauri_value_server_left(const struct kauri_value_server *server)
{
    return server->group_count - server->group_first;
}

uint64_t kauri_value_server_memory(const struct kauri_value_server *server)
{
    uint64_t bytes = 0;
    for (unsigned i = 0; i < server->threads; i++) {
        bytes += sizeof *server->workers + server->workers[i].values.room;
    }
    return bytes;
}
