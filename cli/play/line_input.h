// Lines that a person types, or a script.
#ifndef KAURI_CLI_PLAY_LINE_INPUT_H
#define KAURI_CLI_PLAY_LINE_INPUT_H

#include <stdbool.h>
#include <stddef.h>

enum { KAURI_LINE_INPUT_BYTES = 4096 };

// Standard input, zeroed before the first line. stdio must not read it, too.
struct kauri_line_input {
    char bytes[KAURI_LINE_INPUT_BYTES + 1];
    size_t start, end; // of what is read and not given out
};

// Gives the next line without its end; it may be changed and lasts until the next call. A longer
// one than KAURI_LINE_INPUT_BYTES comes in pieces. False at the end of input, which a failure to
// read counts as (a terminal that is gone), and when a signal asks to stop (cli/progress_view.h).
bool kauri_line_input_next(struct kauri_line_input *input, char **line, size_t *bytes);

#endif
