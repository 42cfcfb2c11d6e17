// The key figures of solved layers, from their tables, as text and as JSON
// (docs/reference/JSON.md): for info, stats and solve.
#ifndef KAURI_QUERIES_ANSWERS_LAYER_SUMMARY_H
#define KAURI_QUERIES_ANSWERS_LAYER_SUMMARY_H

#include "common/json.h"
#include "common/status.h"
#include "common/string_buffer.h"
#include "db/tables/tablebase.h"
#include "queries/analysis/layer_figures.h"
#include "rules/board.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Valid as long as the tables that it was taken from.
struct kauri_layer_summary {
    const struct kauri_table_info *info;
    // Certificate of the table, whose counts are those of r.
    const struct kauri_certificate *certificate;
    unsigned seeds;
    bool distances;   // the table has them
    uint64_t max_dtc; // greatest distance in plies; UINT64_MAX: the table has no distances
    uint64_t positions, file_bytes, digest;
    double bits;      // bits of the file per position
    const char *path; // path of the table; NULL: not to be named
    // The digest that the table states is that of the published one: "stated", or "yes" once the
    // entries were checked; or "another". NULL: no such layer is published.
    const char *published;
    const char *program;                       // program that wrote the table
    double seconds;                            // time that solving took; negative: not known
    uint64_t speed;                            // positions solved per second; UINT64_MAX: not known
    const struct kauri_layer_figures *figures; // NULL: the figures were not read
};

// Fills the summary of a layer whose table exists. KAURI_CORRUPT for a damaged table and one whose
// columns or rules this program does not know. KAURI_RESOURCE.
enum kauri_status kauri_layer_summary_of(struct kauri_tablebase *tables, unsigned seeds,
                                         struct kauri_layer_summary *layer,
                                         struct kauri_error *error);

// Fills the summaries of all layers with a table (at most KAURI_SEEDS_MAX + 1) in ascending order,
// and sets *count to their number. Stops at the first one that fails.
enum kauri_status kauri_layer_summaries(struct kauri_tablebase *tables,
                                        struct kauri_layer_summary *layers, size_t *count,
                                        struct kauri_error *error);

// Notes that the entries of the tables have the digests that they state.
void kauri_layer_summary_checked(struct kauri_layer_summary *layer);

// Sets the time that solving the layer took, and the speed.
void kauri_layer_summary_time(struct kauri_layer_summary *layer, double seconds);

// In all texts, lines take at most `columns` columns (0: any number), as in
// queries/answers/fitted_text.h.

// Adds three lines that hold for all tables: the board, the rules and the convention R10.
void kauri_text_board(struct kauri_string *out, const struct kauri_table_info *info, int columns);

// Adds the answer of `stats` without its head, and of `solve`, which also gives the speed: a table
// of the layers and the number of positions of each value r.
void kauri_text_layers(struct kauri_string *out, const struct kauri_layer_summary *layers,
                       size_t count, bool with_speed, int columns);
void kauri_json_layers(struct kauri_string *out, const struct kauri_layer_summary *layers,
                       size_t count, bool with_speed);

// Adds the answer of `info`: `count` layers that are sound, of `files` tables in the folder. `read`
// says in a sentence what was read of them, `unread` how many tables nothing reads.
void kauri_text_info(struct kauri_string *out, const char *folder,
                     const struct kauri_layer_summary *layers, size_t count, size_t files,
                     const char *read, unsigned unread, int columns);

// Adds the members of `info` to an object. `folder` is written as the user gave it; if it is NULL,
// it is left out, and so are the paths of the tables.
void kauri_json_add_info(struct kauri_json *json, const char *folder,
                         const struct kauri_layer_summary *layers, size_t count);

// Says how many tables were not looked at (kauri_tablebase_unread), if there are any.
void kauri_text_unread(struct kauri_string *out, unsigned unread);

// Adds the figures of a layer, which were read: mutual zugzwangs, play without end, the greatest
// dtc, and a histogram of dtc.
void kauri_text_figures(struct kauri_string *out, const struct kauri_layer_summary *layer,
                        int columns);

#endif
