// States of searches in files: what is saved is loaded again, into tables of any size and seed, by
// runs that go on; damaged and foreign files are refused.
#include "tests/test.h"

#include "db/chunk_file.h"
#include "indexer/layer.h"
#include "queries/prover/prover_state.h"
#include "tests/db/forge.h"
#include "tests/queries/prover_states.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// ----------------------------------------------------------------------------------- the numbers

// One of the fifty highest numbers below `end` for the first fifty i, then any.
static struct kauri_board_number number_below(struct kauri_wide end, unsigned i, uint64_t *random)
{
    struct kauri_wide number = kauri_wide_difference(end, (struct kauri_wide){1 + i, 0});
    if (i >= 50 || !kauri_wide_below(number, end)) {
        do {
            number.high = end.high == 0 ? 0 : random_next(random) % (end.high + 1);
            number.low = end.high == 0 ? random_next(random) % end.low : random_next(random);
        } while (!kauri_wide_below(number, end));
    }
    return (struct kauri_board_number){number.low, number.high};
}

TEST(places_lead_back_to_numbers)
{
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
            const struct kauri_wide end = numbering.layers[tables[t].seeds + 1];
            assert_int_equal(kauri_proof_table_new(&numbering, tables[t].seeds, tables[t].memory,
                                                   seed, &table, NULL),
                             KAURI_OK);
            for (unsigned i = 0; i < 20000; i++) {
                const struct kauri_board_number number = number_below(end, i, &random);
                const struct kauri_board_number back =
                    kauri_proof_table_number(&table, kauri_proof_table_place(&table, number));
                assert_true(back.low == number.low && back.high == number.high);
            }
            kauri_proof_table_free(&table);
        }
    }
}

TEST(codes_of_work_are_those_of_their_numbers)
{
    for (unsigned code = 0; code <= KAURI_TABLE_WORK_MAX; code++) {
        assert_int_equal(kauri_table_work_code(kauri_table_work(code)), code);
        assert_true(code == 0 || kauri_table_work(code) > kauri_table_work(code - 1));
    }
    assert_int_equal(kauri_table_work_code(UINT64_MAX), KAURI_TABLE_WORK_MAX);
}

// ------------------------------------------------------------------------------- save and load

