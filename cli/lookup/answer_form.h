// The answers of probe, best and line to a position.
#ifndef KAURI_CLI_LOOKUP_ANSWER_FORM_H
#define KAURI_CLI_LOOKUP_ANSWER_FORM_H

#include "common/status.h"
#include "common/string_buffer.h"
#include "kauri/kauri.h"

#include <stdbool.h>

enum kauri_look_up { KAURI_LOOK_UP_PROBE, KAURI_LOOK_UP_BEST, KAURI_LOOK_UP_LINE };

struct kauri_answer_form {
    enum kauri_look_up kind;
    bool value; // only the value of each position, without search
    bool json;
    int columns; // the most that lines of text take; 0: any number (cli/fitted_text.h)
};

// Appends the answer for a probed position to `out`: text, or an object on a line. Errors: those of
// kauri_line for a line; what was appended is not to be printed then. Thread-safe.
enum kauri_status kauri_answer_add(const struct kauri_answer_form *form,
                                   struct kauri_tablebase *tables,
                                   const struct kauri_probe_result *result,
                                   struct kauri_string *out, struct kauri_error *error);

// Appends the value of a position.
void kauri_answer_add_value(const struct kauri_answer_form *form,
                            const struct kauri_position *position, struct kauri_value value,
                            struct kauri_string *out);

#endif
