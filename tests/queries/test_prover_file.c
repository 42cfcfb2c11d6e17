// States of searches in files: what is saved is loaded again, into tables of any size and seed, by
// runs that go on; damaged files are refused, and no file is ever half written.
#include "tests/cmocka_all.h"

#include "db/chunk_file.h"
#include "indexer/layer.h"
#include "queries/prover/prover_file.h"
#include "queries/prover/prover_keeper.h"
#include "queries/prover/prover_state.h"
#include "tests/db/forge.h"
#include "tests/rules/positions.h"
#include "tests/solver/oracle.h"
#include "tests/temporary.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { PATH_BYTES = TEMPORARY_BYTES + 16, START_SEEDS = 60 };

static const char start_text[] =
    "5+1,5+1,5+1,5+1,5+1,5+1/5+1,5+1,5+1,5+1,5+1,5+1 S 0:0"; // as every game begins
static const struct kauri_shape full_board = {6, 12};
static const struct kauri_shape small_board = {3, 2};
// A position whose questions take some thousand positions.
static const char longer_text[] = "2+1,2,1,0/1,2+1,1,2 S 0:0";
static const struct kauri_shape longer_board = {4, 2};

static struct kauri_prover *prover_of(struct kauri_shape shape, unsigned seeds, uint64_t memory,
                                      unsigned threads, uint64_t seed)
{
    const struct kauri_prover_options options = {.shape = shape,
                                                 .seeds = seeds,
                                                 .memory = memory,
                                                 .threads = threads,
                                                 .seed = seed,
                                                 .small = true};
    struct kauri_prover *prover = NULL;
    struct kauri_error error;
    assert_int_equal(kauri_prover_new(&options, &prover, &error), KAURI_OK);
    return prover;
}

static struct kauri_prover_report ask(struct kauri_prover *prover,
                                      const struct kauri_position *position, int x, uint64_t nodes,
                                      const struct kauri_progress *progress)
{
    const struct kauri_prover_limits limits = {
        .seconds = 1000, .nodes = nodes, .progress = progress};
    struct kauri_prover_report report;
    struct kauri_error error;
    assert_int_equal(kauri_prover_ask(prover, position, x, &limits, &report, &error), KAURI_OK);
    return report;
}

// A prover that has searched the start position for a while: positions beyond 2^64 among others.
static struct kauri_prover *prover_of_start(uint64_t nodes)
{
    const struct kauri_position position = position_of(start_text);
    struct kauri_prover *prover = prover_of(full_board, START_SEEDS, 32 << 20, 1, 1);
    (void)ask(prover, &position, 2, nodes, NULL);
    return prover;
}

static void save(const struct kauri_prover *prover, const char *path)
{
    struct kauri_error error = {KAURI_OK, ""};
    if (kauri_prover_save(prover, path, NULL, &error) != KAURI_OK) {
        fail_msg("%s", error.message);
    }
}

static void load(struct kauri_prover *prover, const char *path)
{
    struct kauri_error error = {KAURI_OK, ""};
    if (kauri_prover_load(prover, path, NULL, &error) != KAURI_OK) {
        fail_msg("%s", error.message);
    }
}

static void make_path(char folder[TEMPORARY_BYTES], char path[PATH_BYTES])
{
    temporary_make(folder);
    (void)snprintf(path, PATH_BYTES, "%s/state", folder);
}

// How many entries of a prover another one has, all of them the same. Counts what they cost.
struct overlap {
    uint64_t entries, found;
    uint64_t work, found_work;
    bool tall;
};

