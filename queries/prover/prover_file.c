#include "queries/prover/prover_file.h"

#include "common/digest.h"
#include "db/chunk_file.h"
#include "indexer/convention.h"
#include "queries/prover/prover_state.h"
#include "tablebase/tablebase.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// A chunk begins with the number of its entries and of those among them whose position number has
// bit 64 set (4 bytes each, little-endian). Entries are sorted by their numbers. The fields follow
// in planes: the first byte of the first field of all entries, then the second byte, and so on.
enum {
    CHUNK_BUCKETS = 1 << 14,
    CHUNK_ENTRIES = CHUNK_BUCKETS * KAURI_TABLE_WAYS,
    CHUNK_ENTRIES_MAX = 1 << 17, // entries of a chunk that is read, at most
    CHUNK_HEADER = 8,
    VALUE_OFFSET = 256,
    VALUE_END = 512,
};

// The planes of a chunk, in the order of the file.
enum plane_field {
    FIELD_NUMBER, // bits 0 to 63, less those of the entry before
    FIELD_LOW,    // plus VALUE_OFFSET, as the next two
    FIELD_HIGH,
    FIELD_X,
    FIELD_PHI,
    FIELD_DELTA,
    FIELD_WORK, // kauri_table_work_code
    FIELDS,
};

static const uint8_t field_bytes[FIELDS] = {8, 2, 2, 2, 4, 4, 2};

enum {
    ENTRY_BYTES = 24, // sum of the above
    RUN = 64,         // entries whose fields go to and from the planes together
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
    FACT_MARKS, // and the next: four layers each
    FACT_MARKS_END = FACT_MARKS + KAURI_PROVER_MARKS / 4,
};

_Static_assert((int)FACT_MARKS_END <= (int)KAURI_CHUNK_FACTS, "all facts have room");

static const struct kauri_chunk_kind kind = {
    .magic = "KAURIPRV",
    .name = "the state of a search",
    .version = 4, // another one if the efforts are on another scale (queries/prover/outlook.h)
    .chunk_bytes = CHUNK_HEADER + CHUNK_ENTRIES_MAX * ENTRY_BYTES,
};

static uint64_t rules_digest(void)
{
    return kauri_digest(KAURI_RULES_IDENTITY, strlen(KAURI_RULES_IDENTITY));
}

// Takes the marks of the tables that are there. One that cannot be read has none; using it will say
// so.
static void mark_tables(const struct kauri_prover *prover, uint16_t marks[KAURI_PROVER_MARKS])
{
    for (unsigned n = 0; n < KAURI_PROVER_MARKS; n++) {
        const struct kauri_tablebase_layer *layer = NULL;
        if (prover->covered[n] &&
            kauri_tablebase_layer(prover->tables, n, &layer, NULL) == KAURI_OK) {
            marks[n] = (uint16_t)kauri_reader_certificate(layer->reader)->digest;
        }
    }
}

// -------------------------------------------------------------------------------------- planes

// The fields of some entries that follow one another.
struct plane_run {
    uint64_t fields[FIELDS][RUN];
    unsigned count;
};

// Writes the fields of a run to the planes of `entries` entries, from entry `first` on.
static void put_run(uint8_t *planes, uint32_t entries, uint32_t first, const struct plane_run *run)
{
    uint8_t *plane = planes + first;
    for (unsigned field = 0; field < FIELDS; field++) {
        const uint64_t *values = run->fields[field];
        for (unsigned byte = 0; byte < field_bytes[field]; byte++, plane += entries) {
            for (unsigned i = 0; i < run->count; i++) {
                plane[i] = (uint8_t)(values[i] >> (8 * byte));
            }
        }
    }
}

static void take_run(const uint8_t *planes, uint32_t entries, uint32_t first, struct plane_run *run)
{
    const uint8_t *plane = planes + first;
    memset(run->fields, 0, sizeof run->fields);
    for (unsigned field = 0; field < FIELDS; field++) {
        uint64_t *values = run->fields[field];
        for (unsigned byte = 0; byte < field_bytes[field]; byte++, plane += entries) {
            for (unsigned i = 0; i < run->count; i++) {
                values[i] |= (uint64_t)plane[i] << (8 * byte);
            }
        }
    }
}

static void put_count(uint8_t *to, uint32_t count)
{
    for (unsigned i = 0; i < 4; i++) {
        to[i] = (uint8_t)(count >> (8 * i));
    }
}

static uint32_t take_count(const uint8_t *from)
{
    return (uint32_t)from[0] | (uint32_t)from[1] << 8 | (uint32_t)from[2] << 16 |
           (uint32_t)from[3] << 24;
}

// ---------------------------------------------------------------------------------------- save

// An entry and the number of its position, to be sorted.
struct save_item {
    struct kauri_board_number number;
    uint32_t entry;
};

