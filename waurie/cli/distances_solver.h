// What `waurie solve --distances` does after the tables of bits are made.
#ifndef KAURI_WAURIE_CLI_DISTANCES_SOLVER_H
#define KAURI_WAURIE_CLI_DISTANCES_SOLVER_H

#include "cli/progress_view.h"
#include "common/string_buffer.h"
#include "waurie/cli/tables_options.h"
#include "waurie/solver/solve_distances.h"

// The distances that a run made.
struct waurie_distances_run {
    struct kauri_progress_view *view;
    struct waurie_measured layers[WAURIE_SEEDS_MAX + 1];
    size_t count;
};

// Makes the tables of distances of layers 0 to `seeds` that the folder does not have. run->view
// shows the progress. Errors: those of waurie_solve_distances, with advice.
enum kauri_status waurie_distances_solver(const struct waurie_tables_choice *choice, unsigned seeds,
                                          struct waurie_distances_run *run,
                                          struct kauri_error *error);

// Adds what was made as text.
void waurie_distances_text(const struct waurie_distances_run *run, unsigned seeds,
                           struct kauri_string *out);

#endif
