#include "verify/verify_part.h"

#include "common/digest.h"
#include "db/bytes.h"
#include "db/chunk_file.h"
#include "indexer/convention.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// Numbers of the header.
enum {
    FACT_RULES, // digest of KAURI_RULES_IDENTITY
    FACT_HOLES,
    FACT_COWRIES,
    FACT_SEEDS,
    FACT_PART,
    FACT_PARTS,
    FACT_BLOCKWISE,
    FACT_CHECKED,
    FACT_WRONG,
    FACT_FIRST_WRONG,
    FACT_DIGESTS,
    FACT_DECODED,
    FACT_DERIVED,
    FACT_LAYER_DECODED,
    FACT_LAYER_DERIVED,
    FACT_MICROSECONDS,
    FACTS,
};

_Static_assert((int)FACTS <= (int)KAURI_CHUNK_FACTS, "all facts have room");

// Chunk 0 has the digests of the tables, the greatest distances and the counts; the others have
// the digests of the units.
enum { CHUNK_NUMBERS = 1 << 16, CHUNK_BYTES = CHUNK_NUMBERS * sizeof(uint64_t) };

// A block has at most as many digests as it has pieces (verify/verify_digests.h), and two more.
enum { BLOCK_DIGESTS_MAX = 64 };

static const struct kauri_chunk_kind kind = {
    .magic = "KAURIVFY",
    .name = "the result of a part of a verification",
    .version = 1,
    .chunk_bytes = CHUNK_BYTES,
};

void kauri_verify_part_clear(struct kauri_verify_part *part)
{
    free(part->digests);
    *part = (struct kauri_verify_part){.digests = NULL};
}

static uint64_t rules_digest(void)
{
    return kauri_digest(KAURI_RULES_IDENTITY, strlen(KAURI_RULES_IDENTITY));
}

// Number of values that column r can have in the layer.
static unsigned numbers_of(unsigned seeds)
{
    return 6 * seeds + 3;
}

static uint32_t chunks_of(uint64_t digests)
{
    return (uint32_t)(1 + (digests + CHUNK_NUMBERS - 1) / CHUNK_NUMBERS);
}

static uint64_t numbers_of_chunk(const struct kauri_verify_part *part, uint64_t chunk)
{
    const uint64_t left = part->digest_count - (chunk - 1) * CHUNK_NUMBERS;
    return left < CHUNK_NUMBERS ? left : CHUNK_NUMBERS;
}

static size_t head_bytes(unsigned seeds)
{
    return sizeof(uint64_t) * (seeds + 1U + 2 + 2 * numbers_of(seeds));
}

struct writing {
    const struct kauri_verify_part *part;
};

static enum kauri_status make_chunk(void *context, unsigned worker, uint64_t chunk, uint8_t *bytes,
                                    size_t *size, struct kauri_error *error)
{
    const struct kauri_verify_part *part = ((const struct writing *)context)->part;
    (void)worker;
    (void)error;
    uint8_t *to = bytes;
    if (chunk > 0) {
        const uint64_t *digests = part->digests + (chunk - 1) * CHUNK_NUMBERS;
        for (uint64_t i = 0; i < numbers_of_chunk(part, chunk); i++, to += sizeof(uint64_t)) {
            kauri_store_u64(to, digests[i]);
        }
    } else {
        for (unsigned n = 0; n <= part->seeds; n++, to += sizeof(uint64_t)) {
            kauri_store_u64(to, part->tables[n]);
        }
        for (unsigned stored = 0; stored < 2; stored++) {
            kauri_store_u64(to, part->tally.max_dtc[stored]);
            to += sizeof(uint64_t);
            for (unsigned i = 0; i < numbers_of(part->seeds); i++, to += sizeof(uint64_t)) {
                kauri_store_u64(to, part->tally.counts[stored][i]);
            }
        }
    }
    *size = (size_t)(to - bytes);
    return KAURI_OK;
}

static void conclude(void *context, uint64_t facts[KAURI_CHUNK_FACTS])
{
    const struct kauri_verify_part *part = ((const struct writing *)context)->part;
    facts[FACT_RULES] = rules_digest();
    facts[FACT_HOLES] = part->shape.holes;
    facts[FACT_COWRIES] = part->shape.cowries;
    facts[FACT_SEEDS] = part->seeds;
    facts[FACT_PART] = part->part;
    facts[FACT_PARTS] = part->parts;
    facts[FACT_BLOCKWISE] = part->blockwise;
    facts[FACT_CHECKED] = part->checked;
    facts[FACT_WRONG] = part->wrong;
    facts[FACT_FIRST_WRONG] = part->first_wrong;
    facts[FACT_DIGESTS] = part->digest_count;
    facts[FACT_DECODED] = part->work.decoded;
    facts[FACT_DERIVED] = part->work.derived;
    facts[FACT_LAYER_DECODED] = part->work.layer_decoded;
    facts[FACT_LAYER_DERIVED] = part->work.layer_derived;
    facts[FACT_MICROSECONDS] = (uint64_t)(part->seconds * 1e6);
}

enum kauri_status kauri_verify_part_write(const struct kauri_verify_part *part, const char *path,
                                          struct kauri_error *error)
{
    struct writing writing = {part};
    return kauri_chunk_file_write(path, &kind, chunks_of(part->digest_count), 1, make_chunk,
                                  conclude, &writing, NULL, NULL, error);
}

