// The positions a look-up command works on: its arguments, or standard input, one a line.
#ifndef KAURI_CLI_LOOKUP_POSITION_FEED_H
#define KAURI_CLI_LOOKUP_POSITION_FEED_H

#include "cli/options.h"
#include "common/status.h"
#include "rules/board.h"
#include "tablebase/tables.h"

#include <stdbool.h>

// What a command does with its positions.
struct kauri_feed {
    const char *folder; // of the tables
    bool json;
    // Answers one position on standard output; prints nothing when it fails.
    enum kauri_status (*answer)(struct kauri_tables *tables, const struct kauri_position *position,
                                bool json, struct kauri_error *error);
};

// Opens the tables and answers every position: the arguments or, when there are none, the lines of
// standard input (blank lines and lines whose first mark is # are skipped). A position that cannot
// be read or whose layer is missing or damaged is named on standard error and the next one is
// tried; with --json it gets an object with "input", "error" and "status" in its place on standard
// output. Other faults end the command. Returns the exit status: that of the first fault, or 0.
int kauri_feed_run(const struct kauri_feed *feed, const struct kauri_arguments *arguments);

#endif
