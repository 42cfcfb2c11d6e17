#include "tests/problem/result_oracle.h"

#include "tests/test.h"

#include <stdlib.h>
#include <string.h>

enum {
    HOLES_MAX = 4,
    SEEDS_MAX = 3,
    LEADS = 2 * SEEDS_MAX + 1, // whoever leads by more than the seeds left has decided the game
    GOALS = 2,                 // a draw, a win
    SCORE = 20,
};

// A board and who is to move.
struct judged_board {
    unsigned seeds, legal, count; // count: legal moves, or 1 for a pass
    struct {
        size_t board;
        int gain; // of South's lead
    } after[HOLES_MAX];
};

struct result_oracle {
    unsigned holes, cowries, seeds;
    size_t count;
    uint64_t *codes;               // codes of boards, sorted; those with fewer seeds first
    struct judged_board *nodes[2]; // by side and board
    // By rules, result, side, lead and board.
    bool *good[2][GOALS][2][LEADS];
};

// The seeds of the board, then three bits each for seeds and cowries of the holes.
static uint64_t encode(const struct kauri_position *position)
{
    uint64_t code = kauri_seeds(position);
    for (unsigned i = 0; i < 2U * position->holes; i++) {
        code = code << 6 | (uint64_t)position->seeds[i] << 3 | position->cowries[i];
    }
    return code;
}

static struct kauri_position decode(const struct result_oracle *oracle, uint64_t code)
{
    struct kauri_position position = {.holes = (uint8_t)oracle->holes};
    for (unsigned i = 2 * oracle->holes; i-- > 0; code >>= 6) {
        position.seeds[i] = code >> 3 & 7;
        position.cowries[i] = code & 7;
    }
    return position;
}

static int compare(const void *a, const void *b)
{
    const uint64_t one = *(const uint64_t *)a;
    const uint64_t other = *(const uint64_t *)b;
    return (one > other) - (one < other);
}

static size_t find(const struct result_oracle *oracle, const struct kauri_position *position)
{
    const uint64_t code = encode(position);
    const uint64_t *found =
        bsearch(&code, oracle->codes, oracle->count, sizeof *oracle->codes, compare);
    assert_non_null(found);
    return (size_t)(found - oracle->codes);
}

// Lists all boards that complete this one from hole `at` on; only counts them without `codes`.
static void list(struct result_oracle *oracle, struct kauri_position *position, unsigned at,
                 unsigned seeds, unsigned cowries)
{
    if (at == 2 * oracle->holes) {
        if (cowries == 0) {
            if (oracle->codes != NULL) {
                oracle->codes[oracle->count] = encode(position);
            }
            oracle->count++;
        }
        return;
    }
    for (unsigned s = 0; s <= seeds; s++) {
        for (unsigned c = 0; c <= cowries; c++) {
            position->seeds[at] = (uint8_t)s;
            position->cowries[at] = (uint8_t)c;
            list(oracle, position, at + 1, seeds - s, cowries - c);
        }
    }
    position->seeds[at] = 0;
    position->cowries[at] = 0;
}

static int lead_of(const struct kauri_position *position)
{
    return position->score[KAURI_SOUTH] - position->score[KAURI_NORTH];
}

static int sign(int number)
{
    return (number > 0) - (number < 0);
}

static bool holds(const struct result_oracle *oracle, enum kauri_ruleset rules,
                  enum kauri_result result, unsigned side, int lead, size_t board)
{
    return abs(lead) > (int)oracle->nodes[side][board].seeds
               ? sign(lead) >= (int)result
               : oracle->good[rules][result][side][lead + SEEDS_MAX][board];
}

bool result_oracle_holds(const struct result_oracle *oracle, enum kauri_ruleset rules,
                         enum kauri_result result, const struct kauri_position *position)
{
    return holds(oracle, rules, result, position->side, lead_of(position), find(oracle, position));
}

// Plays all moves of a node.
static struct judged_board node_of(const struct result_oracle *oracle, size_t board, unsigned side)
{
    struct kauri_position position = decode(oracle, oracle->codes[board]);
    position.side = (uint8_t)side;
    position.score[KAURI_SOUTH] = SCORE;
    position.score[KAURI_NORTH] = SCORE;
    const struct kauri_moves moves = kauri_legal_moves(&position);
    struct judged_board node = {.seeds = kauri_seeds(&position), .legal = moves.count};
    node.count = moves.count > 0 ? moves.count : 1;
    for (unsigned m = 0; m < node.count; m++) {
        struct kauri_position after = position;
        (void)kauri_play(&after, moves.count > 0 ? moves.hole[m] : KAURI_MOVE_PASS);
        node.after[m].board = find(oracle, &after);
        node.after[m].gain = lead_of(&after);
    }
    return node;
}

