#include "waurie/table_window.h"

#include "waurie/layer_file.h"
#include "waurie/rows.h"
#include "waurie/solver/sowing.h"
#include "waurie/table_pages.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { HUGE_PAGE = 2 << 20 };

struct waurie_window {
    struct waurie_window_options options;
    struct waurie_window_layers layers;
    uint64_t *bits[WAURIE_SEEDS_MAX + 1]; // NULL: not in memory
    struct waurie_layer layer[WAURIE_SEEDS_MAX + 1];
    struct waurie_pages *pages;
    pthread_mutex_t mutex; // for the pages and the failure
    enum kauri_status failed;
    struct kauri_error failure;
};

unsigned waurie_window_least(const struct waurie_rules *rules, unsigned pits, unsigned top,
                             unsigned seeds)
{
    unsigned least = top;
    for (unsigned n = top + 1; n <= seeds; n++) {
        // Where an empty row wins at once, the opponent has a seed that is not sown.
        const unsigned to = n - waurie_stored_most(rules, pits, rules->at_turn ? n : n - 1);
        least = to < least ? to : least;
    }
    return least;
}

// Bytes of a layer in memory.
static uint64_t layer_bytes(unsigned pits, unsigned seeds)
{
    struct waurie_layer layer;
    waurie_layer_make(pits, seeds, &layer);
    return layer.words * sizeof(uint64_t);
}

static enum kauri_status open_layer(const struct waurie_window *window, unsigned seeds,
                                    struct kauri_reader **reader, struct kauri_error *error)
{
    return waurie_file_open(window->options.folder, &window->options.rules, &window->layer[seeds],
                            reader, error);
}

static enum kauri_status find_greatest(struct waurie_window *window, struct kauri_error *error)
{
    enum kauri_status status = KAURI_MISSING;
    for (int n = (int)window->options.layers_most; n >= 0 && status == KAURI_MISSING; n--) {
        struct kauri_reader *reader = NULL;
        status = open_layer(window, (unsigned)n, &reader, error);
        kauri_reader_close(reader);
        if (status == KAURI_OK) {
            window->layers.greatest = n;
        }
    }
    return status == KAURI_MISSING ? KAURI_OK : status;
}

