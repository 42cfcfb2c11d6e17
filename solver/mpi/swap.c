#include "solver/mpi/swap.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { TAG = 1 };

void kauri_swap_init(struct kauri_swap *swap, const struct kauri_connection *connection,
                     uint64_t piece)
{
    *swap = (struct kauri_swap){.connection = connection, .piece = piece};
    for (unsigned i = 0; i < 2; i++) {
        swap->sizes[i] = calloc(connection->ranks, sizeof *swap->sizes[i]);
    }
    swap->first = calloc((size_t)connection->ranks + 2, sizeof *swap->first);
    if (swap->sizes[0] == NULL || swap->sizes[1] == NULL || swap->first == NULL) {
        kauri_connection_out_of_memory(connection);
    }
}

void kauri_swap_clear(struct kauri_swap *swap)
{
    free(swap->sizes[0]);
    free(swap->sizes[1]);
    free(swap->inbox);
    free(swap->sending.requests);
    free(swap->sending.statuses);
    free(swap->receiving.requests);
    free(swap->receiving.statuses);
    free(swap->first);
    free(swap->order);
    free(swap->lengths);
    free(swap->addresses);
}

static uint64_t aligned(uint64_t bytes)
{
    return (bytes + 7) / 8 * 8;
}

// Pieces of a message of this size.
static uint64_t pieces(const struct kauri_swap *swap, uint64_t bytes)
{
    return bytes / swap->piece + (bytes % swap->piece > 0);
}

// Messages differ in size from one swap to the next: with some room to spare, few of them need
// memory that the system has to clear.
static void reserve_inbox(struct kauri_swap *swap)
{
    uint64_t bytes = 8;
    for (unsigned rank = 0; rank < swap->connection->ranks; rank++) {
        bytes += aligned(swap->sizes[1][rank]);
    }
    if (bytes <= swap->inbox_room && bytes >= swap->inbox_room / 8) {
        return;
    }
    free(swap->inbox);
    swap->inbox_room = bytes + bytes / 4;
    swap->inbox = malloc(swap->inbox_room);
    if (swap->inbox == NULL) {
        kauri_connection_out_of_memory(swap->connection);
    }
}

static void reserve_requests(struct kauri_swap *swap, struct kauri_swap_requests *requests,
                             uint64_t count)
{
    if (count > INT_MAX) {
        kauri_connection_out_of_memory(swap->connection);
    }
    if (count > requests->room) {
        free(requests->requests);
        free(requests->statuses);
        requests->requests = calloc(count, sizeof(MPI_Request));
        requests->statuses = calloc(count, sizeof(MPI_Status));
        requests->room = count;
        if (requests->requests == NULL || requests->statuses == NULL) {
            kauri_connection_out_of_memory(swap->connection);
        }
    }
}

static void reserve_parts(struct kauri_swap *swap, unsigned count)
{
    if (count > swap->part_room) {
        free(swap->order);
        free(swap->lengths);
        free(swap->addresses);
        swap->order = calloc(count, sizeof *swap->order);
        swap->lengths = calloc(count, sizeof *swap->lengths);
        swap->addresses = calloc(count, sizeof *swap->addresses);
        swap->part_room = count;
        if (swap->order == NULL || swap->lengths == NULL || swap->addresses == NULL) {
            kauri_connection_out_of_memory(swap->connection);
        }
    }
}

// Adds up the messages for each rank, and sorts their numbers by rank.
static void sort_messages(struct kauri_swap *swap, const struct kauri_message *messages,
                          unsigned count)
{
    const unsigned ranks = swap->connection->ranks;
    reserve_parts(swap, count);
    memset(swap->sizes[0], 0, ranks * sizeof *swap->sizes[0]);
    memset(swap->first, 0, (ranks + 2) * sizeof *swap->first);
    for (unsigned i = 0; i < count; i++) {
        swap->sizes[0][messages[i].rank] += messages[i].size;
        swap->first[messages[i].rank + 2]++;
    }
    for (unsigned rank = 0; rank < ranks; rank++) {
        swap->first[rank + 2] += swap->first[rank + 1];
    }
    for (unsigned i = 0; i < count; i++) {
        swap->order[swap->first[messages[i].rank + 1]++] = i;
    }
}

// Begins to send one piece, which consists of `count` parts.
static void send_piece(struct kauri_swap *swap, unsigned rank, unsigned count)
{
    MPI_Datatype type;
    kauri_connection_check(
        swap->connection, "MPI_Type_create_hindexed",
        MPI_Type_create_hindexed((int)count, swap->lengths, swap->addresses, MPI_BYTE, &type));
    kauri_connection_check(swap->connection, "MPI_Type_commit", MPI_Type_commit(&type));
    kauri_connection_check(swap->connection, "MPI_Isend",
                           MPI_Isend(MPI_BOTTOM, 1, type, (int)rank, TAG, MPI_COMM_WORLD,
                                     &swap->sending.requests[swap->sending.count++]));
    // It lives until the piece is sent.
    kauri_connection_check(swap->connection, "MPI_Type_free", MPI_Type_free(&type));
}

