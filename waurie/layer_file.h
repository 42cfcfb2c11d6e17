// The layers of Waurie as table files (docs/reference/FORMAT.md, section 11; db/table.h).
#ifndef KAURI_WAURIE_LAYER_FILE_H
#define KAURI_WAURIE_LAYER_FILE_H

#include "common/progress.h"
#include "db/reader.h"
#include "waurie/pits.h"

// The numbers of rows, and where the bits of a layer are.
//
// The distributions of x seeds over the k pits of a row are ordered lexicographically, pit 1 first;
// the rank of a distribution is the number of smaller ones. Rank 0 has all seeds in the last pit. A
// sowing that stays in its row makes the rank smaller. Adding the same seeds to the pits of
// different rows keeps their order, which lets waurie/solver/ treat many rows at once.
//
// The bits of a layer tell for each position with `seeds` seeds in the pits whether the player to
// move wins. A block consists of the positions with the same number of seeds in the mover's row. It
// is a matrix of bits: one line for each row of the waiting player, and in it one bit for each row
// of the mover, both by rank. Lines are padded with zeros to whole words of 64 bits. The blocks are
// ordered by the mover's seeds, 0 to `seeds`.
//
// Blocks with an empty row belong to the layer too. If the mover's row is empty, the mover has won.
// If only the other row is empty, the mover has lost, or, with `at_turn`, still moves.
//
// Pure functions, thread-safe.

// Number of distributions of `seeds`, 0..WAURIE_SEEDS_MAX, over `pits`, 1..WAURIE_PITS_MAX.
uint32_t waurie_row_count(unsigned pits, unsigned seeds);

// The rank of a row of `pits` pits that holds `seeds` seeds.
uint32_t waurie_row_rank(unsigned pits, unsigned seeds, const uint8_t row[WAURIE_PITS_MAX]);

// Makes the row with rank 0, and the row with the next rank; waurie_row_next returns false, and
// leaves the row alone, if there is none.
void waurie_row_first(unsigned pits, unsigned seeds, uint8_t row[WAURIE_PITS_MAX]);
bool waurie_row_next(unsigned pits, uint8_t row[WAURIE_PITS_MAX]);

// Makes the row with this rank, which must be less than waurie_row_count.
void waurie_row_at(unsigned pits, unsigned seeds, uint32_t rank, uint8_t row[WAURIE_PITS_MAX]);

// Places of the blocks of a layer. Does not change after waurie_layer_make.
struct waurie_layer {
    unsigned pits;
    unsigned seeds;
    uint64_t words;                            // words of the layer
    uint64_t block[WAURIE_SEEDS_MAX + 1];      // first word of the block, by the mover's seeds
    uint32_t line_words[WAURIE_SEEDS_MAX + 1]; // words of a line
    uint32_t line_bits[WAURIE_SEEDS_MAX + 1];  // bits of a line in use
    uint32_t lines[WAURIE_SEEDS_MAX + 1];      // lines of the block
    uint64_t places; // positions of the layer, with or without an empty row
};

// Describes the layer with `seeds` seeds, 0..WAURIE_SEEDS_MAX, on 2 x `pits` pits.
void waurie_layer_make(unsigned pits, unsigned seeds, struct waurie_layer *layer);

// Number of positions in which neither row is empty.
uint64_t waurie_layer_positions(const struct waurie_layer *layer);

// Returns whether all padding is 0 in words[0..count), which are the words of the layer from
// `first` on.
bool waurie_layer_filled_up(const struct waurie_layer *layer, uint64_t first, uint64_t count,
                            const uint64_t *words);

// Words of the block with `own` seeds in the mover's row.
static inline uint64_t waurie_block_words(const struct waurie_layer *layer, unsigned own)
{
    return (uint64_t)layer->lines[own] * layer->line_words[own];
}

// Words of a line of `bits` bits.
static inline uint32_t waurie_line_words(uint32_t bits)
{
    return (bits + 63) / 64;
}

enum { WAURIE_TABLE_NAME_BYTES = 64 }; // size of the longest name, with its NUL

// Writes the file name of the table of a layer and returns `name`:
// "waurie-2x6-at-once-into-03.table", or with `both` "waurie-2x6-at-once-into-both-03.table".
// Thread-safe.
const char *waurie_table_name(const struct waurie_rules *rules, unsigned pits, unsigned seeds,
                              char name[WAURIE_TABLE_NAME_BYTES]);
// Returns "<folder>/<name>", which the caller frees; NULL when out of memory. Thread-safe.
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
