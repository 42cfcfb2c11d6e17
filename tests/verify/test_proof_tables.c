// Proofs above tables that are wrong: tables sealed by a program with one changed rule, mixed with
// genuine ones in every way. Whatever the checker accepts is true if the digests that it names are
// those of genuine tables.
#include "tests/test.h"

#include "queries/search/search.h"
#include "tests/db/tables/oracle_tables.h"
#include "tests/indexer/layers.h"
#include "tests/sanitized.h"
#include "tests/verify/proof_bench.h"
#include "verify/proof_folder.h"

#include <stdio.h>
#include <string.h>

enum {
    TOP = 3, // the highest layer with a table; the oracles know one more
    LAYERS = TOP + 1,
    TEXT_BYTES = 1 << 12,
};

static const struct kauri_shape shape = {.holes = 2, .cowries = 3};

// R4 changed: what is captured indirectly belongs to the mover.
static struct kauri_capture all_for_the_mover(struct kauri_position *position, int hole)
{
    const struct kauri_capture captured = kauri_play(position, hole);
    return (struct kauri_capture){.own = (uint8_t)(captured.own + captured.opponent)};
}

static void mirror_rows(struct kauri_position *position)
{
    const struct kauri_position from = *position;
    for (unsigned i = 0; i < 2U * from.holes; i++) {
        const unsigned row = i / from.holes * from.holes;
        const unsigned to = row + from.holes - 1 - (i - row);
        position->seeds[to] = from.seeds[i];
        position->cowries[to] = from.cowries[i];
    }
}

// R1 changed: sowing goes clockwise.
static struct kauri_capture clockwise(struct kauri_position *position, int hole)
{
    mirror_rows(position);
    const struct kauri_capture captured =
        kauri_play(position, hole == KAURI_MOVE_PASS ? hole : (int)position->holes - 1 - hole);
    mirror_rows(position);
    return captured;
}

// Genuine and false tables of the layers, the folder with a choice of them, and a proof.
struct mix {
    struct oracle *genuine, *changed;
    uint64_t right[LAYERS]; // digests of the genuine tables
    char folder[TEMPORARY_BYTES];
    char path[PROOF_PATH_BYTES];
    struct kauri_tablebase *tables;
    uint64_t stated[LAYERS]; // digests of the tables in the folder
    unsigned tried;          // false statements
    unsigned named;          // false statements that name the digest of a false table
};

static void open_mix(struct mix *mix)
{
    assert_int_equal(kauri_tablebase_open_folder(mix->folder, 1 << 20, &mix->tables, NULL),
                     KAURI_OK);
    for (unsigned n = 0; n < LAYERS; n++) {
        const struct kauri_tablebase_layer *layer = NULL;
        assert_int_equal(kauri_tablebase_layer(mix->tables, n, &layer, NULL), KAURI_OK);
        mix->stated[n] = kauri_reader_certificate(layer->reader)->digest;
    }
}

// Bit n of `is_false`: the table of layer n is the one of the changed rule.
static void make_mix(struct mix *mix, unsigned is_false)
{
    kauri_tablebase_close(mix->tables);
    for (unsigned n = 0; n < LAYERS; n++) {
        const struct oracle *oracle = (is_false >> n & 1) != 0 ? mix->changed : mix->genuine;
        oracle_table(mix->folder, oracle, shape, n, true);
    }
    open_mix(mix);
}

static void make(struct mix *mix, oracle_play *play)
{
    *mix = (struct mix){.genuine = oracle_new(shape.holes, shape.cowries, LAYERS),
                        .changed = oracle_new_by(play, shape.holes, shape.cowries, LAYERS)};
    temporary_make(mix->folder);
    (void)snprintf(mix->path, sizeof mix->path, "%s/proof", mix->folder);
    make_mix(mix, 0);
    memcpy(mix->right, mix->stated, sizeof mix->right);
}

static void clear(struct mix *mix)
{
    kauri_tablebase_close(mix->tables);
    temporary_remove(mix->folder);
    oracle_free(mix->genuine);
    oracle_free(mix->changed);
}

static struct kauri_position position_at(unsigned seeds, uint64_t index)
{
    const struct kauri_layer layer = layer_of(shape, seeds);
    return kauri_layer_position(&layer, index % layer.positions);
}

// Checks the proof. It must be refused, or true, or name the digest of a table that is not genuine.
static enum kauri_status judge(struct mix *mix, struct kauri_error *error)
{
    struct kauri_proof_folder folder;
    const enum kauri_status status =
        kauri_proof_folder_check(mix->path, mix->tables, NULL, &folder, error);
    if (status != KAURI_OK) {
        assert_true(status == KAURI_WRONG || status == KAURI_MISSING);
    } else {
        const struct kauri_proof_entry *proof = &folder.entry[0];
        const int r = oracle_get(mix->genuine, &proof->position).r;
        assert_true(folder.tables <= LAYERS);
        assert_memory_equal(folder.digest, mix->stated, folder.tables * sizeof(uint64_t));
        if (r < proof->low || r > proof->high) {
            assert_memory_not_equal(folder.digest, mix->right, folder.tables * sizeof(uint64_t));
            mix->named++;
        }
    }
    kauri_proof_folder_clear(&folder);
    return status;
}