// About 6 MiB. Freed by free.
struct save_worker {
    struct kauri_table_entry entries[CHUNK_ENTRIES];
    struct save_item items[2][CHUNK_ENTRIES];
};

struct save {
    const struct kauri_prover *prover;
    struct save_worker **workers;
    _Atomic uint64_t saved;
};

static unsigned number_byte(struct kauri_board_number number, unsigned byte)
{
    return byte < sizeof number.low ? (unsigned)(number.low >> 8 * byte & 0xff)
                                    : (unsigned)number.high;
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
            worker->items[0][count] =
                (struct save_item){kauri_proof_table_number(table, places[i]), count};
            count++;
        }
    }
    return count;
}

// Sorts the items by their numbers, byte by byte from the lowest, and returns them.
static const struct save_item *sort(struct save_worker *worker, uint32_t count)
{
    struct save_item *from = worker->items[0];
    struct save_item *to = worker->items[1];
    for (unsigned byte = 0; byte <= sizeof(uint64_t); byte++) {
        uint32_t starts[257] = {0};
        for (uint32_t i = 0; i < count; i++) {
            starts[number_byte(from[i].number, byte) + 1]++;
        }
        if (starts[number_byte(from[0].number, byte) + 1] == count) {
            continue; // equal in all
        }
        for (unsigned digit = 0; digit < 256; digit++) {
            starts[digit + 1] += starts[digit];
        }
        for (uint32_t i = 0; i < count; i++) {
            to[starts[number_byte(from[i].number, byte)]++] = from[i];
        }
        struct save_item *sorted = to;
        to = from;
        from = sorted;
    }
    return from;
}

static enum kauri_status make_chunk(void *context, unsigned thread, uint64_t chunk, uint8_t *bytes,
                                    size_t *size, struct kauri_error *error)
{
    struct save *save = context;
    if (save->workers[thread] == NULL) {
        save->workers[thread] = malloc(sizeof **save->workers);
    }
    struct save_worker *worker = save->workers[thread];
    if (worker == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for %s", kind.name);
    }
    const uint32_t count = collect(&save->prover->table, worker, chunk);
    *size = 0;
    if (count == 0) {
        return KAURI_OK;
    }
    const struct save_item *items = sort(worker, count);
    struct plane_run run;
    uint64_t before = 0;
    uint32_t tall = 0;
    for (uint32_t first = 0; first < count; first += RUN) {
        run.count = count - first < RUN ? count - first : RUN;
        for (unsigned i = 0; i < run.count; i++) {
            const struct kauri_board_number number = items[first + i].number;
            const struct kauri_table_entry *entry = &worker->entries[items[first + i].entry];
            before = number.high != 0 && tall++ == 0 ? 0 : before;
            run.fields[FIELD_NUMBER][i] = number.low - before;
            run.fields[FIELD_LOW][i] = (uint64_t)(entry->low + VALUE_OFFSET);
            run.fields[FIELD_HIGH][i] = (uint64_t)(entry->high + VALUE_OFFSET);
            run.fields[FIELD_X][i] = (uint64_t)(entry->x + VALUE_OFFSET);
            // phi and delta are 0 while another thread stores the entry.
            run.fields[FIELD_PHI][i] = entry->phi > 0 ? entry->phi : 1;
            run.fields[FIELD_DELTA][i] = entry->delta > 0 ? entry->delta : 1;
            run.fields[FIELD_WORK][i] = kauri_table_work_code(entry->work);
            before = number.low;
        }
        put_run(bytes + CHUNK_HEADER, count, first, &run);
    }
    put_count(bytes, count);
    put_count(bytes + 4, tall);
    *size = CHUNK_HEADER + (size_t)ENTRY_BYTES * count;
    save->saved += count;
    return KAURI_OK;
}

static void conclude(void *context, uint64_t facts[KAURI_CHUNK_FACTS])
{
    const struct save *save = context;
    const struct kauri_prover *prover = save->prover;
    struct kauri_prover_history history = kauri_prover_history(prover);
    mark_tables(prover, history.marks);
    for (unsigned n = 0; n < KAURI_PROVER_MARKS; n++) {
        if ((history.layers >> n & 1) != 0) {
            facts[FACT_MARKS + n / 4] |= (uint64_t)history.marks[n] << (16 * (n % 4));
        }
    }
    facts[FACT_RULES] = rules_digest();
    facts[FACT_HOLES] = prover->shape.holes;
    facts[FACT_COWRIES] = prover->shape.cowries;
    facts[FACT_SEEDS] = prover->seeds;
    facts[FACT_NODES] = history.nodes;
    facts[FACT_MILLISECONDS] = (uint64_t)(history.seconds * 1000);
    facts[FACT_LAYERS] = history.layers;
    facts[FACT_ENTRIES] = save->saved;
}

