// The handle on a set of tables. Its public functions are declared in kauri/kauri.h; the functions
// here are for other folders of this source tree, which also need the tables themselves.
//
// A table is opened and checked once, when it is first needed: file, name, rules, columns and size.
// So a damaged table affects only the look-ups that need it. Every look-up checks the shape of its
// position.
//
// A look-up passes through these layers, from top to bottom: kauri_probe_value finds layer and
// entry, or, for a derived position, the successors from which its value follows (look_up.c);
// kauri_number_cached has the stored number in a cell of its cache, or kauri_number_load decodes
// the page that holds it (number_store.h); kauri_reader_page reads and decodes a page
// (db/reader.h), and the source of the files reads the bytes, by default with pread
// (db/table_file.h). Look-ups of many positions, kauri_probe_many and kauri_probe_roots, go page by
// page instead (db/tables/batch.h).
//
// All functions but one are thread-safe.
#ifndef KAURI_DB_TABLES_TABLEBASE_H
#define KAURI_DB_TABLES_TABLEBASE_H

#include "common/status.h"
#include "db/tables/layer_cache.h"
#include "db/tables/number_store.h"

// As kauri_tablebase_open for one folder and default options, except that the cache of decoded
// pages takes at most `cache_bytes` bytes.
enum kauri_status kauri_tablebase_open_folder(const char *folder, uint64_t cache_bytes,
                                              struct kauri_tablebase **tablebase,
                                              struct kauri_error *error);

// Checks a number of threads that a caller asks for; 0 means the default. KAURI_USAGE.
enum kauri_status kauri_threads_check(unsigned threads, struct kauri_error *error);

// The folder, for messages; if there are several, all of them, separated by commas. Owned by the
// tablebase.
const char *kauri_tablebase_folder(const struct kauri_tablebase *tablebase);

// Returns " in " with the folders, to follow "the tables" in a message; "" after
// kauri_tablebase_hide_folders. Owned by the tablebase.
const char *kauri_tablebase_where(const struct kauri_tablebase *tablebase);

// Makes messages name the tables without their folders from now on, for programs that answer
// others. Call it before a layer is opened; not thread-safe.
void kauri_tablebase_hide_folders(struct kauri_tablebase *tablebase);

// The number of tables of open layers that nothing reads, since a folder before theirs has the
// layer.
unsigned kauri_tablebase_unread(const struct kauri_tablebase *tablebase);

// The folder that has the layer, or NULL. Owned by the tablebase.
const char *kauri_tablebase_folder_of(const struct kauri_tablebase *tablebase, unsigned seeds);

// Checks that the position is valid and has the shape of the tables: otherwise KAURI_BAD_INPUT.
// Every look-up checks this.
enum kauri_status kauri_tablebase_fits(const struct kauri_tablebase *tablebase,
                                       const struct kauri_position *position,
                                       struct kauri_error *error);

// Finds the layer with `seeds` seeds and opens it if it is not open yet. It stays open until the
// tablebase is closed. Errors: KAURI_NOT_COVERED (above all layers), KAURI_MISSING (a gap),
// KAURI_CORRUPT for a damaged or foreign table, KAURI_RESOURCE. *layer is NULL on failure.
enum kauri_status kauri_tablebase_layer(struct kauri_tablebase *tablebase, unsigned seeds,
                                        const struct kauri_tablebase_layer **layer,
                                        struct kauri_error *error);

// Returns the layer if it is open, otherwise NULL.
const struct kauri_tablebase_layer *kauri_tablebase_opened(const struct kauri_tablebase *tablebase,
                                                           unsigned seeds);

// The reader of an open layer; NULL if the layer is not open.
const struct kauri_reader *kauri_tablebase_reader(const struct kauri_tablebase *tablebase,
                                                  unsigned seeds);

// Finds the layer of a position and opens it if it is not open yet. Errors: those of
// kauri_tablebase_fits and kauri_tablebase_layer.
enum kauri_status kauri_tablebase_open_for(struct kauri_tablebase *tablebase,
                                           const struct kauri_position *position,
                                           const struct kauri_tablebase_layer **layer,
                                           struct kauri_error *error);

// The layer of a position, if it is open; NULL if it is not, or if the position does not fit.
const struct kauri_tablebase_layer *
kauri_tablebase_opened_for(const struct kauri_tablebase *tablebase,
                           const struct kauri_position *position);

// The numbers of the tables; owned by the tablebase.
struct kauri_number_store *kauri_tablebase_numbers(const struct kauri_tablebase *tablebase);

// The decoded blocks for kauri_layer_read; owned by the tablebase.
struct kauri_layer_cache *kauri_tablebase_layer_cache(const struct kauri_tablebase *tablebase);

// KAURI_OK if the table of layer `seeds` has distances; otherwise KAURI_MISSING, with a message
// that names the table and the remedy. Opens the layer. Errors: those of kauri_tablebase_layer.
enum kauri_status kauri_tablebase_need_distances(struct kauri_tablebase *tablebase, unsigned seeds,
                                                 struct kauri_error *error);

// The number of threads for work on many positions: `threads`, or if that is 0 the number in the
// options of the tablebase, or one per processor. At most 4096.
unsigned kauri_tablebase_threads(const struct kauri_tablebase *tablebase, unsigned threads);

#endif
