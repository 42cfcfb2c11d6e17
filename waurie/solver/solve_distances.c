#include "waurie/solver/solve_distances.h"

#include "common/size.h"
#include "db/lock.h"
#include "waurie/layer_file.h"
#include "waurie/rows.h"
#include "waurie/solver/leftovers.h"
#include "waurie/solver/measure_layer.h"
#include "waurie/solver/sowing.h"
#include "waurie/waurie_notation.h"

#include <stdlib.h>

enum {
    // For reading and writing tables, and for each thread besides. Small layers take less.
    FILE_BYTES = 10 << 20,
    FILE_BYTES_LEAST = 1 << 20,
    FILE_TIMES = 16, // times the positions of the layer
    THREAD_BYTES = 2 << 20,
};

struct distance_making {
    const struct waurie_distances_request *request;
    unsigned threads;
    struct waurie_row_moves rows;
    struct waurie_layer layer[WAURIE_SEEDS_MAX + 1];
    struct waurie_scores *scores[WAURIE_SEEDS_MAX + 1]; // of the layers that are held
    uint64_t *bits;                                     // of one layer
    struct waurie_distance *line;                       // of one line
};

// The struct is the same in both forms.
_Static_assert(sizeof(struct waurie_scores) == sizeof(struct waurie_distance), "one memory");

uint64_t waurie_distances_memory(const struct waurie_rules *rules, unsigned pits, unsigned seeds,
                                 unsigned threads)
{
    struct waurie_layer layer;
    uint64_t bytes = waurie_row_moves_bytes(pits, seeds);
    for (unsigned n = seeds - waurie_stored_most(rules, pits, seeds); n <= seeds; n++) {
        waurie_layer_make(pits, n, &layer);
        bytes += layer.places * sizeof(struct waurie_scores);
    }
    const uint64_t file = layer.places * FILE_TIMES + FILE_BYTES_LEAST;
    return bytes + layer.words * sizeof(uint64_t) +
           waurie_row_count(pits, seeds) * sizeof(struct waurie_distance) +
           (file < FILE_BYTES ? file : FILE_BYTES) + (uint64_t)threads * THREAD_BYTES;
}

static enum kauri_status read_bits(struct distance_making *run, unsigned seeds,
                                   struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct waurie_distances_request *request = run->request;
    struct kauri_reader *reader = NULL;
    free(run->bits);
    run->bits = malloc(run->layer[seeds].words * sizeof *run->bits);
    if (run->bits == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for layer %u", seeds);
    }
    KAURI_TRY(
        waurie_file_open(request->folder, &request->rules, &run->layer[seeds], &reader, error));
    KAURI_TRY(waurie_file_read(reader, &run->layer[seeds], run->threads, request->progress,
                               run->bits, error));
cleanup:
    kauri_reader_close(reader);
    return status;
}

// Whether the bits say that the mover wins.
static bool bit_of(const struct distance_making *run, const struct waurie_layer *layer,
                   unsigned own, uint32_t waiting, uint32_t mover)
{
    const uint64_t *line =
        run->bits + layer->block[own] + (uint64_t)waiting * layer->line_words[own];
    return (line[mover / 64] >> mover % 64 & 1) != 0;
}

static enum kauri_status allocate(struct distance_making *run, unsigned seeds,
                                  struct kauri_error *error)
{
    run->scores[seeds] = malloc(run->layer[seeds].places * sizeof *run->scores[seeds]);
    return run->scores[seeds] != NULL
               ? KAURI_OK
               : kauri_fail(error, KAURI_RESOURCE, "out of memory for layer %u", seeds);
}

// Reads the distances of a layer, and makes scores of them.
static enum kauri_status load(struct distance_making *run, unsigned seeds,
                              struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct waurie_layer *layer = &run->layer[seeds];
    KAURI_TRY(allocate(run, seeds, error));
    KAURI_TRY(read_bits(run, seeds, error));
    struct waurie_distance *distances = (struct waurie_distance *)run->scores[seeds];
    KAURI_TRY(waurie_distance_file_load(run->request->folder, &run->request->rules, layer,
                                        run->request->progress, distances, error));
    struct waurie_scores *scores = run->scores[seeds];
    for (unsigned own = 0; own <= seeds; own++) {
        for (uint32_t waiting = 0; waiting < layer->lines[own]; waiting++) {
            for (uint32_t mover = 0; mover < layer->line_bits[own]; mover++, scores++) {
                const bool win = bit_of(run, layer, own, waiting, mover);
                scores->turns = waurie_score(win, scores->turns);
                scores->sowings = waurie_score(win, scores->sowings);
            }
        }
    }
cleanup:
    return status;
}

