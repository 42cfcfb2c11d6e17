// The check of solution books (verify/book_check.h), against values of an oracle: books of all
// positions of a small board, in which every entry is also altered; provers that lie.
#include "tests/test.h"

#include "db/book/book_write.h"
#include "queries/prover/proof_write.h"
#include "tests/indexer/layers.h"
#include "tests/rules/positions.h"
#include "tests/sanitized.h"
#include "tests/verify/proof_bench.h"
#include "verify/book_check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PLIES_NONE = UINT16_MAX, // no move gets the value within a bound, without a prover
    PLIES_DEEP = 9,          // what is compared with a plain recursion
};

static const unsigned board[] = {2, 4, 4};

// A position with its value, and the move that gets it within the fewest plies if every reply leads
// to another such position.
struct known {
    struct kauri_book_entry entry;
    struct kauri_position position;
};

struct check_bench {
    struct proof_bench proofs;
    struct known *known; // ascending by key
    size_t count;
    struct kauri_book *book;
};

static int compare_known(const void *a, const void *b)
{
    const struct known *one = a;
    const struct known *other = b;
    return memcmp(one->entry.key, other->entry.key, sizeof one->entry.key);
}

static const struct known *find_known(const struct check_bench *bench,
                                      const struct kauri_position *position)
{
    struct known key;
    kauri_book_key(position, key.entry.key);
    const struct known *found =
        bsearch(&key, bench->known, bench->count, sizeof key, compare_known);
    assert_non_null(found);
    return found;
}

static bool is_settled(const struct kauri_position *position, int value)
{
    return value <= -(3 * (int)kauri_seeds(position) + 1);
}

// The legal moves, a pass among them.
static unsigned list_moves(const struct kauri_position *position, int holes[KAURI_HOLES_MAX])
{
    const struct kauri_moves moves = kauri_legal_moves(position);
    holes[0] = KAURI_MOVE_PASS;
    for (unsigned i = 0; i < moves.count; i++) {
        holes[i] = moves.hole[i];
    }
    return moves.count == 0 && kauri_seeds(position) > 0 ? 1 : moves.count;
}

static int gain(struct kauri_capture captured)
{
    return 3 * ((int)captured.own - (int)captured.opponent);
}

// The fewest plies with which an entry about the position may have this move, if the replies lead
// to the positions that have entries now.
static unsigned plies_of_move(const struct check_bench *bench, const struct known *known, int hole)
{
    struct kauri_position after = known->position;
    const struct kauri_capture captured = kauri_play(&after, hole);
    const bool quiet = captured.own + captured.opponent == 0;
    const int needed = known->entry.value - gain(captured);
    int holes[KAURI_HOLES_MAX];
    const unsigned count = list_moves(&after, holes);
    unsigned maximum = 1;
    if (count == 0 && needed > 1) {
        return PLIES_NONE;
    }
    for (unsigned i = 0; i < count && !is_settled(&after, needed); i++) {
        struct kauri_position then = after;
        const struct kauri_capture reply = kauri_play(&then, holes[i]);
        const int value = needed + gain(reply);
        if (is_settled(&then, value)) {
            continue;
        }
        const struct known *next = find_known(bench, &then);
        if (next->entry.plies == PLIES_NONE || next->entry.value < value) {
            return PLIES_NONE;
        }
        const unsigned plies = reply.own + reply.opponent == 0 ? next->entry.plies + 2U : 2;
        maximum = quiet && plies > maximum ? plies : maximum;
    }
    return maximum;
}

