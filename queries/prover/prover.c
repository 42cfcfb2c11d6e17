#include "queries/prover/prover.h"

#include "common/loop.h"
#include "common/memory.h"
#include "queries/prover/branches.h"
#include "queries/prover/explore.h"
#include "queries/prover/prover_state.h"

#include <stdlib.h>
#include <string.h>

// The table has room for so many entries for each position to be expanded, so that few are
// replaced.
enum { ROOM = 8 };

// The body of a thread.
static void search(void *context, unsigned number)
{
    struct kauri_prover *prover = context;
    struct kauri_prover_worker *worker = &prover->workers[number];
    if (kauri_prover_is_stopped(prover)) {
        return;
    }
    worker->frames[0] = prover->root;
    const struct kauri_prover_limits *limits = prover->limits;
    kauri_prover_explore(worker, 0, limits->phi != 0 ? limits->phi : KAURI_REFUTED,
                         limits->delta != 0 ? limits->delta : KAURI_REFUTED);
    atomic_fetch_add_explicit(&prover->nodes, worker->nodes - worker->polled, memory_order_relaxed);
    worker->polled = worker->nodes;
    kauri_prover_stop(prover);
}

uint64_t kauri_prover_least(struct kauri_shape shape, unsigned seeds)
{
    struct kauri_numbering numbering;
    kauri_numbering_init(&numbering, shape);
    return kauri_proof_table_least(&numbering, seeds);
}

uint64_t kauri_prover_overhead(unsigned threads)
{
    const uint64_t thread = sizeof(struct kauri_prover_worker) +
                            KAURI_PROVER_DEPTH * (sizeof(struct kauri_frame) + KAURI_PROVER_STACK);
    return sizeof(struct kauri_prover) + KAURI_PROVER_BUSY * sizeof(uint16_t) + threads * thread;
}

enum kauri_status kauri_prover_new(const struct kauri_prover_options *options,
                                   struct kauri_prover **prover, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    *prover = NULL;
    struct kauri_prover *made = aligned_alloc(16, sizeof *made);
    if (made == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for the search");
    }
    memset(made, 0, sizeof *made);
    made->shape = options->shape;
    made->seeds = options->seeds;
    made->threads = options->threads;
    made->seed = options->seed;
    made->quiet = KAURI_PROVER_QUIET;
    made->tables = options->tables;
    kauri_sowing_init(&made->sowing, options->shape.holes);
    kauri_numbering_init(&made->numbering, options->shape);
    kauri_question_values_init(&made->values);
    made->leaf = (struct kauri_leaf_context){
        .sowing = &made->sowing,
        .net = options->net != NULL ? options->net : kauri_net_fitted(),
        .covered = made->covered,
    };
    made->look = kauri_leaf_get(KAURI_LEAF_FASTEST);
    for (unsigned n = 0; options->tables != NULL && n <= KAURI_SEEDS_MAX; n++) {
        made->covered[n] = kauri_tablebase_has(options->tables, n);
    }
    KAURI_TRY(KAURI_NEW(made->workers, options->threads, error, "the search"));
    KAURI_TRY(KAURI_NEW(made->busy, KAURI_PROVER_BUSY, error, "the search"));
    made->busy_memory = made->busy;
    for (unsigned i = 0; i < options->threads; i++) {
        made->workers[i].prover = made;
        made->workers[i].frames =
            aligned_alloc(16, KAURI_PROVER_DEPTH * sizeof(struct kauri_frame));
        if (made->workers[i].frames == NULL) {
            KAURI_TRY(kauri_fail(error, KAURI_RESOURCE, "out of memory for the search"));
        }
    }
    KAURI_TRY(kauri_proof_table_new(&made->numbering, options->seeds, options->memory,
                                    options->whole, options->seed, &made->table, error));
    *prover = made;
    made = NULL;
cleanup:
    kauri_prover_free(made);
    return status;
}

