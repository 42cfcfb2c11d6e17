#include "tests/solver/oracle.h"

#include "tests/cmocka_all.h"

#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct move {
    uint32_t to;
    int8_t gain;
    bool captures;
};

struct node {
    struct kauri_position position; // South to move, score 0:0
    uint32_t next;                  // in its bucket, plus one
    uint8_t seeds;
    uint8_t move_count;
    struct move moves[KAURI_HOLES_MAX];
    int r;
    int before; // r at the last horizon
    int dtc;
    int dtc_before;
};

struct oracle {
    struct node *nodes;
    uint32_t count;
    uint32_t capacity;
    uint32_t *buckets;
    uint32_t bucket_count; // a power of two
};

// The same position with South to move and nothing banked.
static struct kauri_position normal(const struct kauri_position *position)
{
    struct kauri_position south = {.holes = position->holes, .side = KAURI_SOUTH};
    for (unsigned i = 0; i < 2U * position->holes; i++) {
        const unsigned from =
            position->side == KAURI_SOUTH ? i : (i + position->holes) % (2U * position->holes);
        south.seeds[i] = position->seeds[from];
        south.cowries[i] = position->cowries[from];
    }
    return south;
}

static uint32_t bucket_of(const struct oracle *oracle, const struct kauri_position *position)
{
    uint64_t hash = UINT64_C(1469598103934665603);
    for (unsigned i = 0; i < KAURI_BOARD_HOLES_MAX; i++) {
        hash = (hash ^ position->seeds[i]) * UINT64_C(1099511628211);
        hash = (hash ^ position->cowries[i]) * UINT64_C(1099511628211);
    }
    return (uint32_t)(hash ^ hash >> 29) & (oracle->bucket_count - 1);
}

static uint32_t find(const struct oracle *oracle, const struct kauri_position *position)
{
    const struct kauri_position south = normal(position);
    for (uint32_t at = oracle->buckets[bucket_of(oracle, &south)]; at != 0;
         at = oracle->nodes[at - 1].next) {
        if (kauri_position_equal(&oracle->nodes[at - 1].position, &south)) {
            return at - 1;
        }
    }
    fail_msg("the oracle does not know a position");
    return 0;
}

static void add(struct oracle *oracle, const struct kauri_position *position)
{
    if (oracle->count == oracle->capacity) {
        oracle->capacity = oracle->capacity == 0 ? 1024 : 2 * oracle->capacity;
        oracle->nodes = realloc(oracle->nodes, oracle->capacity * sizeof *oracle->nodes);
        assert_non_null(oracle->nodes);
    }
    struct node *node = &oracle->nodes[oracle->count];
    memset(node, 0, sizeof *node);
    node->position = *position;
    node->seeds = (uint8_t)kauri_seeds(position);
    oracle->count++;
}

// Every way to put the rest of the cowries, then of the seeds, into the holes from `hole` on.
static void enumerate(struct oracle *oracle, struct kauri_position *position, unsigned hole,
                      unsigned cowries, unsigned seeds)
{
    const unsigned last = 2U * position->holes - 1;
    for (unsigned c = hole == last ? cowries : 0; c <= cowries; c++) {
        for (unsigned s = hole == last ? seeds : 0; s <= seeds; s++) {
            position->cowries[hole] = (uint8_t)c;
            position->seeds[hole] = (uint8_t)s;
            if (hole == last) {
                add(oracle, position);
            } else {
                enumerate(oracle, position, hole + 1, cowries - c, seeds - s);
            }
        }
    }
    position->cowries[hole] = 0;
    position->seeds[hole] = 0;
}

static void link_moves(struct oracle *oracle)
{
    for (uint32_t i = 0; i < oracle->count; i++) {
        struct node *node = &oracle->nodes[i];
        struct kauri_moves moves = kauri_legal_moves(&node->position);
        if (moves.count == 0 && node->seeds > 0) {
            moves.count = 1;
        }
        for (unsigned m = 0; m < moves.count; m++) {
            struct kauri_position after = node->position;
            const bool pass = kauri_legal_moves(&after).count == 0;
            const struct kauri_capture capture =
                kauri_play(&after, pass ? KAURI_MOVE_PASS : moves.hole[m]);
            node->moves[m] = (struct move){
                .to = find(oracle, &after),
                .gain = (int8_t)(capture.own - capture.opponent),
                .captures = capture.own + capture.opponent > 0,
            };
        }
        node->move_count = moves.count;
    }
}