// Finds the values of all positions, and the plies by sweeps until nothing changes.
static void find_values(struct check_bench *bench)
{
    for (unsigned seeds = 0; seeds <= board[2]; seeds++) {
        const struct kauri_layer layer = layer_of(bench->proofs.shape, seeds);
        bench->known =
            realloc(bench->known, (bench->count + (size_t)layer.positions) * sizeof *bench->known);
        assert_non_null(bench->known);
        for (uint64_t i = 0; i < layer.positions; i++) {
            struct known known = {.position = kauri_layer_position(&layer, i)};
            kauri_book_key(&known.position, known.entry.key);
            known.entry.value = (int16_t)oracle_get(bench->proofs.oracle, &known.position).r;
            known.entry.plies = PLIES_NONE;
            bench->known[bench->count++] = known;
        }
    }
    qsort(bench->known, bench->count, sizeof *bench->known, compare_known);
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < bench->count; i++) {
            int holes[KAURI_HOLES_MAX];
            const unsigned count = list_moves(&bench->known[i].position, holes);
            for (unsigned k = 0; k < count; k++) {
                const unsigned plies = plies_of_move(bench, &bench->known[i], holes[k]);
                if (plies < bench->known[i].entry.plies) {
                    bench->known[i].entry.plies = (uint16_t)plies;
                    bench->known[i].entry.hole = (int8_t)holes[k];
                    changed = true;
                }
            }
        }
    }
}

// Makes the book of the positions with a bound on the plies, but for one of them.
static struct kauri_book *make_book(const struct check_bench *bench, const struct known *without,
                                    struct kauri_book_info info)
{
    struct kauri_string bytes = {.bytes = NULL};
    struct kauri_book *book = NULL;
    struct kauri_error error;
    struct kauri_book_entry *entries = calloc(bench->count, sizeof *entries);
    assert_non_null(entries);
    info.holes = board[0];
    info.cowries = board[1];
    info.search = 1;
    for (size_t i = 0; i < bench->count; i++) {
        if (bench->known[i].entry.plies != PLIES_NONE && &bench->known[i] != without) {
            entries[info.count++] = bench->known[i].entry;
        }
    }
    assert_int_equal(kauri_book_write(&info, entries, &bytes, &error), KAURI_OK);
    assert_ok(kauri_book_read("book", (const uint8_t *)bytes.bytes, bytes.length, &book, &error),
              &error);
    kauri_string_clear(&bytes);
    free(entries);
    return book;
}

// A root with the most seeds, and bounds that state nothing.
static struct kauri_book_info info_of(const struct check_bench *bench)
{
    const int maximum = 3 * (int)board[2] + 1;
    struct kauri_book_info info = {.low = -maximum, .high = maximum};
    for (size_t i = 0; i < bench->count; i++) {
        if (kauri_seeds(&bench->known[i].position) == board[2]) {
            info.root = bench->known[i].position;
        }
    }
    return info;
}

static int set_up(void **state)
{
    static struct check_bench bench;
    bench = (struct check_bench){.count = 0};
    proof_bench_make(&bench.proofs, board, -1);
    proof_bench_new_prover(&bench.proofs, 0);
    find_values(&bench);
    bench.book = make_book(&bench, NULL, info_of(&bench));
    *state = &bench;
    return 0;
}

static int tear_down(void **state)
{
    struct check_bench *bench = *state;
    kauri_book_close(bench->book);
    free(bench->known);
    proof_bench_remove(&bench->proofs);
    return 0;
}

// ------------------------------------------------------------------------------------ the provers

static enum kauri_status prove_nothing(void *context, unsigned worker,
                                       const struct kauri_position *position, int value,
                                       struct kauri_string *proof, bool *found,
                                       struct kauri_error *error)
{
    (void)context, (void)worker, (void)position, (void)value, (void)proof, (void)error;
    *found = false;
    return KAURI_OK;
}

static enum kauri_status prove_by_search(void *context, unsigned worker,
                                         const struct kauri_position *position, int value,
                                         struct kauri_string *proof, bool *found,
                                         struct kauri_error *error)
{
    const struct check_bench *bench = context;
    const struct kauri_prover_limits limits = {.seconds = 1e9};
    const struct kauri_walk_limits walk = {.seconds = 1e9};
    struct kauri_bounds r = kauri_bounds_trivial(kauri_seeds(position));
    struct kauri_prover_report report;
    (void)worker;
    KAURI_PASS(kauri_prover_ask(bench->proofs.prover, position, value, &limits, &report, error));
    *found = report.answer == KAURI_PROVER_YES;
    r.low = value > r.low ? value : r.low;
    return *found ? kauri_prover_make_proof(bench->proofs.prover, position, r, &walk, proof, NULL,
                                            error)
                  : KAURI_OK;
}

