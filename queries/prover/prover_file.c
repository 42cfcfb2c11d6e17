#include "queries/prover/prover_file.h"

#include "common/digest.h"
#include "db/chunk_file.h"
#include "indexer/convention.h"
#include "queries/prover/prover_state.h"

#include <stdlib.h>
#include <string.h>

// A chunk begins with the number of its entries and of those among them whose position number has
// bit 64 set (4 bytes each, little-endian). Entries are sorted by their numbers. The fields follow
// in planes: the first byte of the first field of all entries, then the second byte, and so on.
enum {
    CHUNK_BUCKETS = 1 << 15,
    CHUNK_ENTRIES = CHUNK_BUCKETS * KAURI_TABLE_WAYS,
    CHUNK_HEADER = 8,
    NUMBER_BYTES = 8, // difference from the entry before; bits 0 to 63
    VALUE_BYTES = 2,  // low, high, x: plus VALUE_OFFSET
    EFFORT_BYTES = 3, // phi, delta
    WORK_BYTES = 2,   // kauri_table_work_code
    ENTRY_BYTES = NUMBER_BYTES + 3 * VALUE_BYTES + 2 * EFFORT_BYTES + WORK_BYTES,
    VALUE_OFFSET = 256,
    VALUE_END = 512,
    AHEAD = 16, // entries whose places are fetched together
};

// Numbers of the header.
enum {
    FACT_RULES, // digest of KAURI_RULES_IDENTITY
    FACT_HOLES,
    FACT_COWRIES,
    FACT_SEEDS,
    FACT_ENTRIES,
    FACT_NODES,
    FACT_MILLISECONDS,
    FACT_LAYERS,
};

static const struct kauri_chunk_kind kind = {
    .magic = "KAURIPRV",
    .name = "the state of a search",
    .version = 1,
    .chunk_bytes = CHUNK_HEADER + CHUNK_ENTRIES * ENTRY_BYTES,
};

static uint64_t rules_digest(void)
{
    return kauri_digest(KAURI_RULES_IDENTITY, strlen(KAURI_RULES_IDENTITY));
}

// -------------------------------------------------------------------------------------- planes

// Writes the bytes of a number, one to each plane.
static inline void put_planes(uint8_t *planes, uint32_t count, unsigned bytes, uint64_t number)
{
    for (unsigned i = 0; i < bytes; i++) {
        planes[(size_t)i * count] = (uint8_t)(number >> (8 * i));
    }
}

static inline uint64_t take_planes(const uint8_t *planes, uint32_t count, unsigned bytes)
{
    uint64_t number = 0;
    for (unsigned i = 0; i < bytes; i++) {
        number |= (uint64_t)planes[(size_t)i * count] << (8 * i);
    }
    return number;
}

// Where the planes of each field begin.
struct plane_fields {
    size_t number, low, high, x, phi, delta, work;
};

static struct plane_fields fields_of(uint32_t count)
{
    struct plane_fields fields;
    size_t at = CHUNK_HEADER;
    fields.number = at;
    fields.low = at += (size_t)NUMBER_BYTES * count;
    fields.high = at += (size_t)VALUE_BYTES * count;
    fields.x = at += (size_t)VALUE_BYTES * count;
    fields.phi = at += (size_t)VALUE_BYTES * count;
    fields.delta = at += (size_t)EFFORT_BYTES * count;
    fields.work = at + (size_t)EFFORT_BYTES * count;
    return fields;
}

// ---------------------------------------------------------------------------------------- save

struct save_item {
    uint64_t low;
    uint32_t high;
    uint32_t index; // of the entry
};

struct save_worker {
    struct kauri_table_entry *entries;
    struct save_item *items[2];
    uint64_t saved;
};

struct save {
    const struct kauri_prover *prover;
    struct save_worker *workers;
};

// Sorts by number, byte by byte from the lowest; bytes that all have in common are passed over.
// Returns which of the two arrays has the result.
static unsigned sort_items(struct save_item *items[2], uint32_t count)
{
    unsigned from = 0;
    for (unsigned byte = 0; byte < 9; byte++) {
        uint32_t starts[256] = {0};
        uint32_t before = 0;
        const struct save_item *source = items[from];
        struct save_item *target = items[1 - from];
        for (uint32_t i = 0; i < count; i++) {
            starts[byte < 8 ? (source[i].low >> (8 * byte)) & 0xff : source[i].high]++;
        }
        if (starts[byte < 8 ? (source[0].low >> (8 * byte)) & 0xff : source[0].high] == count) {
            continue;
        }
        for (unsigned digit = 0; digit < 256; digit++) {
            const uint32_t here = starts[digit];
            starts[digit] = before;
            before += here;
        }
        for (uint32_t i = 0; i < count; i++) {
            target[starts[byte < 8 ? (source[i].low >> (8 * byte)) & 0xff : source[i].high]++] =
                source[i];
        }
        from = 1 - from;
    }
    return from;
}

