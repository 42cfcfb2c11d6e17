// Reads standard input line by line, for a person or a script at the other end.
#ifndef KAURI_GAMES_CLI_PLAY_LINE_INPUT_H
#define KAURI_GAMES_CLI_PLAY_LINE_INPUT_H

#include <stdbool.h>
#include <stddef.h>

enum { KAURI_LINE_INPUT_BYTES = 4096 };

// A buffer for standard input, zeroed before the first line. stdio must not read from it as well.
struct kauri_line_input {
    char bytes[KAURI_LINE_INPUT_BYTES + 1];
    size_t start, end; // the bytes that were read but not yet returned
    bool ended;        // the input has ended
};

// Returns the next line without its end; the caller may change it, and it is valid until the next
// call. A line longer than KAURI_LINE_INPUT_BYTES comes in pieces. False at the end of input or
// when reading fails, as it does when a terminal goes away, and when a signal asks to stop
// (cli/progress_view.h).
bool kauri_line_input_next(struct kauri_line_input *input, char **line, size_t *bytes);

// Reads what has arrived, without waiting, and returns whether kauri_line_input_next would return a
// line, or the end of input, at once.
bool kauri_line_input_ready(struct kauri_line_input *input);

#endif
