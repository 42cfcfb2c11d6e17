// The name that a mistyped word may stand for: "did you mean 'probe'?".
#ifndef KAURI_CLI_SUGGESTION_H
#define KAURI_CLI_SUGGESTION_H

#include "common/status.h"

#include <stddef.h>

struct kauri_suggestion {
    const char *word; // what was typed; need not end with a zero
    size_t bytes;
    const char *name;  // the best name so far, or NULL if none is similar enough
    unsigned distance; // between the two
};

// Considers a name. It is similar if the word is a beginning of it (at least three letters), or
// differs by at most a third of its letters (at least one, never all): wrong, missing, extra, or
// swapped with the next one. Among equals, the first name wins.
void kauri_suggestion_consider(struct kauri_suggestion *suggestion, const char *name);

// Appends "; did you mean 'PREFIXname'?" to the message if there is a name.
void kauri_suggestion_append(const struct kauri_suggestion *suggestion, const char *prefix,
                             struct kauri_error *error);

#endif