static struct overlap compare(const struct kauri_prover *first, const struct kauri_prover *second)
{
    struct overlap overlap = {0};
    for (uint64_t bucket = 0; bucket < first->table.buckets; bucket++) {
        struct kauri_table_place places[KAURI_TABLE_WAYS];
        struct kauri_table_entry entries[KAURI_TABLE_WAYS];
        const unsigned count = kauri_proof_table_bucket(&first->table, bucket, places, entries);
        for (unsigned i = 0; i < count; i++) {
            const struct kauri_table_entry *entry = &entries[i];
            struct kauri_table_entry other;
            const struct kauri_board_number number =
                kauri_proof_table_number(&first->table, places[i]);
            overlap.entries++;
            overlap.work += entry->work;
            overlap.tall |= number.high != 0;
            if (!kauri_proof_table_load(&second->table,
                                        kauri_proof_table_place(&second->table, number), &other)) {
                continue;
            }
            overlap.found++;
            overlap.found_work += entry->work;
            assert_int_equal(other.low, entry->low);
            assert_int_equal(other.high, entry->high);
            assert_int_equal(other.x, entry->x);
            assert_int_equal(other.phi, entry->phi);
            assert_int_equal(other.delta, entry->delta);
            assert_int_equal(other.work, entry->work);
        }
    }
    return overlap;
}

// ----------------------------------------------------------------------------------- the numbers

static void places_lead_back_to_numbers(void **state)
{
    (void)state;
    static const struct {
        struct kauri_shape shape;
        unsigned seeds;
        uint64_t memory;
    } tables[] = {{{6, 12}, 60, 32 << 20}, {{6, 12}, 60, 50000000}, {{6, 12}, 59, 32 << 20},
                  {{6, 12}, 20, 1 << 20},  {{3, 2}, 5, 64},         {{2, 3}, 4, 64 * 7},
                  {{1, 0}, 1, 64}};
    uint64_t random = 5;
    for (unsigned t = 0; t < sizeof tables / sizeof tables[0]; t++) {
        struct kauri_numbering numbering;
        kauri_numbering_init(&numbering, tables[t].shape);
        for (uint64_t seed = 0; seed < 5; seed++) {
            struct kauri_proof_table table;
            const kauri_wide end = numbering.layers[tables[t].seeds + 1];
            assert_int_equal(kauri_proof_table_new(&numbering, tables[t].seeds, tables[t].memory,
                                                   seed, &table, NULL),
                             KAURI_OK);
            for (unsigned i = 0; i < 20000; i++) {
                const kauri_wide any =
                    (kauri_wide)random_next(&random) << 64 | random_next(&random);
                const kauri_wide wide = i < 50 && i < end ? end - 1 - i : any % end;
                const struct kauri_board_number number = {(uint64_t)wide, (uint64_t)(wide >> 64)};
                const struct kauri_board_number back =
                    kauri_proof_table_number(&table, kauri_proof_table_place(&table, number));
                assert_true(back.low == number.low && back.high == number.high);
            }
            kauri_proof_table_free(&table);
        }
    }
}

static void codes_of_work_are_those_of_their_numbers(void **state)
{
    (void)state;
    for (unsigned code = 0; code <= KAURI_TABLE_WORK_MAX; code++) {
        assert_int_equal(kauri_table_work_code(kauri_table_work(code)), code);
        assert_true(code == 0 || kauri_table_work(code) > kauri_table_work(code - 1));
    }
    assert_int_equal(kauri_table_work_code(UINT64_MAX), KAURI_TABLE_WORK_MAX);
}

// ------------------------------------------------------------------------------- save and load

static void a_state_is_loaded_as_it_was_saved(void **state)
{
    (void)state;
    static const struct {
        uint64_t memory;
        unsigned threads;
        uint64_t seed;
    } others[] = {{32 << 20, 1, 1}, {32 << 20, 1, 2}, {40000000, 1, 3}, {100 << 20, 3, 1}};
    char folder[TEMPORARY_BYTES];
    char path[PATH_BYTES];
    make_path(folder, path);
    struct kauri_prover *prover = prover_of_start(30000);
    struct kauri_prover_file_facts facts;
    save(prover, path);
    for (unsigned i = 0; i < sizeof others / sizeof others[0]; i++) {
        struct kauri_prover *other =
            prover_of(full_board, START_SEEDS, others[i].memory, others[i].threads, others[i].seed);
        load(other, path);
        const struct overlap overlap = compare(prover, other);
        assert_true(overlap.tall && overlap.entries > 20000);
        // Another seed may put five positions into one bucket.
        assert_in_range(overlap.entries - overlap.found, 0, others[i].seed == 1 ? 0 : 5);
        assert_int_equal(compare(other, prover).found, overlap.found);
        assert_int_equal(kauri_prover_history(other).nodes, kauri_prover_history(prover).nodes);
        kauri_prover_free(other);
    }
    assert_int_equal(kauri_prover_file_read(path, &facts, NULL), KAURI_OK);
    assert_int_equal(facts.shape.holes, 6);
    assert_int_equal(facts.shape.cowries, 12);
    assert_int_equal(facts.seeds, START_SEEDS);
    assert_int_equal(facts.entries, compare(prover, prover).entries);
    assert_int_equal(facts.history.nodes, kauri_prover_history(prover).nodes);
    assert_int_equal(facts.history.layers, 0);
    kauri_prover_free(prover);
    temporary_remove(folder);
}

