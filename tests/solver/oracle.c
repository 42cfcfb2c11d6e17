#include "tests/solver/oracle.h"

#include "tests/rules/plain_play.h"
#include "tests/test.h"

#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct move {
    uint32_t to;
    int8_t gain;
    bool captures;
};

// The moves of a position.
struct links {
    struct move moves[KAURI_HOLES_MAX];
    uint8_t count;
};

// A position in its bucket.
struct node {
    struct kauri_position position; // South to move, score 0:0
    uint32_t next;                  // next element of its bucket, plus one
};

// Positions are numbered by their seeds first; values lie apart from positions, because the sweeps
// read nothing else.
struct oracle {
    struct node *nodes;
    uint32_t count;
    uint32_t capacity;
    uint32_t first[KAURI_SEEDS_MAX + 2]; // position with n seeds
    uint32_t *buckets;
    uint32_t bucket_count; // a power of two
    struct links *links;
    int *r;
    int *dtc;
    int *before; // r or dtc at the last sweep
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

static void link_moves(struct oracle *oracle, oracle_play *play)
{
    for (uint32_t i = 0; i < oracle->count; i++) {
        const struct kauri_position *position = &oracle->nodes[i].position;
        struct links *links = &oracle->links[i];
        const struct kauri_moves moves = kauri_legal_moves(position);
        const bool pass = moves.count == 0 && kauri_seeds(position) > 0;
        links->count = pass ? 1 : moves.count;
        for (unsigned m = 0; m < links->count; m++) {
            struct kauri_position after = *position;
            const struct kauri_capture capture =
                play(&after, pass ? KAURI_MOVE_PASS : moves.hole[m]);
            links->moves[m] = (struct move){
                .to = find(oracle, &after),
                .gain = (int8_t)(capture.own - capture.opponent),
                .captures = capture.own + capture.opponent > 0,
            };
        }
    }
}

// v[k + 1](p) = max(3 * gain - v[k](successor)), v[0] = 0: the value when play stops after k plies
// with what was captured until then. It moves away from 0 only, and stands still at r.
static void iterate_values(struct oracle *oracle, unsigned seeds)
{
    const uint32_t first = oracle->first[seeds];
    const uint32_t end = oracle->first[seeds + 1];
    bool moving = true;
    memcpy(oracle->before, oracle->r, first * sizeof *oracle->r);
    while (moving) {
        moving = false;
        memcpy(oracle->before + first, oracle->r + first, (end - first) * sizeof *oracle->r);
        for (uint32_t i = first; i < end; i++) {
            const struct links *links = &oracle->links[i];
            int best = links->count == 0 ? -1 : INT_MIN;
            for (unsigned m = 0; m < links->count; m++) {
                const int value = 3 * links->moves[m].gain - oracle->before[links->moves[m].to];
                best = value > best ? value : best;
            }
            moving = moving || best != oracle->r[i];
            oracle->r[i] = best;
        }
    }
}

static int distance(const struct oracle *oracle, uint32_t i)
{
    const struct links *links = &oracle->links[i];
    const int r = oracle->r[i];
    if (links->count == 0 || r == 0) {
        return 0;
    }
    int best = r > 0 ? INT_MAX : 0;
    for (unsigned m = 0; m < links->count; m++) {
        const struct move *move = &links->moves[m];
        if (3 * move->gain - oracle->r[move->to] != r) {
            continue;
        }
        const int plies = move->captures                        ? 1
                          : oracle->before[move->to] == INT_MAX ? INT_MAX
                                                                : 1 + oracle->before[move->to];
        if (r > 0 ? plies < best : plies > best) {
            best = plies;
        }
    }
    return best;
}

// The distances of a layer, from "no end in sight" down to what the equations leave.
static void sweep_distances(struct oracle *oracle, unsigned seeds)
{
    const uint32_t first = oracle->first[seeds];
    const uint32_t end = oracle->first[seeds + 1];
    bool moving = true;
    for (uint32_t i = first; i < end; i++) {
        oracle->dtc[i] = INT_MAX;
    }
    while (moving) {
        moving = false;
        memcpy(oracle->before + first, oracle->dtc + first, (end - first) * sizeof *oracle->dtc);
        for (uint32_t i = first; i < end; i++) {
            const int plies = distance(oracle, i);
            moving = moving || plies != oracle->dtc[i];
            oracle->dtc[i] = plies;
        }
    }
}

struct oracle *oracle_new(unsigned holes, unsigned cowries, unsigned seeds)
{
    return oracle_new_by(plain_play, holes, cowries, seeds);
}

struct oracle *oracle_new_by(oracle_play *play, unsigned holes, unsigned cowries, unsigned seeds)
{
    struct oracle *oracle = calloc(1, sizeof *oracle);
    assert_non_null(oracle);
    struct kauri_position position = {.holes = (uint8_t)holes, .side = KAURI_SOUTH};
    for (unsigned n = 0; n <= seeds; n++) {
        oracle->first[n] = oracle->count;
        enumerate(oracle, &position, 0, cowries, n);
    }
    oracle->first[seeds + 1] = oracle->count;
    oracle->links = calloc(oracle->count, sizeof *oracle->links);
    oracle->r = calloc(oracle->count, sizeof *oracle->r);
    oracle->dtc = calloc(oracle->count, sizeof *oracle->dtc);
    oracle->before = calloc(oracle->count, sizeof *oracle->before);
    assert_true(oracle->links != NULL && oracle->r != NULL && oracle->dtc != NULL &&
                oracle->before != NULL);
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
    link_moves(oracle, play);
    for (unsigned n = 0; n <= seeds; n++) {
        iterate_values(oracle, n);
    }
    for (unsigned n = 0; n <= seeds; n++) {
        sweep_distances(oracle, n);
    }
    return oracle;
}

void oracle_free(struct oracle *oracle)
{
    if (oracle != NULL) {
        free(oracle->nodes);
        free(oracle->buckets);
        free(oracle->links);
        free(oracle->r);
        free(oracle->dtc);
        free(oracle->before);
        free(oracle);
    }
}

struct oracle_value oracle_get(const struct oracle *oracle, const struct kauri_position *position)
{
    const uint32_t i = find(oracle, position);
    return (struct oracle_value){.r = oracle->r[i], .dtc = oracle->dtc[i]};
}

uint64_t oracle_count(const struct oracle *oracle)
{
    return oracle->count;
}

unsigned oracle_keeping(const struct oracle *oracle, const struct kauri_position *position,
                        struct kauri_position *only)
{
    const struct kauri_moves moves = kauri_legal_moves(position);
    unsigned keeping = 0;
    for (unsigned i = 0; i < moves.count; i++) {
        struct kauri_position after = *position;
        const struct kauri_capture captured = kauri_play(&after, moves.hole[i]);
        const int gain = (int)captured.own - (int)captured.opponent;
        if (3 * gain - oracle_get(oracle, &after).r == oracle_get(oracle, position).r) {
            keeping++;
            *only = after;
        }
    }
    return keeping;
}
