#include "solver/cluster/reach.h"

#include <stdlib.h>
#include <string.h>

// Makes a table, by k - 1 and mask word, of the rows that a quiet move of the limit with at most k
// cowries leads to.
static uint64_t *make_rows(const struct kauri_reach *reach, const struct kauri_limit *limit)
{
    const unsigned cowries = reach->geometry->layer.shape.cowries;
    const uint32_t total = reach->geometry->mask_total;
    uint64_t *rows = calloc((size_t)cowries * total + 1, sizeof *rows);
    for (unsigned k = 1; rows != NULL && k <= cowries; k++) {
        const struct kauri_mask_word *words = reach->masks->masks[limit->masks[k]].words;
        for (uint32_t word = 0; word < total; word++) {
            const uint64_t fewer = k > 1 ? rows[(size_t)(k - 2) * total + word] : 0;
            rows[(size_t)(k - 1) * total + word] = fewer | words[word].allowed;
        }
    }
    return rows;
}

enum kauri_status kauri_reach_init(struct kauri_reach *reach, const struct kauri_part *part,
                                   const struct kauri_share *share, struct kauri_error *error)
{
    const struct kauri_geometry *geometry = part->geometry;
    const struct kauri_masks *masks = &part->masks;
    *reach = (struct kauri_reach){
        .geometry = geometry, .masks = masks, .limit_count = masks->limit_count};
    reach->rows = calloc((size_t)masks->limit_count + 1, sizeof *reach->rows);
    if (reach->rows == NULL) {
        return kauri_layer_out_of_memory(&part->layer, "messages of", error);
    }
    for (uint32_t i = 0; i < share->edge_first[part->block_count]; i++) {
        const uint16_t limit = share->edges[i].limit;
        if (reach->rows[limit] == NULL) {
            reach->rows[limit] = make_rows(reach, &masks->limits[limit]);
            if (reach->rows[limit] == NULL) {
                return kauri_layer_out_of_memory(&part->layer, "messages of", error);
            }
            reach->bytes += (size_t)geometry->layer.shape.cowries * geometry->mask_total *
                            sizeof *reach->rows[limit];
        }
    }
    return KAURI_OK;
}

void kauri_reach_clear(struct kauri_reach *reach)
{
    for (uint32_t i = 0; reach->rows != NULL && i < reach->limit_count; i++) {
        free(reach->rows[i]);
    }
    free(reach->rows);
    memset(reach, 0, sizeof *reach);
}

// Marks the rows of a run that no move with one cowrie reaches, but moves with more, which go round
// the board. `entry` says with how many cowries these can have been made.
static void find_round(const struct kauri_reach *reach, uint16_t limit, uint32_t entry,
                       const struct kauri_list_view *list, const struct kauri_run *run,
                       uint64_t *rows)
{
    const uint32_t low = entry >> 4 & 0xf;
    for (uint32_t k = low + 1; k <= low + (entry & 0xf); k++) {
        const struct kauri_mask_word *words =
            reach->masks->masks[reach->masks->limits[limit].masks[k]].words;
        for (uint32_t at = run[0].first; at < run[1].first; at++) {
            rows[at] |= words[list->masks[at]].allowed;
        }
    }
}

static void find_edge(const struct kauri_reach *reach, const struct kauri_share_edge *edge,
                      const struct kauri_list_view *list, uint64_t *rows)
{
    enum { BATCH = 256 };
    struct {
        const struct kauri_run *run;
        uint32_t entry;
    } active[BATCH + 1];
    const uint32_t total = reach->geometry->mask_total;
    const uint32_t *entries = reach->geometry->origins[edge->hole][edge->start].entry;
    const uint64_t *limit = reach->rows[edge->limit];
    for (uint32_t run = 0; run < list->run_count;) {
        // Rows without an origin are dropped first, without a branch.
        const uint32_t stop = run + BATCH < list->run_count ? run + BATCH : list->run_count;
        uint32_t count = 0;
        for (; run < stop; run++) {
            active[count].run = &list->runs[run];
            active[count].entry = entries[list->runs[run].row];
            count += (active[count].entry & 0xf) != 0;
        }
        for (uint32_t i = 0; i < count; i++) {
            const struct kauri_run *words = active[i].run;
            const uint32_t entry = active[i].entry;
            if (__builtin_expect((entry >> 4 & 0xf) != 0, 0)) {
                find_round(reach, edge->limit, entry, list, words, rows);
                continue;
            }
            const uint64_t *maximum = limit + (size_t)((entry & 0xf) - 1) * total;
            for (uint32_t at = words[0].first; at < words[1].first; at++) {
                rows[at] |= maximum[list->masks[at]];
            }
        }
    }
}

void kauri_reach_find(const struct kauri_reach *reach, const struct kauri_share_edge *edges,
                      uint32_t count, const struct kauri_list_view *list, uint64_t *rows)
{
    memset(rows, 0, list->word_count * sizeof *rows);
    for (uint32_t i = 0; i < count; i++) {
        find_edge(reach, &edges[i], list, rows);
    }
}