static void a_smaller_table_keeps_what_cost_most(void **state)
{
    (void)state;
    char folder[TEMPORARY_BYTES];
    char path[PATH_BYTES];
    make_path(folder, path);
    const struct kauri_position position = position_of(longer_text);
    struct kauri_prover *prover = prover_of(longer_board, 11, 4 << 20, 1, 1);
    for (int x = -10; x <= 4; x += 2) {
        (void)ask(prover, &position, x, 20000, NULL);
    }
    save(prover, path);
    struct kauri_prover *other = prover_of(longer_board, 11, 64 * 64, 1, 2);
    load(other, path);
    const struct overlap overlap = compare(prover, other);
    assert_true(overlap.entries > 1000);
    assert_in_range(overlap.found, 250, 256); // all its entries are in use
    assert_int_equal(compare(other, prover).found, overlap.found);
    assert_true(overlap.found_work > overlap.work / 2);
    struct kauri_prover_known known;
    struct kauri_prover_known expected;
    kauri_prover_known(other, &position, &known);
    kauri_prover_known(prover, &position, &expected);
    assert_true(known.visited && expected.visited);
    assert_int_equal(known.r.low, expected.r.low);
    assert_int_equal(known.r.high, expected.r.high);
    kauri_prover_free(other);
    kauri_prover_free(prover);
    temporary_remove(folder);
}

// Bounds of both runs hold, whatever was known before.
static void a_state_adds_to_what_is_known(void **state)
{
    (void)state;
    char folder[TEMPORARY_BYTES];
    char path[PATH_BYTES];
    make_path(folder, path);
    const struct kauri_position position = position_of("1+1,2,1/0,2,1+1 S 0:0");
    struct kauri_prover *first = prover_of(small_board, 7, 64 << 20, 1, 1);
    struct kauri_prover *second = prover_of(small_board, 8, 64 << 20, 1, 2);
    struct kauri_prover_known known[3];
    int r = -22;
    while (ask(first, &position, r + 1, 500, NULL).answer == KAURI_PROVER_YES) {
        r++;
    }
    // The first prover knows that r is not less, and the second one that it is not more. They have
    // expanded so little that their tables are still on small pages.
    kauri_prover_free(first);
    first = prover_of(small_board, 7, 64 << 20, 1, 1);
    (void)ask(first, &position, r, 500, NULL);
    (void)ask(second, &position, r + 1, 500, NULL);
    kauri_prover_known(first, &position, &known[0]);
    kauri_prover_known(second, &position, &known[1]);
    save(first, path);
    load(second, path);
    kauri_prover_known(second, &position, &known[2]);
    assert_true(known[0].r.low > known[1].r.low && known[0].r.high > known[1].r.high);
    assert_int_equal(known[2].r.low, known[0].r.low);
    assert_int_equal(known[2].r.high, known[1].r.high);
    kauri_prover_free(first);
    kauri_prover_free(second);
    temporary_remove(folder);
}