static const struct kauri_book_prover nothing = {.prove = prove_nothing};

// ---------------------------------------------------------------------------------------- entries

// Whether the check accepts entry `number` of the book with another value, move and plies.
static bool accepts(struct kauri_book *book, size_t number, struct kauri_book_entry altered,
                    const struct kauri_book_prover *prover)
{
    struct kauri_book_tally tally = {.entries = 0};
    struct kauri_error error = {.message = ""};
    // The entries of a book are memory of its own, and nobody else reads them now.
    struct kauri_book_entry *entry =
        (struct kauri_book_entry *)(uintptr_t)&kauri_book_entries(book)[number];
    const struct kauri_book_entry before = *entry;
    memcpy(altered.key, before.key, sizeof altered.key);
    *entry = altered;
    const enum kauri_status status =
        kauri_book_check_entry(book, number, prover, 0, &tally, &error);
    *entry = before;
    if (status != KAURI_OK) {
        assert_int_equal(status, KAURI_WRONG);
        assert_string_not_equal(error.message, "");
    } else {
        assert_int_equal(tally.entries, 1);
    }
    return status == KAURI_OK;
}

static const struct known *known_of(const struct check_bench *bench, size_t number)
{
    const struct kauri_position position =
        kauri_book_position(&kauri_book_entries(bench->book)[number], board[0]);
    return find_known(bench, &position);
}

// With bounds on the plies that are as small as can be, each entry is accepted, and no smaller one.
TEST_WITH(each_move_needs_its_plies, set_up, tear_down)
{
    struct check_bench *bench = *state;
    const size_t count = kauri_book_info(bench->book)->count;
    unsigned deep = 0;
    assert_true(count > bench->count / 2);
    for (size_t i = 0; i < count; i++) {
        const struct known *known = known_of(bench, i);
        for (int hole = -2; hole <= INT8_MAX; hole += hole < 8 ? 1 : 7) {
            int holes[KAURI_HOLES_MAX];
            const unsigned moves = list_moves(&known->position, holes);
            struct kauri_book_entry entry = known->entry;
            unsigned least = PLIES_NONE;
            for (unsigned k = 0; k < moves; k++) {
                least = holes[k] == hole ? plies_of_move(bench, known, hole) : least;
            }
            entry.hole = (int8_t)hole;
            entry.plies = (uint16_t)(least - 1); // which may be 0
            assert_false(accepts(bench->book, i, entry, &nothing));
            entry.plies = (uint16_t)least;
            assert_true(accepts(bench->book, i, entry, &nothing) == (least != PLIES_NONE));
        }
        deep += known->entry.plies > 4;
    }
    assert_true(deep > 10);
}

// No greater value is accepted, whatever the move and the plies, even if a search may help.
TEST_WITH(no_greater_value_is_accepted, set_up, tear_down)
{
    struct check_bench *bench = *state;
    const struct kauri_book_prover search = {.prove = prove_by_search, .context = bench};
    for (size_t i = 0; i < kauri_book_info(bench->book)->count; i++) {
        const struct known *known = known_of(bench, i);
        const int maximum = 3 * (int)kauri_seeds(&known->position) + 2;
        struct kauri_book_entry entry = known->entry;
        entry.plies = UINT16_MAX;
        for (int hole = KAURI_MOVE_PASS; hole < (int)board[0]; hole++) {
            entry.hole = (int8_t)hole;
            for (int value = known->entry.value + 1; value <= maximum; value++) {
                entry.value = (int16_t)value;
                assert_false(accepts(bench->book, i, entry, &search));
            }
        }
        entry = known->entry;
        entry.value--; // but a smaller one is, unless no position has it
        assert_true(accepts(bench->book, i, entry, &nothing) == (entry.value > -maximum));
        entry.value = (int16_t)-maximum;
        assert_false(accepts(bench->book, i, entry, &nothing));
        entry.value = INT16_MIN;
        assert_false(accepts(bench->book, i, entry, &search));
        entry.value = INT16_MAX;
        assert_false(accepts(bench->book, i, entry, &search));
    }
}

