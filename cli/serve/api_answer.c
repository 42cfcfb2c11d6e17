#include "cli/serve/api_answer.h"

#include "cli/serve/api_json.h"

#include <stdio.h>
#include <string.h>

enum { RETRY_SECONDS = 10 };

void kauri_api_answer_object(struct kauri_api_answer *answer, unsigned cache_seconds)
{
    answer->http_status = 200;
    answer->type = "application/json";
    answer->cache_seconds = cache_seconds;
}

static unsigned http_status(enum kauri_status status)
{
    switch (status) {
    case KAURI_USAGE:
    case KAURI_BAD_INPUT:
        return 400;
    case KAURI_NOT_COVERED:
        return 404;
    case KAURI_MISSING:
    case KAURI_CORRUPT:
    case KAURI_RESOURCE:
    case KAURI_LOCKED:
    case KAURI_INTERRUPTED:
        return 503;
    default:
        return 500;
    }
}

// A message as it is rewritten.
struct rewriting {
    const char *at; // what is left of the old one
    char *text;
    size_t length, room; // without the NUL
};

static bool follows(const struct rewriting *message, const char *words)
{
    const size_t bytes = strlen(words);
    return message->length >= bytes &&
           memcmp(message->text + message->length - bytes, words, bytes) == 0;
}

static void put(struct rewriting *message, const char *text, size_t bytes)
{
    const size_t left = message->room - message->length;
    const size_t taken = bytes < left ? bytes : left;
    memcpy(message->text + message->length, text, taken);
    message->length += taken;
    message->text[message->length] = '\0';
}

// Skips the folder if its name comes next, where messages have it: "FOLDER/file", and "the tables
// in FOLDER", which become "file" and "the tables". A folder may have the name of any word.
static bool skip_folder(struct rewriting *message, const char *folder)
{
    static const char named[] = "the tables in ";
    const size_t bytes = folder != NULL ? strlen(folder) : 0;
    const char *at = message->at;
    if (bytes == 0 || strncmp(at, folder, bytes) != 0) {
        return false;
    }
    const bool begins = message->length == 0 || follows(message, " ");
    if (begins && at[bytes] == '/') {
        message->at += bytes + 1;
        return true;
    }
    const bool place = message->length == 0 || follows(message, " in ") ||
                       follows(message, " folder ") || follows(message, ", ");
    if (!place || strchr(" ,;:", at[bytes]) == NULL) { // or the end
        return false;
    }
    message->at += bytes;
    if (follows(message, named)) {
        message->length -= strlen(" in ");
    } else {
        put(message, "the tables", strlen("the tables"));
    }
    return true;
}

// Leaves out the folders of the tables: where they are is nobody's business.
static void hide_folders(const struct kauri_tablebase *tables, const char *text,
                         char message[KAURI_ERROR_MESSAGE_BYTES])
{
    struct rewriting rewriting = {
        .at = text, .text = message, .room = KAURI_ERROR_MESSAGE_BYTES - 1};
    message[0] = '\0';
    while (*rewriting.at != '\0') {
        bool skipped = skip_folder(&rewriting, kauri_tablebase_folder(tables));
        for (unsigned seeds = 0; !skipped && seeds <= KAURI_SEEDS_MAX; seeds++) {
            skipped = skip_folder(&rewriting, kauri_tablebase_folder_of(tables, seeds));
        }
        if (!skipped) {
            put(&rewriting, rewriting.at++, 1);
        }
    }
}

void kauri_api_answer_error(const struct kauri_tablebase *tables, struct kauri_api_answer *answer,
                            const struct kauri_error *error)
{
    char message[KAURI_ERROR_MESSAGE_BYTES];
    const unsigned status = http_status(error->status);
    if (tables != NULL) {
        hide_folders(tables, error->message, message);
    } else {
        memcpy(message, error->message, sizeof message);
    }
    // The program has no exit status of its own for a position that is not covered.
    kauri_api_answer_fault(answer, status,
                           error->status == KAURI_NOT_COVERED ? KAURI_MISSING : error->status,
                           message);
    if (error->status == KAURI_RESOURCE || error->status == KAURI_INTERRUPTED) {
        answer->retry_seconds = RETRY_SECONDS;
    }
}

void kauri_api_answer_fault(struct kauri_api_answer *answer, unsigned http_status_number,
                            enum kauri_status status, const char *message)
{
    kauri_api_answer_clear(answer);
    answer->http_status = http_status_number;
    answer->type = "application/json";
    kauri_json_api_error(&answer->body, message, status);
}

void kauri_api_answer_clear(struct kauri_api_answer *answer)
{
    if (answer != NULL) {
        kauri_string_clear(&answer->body);
        *answer = (struct kauri_api_answer){.job = NULL};
    }
}
