#include "queries/search/search.h"

#include "queries/estimate/estimate.h"
#include "queries/prover/prover.h"
#include "queries/prover/question.h"
#include "queries/search/openings.h"
#include "queries/search/search_known.h"
#include "queries/search/search_line.h"
#include "queries/search/search_watch.h"
#include "tablebase/tablebase.h"

#include <limits.h>
#include <stdlib.h>

// Seconds that proving the best move and the line may take after the goal is reached: as many as
// the search may take and some more, but not too many. Most of it is known by then.
#define LINE_SECONDS_MORE 5.0
#define LINE_SECONDS_MOST 20.0

enum {
    QUESTIONS_MAX = 6 * KAURI_SEEDS_MAX + 3,
    // The first question of a round may expand so many times as many positions as the others. They
    // cost more than they expand: the memory has the efforts of one question about a position.
    FIRST_SHARE = 8,
};

struct kauri_search_memory {
    struct kauri_shape shape;
    unsigned seeds;
    unsigned threads;
    uint64_t bytes;
    struct kauri_prover *prover; // NULL: too little memory
};

// A search under way.
struct pursuit {
    struct kauri_search *search;
    struct kauri_search_known known;
    struct kauri_search_watch watch;
    struct kauri_search_node root;
};

// ------------------------------------------------------------------------------------- questions

// The answer of an exact value to the goal, as a class: values between which the goal makes no
// difference have the same class.
static int class_of(const struct kauri_search *search, int r)
{
    enum kauri_result result = KAURI_DRAW;
    (void)kauri_bounds_decide(&search->position, (struct kauri_bounds){r, r}, search->goal,
                              &result);
    return search->goal == KAURI_GOAL_VALUE ? r : (int)result;
}

// The questions "is r >= x?" that are worth asking: x possible, and of another class than the
// possible value before it. Fills xs, ascending, and returns how many.
static unsigned open_questions(const struct pursuit *pursuit, int xs[QUESTIONS_MAX])
{
    const struct kauri_bounds r = pursuit->root.r;
    const unsigned seeds = kauri_seeds(&pursuit->root.position);
    unsigned count = 0;
    int before = class_of(pursuit->search, r.low);
    for (int x = r.low + 1; x <= r.high; x++) {
        if (kauri_question_possible(x, seeds) && class_of(pursuit->search, x) != before) {
            before = class_of(pursuit->search, x);
            xs[count++] = x;
        }
    }
    return count;
}

static bool is_open(const struct pursuit *pursuit, int x)
{
    return pursuit->root.r.low < x && x <= pursuit->root.r.high;
}

static enum kauri_status ask(struct pursuit *pursuit, struct kauri_search_rounds *rounds, int x,
                             uint64_t budget, struct kauri_error *error)
{
    enum kauri_prover_answer answer = KAURI_PROVER_OPEN;
    kauri_prover_prepare(pursuit->watch.prover, budget);
    const enum kauri_status status =
        kauri_search_ask(&pursuit->watch, &pursuit->root.position, x, budget, &answer, error);
    if (status != KAURI_OK) {
        return status;
    }
    kauri_search_rounds_note(rounds, &pursuit->watch, answer);
    struct kauri_bounds *r = &pursuit->root.r;
    if (answer == KAURI_PROVER_YES && r->low < x) {
        r->low = x;
    }
    if (answer == KAURI_PROVER_NO && r->high >= x) {
        r->high = -kauri_question_least(1 - x, kauri_seeds(&pursuit->root.position));
    }
    kauri_search_update_node(&pursuit->known, &pursuit->root);
    return KAURI_OK;
}

// The estimate of r, from those of the positions after the moves.
static int estimated_value(const struct pursuit *pursuit)
{
    const struct kauri_search_node *root = &pursuit->root;
    int best = INT_MIN;
    for (unsigned i = 0; i < root->move_count; i++) {
        const struct kauri_position *after = &root->moves[i].successor;
        const struct kauri_packed board = kauri_pack(after);
        const int r =
            3 * ((int)root->moves[i].captured.own - (int)root->moves[i].captured.opponent) -
            kauri_estimate(kauri_estimate_fitted(), &board, after->holes, kauri_seeds(after)) /
                KAURI_ESTIMATE_UNIT;
        best = r > best ? r : best;
    }
    return best;
}