static void a_search_that_was_interrupted_goes_on(void **state)
{
    (void)state;
    char folder[TEMPORARY_BYTES];
    char path[PATH_BYTES];
    make_path(folder, path);
    const struct kauri_position position = position_of(longer_text);
    struct kauri_prover *whole = prover_of(longer_board, 11, 8 << 20, 1, 1);
    const struct kauri_prover_report expected = ask(whole, &position, -2, 0, NULL);
    assert_int_not_equal(expected.answer, KAURI_PROVER_OPEN);
    assert_true(expected.nodes > 2000);
    kauri_prover_free(whole);
    struct kauri_prover *half = prover_of(longer_board, 11, 8 << 20, 1, 1);
    assert_int_equal(ask(half, &position, -2, expected.nodes / 2, NULL).answer, KAURI_PROVER_OPEN);
    save(half, path);
    kauri_prover_free(half);
    for (unsigned i = 0; i < 3; i++) { // the same table, a smaller one, and another seed
        struct kauri_prover *rest =
            prover_of(longer_board, 11, i == 1 ? 1 << 20 : 8 << 20, 1, 1 + i / 2);
        load(rest, path);
        const struct kauri_prover_report report = ask(rest, &position, -2, 0, NULL);
        assert_int_equal(report.answer, expected.answer);
        assert_true(report.nodes < expected.nodes * 3 / 4);
        kauri_prover_free(rest);
    }
    temporary_remove(folder);
}

// ------------------------------------------------------------------------------------- refusals

static void assert_refused(struct kauri_prover *prover, const char *path,
                           enum kauri_status expected, const char *message)
{
    struct kauri_error error = {KAURI_OK, ""};
    assert_int_equal(kauri_prover_load(prover, path, NULL, &error), expected);
    assert_non_null(strstr(error.message, path));
    assert_null(strchr(error.message, '\n'));
    if (strstr(error.message, message) == NULL) {
        fail_msg("'%s' is not in '%s'", message, error.message);
    }
}

static void damaged_files_are_refused(void **state)
{
    (void)state;
    char folder[TEMPORARY_BYTES];
    char path[PATH_BYTES];
    size_t size = 0;
    make_path(folder, path);
    const struct kauri_position position = position_of("1+1,2,1/0,2,1+1 S 0:0");
    struct kauri_prover *prover = prover_of(small_board, 7, 64 * 16, 1, 1);
    (void)ask(prover, &position, 1, 100, NULL);
    save(prover, path);
    uint8_t *bytes = forge_load(path, &size);
    load(prover, path);
    for (size_t end = 0; end < size; end++) {
        forge_save(path, bytes, end);
        assert_refused(prover, path, KAURI_CORRUPT,
                       end < 8 ? "is not the state of a search" : "is truncated: it");
    }
    bytes[size] = 0;
    forge_save(path, bytes, size + 1);
    assert_refused(prover, path, KAURI_CORRUPT, "is damaged: its size");
    for (size_t at = 0; at < size; at++) {
        for (unsigned bit = 0; bit < 8; bit += at < 200 ? 1 : 3) {
            bytes[at] ^= (uint8_t)(1 << bit);
            forge_save(path, bytes, size);
            assert_refused(prover, path, KAURI_CORRUPT,
                           at < 8    ? "is not the state of a search"
                           : at < 12 ? "is of another version"
                                     : "is damaged: the checksum of ");
            bytes[at] ^= (uint8_t)(1 << bit);
        }
    }
    forge_save(path, bytes, size);
    load(prover, path);
    free(bytes);
    kauri_prover_free(prover);
    temporary_remove(folder);
}

static void foreign_files_are_refused(void **state)
{
    (void)state;
    char folder[TEMPORARY_BYTES];
    char path[PATH_BYTES];
    make_path(folder, path);
    struct kauri_prover *prover = prover_of(small_board, 7, 1 << 20, 1, 1);
    struct kauri_prover *fewer = prover_of(small_board, 6, 1 << 20, 1, 1);
    struct kauri_prover *other = prover_of((struct kauri_shape){3, 3}, 7, 1 << 20, 1, 1);
    assert_refused(prover, path, KAURI_MISSING, "cannot open");
    save(prover, path);
    assert_refused(fewer, path, KAURI_BAD_INPUT, "has positions with up to 7 seeds, not 6");
    assert_refused(other, path, KAURI_BAD_INPUT,
                   "is of the board with 3 holes and 2 cowries, not 3 and 3");
    assert_refused(prover, folder, KAURI_CORRUPT, "is not a regular file");
    forge_save(path, (const uint8_t *)"kauri\n", 6);
    assert_refused(prover, path, KAURI_CORRUPT, "is not the state of a search");
    kauri_prover_free(prover);
    kauri_prover_free(fewer);
    kauri_prover_free(other);
    temporary_remove(folder);
}

