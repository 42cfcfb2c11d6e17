// Runs scripts/reader/read-table, for its tests.
#ifndef KAURI_TESTS_DB_READ_SCRIPT_H
#define KAURI_TESTS_DB_READ_SCRIPT_H

#include <stdbool.h>

enum { READ_SCRIPT_SKIPPED = 77 };

// Whether Python and something that decodes zstd are there; says what is missing otherwise.
bool read_script_runs(void);

// What the reader printed, complaints included, and its exit status; free the text with free().
struct read_script_outcome {
    int status;
    char *text;
};

// Runs the reader on a table. The options are words of the shell.
struct read_script_outcome read_script(const char *path, const char *options);

// The same for tests of the exit status and of words in the text. Without words, any text will do.
void assert_script_says(const char *path, const char *options, int status, const char *words);

#endif
