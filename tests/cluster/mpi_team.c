// Ranks of MPI send one another messages of many sizes, in pieces of 64 bytes, and compare what
// arrives. tests/cluster/check-mpi starts it with mpirun.
#include "solver/cluster/mpi/team_mpi.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MESSAGES = 24, BYTES_MAX = 700, TURNS = 40, RANKS_MAX = 16 };

// Every rank computes the same numbers for all of them.
static uint32_t number(unsigned turn, unsigned from, unsigned index, unsigned what)
{
    uint64_t mixed = ((turn * 31ULL + from) * 37 + index) * 41 + what + 1;
    mixed *= 0x9e3779b97f4a7c15ULL;
    mixed ^= mixed >> 29;
    mixed *= 0xbf58476d1ce4e5b9ULL;
    return (uint32_t)(mixed >> 32);
}

static uint32_t size_of(unsigned turn, unsigned from, unsigned index)
{
    const uint32_t kind = number(turn, from, index, 0) % 4;
    return kind == 0 ? 0 : kind == 1 ? 64 : number(turn, from, index, 1) % BYTES_MAX;
}

static uint8_t byte_of(unsigned turn, unsigned from, unsigned index, uint32_t at)
{
    return (uint8_t)number(turn, from, index, 3 + at);
}

// The messages of a rank are in the order of their receivers.
static unsigned receiver_of(unsigned turn, unsigned from, unsigned index, unsigned ranks)
{
    const unsigned count = number(turn, from, 0, 2) % (MESSAGES + 1);
    return index * ranks / count;
}

static void fail(const struct kauri_team *team, const char *what)
{
    (void)fprintf(stderr, "mpi_team: rank %u: %s\n", team->rank, what);
    abort();
}

static void swap_messages(const struct kauri_team *team, unsigned turn)
{
    static uint8_t bytes[MESSAGES][BYTES_MAX];
    struct kauri_message messages[MESSAGES];
    struct kauri_message received[RANKS_MAX];
    const unsigned count = number(turn, team->rank, 0, 2) % (MESSAGES + 1);
    for (unsigned i = 0; i < count; i++) {
        messages[i] = (struct kauri_message){
            .rank = receiver_of(turn, team->rank, i, team->ranks),
            .bytes = bytes[i],
            .size = size_of(turn, team->rank, i),
        };
        for (uint32_t at = 0; at < messages[i].size; at++) {
            bytes[i][at] = byte_of(turn, team->rank, i, at);
        }
    }
    uint64_t sums[3] = {turn, team->rank, 1};
    // Every other exchange adds up numbers as well.
    const struct kauri_network *network = kauri_network_of(team);
    if (network->begin(team->context, messages, count, sums, turn % 2 * 3, NULL) != KAURI_OK ||
        network->finish(team->context, received, NULL) != KAURI_OK) {
        fail(team, "an exchange failed");
    }
    const uint64_t ranks = team->ranks;
    if (turn % 2 == 1 &&
        (sums[0] != turn * ranks || sums[1] != ranks * (ranks - 1) / 2 || sums[2] != ranks)) {
        fail(team, "a wrong sum");
    }
    for (unsigned from = 0; from < team->ranks; from++) {
        const uint8_t *got = received[from].bytes;
        uint64_t used = 0;
        const unsigned theirs = number(turn, from, 0, 2) % (MESSAGES + 1);
        if (received[from].rank != from || (uintptr_t)got % 8 != 0) {
            fail(team, "a message without its rank, or not aligned");
        }
        for (unsigned i = 0; i < theirs; i++) {
            const uint32_t size = size_of(turn, from, i);
            for (uint32_t at = 0;
                 receiver_of(turn, from, i, team->ranks) == team->rank && at < size; at++) {
                if (used >= received[from].size || got[used++] != byte_of(turn, from, i, at)) {
                    fail(team, "a wrong byte");
                }
            }
        }
        if (used != received[from].size) {
            fail(team, "too many bytes");
        }
    }
}

static void combine_numbers(const struct kauri_team *team)
{
    const uint64_t ranks = team->ranks;
    uint64_t sums[3] = {team->rank, UINT64_MAX, 1};
    uint64_t maximum[2] = {team->rank, UINT64_MAX - team->rank};
    if (team->sum(team->context, sums, 3, NULL) != KAURI_OK ||
        team->greatest(team->context, maximum, 2, NULL) != KAURI_OK) {
        fail(team, "a sum failed");
    }
    if (sums[0] != ranks * (ranks - 1) / 2 || sums[1] != 0 - ranks || sums[2] != ranks ||
        maximum[0] != ranks - 1 || maximum[1] != UINT64_MAX) {
        fail(team, "a wrong sum");
    }
}

static void report(const struct kauri_error *error)
{
    (void)fprintf(stderr, "mpi_team: %s\n", error->message);
}

int main(void)
{
    struct kauri_error error;
    struct kauri_team_mpi *mpi = NULL;
    if (kauri_team_mpi_begin(report, &mpi, &error) != KAURI_OK) {
        report(&error);
        return 1;
    }
    const struct kauri_team *team = kauri_team_mpi_team(mpi);
    if (team->ranks > RANKS_MAX || kauri_team_mpi_ranks_here(mpi) != team->ranks) {
        fail(team, "all ranks are on this machine");
    }
    for (unsigned turn = 0; turn < TURNS; turn++) {
        kauri_team_mpi_set_piece(mpi, turn % 2 == 0 ? 64 : 1 << 20);
        swap_messages(team, turn);
        combine_numbers(team);
    }
    if (team->rank == 0) {
        printf("%u ranks\n", team->ranks);
    }
    kauri_team_mpi_end(mpi);
    return 0;
}