// The place in xs[low..high-1] of the first question: the last one that the estimate answers with
// yes, or the middle if it answers all alike. Of two questions that is the one whose answer settles
// both if the estimate is right.
static unsigned first_question(const int *xs, unsigned low, unsigned high, int estimate)
{
    if (estimate < xs[low] || estimate > xs[high - 1]) {
        return estimate < xs[low] ? (low + high - 1) / 2 : (low + high) / 2;
    }
    unsigned place = low;
    while (place + 1 < high && xs[place + 1] <= estimate) {
        place++;
    }
    return place;
}

// Asks the first question and, unless it is answered, those around it with a smaller budget. An
// answer to one question also answers all those on one side of it.
static enum kauri_status ask_round(struct pursuit *pursuit, struct kauri_search_rounds *rounds,
                                   const int *xs, unsigned count, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const int estimate = estimated_value(pursuit);
    unsigned low = 0; // questions low..high-1 are open and not asked in this round
    unsigned high = count;
    while (low < high) {
        const int x = xs[first_question(xs, low, high, estimate)];
        KAURI_TRY(ask(pursuit, rounds, x, rounds->budget, error));
        if (is_open(pursuit, x)) {
            break;
        }
        while (low < high && xs[low] <= pursuit->root.r.low) {
            low++;
        }
        while (low < high && xs[high - 1] > pursuit->root.r.high) {
            high--;
        }
    }
    // The first question was too hard: narrow from both ends.
    for (unsigned i = low; i < high; i++) {
        if (is_open(pursuit, xs[i])) {
            KAURI_TRY(ask(pursuit, rounds, xs[i], rounds->budget / FIRST_SHARE, error));
            if (pursuit->root.r.low < xs[i]) {
                break;
            }
        }
    }
    for (unsigned i = high; i-- > low;) {
        if (is_open(pursuit, xs[i])) {
            KAURI_TRY(ask(pursuit, rounds, xs[i], rounds->budget / FIRST_SHARE, error));
            if (pursuit->root.r.high >= xs[i]) {
                break;
            }
        }
    }
cleanup:
    return status;
}

static enum kauri_status ask_all(struct pursuit *pursuit, struct kauri_error *error)
{
    struct kauri_search_rounds rounds = {.budget = 0};
    enum kauri_status status = KAURI_OK;
    int xs[QUESTIONS_MAX];
    for (unsigned count = 0; status == KAURI_OK && !pursuit->watch.stopped &&
                             (count = open_questions(pursuit, xs)) > 0;) {
        kauri_search_rounds_next(&rounds, &pursuit->watch);
        status = ask_round(pursuit, &rounds, xs, count, error);
    }
    return status;
}

// ---------------------------------------------------------------------------------------- answer

// Takes the answer from the tables. Leaves search->covered false when a layer below is missing, so
// that the moves cannot be valued.
static enum kauri_status ask_tables(struct kauri_search *search, struct kauri_error *error)
{
    const enum kauri_status status =
        kauri_probe_root(search->tables, &search->position, &search->probe, error);
    if (status == KAURI_MISSING) {
        return KAURI_OK;
    }
    search->covered = status == KAURI_OK;
    for (unsigned i = 0; search->covered && i < search->probe.move_count; i++) {
        const struct kauri_probe_move *move = &search->probe.moves[i];
        search->moves[i] = (struct kauri_valued_move){.hole = move->hole,
                                                      .captured = move->captured,
                                                      .r = {move->value.r, move->value.r},
                                                      .source = KAURI_SOURCE_TABLES,
                                                      .dtc_known = move->value.r != 0,
                                                      .dtc = move->value.dtc,
                                                      .best = move->best,
                                                      .successor = move->successor};
        search->move_count = i + 1;
    }
    return status;
}