void kauri_prover_free(struct kauri_prover *prover)
{
    if (prover == NULL) {
        return;
    }
    kauri_proof_table_free(&prover->table);
    kauri_proof_nodes_clear(&prover->citable);
    for (unsigned i = 0; prover->workers != NULL && i < prover->threads; i++) {
        free(prover->workers[i].frames);
    }
    free(prover->workers);
    free(prover->busy_memory);
    free(prover);
}

// Puts the question on the path and lets the threads search.
static enum kauri_status run(struct kauri_prover *prover, const struct kauri_branch *root,
                             const struct kauri_prover_limits *limits, struct kauri_error *error)
{
    prover->limits = limits;
    prover->searching = limits->threads > 0 && limits->threads < prover->threads ? limits->threads
                                                                                 : prover->threads;
    prover->started = kauri_clock_seconds();
    prover->stopped = false;
    prover->reported = 0;
    atomic_store(&prover->stop, false);
    atomic_store(&prover->nodes, 0);
    kauri_frame_enter(&prover->root, root, 0);
    prover->root.efforts = root->efforts;
    prover->root.count = 0;
    for (unsigned i = 0; i < prover->threads; i++) {
        struct kauri_prover_worker *worker = &prover->workers[i];
        worker->nodes = 0;
        worker->polled = 0;
        worker->status = KAURI_OK;
        worker->frames[0] = prover->root;
        memset(worker->filter, 0, sizeof worker->filter);
    }
    if (kauri_efforts_open(root->efforts)) {
        kauri_loop_each(prover->searching, search, prover);
    }
    prover->history = kauri_prover_history(prover);
    prover->started = 0;
    for (unsigned i = 0; i < prover->threads; i++) {
        const struct kauri_prover_worker *worker = &prover->workers[i];
        if (worker->status != KAURI_OK) {
            return kauri_fail(error, worker->status, "%s", worker->error.message);
        }
    }
    return KAURI_OK;
}

// Lets the table grow for the positions of a question and those of all questions before it.
static void make_room(struct kauri_prover *prover, const struct kauri_prover_limits *limits)
{
    const uint64_t before = prover->history.nodes;
    const bool limited = limits->nodes != 0 && limits->nodes < UINT64_MAX / ROOM - before;
    kauri_proof_table_make_room(&prover->table,
                                limited ? ROOM * (before + limits->nodes) : UINT64_MAX);
}

static struct kauri_branch root_of(const struct kauri_prover *prover,
                                   const struct kauri_packed *board, int x)
{
    struct kauri_branch root = {.board = *board, .seeds = (uint8_t)kauri_packed_seeds(board)};
    root.place = kauri_prover_place(prover, board);
    root.x = (int16_t)kauri_question_round(&prover->values, x, root.seeds);
    root.efforts = (struct kauri_efforts){1, 1};
    return root;
}

static void report_efforts(const struct kauri_prover *prover, struct kauri_efforts efforts,
                           struct kauri_prover_report *report)
{
    report->phi = efforts.phi;
    report->delta = efforts.delta;
    report->nodes = atomic_load(&prover->nodes);
    report->stopped = prover->stopped;
    report->answer = efforts.phi == 0     ? KAURI_PROVER_YES
                     : efforts.delta == 0 ? KAURI_PROVER_NO
                                          : KAURI_PROVER_OPEN;
}

// The root of a thread that has answered the question, or NULL. Fills the efforts if there is one.
static const struct kauri_frame *find_answer(const struct kauri_prover *prover,
                                             struct kauri_efforts *efforts)
{
    for (unsigned i = 0; i < prover->threads; i++) {
        const struct kauri_frame *frame = &prover->workers[i].frames[0];
        if (!kauri_efforts_open(frame->efforts) && kauri_path_set_is_empty(&frame->rests_on)) {
            *efforts = frame->efforts;
            return frame;
        }
    }
    return NULL;
}