// Whether the player to move can make sure of the value so that within so many plies a seed is
// captured, the value is settled, or the opponent is stuck: what an entry states.
static bool is_true(const struct check_bench *bench, const struct kauri_position *position,
                    int value, unsigned plies)
{
    int holes[KAURI_HOLES_MAX];
    const unsigned count = plies > 0 ? list_moves(position, holes) : 0;
    bool found = false;
    for (unsigned i = 0; i < count && !found; i++) {
        struct kauri_position after = *position;
        const struct kauri_capture captured = kauri_play(&after, holes[i]);
        const int needed = value - gain(captured);
        int replies[KAURI_HOLES_MAX];
        const unsigned reply_count = list_moves(&after, replies);
        found = is_settled(&after, needed) || -find_known(bench, &after)->entry.value >= needed;
        if (captured.own + captured.opponent > 0 || is_settled(&after, needed)) {
            continue;
        }
        for (unsigned k = 0; k < reply_count && found; k++) {
            struct kauri_position then = after;
            const struct kauri_capture reply = kauri_play(&then, replies[k]);
            const int wanted = needed + gain(reply);
            if (!is_settled(&then, wanted)) {
                found = plies >= 2 && (reply.own + reply.opponent > 0 ||
                                       is_true(bench, &then, wanted, plies - 2));
            }
        }
    }
    return found;
}

// What the check accepts is true, whether entries or searches answer the replies. The search alone
// may find a longer way, but finds one.
TEST_WITH(accepted_plies_are_true, set_up, tear_down)
{
    struct check_bench *bench = *state;
    const struct kauri_book_prover search = {.prove = prove_by_search, .context = bench};
    const size_t count = kauri_book_info(bench->book)->count;
    unsigned compared = 0;
    unsigned unfound = 0;
    for (size_t i = 0; i < count; i += fewer(11, 3)) {
        const struct known *known = known_of(bench, i);
        struct check_bench alone = *bench; // of all entries, the book has this one
        struct known only = *known;
        alone.known = &only;
        alone.count = 1;
        struct kauri_book *book = make_book(&alone, NULL, info_of(bench));
        struct kauri_book_entry entry = known->entry;
        assert_true(entry.plies > PLIES_DEEP ||
                    is_true(bench, &known->position, entry.value, entry.plies));
        entry.plies = UINT16_MAX;
        unfound += !accepts(book, 0, entry, &search);
        for (entry.plies = 1; entry.plies <= PLIES_DEEP; entry.plies++) {
            if (accepts(book, 0, entry, &search)) {
                assert_true(is_true(bench, &known->position, entry.value, entry.plies));
                compared++;
            }
        }
        kauri_book_close(book);
    }
    assert_true(compared > fewer(200, 1000));
    assert_true(unfound < count / 100); // proofs that rest on repetitions
}

// An entry that leads to one that is missing is refused, and no other one is.
TEST_WITH(a_missing_entry_is_missed, set_up, tear_down)
{
    struct check_bench *bench = *state;
    unsigned missed = 0;
    for (size_t i = 0; i < bench->count; i += 97) {
        if (bench->known[i].entry.plies == PLIES_NONE) {
            continue;
        }
        struct kauri_book *book = make_book(bench, &bench->known[i], info_of(bench));
        const uint16_t before = bench->known[i].entry.plies;
        bench->known[i].entry.plies = PLIES_NONE;
        for (size_t k = 0; k < kauri_book_info(book)->count; k++) {
            const struct kauri_book_entry *entry = &kauri_book_entries(book)[k];
            const struct kauri_position position = kauri_book_position(entry, board[0]);
            const bool holds =
                plies_of_move(bench, find_known(bench, &position), entry->hole) <= entry->plies;
            assert_true(accepts(book, k, *entry, &nothing) == holds);
            missed += !holds;
        }
        bench->known[i].entry.plies = before;
        kauri_book_close(book);
    }
    assert_true(missed > 20);
}

