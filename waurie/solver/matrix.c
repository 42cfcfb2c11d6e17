#include "waurie/solver/matrix.h"

#include "common/loop.h"
#include "common/memory.h"

#include <stdlib.h>
#include <string.h>

// Lines transposed at a time: they become 8 words of a line, which are a cache line.
enum { STRIP_LINES = 512 };

static size_t bytes_of(const struct waurie_matrix *matrix)
{
    return (size_t)matrix->lines * matrix->words * sizeof *matrix->at;
}

enum kauri_status waurie_matrix_new(uint32_t lines, uint32_t bits, struct waurie_matrix *matrix,
                                    struct kauri_error *error)
{
    *matrix =
        (struct waurie_matrix){.lines = lines, .bits = bits, .words = waurie_line_words(bits)};
    matrix->at = kauri_large_zeros(bytes_of(matrix));
    return matrix->at != NULL ? KAURI_OK : kauri_fail(error, KAURI_RESOURCE, "out of memory");
}

void waurie_matrix_free(struct waurie_matrix *matrix)
{
    kauri_large_free(matrix->at, bytes_of(matrix));
    matrix->at = NULL;
}

void waurie_matrix_fill(const struct waurie_matrix *matrix, bool value)
{
    for (uint32_t line = 0; line < matrix->lines; line++) {
        uint64_t *words = waurie_matrix_line(matrix, line);
        memset(words, value ? 0xFF : 0, matrix->words * sizeof *words);
        if (value && matrix->bits % 64 != 0) {
            words[matrix->words - 1] = ((uint64_t)1 << matrix->bits % 64) - 1;
        }
    }
}

struct transposing {
    const struct waurie_lines *lines;
    const struct waurie_matrix *from;
    const struct waurie_matrix *to;
};

static void transpose_strip(void *context, unsigned worker, uint64_t index)
{
    const struct transposing *transposing = context;
    const struct waurie_matrix *from = transposing->from;
    const struct waurie_matrix *to = transposing->to;
    const uint32_t first = (uint32_t)index * STRIP_LINES;
    const uint32_t count = from->lines - first < STRIP_LINES ? from->lines - first : STRIP_LINES;
    (void)worker;
    for (uint32_t word = 0; word < from->words; word++) {
        const uint32_t rest = from->bits - 64 * word;
        transposing->lines->transpose(waurie_matrix_line(from, first) + word, count,
                                      rest < 64 ? rest : 64, from->words,
                                      waurie_matrix_line(to, 64 * word) + first / 64, to->words);
    }
}

void waurie_matrix_transpose(const struct waurie_lines *lines, unsigned threads,
                             const struct waurie_matrix *from, const struct waurie_matrix *to)
{
    struct transposing transposing = {.lines = lines, .from = from, .to = to};
    const uint32_t strips = (from->lines + STRIP_LINES - 1) / STRIP_LINES;
    kauri_loop_for(threads, strips, 1, transpose_strip, &transposing);
}

// ------------------------------------------------------------------------------------------ masks

static bool fits(unsigned pits, const uint8_t row[WAURIE_PITS_MAX],
                 const uint8_t least[WAURIE_PITS_MAX], const uint8_t maximum[WAURIE_PITS_MAX])
{
    for (unsigned i = 0; i < pits; i++) {
        if (row[i] < least[i] || row[i] > maximum[i]) {
            return false;
        }
    }
    return true;
}

static void add_word(struct waurie_mask *mask, uint32_t index, uint64_t bits, uint32_t *before)
{
    if (bits != 0) {
        mask->index[mask->words] = index;
        mask->before[mask->words] = *before;
        mask->bits[mask->words] = bits;
        mask->words++;
        *before += (uint32_t)__builtin_popcountll(bits);
    }
}

enum kauri_status waurie_mask_make(unsigned pits, unsigned seeds,
                                   const uint8_t least[WAURIE_PITS_MAX],
                                   const uint8_t maximum[WAURIE_PITS_MAX], struct waurie_mask *mask,
                                   struct kauri_error *error)
{
    const uint32_t words = waurie_line_words(waurie_row_count(pits, seeds));
    uint8_t row[WAURIE_PITS_MAX];
    uint64_t bits = 0;
    uint32_t rank = 0;
    uint32_t before = 0;
    *mask = (struct waurie_mask){.index = malloc(words * sizeof *mask->index),
                                 .before = malloc(words * sizeof *mask->before),
                                 .bits = malloc(words * sizeof *mask->bits)};
    if (mask->index == NULL || mask->before == NULL || mask->bits == NULL) {
        waurie_mask_clear(mask);
        return kauri_fail(error, KAURI_RESOURCE, "out of memory");
    }
    waurie_row_first(pits, seeds, row);
    do {
        bits |= (uint64_t)fits(pits, row, least, maximum) << rank % 64;
        if (++rank % 64 == 0) {
            add_word(mask, rank / 64 - 1, bits, &before);
            bits = 0;
        }
    } while (waurie_row_next(pits, row));
    add_word(mask, rank / 64, bits, &before);
    return KAURI_OK;
}

enum kauri_status waurie_mask_sown(unsigned pits, unsigned seeds, unsigned added,
                                   struct waurie_mask *mask, struct kauri_error *error)
{
    uint8_t least[WAURIE_PITS_MAX] = {0};
    uint8_t maximum[WAURIE_PITS_MAX];
    memset(maximum, WAURIE_SEEDS_MAX, sizeof maximum);
    for (unsigned i = 0; i < pits; i++) {
        least[i] = (uint8_t)(added / pits + (i < added % pits ? 1 : 0));
    }
    return waurie_mask_make(pits, seeds, least, maximum, mask, error);
}

void waurie_mask_clear(struct waurie_mask *mask)
{
    free(mask->index);
    free(mask->before);
    free(mask->bits);
    *mask = (struct waurie_mask){.words = 0};
}
