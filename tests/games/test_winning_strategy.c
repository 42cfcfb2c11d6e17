// The memory of what is proven with a book, and play that follows it, on a small board whose values
// an oracle knows: a book of all won positions, of some of them, and of none.
#include "tests/sanitized.h"
#include "tests/test.h"

#include "db/book/book.h"
#include "db/book/book_write.h"
#include "games/engine/winning_strategy.h"
#include "queries/known/known.h"
#include "tests/indexer/layers.h"
#include "tests/solver/oracle.h"

#include <stdlib.h>
#include <string.h>

enum {
    HOLES = 2,
    COWRIES = 4,
    SEEDS = 6,
    STEP = SANITIZED ? 61 : 7, // every so many positions are tried
    LOST_STEP = 35,
    PLIES = 400, // of a game; none takes so long
    GAMES = SANITIZED ? 100 : 1500,
};

static const struct kauri_shape shape = {HOLES, COWRIES};

// A number below `count` that looks like chance.
static unsigned draw(uint64_t *state, unsigned count)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)((*state >> 33) % count);
}

// The move that keeps r and captures soonest.
static int best_hole(const struct oracle *oracle, const struct kauri_position *position)
{
    struct kauri_valued_move moves[KAURI_HOLES_MAX];
    const unsigned count = kauri_moves_list(position, moves);
    const struct oracle_value value = oracle_get(oracle, position);
    for (unsigned i = 0; i < count; i++) {
        const struct oracle_value after = oracle_get(oracle, &moves[i].successor);
        const int r = 3 * ((int)moves[i].captured.own - (int)moves[i].captured.opponent) - after.r;
        const bool captures = kauri_move_captures(&moves[i]);
        if (r == value.r && (int)value.dtc == (captures ? 1 : (int)after.dtc + 1)) {
            return moves[i].hole;
        }
    }
    fail_msg("no move keeps the value");
    return 0;
}

static int compare_entries(const void *a, const void *b)
{
    return memcmp(a, b, KAURI_BOOK_KEY_BYTES);
}

// A book of every `every`-th won position.
static struct kauri_book *make_book(const struct oracle *oracle, unsigned every)
{
    struct kauri_book_info info = {.holes = HOLES, .cowries = COWRIES, .search = 1000};
    struct kauri_book_entry *entries = NULL;
    struct kauri_string bytes = {.bytes = NULL};
    struct kauri_book *book = NULL;
    uint64_t maximum = 0;
    unsigned number = 0;
    for (unsigned seeds = 1; seeds <= SEEDS; seeds++) {
        const struct kauri_layer layer = layer_of(shape, seeds);
        maximum += layer.positions;
        entries = realloc(entries, maximum * sizeof *entries);
        assert_non_null(entries);
        for (uint64_t index = 0; index < layer.positions; index++) {
            const struct kauri_position position = kauri_layer_position(&layer, index);
            const struct oracle_value value = oracle_get(oracle, &position);
            info.root = position;
            if (value.r > 0 && number++ % every == 0) {
                struct kauri_book_entry *entry = &entries[info.count++];
                *entry = (struct kauri_book_entry){.value = (int16_t)value.r,
                                                   .plies = (uint16_t)value.dtc,
                                                   .hole = (int8_t)best_hole(oracle, &position)};
                kauri_book_key(&position, entry->key);
            }
        }
    }
    info.low = -(3 * SEEDS + 1);
    info.high = 3 * SEEDS + 1;
    qsort(entries, info.count, sizeof *entries, compare_entries);
    assert_int_equal(kauri_book_write(&info, entries, &bytes, NULL), KAURI_OK);
    assert_int_equal(
        kauri_book_read("book", (const uint8_t *)bytes.bytes, bytes.length, &book, NULL), KAURI_OK);
    kauri_string_clear(&bytes);
    free(entries);
    return book;
}

// What the memory says contains the value; with the whole book, who wins is known from one ply on.
TEST(the_memory_is_right)
{
    struct oracle *oracle = oracle_new(HOLES, COWRIES, SEEDS);
    for (unsigned every = 1; every <= 3; every += 2) {
        struct kauri_book *book = make_book(oracle, every);
        const struct kauri_known known = {.book = book};
        unsigned decided = 0;
        for (unsigned seeds = 1; seeds <= SEEDS; seeds++) {
            const struct kauri_layer layer = layer_of(shape, seeds);
            for (uint64_t index = 0; index < layer.positions; index += STEP) {
                const struct kauri_position position = kauri_layer_position(&layer, index);
                const int r = oracle_get(oracle, &position).r;
                struct kauri_known_node node;
                assert_int_equal(kauri_known_open(&known, &position, &node, NULL), KAURI_OK);
                assert_in_range(r + 1000, node.r.low + 1000, node.r.high + 1000);
                assert_true(every > 1 || r <= 0 || node.r.low == r);
                for (unsigned i = 0; i < node.move_count; i++) {
                    const struct kauri_valued_move *move = &node.moves[i];
                    const int gain = 3 * ((int)move->captured.own - (int)move->captured.opponent);
                    const int value = gain - oracle_get(oracle, &move->successor).r;
                    assert_in_range(value + 1000, move->r.low + 1000, move->r.high + 1000);
                }
                decided += node.r.high < 0;
            }
        }
        assert_true(decided > 10);
        kauri_book_close(book);
    }
    oracle_free(oracle);
}

