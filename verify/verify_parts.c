#include "verify/verify_parts.h"

#include "db/checksums.h"
#include "verify/verify_basis.h"
#include "verify/verify_blocks.h"
#include "verify/verify_part.h"
#include "verify/verify_summary.h"
#include "verify/verify_units.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct kauri_verify_parts {
    struct kauri_tablebase *tables;
    struct kauri_layer layer;
    bool blockwise;
    struct kauri_verify_units units;     // if blockwise
    struct kauri_verify_digests digests; // if blockwise
    uint32_t count;                      // of parts; 0: not known yet
    uint32_t added;
    const char **path; // by part: the file that was added, or NULL
    struct kauri_verify_part sum;
};

enum kauri_status kauri_verify_parts_new(struct kauri_tablebase *tables, unsigned seeds,
                                         struct kauri_verify_parts **parts,
                                         struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    *parts = NULL;
    struct kauri_verify_parts *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for verifying");
    }
    made->tables = tables;
    KAURI_TRY(kauri_verify_open(tables, seeds, &made->layer, error));
    made->blockwise = kauri_verify_blocks_narrow(tables, seeds);
    if (made->blockwise) {
        KAURI_TRY(kauri_verify_units_init(&made->units, kauri_tablebase_reader(tables, seeds),
                                          &made->layer, error));
        KAURI_TRY(kauri_verify_digests_init(&made->digests, &made->units, error));
    }
    *parts = made;
    made = NULL;
cleanup:
    kauri_verify_parts_free(made);
    return status;
}

void kauri_verify_parts_free(struct kauri_verify_parts *parts)
{
    if (parts == NULL) {
        return;
    }
    kauri_verify_digests_clear(&parts->digests);
    kauri_verify_units_clear(&parts->units);
    free(parts->path);
    free(parts);
}

unsigned kauri_verify_parts_count(const struct kauri_verify_parts *parts)
{
    return parts->count;
}

// Whether the findings rest on the tables that are here.
static enum kauri_status check_tables(const struct kauri_verify_parts *parts,
                                      const struct kauri_verify_part *part, const char *path,
                                      struct kauri_error *error)
{
    for (unsigned n = 0; n <= parts->layer.seeds; n++) {
        const struct kauri_reader *reader = kauri_tablebase_reader(parts->tables, n);
        if (part->tables[n] != kauri_reader_certificate(reader)->digest) {
            return kauri_fail(error, KAURI_CORRUPT,
                              "%s was made with another table of layer %u than %s", path, n,
                              kauri_reader_path(reader));
        }
    }
    return KAURI_OK;
}

// What a part must have checked, by its place: positions, and digests.
static void expect(const struct kauri_verify_parts *parts, const struct kauri_verify_part *part,
                   uint64_t *positions, uint64_t *digests)
{
    const uint64_t total = parts->blockwise ? parts->layer.block_count : parts->layer.positions;
    const uint64_t begin = kauri_verify_part_first(total, part->part - 1, part->parts);
    const uint64_t end = kauri_verify_part_first(total, part->part, part->parts);
    uint64_t unit = 0;
    *positions = parts->blockwise ? 0 : end - begin;
    *digests = 0;
    for (uint64_t i = begin; parts->blockwise && i < end; i++) {
        if (kauri_verify_units_at(&parts->units, i, &unit)) {
            *positions +=
                kauri_verify_units_blocks(&parts->units, unit) * parts->layer.cowrie_count;
            *digests += kauri_verify_digests_count(&parts->digests, unit);
        }
    }
}

static void put_digests(struct kauri_verify_parts *parts, const struct kauri_verify_part *part)
{
    const uint64_t total = parts->layer.block_count;
    const uint64_t end = kauri_verify_part_first(total, part->part, part->parts);
    const uint64_t *from = part->digests;
    uint64_t unit = 0;
    for (uint64_t i = kauri_verify_part_first(total, part->part - 1, part->parts); i < end; i++) {
        if (kauri_verify_units_at(&parts->units, i, &unit)) {
            kauri_verify_digests_put(&parts->digests, unit, from);
            from += kauri_verify_digests_count(&parts->digests, unit);
        }
    }
}