// Frees the layers that layer `seeds` does not need, and reads those that it does.
static enum kauri_status hold_lower(struct distance_making *run, unsigned seeds,
                                    struct kauri_error *error)
{
    const struct waurie_distances_request *request = run->request;
    const unsigned first = seeds - waurie_stored_most(&request->rules, request->pits, seeds);
    for (unsigned n = 0; n < first; n++) {
        free(run->scores[n]);
        run->scores[n] = NULL;
    }
    for (unsigned n = first; n < seeds; n++) {
        if (run->scores[n] == NULL) {
            const enum kauri_status status = load(run, n, error);
            if (status != KAURI_OK) {
                return status;
            }
        }
    }
    return KAURI_OK;
}

static struct waurie_distance greatest(const struct distance_making *run, unsigned seeds)
{
    struct waurie_distance most = {0, 0};
    for (uint64_t i = 0; i < run->layer[seeds].places; i++) {
        const int16_t turns = waurie_score_distance(run->scores[seeds][i].turns);
        const int16_t sowings = waurie_score_distance(run->scores[seeds][i].sowings);
        most.turns = turns > most.turns ? turns : most.turns;
        most.sowings = sowings > most.sowings ? sowings : most.sowings;
    }
    return most;
}

static enum kauri_status fail_at(const struct distance_making *run, unsigned seeds, unsigned own,
                                 uint32_t waiting, uint32_t mover, struct kauri_error *error)
{
    const unsigned pits = run->request->pits;
    struct waurie_position position = {.board = {.pits = (uint8_t)pits}};
    char text[WAURIE_POSITION_TEXT_BYTES];
    waurie_row_at(pits, own, mover, position.board.own);
    waurie_row_at(pits, seeds - own, waiting, position.board.other);
    return kauri_fail(error, KAURI_WRONG, "the table of layer %u is wrong at %s", seeds,
                      waurie_position_format(&position, text));
}

// Compares the scores of a line with the bits, and makes distances of them.
static enum kauri_status take_line(struct distance_making *run, unsigned seeds, unsigned own,
                                   uint32_t waiting, struct kauri_error *error)
{
    const struct waurie_layer *layer = &run->layer[seeds];
    const struct waurie_scores *scores = run->scores[seeds] + waurie_place(layer, own, waiting, 0);
    for (uint32_t mover = 0; mover < layer->line_bits[own]; mover++) {
        const bool win = bit_of(run, layer, own, waiting, mover);
        if (win != (scores[mover].turns >= 0) || win != (scores[mover].sowings >= 0)) {
            return fail_at(run, seeds, own, waiting, mover, error);
        }
        run->line[mover] = (struct waurie_distance){waurie_score_distance(scores[mover].turns),
                                                    waurie_score_distance(scores[mover].sowings)};
    }
    return KAURI_OK;
}

static enum kauri_status write_layer(struct distance_making *run, unsigned seeds,
                                     struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct waurie_distances_request *request = run->request;
    const struct waurie_layer *layer = &run->layer[seeds];
    struct waurie_distance_writer *writer = NULL;
    KAURI_TRY(waurie_distance_writer_new(request->folder, &request->rules, layer,
                                         greatest(run, seeds), run->threads, request->progress,
                                         &writer, error));
    for (unsigned own = 0; own <= seeds; own++) {
        for (uint32_t waiting = 0; waiting < layer->lines[own]; waiting++) {
            KAURI_TRY(take_line(run, seeds, own, waiting, error));
            KAURI_TRY(waurie_distance_append(writer, run->line, layer->line_bits[own], error));
        }
    }
    KAURI_TRY(waurie_distance_commit(writer, error));
cleanup:
    waurie_distance_writer_free(writer);
    return status;
}

