#include "solver/cluster/mpi/team_mpi.h"

#include "common/progress.h"
#include "common/size.h"
#include "solver/cluster/cluster.h"

#include <assert.h>
#include <limits.h>
#include <mpi.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

// MPI counts in int, so that nothing larger is sent at once.
#define PIECE_BYTES (UINT64_C(1) << 30)

enum {
    ABORT_SECONDS = 5,
    NUMBERS_AT_ONCE = 1 << 20,
    MESSAGE_TAG = 1,
    FIRST_REQUESTS = 2, // requests that begin an exchange: the numbers, if any, and the sizes
};

// Pieces on their way.
struct pieces {
    MPI_Request *requests;
    MPI_Status *statuses;
    size_t count;
    size_t capacity; // entries of both arrays
};

// An all-to-all exchange of messages. Every rank announces how much it sends to each of the others,
// and begins to send at once. Receivers learn the sizes when they finish, and the bytes then go
// directly to their place.
struct exchange {
    uint64_t piece; // most bytes that are sent at once
    uint8_t *inbox;
    uint64_t inbox_room;
    const struct kauri_message *messages; // messages of the exchange that has begun
    uint64_t *sizes[2];                   // bytes to and from each rank
    MPI_Request first_requests[FIRST_REQUESTS];
    unsigned first_request_count;
    struct pieces sending;
    struct pieces receiving;
    unsigned *first; // first[rank] .. first[rank + 1] - 1: the messages for a rank
    // The messages of one piece: their lengths and addresses.
    int *lengths;
    MPI_Aint *addresses;
    size_t part_room; // entries of both arrays
};

struct kauri_team_mpi {
    struct kauri_network network;
    kauri_team_mpi_failed *failed;
    double patience; // seconds that a wait may take; 0: any time
    struct exchange exchange;
    unsigned ranks_here;
    char library[64];
};

// ----------------------------------------------------------------------------------- connection

// Ends the run on all ranks.
static _Noreturn void give_up(const struct kauri_team_mpi *mpi, const struct kauri_error *error)
{
    // Launchers lose messages that have not reached them when they hear of the abort.
    const struct timespec pause = {.tv_nsec = 200000000};
    mpi->failed(error);
    (void)nanosleep(&pause, NULL);
    // MPICH's MPI_Abort waits for an answer of the launcher, which may not come if a host is off.
    (void)signal(SIGALRM, SIG_DFL);
    (void)alarm(ABORT_SECONDS);
    (void)MPI_Abort(MPI_COMM_WORLD, KAURI_RESOURCE);
    abort();
}

static _Noreturn void out_of_memory(const struct kauri_team_mpi *mpi)
{
    struct kauri_error error;
    (void)kauri_fail(&error, KAURI_RESOURCE, "rank %u: out of memory for messages",
                     mpi->network.team.rank);
    give_up(mpi, &error);
}

// Checks the result of a call of MPI: an error ends the run on all ranks with one line.
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
                     "rank %u lost the connection to the other ranks: %s: %s",
                     mpi->network.team.rank, call, text);
    give_up(mpi, &error);
}

// MPI busy-waits. Where ranks share processors, that takes time from the rank that is waited for,
// and layers take many times as long. So the loop yields the processor after each test, and then
// sleeps between tests, for an eighth of the time waited so far. SLEEP_LEAST is in seconds.
#define SLEEP_LEAST 20e-6
#define SLEEP_MAX   200e-6

// If a single test takes longer than this, in seconds, the process was stopped in the meantime.
#define LOOK_MAX 1.0

static _Noreturn void lose_patience(const struct kauri_team_mpi *mpi)
{
    struct kauri_error error;
    (void)kauri_fail(&error, KAURI_RESOURCE,
                     "rank %u has waited for the other ranks for %.0f seconds: one of them, or its "
                     "network, may be down",
                     mpi->network.team.rank, mpi->patience);
    give_up(mpi, &error);
}

