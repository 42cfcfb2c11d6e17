#include "solver/mpi/team_mpi.h"

#include "common/progress.h"
#include "common/size.h"

#include <limits.h>
#include <mpi.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// MPI counts in int, so that nothing larger is sent at once.
#define PIECE_BYTES (UINT64_C(1) << 30)

enum { TAG = 1, NUMBERS_AT_ONCE = 1 << 20 };

struct kauri_team_mpi {
    struct kauri_team team;
    kauri_team_mpi_failed *failed;
    unsigned ranks_here;
    uint64_t piece;
    uint8_t *inbox;
    uint64_t inbox_room;
    uint64_t *sizes[2]; // to and from each rank
    MPI_Request *requests;
    MPI_Status *statuses; // not needed; MPICH's MPI_STATUSES_IGNORE makes GCC warn
    size_t request_room;  // of both
    // The numbers of the messages, sorted by receiver: those for a rank are
    // order[first[rank]] .. order[first[rank + 1] - 1].
    unsigned *first;
    unsigned *order;
    // The messages of one piece: their lengths and addresses.
    int *lengths;
    MPI_Aint *addresses;
    size_t part_room; // of these two and of `order`
    char library[64];
};

// Ends the run on all ranks.
static _Noreturn void give_up(const struct kauri_team_mpi *mpi, const struct kauri_error *error)
{
    mpi->failed(error);
    (void)MPI_Abort(MPI_COMM_WORLD, KAURI_RESOURCE);
    abort();
}

static _Noreturn void out_of_memory(const struct kauri_team_mpi *mpi)
{
    struct kauri_error error;
    (void)kauri_fail(&error, KAURI_RESOURCE, "rank %u: out of memory for messages", mpi->team.rank);
    give_up(mpi, &error);
}

// Every call of MPI goes through this: errors end the run with one line.
static void check(const struct kauri_team_mpi *mpi, const char *call, int code)
{
    char text[MPI_MAX_ERROR_STRING + 1] = "unknown error";
    int length = 0;
    struct kauri_error error;
    if (code == MPI_SUCCESS) {
        return;
    }
    (void)MPI_Error_string(code, text, &length);
    (void)kauri_fail(&error, KAURI_RESOURCE,
                     "rank %u lost the connection to the other ranks: %s: %s", mpi->team.rank, call,
                     text);
    give_up(mpi, &error);
}

// MPI's own waiting keeps a processor busy. Where ranks share processors, that takes them from the
// rank that is waited for, and layers take many times as long. So this gives the processor away
// after each look, and then sleeps between looks, for an eighth of the time waited so far.
// In seconds.
#define SLEEP_LEAST 20e-6
#define SLEEP_MOST  200e-6

static void wait_for(const struct kauri_team_mpi *mpi, const char *call, MPI_Request *requests,
                     uint64_t count, MPI_Status *statuses)
{
    int done = 0;
    const double began = kauri_clock_seconds();
    for (;;) {
        check(mpi, call, MPI_Testall((int)count, requests, &done, statuses));
        if (done != 0) {
            return;
        }
        const double eighth = (kauri_clock_seconds() - began) / 8;
        if (eighth < SLEEP_LEAST) {
            (void)sched_yield();
        } else {
            const double seconds = eighth < SLEEP_MOST ? eighth : SLEEP_MOST;
            const struct timespec time = {.tv_nsec = (long)(seconds * 1e9)};
            (void)nanosleep(&time, NULL);
        }
    }
}

static uint64_t aligned(uint64_t bytes)
{
    return (bytes + 7) / 8 * 8;
}

// Pieces of a message of this size.
static uint64_t pieces(const struct kauri_team_mpi *mpi, uint64_t bytes)
{
    return bytes / mpi->piece + (bytes % mpi->piece > 0);
}

static void reserve_inbox(struct kauri_team_mpi *mpi)
{
    uint64_t bytes = 8;
    for (unsigned rank = 0; rank < mpi->team.ranks; rank++) {
        bytes += aligned(mpi->sizes[1][rank]);
    }
    if (bytes <= mpi->inbox_room && bytes >= mpi->inbox_room / 4) {
        return;
    }
    free(mpi->inbox);
    mpi->inbox = malloc(bytes);
    mpi->inbox_room = bytes;
    if (mpi->inbox == NULL) {
        out_of_memory(mpi);
    }
}