enum kauri_status kauri_prover_save(const struct kauri_prover *prover, const char *path,
                                    const struct kauri_progress *progress, int *lock,
                                    struct kauri_error *error)
{
    const uint64_t chunks = (prover->table.buckets + CHUNK_BUCKETS - 1) / CHUNK_BUCKETS;
    struct save save = {.prover = prover};
    save.workers = calloc(prover->threads, sizeof *save.workers);
    if (lock != NULL) {
        *lock = -1;
    }
    if (save.workers == NULL || chunks > UINT32_MAX) {
        free(save.workers);
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for %s", kind.name);
    }
    const enum kauri_status status =
        kauri_chunk_file_write(path, &kind, (uint32_t)chunks, prover->threads, make_chunk, conclude,
                               &save, progress, lock, error);
    for (unsigned i = 0; i < prover->threads; i++) {
        free(save.workers[i]);
    }
    free(save.workers);
    return status;
}

// ---------------------------------------------------------------------------------------- load

struct load {
    struct kauri_prover *prover;
    unsigned seeds; // of the file
};

// Reads an entry of a run. Returns whether a position of so many seeds can have it.
static bool read_entry(const struct plane_run *run, unsigned i, unsigned seeds,
                       struct kauri_table_entry *entry)
{
    const int most = 3 * (int)seeds + 1;
    const uint64_t work = run->fields[FIELD_WORK][i];
    const uint64_t phi = run->fields[FIELD_PHI][i];
    const uint64_t delta = run->fields[FIELD_DELTA][i];
    *entry = (struct kauri_table_entry){
        .low = (int16_t)((int)run->fields[FIELD_LOW][i] - VALUE_OFFSET),
        .high = (int16_t)((int)run->fields[FIELD_HIGH][i] - VALUE_OFFSET),
        .x = (int16_t)((int)run->fields[FIELD_X][i] - VALUE_OFFSET),
        .phi = (uint32_t)phi,
        .delta = (uint32_t)delta,
        .work = work <= KAURI_TABLE_WORK_MAX ? kauri_table_work((unsigned)work) : 0,
    };
    return run->fields[FIELD_LOW][i] < VALUE_END && run->fields[FIELD_HIGH][i] < VALUE_END &&
           run->fields[FIELD_X][i] < VALUE_END && entry->low >= -most &&
           entry->low <= entry->high && entry->high <= most && phi >= 1 &&
           phi <= KAURI_TABLE_NUMBER_MAX && delta >= 1 && delta <= KAURI_TABLE_NUMBER_MAX &&
           work <= KAURI_TABLE_WORK_MAX;
}

static const char *take_chunk(void *context, unsigned thread, uint64_t chunk, const uint8_t *bytes,
                              size_t size)
{
    const struct load *load = context;
    struct kauri_proof_table *table = &load->prover->table;
    const struct kauri_numbering *numbering = &load->prover->numbering;
    struct plane_run run;
    struct kauri_table_entry entries[RUN];
    struct kauri_table_place places[RUN];
    (void)thread;
    (void)chunk;
    const uint32_t count = size < CHUNK_HEADER ? 0 : take_count(bytes);
    if (count == 0 || count > CHUNK_ENTRIES_MAX ||
        size != CHUNK_HEADER + (size_t)ENTRY_BYTES * count) {
        return "its number of entries";
    }
    const uint32_t tall = take_count(bytes + 4);
    if (tall > count) {
        return "its number of great entries";
    }
    unsigned seeds = 0;
    uint64_t before = 0;
    for (uint32_t first = 0; first < count; first += RUN) {
        run.count = count - first < RUN ? count - first : RUN;
        take_run(bytes + CHUNK_HEADER, count, first, &run);
        for (unsigned i = 0; i < run.count; i++) {
            const bool restarts = first + i == count - tall;
            const struct kauri_board_number number = {
                .low = run.fields[FIELD_NUMBER][i] + (restarts ? 0 : before),
                .high = first + i >= count - tall,
            };
            const struct kauri_wide wide = {number.low, number.high};
            while (seeds <= load->seeds && !kauri_wide_below(wide, numbering->layers[seeds + 1])) {
                seeds++;
            }
            if (seeds > load->seeds || (!restarts && number.low < before)) {
                return "the number of a position";
            }
            before = number.low;
            if (!read_entry(&run, i, seeds, &entries[i])) {
                return "the numbers of an entry";
            }
            places[i] = kauri_proof_table_place(table, number);
            kauri_proof_table_prefetch(table, places[i]);
        }
        for (unsigned i = 0; i < run.count; i++) {
            kauri_proof_table_keep(table, places[i], &entries[i]);
        }
    }
    return NULL;
}