static enum kauri_status prepare(struct save_worker *worker, struct kauri_error *error)
{
    if (worker->items[1] != NULL) {
        return KAURI_OK;
    }
    worker->entries = malloc(CHUNK_ENTRIES * sizeof *worker->entries);
    worker->items[0] = malloc(CHUNK_ENTRIES * sizeof *worker->items[0]);
    worker->items[1] = malloc(CHUNK_ENTRIES * sizeof *worker->items[1]);
    return worker->entries == NULL || worker->items[0] == NULL || worker->items[1] == NULL
               ? kauri_fail(error, KAURI_RESOURCE, "out of memory for %s", kind.name)
               : KAURI_OK;
}

// Reads the entries of the buckets of a chunk. Returns their number.
static uint32_t collect(const struct kauri_proof_table *table, struct save_worker *worker,
                        uint64_t chunk)
{
    const uint64_t first = chunk * CHUNK_BUCKETS;
    const uint64_t left = table->buckets - first;
    const uint64_t end = first + (left < CHUNK_BUCKETS ? left : CHUNK_BUCKETS);
    uint32_t count = 0;
    for (uint64_t bucket = first; bucket < end; bucket++) {
        struct kauri_table_place places[KAURI_TABLE_WAYS];
        const unsigned found =
            kauri_proof_table_bucket(table, bucket, places, &worker->entries[count]);
        for (unsigned i = 0; i < found; i++) {
            const struct kauri_board_number number = kauri_proof_table_number(table, places[i]);
            worker->items[0][count] = (struct save_item){
                .low = number.low, .high = (uint32_t)number.high, .index = count};
            count++;
        }
    }
    return count;
}

static enum kauri_status make_chunk(void *context, unsigned number, uint64_t chunk, uint8_t *bytes,
                                    size_t *size, struct kauri_error *error)
{
    const struct save *save = context;
    struct save_worker *worker = &save->workers[number];
    enum kauri_status status = prepare(worker, error);
    if (status != KAURI_OK) {
        return status;
    }
    const uint32_t count = collect(&save->prover->table, worker, chunk);
    *size = 0;
    if (count == 0) {
        return KAURI_OK;
    }
    const struct save_item *items = worker->items[sort_items(worker->items, count)];
    const struct plane_fields fields = fields_of(count);
    uint64_t before = 0;
    uint32_t tall = 0;
    for (uint32_t i = 0; i < count; i++) {
        const struct kauri_table_entry *entry = &worker->entries[items[i].index];
        // The numbers of an entry that is being stored may still be those of an empty one.
        const uint32_t phi = entry->phi > 0 ? entry->phi : 1;
        const uint32_t delta = entry->delta > 0 ? entry->delta : 1;
        before = items[i].high != 0 && tall++ == 0 ? 0 : before;
        put_planes(bytes + fields.number + i, count, NUMBER_BYTES, items[i].low - before);
        put_planes(bytes + fields.low + i, count, VALUE_BYTES,
                   (uint64_t)(entry->low + VALUE_OFFSET));
        put_planes(bytes + fields.high + i, count, VALUE_BYTES,
                   (uint64_t)(entry->high + VALUE_OFFSET));
        put_planes(bytes + fields.x + i, count, VALUE_BYTES, (uint64_t)(entry->x + VALUE_OFFSET));
        put_planes(bytes + fields.phi + i, count, EFFORT_BYTES, phi);
        put_planes(bytes + fields.delta + i, count, EFFORT_BYTES, delta);
        put_planes(bytes + fields.work + i, count, WORK_BYTES, kauri_table_work_code(entry->work));
        before = items[i].low;
    }
    put_planes(bytes, 1, 4, count);
    put_planes(bytes + 4, 1, 4, tall);
    *size = CHUNK_HEADER + (size_t)ENTRY_BYTES * count;
    worker->saved += count;
    return KAURI_OK;
}