static void reserve_requests(struct kauri_team_mpi *mpi, uint64_t count)
{
    if (count > INT_MAX) {
        out_of_memory(mpi);
    }
    if (count > mpi->request_room) {
        free(mpi->requests);
        free(mpi->statuses);
        mpi->requests = calloc(count, sizeof(MPI_Request));
        mpi->statuses = calloc(count, sizeof(MPI_Status));
        mpi->request_room = count;
        if (mpi->requests == NULL || mpi->statuses == NULL) {
            out_of_memory(mpi);
        }
    }
}

static void reserve_parts(struct kauri_team_mpi *mpi, unsigned count)
{
    if (count > mpi->part_room) {
        free(mpi->order);
        free(mpi->lengths);
        free(mpi->addresses);
        mpi->order = calloc(count, sizeof *mpi->order);
        mpi->lengths = calloc(count, sizeof *mpi->lengths);
        mpi->addresses = calloc(count, sizeof *mpi->addresses);
        mpi->part_room = count;
        if (mpi->order == NULL || mpi->lengths == NULL || mpi->addresses == NULL) {
            out_of_memory(mpi);
        }
    }
}

// Adds up the messages for each rank, and sorts their numbers by rank.
static void sort_messages(struct kauri_team_mpi *mpi, const struct kauri_message *messages,
                          unsigned count)
{
    const unsigned ranks = mpi->team.ranks;
    reserve_parts(mpi, count);
    memset(mpi->sizes[0], 0, ranks * sizeof *mpi->sizes[0]);
    memset(mpi->first, 0, (ranks + 2) * sizeof *mpi->first);
    for (unsigned i = 0; i < count; i++) {
        mpi->sizes[0][messages[i].rank] += messages[i].size;
        mpi->first[messages[i].rank + 2]++;
    }
    for (unsigned rank = 0; rank < ranks; rank++) {
        mpi->first[rank + 2] += mpi->first[rank + 1];
    }
    for (unsigned i = 0; i < count; i++) {
        mpi->order[mpi->first[messages[i].rank + 1]++] = i;
    }
}

// Begins to send one piece, which consists of `count` parts.
static void send_piece(struct kauri_team_mpi *mpi, unsigned rank, unsigned count,
                       MPI_Request *request)
{
    MPI_Datatype type;
    check(mpi, "MPI_Type_create_hindexed",
          MPI_Type_create_hindexed((int)count, mpi->lengths, mpi->addresses, MPI_BYTE, &type));
    check(mpi, "MPI_Type_commit", MPI_Type_commit(&type));
    check(mpi, "MPI_Isend",
          MPI_Isend(MPI_BOTTOM, 1, type, (int)rank, TAG, MPI_COMM_WORLD, request));
    // It lives until the piece is sent.
    check(mpi, "MPI_Type_free", MPI_Type_free(&type));
}

// Begins to send all messages for a rank, as one sequence of bytes that is cut into pieces. The
// messages are not copied together: MPI gets a list of their addresses. Returns the number of
// requests.
static uint64_t send_to(struct kauri_team_mpi *mpi, unsigned rank,
                        const struct kauri_message *messages, MPI_Request *requests)
{
    uint64_t sent = 0;
    uint64_t used = 0; // bytes of the piece
    unsigned parts = 0;
    for (unsigned i = mpi->first[rank]; i < mpi->first[rank + 1]; i++) {
        const uint8_t *bytes = messages[mpi->order[i]].bytes;
        uint64_t left = messages[mpi->order[i]].size;
        while (left > 0) {
            const uint64_t now = left < mpi->piece - used ? left : mpi->piece - used;
            check(mpi, "MPI_Get_address", MPI_Get_address(bytes, &mpi->addresses[parts]));
            mpi->lengths[parts++] = (int)now;
            used += now;
            bytes += now;
            left -= now;
            if (used == mpi->piece) {
                send_piece(mpi, rank, parts, &requests[sent++]);
                used = 0;
                parts = 0;
            }
        }
    }
    if (used > 0) {
        send_piece(mpi, rank, parts, &requests[sent++]);
    }
    return sent;
}

// Copies the messages of this rank to itself.
static void keep_own(const struct kauri_team_mpi *mpi, const struct kauri_message *messages,
                     uint8_t *to)
{
    const unsigned own = mpi->team.rank;
    for (unsigned i = mpi->first[own]; i < mpi->first[own + 1]; i++) {
        const struct kauri_message *message = &messages[mpi->order[i]];
        if (message->size > 0) {
            memcpy(to, message->bytes, message->size);
            to += message->size;
        }
    }
}

