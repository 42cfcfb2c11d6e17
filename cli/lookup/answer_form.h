// What probe, best and line answer to a position.
#ifndef KAURI_CLI_LOOKUP_ANSWER_FORM_H
#define KAURI_CLI_LOOKUP_ANSWER_FORM_H

#include "common/status.h"
#include "common/string_buffer.h"
#include "kauri/kauri.h"

#include <stdbool.h>

struct kauri_answer_form {
    bool json;
    bool value; // only the value of each position, without `answer` and without search
    bool slow;  // an answer takes much longer than looking its position up
    // Appends the answer for a probed position to `out`: text in lines of at most `columns` columns
    // (0: of any width; cli/fitted_text.h) or, with `json`, an object on a line.
    // What it appended is not printed when this fails. Called by several threads at once.
    enum kauri_status (*answer)(struct kauri_tablebase *tables,
                                const struct kauri_probe_result *result, bool json, int columns,
                                struct kauri_string *out, struct kauri_error *error);
};

#endif