// v[k + 1](p) = max(3 * gain - v[k](successor)), v[0] = 0: the value when play stops after k plies
// with what was captured until then. It moves away from 0 only, and stands still at r.
static void iterate_values(struct oracle *oracle, unsigned seeds)
{
    bool moving = true;
    while (moving) {
        moving = false;
        for (uint32_t i = 0; i < oracle->count; i++) {
            oracle->nodes[i].before = oracle->nodes[i].r;
        }
        for (uint32_t i = 0; i < oracle->count; i++) {
            struct node *node = &oracle->nodes[i];
            if (node->seeds != seeds) {
                continue;
            }
            int best = node->move_count == 0 ? -1 : INT_MIN;
            for (unsigned m = 0; m < node->move_count; m++) {
                const struct move *move = &node->moves[m];
                const int value = 3 * move->gain - oracle->nodes[move->to].before;
                best = value > best ? value : best;
            }
            moving = moving || best != node->r;
            node->r = best;
        }
    }
}

static int distance(const struct oracle *oracle, const struct node *node)
{
    if (node->move_count == 0 || node->r == 0) {
        return 0;
    }
    int best = node->r > 0 ? INT_MAX : 0;
    for (unsigned m = 0; m < node->move_count; m++) {
        const struct move *move = &node->moves[m];
        const struct node *to = &oracle->nodes[move->to];
        if (3 * move->gain - to->r != node->r) {
            continue;
        }
        const int plies = move->captures              ? 1
                          : to->dtc_before == INT_MAX ? INT_MAX
                                                      : 1 + to->dtc_before;
        if (node->r > 0 ? plies < best : plies > best) {
            best = plies;
        }
    }
    return best;
}

static void sweep_distances(struct oracle *oracle)
{
    bool moving = true;
    for (uint32_t i = 0; i < oracle->count; i++) {
        oracle->nodes[i].dtc = INT_MAX;
    }
    while (moving) {
        moving = false;
        for (uint32_t i = 0; i < oracle->count; i++) {
            oracle->nodes[i].dtc_before = oracle->nodes[i].dtc;
        }
        for (uint32_t i = 0; i < oracle->count; i++) {
            struct node *node = &oracle->nodes[i];
            const int plies = distance(oracle, node);
            moving = moving || plies != node->dtc;
            node->dtc = plies;
        }
    }
}

struct oracle *oracle_new(unsigned holes, unsigned cowries, unsigned seeds)
{
    struct oracle *oracle = calloc(1, sizeof *oracle);
    assert_non_null(oracle);
    struct kauri_position position = {.holes = (uint8_t)holes, .side = KAURI_SOUTH};
    for (unsigned n = 0; n <= seeds; n++) {
        enumerate(oracle, &position, 0, cowries, n);
    }
    oracle->bucket_count = 1;
    while (oracle->bucket_count < oracle->count) {
        oracle->bucket_count *= 2;
    }
    oracle->buckets = calloc(oracle->bucket_count, sizeof *oracle->buckets);
    assert_non_null(oracle->buckets);
    for (uint32_t i = 0; i < oracle->count; i++) {
        uint32_t *bucket = &oracle->buckets[bucket_of(oracle, &oracle->nodes[i].position)];
        oracle->nodes[i].next = *bucket;
        *bucket = i + 1;
    }
    link_moves(oracle);
    for (unsigned n = 0; n <= seeds; n++) {
        iterate_values(oracle, n);
    }
    sweep_distances(oracle);
    return oracle;
}

void oracle_free(struct oracle *oracle)
{
    if (oracle != NULL) {
        free(oracle->nodes);
        free(oracle->buckets);
        free(oracle);
    }
}

struct oracle_value oracle_get(const struct oracle *oracle, const struct kauri_position *position)
{
    const struct node *node = &oracle->nodes[find(oracle, position)];
    return (struct oracle_value){.r = node->r, .dtc = node->dtc};
}

uint64_t oracle_count(const struct oracle *oracle)
{
    return oracle->count;
}
