// Reads the positions that a look-up command answers: its arguments, or the lines of standard
// input.
#ifndef KAURI_CLI_LOOKUP_POSITION_READER_H
#define KAURI_CLI_LOOKUP_POSITION_READER_H

#include "cli/lookup/answer_form.h"
#include "cli/progress_view.h"
#include "cli/run.h"
#include "cli/search/search_view.h"
#include "common/status.h"
#include "common/string_buffer.h"
#include "rules/board.h"
#include "tablebase/tablebase.h"

#include <stdbool.h>
#include <stdint.h>

// Positions that the tables do not hold are searched.
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
// those of kauri_search_answer_find. One thread at a time.
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

// A command that answers positions.
struct kauri_position_reader {
    struct kauri_above_tables above; // for positions that the tables do not hold
    struct kauri_answer_form form;
    unsigned threads; // for the lines of standard input, at least 1
};

// Prints the answers to all positions: the arguments or, if there are none, the lines of standard
// input, except blank lines and lines that begin with #. An empty line separates answers in text,
// unless they are values. Lines that are there at the same time are looked up together, and are
// answered in their order.
//
// A position that cannot be read, or whose layer is missing or damaged, is reported and the next
// one is tried; with --json, an object with "input", "error" and "status" takes the place of its
// answer, and a question mark that of its value. Any other fault is reported, too, and ends the
// work.
void kauri_position_reader_run(const struct kauri_position_reader *reader,
                               struct kauri_command_run *command);

#endif