// Writes a proof without steps by hand: the tables say that r is this. It lists the tables of
// layers `first` to that of the position.
static void write_by_hand(const struct mix *mix, const struct kauri_position *position, int r,
                          unsigned first, const uint64_t digests[LAYERS])
{
    char text[TEXT_BYTES];
    char root[KAURI_POSITION_TEXT_BYTES];
    int length = snprintf(text, sizeof text, "board %u %u\nroot %s\nbounds %d %d\n", shape.holes,
                          shape.cowries, kauri_position_format(position, root), r, r);
    for (unsigned n = first; n <= kauri_seeds(position); n++) {
        length += snprintf(text + length, sizeof text - (size_t)length, "table %u %016llx\n", n,
                           (unsigned long long)digests[n]);
    }
    assert_true(length < TEXT_BYTES);
    (void)proof_bench_seal_head(mix->path, text);
}

// What the tables of the folder say about a position, with the tables listed in three ways.
static void try_by_hand(struct mix *mix, const struct kauri_position *position)
{
    struct kauri_error error = {.message = ""};
    char digest[20];
    int32_t r = 0;
    const unsigned seeds = kauri_seeds(position);
    const bool all_right = memcmp(mix->stated, mix->right, (seeds + 1) * sizeof(uint64_t)) == 0;
    assert_int_equal(kauri_probe_r(mix->tables, position, &r, NULL), KAURI_OK);
    mix->tried += r != oracle_get(mix->genuine, position).r;

    write_by_hand(mix, position, r, 0, mix->stated);
    assert_int_equal(judge(mix, &error), KAURI_OK);
    write_by_hand(mix, position, r, 0, mix->right);
    assert_int_equal(judge(mix, &error), all_right ? KAURI_OK : KAURI_WRONG);
    if (!all_right) {
        assert_non_null(strstr(error.message, "another table of layer"));
    }
    for (unsigned first = 1; first <= seeds; first++) {
        write_by_hand(mix, position, r, first, mix->stated);
        assert_int_equal(judge(mix, &error), KAURI_WRONG);
        (void)snprintf(digest, sizeof digest, "%016llx", (unsigned long long)mix->stated[first]);
        assert_non_null(strstr(error.message, digest));
        assert_non_null(strstr(error.message, "without layer 0"));
    }
}

// A search above the tables of the folder: what its proof says is accepted with these tables, and
// names them.
static void try_by_search(struct mix *mix, const struct kauri_position *position)
{
    const struct kauri_search_limits limits = {.memory = 1 << 20, .seconds = 100, .nodes = 2000};
    struct kauri_search_answer *found = NULL;
    struct kauri_error error = {.message = ""};
    const enum kauri_status status =
        kauri_search_answer_find(mix->tables, position, KAURI_GOAL_VALUE, &limits, &found, &error);
    if (status != KAURI_OK) { // tables that contradict one another
        assert_int_equal(status, KAURI_CORRUPT);
        return;
    }
    const int r = oracle_get(mix->genuine, position).r;
    mix->tried += r < found->r.low || r > found->r.high;
    assert_ok(kauri_search_answer_prove(found, NULL, mix->path, KAURI_OUTPUT_REPLACE, NULL, &error),
              &error);
    assert_int_equal(judge(mix, &error), KAURI_OK);
    kauri_search_answer_free(found);
}

TEST(no_mix_of_tables_proves_anything_false)
{
    oracle_play *const rules[] = {all_for_the_mover, clockwise};
    for (size_t rule = 0; rule < sizeof rules / sizeof rules[0]; rule++) {
        struct mix mix;
        make(&mix, rules[rule]);
        for (unsigned is_false = 0; is_false < 1U << LAYERS; is_false++) {
            make_mix(&mix, is_false);
            for (unsigned k = 0; k < fewer(24, 120); k++) {
                const struct kauri_position stored = position_at(k % LAYERS, k * 97 + is_false);
                const struct kauri_position above = position_at(LAYERS, k * 89 + is_false);
                try_by_hand(&mix, &stored);
                try_by_search(&mix, &above);
            }
        }
        print_message("%u false statements, %u of them named a false table\n", mix.tried,
                      mix.named);
        assert_true(mix.tried > fewer(20, 100) && mix.named > 0);
        clear(&mix);
    }
}

// A table with an entry for every position could have the digest of another one.
TEST(full_tables_are_refused)
{
    const struct kauri_search_limits limits = {.memory = 1 << 20, .seconds = 100, .nodes = 2000};
    struct mix mix;
    struct kauri_search_answer *found = NULL;
    struct kauri_error error = {.message = ""};
    int32_t r = 0;
    make(&mix, clockwise);
    kauri_tablebase_close(mix.tables);
    for (unsigned n = 0; n < LAYERS; n++) {
        oracle_table(mix.folder, mix.genuine, shape, n, false);
    }
    open_mix(&mix);
    const struct kauri_position stored = position_at(TOP, 1);
    assert_int_equal(kauri_probe_r(mix.tables, &stored, &r, NULL), KAURI_OK);
    write_by_hand(&mix, &stored, r, 0, mix.stated);
    assert_int_equal(judge(&mix, &error), KAURI_WRONG);
    assert_non_null(strstr(error.message, "has an entry for every position"));
    assert_int_equal(
        kauri_search_answer_find(mix.tables, &stored, KAURI_GOAL_VALUE, &limits, &found, &error),
        KAURI_OK);
    assert_int_equal(
        kauri_search_answer_prove(found, NULL, mix.path, KAURI_OUTPUT_REPLACE, NULL, &error),
        KAURI_BAD_INPUT);
    kauri_search_answer_free(found);
    clear(&mix);
}
