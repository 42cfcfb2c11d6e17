// The layers of Waurie as table files (docs/FORMAT.md, section 11; db/table.h).
#ifndef KAURI_WAURIE_LAYER_FILE_H
#define KAURI_WAURIE_LAYER_FILE_H

#include "common/progress.h"
#include "db/reader.h"
#include "waurie/bit_layer.h"

enum { WAURIE_TABLE_NAME_BYTES = 64 }; // of the longest name, with its NUL

// Writes the file name of the table of a layer and returns `name`:
// "waurie-2x6-at-once-into-03.table". Thread-safe.
const char *waurie_table_name(const struct waurie_rules *rules, unsigned pits, unsigned seeds,
                              char name[WAURIE_TABLE_NAME_BYTES]);
// "<folder>/<name>"; the caller frees it. NULL when out of memory. Thread-safe.
char *waurie_table_path(const char *folder, const struct waurie_rules *rules, unsigned pits,
                        unsigned seeds);

// The header of the table of a layer.
struct kauri_table_info waurie_file_info(const struct waurie_rules *rules,
                                         const struct waurie_layer *layer);

// Opens the table of a layer and checks that it is the right one. The caller closes *reader.
// Errors: those of kauri_reader_open; KAURI_CORRUPT for a table of another layer or other rules.
enum kauri_status waurie_file_open(const char *folder, const struct waurie_rules *rules,
                                   const struct waurie_layer *layer, struct kauri_reader **reader,
                                   struct kauri_error *error);

// Takes `count` words of a layer from word `first` on, which are valid during the call. Called by
// several threads at once.
typedef void waurie_take_words(void *context, uint64_t first, uint64_t count,
                               const uint64_t *words);

// Reads `count` words, at least one, of an open table from word `first` on, and hands them to
// `take` page by page, in any order. `threads` threads decode the pages. `progress` may be NULL.
// Errors: KAURI_CORRUPT, also for padding that is not 0; KAURI_RESOURCE, KAURI_INTERRUPTED.
enum kauri_status waurie_file_read(const struct kauri_reader *reader,
                                   const struct waurie_layer *layer, uint64_t first, uint64_t count,
                                   unsigned threads, const struct kauri_progress *progress,
                                   waurie_take_words *take, void *context,
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

// Removes the temporary files (common/output.h) that runs which were killed have left of tables of
// this board and these rules. The caller holds the folder's lock (db/lock.h), so nobody is writing
// them. Errors are ignored.
void waurie_file_remove_leftovers(const char *folder, const struct waurie_rules *rules,
                                  unsigned pits);

#endif
