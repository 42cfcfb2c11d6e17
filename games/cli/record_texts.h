// The texts that the arguments of a command name: files, standard input, and the files of folders.
#ifndef KAURI_GAMES_CLI_RECORD_TEXTS_H
#define KAURI_GAMES_CLI_RECORD_TEXTS_H

#include "common/status.h"

#include <stdbool.h>
#include <stddef.h>

struct kauri_record_texts {
    size_t count;
    size_t capacity;
    struct kauri_record_text {
        char *path;     // "-": standard input
        bool of_folder; // found in a folder, so the text may be something other than a record
    } * texts;          // owned
};

// Lists the texts in the order of the arguments; those of a folder by name, without hidden files
// and without its own folders. *texts needs no initialisation; the caller clears it, also after a
// failure. KAURI_RESOURCE.
enum kauri_status kauri_record_texts_list(struct kauri_record_texts *texts, char *const *arguments,
                                          int count, struct kauri_error *error);

void kauri_record_texts_clear(struct kauri_record_texts *texts);

#endif