static void conclude(void *context, uint64_t facts[KAURI_CHUNK_FACTS])
{
    const struct save *save = context;
    const struct kauri_prover *prover = save->prover;
    const struct kauri_prover_history history = kauri_prover_history(prover);
    facts[FACT_RULES] = rules_digest();
    facts[FACT_HOLES] = prover->shape.holes;
    facts[FACT_COWRIES] = prover->shape.cowries;
    facts[FACT_SEEDS] = prover->seeds;
    facts[FACT_NODES] = history.nodes;
    facts[FACT_MILLISECONDS] = (uint64_t)(history.seconds * 1000);
    facts[FACT_LAYERS] = history.layers;
    for (unsigned i = 0; i < prover->threads; i++) {
        facts[FACT_ENTRIES] += save->workers[i].saved;
    }
}

enum kauri_status kauri_prover_save(const struct kauri_prover *prover, const char *path,
                                    const struct kauri_progress *progress,
                                    struct kauri_error *error)
{
    const uint64_t chunks = (prover->table.buckets + CHUNK_BUCKETS - 1) / CHUNK_BUCKETS;
    struct save save = {.prover = prover};
    save.workers = calloc(prover->threads, sizeof *save.workers);
    if (save.workers == NULL || chunks > UINT32_MAX) {
        free(save.workers);
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for %s", kind.name);
    }
    const enum kauri_status status =
        kauri_chunk_file_write(path, &kind, (uint32_t)chunks, prover->threads, make_chunk, conclude,
                               &save, progress, error);
    for (unsigned i = 0; i < prover->threads; i++) {
        free(save.workers[i].entries);
        free(save.workers[i].items[0]);
        free(save.workers[i].items[1]);
    }
    free(save.workers);
    return status;
}

// ---------------------------------------------------------------------------------------- load

struct load {
    struct kauri_prover *prover;
    unsigned seeds; // of the file
};

// A few entries, whose places are fetched while the next ones are read.
struct load_batch {
    struct kauri_table_place places[AHEAD];
    struct kauri_table_entry entries[AHEAD];
    unsigned count;
};

static void place_batch(struct kauri_proof_table *table, struct load_batch *batch)
{
    for (unsigned i = 0; i < batch->count; i++) {
        kauri_proof_table_keep(table, batch->places[i], &batch->entries[i]);
    }
    batch->count = 0;
}

static bool is_value(int value)
{
    return value >= -VALUE_OFFSET && value < VALUE_END - VALUE_OFFSET;
}

// Whether a position of so many seeds can have the entry.
static bool is_possible(const struct kauri_table_entry *entry, unsigned seeds, uint64_t work)
{
    const int most = 3 * (int)seeds + 1;
    return entry->low >= -most && entry->low <= entry->high && entry->high <= most &&
           is_value(entry->x) && entry->phi >= 1 && entry->phi <= KAURI_TABLE_NUMBER_MAX &&
           entry->delta >= 1 && entry->delta <= KAURI_TABLE_NUMBER_MAX &&
           work <= KAURI_TABLE_WORK_MAX;
}

static const char *take_chunk(void *context, unsigned number, uint64_t chunk, const uint8_t *bytes,
                              size_t size)
{
    const struct load *load = context;
    struct kauri_proof_table *table = &load->prover->table;
    const struct kauri_numbering *numbering = &load->prover->numbering;
    struct load_batch batch = {.count = 0};
    (void)number;
    (void)chunk;
    const uint32_t count = size < CHUNK_HEADER ? 0 : (uint32_t)take_planes(bytes, 1, 4);
    if (count == 0 || count > CHUNK_ENTRIES || size != CHUNK_HEADER + (size_t)ENTRY_BYTES * count) {
        return "its number of entries";
    }
    const uint32_t tall = (uint32_t)take_planes(bytes + 4, 1, 4);
    if (tall > count) {
        return "its number of great entries";
    }
    const struct plane_fields fields = fields_of(count);
    unsigned seeds = 0;
    uint64_t before = 0;
    for (uint32_t i = 0; i < count; i++) {
        struct kauri_table_entry *entry = &batch.entries[batch.count];
        const struct kauri_board_number at = {
            .low = take_planes(bytes + fields.number + i, count, NUMBER_BYTES) +
                   (i == count - tall ? 0 : before),
            .high = i >= count - tall,
        };
        const kauri_wide wide = (kauri_wide)at.high << 64 | at.low;
        while (seeds <= load->seeds && wide >= numbering->layers[seeds + 1]) {
            seeds++;
        }
        if (seeds > load->seeds || (i != count - tall && at.low < before)) {
            return "the number of a position";
        }
        before = at.low;
        const uint64_t work = take_planes(bytes + fields.work + i, count, WORK_BYTES);
        entry->low =
            (int16_t)((int)take_planes(bytes + fields.low + i, count, VALUE_BYTES) - VALUE_OFFSET);
        entry->high =
            (int16_t)((int)take_planes(bytes + fields.high + i, count, VALUE_BYTES) - VALUE_OFFSET);
        entry->x =
            (int16_t)((int)take_planes(bytes + fields.x + i, count, VALUE_BYTES) - VALUE_OFFSET);
        entry->phi = (uint32_t)take_planes(bytes + fields.phi + i, count, EFFORT_BYTES);
        entry->delta = (uint32_t)take_planes(bytes + fields.delta + i, count, EFFORT_BYTES);
        if (!is_possible(entry, seeds, work)) {
            return "the numbers of an entry";
        }
        entry->work = kauri_table_work((unsigned)work);
        batch.places[batch.count] = kauri_proof_table_place(table, at);
        kauri_proof_table_prefetch(table, batch.places[batch.count]);
        if (++batch.count == AHEAD) {
            place_batch(table, &batch);
        }
    }
    place_batch(table, &batch);
    return NULL;
}

