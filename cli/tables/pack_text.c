#include "cli/tables/pack_view.h"

#include "cli/text_table.h"
#include "common/size.h"

#include <stdio.h>

void kauri_pack_text(struct kauri_string *out, const struct kauri_pack_view *view, int columns)
{
    static const int least[] = {5, 19, 12, 12, 13, 8};
    struct kauri_string rows = {.bytes = NULL};
    uint64_t positions = 0;
    uint64_t before = 0;
    uint64_t after = 0;
    kauri_string_add(&rows, "layer\tpositions\tbefore\tafter\tbits/position\tseconds\n");
    for (size_t i = 0; i < view->count; i++) {
        const struct kauri_pack_result *result = &view->results[i];
        char count[KAURI_SIZE_TEXT_BYTES];
        char source[KAURI_SIZE_TEXT_BYTES];
        char packed[KAURI_SIZE_TEXT_BYTES];
        char seconds[32] = "-";
        if (!result->there) {
            (void)snprintf(seconds, sizeof seconds, "%.2f", result->seconds);
        }
        kauri_string_add(&rows, "%u\t%s\t%s\t%s\t%.2f\t%s\n", view->seeds[i],
                         kauri_format_count(result->positions, count),
                         kauri_format_size(result->source_bytes, source),
                         kauri_format_size(result->file_bytes, packed),
                         8.0 * (double)result->file_bytes / (double)result->positions, seconds);
        positions += result->positions;
        before += result->source_bytes;
        after += result->file_bytes;
    }
    if (view->count > 1) {
        char count[KAURI_SIZE_TEXT_BYTES];
        char source[KAURI_SIZE_TEXT_BYTES];
        char packed[KAURI_SIZE_TEXT_BYTES];
        kauri_string_add(&rows, "%s\t%s\t%s\t%s\t%.2f\t\n", "all",
                         kauri_format_count(positions, count), kauri_format_size(before, source),
                         kauri_format_size(after, packed), 8.0 * (double)after / (double)positions);
    }
    kauri_string_add_columns(out, kauri_string_text(&rows), least, columns);
    out->failed = out->failed || rows.failed;
    kauri_string_clear(&rows);
}
