// The texts of the help that do not stand in the table of options of a command.
#ifndef KAURI_CLI_HELP_HELP_NOTES_H
#define KAURI_CLI_HELP_HELP_NOTES_H

#include <stdbool.h>
#include <stddef.h>

// A command line that works in a folder that holds layers 0 to 2 in `tables`, and game records in
// games.txt (tests/scripts/check-readme runs them all, in order).
struct kauri_help_example {
    const char *purpose; // "the best moves in a position"; NULL: there is no such example
    const char *command;
};

enum { KAURI_HELP_EXAMPLES_MAX = 4 };

struct kauri_help_notes {
    const char *name;    // of the command
    const char *summary; // one line for `kauri --help`
    struct kauri_help_example examples[KAURI_HELP_EXAMPLES_MAX];
    const char *commands;  // related commands, with spaces between them
    const char *documents; // related files of docs/, with spaces between them
};

// A line of the list of exit statuses, of environment variables or of files.
struct kauri_help_item {
    const char *name;
    const char *text;
    const char *commands; // those it matters for, with spaces between them; NULL: all
};

struct kauri_help_list {
    size_t count;
    const struct kauri_help_item *items;
};

// The notes on the i-th command, in the order of the help; NULL after the last.
const struct kauri_help_notes *kauri_help_notes_at(size_t i);

// The notes on a command; NULL if there is none of this name.
const struct kauri_help_notes *kauri_help_notes_of(const char *name);

struct kauri_help_list kauri_help_exit_statuses(void);
struct kauri_help_list kauri_help_environment(void);
struct kauri_help_list kauri_help_files(void);

// Whether an item matters for the command.
bool kauri_help_item_is_for(const struct kauri_help_item *item, const char *command);

// Copies the first word of *list, whose words are separated by spaces, into `word` (cut to `room`
// bytes) and advances *list past it. Returns false if no word is left.
bool kauri_help_next_word(const char **list, char *word, size_t room);

#endif
