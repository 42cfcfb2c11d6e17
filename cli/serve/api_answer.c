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

// Replaces `old` in a message, each time it occurs.
static void replace(char message[KAURI_ERROR_MESSAGE_BYTES], const char *old, const char *new)
{
    const size_t old_bytes = strlen(old);
    const size_t new_bytes = strlen(new);
    for (char *at = message; (at = strstr(at, old)) != NULL; at += new_bytes) {
        const size_t rest = strlen(at + old_bytes) + 1;
        if ((size_t)(at - message) + new_bytes + rest > KAURI_ERROR_MESSAGE_BYTES) {
            return;
        }
        memmove(at + new_bytes, at + old_bytes, rest);
        memcpy(at, new, new_bytes);
    }
}

// Where the tables are is nobody's business.
static void hide(char message[KAURI_ERROR_MESSAGE_BYTES], const char *folder)
{
    char path[KAURI_ERROR_MESSAGE_BYTES];
    if (folder == NULL || folder[0] == '\0') {
        return;
    }
    (void)snprintf(path, sizeof path, "%s/", folder);
    replace(message, path, "");
    (void)snprintf(path, sizeof path, "the tables in %s", folder);
    replace(message, path, "the tables");
    replace(message, folder, "the tables");
}

void kauri_api_answer_error(const struct kauri_tablebase *tables, struct kauri_api_answer *answer,
                            const struct kauri_error *error)
{
    char message[KAURI_ERROR_MESSAGE_BYTES];
    const unsigned status = http_status(error->status);
    memcpy(message, error->message, sizeof message);
    for (unsigned seeds = 0; tables != NULL && seeds <= KAURI_SEEDS_MAX; seeds++) {
        hide(message, kauri_tablebase_folder_of(tables, seeds));
    }
    if (tables != NULL) {
        hide(message, kauri_tablebase_folder(tables));
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
