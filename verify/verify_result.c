#include "verify/verify_result.h"

#include "rules/notation.h"
#include "verify/equations.h"

#include <inttypes.h>

enum kauri_status kauri_verify_open(struct kauri_tablebase *tables, unsigned seeds,
                                    struct kauri_layer *layer, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    for (unsigned n = 0; n <= seeds; n++) {
        const struct kauri_tablebase_layer *opened = NULL;
        KAURI_TRY(kauri_tablebase_layer(tables, n, &opened, error));
        *layer = opened->index;
    }
cleanup:
    return status;
}

uint64_t kauri_verify_part_first(uint64_t count, uint64_t i, uint64_t n)
{
    const uint64_t rest = count % n;
    return count / n * i + (i < rest ? i : rest);
}

enum kauri_status kauri_verify_tell_wrong(struct kauri_tablebase *tables,
                                          const struct kauri_layer *layer, uint64_t index,
                                          struct kauri_verify_result *result,
                                          struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_view view;
    struct kauri_value correct;
    char text[KAURI_POSITION_TEXT_BYTES];
    struct kauri_value stored = {0};
    bool is_stored = false; // which it is: the equations of the others hold by construction
    kauri_unindex(layer, index, &view);
    result->first_wrong = kauri_view_position(&view, layer->shape.holes);
    KAURI_TRY(kauri_stored_value(tables, layer, index, &is_stored, &stored, error));
    KAURI_TRY(kauri_equation_at(tables, layer, index, &correct, error));
    result->stored_r = stored.r;
    result->stored_dtc = (int32_t)stored.dtc;
    result->correct_r = correct.r;
    result->correct_dtc = (int32_t)correct.dtc;
    status = kauri_fail(error, KAURI_WRONG,
                        "layer %u: %" PRIu64 " of %" PRIu64
                        " positions are wrong; the first is %s: the table "
                        "says r %d, dtc %d, its successors say r %d, dtc %d",
                        layer->seeds, result->wrong, result->checked,
                        kauri_position_format(&result->first_wrong, text), result->stored_r,
                        result->stored_dtc, result->correct_r, result->correct_dtc);
cleanup:
    return status;
}
