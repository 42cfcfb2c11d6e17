#include "solver/mpi/team_mpi.h"

#include "solver/mpi/connection.h"
#include "solver/mpi/launcher.h"
#include "solver/mpi/swap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// MPI counts in int, so that nothing larger is sent at once.
#define PIECE_BYTES (UINT64_C(1) << 30)

enum { NUMBERS_AT_ONCE = 1 << 20 };

struct kauri_team_mpi {
    struct kauri_team team;
    struct kauri_connection connection;
    struct kauri_swap swap;
    unsigned ranks_here;
    char library[64];
};

static enum kauri_status begin(void *context, const struct kauri_message *messages,
                               unsigned message_count, uint64_t *numbers, unsigned number_count,
                               struct kauri_error *error)
{
    (void)error;
    struct kauri_team_mpi *mpi = context;
    kauri_swap_begin(&mpi->swap, messages, message_count, numbers, number_count);
    return KAURI_OK;
}

static enum kauri_status finish(void *context, struct kauri_message *received,
                                struct kauri_error *error)
{
    (void)error;
    struct kauri_team_mpi *mpi = context;
    kauri_swap_finish(&mpi->swap, received);
    return KAURI_OK;
}

static enum kauri_status combine(struct kauri_team_mpi *mpi, uint64_t *numbers, unsigned count,
                                 MPI_Op operation)
{
    MPI_Request request;
    MPI_Status status;
    for (unsigned done = 0; done < count; done += NUMBERS_AT_ONCE) {
        const unsigned now = count - done < NUMBERS_AT_ONCE ? count - done : NUMBERS_AT_ONCE;
        kauri_connection_check(&mpi->connection, "MPI_Iallreduce",
                               MPI_Iallreduce(MPI_IN_PLACE, numbers + done, (int)now, MPI_UINT64_T,
                                              operation, MPI_COMM_WORLD, &request));
        kauri_connection_wait(&mpi->connection, "MPI_Iallreduce", &request, 1, &status);
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
    kauri_connection_check(
        &mpi->connection, "MPI_Comm_split_type",
        MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here));
    kauri_connection_check(&mpi->connection, "MPI_Comm_size", MPI_Comm_size(here, &count));
    kauri_connection_check(&mpi->connection, "MPI_Comm_free", MPI_Comm_free(&here));
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
    mpi->connection.failed = failed;
    kauri_connection_check(&mpi->connection, "MPI_Comm_set_errhandler",
                           MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
    kauri_connection_check(&mpi->connection, "MPI_Comm_rank", MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    kauri_connection_check(&mpi->connection, "MPI_Comm_size",
                           MPI_Comm_size(MPI_COMM_WORLD, &ranks));
    mpi->connection.rank = (unsigned)rank;
    mpi->connection.ranks = (unsigned)ranks;
    mpi->team = (struct kauri_team){.rank = (unsigned)rank,
                                    .ranks = (unsigned)ranks,
                                    .context = mpi,
                                    .begin = begin,
                                    .finish = finish,
                                    .sum = sum,
                                    .greatest = greatest};
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
    kauri_swap_init(&mpi->swap, &mpi->connection, PIECE_BYTES);
    *result = mpi;
    mpi = NULL;
cleanup:
    kauri_team_mpi_end(mpi);
    return status;
}

// Between hosts, the UCX of MPICH 4.0 closes its connections in MPI_Finalize. A rank that still
// looks for messages when another one has closed them never gets through its own MPI_Finalize. So
// all ranks first wait for one another, and then for so long that even the last one has noticed
// that. (Of 30 runs of four ranks that added up some numbers, 9 did not end without this, 12
// without the pause, and none with both. `scripts/test-hosts --only ends` tests that.)
#define PAUSE_SECONDS 0.1

static void wait_for_all(const struct kauri_connection *connection)
{
    MPI_Request request;
    MPI_Status status;
    const struct timespec pause = {.tv_nsec = (long)(PAUSE_SECONDS * 1e9)};
    kauri_connection_check(connection, "MPI_Ibarrier", MPI_Ibarrier(MPI_COMM_WORLD, &request));
    kauri_connection_wait(connection, "MPI_Ibarrier", &request, 1, &status);
    (void)nanosleep(&pause, NULL);
}

void kauri_team_mpi_end(struct kauri_team_mpi *mpi)
{
    if (mpi == NULL) {
        return;
    }
    if (mpi->connection.ranks > 1) {
        wait_for_all(&mpi->connection);
    }
    (void)MPI_Finalize();
    kauri_swap_clear(&mpi->swap);
    free(mpi);
}

const struct kauri_connection *kauri_team_mpi_connection(const struct kauri_team_mpi *mpi)
{
    return &mpi->connection;
}

const struct kauri_team *kauri_team_mpi_team(const struct kauri_team_mpi *mpi)
{
    return &mpi->team;
}

unsigned kauri_team_mpi_ranks_here(const struct kauri_team_mpi *mpi)
{
    return mpi->ranks_here;
}

void kauri_team_mpi_set_patience(struct kauri_team_mpi *mpi, double seconds)
{
    mpi->connection.patience = seconds;
}

void kauri_team_mpi_set_piece(struct kauri_team_mpi *mpi, uint64_t bytes)
{
    mpi->swap.piece = bytes;
}

const char *kauri_team_mpi_library(const struct kauri_team_mpi *mpi)
{
    return mpi->library;
}

enum { TAG = 7 }; // of no other message

void kauri_letter_send(struct kauri_team_mpi *mpi, unsigned rank, const char *text, size_t size)
{
    const struct kauri_connection *connection = kauri_team_mpi_connection(mpi);
    MPI_Request request;
    MPI_Status status;
    kauri_connection_check(
        connection, "MPI_Isend",
        MPI_Isend(text, (int)size, MPI_CHAR, (int)rank, TAG, MPI_COMM_WORLD, &request));
    kauri_connection_wait(connection, "MPI_Isend", &request, 1, &status);
}

bool kauri_letter_arrived(struct kauri_team_mpi *mpi, unsigned *rank)
{
    int arrived = 0;
    MPI_Status status;
    kauri_connection_check(kauri_team_mpi_connection(mpi), "MPI_Iprobe",
                           MPI_Iprobe(MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, &arrived, &status));
    *rank = arrived != 0 ? (unsigned)status.MPI_SOURCE : 0;
    return arrived != 0;
}

size_t kauri_letter_receive(struct kauri_team_mpi *mpi, unsigned rank, struct kauri_string *text)
{
    const struct kauri_connection *connection = kauri_team_mpi_connection(mpi);
    MPI_Status status;
    int size = 0;
    kauri_connection_check(connection, "MPI_Probe",
                           MPI_Probe((int)rank, TAG, MPI_COMM_WORLD, &status));
    kauri_connection_check(connection, "MPI_Get_count", MPI_Get_count(&status, MPI_CHAR, &size));
    char *bytes = malloc((size_t)size + 1);
    if (bytes == NULL) {
        kauri_connection_out_of_memory(connection);
    }
    kauri_connection_check(
        connection, "MPI_Recv",
        MPI_Recv(bytes, size, MPI_CHAR, (int)rank, TAG, MPI_COMM_WORLD, &status));
    kauri_string_add_bytes(text, bytes, (size_t)size);
    free(bytes);
    if (text->failed) {
        kauri_connection_out_of_memory(connection);
    }
    return (size_t)size;
}
