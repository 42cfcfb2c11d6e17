// Compares the search with tables that it may not use, and checks its proofs:
// scripts/strength/check-search runs this.
//
//   check_search COUNT SEED NODES THREADS MEMORY SCRATCH TABLES LAYER [LOWER]
//
// COUNT random positions of a layer of TABLES are searched above the tables of LOWER, or without
// tables, with NODES positions each, THREADS threads and MEMORY bytes besides what these need. The
// bounds of a position and of its moves must contain the values that TABLES have, and the proof
// must be accepted.
#include "common/size.h"
#include "indexer/layer.h"
#include "queries/search/search.h"
#include "verify/proof_check.h"

#include <inttypes.h>
#include <stdio.h>

enum {
    CACHE = 64 << 20,
    PATH_BYTES = 4096,
    THREADS_MAX = 16,
};

static const double FULL = 0.9; // share of a memory in use from which entries are often replaced

struct search_check {
    uint64_t count, seed, nodes, threads, memory, layer;
    struct kauri_tablebase *tables;
    struct kauri_tablebase *lower; // tables of lower layers, or NULL
    struct kauri_shape shape;
    char path[PATH_BYTES];
    uint64_t exact, negative, zero, positive, steps, proofs, full;
};

// splitmix64
static uint64_t random_number(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static enum kauri_status wrong(const struct kauri_position *position, const char *what,
                               struct kauri_error *error)
{
    char text[KAURI_POSITION_TEXT_BYTES];
    return kauri_fail(error, KAURI_WRONG, "%s: %s", kauri_position_format(position, text), what);
}

// Whether the tables say that a value lies within bounds.
static enum kauri_status contain(const struct search_check *check,
                                 const struct kauri_position *position, int low, int high,
                                 bool *yes, struct kauri_error *error)
{
    int32_t r = 0;
    const enum kauri_status status = kauri_probe_r(check->tables, position, &r, error);
    *yes = low <= r && r <= high;
    return status;
}

static enum kauri_status check_moves(const struct search_check *check,
                                     const struct kauri_search_answer *search,
                                     struct kauri_error *error)
{
    for (unsigned i = 0; i < search->move_count; i++) {
        const struct kauri_valued_move *move = &search->moves[i];
        const int gain = 3 * ((int)move->captured.own - (int)move->captured.opponent);
        bool yes = false;
        const enum kauri_status status =
            contain(check, &move->successor, gain - move->r.high, gain - move->r.low, &yes, error);
        if (status != KAURI_OK) {
            return status;
        }
        if (!yes) {
            return wrong(&search->position, "wrong bounds of a move", error);
        }
    }
    return KAURI_OK;
}

// ---------------------------------------------------------------------------------------- proofs

static enum kauri_status check_proof(struct search_check *check,
                                     const struct kauri_search_answer *search,
                                     struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_proof_entry result;
    struct kauri_written_proof written;
    KAURI_TRY(kauri_search_answer_prove(search, NULL, check->path, KAURI_OUTPUT_REPLACE, &written,
                                        error));
    KAURI_TRY(kauri_proof_check(check->path, check->lower, NULL, &result, NULL, error));
    if (!kauri_position_equal(&result.position, &search->position) || result.low != search->r.low ||
        result.high != search->r.high) {
        return wrong(&search->position, "the proof says something else", error);
    }
    check->proofs++;
    check->steps += written.steps;
cleanup:
    return status;
}

// --------------------------------------------------------------------------------------- positions

static enum kauri_status check_position(struct search_check *check,
                                        const struct kauri_position *position,
                                        struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_search_answer *search = NULL;
    const unsigned threads = (unsigned)check->threads;
    const struct kauri_search_limits limits = {
        .memory = kauri_search_least(check->shape, kauri_seeds(position), threads) + check->memory,
        .threads = threads,
        .seconds = 1e6,
        .nodes = check->nodes,
        .value_only = true,
    };
    int32_t r = 0;
    KAURI_TRY(kauri_probe_r(check->tables, position, &r, error));
    KAURI_TRY(kauri_search_answer_find(check->lower, position, KAURI_GOAL_VALUE, &limits, &search,
                                       error));
    if (r < search->r.low || r > search->r.high) {
        status = wrong(position, "wrong bounds", error);
        goto cleanup;
    }
    check->exact += kauri_bounds_exact(search->r);
    check->negative += r < 0;
    check->zero += r == 0;
    check->positive += r > 0;
    check->full += search->fill > FULL;
    KAURI_TRY(check_moves(check, search, error));
    KAURI_TRY(check_proof(check, search, error));
cleanup:
    kauri_search_answer_free(search);
    return status;
}

static enum kauri_status check_all(struct search_check *check, struct kauri_error *error)
{
    struct kauri_layer layer;
    enum kauri_status status =
        kauri_layer_init(&layer, check->shape, (unsigned)check->layer, error);
    uint64_t state = check->seed;
    for (uint64_t i = 0; i < check->count && status == KAURI_OK; i++) {
        const struct kauri_position position =
            kauri_layer_position(&layer, random_number(&state) % layer.positions);
        status = check_position(check, &position, error);
    }
    return status;
}

static enum kauri_status run(struct search_check *check, const char *tables, const char *lower,
                             struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_tablebase_layer *layer = NULL;
    KAURI_TRY(kauri_tablebase_open_folder(tables, CACHE, &check->tables, error));
    KAURI_TRY(kauri_tablebase_layer(check->tables, (unsigned)check->layer, &layer, error));
    check->shape = layer->index.shape;
    if (lower != NULL) {
        KAURI_TRY(kauri_tablebase_open_folder(lower, CACHE, &check->lower, error));
    }
    KAURI_TRY(check_all(check, error));
    printf("{\"positions\":%" PRIu64 ",\"exact\":%" PRIu64 ",\"negative\":%" PRIu64
           ",\"zero\":%" PRIu64 ",\"positive\":%" PRIu64 ",\"proofs\":%" PRIu64
           ",\"steps\":%" PRIu64 ",\"full\":%" PRIu64 "}\n",
           check->count, check->exact, check->negative, check->zero, check->positive, check->proofs,
           check->steps, check->full);
cleanup:
    kauri_tablebase_close(check->lower);
    kauri_tablebase_close(check->tables);
    return status;
}

int main(int argc, char **argv)
{
    struct search_check check = {.count = 0};
    struct kauri_error error;
    if (argc < 9 || argc > 10 || !kauri_parse_number(argv[1], 1, 1000000, &check.count) ||
        !kauri_parse_number(argv[2], 0, UINT32_MAX, &check.seed) ||
        !kauri_parse_number(argv[3], 1, UINT32_MAX, &check.nodes) ||
        !kauri_parse_number(argv[4], 1, THREADS_MAX, &check.threads) ||
        !kauri_parse_number(argv[5], 0, UINT32_MAX, &check.memory) ||
        !kauri_parse_number(argv[8], 0, KAURI_SEEDS_MAX, &check.layer)) {
        (void)fprintf(stderr, "usage: check_search COUNT SEED NODES THREADS MEMORY SCRATCH TABLES "
                              "LAYER [LOWER]\n");
        return KAURI_USAGE;
    }
    (void)snprintf(check.path, sizeof check.path, "%s/proof", argv[6]);
    const enum kauri_status status = run(&check, argv[7], argc == 10 ? argv[9] : NULL, &error);
    if (status != KAURI_OK) {
        (void)fprintf(stderr, "check_search: %s\n", error.message);
    }
    return (int)status;
}