// A file whose checksums are good. One entry, of position 5 of layer 7, and what is wrong with it.
struct forgery {
    const char *message;
    unsigned at; // byte of the chunk
    uint8_t byte;
};

static enum kauri_status make_forged(void *context, unsigned worker, uint64_t chunk, uint8_t *bytes,
                                     size_t *size, struct kauri_error *error)
{
    const struct forgery *forgery = context;
    (void)worker, (void)chunk, (void)error;
    memset(bytes, 0, 30);
    bytes[0] = 1; // entries
    bytes[8] = 5;
    bytes[17] = 1; // low: 0
    bytes[19] = 1; // high
    bytes[21] = 1; // x
    bytes[22] = 1; // phi
    bytes[25] = 1; // delta
    bytes[forgery->at] = forgery->byte;
    *size = 30;
    return KAURI_OK;
}

static uint64_t forged_rules; // digest, of a file that was saved

static void conclude_forged(void *context, uint64_t facts[KAURI_CHUNK_FACTS])
{
    (void)context;
    facts[0] = forged_rules;
    facts[1] = small_board.holes;
    facts[2] = small_board.cowries;
    facts[3] = 7;
}

static void forged_entries_are_refused(void **state)
{
    (void)state;
    static const struct kauri_chunk_kind kind = {
        .magic = "KAURIPRV", .name = "the state of a search", .version = 1, .chunk_bytes = 30};
    static const struct forgery forgeries[] = {
        {NULL, 29, 0},                         // none
        {"its number of entries", 0, 2},       // more than there are
        {"its number of entries", 0, 0},       //
        {"its number of great entries", 4, 2}, //
        {"the number of a position", 15, 1},   // beyond the last layer
        {"the number of a position", 4, 1},    // beyond bit 64
        {"the numbers of an entry", 16, 1},    // low above high
        {"the numbers of an entry", 18, 2},    // high beyond the seeds
        {"the numbers of an entry", 17, 0},    // low beyond the seeds
        {"the numbers of an entry", 21, 2},    // x
        {"the numbers of an entry", 22, 0},    // phi
        {"the numbers of an entry", 25, 0},    // delta
        {"the numbers of an entry", 24, 0x20}, // phi
        {"the numbers of an entry", 27, 0x20}, // delta
        {"the numbers of an entry", 29, 2},    // work
    };
    char folder[TEMPORARY_BYTES];
    char path[PATH_BYTES];
    make_path(folder, path);
    struct kauri_prover *prover = prover_of(small_board, 7, 1 << 20, 1, 1);
    struct kauri_chunk_file *file = NULL;
    save(prover, path);
    assert_int_equal(kauri_chunk_file_open(path, &kind, &file, NULL), KAURI_OK);
    forged_rules = kauri_chunk_file_facts(file)[0];
    kauri_chunk_file_close(file);
    for (unsigned i = 0; i < sizeof forgeries / sizeof forgeries[0]; i++) {
        struct forgery forgery = forgeries[i];
        assert_int_equal(kauri_chunk_file_write(path, &kind, 1, 1, make_forged, conclude_forged,
                                                &forgery, NULL, NULL),
                         KAURI_OK);
        if (forgery.message == NULL) {
            load(prover, path);
        } else {
            assert_refused(prover, path, KAURI_CORRUPT, forgery.message);
        }
    }
    forged_rules++;
    struct forgery none = forgeries[0];
    assert_int_equal(
        kauri_chunk_file_write(path, &kind, 1, 1, make_forged, conclude_forged, &none, NULL, NULL),
        KAURI_OK);
    assert_refused(prover, path, KAURI_CORRUPT, "is of other rules");
    kauri_prover_free(prover);
    temporary_remove(folder);
}

// ------------------------------------------------------------------------------------- the keeper

