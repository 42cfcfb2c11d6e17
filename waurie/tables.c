#include "waurie/tables.h"

#include "common/folder.h"
#include "waurie/layer_file.h"
#include "waurie/rows.h"

#include <stdlib.h>

struct waurie_tables {
    struct waurie_rules rules;
    unsigned pits;
    unsigned layers; // loaded: 0 .. layers - 1
    uint64_t bytes;
    uint64_t *bits[WAURIE_SEEDS_MAX + 1];
    struct waurie_layer layer[WAURIE_SEEDS_MAX + 1];
};

// Loads the next layer if it is there and fits; otherwise *more becomes false.
static enum kauri_status load_layer(struct waurie_tables *tables, const char *folder,
                                    uint64_t memory, unsigned threads,
                                    const struct kauri_progress *progress, bool *more,
                                    struct kauri_error *error)
{
    struct waurie_layer *layer = &tables->layer[tables->layers];
    struct kauri_reader *reader = NULL;
    uint64_t *bits = NULL;
    waurie_layer_make(tables->pits, tables->layers, layer);
    const uint64_t bytes = layer->words * sizeof *bits;
    *more = false;
    if (bytes > memory || tables->bytes > memory - bytes) {
        return KAURI_OK;
    }
    enum kauri_status status = waurie_file_open(folder, &tables->rules, layer, &reader, error);
    if (status != KAURI_OK) {
        return status == KAURI_MISSING ? KAURI_OK : status;
    }
    bits = malloc(bytes);
    if (bits == NULL) {
        status = kauri_fail(error, KAURI_RESOURCE, "out of memory for layer %u", tables->layers);
        goto cleanup;
    }
    KAURI_TRY(waurie_file_read(reader, layer, threads, progress, bits, error));
    tables->bits[tables->layers++] = bits;
    tables->bytes += bytes;
    bits = NULL;
    *more = true;
cleanup:
    free(bits);
    kauri_reader_close(reader);
    return status;
}

enum kauri_status waurie_tables_open(const char *folder, const struct waurie_rules *rules,
                                     unsigned pits, unsigned seeds_most, uint64_t memory,
                                     unsigned threads, const struct kauri_progress *progress,
                                     struct waurie_tables **tables, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    bool more = true;
    *tables = NULL;
    struct waurie_tables *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory");
    }
    KAURI_TRY(kauri_folder_check(folder, error));
    made->rules = *rules;
    made->pits = pits;
    while (more && made->layers <= WAURIE_SEEDS_MAX && made->layers <= seeds_most) {
        KAURI_TRY(load_layer(made, folder, memory, threads, progress, &more, error));
    }
    *tables = made;
    made = NULL;
cleanup:
    waurie_tables_close(made);
    return status;
}

void waurie_tables_close(struct waurie_tables *tables)
{
    if (tables == NULL) {
        return;
    }
    for (unsigned n = 0; n < tables->layers; n++) {
        free(tables->bits[n]);
    }
    free(tables);
}

int waurie_tables_seeds(const struct waurie_tables *tables)
{
    return (int)tables->layers - 1;
}

uint64_t waurie_tables_bytes(const struct waurie_tables *tables)
{
    return tables->bytes;
}

// The word of a board, and the number of its bit.
static const uint64_t *find(const struct waurie_tables *tables, const struct waurie_board *board,
                            unsigned *bit)
{
    const unsigned own = waurie_row_seeds(board->own);
    const unsigned other = waurie_row_seeds(board->other);
    const struct waurie_layer *layer = &tables->layer[own + other];
    const uint32_t rank = waurie_row_rank(tables->pits, own, board->own);
    const uint64_t line = waurie_row_rank(tables->pits, other, board->other);
    *bit = rank % 64;
    return &tables
                ->bits[own + other][layer->block[own] + line * layer->line_words[own] + rank / 64];
}

bool waurie_tables_wins(const struct waurie_tables *tables, const struct waurie_board *board)
{
    unsigned bit = 0;
    const uint64_t *word = find(tables, board, &bit);
    return (*word >> bit & 1) != 0;
}

void waurie_tables_prefetch(const struct waurie_tables *tables, const struct waurie_board *board)
{
    unsigned bit = 0;
    __builtin_prefetch(find(tables, board, &bit));
}