// Copies what the search knows by now into its answer.
static void note(struct pursuit *pursuit)
{
    struct kauri_search *search = pursuit->search;
    search->r = pursuit->root.r;
    search->nodes = pursuit->watch.nodes;
    search->seconds = kauri_clock_seconds() - pursuit->watch.started;
    search->fill = search->prover != NULL ? kauri_prover_fill(search->prover) : 0;
    search->move_count = pursuit->root.move_count;
    for (unsigned i = 0; i < search->move_count; i++) {
        struct kauri_valued_move *move = &search->moves[i];
        *move = pursuit->root.moves[i];
        move->best = class_of(search, move->r.low) == class_of(search, search->r.high) ||
                     move->r.low >= search->r.high;
    }
}

// Called during a question.
static void look(void *looker, struct kauri_search_watch *watch)
{
    struct pursuit *pursuit = looker;
    if (watch->limits->follow != NULL) {
        kauri_search_update_node(&pursuit->known, &pursuit->root);
        note(pursuit);
        watch->limits->follow(watch->limits->follower, pursuit->search);
    }
}

static bool is_decided(struct kauri_search *search)
{
    enum kauri_result result = KAURI_DRAW;
    return kauri_bounds_decide(&search->position, search->r, search->goal, &result);
}

// Proves the best move and the line. They are left out if that takes too long.
static enum kauri_status explain(struct pursuit *pursuit, struct kauri_error *error)
{
    struct kauri_search *search = pursuit->search;
    if (pursuit->watch.limits->value_only) {
        return KAURI_OK;
    }
    const double used = kauri_clock_seconds() - pursuit->watch.started;
    const double given = pursuit->watch.limits->seconds + LINE_SECONDS_MORE;
    const double more = given < LINE_SECONDS_MOST ? given : LINE_SECONDS_MOST;
    const struct kauri_search_limits limits = {.seconds = used + more,
                                               .progress = pursuit->watch.limits->progress};
    struct kauri_search_watch watch = {.prover = pursuit->watch.prover,
                                       .threads = pursuit->watch.threads,
                                       .limits = &limits,
                                       .started = pursuit->watch.started,
                                       .nodes = pursuit->watch.nodes,
                                       .keeper = pursuit->watch.keeper};
    unsigned place = 0;
    const enum kauri_status status =
        kauri_search_prove_move(&watch, &pursuit->known, NULL, &pursuit->root, &place, error);
    if (status != KAURI_OK || watch.stopped) {
        return status;
    }
    return kauri_search_find_line(&watch, &pursuit->known, &pursuit->root, &search->line, error);
}

// ---------------------------------------------------------------------------------------- memory

static struct kauri_shape shape_of(const struct kauri_position *position)
{
    return (struct kauri_shape){.holes = position->holes,
                                .cowries = (uint8_t)kauri_cowries(position)};
}

uint64_t kauri_search_least(struct kauri_shape shape, unsigned seeds, unsigned threads)
{
    return kauri_prover_overhead(threads) + kauri_prover_least(shape, seeds);
}

unsigned kauri_search_threads(struct kauri_shape shape, unsigned seeds, uint64_t memory,
                              unsigned threads)
{
    const uint64_t least = kauri_prover_least(shape, seeds);
    const uint64_t most =
        memory / 4 < least ? memory - (memory < least ? memory : least) : memory - memory / 4 * 3;
    while (threads > 1 && kauri_prover_overhead(threads) > most) {
        threads--;
    }
    return threads > 0 ? threads : 1;
}

// Makes the prover; *prover stays NULL when there is too little memory.
static enum kauri_status make_prover(struct kauri_tablebase *tables, struct kauri_shape shape,
                                     unsigned seeds, uint64_t memory, unsigned threads,
                                     uint64_t seed, struct kauri_prover **prover,
                                     struct kauri_error *error)
{
    *prover = NULL;
    if (memory < kauri_search_least(shape, seeds, threads)) {
        return KAURI_OK;
    }
    const struct kauri_prover_options options = {
        .shape = shape,
        .seeds = seeds,
        .memory = memory - kauri_prover_overhead(threads),
        .threads = threads,
        .seed = seed,
        .tables = tables,
        .small = true,
    };
    return kauri_prover_new(&options, prover, error);
}