static struct kauri_prover_keeper *keep(struct kauri_prover *prover, const char *path,
                                        double interval, const struct kauri_progress *progress)
{
    struct kauri_prover_keeper *keeper = NULL;
    struct kauri_error error = {KAURI_OK, ""};
    if (kauri_prover_keeper_new(prover, path, interval, progress, &keeper, &error) != KAURI_OK) {
        fail_msg("%s", error.message);
    }
    return keeper;
}

// Saves while several threads search; every bound of every such file is true.
static void bounds_saved_while_threads_search_are_true(void **state)
{
    (void)state;
    char folder[TEMPORARY_BYTES];
    char path[PATH_BYTES];
    make_path(folder, path);
    const struct kauri_shape shape = {3, 2};
    struct oracle *oracle = oracle_new(shape.holes, shape.cowries, 4);
    struct kauri_prover *prover = prover_of(shape, 4, 64 * 200, 3, 1);
    struct kauri_layer layer;
    uint64_t bounds = 0;
    assert_int_equal(kauri_layer_init(&layer, shape, 4, NULL), KAURI_OK);
    for (uint64_t index = 0; index < layer.positions; index += 97) {
        struct kauri_prover_keeper *keeper = keep(prover, path, 0, NULL);
        struct kauri_view view;
        kauri_unindex(&layer, index, &view);
        const struct kauri_position position = kauri_view_position(&view, shape.holes);
        const int r = oracle_get(oracle, &position).r;
        for (int x = -12; x <= 12; x += 4) {
            const struct kauri_prover_report report =
                ask(prover, &position, x, 50000, kauri_prover_keeper_progress(keeper));
            assert_true(report.answer == KAURI_PROVER_OPEN ||
                        (report.answer == KAURI_PROVER_YES) == (r >= x));
        }
        assert_int_equal(kauri_prover_keeper_save(keeper, NULL), KAURI_OK);
        kauri_prover_keeper_free(keeper);
    }
    struct kauri_prover *loaded = prover_of(shape, 4, 1 << 20, 2, 2);
    load(loaded, path);
    for (unsigned seeds = 0; seeds <= 4; seeds++) {
        assert_int_equal(kauri_layer_init(&layer, shape, seeds, NULL), KAURI_OK);
        for (uint64_t index = 0; index < layer.positions; index++) {
            struct kauri_view view;
            struct kauri_prover_known known;
            kauri_unindex(&layer, index, &view);
            const struct kauri_position position = kauri_view_position(&view, shape.holes);
            kauri_prover_known(loaded, &position, &known);
            if (known.visited) {
                bounds++;
                assert_in_range(oracle_get(oracle, &position).r + 100, known.r.low + 100,
                                known.r.high + 100);
            }
        }
    }
    assert_true(bounds > 500);
    kauri_prover_free(loaded);
    kauri_prover_free(prover);
    oracle_free(oracle);
    temporary_remove(folder);
}

// Counts saves, as files of another inode; stops the search after some.
struct watch {
    const char *path;
    ino_t inode;
    unsigned files;
    unsigned stop_after;
    unsigned saves; // reports of that stage
};

static void watch_report(void *context, const struct kauri_progress_report *report)
{
    struct watch *watch = context;
    struct stat facts;
    watch->saves += strcmp(report->stage, "save") == 0;
    if (stat(watch->path, &facts) == 0 && facts.st_ino != watch->inode) {
        watch->inode = facts.st_ino;
        watch->files++;
    }
}

static bool watch_cancelled(void *context)
{
    const struct watch *watch = context;
    return watch->files >= watch->stop_after;
}