// Loads a layer; sets *more if it is there and fits.
static enum kauri_status load_layer(struct waurie_window *window, unsigned seeds, bool *more,
                                    struct kauri_error *error)
{
    const struct waurie_window_options *options = &window->options;
    struct kauri_reader *reader = NULL;
    uint64_t *bits = NULL;
    const uint64_t bytes = window->layer[seeds].words * sizeof *bits;
    *more = false;
    if (bytes > options->memory - window->layers.bytes) {
        return KAURI_OK;
    }
    enum kauri_status status = open_layer(window, seeds, &reader, error);
    if (status != KAURI_OK) {
        return status == KAURI_MISSING ? KAURI_OK : status;
    }
    const size_t room = (size_t)(bytes + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
    // A large layer begins with a large page; of a small one, no more is taken than it needs.
    bits = bytes >= HUGE_PAGE ? aligned_alloc(HUGE_PAGE, room) : malloc(bytes);
    if (bits == NULL) {
        status = kauri_fail(error, KAURI_RESOURCE, "out of memory for layer %u", seeds);
        goto cleanup;
    }
#ifdef MADV_HUGEPAGE
    if (bytes >= HUGE_PAGE) {
        (void)madvise(bits, room, MADV_HUGEPAGE); // otherwise most look-ups miss the TLB
    }
#endif
    KAURI_TRY(waurie_file_read(reader, &window->layer[seeds], options->threads, options->progress,
                               bits, error));
    window->bits[seeds] = bits;
    window->layers.bytes += bytes;
    bits = NULL;
    *more = true;
cleanup:
    free(bits);
    kauri_reader_close(reader);
    return status;
}

static enum kauri_status load_layers(struct waurie_window *window, struct kauri_error *error)
{
    const struct waurie_window_options *options = &window->options;
    struct waurie_window_layers *layers = &window->layers;
    enum kauri_status status = KAURI_OK;
    bool more = true;
    if ((int)options->seeds_most <= layers->greatest) {
        return KAURI_OK;
    }
    int top = layers->greatest;
    while (top >= 0 && layer_bytes(options->pits, (unsigned)top) +
                               (top > 0 ? layer_bytes(options->pits, (unsigned)top - 1) : 0) >
                           options->memory) {
        top--;
    }
    if (top < 0) {
        return KAURI_OK;
    }
    const unsigned least =
        waurie_window_least(&options->rules, options->pits, (unsigned)top, options->seeds_most);
    for (int n = top; n >= (int)least && more && status == KAURI_OK; n--) {
        status = load_layer(window, (unsigned)n, &more, error);
        if (status == KAURI_OK && more) {
            layers->top = layers->top < 0 ? n : layers->top;
            layers->least = n;
        }
    }
    return status;
}

enum kauri_status waurie_window_open(const struct waurie_window_options *options,
                                     struct waurie_window **window, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    *window = NULL;
    struct waurie_window *made = calloc(1, sizeof *made);
    if (made == NULL || pthread_mutex_init(&made->mutex, NULL) != 0) {
        free(made);
        return kauri_fail(error, KAURI_RESOURCE, "out of memory");
    }
    made->options = *options;
    made->layers = (struct waurie_window_layers){.greatest = -1, .top = -1, .least = -1};
    for (unsigned n = 0; n <= WAURIE_SEEDS_MAX; n++) {
        waurie_layer_make(options->pits, n, &made->layer[n]);
    }
    KAURI_TRY(waurie_pages_open(options->folder, &options->rules, options->page_memory,
                                &made->pages, error));
    KAURI_TRY(find_greatest(made, error));
    KAURI_TRY(load_layers(made, error));
    *window = made;
    made = NULL;
cleanup:
    waurie_window_close(made);
    return status;
}

void waurie_window_close(struct waurie_window *window)
{
    if (window == NULL) {
        return;
    }
    for (unsigned n = 0; n <= WAURIE_SEEDS_MAX; n++) {
        free(window->bits[n]);
    }
    waurie_pages_close(window->pages);
    (void)pthread_mutex_destroy(&window->mutex);
    free(window);
}

struct waurie_window_layers waurie_window_layers(const struct waurie_window *window)
{
    return window->layers;
}

// The word of a board, and the number of its bit; NULL if its layer is not in memory.
static const uint64_t *find(const struct waurie_window *window, const struct waurie_board *board,
                            unsigned *bit)
{
    const unsigned own = waurie_row_seeds(board->own);
    const unsigned other = waurie_row_seeds(board->other);
    const struct waurie_layer *layer = &window->layer[own + other];
    const uint64_t *bits = window->bits[own + other];
    const uint32_t rank = waurie_row_rank(board->pits, own, board->own);
    const uint64_t line = waurie_row_rank(board->pits, other, board->other);
    *bit = rank % 64;
    return bits == NULL ? NULL
                        : &bits[layer->block[own] + line * layer->line_words[own] + rank / 64];
}

static enum waurie_result look_up_page(struct waurie_window *window,
                                       const struct waurie_board *board)
{
    struct kauri_error error;
    bool wins = false;
    (void)pthread_mutex_lock(&window->mutex);
    const enum kauri_status status = waurie_pages_wins(window->pages, board, &wins, &error);
    if (status != KAURI_OK && status != KAURI_MISSING && window->failed == KAURI_OK) {
        window->failed = status;
        window->failure = error;
    }
    (void)pthread_mutex_unlock(&window->mutex);
    if (status != KAURI_OK) {
        return WAURIE_OPEN;
    }
    return wins ? WAURIE_WIN : WAURIE_LOSS;
}

enum waurie_result waurie_window_look_up(struct waurie_window *window,
                                         const struct waurie_board *board)
{
    unsigned bit = 0;
    const uint64_t *word = find(window, board, &bit);
    if (word == NULL) {
        return look_up_page(window, board);
    }
    return (*word >> bit & 1) != 0 ? WAURIE_WIN : WAURIE_LOSS;
}

void waurie_window_prefetch(const struct waurie_window *window, const struct waurie_board *board)
{
    unsigned bit = 0;
    const uint64_t *word = find(window, board, &bit);
    if (word != NULL) {
        __builtin_prefetch(word);
    }
}

enum kauri_status waurie_window_failure(const struct waurie_window *window,
                                        struct kauri_error *error)
{
    if (window->failed != KAURI_OK) {
        *error = window->failure;
    }
    return window->failed;
}
