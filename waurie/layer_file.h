// The layers of Waurie as table files (docs/FORMAT.md, section 11; db/table.h). Implemented in
// waurie/layer_file.c, waurie/layer_file_read.c and waurie/layer_file_write.c.
#ifndef KAURI_WAURIE_LAYER_FILE_H
#define KAURI_WAURIE_LAYER_FILE_H

#include "common/loop.h"
#include "common/progress.h"
#include "waurie/table_kind.h"

// The header of the table of a layer.
struct kauri_table_info waurie_file_info(const struct waurie_rules *rules,
                                         const struct waurie_layer *layer);

// Opens the table of a layer and checks that it is the right one. The caller closes *reader.
// Errors: those of kauri_reader_open; KAURI_CORRUPT for a table of another layer or other rules.
enum kauri_status waurie_file_open(const char *folder, const struct waurie_rules *rules,
                                   const struct waurie_layer *layer, struct kauri_reader **reader,
                                   struct kauri_error *error);

// Reads `count` words, at least one, of an open table from word `first` on. `threads` threads
// decode the pages. `progress` may be NULL. Errors: KAURI_CORRUPT, also for padding that is not 0;
// KAURI_RESOURCE, KAURI_INTERRUPTED.
enum kauri_status waurie_file_read_words(const struct kauri_reader *reader,
                                         const struct waurie_layer *layer, uint64_t first,
                                         uint64_t count, unsigned threads,
                                         const struct kauri_progress *progress, uint64_t *words,
                                         struct kauri_error *error);
// The same for all words of the layer.
enum kauri_status waurie_file_read(const struct kauri_reader *reader,
                                   const struct waurie_layer *layer, unsigned threads,
                                   const struct kauri_progress *progress, uint64_t *bits,
                                   struct kauri_error *error);

// Writes the table of a layer part by part. Used by one thread at a time.
struct waurie_file_writer;

// Begins a table, which `threads` threads compress. `progress` may be NULL, and must outlive
// *writer. Errors: KAURI_RESOURCE.
enum kauri_status waurie_file_writer_new(const char *folder, const struct waurie_rules *rules,
                                         const struct waurie_layer *layer, unsigned threads,
                                         const struct kauri_progress *progress,
                                         struct waurie_file_writer **writer,
                                         struct kauri_error *error);
// Appends the next words of the layer. Errors: KAURI_RESOURCE, KAURI_INTERRUPTED.
enum kauri_status waurie_file_append(struct waurie_file_writer *writer, const uint64_t *words,
                                     uint64_t count, struct kauri_error *error);
// Gives the table its name when all words have been appended; it replaces an existing one. Errors:
// KAURI_RESOURCE.
enum kauri_status waurie_file_commit(struct waurie_file_writer *writer, struct kauri_error *error);
// Removes a table that was not committed. Accepts NULL.
void waurie_file_writer_free(struct waurie_file_writer *writer);

// Writes the table of a layer, which replaces an existing one when it is complete. `progress` may
// be NULL. Errors: KAURI_RESOURCE, KAURI_INTERRUPTED.
enum kauri_status waurie_file_write(const char *folder, const struct waurie_rules *rules,
                                    const struct waurie_layer *layer, unsigned threads,
                                    const struct kauri_progress *progress, const uint64_t *bits,
                                    struct kauri_error *error);

#endif