// Reads the numbers of chunk 0. Each count is bounded before it is added.
static const char *take_head(struct kauri_verify_part *part, const uint8_t *bytes)
{
    uint64_t left = part->checked;
    for (unsigned n = 0; n <= part->seeds; n++, bytes += sizeof(uint64_t)) {
        part->tables[n] = kauri_load_u64(bytes);
    }
    for (unsigned stored = 0; stored < 2; stored++) {
        const uint64_t max_dtc = kauri_load_u64(bytes);
        bytes += sizeof(uint64_t);
        if (max_dtc > UINT16_MAX) {
            return "a distance that no table can hold";
        }
        part->tally.max_dtc[stored] = (uint32_t)max_dtc;
        for (unsigned i = 0; i < numbers_of(part->seeds); i++, bytes += sizeof(uint64_t)) {
            const uint64_t count = kauri_load_u64(bytes);
            if (count > left) {
                return "more positions counted than checked";
            }
            part->tally.counts[stored][i] = count;
            left -= count;
        }
    }
    return NULL;
}

static const char *take_chunk(void *context, unsigned worker, uint64_t chunk, const uint8_t *bytes,
                              size_t size)
{
    struct kauri_verify_part *part = context;
    (void)worker;
    if (chunk == 0) {
        return size == head_bytes(part->seeds) ? take_head(part, bytes) : "its size";
    }
    if (chunk >= chunks_of(part->digest_count) ||
        size != numbers_of_chunk(part, chunk) * sizeof(uint64_t)) {
        return "its size";
    }
    uint64_t *to = part->digests + (chunk - 1) * CHUNK_NUMBERS;
    for (uint64_t i = 0; i < size / sizeof(uint64_t); i++) {
        to[i] = kauri_load_u64(bytes + i * sizeof(uint64_t));
    }
    return NULL;
}

// Fills what the header says; false if a number is out of range.
static bool take_facts(const uint64_t *facts, const struct kauri_layer *layer,
                       struct kauri_verify_part *part)
{
    part->shape = layer->shape;
    part->seeds = layer->seeds;
    part->part = (uint32_t)facts[FACT_PART];
    part->parts = (uint32_t)facts[FACT_PARTS];
    part->blockwise = facts[FACT_BLOCKWISE] != 0;
    part->checked = facts[FACT_CHECKED];
    part->wrong = facts[FACT_WRONG];
    part->first_wrong = facts[FACT_FIRST_WRONG];
    part->digest_count = facts[FACT_DIGESTS];
    part->work = (struct kauri_verify_work){
        .decoded = facts[FACT_DECODED],
        .derived = facts[FACT_DERIVED],
        .layer_decoded = facts[FACT_LAYER_DECODED],
        .layer_derived = facts[FACT_LAYER_DERIVED],
    };
    part->seconds = (double)facts[FACT_MICROSECONDS] / 1e6;
    return facts[FACT_PARTS] <= KAURI_VERIFY_PARTS_MAX && facts[FACT_PART] >= 1 &&
           facts[FACT_PART] <= facts[FACT_PARTS] && facts[FACT_BLOCKWISE] <= 1 &&
           part->checked <= layer->positions && part->wrong <= part->checked &&
           part->first_wrong < layer->positions &&
           part->digest_count <= layer->block_count * BLOCK_DIGESTS_MAX;
}

enum kauri_status kauri_verify_part_read(const char *path, const struct kauri_layer *layer,
                                         struct kauri_verify_part *part, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_chunk_file *file = NULL;
    *part = (struct kauri_verify_part){.digests = NULL};
    KAURI_TRY(kauri_chunk_file_open(path, &kind, &file, error));
    const uint64_t *facts = kauri_chunk_file_facts(file);
    if (facts[FACT_RULES] != rules_digest()) {
        status = kauri_fail(error, KAURI_CORRUPT, "%s is for other rules", path);
        goto cleanup;
    }
    if (facts[FACT_HOLES] != layer->shape.holes || facts[FACT_COWRIES] != layer->shape.cowries ||
        facts[FACT_SEEDS] != layer->seeds) {
        status = kauri_fail(error, KAURI_CORRUPT,
                            "%s is of layer %" PRIu64 " of 2 x %" PRIu64 " holes with %" PRIu64
                            " cowries, not of layer %u of 2 x %u holes with %u cowries",
                            path, facts[FACT_SEEDS], facts[FACT_HOLES], facts[FACT_COWRIES],
                            layer->seeds, layer->shape.holes, layer->shape.cowries);
        goto cleanup;
    }
    if (!take_facts(facts, layer, part)) {
        status = kauri_fail(error, KAURI_CORRUPT, "%s is damaged: a number in its header", path);
        goto cleanup;
    }
    if (part->digest_count > 0) {
        part->digests = calloc(part->digest_count, sizeof *part->digests);
        if (part->digests == NULL) {
            status = kauri_fail(error, KAURI_RESOURCE, "%s: out of memory", path);
            goto cleanup;
        }
    }
    KAURI_TRY(kauri_chunk_file_read(file, 1, take_chunk, part, NULL, error));
cleanup:
    kauri_chunk_file_close(file);
    return status;
}