// Opens a file and reads its header.
static enum kauri_status open_file(const char *path, struct kauri_chunk_file **file,
                                   struct kauri_prover_file_facts *facts, struct kauri_error *error)
{
    enum kauri_status status = kauri_chunk_file_open(path, &kind, file, error);
    if (status != KAURI_OK) {
        return status;
    }
    const uint64_t *given = kauri_chunk_file_facts(*file);
    if (given[FACT_RULES] != rules_digest()) {
        status = kauri_fail(error, KAURI_CORRUPT, "%s is of other rules", path);
    } else if (given[FACT_HOLES] < 1 || given[FACT_HOLES] > KAURI_HOLES_MAX ||
               given[FACT_COWRIES] > KAURI_COWRIES_MAX || given[FACT_SEEDS] > KAURI_SEEDS_MAX) {
        status = kauri_fail(error, KAURI_CORRUPT, "%s is damaged: its board", path);
    }
    if (status != KAURI_OK) {
        kauri_chunk_file_close(*file);
        *file = NULL;
        return status;
    }
    *facts = (struct kauri_prover_file_facts){
        .shape = {(uint8_t)given[FACT_HOLES], (uint8_t)given[FACT_COWRIES]},
        .seeds = (unsigned)given[FACT_SEEDS],
        .entries = given[FACT_ENTRIES],
        .bytes = kauri_chunk_file_bytes(*file),
        .history = {.nodes = given[FACT_NODES],
                    .seconds = (double)given[FACT_MILLISECONDS] / 1000,
                    .layers = given[FACT_LAYERS]},
    };
    return KAURI_OK;
}

enum kauri_status kauri_prover_file_read(const char *path, struct kauri_prover_file_facts *facts,
                                         struct kauri_error *error)
{
    struct kauri_chunk_file *file = NULL;
    const enum kauri_status status = open_file(path, &file, facts, error);
    kauri_chunk_file_close(file);
    return status;
}

enum kauri_status kauri_prover_load(struct kauri_prover *prover, const char *path,
                                    const struct kauri_progress *progress,
                                    struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_chunk_file *file = NULL;
    struct kauri_prover_file_facts facts;
    KAURI_TRY(open_file(path, &file, &facts, error));
    if (facts.shape.holes != prover->shape.holes || facts.shape.cowries != prover->shape.cowries) {
        status = kauri_fail(error, KAURI_BAD_INPUT,
                            "%s is of the board with %u holes and %u cowries, not %u and %u", path,
                            facts.shape.holes, facts.shape.cowries, prover->shape.holes,
                            prover->shape.cowries);
        goto cleanup;
    }
    if (facts.seeds > prover->seeds) {
        status = kauri_fail(error, KAURI_BAD_INPUT, "%s has positions with up to %u seeds, not %u",
                            path, facts.seeds, prover->seeds);
        goto cleanup;
    }
    struct load load = {.prover = prover, .seeds = facts.seeds};
    kauri_prover_prepare(prover, UINT64_MAX); // not when there is something to forget
    KAURI_TRY(kauri_chunk_file_read(file, prover->threads, take_chunk, &load, progress, error));
    prover->history.nodes += facts.history.nodes;
    prover->history.seconds += facts.history.seconds;
    prover->history.layers |= facts.history.layers;
cleanup:
    kauri_chunk_file_close(file);
    return status;
}
