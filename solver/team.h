// A team: the processes that solve a layer together, each of them a *rank*.
//
// The solver is written for one process. Everything that ranks do for one another is behind a
// struct of functions, which the solver calls wherever ranks have to communicate. Those of a
// process that works alone (solver/team_of_one.h) do next to nothing; those of solver/cluster/ send
// messages.
//
// Most functions are *collective*: every rank calls the same functions in the same order, from one
// thread at a time, and each call returns when the rank has what it needs from the others. A rank
// that has to stop early must inform the others first, with kauri_team_status or the report of a
// round; otherwise they would wait for it forever.
//
// All ranks run the same program on machines of the same kind, so numbers and structs are sent in
// their memory representation.
#ifndef KAURI_SOLVER_TEAM_H
#define KAURI_SOLVER_TEAM_H

#include "common/loop.h"
#include "common/status.h"
#include "db/table.h"
#include "indexer/convention.h"
#include "solver/kernels/kernel.h"
#include "solver/part.h"
#include "solver/storage/frontier.h"
#include "solver/storage/workplace.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Greatest length of the array of one sum.
enum { KAURI_TEAM_NUMBERS_MAX = 15 };

struct kauri_teamwork;

// The caller of the solver owns the struct. Its functions are all-reduces, and collective. They
// return KAURI_OK, or a failure of the connection itself; after that no rank can continue, and no
// function of the team may be called again.
struct kauri_team {
    unsigned rank;  // this process, below `ranks`
    unsigned ranks; // at least 1
    void *context;  // argument of `sum` and `greatest`
    // Replaces each of the `count` numbers by the sum over all ranks, modulo 2^64.
    enum kauri_status (*sum)(void *context, uint64_t *numbers, unsigned count,
                             struct kauri_error *error);
    // Replaces each of the numbers by the greatest one over all ranks.
    enum kauri_status (*greatest)(void *context, uint64_t *numbers, unsigned count,
                                  struct kauri_error *error);
    // The functions by which the ranks solve a layer together.
    const struct kauri_teamwork *work;
};

// ----------------------------------------------------------------------------- work on a layer

// The report of a rank after a round. All members are added up over the ranks.
struct kauri_round_report {
    uint64_t decided[2];         // positions, by sign
    uint64_t checkpoint;         // ranks for which a checkpoint is due
    uint64_t stop;               // ranks that were asked to stop
    uint64_t checkpoint_at_stop; // ranks that want a checkpoint before they stop
};

// A table that is to be written.
struct kauri_table_plan {
    const struct kauri_table_info *info;
    const struct kauri_workplace *place;
    int level; // level of zstd
    unsigned threads;
    uint64_t batch_blocks; // greatest number of blocks of the part in a batch
};

// Stored blocks first .. first + count - 1 of the layer, and the blocks of the part among them.
struct kauri_table_batch {
    uint64_t first;
    uint64_t count;
    uint64_t part_first; // number of the first one among the stored blocks of the part
    uint64_t part_count;
    size_t block_bytes[KAURI_COLUMNS]; // size of a block in a column
    uint8_t *columns[KAURI_COLUMNS];   // the part's blocks, one after the other
};

struct kauri_teamwork {
    // The sums of a round arrive while the next round is under way: the ranks pause and stop
    // together, and only after that round. Otherwise they do so at once.
    bool delayed;
    // The number of steps into which a long loop is divided, so that ranks learn in between whether
    // another one has failed.
    unsigned steps;

    // Gives the part its blocks; its layer, kernel and geometry are set already. Collective.
    enum kauri_status (*begin)(struct kauri_part *part, unsigned threads,
                               struct kauri_error *error);
    // Frees what the other functions have made. Accepts a part without state.
    void (*end)(struct kauri_part *part);
    // Checks whether there is a checkpoint from which all ranks can continue, and sets its name in
    // the workplace of each rank. Collective.
    enum kauri_status (*find_checkpoint)(const struct kauri_team *team,
                                         struct kauri_workplace *place, bool *any,
                                         struct kauri_error *error);
    // Bytes that this rank holds for messages of the rounds.
    uint64_t (*message_memory)(const struct kauri_part *part);

    // The rounds. `send` notes positions that the worker has just collected in the block of a slot,
    // for the ranks that have moves to them; several workers may do so at once.
    enum kauri_status (*send)(const struct kauri_part *part, unsigned worker, uint64_t slot,
                              enum kauri_sign sign, const struct kauri_work *work,
                              const struct kauri_collected *collected, struct kauri_error *error);
    // Begins to send the positions, and to add up the report, which must stay as it is. `status`
    // tells whether this rank has succeeded so far. Collective. Fails only if the connection does.
    enum kauri_status (*report_begin)(const struct kauri_part *part,
                                      const struct kauri_round_report *report,
                                      enum kauri_status status, struct kauri_error *error);
    // Waits for the others; *report becomes the sum. Returns `status`, that of report_begin, or the
    // same failure on all ranks if one of them began with a failure. Collective.
    enum kauri_status (*report_finish)(const struct kauri_part *part,
                                       struct kauri_round_report *report, enum kauri_status status,
                                       struct kauri_error *error);
    // Puts the positions that have arrived into the frontier. A failure concerns this rank only.
    enum kauri_status (*receive)(const struct kauri_part *part, struct kauri_frontier *into,
                                 struct kauri_pace *pace, struct kauri_error *error);

    // The table, which one process writes. All four are collective, except for `table_abandon`,
    // which removes a table that was not committed, and accepts that there is none.
    enum kauri_status (*table_open)(struct kauri_part *part, const struct kauri_table_plan *plan,
                                    enum kauri_status status, struct kauri_error *error);
    enum kauri_status (*table_append)(struct kauri_part *part,
                                      const struct kauri_table_batch *batch,
                                      struct kauri_pace *pace, struct kauri_error *error);
    // Fills in *certificate as kauri_writer_commit does, in the process that writes the table.
    enum kauri_status (*table_commit)(struct kauri_part *part, const struct kauri_totals *totals,
                                      struct kauri_certificate *certificate,
                                      struct kauri_error *error);
    void (*table_abandon)(struct kauri_part *part);
};

// ---------------------------------------------------------------------------------- all-reduce

// Informs all ranks whether each of them has succeeded so far (an all-reduce of the status):
// `status` and the message in *error are those of this rank. Returns KAURI_OK if all ranks passed
// KAURI_OK. Otherwise all ranks return the same failure with the same message: that of the lowest
// rank with a failure other than KAURI_INTERRUPTED, if there is one. Collective.
enum kauri_status kauri_team_status(const struct kauri_team *team, enum kauri_status status,
                                    struct kauri_error *error);

// Does what kauri_team_status does, and replaces each of the `count` numbers (at most
// KAURI_TEAM_NUMBERS_MAX) by the sum over all ranks. Takes a single exchange if no rank fails.
// Collective.
enum kauri_status kauri_team_sum(const struct kauri_team *team, uint64_t *numbers, unsigned count,
                                 enum kauri_status status, struct kauri_error *error);

// Returns what kauri_team_status returns on all ranks if one of them has failed. To be called by
// all of them as soon as they know that. Collective.
enum kauri_status kauri_team_failure(const struct kauri_team *team, enum kauri_status status,
                                     struct kauri_error *error);

// Broadcasts `size` bytes from rank 0, the only one that need have filled them in, to all ranks.
// Collective.
enum kauri_status kauri_team_broadcast(const struct kauri_team *team, void *bytes, uint64_t size,
                                       struct kauri_error *error);

#endif
