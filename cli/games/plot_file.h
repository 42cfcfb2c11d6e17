// A file with the drawings of games, one below the other.
#ifndef KAURI_CLI_GAMES_PLOT_FILE_H
#define KAURI_CLI_GAMES_PLOT_FILE_H

#include "cli/games/annotate_view.h"
#include "common/output.h"

// The drawings so far, in a temporary file without a name, since the first line of an SVG file
// gives the height of the whole page: memory is needed for one game only.
struct kauri_plot_file;

// The caller frees *file. KAURI_RESOURCE if there is no memory or no temporary file.
enum kauri_status kauri_plot_file_new(enum kauri_language language, struct kauri_plot_file **file,
                                      struct kauri_error *error);

// Draws a game below the others. KAURI_RESOURCE.
enum kauri_status kauri_plot_file_add(struct kauri_plot_file *file,
                                      const struct kauri_annotated_view *view,
                                      struct kauri_error *error);

// Writes all of them into a file, which is whole or as it was before (common/output.h).
// KAURI_USAGE, KAURI_RESOURCE.
enum kauri_status kauri_plot_file_write(struct kauri_plot_file *file, const char *path,
                                        enum kauri_output_mode mode, struct kauri_error *error);

// Accepts NULL.
void kauri_plot_file_free(struct kauri_plot_file *file);

#endif
