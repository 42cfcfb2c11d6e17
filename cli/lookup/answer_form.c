#include "cli/lookup/answer_form.h"

#include "cli/lookup/answer_json.h"
#include "cli/lookup/answer_text.h"
#include "queries/lookup/line.h"

static enum kauri_status add_line(const struct kauri_answer_form *form,
                                  struct kauri_tablebase *tables,
                                  const struct kauri_probe_result *result, struct kauri_string *out,
                                  struct kauri_error *error)
{
    struct kauri_best_line line = {.steps = NULL};
    const enum kauri_status status = kauri_line(tables, &result->position, &line, error);
    if (status == KAURI_OK && form->json) {
        kauri_json_line(out, result, &line);
    } else if (status == KAURI_OK) {
        kauri_text_line(out, result, &line, form->columns);
    }
    kauri_line_clear(&line);
    return status;
}

enum kauri_status kauri_answer_add(const struct kauri_answer_form *form,
                                   struct kauri_tablebase *tables,
                                   const struct kauri_probe_result *result,
                                   struct kauri_string *out, struct kauri_error *error)
{
    if (form->kind == KAURI_LOOK_UP_LINE) {
        return add_line(form, tables, result, out, error);
    }
    if (form->json) {
        kauri_json_probe(out, result, form->kind == KAURI_LOOK_UP_BEST);
    } else if (form->kind == KAURI_LOOK_UP_BEST) {
        kauri_text_best(out, result, form->columns);
    } else {
        kauri_text_probe(out, result, form->columns);
    }
    return KAURI_OK;
}

void kauri_answer_add_value(const struct kauri_answer_form *form,
                            const struct kauri_position *position, struct kauri_value value,
                            struct kauri_string *out)
{
    if (form->json) {
        kauri_json_value(out, position, value);
    } else {
        kauri_text_value(out, value);
    }
}