// ------------------------------------------------------------------------------------------- root

static enum kauri_status check_root(const struct check_bench *bench,
                                    const struct kauri_position *root, int low, int high,
                                    const struct kauri_book_prover *prover)
{
    struct kauri_book_info info = info_of(bench);
    struct kauri_book_tally tally = {.entries = 0};
    struct kauri_error error;
    struct check_bench below = *bench;
    size_t kept = 0;
    info.root = *root;
    info.low = low;
    info.high = high;
    below.known = calloc(bench->count, sizeof *below.known);
    assert_non_null(below.known);
    for (size_t i = 0; i < bench->count; i++) { // a book has no entries with more seeds
        if (kauri_seeds(&bench->known[i].position) <= kauri_seeds(root)) {
            below.known[kept++] = bench->known[i];
        }
    }
    below.count = kept;
    struct kauri_book *book = make_book(&below, NULL, info);
    const enum kauri_status status = kauri_book_check_root(book, prover, &tally, &error);
    kauri_book_close(book);
    free(below.known);
    return status;
}

TEST_WITH(bounds_of_the_root, set_up, tear_down)
{
    struct check_bench *bench = *state;
    const struct kauri_book_prover search = {.prove = prove_by_search, .context = bench};
    for (size_t i = 0; i < bench->count; i += 41) {
        const struct known *known = &bench->known[i];
        const struct kauri_position *root = &known->position;
        const int maximum = 3 * (int)kauri_seeds(root) + 1;
        const int r = known->entry.value;
        assert_int_equal(check_root(bench, root, -maximum, maximum, &nothing), KAURI_OK);
        const bool has_entry = known->entry.plies != PLIES_NONE || r == -maximum;
        assert_int_equal(check_root(bench, root, r, maximum, &nothing),
                         has_entry ? KAURI_OK : KAURI_WRONG);
        if (r < maximum) {
            assert_int_equal(check_root(bench, root, r + 1, maximum, &search), KAURI_WRONG);
        }
        if (r % 3 != 0) { // otherwise the cowrie phase is endless
            assert_int_equal(check_root(bench, root, -maximum, r, &search), KAURI_OK);
        }
        if (r > -maximum) {
            assert_int_equal(check_root(bench, root, -maximum, r - 1, &search), KAURI_WRONG);
        }
    }
}

// ------------------------------------------------------------------------------- provers that lie

// Hands over a proof that was made for something else.
struct liar {
    const struct check_bench *bench;
    struct kauri_position position;
    int value;
    enum kauri_status status;
    const char *bytes; // NULL: a proof of position and value
    size_t size;
};

static enum kauri_status prove_lie(void *context, unsigned worker,
                                   const struct kauri_position *position, int value,
                                   struct kauri_string *proof, bool *found,
                                   struct kauri_error *error)
{
    struct liar *liar = context;
    (void)position, (void)value;
    *found = true;
    if (liar->status != KAURI_OK) {
        return kauri_fail(error, liar->status, "no proof");
    }
    if (liar->bytes != NULL) {
        kauri_string_add_bytes(proof, liar->bytes, liar->size);
        return KAURI_OK;
    }
    return prove_by_search((void *)(uintptr_t)liar->bench, worker, &liar->position, liar->value,
                           proof, found, error);
}

static enum kauri_status prove(const struct liar *liar, const struct kauri_position *position,
                               int value, struct kauri_book_proof *proof)
{
    struct kauri_error error;
    const struct kauri_book_prover prover = {.prove = prove_lie,
                                             .context = (void *)(uintptr_t)liar};
    return kauri_book_prove(&prover, 0, position, value, proof, &error);
}