// Waits until all requests are done, or ends the run when that has taken too long: on most
// networks, a connection stays open after the other end has lost its power or its cable. Time in
// which this process was stopped does not count. `statuses` has room for all of them. Its content
// is not used, but MPICH's MPI_STATUSES_IGNORE makes GCC warn.
static void wait_for(const struct kauri_team_mpi *mpi, const char *call, MPI_Request *requests,
                     uint64_t count, MPI_Status *statuses)
{
    int done = 0;
    double last = kauri_clock_seconds();
    double waited = 0;
    for (;;) {
        check(mpi, call, MPI_Testall((int)count, requests, &done, statuses));
        if (done != 0) {
            return;
        }
        const double now = kauri_clock_seconds();
        waited += now - last < LOOK_MAX ? now - last : LOOK_MAX;
        last = now;
        if (mpi->patience > 0 && waited > mpi->patience) {
            lose_patience(mpi);
        }
        const double eighth = waited / 8;
        if (eighth < SLEEP_LEAST) {
            (void)sched_yield();
        } else {
            const double seconds = eighth < SLEEP_MAX ? eighth : SLEEP_MAX;
            const struct timespec time = {.tv_nsec = (long)(seconds * 1e9)};
            (void)nanosleep(&time, NULL);
        }
    }
}

// ------------------------------------------------------------------------------------- exchange

static void init_exchange(struct kauri_team_mpi *mpi)
{
    struct exchange *exchange = &mpi->exchange;
    exchange->piece = PIECE_BYTES;
    exchange->sizes[0] = calloc(mpi->network.team.ranks, sizeof *exchange->sizes[0]);
    exchange->sizes[1] = calloc(mpi->network.team.ranks, sizeof *exchange->sizes[1]);
    exchange->first = calloc((size_t)mpi->network.team.ranks + 1, sizeof *exchange->first);
    if (exchange->sizes[0] == NULL || exchange->sizes[1] == NULL || exchange->first == NULL) {
        out_of_memory(mpi);
    }
}

static void clear_exchange(struct exchange *exchange)
{
    free(exchange->sizes[0]);
    free(exchange->sizes[1]);
    free(exchange->inbox);
    free(exchange->sending.requests);
    free(exchange->sending.statuses);
    free(exchange->receiving.requests);
    free(exchange->receiving.statuses);
    free(exchange->first);
    free(exchange->lengths);
    free(exchange->addresses);
}

static uint64_t aligned(uint64_t bytes)
{
    return (bytes + 7) / 8 * 8;
}

// Pieces of a message of this size.
static uint64_t pieces_of(const struct kauri_team_mpi *mpi, uint64_t bytes)
{
    return bytes / mpi->exchange.piece + (bytes % mpi->exchange.piece > 0);
}

// Messages differ in size from one exchange to the next: with some room to spare, few of them need
// memory that the system has to clear.
static void reserve_inbox(struct kauri_team_mpi *mpi)
{
    uint64_t bytes = 8;
    for (unsigned rank = 0; rank < mpi->network.team.ranks; rank++) {
        bytes += aligned(mpi->exchange.sizes[1][rank]);
    }
    if (bytes <= mpi->exchange.inbox_room && bytes >= mpi->exchange.inbox_room / 8) {
        return;
    }
    free(mpi->exchange.inbox);
    mpi->exchange.inbox_room = bytes + bytes / 4;
    mpi->exchange.inbox = malloc(mpi->exchange.inbox_room);
    if (mpi->exchange.inbox == NULL) {
        out_of_memory(mpi);
    }
}

static void reserve_requests(struct kauri_team_mpi *mpi, struct pieces *pieces, uint64_t count)
{
    if (count > INT_MAX) {
        out_of_memory(mpi);
    }
    if (count > pieces->capacity) {
        free(pieces->requests);
        free(pieces->statuses);
        pieces->requests = calloc(count, sizeof(MPI_Request));
        pieces->statuses = calloc(count, sizeof(MPI_Status));
        pieces->capacity = count;
        if (pieces->requests == NULL || pieces->statuses == NULL) {
            out_of_memory(mpi);
        }
    }
}