static void add_up(struct kauri_verify_parts *parts, const struct kauri_verify_part *part)
{
    struct kauri_verify_part *sum = &parts->sum;
    if (part->wrong > 0 && (sum->wrong == 0 || part->first_wrong < sum->first_wrong)) {
        sum->first_wrong = part->first_wrong;
    }
    sum->checked += part->checked;
    sum->wrong += part->wrong;
    sum->seconds += part->seconds;
    kauri_verify_tally_add(&sum->tally, &part->tally);
    sum->work.decoded += part->work.decoded;
    sum->work.derived += part->work.derived;
    sum->work.layer_decoded += part->work.layer_decoded;
    sum->work.layer_derived += part->work.layer_derived;
    if (parts->blockwise) {
        put_digests(parts, part);
    }
}

enum kauri_status kauri_verify_parts_add(struct kauri_verify_parts *parts, const char *path,
                                         struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_verify_part part = {.digests = NULL};
    uint64_t positions = 0;
    uint64_t digests = 0;
    KAURI_TRY(kauri_verify_part_read(path, &parts->layer, &part, error));
    KAURI_TRY(check_tables(parts, &part, path, error));
    if (parts->count == 0) {
        parts->path = calloc(part.parts, sizeof *parts->path);
        if (parts->path == NULL) {
            status = kauri_fail(error, KAURI_RESOURCE, "out of memory for verifying");
            goto cleanup;
        }
        parts->count = part.parts;
    }
    if (part.parts != parts->count) {
        status = kauri_fail(error, KAURI_USAGE,
                            "%s is part %" PRIu32 " of %" PRIu32 ", the files before it are of "
                            "%" PRIu32 " parts",
                            path, part.part, part.parts, parts->count);
        goto cleanup;
    }
    if (parts->path[part.part - 1] != NULL) {
        status = kauri_fail(error, KAURI_USAGE, "%s and %s are both part %" PRIu32 " of %" PRIu32,
                            path, parts->path[part.part - 1], part.part, part.parts);
        goto cleanup;
    }
    expect(parts, &part, &positions, &digests);
    if (part.blockwise != parts->blockwise || part.checked != positions ||
        part.digest_count != digests) {
        status = kauri_fail(
            error, KAURI_CORRUPT,
            "%s was made with a table whose blocks are arranged otherwise than "
            "those of %s",
            path, kauri_reader_path(kauri_tablebase_reader(parts->tables, parts->layer.seeds)));
        goto cleanup;
    }
    add_up(parts, &part);
    parts->path[part.part - 1] = path;
    parts->added++;
cleanup:
    kauri_verify_part_clear(&part);
    return status;
}

static enum kauri_status check_complete(const struct kauri_verify_parts *parts,
                                        struct kauri_error *error)
{
    uint32_t first = 0;
    while (first < parts->count && parts->path[first] != NULL) {
        first++;
    }
    if (first < parts->count) {
        const uint32_t missing = parts->count - parts->added;
        return missing == 1
                   ? kauri_fail(error, KAURI_MISSING,
                                "part %" PRIu32 " of %" PRIu32 " of layer %u is missing", first + 1,
                                parts->count, parts->layer.seeds)
                   : kauri_fail(error, KAURI_MISSING,
                                "%" PRIu32 " of %" PRIu32
                                " parts of layer %u are missing, the first is part %" PRIu32,
                                missing, parts->count, parts->layer.seeds, first + 1);
    }
    return parts->count > 0 ? KAURI_OK
                            : kauri_fail(error, KAURI_MISSING, "there are no parts of layer %u",
                                         parts->layer.seeds);
}

enum kauri_status kauri_verify_parts_finish(const struct kauri_verify_parts *parts,
                                            const struct kauri_verify_options *options,
                                            struct kauri_verify_result *result,
                                            struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_verify_part *sum = &parts->sum;
    const struct kauri_reader *reader = kauri_tablebase_reader(parts->tables, parts->layer.seeds);
    memset(result, 0, sizeof *result);
    KAURI_TRY(check_complete(parts, error));
    result->checked = sum->checked;
    result->wrong = sum->wrong;
    result->seconds = sum->seconds;
    result->work = sum->work;
    if (sum->wrong > 0) {
        KAURI_TRY(
            kauri_verify_tell_wrong(parts->tables, &parts->layer, sum->first_wrong, result, error));
    }
    KAURI_TRY(kauri_verify_tally_check(&sum->tally, reader, error));
    if (parts->blockwise) {
        KAURI_TRY(kauri_verify_digests_check(&parts->digests, error));
        result->has_digest = kauri_verify_digests_all(&parts->digests, &result->digest);
    } else {
        KAURI_TRY(kauri_table_digest_check(reader, options->threads, options->progress, error));
    }
cleanup:
    return status;
}
