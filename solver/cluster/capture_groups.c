#include "solver/cluster/capture_groups.h"

#include <stdlib.h>
#include <string.h>

// Sorts the mover's rows by their cowries, and those with equally many by the cowries in hole h.
static enum kauri_status sort_movers(struct kauri_group_rows *rows, unsigned h)
{
    const struct kauri_geometry *geometry = rows->runs->geometry;
    uint32_t used = 0;
    rows->movers[h] = malloc(geometry->row_total * sizeof *rows->movers[h]);
    if (rows->movers[h] == NULL) {
        return KAURI_RESOURCE;
    }
    for (unsigned t = 0; t <= geometry->layer.shape.cowries; t++) {
        for (unsigned k = 0; k <= t; k++) {
            rows->mover_first[h][t][k] = (uint16_t)used;
            for (uint32_t row = geometry->row_first[t]; row < geometry->row_first[t + 1]; row++) {
                if (geometry->row[row][h] == k) {
                    rows->movers[h][used++] = (uint16_t)row;
                }
            }
        }
        rows->mover_first[h][t][t + 1] = (uint16_t)used;
    }
    return KAURI_OK;
}

enum kauri_status kauri_group_rows_init(struct kauri_group_rows *rows,
                                        const struct kauri_capture_rows *runs,
                                        struct kauri_error *error)
{
    *rows = (struct kauri_group_rows){.runs = runs};
    for (unsigned h = 0; h < runs->geometry->layer.shape.holes; h++) {
        if (sort_movers(rows, h) != KAURI_OK) {
            return kauri_fail(error, KAURI_RESOURCE, "out of memory for the captures");
        }
    }
    return KAURI_OK;
}

void kauri_group_rows_clear(struct kauri_group_rows *rows)
{
    for (unsigned h = 0; h < KAURI_HOLES_MAX; h++) {
        free(rows->movers[h]);
    }
    memset(rows, 0, sizeof *rows);
}

static bool grow(void **array, uint32_t count, uint32_t *room, size_t size)
{
    if (count < *room) {
        return true;
    }
    const uint32_t wanted = *room == 0 ? 64 : 2 * *room;
    void *grown = wanted > UINT16_MAX ? NULL : realloc(*array, wanted * size);
    if (grown == NULL) {
        return false;
    }
    *array = grown;
    *room = wanted;
    return true;
}

static bool find_target(struct kauri_capture_targets *targets, const struct kauri_outcome *outcome,
                        uint32_t *number)
{
    for (uint32_t i = targets->target_count; i > 0; i--) {
        const struct kauri_capture_target *known = &targets->targets[i - 1];
        if (known->block == outcome->block && known->seeds == outcome->seeds_left) {
            *number = i - 1;
            return true;
        }
    }
    void *array = targets->targets;
    if (!grow(&array, targets->target_count, &targets->target_room, sizeof *targets->targets)) {
        return false;
    }
    targets->targets = array;
    *number = targets->target_count;
    targets->targets[targets->target_count++] = (struct kauri_capture_target){
        .block = (uint32_t)outcome->block, .seeds = outcome->seeds_left};
    return true;
}

// Finds the group of a class among those of the same hole and k, which begin at `first`.
static bool find_group(struct kauri_capture_targets *targets, uint32_t first, unsigned h,
                       unsigned k, uint32_t target, uint16_t *number)
{
    for (uint32_t i = first; i < targets->group_count; i++) {
        if (targets->groups[i].target == target) {
            *number = (uint16_t)i;
            return true;
        }
    }
    void *array = targets->groups;
    if (!grow(&array, targets->group_count, &targets->group_room, sizeof *targets->groups)) {
        return false;
    }
    targets->groups = array;
    *number = (uint16_t)targets->group_count;
    targets->groups[targets->group_count++] =
        (struct kauri_capture_group){.target = target, .hole = (uint8_t)h, .cowries = (uint8_t)k};
    return true;
}

enum kauri_status
kauri_capture_targets_find(struct kauri_capture_targets *targets, struct kauri_shape shape,
                           const struct kauri_block *block, const struct kauri_masks *masks,
                           const struct kauri_outcomes *outcomes, struct kauri_error *error)
{
    targets->group_count = 0;
    targets->target_count = 0;
    for (unsigned h = 0; h < shape.holes; h++) {
        for (unsigned k = 1; k <= shape.cowries; k++) {
            const uint64_t quiet = masks->masks[block->mask[h][k]].classes;
            const uint32_t first = targets->group_count;
            for (unsigned class = 0; class < 1U << shape.holes; class ++) {
                uint32_t target = 0;
                uint16_t *group = &targets->of[h][k][class];
                if (quiet >> class & 1U) {
                    continue;
                }
                if (!find_target(targets, &outcomes->of[h][k][class], &target) ||
                    !find_group(targets, first, h, k, target, group)) {
                    return kauri_fail(error, KAURI_RESOURCE, "out of memory for the captures");
                }
                targets->groups[*group].classes |= UINT64_C(1) << class;
            }
        }
    }
    return KAURI_OK;
}