// Begins to send all messages for a rank, as one sequence of bytes that is cut into pieces. The
// messages are not copied together: MPI gets a list of their addresses.
static void send_to(struct kauri_swap *swap, unsigned rank, const struct kauri_message *messages)
{
    uint64_t used = 0; // bytes of the piece
    unsigned parts = 0;
    for (unsigned i = swap->first[rank]; i < swap->first[rank + 1]; i++) {
        const uint8_t *bytes = messages[swap->order[i]].bytes;
        uint64_t left = messages[swap->order[i]].size;
        while (left > 0) {
            const uint64_t now = left < swap->piece - used ? left : swap->piece - used;
            kauri_connection_check(swap->connection, "MPI_Get_address",
                                   MPI_Get_address(bytes, &swap->addresses[parts]));
            swap->lengths[parts++] = (int)now;
            used += now;
            bytes += now;
            left -= now;
            if (used == swap->piece) {
                send_piece(swap, rank, parts);
                used = 0;
                parts = 0;
            }
        }
    }
    if (used > 0) {
        send_piece(swap, rank, parts);
    }
}

// Copies the messages of this rank to itself.
static void keep_own(const struct kauri_swap *swap, uint8_t *to)
{
    const unsigned own = swap->connection->rank;
    for (unsigned i = swap->first[own]; i < swap->first[own + 1]; i++) {
        const struct kauri_message *message = &swap->messages[swap->order[i]];
        if (message->size > 0) {
            memcpy(to, message->bytes, message->size);
            to += message->size;
        }
    }
}

// Everyone says how much it sends, and begins to send it. The receivers learn of it in `finish`.
void kauri_swap_begin(struct kauri_swap *swap, const struct kauri_message *messages,
                      unsigned message_count, uint64_t *numbers, unsigned number_count)
{
    const unsigned ranks = swap->connection->ranks;
    uint64_t most = 0;
    swap->messages = messages;
    swap->told_count = 0;
    sort_messages(swap, messages, message_count);
    if (number_count > 0) {
        kauri_connection_check(swap->connection, "MPI_Iallreduce",
                               MPI_Iallreduce(MPI_IN_PLACE, numbers, (int)number_count,
                                              MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD,
                                              &swap->told[swap->told_count++]));
    }
    kauri_connection_check(swap->connection, "MPI_Ialltoall",
                           MPI_Ialltoall(swap->sizes[0], 1, MPI_UINT64_T, swap->sizes[1], 1,
                                         MPI_UINT64_T, MPI_COMM_WORLD,
                                         &swap->told[swap->told_count++]));
    for (unsigned rank = 0; rank < ranks; rank++) {
        most += pieces(swap, swap->sizes[0][rank]);
    }
    reserve_requests(swap, &swap->sending, most);
    swap->sending.count = 0;
    // Not all ranks begin with the same receiver.
    for (unsigned i = 1; i < ranks; i++) {
        const unsigned rank = (swap->connection->rank + i) % ranks;
        if (swap->sizes[0][rank] > 0) {
            send_to(swap, rank, messages);
        }
    }
}

// The bytes go directly to their place.
void kauri_swap_finish(struct kauri_swap *swap, struct kauri_message *received)
{
    const unsigned ranks = swap->connection->ranks;
    uint64_t most = 0;
    MPI_Status statuses[KAURI_SWAP_TOLD_MAX];
    kauri_connection_wait(swap->connection, "MPI_Ialltoall", swap->told, swap->told_count,
                          statuses);
    for (unsigned rank = 0; rank < ranks; rank++) {
        most += pieces(swap, swap->sizes[1][rank]);
    }
    reserve_inbox(swap);
    reserve_requests(swap, &swap->receiving, most);
    swap->receiving.count = 0;
    uint8_t *at = swap->inbox;
    for (unsigned rank = 0; rank < ranks; rank++) {
        const uint64_t size = swap->sizes[1][rank];
        received[rank] = (struct kauri_message){.rank = rank, .bytes = at, .size = size};
        for (uint64_t done = 0; rank != swap->connection->rank && done < size;
             done += swap->piece) {
            const uint64_t now = size - done < swap->piece ? size - done : swap->piece;
            kauri_connection_check(swap->connection, "MPI_Irecv",
                                   MPI_Irecv(at + done, (int)now, MPI_BYTE, (int)rank, TAG,
                                             MPI_COMM_WORLD,
                                             &swap->receiving.requests[swap->receiving.count++]));
        }
        if (rank == swap->connection->rank) {
            keep_own(swap, at);
        }
        at += aligned(size);
    }
    kauri_connection_wait(swap->connection, "MPI_Irecv", swap->receiving.requests,
                          swap->receiving.count, swap->receiving.statuses);
    kauri_connection_wait(swap->connection, "MPI_Isend", swap->sending.requests,
                          swap->sending.count, swap->sending.statuses);
}
