// The place where a layer is solved: two folders that are kept open, and the names of all files
// that the solver creates in them. No other source file knows these names.
//
// The folder of the table "<table>" (db/table_names.h) contains, for a while,
//     <table>.tmp-<digits>          a table that is being written (common/output.h)
// and the work folder, which may be the same one,
//     <table>.work-<name>           work files, see enum kauri_work_file
//     <table>.checkpoint            the checkpoint
//     <table>.checkpoint.tmp-<digits>
// The ranks of a team (solver/team.h) have separate files in the same folder, and several
// generations of checkpoints, since they do not finish them at the same moment:
//     <table>.work-<name>-<rank>
//     <table>.checkpoint-<rank>of<ranks>.<generation>, and .tmp-<digits>
// A killed run may leave some of them; the functions at the end find and remove them.
#ifndef KAURI_SOLVER_STORAGE_WORKPLACE_H
#define KAURI_SOLVER_STORAGE_WORKPLACE_H

#include "common/folder.h"
#include "db/table_names.h"
#include "indexer/layer.h"

#include <stdbool.h>
#include <stdint.h>

// The work files of a layer.
enum kauri_work_file {
    KAURI_WORK_PLANES,
    KAURI_WORK_CAPTURES,
    KAURI_WORK_NOW,  // lists of one round
    KAURI_WORK_NEXT, // lists of the next round; the two alternate
    KAURI_WORK_HISTORY,
    KAURI_WORK_TRIAL, // file for measuring the speed of the disk
    KAURI_WORK_COUNT,
};

enum { KAURI_WORK_NAME_BYTES = KAURI_TABLE_NAME_BYTES + 64 };

// Filled by kauri_workplace_open, and, if there are several ranks, by the two functions after it;
// constant while other threads use it. Names are names in a folder, paths are for messages and for
// reading.
struct kauri_workplace {
    struct kauri_shape shape;
    unsigned seeds;
    unsigned rank;
    unsigned ranks;              // 0: a process that works alone
    struct kauri_folder *folder; // folder of the table
    struct kauri_folder *work;   // folder of everything else; may be the same pointer
    char table[KAURI_TABLE_NAME_BYTES];
    char checkpoint[KAURI_WORK_NAME_BYTES];
    char files[KAURI_WORK_COUNT][KAURI_WORK_NAME_BYTES];
    char *table_path;
    char *checkpoint_path;
};

// Opens the folders and composes the names; creates nothing. `work` may be NULL or another path of
// `folder`: then both are one folder. KAURI_RESOURCE if a folder cannot be opened. The caller
// closes *place.
enum kauri_status kauri_workplace_open(const char *folder, const char *work,
                                       struct kauri_shape shape, unsigned seeds,
                                       struct kauri_workplace *place, struct kauri_error *error);
// Changes the names to those of this rank if there are several; a single rank keeps them.
void kauri_workplace_set_rank(struct kauri_workplace *place, unsigned rank, unsigned ranks);
// Changes the name of the checkpoint to that of a generation, counted from 1, if there are several
// ranks. KAURI_RESOURCE.
enum kauri_status kauri_workplace_set_generation(struct kauri_workplace *place, uint64_t generation,
                                                 struct kauri_error *error);
// Finds the newest generation, at most `maximum`, of which this rank has a checkpoint; 0 if there
// is none. KAURI_RESOURCE if the folder cannot be read.
enum kauri_status kauri_workplace_generation(const struct kauri_workplace *place, uint64_t maximum,
                                             uint64_t *newest, struct kauri_error *error);
// Removes the checkpoints that this rank of a team has, except for the one of this generation.
void kauri_workplace_keep_generation(const struct kauri_workplace *place, uint64_t generation);
// Finds the number of ranks of a team that left a checkpoint of this layer, other than
// place->ranks: 1 for a process that worked alone; 0 if there is no such checkpoint. KAURI_RESOURCE
// if the folder cannot be read.
enum kauri_status kauri_workplace_other_ranks(const struct kauri_workplace *place, unsigned *others,
                                              struct kauri_error *error);
// Accepts a zeroed struct.
void kauri_workplace_close(struct kauri_workplace *place);

// Returns true if there is a file (of whatever kind) under the name of the checkpoint; if so, *made
// (which may be NULL) is the time it was last written, in seconds since 1970.
bool kauri_workplace_has_checkpoint(const struct kauri_workplace *place, int64_t *made);

// Removes everything that is listed above for this layer, from whichever of the two folders it is
// in, the checkpoint first: without its work files it is worth nothing. The table itself stays. No
// other run may be at work in the folders. Files of all ranks of all teams are removed; several
// ranks may do so at once.
void kauri_workplace_clean(const struct kauri_workplace *place);
// Does what kauri_workplace_clean does, but keeps the checkpoints and the work files that they
// need.
void kauri_workplace_clean_beside_checkpoint(const struct kauri_workplace *place);
// Does what kauri_workplace_clean does, for every layer below this one.
void kauri_workplace_clean_lower(const struct kauri_workplace *place);

// Bytes of disk that the files listed above take up in one folder for layers 0 .. last of a shape:
// a run up to layer `last` continues from them or removes them. 0 if the folder does not exist.
uint64_t kauri_workplace_left_over(const char *folder, struct kauri_shape shape, unsigned last);

#endif