enum kauri_status kauri_search_memory_new(struct kauri_tablebase *tables,
                                          const struct kauri_position *position, uint64_t bytes,
                                          unsigned threads, struct kauri_search_memory **memory,
                                          struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    *memory = NULL;
    struct kauri_search_memory *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for the search");
    }
    made->seeds = kauri_seeds(position);
    made->shape = shape_of(position);
    made->threads = kauri_search_threads(made->shape, made->seeds, bytes, threads);
    made->bytes = bytes;
    if (tables != NULL) {
        KAURI_TRY(kauri_tablebase_fits(tables, position, error));
    }
    KAURI_TRY(make_prover(tables, made->shape, made->seeds, bytes, made->threads, 0, &made->prover,
                          error));
    *memory = made;
    made = NULL;
cleanup:
    kauri_search_memory_free(made);
    return status;
}

void kauri_search_memory_free(struct kauri_search_memory *memory)
{
    if (memory != NULL) {
        kauri_prover_free(memory->prover);
        free(memory);
    }
}

// Bytes of the limits that go to saving and loading a state.
static uint64_t state_share(const struct kauri_search_limits *limits, unsigned threads)
{
    const uint64_t share = kauri_prover_keeper_overhead(threads, limits->memory);
    return limits->state == NULL ? 0 : share < limits->memory ? share : limits->memory;
}

// Makes a prover that takes the positions of the state, too, and reads it.
static enum kauri_status open_state(struct pursuit *pursuit,
                                    const struct kauri_search_limits *limits,
                                    struct kauri_shape shape, unsigned seeds,
                                    struct kauri_error *error)
{
    struct kauri_search *search = pursuit->search;
    struct kauri_prover_file_facts facts = {.seeds = 0};
    enum kauri_status status = kauri_prover_file_read(limits->state, &facts, error);
    if (status == KAURI_MISSING) {
        status = KAURI_OK;
    }
    KAURI_TRY(status);
    KAURI_TRY(make_prover(search->tables, shape, facts.seeds > seeds ? facts.seeds : seeds,
                          limits->memory - state_share(limits, pursuit->watch.threads),
                          pursuit->watch.threads, limits->seed, &search->prover, error));
    if (search->prover != NULL) {
        KAURI_TRY(kauri_prover_keeper_new(search->prover, limits->state, limits->state_interval,
                                          limits->progress, &search->keeper, error));
    }
    pursuit->watch.keeper = search->keeper;
cleanup:
    return status;
}

static void learn_openings(struct kauri_prover *prover, struct kauri_shape shape, unsigned seeds)
{
    for (unsigned i = 0; i < kauri_opening_count(); i++) {
        const struct kauri_opening opening = kauri_opening(i);
        const struct kauri_shape of = shape_of(&opening.position);
        if (of.holes == shape.holes && of.cowries == shape.cowries &&
            kauri_seeds(&opening.position) <= seeds) {
            kauri_prover_learn(prover, &opening.position, opening.r);
        }
    }
}

// The prover to ask: a new one, or the shared one; NULL when there is too little memory.
static enum kauri_status open_prover(struct pursuit *pursuit,
                                     const struct kauri_search_limits *limits,
                                     struct kauri_error *error)
{
    struct kauri_search *search = pursuit->search;
    const struct kauri_search_memory *shared = limits->shared;
    const struct kauri_shape shape = shape_of(&search->position);
    const unsigned seeds = kauri_seeds(&search->position);
    enum kauri_status status = KAURI_OK;
    pursuit->watch.threads = limits->threads > 0 ? limits->threads : 1;
    search->memory = limits->memory;
    if (shared == NULL && limits->state != NULL) {
        status = open_state(pursuit, limits, shape, seeds, error);
    } else if (shared == NULL) {
        status = make_prover(search->tables, shape, seeds, limits->memory, pursuit->watch.threads,
                             limits->seed, &search->prover, error);
    } else if (seeds > shared->seeds || shape.holes != shared->shape.holes ||
               shape.cowries != shared->shape.cowries) {
        return kauri_fail(error, KAURI_BAD_INPUT, "the memory of the search is for another board");
    } else {
        pursuit->watch.threads = shared->threads;
        search->memory = shared->bytes;
        search->prover = shared->prover;
        search->shared = true;
    }
    pursuit->watch.prover = search->prover;
    pursuit->known.prover = search->prover;
    if (search->prover != NULL && pursuit->known.openings) {
        learn_openings(search->prover, shape, seeds);
    }
    search->memory = search->prover != NULL ? search->memory : 0;
    return status;
}

