// Answers of probe, best and line for positions that the tables do not hold: by search.
#ifndef KAURI_CLI_LOOKUP_ABOVE_TABLES_H
#define KAURI_CLI_LOOKUP_ABOVE_TABLES_H

#include "cli/progress_view.h"
#include "cli/search/search_view.h"
#include "common/string_buffer.h"
#include "tablebase/tablebase.h"

#include <stdbool.h>
#include <stdint.h>

enum { KAURI_ABOVE_TABLES_SECONDS = 5, KAURI_ABOVE_TABLES_SECONDS_MAX = 86400 };

struct kauri_above_tables {
    uint64_t seconds; // for each position; UINT64_MAX: not given
    bool no_search;   // --no-search
    unsigned threads; // of each search; 0: one
    enum kauri_search_part part;
};

// Whether positions are to be searched; `typed` if they are arguments or come from a terminal.
bool kauri_above_tables_wanted(const struct kauri_above_tables *above, bool typed);

// Searches for the value of a position that does not need to be in the tables and adds the answer
// to `out`, which is empty: text or, with `json`, an object on a line. KAURI_INTERRUPTED if a
// signal ended the search; the answer with the bounds so far has been added then. Other errors are
// those of kauri_search_run. One thread at a time.
enum kauri_status kauri_above_tables_answer(const struct kauri_above_tables *above,
                                            struct kauri_tablebase *tables,
                                            const struct kauri_position *position, bool json,
                                            struct kauri_string *out, struct kauri_error *error);

// Completes the error of a look-up that a missing layer prevented: the message says how to get the
// value. `searched` if a search could not help either. Leaves other errors than KAURI_MISSING and
// KAURI_NOT_COVERED alone. Returns the status.
enum kauri_status kauri_above_tables_advise(const struct kauri_above_tables *above, bool searched,
                                            const struct kauri_tablebase *tables, unsigned seeds,
                                            struct kauri_error *error);

#endif