void kauri_capture_targets_clear(struct kauri_capture_targets *targets)
{
    free(targets->groups);
    free(targets->targets);
    memset(targets, 0, sizeof *targets);
}

static const struct kauri_derive_runs *runs_of(const struct kauri_group_rows *rows,
                                               const uint8_t *seeds,
                                               const struct kauri_capture_group *group,
                                               unsigned opponents)
{
    const unsigned j = kauri_holes_reached(rows->runs->geometry->layer.shape.holes, group->hole,
                                           (unsigned)seeds[group->hole] + group->cowries);
    return &rows->runs->runs[j][opponents];
}

uint64_t kauri_capture_group_count(const struct kauri_group_rows *rows, const uint8_t *seeds,
                                   const struct kauri_capture_group *group)
{
    const struct kauri_geometry *geometry = rows->runs->geometry;
    const struct kauri_shape shape = geometry->layer.shape;
    uint64_t count = 0;
    for (unsigned mover_cowries = group->cowries; mover_cowries <= shape.cowries; mover_cowries++) {
        const struct kauri_derive_runs *runs =
            runs_of(rows, seeds, group, shape.cowries - mover_cowries);
        uint64_t opponents = 0;
        for (uint32_t i = 0; i < runs->count; i++) {
            if (group->classes >> runs->occupied[i] & 1U) {
                opponents += runs->first[i + 1] - (uint64_t)runs->first[i];
            }
        }
        const uint16_t *first = rows->mover_first[group->hole][mover_cowries];
        const uint64_t movers = (uint64_t)first[group->cowries + 1] - first[group->cowries];
        count += movers * opponents;
    }
    return count;
}

// Runs of opponent's rows whose values are neighbours.
struct span {
    uint32_t to;
    uint32_t count;
};

// The runs of a group against opponent's rows with `opponents` cowries; returns their number.
static uint32_t find_spans(const struct kauri_group_rows *rows, const uint8_t *seeds,
                           const struct kauri_capture_group *group, unsigned opponents,
                           struct span *spans)
{
    const struct kauri_geometry *geometry = rows->runs->geometry;
    const unsigned holes = geometry->layer.shape.holes;
    const unsigned start = kauri_sowing_end(holes, group->hole, seeds[group->hole]);
    const unsigned pattern = geometry->pattern_of[group->hole][start][group->cowries];
    const uint16_t *after = geometry->patterns[pattern].after + geometry->row_first[opponents];
    const struct kauri_derive_runs *runs = runs_of(rows, seeds, group, opponents);
    uint32_t count = 0;
    for (uint32_t i = 0; i < runs->count; i++) {
        if (!(group->classes >> runs->occupied[i] & 1U)) {
            continue;
        }
        const uint32_t to = after[runs->first[i]];
        const uint32_t more = runs->first[i + 1] - (uint32_t)runs->first[i];
        if (count > 0 && spans[count - 1].to + spans[count - 1].count == to) {
            spans[count - 1].count += more;
        } else {
            spans[count++] = (struct span){.to = to, .count = more};
        }
    }
    return count;
}

uint8_t *kauri_capture_group_copy(const struct kauri_group_rows *rows, const uint8_t *seeds,
                                  const struct kauri_capture_group *group, const void *values,
                                  bool wide, uint8_t *to)
{
    const struct kauri_geometry *geometry = rows->runs->geometry;
    const struct kauri_shape shape = geometry->layer.shape;
    const unsigned start = kauri_sowing_end(shape.holes, group->hole, seeds[group->hole]);
    const uint16_t *moved = geometry->moved[group->hole][start];
    const size_t size = wide ? sizeof(int16_t) : sizeof(int8_t);
    struct span spans[6188 + 1];
    for (unsigned mover_cowries = group->cowries; mover_cowries <= shape.cowries; mover_cowries++) {
        const uint32_t count = find_spans(rows, seeds, group, shape.cowries - mover_cowries, spans);
        const uint16_t *first = rows->mover_first[group->hole][mover_cowries];
        const uint32_t end = count > 0 ? first[group->cowries + 1] : 0;
        for (uint32_t place = first[group->cowries]; place < end; place++) {
            const uint32_t mover = rows->movers[group->hole][place];
            const uint8_t *from = (const uint8_t *)values + geometry->base[moved[mover]] * size;
            for (uint32_t i = 0; i < count; i++) {
                memcpy(to, from + spans[i].to * size, spans[i].count * size);
                to += spans[i].count * size;
            }
        }
    }
    return to;
}