// First everyone says how much it sends; then the bytes go directly to their place.
static enum kauri_status swap(void *context, const struct kauri_message *messages, unsigned count,
                              struct kauri_message *received, struct kauri_error *error)
{
    (void)error;
    struct kauri_team_mpi *mpi = context;
    const unsigned ranks = mpi->team.ranks;
    const unsigned own = mpi->team.rank;
    uint64_t most = 0;
    sort_messages(mpi, messages, count);
    MPI_Request told;
    MPI_Status status;
    check(mpi, "MPI_Ialltoall",
          MPI_Ialltoall(mpi->sizes[0], 1, MPI_UINT64_T, mpi->sizes[1], 1, MPI_UINT64_T,
                        MPI_COMM_WORLD, &told));
    wait_for(mpi, "MPI_Ialltoall", &told, 1, &status);
    for (unsigned rank = 0; rank < ranks; rank++) {
        most += pieces(mpi, mpi->sizes[0][rank]) + pieces(mpi, mpi->sizes[1][rank]);
    }
    reserve_inbox(mpi);
    reserve_requests(mpi, most);
    uint64_t requests = 0;
    uint8_t *at = mpi->inbox;
    for (unsigned rank = 0; rank < ranks; rank++) {
        const uint64_t size = mpi->sizes[1][rank];
        received[rank] = (struct kauri_message){.rank = rank, .bytes = at, .size = size};
        for (uint64_t done = 0; rank != own && done < size; done += mpi->piece) {
            const uint64_t now = size - done < mpi->piece ? size - done : mpi->piece;
            check(mpi, "MPI_Irecv",
                  MPI_Irecv(at + done, (int)now, MPI_BYTE, (int)rank, TAG, MPI_COMM_WORLD,
                            &mpi->requests[requests++]));
        }
        if (rank == own) {
            keep_own(mpi, messages, at);
        }
        at += aligned(size);
    }
    // Not all ranks begin with the same receiver.
    for (unsigned i = 1; i < ranks; i++) {
        const unsigned rank = (own + i) % ranks;
        if (mpi->sizes[0][rank] > 0) {
            requests += send_to(mpi, rank, messages, mpi->requests + requests);
        }
    }
    wait_for(mpi, "MPI_Testall", mpi->requests, requests, mpi->statuses);
    return KAURI_OK;
}

static enum kauri_status combine(struct kauri_team_mpi *mpi, uint64_t *numbers, unsigned count,
                                 MPI_Op operation)
{
    MPI_Request request;
    MPI_Status status;
    for (unsigned done = 0; done < count; done += NUMBERS_AT_ONCE) {
        const unsigned now = count - done < NUMBERS_AT_ONCE ? count - done : NUMBERS_AT_ONCE;
        check(mpi, "MPI_Iallreduce",
              MPI_Iallreduce(MPI_IN_PLACE, numbers + done, (int)now, MPI_UINT64_T, operation,
                             MPI_COMM_WORLD, &request));
        wait_for(mpi, "MPI_Iallreduce", &request, 1, &status);
    }
    return KAURI_OK;
}

static enum kauri_status sum(void *context, uint64_t *numbers, unsigned count,
                             struct kauri_error *error)
{
    (void)error;
    return combine(context, numbers, count, MPI_SUM);
}

static enum kauri_status greatest(void *context, uint64_t *numbers, unsigned count,
                                  struct kauri_error *error)
{
    (void)error;
    return combine(context, numbers, count, MPI_MAX);
}

// The first of the variables that is there, as a number; UINT64_MAX if none is.
static uint64_t number_of(const char *const *names, size_t count)
{
    uint64_t number = 0;
    for (size_t i = 0; i < count; i++) {
        const char *text = getenv(names[i]);
        if (text != NULL && kauri_parse_number(text, 0, UINT32_MAX, &number)) {
            return number;
        }
    }
    return UINT64_MAX;
}

bool kauri_team_mpi_seems_first(void)
{
    static const char *const names[] = {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK",
                                        "SLURM_PROCID"};
    const uint64_t rank = number_of(names, sizeof names / sizeof names[0]);
    return rank == 0 || rank == UINT64_MAX;
}