static void reserve_parts(struct kauri_team_mpi *mpi, unsigned count)
{
    if (count > mpi->exchange.part_room) {
        free(mpi->exchange.lengths);
        free(mpi->exchange.addresses);
        mpi->exchange.lengths = calloc(count, sizeof *mpi->exchange.lengths);
        mpi->exchange.addresses = calloc(count, sizeof *mpi->exchange.addresses);
        mpi->exchange.part_room = count;
        if (mpi->exchange.lengths == NULL || mpi->exchange.addresses == NULL) {
            out_of_memory(mpi);
        }
    }
}

// Finds the messages for each rank, and adds up their sizes.
static void divide_messages(struct kauri_team_mpi *mpi, const struct kauri_message *messages,
                            unsigned count)
{
    struct exchange *exchange = &mpi->exchange;
    unsigned at = 0;
    reserve_parts(mpi, count);
    for (unsigned rank = 0; rank < mpi->network.team.ranks; rank++) {
        exchange->first[rank] = at;
        exchange->sizes[0][rank] = 0;
        for (; at < count && messages[at].rank == rank; at++) {
            exchange->sizes[0][rank] += messages[at].size;
        }
    }
    assert(at == count);
    exchange->first[mpi->network.team.ranks] = at;
}

// Begins to send one piece, which consists of `count` parts.
static void send_piece(struct kauri_team_mpi *mpi, unsigned rank, unsigned count)
{
    MPI_Datatype type;
    check(mpi, "MPI_Type_create_hindexed",
          MPI_Type_create_hindexed((int)count, mpi->exchange.lengths, mpi->exchange.addresses,
                                   MPI_BYTE, &type));
    check(mpi, "MPI_Type_commit", MPI_Type_commit(&type));
    check(mpi, "MPI_Isend",
          MPI_Isend(MPI_BOTTOM, 1, type, (int)rank, MESSAGE_TAG, MPI_COMM_WORLD,
                    &mpi->exchange.sending.requests[mpi->exchange.sending.count++]));
    // The type still exists until the piece is sent.
    check(mpi, "MPI_Type_free", MPI_Type_free(&type));
}

// Begins to send all messages for a rank, as one sequence of bytes that is cut into pieces. The
// messages are not copied together: MPI gets a list of their addresses.
static void send_to(struct kauri_team_mpi *mpi, unsigned rank, const struct kauri_message *messages)
{
    uint64_t used = 0; // bytes of the piece
    unsigned parts = 0;
    for (unsigned i = mpi->exchange.first[rank]; i < mpi->exchange.first[rank + 1]; i++) {
        const uint8_t *bytes = messages[i].bytes;
        uint64_t left = messages[i].size;
        while (left > 0) {
            const uint64_t now =
                left < mpi->exchange.piece - used ? left : mpi->exchange.piece - used;
            check(mpi, "MPI_Get_address", MPI_Get_address(bytes, &mpi->exchange.addresses[parts]));
            mpi->exchange.lengths[parts++] = (int)now;
            used += now;
            bytes += now;
            left -= now;
            if (used == mpi->exchange.piece) {
                send_piece(mpi, rank, parts);
                used = 0;
                parts = 0;
            }
        }
    }
    if (used > 0) {
        send_piece(mpi, rank, parts);
    }
}

// Copies the messages of this rank to itself.
static void keep_own(const struct kauri_team_mpi *mpi, uint8_t *to)
{
    const unsigned own = mpi->network.team.rank;
    for (unsigned i = mpi->exchange.first[own]; i < mpi->exchange.first[own + 1]; i++) {
        const struct kauri_message *message = &mpi->exchange.messages[i];
        if (message->size > 0) {
            memcpy(to, message->bytes, message->size);
            to += message->size;
        }
    }
}

