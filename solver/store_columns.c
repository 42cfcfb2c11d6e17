#include "solver/store_columns.h"

#include <stdlib.h>
#include <string.h>

uint64_t kauri_store_taken(const struct kauri_share *share, const struct kauri_store_batch *batch)
{
    const unsigned ranks = kauri_team_ranks(share->team);
    const unsigned rank = kauri_team_rank(share->team);
    const uint64_t units = (batch->count + batch->unit - 1) / batch->unit;
    const uint64_t mine = units / ranks + (units % ranks > rank ? 1 : 0);
    // The last unit of the table may have fewer blocks.
    const uint64_t missing = units * batch->unit - batch->count;
    return mine * batch->unit - (mine > 0 && (units - 1) % ranks == rank ? missing : 0);
}

// Puts the columns that a rank sent, which follow the numbers of their blocks, where they belong.
// `there` says by place which blocks have arrived.
static enum kauri_status take(const struct kauri_share *share,
                              const struct kauri_store_batch *batch,
                              const struct kauri_message *message, uint8_t *const taken[],
                              bool there[], struct kauri_error *error)
{
    const uint8_t *at = message->bytes;
    const size_t whole = sizeof(uint64_t) + batch->block_bytes[0] + batch->block_bytes[1];
    if (message->size % whole != 0) {
        goto damaged;
    }
    for (uint64_t left = message->size / whole; left > 0; left--) {
        uint64_t number = 0;
        memcpy(&number, at, sizeof number);
        at += sizeof number;
        if (number < batch->first || number - batch->first >= batch->count) {
            goto damaged;
        }
        const struct kauri_store_target target = kauri_store_target(share, batch, number);
        if (target.rank != share->team->rank || there[target.place]) {
            goto damaged;
        }
        there[target.place] = true;
        for (unsigned c = 0; c < KAURI_STORE_COLUMNS; c++) {
            memcpy(taken[c] + target.place * batch->block_bytes[c], at, batch->block_bytes[c]);
            at += batch->block_bytes[c];
        }
    }
    return KAURI_OK;
damaged:
    return kauri_fail(error, KAURI_CORRUPT, "rank %u sent columns that layer %u does not have",
                      message->rank, share->layer.seeds);
}

enum kauri_status kauri_store_collect(const struct kauri_share *share,
                                      const struct kauri_store_batch *batch, uint8_t *const own[],
                                      uint8_t *const taken[], uint64_t *sent,
                                      enum kauri_status status, struct kauri_error *error)
{
    enum { PARTS = KAURI_STORE_COLUMNS + 1 };
    const struct kauri_team *team = share->team;
    struct kauri_message *messages = calloc(batch->own_count * PARTS + 1, sizeof *messages);
    struct kauri_message *received = calloc(team->ranks, sizeof *received);
    uint64_t *numbers = calloc(batch->own_count + 1, sizeof *numbers);
    const uint64_t wanted = kauri_store_taken(share, batch);
    bool *there = calloc((size_t)wanted + 1, sizeof *there);
    unsigned count = 0;
    if (status == KAURI_OK &&
        (messages == NULL || received == NULL || numbers == NULL || there == NULL)) {
        status = kauri_layer_out_of_memory(&share->layer, "writing", error);
    }
    KAURI_TRY(kauri_team_agree(team, status, error));
    for (uint64_t i = 0; i < batch->own_count; i++) {
        numbers[i] = share->stored_ranks[batch->own_first + i];
        const unsigned rank = kauri_store_target(share, batch, numbers[i]).rank;
        messages[count++] =
            (struct kauri_message){.rank = rank, .bytes = &numbers[i], .size = sizeof numbers[i]};
        for (unsigned c = 0; c < KAURI_STORE_COLUMNS; c++) {
            messages[count++] = (struct kauri_message){.rank = rank,
                                                       .bytes = own[c] + i * batch->block_bytes[c],
                                                       .size = batch->block_bytes[c]};
            *sent += rank != team->rank ? batch->block_bytes[c] : 0;
        }
        *sent += rank != team->rank ? sizeof numbers[i] : 0;
    }
    KAURI_TRY(kauri_team_swap(team, messages, count, received, error));
    for (unsigned rank = 0; rank < team->ranks && status == KAURI_OK; rank++) {
        received[rank].rank = rank;
        status = take(share, batch, &received[rank], taken, there, error);
    }
    for (uint64_t place = 0; place < wanted && status == KAURI_OK; place++) {
        if (!there[place]) {
            status = kauri_fail(error, KAURI_CORRUPT, "columns of layer %u are missing",
                                share->layer.seeds);
        }
    }
    status = kauri_team_agree(team, status, error);
cleanup:
    free(messages);
    free(received);
    free(numbers);
    free(there);
    return status;
}
