#include "waurie/cli/distances_solver.h"

#include "cli/fitted_text.h"
#include "cli/text_table.h"
#include "common/size.h"

static void note(void *context, const struct waurie_measured *measured)
{
    struct waurie_distances_run *run = context;
    char positions[KAURI_SIZE_TEXT_BYTES];
    char memory[KAURI_SIZE_TEXT_BYTES];
    run->layers[run->count++] = *measured;
    kauri_progress_view_clear(run->view);
    kauri_progress_view_say(
        run->view, "layer %u: distances of %s positions in %.2f s, written in %.2f s, memory %s",
        measured->seeds, kauri_format_count(measured->positions, positions),
        measured->solve_seconds, measured->write_seconds,
        kauri_format_size(measured->held, memory));
}

enum kauri_status waurie_distances_solver(const struct waurie_tables_choice *choice, unsigned seeds,
                                          struct waurie_distances_run *run,
                                          struct kauri_error *error)
{
    bool exceeds = false;
    const struct waurie_distances_request request = {
        .folder = choice->folder,
        .rules = choice->rules,
        .pits = (unsigned)choice->pits,
        .seeds_most = seeds,
        .threads = (unsigned)choice->threads,
        .memory = choice->memory,
        .exceeds = &exceeds,
        .progress = &run->view->progress,
        .measured = note,
        .context = run,
    };
    const enum kauri_status status = waurie_solve_distances(&request, error);
    if (status == KAURI_WRONG) {
        kauri_error_append(error, "; move the file away and solve the layer again");
    } else if (exceeds) {
        kauri_error_append(error, " (--memory SIZE)");
    }
    return status;
}

void waurie_distances_text(const struct waurie_distances_run *run, unsigned seeds,
                           struct kauri_string *out)
{
    struct kauri_string rows = {.bytes = NULL};
    if (run->count == 0) {
        kauri_string_add(out, "The distances of layers 0 to %u were found before.\n", seeds);
        return;
    }
    kauri_string_add(&rows, "distances of layer\tpositions\tseconds\tpositions/s\n");
    for (size_t i = 0; i < run->count; i++) {
        const struct waurie_measured *measured = &run->layers[i];
        const double seconds = measured->solve_seconds > 1e-6 ? measured->solve_seconds : 1e-6;
        char positions[KAURI_SIZE_TEXT_BYTES];
        char speed[KAURI_SIZE_TEXT_BYTES];
        kauri_string_add(
            &rows, "%u\t%s\t%.2f\t%s\n", measured->seeds,
            kauri_format_count(measured->positions, positions), measured->solve_seconds,
            kauri_format_count((uint64_t)((double)measured->positions / seconds), speed));
    }
    out->failed = out->failed || rows.failed;
    kauri_string_add_table(out, kauri_string_text(&rows), 0, kauri_text_columns());
    kauri_string_clear(&rows);
}
