#include "waurie/cli/solve_plan.h"

#include "cli/fitted_text.h"
#include "cli/text_table.h"
#include "common/size.h"
#include "waurie/cli/counts_json.h"
#include "waurie/layer_file.h"
#include "waurie/solver/solve_tables.h"

static struct waurie_layer_plan plan_layer(const struct waurie_tables_choice *choice,
                                           const struct waurie_layer *layer)
{
    const unsigned pits = (unsigned)choice->pits;
    const unsigned threads = (unsigned)choice->threads;
    const unsigned seeds = layer->seeds;
    return (struct waurie_layer_plan){
        .seeds = seeds,
        .positions = waurie_layer_positions(layer),
        .bytes = layer->words * sizeof(uint64_t),
        .in_memory = waurie_solve_memory(&choice->rules, pits, seeds, threads),
        .least = waurie_solve_memory_least(&choice->rules, pits, seeds, threads),
        .temporary = (layer->words - layer->block[seeds / 2] -
                      (uint64_t)layer->lines[seeds / 2] * layer->line_words[seeds / 2]) *
                     sizeof(uint64_t),
    };
}

static void add_text(const struct waurie_tables_choice *choice,
                     const struct waurie_layer_plan *plans, size_t count, struct kauri_string *out)
{
    struct kauri_string rows = {.bytes = NULL};
    kauri_string_add(&rows, "layer\tpositions\tbits\tin memory\tat least\ttemporary\n");
    for (size_t i = 0; i < count; i++) {
        const struct waurie_layer_plan *plan = &plans[i];
        char positions[KAURI_SIZE_TEXT_BYTES];
        char bytes[KAURI_SIZE_TEXT_BYTES];
        char whole[KAURI_SIZE_TEXT_BYTES];
        char least[KAURI_SIZE_TEXT_BYTES];
        char temporary[KAURI_SIZE_TEXT_BYTES];
        kauri_string_add(
            &rows, "%u\t%s\t%s\t%s\t%s\t%s\n", plan->seeds,
            kauri_format_count(plan->positions, positions), kauri_format_size(plan->bytes, bytes),
            kauri_format_size(plan->in_memory, whole), kauri_format_size(plan->least, least),
            kauri_format_size(plan->temporary, temporary));
    }
    if (count == 0) {
        kauri_string_add(out, "Layers 0 to %u were solved before.\n", (unsigned)choice->seeds);
    } else {
        kauri_string_add_table(out, kauri_string_text(&rows), 0, kauri_text_columns());
    }
    kauri_string_clear(&rows);
}

// Finds the layers up to choice->seeds without a table of bits.
static enum kauri_status plan_layers(const struct waurie_tables_choice *choice,
                                     struct waurie_layer_plan *plans, size_t *count,
                                     struct kauri_error *error)
{
    for (unsigned n = 0; n <= choice->seeds; n++) {
        struct waurie_layer layer;
        struct kauri_reader *reader = NULL;
        waurie_layer_make((unsigned)choice->pits, n, &layer);
        const enum kauri_status status =
            waurie_file_open(choice->folder, &choice->rules, &layer, &reader, error);
        kauri_reader_close(reader);
        if (status == KAURI_MISSING) {
            plans[(*count)++] = plan_layer(choice, &layer);
        } else if (status != KAURI_OK) {
            return status;
        }
    }
    return KAURI_OK;
}

enum kauri_status waurie_solve_plan(const struct waurie_tables_choice *choice,
                                    struct kauri_string *out, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct waurie_layer_plan plans[WAURIE_SEEDS_MAX + 1];
    size_t count = 0;
    KAURI_TRY(plan_layers(choice, plans, &count, error));
    if (choice->json) {
        waurie_json_plans(&choice->rules, (unsigned)choice->pits, plans, count, out);
    } else {
        add_text(choice, plans, count, out);
    }
cleanup:
    return status;
}
