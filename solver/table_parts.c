#include "solver/table_parts.h"

#include "db/part_writer.h"
#include "db/table_layout.h"
#include "solver/sent_pages.h"
#include "solver/table_groups.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = KAURI_STORE_COLUMNS };

struct kauri_table_parts {
    struct kauri_page_plan plan;
    struct kauri_part_writer *writer; // NULL after the commit
    uint64_t end;                     // of the groups that were written
    struct kauri_sent_pages *pages;
    struct kauri_table_groups groups;
};

uint64_t kauri_table_unit(const struct kauri_table_info *info, const struct kauri_layer *layer)
{
    return info->digest_entries / layer->cowrie_count;
}

enum kauri_status kauri_table_parts_new(const struct kauri_share *share,
                                        const struct kauri_workplace *place,
                                        const struct kauri_table_info *info, int level,
                                        unsigned threads, bool one, enum kauri_status status,
                                        struct kauri_table_parts **parts, struct kauri_error *error)
{
    const struct kauri_team *team = share->team;
    struct kauri_table_parts *made = calloc(1, sizeof *made);
    char file[NAME_MAX + 1] = "";
    *parts = NULL;
    if (status == KAURI_OK && made == NULL) {
        status = kauri_layer_out_of_memory(&share->layer, "writing", error);
    }
    if (status == KAURI_OK) {
        const uint64_t unit_pages = info->digest_entries / info->columns[0].page_entries;
        made->plan = (struct kauri_page_plan){
            .share = share,
            .info = *info,
            .unit = kauri_table_unit(info, &share->layer),
            .unit_pages = unit_pages == 0 ? 1 : unit_pages,
            .one = one,
        };
        made->groups.plan = &made->plan;
        status = kauri_sent_pages_new(&made->plan, threads, &made->pages, error);
    }
    if (status == KAURI_OK && team->rank == 0) {
        status = kauri_part_create(place->folder, place->table, info, level, threads, &made->writer,
                                   error);
    }
    KAURI_TRY(kauri_team_agree(team, status, error));
    if (team->rank == 0) {
        (void)strncpy(file, kauri_part_file(made->writer), sizeof file - 1);
    }
    KAURI_TRY(kauri_team_tell(team, file, sizeof file, error));
    file[sizeof file - 1] = '\0';
    if (team->rank != 0) {
        status = kauri_part_join(place->folder, place->table, one ? NULL : file, info, level,
                                 threads, &made->writer, error);
    }
    KAURI_TRY(kauri_team_agree(team, status, error));
    made->end = kauri_part_begin(made->writer);
    *parts = made;
    made = NULL;
cleanup:
    kauri_table_parts_free(made);
    return status;
}

// Tells all ranks the sizes of the complete groups, and rank 0 the digests; writes the own groups
// where they belong. `numbers` has room for two numbers of each group, and then the digests of this
// rank's units, by unit and column.
static enum kauri_status write_groups(struct kauri_table_parts *parts, uint64_t units,
                                      uint64_t *numbers, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    enum kauri_status own = KAURI_OK;
    const struct kauri_table_groups *groups = &parts->groups;
    const struct kauri_team *team = parts->plan.share->team;
    const uint64_t *digests = numbers + 2 * groups->image_count;
    for (uint64_t i = 0; i < groups->image_count; i++) {
        numbers[2 * i] = groups->images[i].group.bytes;
        numbers[2 * i + 1] = groups->images[i].group.trailer_digest;
    }
    // Each number is 0 on all ranks but the one that knows it.
    KAURI_TRY(team->sum(team->context, numbers,
                        (unsigned)(2 * groups->image_count + units * COLUMNS), error));
    for (uint64_t i = 0; i < groups->image_count && own == KAURI_OK; i++) {
        const unsigned c = (unsigned)(i % COLUMNS);
        const uint64_t group = groups->group + i / COLUMNS;
        const struct kauri_group placed = {
            .offset = parts->end, .bytes = numbers[2 * i], .trailer_digest = numbers[2 * i + 1]};
        if (groups->images[i].size > 0) {
            own = kauri_part_write(parts->writer, placed.offset, groups->images[i].bytes,
                                   groups->images[i].size, error);
        }
        if (own == KAURI_OK && team->rank == 0) {
            own = kauri_part_note_group(parts->writer, c, &placed, error);
        }
        parts->end += placed.bytes +
                      kauri_trailer_bytes(kauri_table_group_pages(&parts->plan.info, c, group));
    }
    for (uint64_t i = 0; team->rank == 0 && i < units * COLUMNS; i++) {
        kauri_part_note_run(parts->writer, (unsigned)(i % COLUMNS), digests[i]);
    }
    status = kauri_team_agree(team, own, error);
cleanup:
    return status;
}