// The processes that a launcher says it started; 1 if it does not say.
static uint64_t started(void)
{
    static const char *const names[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"};
    const uint64_t count = number_of(names, sizeof names / sizeof names[0]);
    return count == UINT64_MAX ? 1 : count;
}

// "Open MPI v4.1.4", "MPICH 4.0.2": the first words of a text of one line, or many. Only MPICH says
// "Version:" between them.
static void name_library(struct kauri_team_mpi *mpi)
{
    char text[MPI_MAX_LIBRARY_VERSION_STRING + 1] = "";
    int length = 0;
    char *rest = text;
    if (MPI_Get_library_version(text, &length) != MPI_SUCCESS) {
        return;
    }
    text[strcspn(text, ",\n")] = '\0';
    size_t used = 0;
    for (char *word; (word = strtok_r(rest, " \t", &rest)) != NULL;) {
        const size_t bytes = strlen(word);
        if (strcmp(word, "Version:") != 0 && used + bytes + 2 <= sizeof mpi->library) {
            (void)snprintf(mpi->library + used, sizeof mpi->library - used, "%s%s",
                           used > 0 ? " " : "", word);
            used = strlen(mpi->library);
        }
    }
}

static unsigned count_here(const struct kauri_team_mpi *mpi)
{
    MPI_Comm here;
    int count = 1;
    check(mpi, "MPI_Comm_split_type",
          MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here));
    check(mpi, "MPI_Comm_size", MPI_Comm_size(here, &count));
    check(mpi, "MPI_Comm_free", MPI_Comm_free(&here));
    return (unsigned)count;
}

enum kauri_status kauri_team_mpi_begin(kauri_team_mpi_failed *failed,
                                       struct kauri_team_mpi **result, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    int provided = MPI_THREAD_SINGLE;
    int rank = 0;
    int ranks = 1;
    struct kauri_team_mpi *mpi = calloc(1, sizeof *mpi);
    *result = NULL;
    if (mpi == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for the ranks");
    }
    // Only the thread that begins calls MPI; the workers of a solver do not.
    if (MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided) != MPI_SUCCESS) {
        free(mpi);
        return kauri_fail(error, KAURI_RESOURCE, "MPI does not begin");
    }
    mpi->failed = failed;
    mpi->piece = PIECE_BYTES;
    check(mpi, "MPI_Comm_set_errhandler",
          MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
    check(mpi, "MPI_Comm_rank", MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    check(mpi, "MPI_Comm_size", MPI_Comm_size(MPI_COMM_WORLD, &ranks));
    mpi->team = (struct kauri_team){.rank = (unsigned)rank,
                                    .ranks = (unsigned)ranks,
                                    .context = mpi,
                                    .swap = swap,
                                    .sum = sum,
                                    .greatest = greatest};
    name_library(mpi);
    if (provided < MPI_THREAD_FUNNELED) {
        status = kauri_fail(error, KAURI_RESOURCE, "%s was built without threads", mpi->library);
        goto cleanup;
    }
    if (ranks == 1 && started() > 1) {
        status = kauri_fail(error, KAURI_USAGE,
                            "started %llu times by the mpirun of another MPI: this program needs "
                            "that of %s",
                            (unsigned long long)started(), mpi->library);
        goto cleanup;
    }
    mpi->ranks_here = count_here(mpi);
    for (unsigned i = 0; i < 2; i++) {
        mpi->sizes[i] = calloc((size_t)ranks, sizeof *mpi->sizes[i]);
        if (mpi->sizes[i] == NULL) {
            out_of_memory(mpi);
        }
    }
    mpi->first = calloc((size_t)ranks + 2, sizeof *mpi->first);
    if (mpi->first == NULL) {
        out_of_memory(mpi);
    }
    *result = mpi;
    mpi = NULL;
cleanup:
    kauri_team_mpi_end(mpi);
    return status;
}

void kauri_team_mpi_end(struct kauri_team_mpi *mpi)
{
    if (mpi == NULL) {
        return;
    }
    (void)MPI_Finalize();
    free(mpi->sizes[0]);
    free(mpi->sizes[1]);
    free(mpi->inbox);
    free(mpi->requests);
    free(mpi->statuses);
    free(mpi->first);
    free(mpi->order);
    free(mpi->lengths);
    free(mpi->addresses);
    free(mpi);
}

const struct kauri_team *kauri_team_mpi_team(const struct kauri_team_mpi *mpi)
{
    return &mpi->team;
}

unsigned kauri_team_mpi_ranks_here(const struct kauri_team_mpi *mpi)
{
    return mpi->ranks_here;
}

void kauri_team_mpi_set_piece(struct kauri_team_mpi *mpi, uint64_t bytes)
{
    mpi->piece = bytes;
}

const char *kauri_team_mpi_library(const struct kauri_team_mpi *mpi)
{
    return mpi->library;
}