static enum kauri_status measure(struct distance_making *run, unsigned seeds,
                                 struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct waurie_distances_request *request = run->request;
    struct waurie_measure_work work = {
        .rules = request->rules,
        .seeds = seeds,
        .rows = &run->rows,
        .layer = run->layer,
        .progress = request->progress,
    };
    KAURI_TRY(hold_lower(run, seeds, error));
    KAURI_TRY(read_bits(run, seeds, error));
    KAURI_TRY(allocate(run, seeds, error));
    for (unsigned s = 0; s <= waurie_stored_most(&request->rules, request->pits, seeds); s++) {
        work.scores[s] = run->scores[seeds - s];
    }
    const double begin = kauri_clock_seconds();
    KAURI_TRY(waurie_measure_layer(&work, run->threads, error));
    const double end = kauri_clock_seconds();
    KAURI_TRY(write_layer(run, seeds, error));
    const struct waurie_measured measured = {
        .seeds = seeds,
        .positions = waurie_layer_positions(&run->layer[seeds]),
        .solve_seconds = end - begin,
        .write_seconds = kauri_clock_seconds() - end,
        .held = waurie_distances_memory(&request->rules, request->pits, seeds, run->threads),
    };
    if (request->measured != NULL) {
        request->measured(request->context, &measured);
    }
cleanup:
    return status;
}

// The first layer whose distances the folder does not have.
static enum kauri_status find_first(const struct distance_making *run, unsigned *first,
                                    struct kauri_error *error)
{
    const struct waurie_distances_request *request = run->request;
    for (*first = 0; *first <= request->seeds_most; (*first)++) {
        struct kauri_reader *reader = NULL;
        const enum kauri_status status = waurie_distance_file_open(
            request->folder, &request->rules, &run->layer[*first], &reader, error);
        kauri_reader_close(reader);
        if (status != KAURI_OK) {
            return status == KAURI_MISSING ? KAURI_OK : status;
        }
    }
    return KAURI_OK;
}

// Takes as many threads as the memory allows, and refuses a layer that does not fit.
static enum kauri_status fit(struct distance_making *run, unsigned seeds, struct kauri_error *error)
{
    const struct waurie_distances_request *request = run->request;
    const struct waurie_rules *rules = &request->rules;
    while (run->threads > 1 &&
           waurie_distances_memory(rules, request->pits, seeds, run->threads) > request->memory) {
        run->threads--;
    }
    const uint64_t bytes = waurie_distances_memory(rules, request->pits, seeds, run->threads);
    if (bytes > request->memory) {
        char needed[KAURI_SIZE_TEXT_BYTES];
        char given[KAURI_SIZE_TEXT_BYTES];
        if (request->exceeds != NULL) {
            *request->exceeds = true;
        }
        return kauri_fail(
            error, KAURI_RESOURCE, "the distances of layer %u take %s of memory; they may have %s",
            seeds, kauri_format_size(bytes, needed), kauri_format_size(request->memory, given));
    }
    return KAURI_OK;
}

// The moves of the rows are made for one layer after the other, so that a layer that does not fit
// is refused when the layers below it are there.
static enum kauri_status run_layers(struct distance_making *run, unsigned first,
                                    struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct waurie_distances_request *request = run->request;
    for (unsigned n = first; n <= request->seeds_most; n++) {
        KAURI_TRY(fit(run, n, error));
        waurie_row_moves_clear(&run->rows);
        free(run->line);
        run->line = malloc(run->layer[n].line_bits[n] * sizeof *run->line);
        if (run->line == NULL) {
            status = kauri_fail(error, KAURI_RESOURCE, "out of memory for layer %u", n);
            goto cleanup;
        }
        KAURI_TRY(waurie_row_moves_make(&request->rules, request->pits, n, &run->rows, error));
        KAURI_TRY(measure(run, n, error));
    }
cleanup:
    return status;
}

enum kauri_status waurie_solve_distances(const struct waurie_distances_request *request,
                                         struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_folder_lock *lock = NULL;
    unsigned first = 0;
    struct distance_making *run = calloc(1, sizeof *run);
    if (run == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory");
    }
    run->request = request;
    run->threads = request->threads;
    for (unsigned n = 0; n <= request->seeds_most; n++) {
        waurie_layer_make(request->pits, n, &run->layer[n]);
    }
    KAURI_TRY(kauri_folder_lock(request->folder, &lock, error));
    waurie_leftovers_remove(request->folder, &request->rules, request->pits);
    KAURI_TRY(find_first(run, &first, error));
    status = run_layers(run, first, error);
cleanup:
    kauri_folder_unlock(lock);
    waurie_row_moves_clear(&run->rows);
    for (unsigned n = 0; n <= WAURIE_SEEDS_MAX; n++) {
        free(run->scores[n]);
    }
    free(run->bits);
    free(run->line);
    free(run);
    return status;
}