TEST_WITH(proofs_of_something_else, set_up, tear_down)
{
    struct check_bench *bench = *state;
    const struct kauri_position position = position_of("1+1,1+1/1+1,1+1 S 0:0");
    const int value = find_known(bench, &position)->entry.value;
    struct liar liar = {.bench = bench, .position = position, .value = value};
    struct kauri_book_proof proof;
    assert_int_equal(prove(&liar, &position, value, &proof), KAURI_OK);
    assert_true(proof.found && proof.steps > 0 && proof.plies > 0);
    assert_int_equal(prove(&liar, &position, value - 1, &proof), KAURI_OK); // more than is asked
    assert_true(proof.found);
    assert_int_equal(prove(&liar, &position, value + 1, &proof), KAURI_WRONG);
    assert_false(proof.found);
    liar.value--;
    assert_int_equal(prove(&liar, &position, value, &proof), KAURI_WRONG);
    const struct kauri_position others[] = {
        position_of("1+1,1+1/1+1,1+1 N 0:0"), position_of("1+1,1+1/1+1,1+1 S 1:0"),
        position_of("1+1,1+1/1+2,1 S 0:0"), position_of("1+1,1+1/2+1,0+1 S 0:0")};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        assert_int_equal(prove(&liar, &others[i], value - 1, &proof), KAURI_WRONG);
    }
    liar.bytes = "nonsense";
    liar.size = 8;
    assert_int_equal(prove(&liar, &position, value, &proof), KAURI_BAD_INPUT);
    liar.size = 0;
    assert_int_equal(prove(&liar, &position, value, &proof), KAURI_BAD_INPUT);
    liar.status = KAURI_RESOURCE;
    assert_int_equal(prove(&liar, &position, value, &proof), KAURI_RESOURCE);
}

// A proof on the board of one hole and one cowrie, without moves but to hole a.
static void make_proof(const struct proof_bench *bench, const char *head, unsigned moves,
                       char *bytes, size_t *size)
{
    char text[512];
    int length = snprintf(text, sizeof text,
                          "kauri-proof 3\nrules kauri-r1-r10;unlimited=0\nboard 1 1\n%smoves %u\n",
                          head, moves);
    for (unsigned i = 0; i < (3 * moves + 7) / 8; i++) {
        text[length++] = '\0';
    }
    (void)proof_bench_seal(bench->path, text, (size_t)length);
    *size = proof_bench_read(bench->path, bytes, 512);
}

TEST_WITH(proofs_without_worth, set_up, tear_down)
{
    struct check_bench *bench = *state;
    const struct kauri_position position = position_of("0+1/1 S 0:0");
    struct kauri_book_proof proof;
    char bytes[512];
    struct liar liar = {.bench = bench, .bytes = bytes};
    // The capture of the last seed gives 3, less the cowrie phase at the worst.
    make_proof(&bench->proofs, "root 0+1/1 S 0:0\nbounds 2 4\n", 1, bytes, &liar.size);
    assert_int_equal(prove(&liar, &position, 2, &proof), KAURI_OK);
    assert_true(proof.found);
    assert_int_equal(proof.steps, 1);
    assert_int_equal(proof.plies, 1);
    bytes[liar.size - 1] ^= 1;
    assert_int_equal(prove(&liar, &position, 2, &proof), KAURI_WRONG);
    // A cowrie phase without an end: true by R10 alone.
    make_proof(&bench->proofs, "root 0+1/1 S 0:0\nbounds 3 4\n", 2, bytes, &liar.size);
    assert_int_equal(prove(&liar, &position, 3, &proof), KAURI_OK);
    assert_false(proof.found);
    // It rests on another proof, or on a table.
    make_proof(&bench->proofs, "root 0+1/1 S 0:0\nbounds 3 4\ncite opp 0+1/0 0 0123456789abcdef\n",
               1, bytes, &liar.size);
    assert_int_equal(prove(&liar, &position, 3, &proof), KAURI_WRONG);
    make_proof(&bench->proofs, "root 0+1/1 S 0:0\nbounds 3 4\ntable 0 0123456789abcdef\n", 1, bytes,
               &liar.size);
    assert_int_equal(prove(&liar, &position, 3, &proof), KAURI_WRONG);
}
