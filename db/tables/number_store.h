// The stored numbers of tables: one by one through a cache of cells (db/cell_cache.h), or a decoded
// page at a time.
//
// A look-up whose cell is not in the cache decodes the page of that column, in working memory that
// the calling thread borrows, and puts the page's cells into the cache. Two threads may decode the
// same page at the same time; neither waits for the other.
//
// All functions except kauri_number_store_free are thread-safe.
#ifndef KAURI_DB_TABLES_NUMBER_STORE_H
#define KAURI_DB_TABLES_NUMBER_STORE_H

#include "db/reader.h"
#include "indexer/convention.h"
#include "indexer/stored_blocks.h"

// The place of the entries of a column.
struct kauri_number_column {
    const struct kauri_reader *reader; // the table that has it
    uint64_t key;                      // key of its first cell
    uint64_t trailer_key;              // key of the first cell that holds trailers of its groups
    uint32_t page_entries;             // entries of every page but the last
    uint32_t page_shift;  // page_entries is 1 << page_shift; 64 if it is no power of two
    uint32_t page_cells;  // cells that a page takes
    uint32_t group_pages; // pages of every group but the last
    uint8_t width;        // bytes of a number
    int32_t bias;         // a value is bias + number
};

// A layer that is open and checked. Constant while the tablebase is open.
struct kauri_tablebase_layer {
    struct kauri_layer index;
    struct kauri_reader *reader;
    struct kauri_reader *dtc_reader;   // the same one, or NULL if the table holds r alone
    bool derives;                      // only positions of stored blocks have entries
    struct kauri_stored_blocks blocks; // valid if `derives` is set
    struct kauri_number_column columns[KAURI_COLUMNS]; // without dtc_reader, only that of r
};

// Fills layer->columns from its readers, whose columns were checked before.
void kauri_number_columns_init(struct kauri_tablebase_layer *layer);

struct kauri_number_store;

// A store whose cache takes at most `cache_bytes` bytes. Errors: KAURI_RESOURCE.
enum kauri_status kauri_number_store_new(uint64_t cache_bytes, struct kauri_number_store **store,
                                         struct kauri_error *error);
// Accepts NULL. No other thread may be using the store.
void kauri_number_store_free(struct kauri_number_store *store);

// The stored number of an entry, which must be in the table, if its cell is in the cache; otherwise
// false. Reads no file.
bool kauri_number_cached(struct kauri_number_store *store,
                         const struct kauri_tablebase_layer *layer, unsigned column, uint64_t entry,
                         unsigned *number);

// Prefetches the number into the processor's cache.
void kauri_number_prefetch(const struct kauri_number_store *store,
                           const struct kauri_tablebase_layer *layer, unsigned column,
                           uint64_t entry);

// Reads the number after kauri_number_cached returned false: decodes the page of the entry and puts
// its cells into the cache. Errors: those of kauri_reader_page.
enum kauri_status kauri_number_load(struct kauri_number_store *store,
                                    const struct kauri_tablebase_layer *layer, unsigned column,
                                    uint64_t entry, unsigned *number, struct kauri_error *error);

// The page that holds an entry.
static inline uint64_t kauri_number_page(const struct kauri_number_column *column, uint64_t entry)
{
    return column->page_shift < 64 ? entry >> column->page_shift : entry / column->page_entries;
}

// The number of an entry in the decoded page that holds it.
static inline unsigned kauri_number_in(const struct kauri_number_column *column,
                                       const uint8_t *page, uint64_t entry)
{
    const uint64_t i = entry - kauri_number_page(column, entry) * column->page_entries;
    return column->width == 1 ? page[i] : page[2 * i] | (unsigned)page[2 * i + 1] << 8;
}

// Working memory for decoding pages, borrowed from the store by one thread.
struct kauri_number_scratch;

// Borrows working memory; the caller returns it. Errors: KAURI_RESOURCE.
enum kauri_status kauri_number_scratch_borrow(struct kauri_number_store *store,
                                              struct kauri_number_scratch **scratch,
                                              struct kauri_error *error);
// Accepts NULL.
void kauri_number_scratch_return(struct kauri_number_store *store,
                                 struct kauri_number_scratch *scratch);

// Returns the number of a batch that looks up many positions.
uint32_t kauri_number_store_batch(struct kauri_number_store *store);

// Decodes a page of a column and puts its cells into the cache; with the number of a batch, only if
// an earlier batch decoded the page as well. A batch reads each page once or twice, and filling the
// cache takes as long as decoding, which pays only if more batches follow. *numbers points into the
// scratch and is valid until the next page is decoded there. Errors: those of kauri_reader_page.
enum kauri_status kauri_number_page_decode(struct kauri_number_store *store,
                                           const struct kauri_tablebase_layer *layer,
                                           unsigned column, uint64_t page, uint32_t batch,
                                           struct kauri_number_scratch *scratch,
                                           const uint8_t **numbers, struct kauri_error *error);

// Returns the number of pages of columns that have been decoded so far.
uint64_t kauri_number_store_decoded(const struct kauri_number_store *store);

#endif