static void a_state_is_saved_at_intervals_and_at_the_end(void **state)
{
    (void)state;
    char folder[TEMPORARY_BYTES];
    char path[PATH_BYTES];
    make_path(folder, path);
    struct watch watch = {.path = path, .stop_after = 2};
    const struct kauri_progress progress = {
        .report = watch_report, .cancelled = watch_cancelled, .context = &watch};
    const struct kauri_position position = position_of(start_text);
    for (unsigned threads = 1; threads <= 3; threads += 2) {
        (void)unlink(path);
        watch.files = 0;
        struct kauri_prover *prover = prover_of(full_board, START_SEEDS, 32 << 20, threads, 1);
        struct kauri_prover_keeper *keeper = keep(prover, path, 0.01, &progress);
        assert_false(kauri_prover_keeper_facts(keeper).resumed);
        assert_true(ask(prover, &position, 2, 0, kauri_prover_keeper_progress(keeper)).stopped);
        const unsigned saves = kauri_prover_keeper_facts(keeper).saves;
        assert_true(saves >= 1 && watch.saves > 0);
        assert_int_equal(kauri_prover_keeper_save(keeper, NULL), KAURI_OK);
        assert_int_equal(kauri_prover_keeper_facts(keeper).saves, saves + 1);
        assert_int_equal(kauri_prover_keeper_save(keeper, NULL), KAURI_OK); // nothing new
        assert_int_equal(kauri_prover_keeper_facts(keeper).saves, saves + 1);
        kauri_prover_keeper_free(keeper);
        struct kauri_prover *other = prover_of(full_board, START_SEEDS, 32 << 20, 1, 1);
        keeper = keep(other, path, 1000, NULL);
        assert_true(kauri_prover_keeper_facts(keeper).resumed);
        if (threads == 1) {
            assert_int_equal(compare(prover, other).found, compare(prover, prover).entries);
        }
        kauri_prover_keeper_free(keeper);
        kauri_prover_free(other);
        kauri_prover_free(prover);
    }
    temporary_remove(folder);
}

static void a_second_run_is_refused(void **state)
{
    (void)state;
    char folder[TEMPORARY_BYTES];
    char path[PATH_BYTES];
    char left[PATH_BYTES + 32];
    struct kauri_prover_keeper *second = NULL;
    struct kauri_error error;
    make_path(folder, path);
    (void)snprintf(left, sizeof left, "%s.tmp-0123456789abcdef", path);
    const struct kauri_position position = position_of("1+1,2,1/0,2,1+1 S 0:0");
    struct kauri_prover *prover = prover_of(small_board, 7, 1 << 20, 1, 1);
    struct kauri_prover_keeper *first = keep(prover, path, 1000, NULL);
    for (unsigned run = 0; run < 2; run++) { // without a file, and with one
        (void)ask(prover, &position, 1 + (int)run, 100, kauri_prover_keeper_progress(first));
        assert_int_equal(kauri_prover_keeper_save(first, NULL), KAURI_OK);
        assert_int_equal(kauri_prover_keeper_new(prover, path, 1000, NULL, &second, &error),
                         KAURI_LOCKED);
        assert_null(second);
        assert_non_null(strstr(error.message, "is in use by another run"));
        kauri_prover_keeper_free(first);
        forge_save(left, (const uint8_t *)"x", 1); // of a run that was killed
        first = keep(prover, path, 1000, NULL);
        assert_int_not_equal(access(left, F_OK), 0);
    }
    kauri_prover_keeper_free(first);
    kauri_prover_free(prover);
    temporary_remove(folder);
}

static void a_place_that_cannot_be_written_is_refused_at_once(void **state)
{
    (void)state;
    char folder[TEMPORARY_BYTES];
    char path[PATH_BYTES];
    char deeper[PATH_BYTES + 16];
    struct kauri_prover_keeper *keeper = NULL;
    struct kauri_error error;
    make_path(folder, path);
    (void)snprintf(deeper, sizeof deeper, "%s/state", path);
    struct kauri_prover *prover = prover_of(small_board, 7, 1 << 20, 1, 1);
    assert_int_equal(kauri_prover_keeper_new(prover, folder, 1, NULL, &keeper, &error),
                     KAURI_RESOURCE);
    assert_non_null(strstr(error.message, "it is a folder"));
    assert_int_equal(kauri_prover_keeper_new(prover, deeper, 1, NULL, &keeper, &error),
                     KAURI_RESOURCE);
    assert_int_equal(kauri_prover_keeper_new(prover, "/dev/null", 1, NULL, &keeper, &error),
                     KAURI_CORRUPT);
    assert_non_null(strstr(error.message, "not a regular file"));
    assert_null(keeper);
    kauri_prover_free(prover);
    temporary_remove(folder);
}

