#include "cli/suggestion.h"

#include <stdio.h>
#include <string.h>

enum { LETTERS_MAX = 31, BEGINNING_LEAST = 3 };

static unsigned min(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

// The number of letters to insert, delete, replace or swap with the next one to turn one word into
// the other (optimal string alignment).
static unsigned distance_of(const char *a, size_t a_bytes, const char *b, size_t b_bytes)
{
    unsigned rows[LETTERS_MAX + 1][LETTERS_MAX + 1];
    for (size_t i = 0; i <= a_bytes; i++) {
        for (size_t k = 0; k <= b_bytes; k++) {
            if (i == 0 || k == 0) {
                rows[i][k] = (unsigned)(i + k);
                continue;
            }
            rows[i][k] = min(rows[i - 1][k - 1] + (a[i - 1] != b[k - 1]),
                             1 + min(rows[i - 1][k], rows[i][k - 1]));
            if (i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1]) {
                rows[i][k] = min(rows[i][k], 1 + rows[i - 2][k - 2]);
            }
        }
    }
    return rows[a_bytes][b_bytes];
}

void kauri_suggestion_consider(struct kauri_suggestion *suggestion, const char *name)
{
    const size_t bytes = suggestion->bytes;
    const size_t name_bytes = strlen(name);
    if (bytes > LETTERS_MAX || name_bytes > LETTERS_MAX) {
        return;
    }
    const bool begins = bytes >= BEGINNING_LEAST && strncmp(suggestion->word, name, bytes) == 0;
    const unsigned distance = begins ? 1 : distance_of(suggestion->word, bytes, name, name_bytes);
    const unsigned most = bytes < 3 ? 1 : (unsigned)bytes / 3;
    if (distance <= most && distance < bytes &&
        (suggestion->name == NULL || distance < suggestion->distance)) {
        suggestion->name = name;
        suggestion->distance = distance;
    }
}

void kauri_suggestion_append(const struct kauri_suggestion *suggestion, const char *prefix,
                             struct kauri_error *error)
{
    if (suggestion->name != NULL) {
        char text[LETTERS_MAX + 40];
        (void)snprintf(text, sizeof text, "; did you mean '%s%s'?", prefix, suggestion->name);
        kauri_error_append(error, text);
    }
}