enum kauri_status kauri_prover_ask(struct kauri_prover *prover,
                                   const struct kauri_position *position, int x,
                                   const struct kauri_prover_limits *limits,
                                   struct kauri_prover_report *report, struct kauri_error *error)
{
    make_room(prover, limits);
    const struct kauri_packed board = kauri_pack(position);
    struct kauri_branch root = root_of(prover, &board, x);
    memset(report, 0, sizeof *report);
    if (!kauri_question_trivial(&root.board, root.seeds, root.x, &root.efforts)) {
        (void)kauri_branch_read(prover, &root);
    }
    KAURI_PASS(run(prover, &root, limits, error));
    if (kauri_efforts_open(root.efforts)) {
        (void)kauri_branch_read(prover, &root);
    }
    if (kauri_efforts_open(root.efforts)) { // unless its entry has been replaced since then
        (void)find_answer(prover, &root.efforts);
    }
    report_efforts(prover, root.efforts, report);
    return KAURI_OK;
}

enum kauri_status kauri_prover_ask_again(struct kauri_prover *prover,
                                         const struct kauri_packed *board, int x,
                                         const struct kauri_prover_limits *limits,
                                         struct kauri_prover_report *report, unsigned *branch,
                                         struct kauri_error *error)
{
    make_room(prover, limits);
    const struct kauri_branch root = root_of(prover, board, x);
    struct kauri_efforts efforts = root.efforts;
    memset(report, 0, sizeof *report);
    KAURI_PASS(run(prover, &root, limits, error));
    const struct kauri_frame *frame = find_answer(prover, &efforts);
    for (unsigned k = 0; frame != NULL && k < frame->count && efforts.phi == 0; k++) {
        const struct kauri_branch *move = &frame->branches[k];
        // The answer may rest on the root, but not on lines that were given up.
        if (move->efforts.delta == 0 &&
            !kauri_path_set_has(&move->rests_on, KAURI_PATH_SET_LIMIT)) {
            *branch = k;
            break;
        }
    }
    report_efforts(prover, efforts, report);
    return KAURI_OK;
}

void kauri_prover_known(const struct kauri_prover *prover, const struct kauri_position *position,
                        struct kauri_prover_known *known)
{
    const struct kauri_packed board = kauri_pack(position);
    struct kauri_table_entry entry;
    memset(known, 0, sizeof *known);
    known->r = kauri_bounds_trivial(kauri_seeds(position));
    known->visited =
        kauri_proof_table_load(&prover->table, kauri_prover_place(prover, &board), &entry);
    if (known->visited) {
        known->r = (struct kauri_bounds){entry.low, entry.high};
        known->x = entry.x;
        known->phi = entry.phi;
        known->delta = entry.delta;
        known->work = entry.work;
    }
}

void kauri_prover_learn(struct kauri_prover *prover, const struct kauri_position *position,
                        struct kauri_bounds r)
{
    const struct kauri_packed board = kauri_pack(position);
    const struct kauri_table_place place = kauri_prover_place(prover, &board);
    struct kauri_table_entry entry;
    if (!kauri_proof_table_load(&prover->table, place, &entry)) {
        entry = (struct kauri_table_entry){.low = (int16_t)r.low,
                                           .high = (int16_t)r.high,
                                           .x = (int16_t)r.low, // a question that the bounds answer
                                           .phi = 1,
                                           .delta = 1};
    }
    entry.low = (int16_t)(r.low > entry.low ? r.low : entry.low);
    entry.high = (int16_t)(r.high < entry.high ? r.high : entry.high);
    entry.work = KAURI_PROVER_LEARNED;
    kauri_proof_table_store(&prover->table, place, &entry);
}