// A full disk does not end the search, nor harm the file that is there.
static void a_save_that_fails_leaves_the_file_and_the_search(void **state)
{
    (void)state;
    char folder[TEMPORARY_BYTES];
    char path[PATH_BYTES];
    size_t size = 0;
    size_t after = 0;
    struct rlimit limit;
    struct rlimit little;
    struct kauri_error error;
    make_path(folder, path);
    const struct kauri_position position = position_of(start_text);
    struct kauri_prover *prover = prover_of_start(1000);
    save(prover, path);
    uint8_t *bytes = forge_load(path, &size);
    struct kauri_prover_keeper *keeper = keep(prover, path, 0, NULL);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    little = limit;
    little.rlim_cur = size / 2;
    (void)signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &little), 0);
    (void)ask(prover, &position, 2, 400000, kauri_prover_keeper_progress(keeper));
    const struct kauri_prover_keeper_facts facts = kauri_prover_keeper_facts(keeper);
    const enum kauri_status status = kauri_prover_keeper_save(keeper, &error);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    assert_int_equal(facts.saves, 0);
    assert_non_null(facts.trouble);
    assert_int_equal(status, KAURI_RESOURCE);
    assert_non_null(strstr(error.message, "cannot write"));
    uint8_t *found = forge_load(path, &after);
    assert_int_equal(after, size);
    assert_memory_equal(found, bytes, size);
    assert_int_equal(kauri_prover_keeper_save(keeper, &error), KAURI_OK); // there is room again
    assert_null(kauri_prover_keeper_facts(keeper).trouble);
    free(found);
    free(bytes);
    kauri_prover_keeper_free(keeper);
    kauri_prover_free(prover);
    temporary_remove(folder);
}

// Whenever the process is killed, there is a whole file, and the next run removes the rest.
static void a_killed_run_leaves_a_good_file(void **state)
{
    (void)state;
    char folder[TEMPORARY_BYTES];
    char path[PATH_BYTES];
    make_path(folder, path);
    struct kauri_prover *prover = prover_of_start(5000);
    save(prover, path);
    for (unsigned run = 0; run < 20; run++) {
        const pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            while (kauri_prover_save(prover, path, NULL, NULL) == KAURI_OK) {
            }
            _exit(1);
        }
        const struct timespec pause = {.tv_nsec = 3000000L + 1700000L * run};
        (void)nanosleep(&pause, NULL);
        assert_int_equal(kill(child, SIGKILL), 0);
        assert_int_equal(waitpid(child, NULL, 0), child);
        struct kauri_prover *other = prover_of(full_board, START_SEEDS, 32 << 20, 1, 1);
        struct kauri_prover_keeper *keeper = keep(other, path, 1000, NULL);
        assert_int_equal(compare(prover, other).found, compare(prover, prover).entries);
        kauri_prover_keeper_free(keeper);
        kauri_prover_free(other);
    }
    kauri_prover_free(prover);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rmdir(folder), 0); // nothing else is there
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_lead_back_to_numbers),
        cmocka_unit_test(codes_of_work_are_those_of_their_numbers),
        cmocka_unit_test(a_state_is_loaded_as_it_was_saved),
        cmocka_unit_test(a_smaller_table_keeps_what_cost_most),
        cmocka_unit_test(a_state_adds_to_what_is_known),
        cmocka_unit_test(a_search_that_was_interrupted_goes_on),
        cmocka_unit_test(damaged_files_are_refused),
        cmocka_unit_test(foreign_files_are_refused),
        cmocka_unit_test(forged_entries_are_refused),
        cmocka_unit_test(bounds_saved_while_threads_search_are_true),
        cmocka_unit_test(a_state_is_saved_at_intervals_and_at_the_end),
        cmocka_unit_test(a_second_run_is_refused),
        cmocka_unit_test(a_place_that_cannot_be_written_is_refused_at_once),
        cmocka_unit_test(a_save_that_fails_leaves_the_file_and_the_search),
        cmocka_unit_test(a_killed_run_leaves_a_good_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