// Without an entry nothing is known, and a book of another board says nothing.
TEST(a_book_of_another_board_says_nothing)
{
    struct oracle *oracle = oracle_new(HOLES, COWRIES, SEEDS);
    struct kauri_book *book = make_book(oracle, 1);
    const struct kauri_position start = kauri_start(3);
    struct kauri_bounds r = kauri_bounds_trivial(kauri_seeds(&start));
    const struct kauri_bounds trivial = r;
    kauri_known_narrow_by_book(book, &start, &r);
    assert_memory_equal(&r, &trivial, sizeof r);
    kauri_book_close(book);
    oracle_free(oracle);
}

// Plays a won position against chance to its end. Each move has to be proven, and the winner gets
// the value that was wanted at first. With `anew`, each move is chosen by a strategy that knows
// nothing of the moves before but the history.
static void play_out(const struct oracle *oracle, const struct kauri_book *book,
                     struct kauri_position position, bool anew, uint64_t *random)
{
    struct kauri_position history[PLIES];
    struct kauri_strategy *strategy = NULL;
    const unsigned winner = position.side;
    int wanted = 1;
    unsigned count = 0;
    assert_int_equal(kauri_strategy_new(NULL, book, &strategy, NULL), KAURI_OK);
    while (kauri_seeds(&position) > 0 && count < PLIES) {
        struct kauri_valued_move moves[KAURI_HOLES_MAX];
        const unsigned choices = kauri_moves_list(&position, moves);
        int hole = moves[draw(random, choices)].hole;
        if (position.side == winner) {
            const struct kauri_strategy_question question = {
                .position = &position,
                .history = history,
                .history_count = count,
                .value = wanted,
                .seconds = 1000,
            };
            struct kauri_strategy_move move;
            if (anew) {
                kauri_strategy_free(strategy);
                assert_int_equal(kauri_strategy_new(NULL, book, &strategy, NULL), KAURI_OK);
            }
            if (wanted <= -(3 * (int)kauri_seeds(&position) + 1)) {
                break; // settled
            }
            assert_int_equal(kauri_strategy_choose(strategy, &question, &move, NULL), KAURI_OK);
            assert_true(move.proven);
            assert_true(move.value >= wanted);
            assert_true(move.value <= oracle_get(oracle, &position).r);
            hole = move.hole;
        }
        history[count++] = position;
        const struct kauri_capture captured = kauri_play(&position, hole);
        const int gain = 3 * ((int)captured.own - (int)captured.opponent);
        wanted -= history[count - 1].side == winner ? gain : -gain;
        const int value = oracle_get(oracle, &position).r;
        assert_true((position.side == winner ? value : -value) >= wanted);
    }
    assert_true(count < PLIES);
    kauri_strategy_free(strategy);
}

// Every move of a won game is proven, with a whole book, with a third of it, and with none.
TEST(a_win_is_never_let_go)
{
    struct oracle *oracle = oracle_new(HOLES, COWRIES, SEEDS);
    uint64_t random = 1;
    const struct kauri_layer layer = layer_of(shape, SEEDS);
    for (unsigned every = 1; every <= 4; every++) {
        struct kauri_book *book = every < 4 ? make_book(oracle, every * every) : NULL;
        for (unsigned game = 0; game < GAMES;) {
            const struct kauri_position position =
                kauri_layer_position(&layer, draw(&random, (unsigned)layer.positions));
            if (oracle_get(oracle, &position).r > 0) {
                play_out(oracle, book, position, game % 2 == 1, &random);
                game++;
            }
        }
        kauri_book_close(book);
    }
    oracle_free(oracle);
}

// A player resists only where every move loses, with one that is legal.
TEST(resistance_is_for_lost_positions)
{
    struct oracle *oracle = oracle_new(HOLES, COWRIES, SEEDS);
    struct kauri_book *book = make_book(oracle, 5);
    struct kauri_strategy *strategy = NULL;
    unsigned lost_count = 0;
    const struct kauri_layer layer = layer_of(shape, SEEDS);
    assert_int_equal(kauri_strategy_new(NULL, book, &strategy, NULL), KAURI_OK);
    for (uint64_t index = 0; index < layer.positions; index += LOST_STEP) {
        const struct kauri_position position = kauri_layer_position(&layer, index);
        const struct kauri_strategy_question question = {
            .position = &position, .value = 1, .seconds = 1000};
        bool lost = false;
        int hole = KAURI_HOLES_MAX;
        assert_int_equal(kauri_strategy_resist(strategy, &question, &lost, &hole, NULL), KAURI_OK);
        assert_int_equal(lost, oracle_get(oracle, &position).r < 0);
        assert_true(!lost || hole < HOLES);
        lost_count += lost;
    }
    assert_true(lost_count > 20);
    kauri_strategy_free(strategy);
    kauri_book_close(book);
    oracle_free(oracle);
}