enum kauri_status kauri_prover_cite(struct kauri_prover *prover,
                                    const struct kauri_position *position, struct kauri_bounds r,
                                    uint64_t digest, struct kauri_error *error)
{
    const struct kauri_packed board = kauri_pack(position);
    const int values[] = {[KAURI_PROOF_OWN] = r.low, [KAURI_PROOF_OPPONENT] = -r.high};
    for (unsigned kind = KAURI_PROOF_OWN; kind <= KAURI_PROOF_OPPONENT; kind++) {
        uint32_t number = 0;
        KAURI_PASS(kauri_proof_nodes_add(&prover->citable, &board, (enum kauri_proof_kind)kind,
                                         &number, error));
        struct kauri_proof_node *node = &prover->citable.node[number];
        if (values[kind] > node->value) {
            node->value = (int16_t)values[kind];
            node->digest = digest;
        }
    }
    kauri_prover_learn(prover, position, r);
    return KAURI_OK;
}

void kauri_prover_rest_on(struct kauri_prover *prover, unsigned tables)
{
    if (tables > 0) {
        kauri_prover_note_probe(prover, tables - 1);
    }
}

struct kauri_prover_history kauri_prover_history(const struct kauri_prover *prover)
{
    struct kauri_prover_history history = prover->history;
    history.layers |= atomic_load(&prover->probed);
    // Values of a layer may be derived from all layers below it.
    for (unsigned n = 1; n <= KAURI_SEEDS_MAX; n *= 2) {
        history.layers |= history.layers >> n;
    }
    if (prover->started != 0) {
        history.nodes += atomic_load(&prover->nodes);
    }
    return history;
}

double kauri_prover_fill(const struct kauri_prover *prover)
{
    return kauri_proof_table_fill(&prover->table);
}

// Puts a bound into its place among those that were found, which ascend by work; if they are as
// many as wanted, the first one leaves.
static void insert(struct kauri_costly_bound *bounds, unsigned *count, unsigned maximum,
                   const struct kauri_costly_bound *bound)
{
    unsigned place = *count;
    if (*count == maximum) {
        place--;
        memmove(bounds, bounds + 1, place * sizeof *bounds);
    } else {
        ++*count;
    }
    for (; place > 0 && bounds[place - 1].work > bound->work; place--) {
        bounds[place] = bounds[place - 1];
    }
    bounds[place] = *bound;
}

// The bounds of an entry that answer the question asked last; false if they leave it open. The
// entry's other bounds may have cost little, whatever its work, because no question asked for them.
static bool answer_of(const struct kauri_table_entry *entry, unsigned seeds, struct kauri_bounds *r)
{
    *r = kauri_bounds_trivial(seeds);
    if (entry->low >= entry->x) {
        r->low = entry->low;
    } else if (entry->high < entry->x) {
        r->high = entry->high;
    } else {
        return false;
    }
    return true;
}

unsigned kauri_prover_costly(const struct kauri_prover *prover, uint64_t least, unsigned maximum,
                             struct kauri_costly_bound *bounds)
{
    unsigned count = 0;
    for (uint64_t bucket = 0; maximum > 0 && bucket < prover->table.buckets; bucket++) {
        struct kauri_table_place places[KAURI_TABLE_WAYS];
        struct kauri_table_entry entries[KAURI_TABLE_WAYS];
        const unsigned used = kauri_proof_table_bucket(&prover->table, bucket, places, entries);
        for (unsigned i = 0; i < used; i++) {
            struct kauri_costly_bound found = {.work = entries[i].work};
            if (entries[i].work < least || entries[i].work >= KAURI_PROVER_LEARNED ||
                (count == maximum && entries[i].work <= bounds[0].work)) {
                continue;
            }
            const struct kauri_packed board = kauri_board_of_number(
                &prover->numbering, kauri_proof_table_number(&prover->table, places[i]));
            if (answer_of(&entries[i], kauri_packed_seeds(&board), &found.r)) {
                found.position = kauri_unpack(&board, prover->shape.holes);
                insert(bounds, &count, maximum, &found);
            }
        }
    }
    return count;
}