enum kauri_status kauri_table_parts_add(struct kauri_table_parts *parts,
                                        const struct kauri_store_batch *batch,
                                        uint8_t *const columns[], struct kauri_pace *pace,
                                        struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_page_plan *plan = &parts->plan;
    const struct kauri_team *team = plan->share->team;
    struct kauri_table_groups *groups = &parts->groups;
    const uint64_t units = (batch->count + plan->unit - 1) / plan->unit;
    const uint64_t positions =
        kauri_page_plan_blocks(plan, batch) * plan->share->layer.cowrie_count;
    const struct kauri_message *received = NULL;
    uint64_t *numbers = NULL;
    status = kauri_table_groups_begin(groups, batch->first + batch->count, error);
    if (status == KAURI_OK) {
        numbers = calloc((size_t)(2 * groups->image_count + units * COLUMNS) + 1, sizeof *numbers);
        status = numbers != NULL ? KAURI_OK
                                 : kauri_layer_out_of_memory(&plan->share->layer, "writing", error);
    }
    if (status == KAURI_OK) {
        status = kauri_sent_pages_compress(parts->pages, parts->writer, batch, columns,
                                           numbers + 2 * groups->image_count, pace, error);
    }
    KAURI_TRY(kauri_team_agree(team, status, error));
    KAURI_TRY(kauri_sent_pages_swap(parts->pages, &received, error));
    status = kauri_table_groups_take(groups, received, positions, pace, error);
    KAURI_TRY(kauri_team_agree(team, status, error));
    KAURI_TRY(write_groups(parts, units, numbers, error));
    kauri_table_groups_end(groups);
cleanup:
    free(numbers);
    return status;
}

// Adds up the surveys of all ranks.
static enum kauri_status sum_surveys(const struct kauri_team *team, struct kauri_survey *survey,
                                     struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    uint64_t maximum[KAURI_COLUMNS_MAX];
    KAURI_TRY(team->sum(team->context, survey->counts, survey->count_count, error));
    for (unsigned c = 0; c < KAURI_COLUMNS_MAX; c++) {
        maximum[c] = survey->maximum[c];
    }
    KAURI_TRY(team->greatest(team->context, maximum, KAURI_COLUMNS_MAX, error));
    for (unsigned c = 0; c < KAURI_COLUMNS_MAX; c++) {
        survey->maximum[c] = (uint32_t)maximum[c];
    }
cleanup:
    return status;
}

enum kauri_status kauri_table_parts_commit(struct kauri_table_parts *parts,
                                           const struct kauri_totals *totals,
                                           struct kauri_certificate *certificate,
                                           struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_team *team = parts->plan.share->team;
    KAURI_TRY(sum_surveys(team, kauri_part_survey(parts->writer), error));
    KAURI_TRY(kauri_team_agree(team, kauri_part_sync(parts->writer, error), error));
    if (team->rank == 0) {
        status = kauri_part_commit(parts->writer, parts->end, totals, certificate, error);
        parts->writer = NULL;
    }
    status = kauri_team_agree(team, status, error);
cleanup:
    return status;
}

struct kauri_sent kauri_table_parts_sent(const struct kauri_table_parts *parts)
{
    return kauri_sent_pages_sent(parts->pages);
}

void kauri_table_parts_free(struct kauri_table_parts *parts)
{
    if (parts == NULL) {
        return;
    }
    kauri_part_free(parts->writer);
    kauri_sent_pages_free(parts->pages);
    kauri_table_groups_clear(&parts->groups);
    free(parts);
}