// ------------------------------------------------------------------------------------- searching

// Searches for the answer that the tables do not have.
static enum kauri_status search_above(struct pursuit *pursuit, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_search *search = pursuit->search;
    KAURI_TRY(open_prover(pursuit, pursuit->watch.limits, error));
    KAURI_TRY(kauri_search_open_node(&pursuit->known, &search->position, &pursuit->root, error));
    if (search->prover != NULL) {
        KAURI_TRY(ask_all(pursuit, error));
    }
    note(pursuit);
    if (is_decided(search)) {
        KAURI_TRY(explain(pursuit, error));
        note(pursuit);
    } else {
        search->stop = search->prover == NULL ? KAURI_SEARCH_STOP_MEMORY : pursuit->watch.stop;
    }
    kauri_moves_sort(search->moves, search->move_count);
cleanup:
    return status;
}

static enum kauri_status answer(struct pursuit *pursuit, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_search *search = pursuit->search;
    kauri_line_start(&search->line, &search->position);
    search->line.end = KAURI_LINE_OPEN;
    if (!kauri_search_is_stored(&pursuit->known, &search->position)) {
        KAURI_TRY(search_above(pursuit, error));
    } else {
        int32_t r = 0;
        KAURI_TRY(kauri_probe_r(search->tables, &search->position, &r, error));
        search->r = (struct kauri_bounds){r, r};
        KAURI_TRY(ask_tables(search, error));
        if (!search->covered) { // a layer below is missing
            KAURI_TRY(
                kauri_search_open_node(&pursuit->known, &search->position, &pursuit->root, error));
            pursuit->root.r = search->r;
            kauri_search_narrow_node(&pursuit->root);
            note(pursuit);
            kauri_moves_sort(search->moves, search->move_count);
        }
        if (!pursuit->watch.limits->value_only) {
            KAURI_TRY(kauri_search_find_line(&pursuit->watch, &pursuit->known, &pursuit->root,
                                             &search->line, error));
        }
    }
    search->status = is_decided(search) ? KAURI_SEARCH_EXACT : KAURI_SEARCH_BOUNDS;
    search->seconds = kauri_clock_seconds() - pursuit->watch.started;
cleanup:
    return status;
}

enum kauri_status kauri_search_run(struct kauri_tablebase *tables,
                                   const struct kauri_position *position, enum kauri_goal goal,
                                   const struct kauri_search_limits *limits,
                                   struct kauri_search **search, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct pursuit pursuit = {
        .search = calloc(1, sizeof *pursuit.search),
        .known = {.tables = tables, .openings = !limits->no_openings},
        .watch = {.limits = limits, .started = kauri_clock_seconds(), .look = look}};
    *search = NULL;
    if (pursuit.search == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for the search");
    }
    pursuit.watch.looker = &pursuit;
    pursuit.search->position = *position;
    pursuit.search->goal = goal;
    pursuit.search->tables = tables;
    pursuit.search->seed = limits->seed;
    if (tables != NULL) {
        KAURI_TRY(kauri_tablebase_fits(tables, position, error));
    }
    KAURI_TRY(answer(&pursuit, error));
    *search = pursuit.search;
    pursuit.search = NULL;
cleanup:
    if (pursuit.search != NULL) { // failed, as when a table could not be read
        (void)kauri_search_save(pursuit.search, NULL);
    }
    kauri_search_free(pursuit.search);
    return status;
}

enum kauri_status kauri_search_save(struct kauri_search *search, struct kauri_error *error)
{
    return search->keeper == NULL ? KAURI_OK : kauri_prover_keeper_save(search->keeper, error);
}

void kauri_search_free(struct kauri_search *search)
{
    if (search != NULL) {
        kauri_prover_keeper_free(search->keeper);
        if (!search->shared) {
            kauri_prover_free(search->prover);
        }
        kauri_line_clear(&search->line);
        free(search);
    }
}