// What a node is by its moves.
static bool judge(const struct result_oracle *oracle, enum kauri_ruleset rules,
                  enum kauri_result result, unsigned side, int lead, size_t board)
{
    const struct judged_board *node = &oracle->nodes[side][board];
    const bool south = side == KAURI_SOUTH;
    if (node->seeds == 0 && (rules == KAURI_STANDARD || lead != 0)) {
        return sign(lead) >= (int)result;
    }
    if (node->seeds == 0 && node->legal == 0) {
        return !south; // the player who cannot move loses
    }
    for (unsigned m = 0; m < node->count; m++) {
        if (holds(oracle, rules, result, 1 - side, lead + node->after[m].gain,
                  node->after[m].board) == south) {
            return south;
        }
    }
    return !south;
}

// Solves the boards first .. end - 1, which have the same number of seeds, at one lead.
static void solve(struct result_oracle *oracle, enum kauri_ruleset rules, enum kauri_result result,
                  int lead, size_t first, size_t end)
{
    const bool endless = sign(lead) >= (int)result;
    bool *good[2];
    for (unsigned side = 0; side < 2; side++) {
        good[side] = oracle->good[rules][result][side][lead + SEEDS_MAX];
        memset(&good[side][first], endless, end - first);
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = first; i < end; i++) {
            for (unsigned side = 0; side < 2; side++) {
                if (good[side][i] == endless &&
                    judge(oracle, rules, result, side, lead, i) != endless) {
                    good[side][i] = !endless;
                    changed = true;
                }
            }
        }
    }
}

struct result_oracle *result_oracle_new(unsigned holes, unsigned cowries, unsigned seeds)
{
    struct result_oracle *oracle = calloc(1, sizeof *oracle);
    struct kauri_position position = {.holes = (uint8_t)holes};
    assert_non_null(oracle);
    assert_true(holes <= HOLES_MAX && cowries <= 6 && seeds <= SEEDS_MAX);
    oracle->holes = holes;
    list(oracle, &position, 0, seeds, cowries);
    uint64_t *codes = calloc(oracle->count, sizeof *codes);
    assert_non_null(codes);
    oracle->codes = codes;
    oracle->count = 0;
    list(oracle, &position, 0, seeds, cowries);
    qsort(codes, oracle->count, sizeof *codes, compare);
    for (unsigned side = 0; side < 2; side++) {
        oracle->nodes[side] = calloc(oracle->count, sizeof *oracle->nodes[side]);
        assert_non_null(oracle->nodes[side]);
        for (size_t i = 0; i < oracle->count; i++) {
            oracle->nodes[side][i] = node_of(oracle, i, side);
        }
    }
    for (unsigned i = 0; i < 2 * GOALS * 2 * LEADS; i++) {
        bool **good = &oracle->good[0][0][0][0] + i;
        *good = calloc(oracle->count, sizeof **good);
        assert_non_null(*good);
    }
    for (size_t first = 0, end = 0; first < oracle->count; first = end) {
        while (end < oracle->count &&
               codes[end] >> 6 * 2 * holes == codes[first] >> 6 * 2 * holes) {
            end++;
        }
        const int maximum = (int)oracle->nodes[0][first].seeds;
        for (unsigned goal = 0; goal < 2 * GOALS; goal++) {
            for (int lead = -maximum; lead <= maximum; lead++) {
                solve(oracle, (enum kauri_ruleset)(goal % 2), (enum kauri_result)(goal / 2), lead,
                      first, end);
            }
        }
    }
    return oracle;
}

void result_oracle_free(struct result_oracle *oracle)
{
    for (unsigned i = 0; i < 2 * GOALS * 2 * LEADS; i++) {
        free((&oracle->good[0][0][0][0])[i]);
    }
    free(oracle->nodes[0]);
    free(oracle->nodes[1]);
    free(oracle->codes);
    free(oracle);
}
