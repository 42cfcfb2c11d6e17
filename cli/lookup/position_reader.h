// Reads the positions that a look-up command answers: its arguments, or the lines of standard
// input.
#ifndef KAURI_CLI_LOOKUP_POSITION_READER_H
#define KAURI_CLI_LOOKUP_POSITION_READER_H

#include "cli/lookup/above_tables.h"
#include "cli/lookup/answer_form.h"
#include "cli/run.h"
#include "common/status.h"
#include "common/string_buffer.h"
#include "rules/board.h"

#include <stdbool.h>
#include <stdint.h>

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
