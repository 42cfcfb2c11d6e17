#include "solver/mpi/letters.h"

#include "solver/mpi/connection.h"

#include <stdlib.h>

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
