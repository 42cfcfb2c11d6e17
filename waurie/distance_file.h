// The distances of the positions of a layer as table files (docs/FORMAT.md, section 11): turns and
// sowings to the end of the game, as in waurie/decide.h, by number (waurie_place). They do not say
// who wins; the table of bits (waurie/layer_file.h) does. Implemented in waurie/distance_file.c and
// waurie/distance_file_write.c.
#ifndef KAURI_WAURIE_DISTANCE_FILE_H
#define KAURI_WAURIE_DISTANCE_FILE_H

#include "common/progress.h"
#include "waurie/table_kind.h"

// The distances of a position, 0..WAURIE_DISTANCE_MAX: 0 if the game is over.
struct waurie_distance {
    int16_t turns;
    int16_t sowings;
};

// No game is longer (docs/WAURIE.md, W10): the sum of the numbers of the pits of all seeds grows
// with every sowing that stores nothing, from at least 1 to at most 6 x 72, and at most 72 sowings
// store a seed.
enum { WAURIE_DISTANCE_MAX = (6 * WAURIE_SEEDS_MAX + 1) * (WAURIE_SEEDS_MAX + 1) };

// The header of the table. Its columns are just wide enough for the greatest distances, `most`.
struct kauri_table_info waurie_distance_file_info(const struct waurie_rules *rules,
                                                  const struct waurie_layer *layer,
                                                  struct waurie_distance most);

// Opens the distances of a layer and checks that the table is the right one. The caller closes
// *reader. Errors: those of kauri_reader_open; KAURI_CORRUPT for a table of another layer or other
// rules, and for one with distances above WAURIE_DISTANCE_MAX.
enum kauri_status waurie_distance_file_open(const char *folder, const struct waurie_rules *rules,
                                            const struct waurie_layer *layer,
                                            struct kauri_reader **reader,
                                            struct kauri_error *error);

// Reads the distances of the positions first .. first + count - 1. `progress` may be NULL. Errors:
// KAURI_CORRUPT, KAURI_RESOURCE, KAURI_INTERRUPTED.
enum kauri_status waurie_distance_file_read(const struct kauri_reader *reader, uint64_t first,
                                            uint64_t count, const struct kauri_progress *progress,
                                            struct waurie_distance *distances,
                                            struct kauri_error *error);

// Opens the table of a layer, reads the distances of all its positions, and closes it.
enum kauri_status waurie_distance_file_load(const char *folder, const struct waurie_rules *rules,
                                            const struct waurie_layer *layer,
                                            const struct kauri_progress *progress,
                                            struct waurie_distance *distances,
                                            struct kauri_error *error);

// Writes the distances of a layer part by part. Used by one thread at a time.
struct waurie_distance_writer;

// Begins a table whose greatest distances are `most`; `threads` threads compress it. `progress` may
// be NULL, and must outlive *writer. Errors: KAURI_RESOURCE; KAURI_INTERNAL if `most` is above
// WAURIE_DISTANCE_MAX.
enum kauri_status waurie_distance_writer_new(const char *folder, const struct waurie_rules *rules,
                                             const struct waurie_layer *layer,
                                             struct waurie_distance most, unsigned threads,
                                             const struct kauri_progress *progress,
                                             struct waurie_distance_writer **writer,
                                             struct kauri_error *error);
// Appends the next distances, none of them above `most`. Errors: KAURI_RESOURCE, KAURI_INTERRUPTED.
enum kauri_status waurie_distance_append(struct waurie_distance_writer *writer,
                                         const struct waurie_distance *distances, uint64_t count,
                                         struct kauri_error *error);
// Gives the table its name when all distances have been appended; it replaces an existing one.
// Errors: KAURI_RESOURCE.
enum kauri_status waurie_distance_commit(struct waurie_distance_writer *writer,
                                         struct kauri_error *error);
// Removes a table that was not committed. Accepts NULL.
void waurie_distance_writer_free(struct waurie_distance_writer *writer);

#endif