// Opens a file and reads its header.
static enum kauri_status open_file(const char *path, struct kauri_chunk_file **file,
                                   struct kauri_prover_file_facts *facts, struct kauri_error *error)
{
    struct stat named;
    if (stat(path, &named) == 0 && S_ISREG(named.st_mode) && named.st_size == 0) {
        return kauri_fail(error, KAURI_MISSING, "%s is empty", path);
    }
    enum kauri_status status = kauri_chunk_file_open(path, &kind, file, error);
    if (status != KAURI_OK) {
        return status;
    }
    const uint64_t *given = kauri_chunk_file_facts(*file);
    if (given[FACT_RULES] != rules_digest()) {
        status = kauri_fail(error, KAURI_CORRUPT, "%s is for other rules", path);
    } else if (given[FACT_HOLES] < 1 || given[FACT_HOLES] > KAURI_HOLES_MAX ||
               given[FACT_COWRIES] > KAURI_COWRIES_MAX || given[FACT_SEEDS] > KAURI_SEEDS_MAX) {
        status = kauri_fail(error, KAURI_CORRUPT, "%s is damaged: its board", path);
    }
    if (status != KAURI_OK) {
        kauri_chunk_file_close(*file);
        *file = NULL;
        return status;
    }
    // Cap the time at what a double holds exactly. More is nonsense, which must not overflow when
    // it is saved again.
    const uint64_t milliseconds =
        given[FACT_MILLISECONDS] < UINT64_C(1) << 53 ? given[FACT_MILLISECONDS] : UINT64_C(1) << 53;
    *facts = (struct kauri_prover_file_facts){
        .shape = {(uint8_t)given[FACT_HOLES], (uint8_t)given[FACT_COWRIES]},
        .seeds = (unsigned)given[FACT_SEEDS],
        .entries = given[FACT_ENTRIES],
        .bytes = kauri_chunk_file_bytes(*file),
        .history = {.nodes = given[FACT_NODES],
                    .seconds = (double)milliseconds / 1000,
                    .layers = given[FACT_LAYERS]},
    };
    for (unsigned n = 0; n < KAURI_PROVER_MARKS; n++) {
        facts->history.marks[n] = (uint16_t)(given[FACT_MARKS + n / 4] >> (16 * (n % 4)));
    }
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

// Refuses a state that rests on other tables than the prover has, or than a state loaded before.
static enum kauri_status compare_tables(const struct kauri_prover *prover, const char *path,
                                        const struct kauri_prover_history *history,
                                        struct kauri_error *error)
{
    struct kauri_prover_history own = prover->history;
    if ((history->layers & (history->layers + 1)) != 0) {
        return kauri_fail(error, KAURI_BAD_INPUT,
                          "%s was saved by an older version, which did not record the lower tables "
                          "that its bounds rest on",
                          path);
    }
    mark_tables(prover, own.marks);
    for (unsigned n = 0; n < KAURI_PROVER_MARKS; n++) {
        if (own.marks[n] != 0 && history->marks[n] != 0 && own.marks[n] != history->marks[n]) {
            return kauri_fail(error, KAURI_BAD_INPUT,
                              "%s rests on another table of layer %u than the one given", path, n);
        }
    }
    return KAURI_OK;
}

enum kauri_status kauri_prover_load(struct kauri_prover *prover, const char *path,
                                    const struct kauri_progress *progress,
                                    struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_chunk_file *file = NULL;
    struct kauri_prover_file_facts facts;
    KAURI_TRY(open_file(path, &file, &facts, error));
    if (!kauri_shape_equal(facts.shape, prover->shape)) {
        status = kauri_fail(error, KAURI_BAD_INPUT,
                            "%s is for the board with %u holes and %u cowries, not %u and %u", path,
                            facts.shape.holes, facts.shape.cowries, prover->shape.holes,
                            prover->shape.cowries);
        goto cleanup;
    }
    if (facts.seeds > prover->seeds) {
        status = kauri_fail(error, KAURI_BAD_INPUT, "%s has positions with up to %u seeds, not %u",
                            path, facts.seeds, prover->seeds);
        goto cleanup;
    }
    KAURI_TRY(compare_tables(prover, path, &facts.history, error));
    struct load load = {
        .prover = prover,
        .seeds = facts.seeds,
    };
    if (prover->history.nodes == 0) {
        kauri_prover_prepare(prover, UINT64_MAX);
    }
    prover->table.huge = true; // from now on, there is something to forget
    KAURI_TRY(kauri_chunk_file_read(file, prover->threads, take_chunk, &load, progress, error));
    prover->history.nodes += facts.history.nodes;
    prover->history.seconds += facts.history.seconds;
    prover->history.layers |= facts.history.layers;
    for (unsigned n = 0; n < KAURI_PROVER_MARKS; n++) {
        if (facts.history.marks[n] != 0) {
            prover->history.marks[n] = facts.history.marks[n];
        }
    }
cleanup:
    kauri_chunk_file_close(file);
    return status;
}
