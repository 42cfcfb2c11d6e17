#include "waurie/solver/row_moves.h"

#include "waurie/rows.h"
#include "waurie/solver/sowing.h"

#include <stdlib.h>
#include <string.h>

static uint64_t move_count(unsigned pits, unsigned seeds)
{
    return (uint64_t)waurie_row_count(pits, seeds) * pits;
}

static uint64_t fed_count(unsigned pits, unsigned seeds, unsigned seeds_most)
{
    return (uint64_t)waurie_row_count(pits, seeds) * (seeds_most - seeds + 1);
}

uint64_t waurie_row_moves_bytes(unsigned pits, unsigned seeds_most)
{
    uint64_t bytes = 0;
    for (unsigned n = 0; n <= seeds_most; n++) {
        bytes += move_count(pits, n) * sizeof(struct waurie_row_move) +
                 fed_count(pits, n, seeds_most) * sizeof(uint32_t);
    }
    return bytes;
}

static struct waurie_row_move move_of(const struct waurie_rules *rules, unsigned pits,
                                      unsigned seeds, const uint8_t row[WAURIE_PITS_MAX],
                                      unsigned pit)
{
    const struct waurie_sown sown = waurie_sow(rules, pits, pit, row[pit]);
    uint8_t after[WAURIE_PITS_MAX] = {0};
    for (unsigned i = 0; i < pits; i++) {
        after[i] = (uint8_t)((i == pit ? 0 : row[i]) + sown.own[i]);
    }
    const unsigned own = seeds - row[pit] + sown.own_sum;
    struct waurie_row_move move = {
        .to = waurie_row_rank(pits, own, after),
        .own = (uint8_t)own,
        .stored = sown.stored,
        .fed = sown.other_sum,
        .kind = sown.again ? WAURIE_ROW_BONUS : WAURIE_ROW_PASSES,
    };
    // With `at_turn` it must also be the mover's turn (W7).
    if (own == 0 && (!rules->at_turn || sown.again)) {
        move.kind = WAURIE_ROW_WINS;
    }
    return move;
}

static void make_rows(const struct waurie_rules *rules, unsigned seeds,
                      const struct waurie_row_moves *rows)
{
    const unsigned pits = rows->pits;
    const uint32_t count = waurie_row_count(pits, seeds);
    uint8_t row[WAURIE_PITS_MAX];
    uint32_t rank = 0;
    waurie_row_first(pits, seeds, row);
    do {
        struct waurie_row_move *moves = &rows->moves[seeds][(uint64_t)rank * pits];
        unsigned moves_made = 0;
        for (unsigned pit = 0; pit < pits; pit++) {
            if (row[pit] != 0) {
                moves[moves_made++] = move_of(rules, pits, seeds, row, pit);
            }
        }
        while (moves_made < pits) {
            moves[moves_made++] = (struct waurie_row_move){.kind = WAURIE_ROW_NO_MOVE};
        }
        uint8_t fed[WAURIE_PITS_MAX];
        memcpy(fed, row, sizeof fed);
        for (unsigned n = 0; seeds + n <= rows->seeds_most; n++) {
            rows->fed[seeds][(uint64_t)n * count + rank] = waurie_row_rank(pits, seeds + n, fed);
            fed[n % pits]++;
        }
        rank++;
    } while (waurie_row_next(pits, row));
}

enum kauri_status waurie_row_moves_make(const struct waurie_rules *rules, unsigned pits,
                                        unsigned seeds_most, struct waurie_row_moves *rows,
                                        struct kauri_error *error)
{
    *rows = (struct waurie_row_moves){.pits = pits, .seeds_most = seeds_most};
    for (unsigned n = 0; n <= seeds_most; n++) {
        rows->moves[n] = malloc(move_count(pits, n) * sizeof *rows->moves[n]);
        rows->fed[n] = malloc(fed_count(pits, n, seeds_most) * sizeof *rows->fed[n]);
        if (rows->moves[n] == NULL || rows->fed[n] == NULL) {
            waurie_row_moves_clear(rows);
            return kauri_fail(error, KAURI_RESOURCE, "out of memory for the moves");
        }
        make_rows(rules, n, rows);
    }
    return KAURI_OK;
}

void waurie_row_moves_clear(struct waurie_row_moves *rows)
{
    for (unsigned n = 0; n <= WAURIE_SEEDS_MAX; n++) {
        free(rows->moves[n]);
        free(rows->fed[n]);
    }
    *rows = (struct waurie_row_moves){.pits = 0};
}