// Begins an exchange: every rank announces how much it sends, and begins to send it. The receivers
// learn the sizes in `finish`.
static enum kauri_status begin(void *context, const struct kauri_message *messages,
                               unsigned message_count, uint64_t *numbers, unsigned number_count,
                               struct kauri_error *error)
{
    (void)error;
    struct kauri_team_mpi *mpi = context;
    const unsigned ranks = mpi->network.team.ranks;
    uint64_t maximum = 0;
    mpi->exchange.messages = messages;
    mpi->exchange.first_request_count = 0;
    divide_messages(mpi, messages, message_count);
    if (number_count > 0) {
        check(mpi, "MPI_Iallreduce",
              MPI_Iallreduce(MPI_IN_PLACE, numbers, (int)number_count, MPI_UINT64_T, MPI_SUM,
                             MPI_COMM_WORLD,
                             &mpi->exchange.first_requests[mpi->exchange.first_request_count++]));
    }
    check(mpi, "MPI_Ialltoall",
          MPI_Ialltoall(mpi->exchange.sizes[0], 1, MPI_UINT64_T, mpi->exchange.sizes[1], 1,
                        MPI_UINT64_T, MPI_COMM_WORLD,
                        &mpi->exchange.first_requests[mpi->exchange.first_request_count++]));
    for (unsigned rank = 0; rank < ranks; rank++) {
        maximum += pieces_of(mpi, mpi->exchange.sizes[0][rank]);
    }
    reserve_requests(mpi, &mpi->exchange.sending, maximum);
    mpi->exchange.sending.count = 0;
    // Ranks begin with different receivers.
    for (unsigned i = 1; i < ranks; i++) {
        const unsigned rank = (mpi->network.team.rank + i) % ranks;
        if (mpi->exchange.sizes[0][rank] > 0) {
            send_to(mpi, rank, messages);
        }
    }
    return KAURI_OK;
}