TEST(a_state_is_loaded_as_it_was_saved)
{
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

TEST(a_smaller_table_keeps_what_cost_most)
{
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
TEST(a_state_adds_to_what_is_known)
{
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

TEST(a_search_that_was_interrupted_goes_on)
{
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

TEST(damaged_files_are_refused)
{
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
    forge_save(path, bytes, 0);
    assert_refused(prover, path, KAURI_MISSING, "is empty");
    for (size_t end = 1; end < size; end++) {
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
                           : at < 12 ? "is for another version"
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

TEST(foreign_files_are_refused)
{
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
                   "is for the board with 3 holes and 2 cowries, not 3 and 3");
    assert_refused(prover, folder, KAURI_CORRUPT, "is not a regular file");
    forge_save(path, (const uint8_t *)"kauri\n", 6);
    assert_refused(prover, path, KAURI_CORRUPT, "is not the state of a search");
    kauri_prover_free(prover);
    kauri_prover_free(fewer);
    kauri_prover_free(other);
    temporary_remove(folder);
}

// A file whose checksums are good. One entry, of the position with the number 5, and what is wrong
// with it.
struct forgery {
    const char *message;
    unsigned at; // byte of the chunk
    uint8_t byte;
    uint64_t layers; // of tables
};

static enum kauri_status make_forged(void *context, unsigned worker, uint64_t chunk, uint8_t *bytes,
                                     size_t *size, struct kauri_error *error)
{
    const struct forgery *forgery = context;
    (void)worker, (void)chunk, (void)error;
    memset(bytes, 0, 32);
    bytes[0] = 1; // entries
    bytes[8] = 5;
    bytes[17] = 1; // low: 0
    bytes[19] = 1; // high
    bytes[21] = 1; // x
    bytes[22] = 1; // phi
    bytes[26] = 1; // delta
    bytes[forgery->at] = forgery->byte;
    *size = 32;
    return KAURI_OK;
}

static uint64_t forged_rules; // digest, of a file that was saved

static uint64_t rules_of(const char *path)
{
    static const struct kauri_chunk_kind kind = {
        .magic = "KAURIPRV", .name = "the state of a search", .version = 4, .chunk_bytes = 1 << 22};
    struct kauri_chunk_file *file = NULL;
    assert_int_equal(kauri_chunk_file_open(path, &kind, &file, NULL), KAURI_OK);
    const uint64_t rules = kauri_chunk_file_facts(file)[0];
    kauri_chunk_file_close(file);
    return rules;
}

static void conclude_forged(void *context, uint64_t facts[KAURI_CHUNK_FACTS])
{
    const struct forgery *forgery = context;
    facts[0] = forged_rules;
    facts[1] = small_board.holes;
    facts[2] = small_board.cowries;
    facts[3] = 7;
    facts[7] = forgery->layers;
}

// Values of a layer may be derived from all layers below it, so bounds rest on these, too.
TEST(lower_tables_count_as_asked)
{
    char folder[TEMPORARY_BYTES];
    char path[PATH_BYTES];
    struct forgery gap = {NULL, 29, 0, .layers = 1 << 2};
    static const struct kauri_chunk_kind kind = {
        .magic = "KAURIPRV", .name = "the state of a search", .version = 4, .chunk_bytes = 32};
    make_path(folder, path);
    struct kauri_prover *prover = prover_of(small_board, 7, 1 << 20, 1, 1);
    atomic_store(&prover->probed, 1 << 2 | 1 << 5);
    assert_int_equal(kauri_prover_history(prover).layers, (1 << 6) - 1);
    save(prover, path);
    forged_rules = rules_of(path);
    load(prover, path);
    assert_int_equal(kauri_chunk_file_write(path, &kind, 1, 1, make_forged, conclude_forged, &gap,
                                            NULL, NULL, NULL),
                     KAURI_OK);
    assert_refused(prover, path, KAURI_BAD_INPUT, "the lower tables that its bounds rest on");
    kauri_prover_free(prover);
    temporary_remove(folder);
}

// The bounds of a state are as true as the tables that they rest on.
TEST(other_tables_are_refused)
{
    char folder[TEMPORARY_BYTES];
    char path[PATH_BYTES];
    make_path(folder, path);
    struct kauri_prover *prover = prover_of(small_board, 7, 1 << 20, 1, 1);
    prover->history.layers = UINT64_C(1) << 2 | UINT64_C(1) << 31;
    prover->history.marks[2] = 0x1234;
    prover->history.marks[31] = 0x8765;
    save(prover, path);
    prover->history.marks[31] = 0x8766;
    assert_refused(prover, path, KAURI_BAD_INPUT, "rests on another table of layer 31");
    prover->history.marks[31] = 0; // a table that is not there is not compared
    load(prover, path);
    assert_int_equal(prover->history.marks[2], 0x1234);
    assert_int_equal(prover->history.marks[31], 0x8765);
    kauri_prover_free(prover);
    temporary_remove(folder);
}

TEST(forged_entries_are_refused)
{
    static const struct kauri_chunk_kind kind = {
        .magic = "KAURIPRV", .name = "the state of a search", .version = 4, .chunk_bytes = 32};
    static const struct forgery forgeries[] = {
        {NULL, 31, 0, 0},                         // none
        {"its number of entries", 0, 2, 0},       // more than there are
        {"its number of entries", 0, 0, 0},       //
        {"its number of great entries", 4, 2, 0}, //
        {"the number of a position", 15, 1, 0},   // beyond the last layer
        {"the number of a position", 4, 1, 0},    // beyond bit 64
        {"the numbers of an entry", 16, 1, 0},    // low above high
        {"the numbers of an entry", 18, 2, 0},    // high beyond the seeds
        {"the numbers of an entry", 17, 0, 0},    // low beyond the seeds
        {"the numbers of an entry", 21, 2, 0},    // x
        {"the numbers of an entry", 22, 0, 0},    // phi
        {"the numbers of an entry", 26, 0, 0},    // delta
        {"the numbers of an entry", 25, 0x40, 0}, // phi
        {"the numbers of an entry", 29, 0x40, 0}, // delta
        {"the numbers of an entry", 31, 2, 0},    // work
    };
    char folder[TEMPORARY_BYTES];
    char path[PATH_BYTES];
    make_path(folder, path);
    struct kauri_prover *prover = prover_of(small_board, 7, 1 << 20, 1, 1);
    save(prover, path);
    forged_rules = rules_of(path);
    for (unsigned i = 0; i < sizeof forgeries / sizeof forgeries[0]; i++) {
        struct forgery forgery = forgeries[i];
        assert_int_equal(kauri_chunk_file_write(path, &kind, 1, 1, make_forged, conclude_forged,
                                                &forgery, NULL, NULL, NULL),
                         KAURI_OK);
        if (forgery.message == NULL) {
            load(prover, path);
        } else {
            assert_refused(prover, path, KAURI_CORRUPT, forgery.message);
        }
    }
    forged_rules++;
    struct forgery none = forgeries[0];
    assert_int_equal(kauri_chunk_file_write(path, &kind, 1, 1, make_forged, conclude_forged, &none,
                                            NULL, NULL, NULL),
                     KAURI_OK);
    assert_refused(prover, path, KAURI_CORRUPT, "is for other rules");
    kauri_prover_free(prover);
    temporary_remove(folder);
}