// The bytes go directly to their place.
static enum kauri_status finish(void *context, struct kauri_message *received,
                                struct kauri_error *error)
{
    (void)error;
    struct kauri_team_mpi *mpi = context;
    const unsigned ranks = mpi->network.team.ranks;
    uint64_t maximum = 0;
    MPI_Status statuses[FIRST_REQUESTS];
    wait_for(mpi, "MPI_Ialltoall", mpi->exchange.first_requests, mpi->exchange.first_request_count,
             statuses);
    for (unsigned rank = 0; rank < ranks; rank++) {
        maximum += pieces_of(mpi, mpi->exchange.sizes[1][rank]);
    }
    reserve_inbox(mpi);
    reserve_requests(mpi, &mpi->exchange.receiving, maximum);
    mpi->exchange.receiving.count = 0;
    uint8_t *at = mpi->exchange.inbox;
    for (unsigned rank = 0; rank < ranks; rank++) {
        const uint64_t size = mpi->exchange.sizes[1][rank];
        received[rank] = (struct kauri_message){.rank = rank, .bytes = at, .size = size};
        for (uint64_t done = 0; rank != mpi->network.team.rank && done < size;
             done += mpi->exchange.piece) {
            const uint64_t now =
                size - done < mpi->exchange.piece ? size - done : mpi->exchange.piece;
            check(mpi, "MPI_Irecv",
                  MPI_Irecv(at + done, (int)now, MPI_BYTE, (int)rank, MESSAGE_TAG, MPI_COMM_WORLD,
                            &mpi->exchange.receiving.requests[mpi->exchange.receiving.count++]));
        }
        if (rank == mpi->network.team.rank) {
            keep_own(mpi, at);
        }
        at += aligned(size);
    }
    wait_for(mpi, "MPI_Irecv", mpi->exchange.receiving.requests, mpi->exchange.receiving.count,
             mpi->exchange.receiving.statuses);
    wait_for(mpi, "MPI_Isend", mpi->exchange.sending.requests, mpi->exchange.sending.count,
             mpi->exchange.sending.statuses);
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

// Finds the name of the library, such as "Open MPI v4.1.4" or "MPICH 4.0.2": the first two words of
// MPI's description of itself, which has one line or many. MPICH alone puts "Version:" between
// them.
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

// Variables that mpirun puts into the environment.

// Returns the value of the first of these variables that is set, as a number; UINT64_MAX if none is
// set.
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

bool kauri_launcher_seems_first(void)
{
    static const char *const names[] = {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK",
                                        "SLURM_PROCID"};
    const uint64_t rank = number_of(names, sizeof names / sizeof names[0]);
    return rank == 0 || rank == UINT64_MAX;
}

uint64_t kauri_launcher_started(void)
{
    static const char *const names[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"};
    const uint64_t count = number_of(names, sizeof names / sizeof names[0]);
    return count == UINT64_MAX ? 1 : count;
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
        return kauri_fail(error, KAURI_RESOURCE, "cannot initialise MPI");
    }
    mpi->failed = failed;
    check(mpi, "MPI_Comm_set_errhandler",
          MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
    check(mpi, "MPI_Comm_rank", MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    check(mpi, "MPI_Comm_size", MPI_Comm_size(MPI_COMM_WORLD, &ranks));
    mpi->network = (struct kauri_network){
        .team = {.rank = (unsigned)rank,
                 .ranks = (unsigned)ranks,
                 .context = mpi,
                 .sum = sum,
                 .greatest = greatest,
                 .work = kauri_cluster_work((unsigned)ranks)},
        .begin = begin,
        .finish = finish,
    };
    name_library(mpi);
    if (provided < MPI_THREAD_FUNNELED) {
        status = kauri_fail(error, KAURI_RESOURCE, "%s was built without threads", mpi->library);
        goto cleanup;
    }
    if (ranks == 1 && kauri_launcher_started() > 1) {
        status = kauri_fail(error, KAURI_USAGE,
                            "started %llu times by the mpirun of another MPI: this program needs "
                            "that of %s",
                            (unsigned long long)kauri_launcher_started(), mpi->library);
        goto cleanup;
    }
    mpi->ranks_here = count_here(mpi);
    init_exchange(mpi);
    *result = mpi;
    mpi = NULL;
cleanup:
    kauri_team_mpi_end(mpi);
    return status;
}

// Between hosts, the UCX of MPICH 4.0 closes its connections in MPI_Finalize. A rank that still
// polls for messages when another one has closed its connections hangs in its own MPI_Finalize. So
// all ranks first wait for one another, and then pause long enough for the last of them to return
// from that wait. (Of 30 runs of four ranks that added up some numbers, 9 did not end without this,
// 12 without the pause, and none with both. `scripts/check/test-hosts --only ends` tests that.)
#define PAUSE_SECONDS 0.1

static void wait_for_all(const struct kauri_team_mpi *mpi)
{
    MPI_Request request;
    MPI_Status status;
    const struct timespec pause = {.tv_nsec = (long)(PAUSE_SECONDS * 1e9)};
    check(mpi, "MPI_Ibarrier", MPI_Ibarrier(MPI_COMM_WORLD, &request));
    wait_for(mpi, "MPI_Ibarrier", &request, 1, &status);
    (void)nanosleep(&pause, NULL);
}

void kauri_team_mpi_end(struct kauri_team_mpi *mpi)
{
    if (mpi == NULL) {
        return;
    }
    if (mpi->network.team.ranks > 1) {
        wait_for_all(mpi);
    }
    (void)MPI_Finalize();
    clear_exchange(&mpi->exchange);
    free(mpi);
}

const struct kauri_team *kauri_team_mpi_team(const struct kauri_team_mpi *mpi)
{
    return &mpi->network.team;
}

unsigned kauri_team_mpi_ranks_here(const struct kauri_team_mpi *mpi)
{
    return mpi->ranks_here;
}

void kauri_team_mpi_set_patience(struct kauri_team_mpi *mpi, double seconds)
{
    mpi->patience = seconds;
}

void kauri_team_mpi_set_piece(struct kauri_team_mpi *mpi, uint64_t bytes)
{
    mpi->exchange.piece = bytes;
}

const char *kauri_team_mpi_library(const struct kauri_team_mpi *mpi)
{
    return mpi->library;
}
