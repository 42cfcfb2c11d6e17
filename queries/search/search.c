#include "queries/search/search.h"

#include "common/memory.h"
#include "db/tables/tablebase.h"
#include "kauri/kauri.h"
#include "queries/known/known.h"
#include "queries/prover/leaf.h"
#include "queries/prover/proof_write.h"
#include "queries/prover/prover.h"
#include "queries/search/search_line.h"
#include "queries/search/search_questions.h"

#include <stdlib.h>

// Seconds that proving the best move and the line may take after the goal is reached, if the search
// has that many left. Most of it is known by then.
#define LINE_SECONDS_MAX 20.0

enum {
    // Positions that may be expanded for the value of each other move, or a quarter as many as the
    // value of the position took.
    MOVE_NODES = 50000,
    MOVE_SHARE = 4,
};

// A search under way.
struct pursuit {
    struct kauri_search_answer *search;
    struct kauri_known known;
    struct kauri_search_watch watch;
    struct kauri_known_node root;
};

// Takes the answer from the tables. Leaves search->covered false when a layer below is missing, so
// that the moves cannot be valued.
static enum kauri_status ask_tables(struct kauri_search_answer *search, struct kauri_error *error)
{
    const enum kauri_status status =
        kauri_probe_root(search->tables, &search->position, &search->probe, error);
    if (status == KAURI_MISSING) {
        return KAURI_OK;
    }
    search->covered = status == KAURI_OK;
    for (unsigned i = 0; search->covered && i < search->probe.move_count; i++) {
        const struct kauri_probe_move *move = &search->probe.moves[i];
        search->moves[i] =
            (struct kauri_valued_move){.hole = move->hole,
                                       .captured = move->captured,
                                       .r = {move->value.r, move->value.r},
                                       .source = KAURI_SOURCE_TABLES,
                                       .dtc_known = kauri_value_has_distance(move->value),
                                       .dtc = move->value.dtc,
                                       .best = move->best,
                                       .successor = move->successor};
        search->move_count = i + 1;
    }
    return status;
}

// Takes the answer to the question of the search, if it has one, from the bounds.
static void note_answer(struct kauri_search_answer *search, const struct kauri_search_watch *watch)
{
    struct kauri_search_question *question = &search->question;
    if (question->asked) {
        question->answer = search->r.low >= question->x   ? KAURI_PROVER_YES
                           : search->r.high < question->x ? KAURI_PROVER_NO
                                                          : KAURI_PROVER_OPEN;
        const bool open = question->answer == KAURI_PROVER_OPEN;
        question->yes = open ? watch->phi : 0;
        question->no = open ? watch->delta : 0;
    }
}

// Where the bounds come from.
static enum kauri_bounds_source source_of(const struct pursuit *pursuit)
{
    const struct kauri_search_answer *search = pursuit->search;
    const struct kauri_bounds trivial = kauri_bounds_trivial(kauri_seeds(&search->position));
    struct kauri_bounds book = trivial;
    kauri_known_narrow_by_book(pursuit->known.book, &search->position, &book);
    return kauri_known_is_stored(&pursuit->known, &search->position) ? KAURI_SOURCE_TABLES
           : search->r.low == book.low && search->r.high == book.high
               ? (book.low > trivial.low || book.high < trivial.high ? KAURI_SOURCE_BOOK
                                                                     : KAURI_SOURCE_RULES)
               : KAURI_SOURCE_SEARCH;
}

// Copies what the search knows by now into its answer.
static void note(struct pursuit *pursuit)
{
    struct kauri_search_answer *search = pursuit->search;
    search->r = pursuit->root.r;
    search->nodes = pursuit->watch.nodes;
    search->seconds = kauri_clock_seconds() - pursuit->watch.started;
    search->fill = search->asked.prover != NULL ? kauri_prover_fill(search->asked.prover) : 0;
    note_answer(search, &pursuit->watch);
    search->move_count = pursuit->root.move_count;
    for (unsigned i = 0; i < search->move_count; i++) {
        struct kauri_valued_move *move = &search->moves[i];
        *move = pursuit->root.moves[i];
        move->best = move->r.low >= search->r.high;
    }
}

// Reports the progress of a question. Called while the prover searches.
static void look(void *looker, struct kauri_search_watch *watch)
{
    struct pursuit *pursuit = looker;
    if (watch->limits->follow != NULL) {
        kauri_known_update(&pursuit->known, &pursuit->root);
        note(pursuit);
        watch->limits->follow(watch->limits->follower, pursuit->search);
    }
}

static bool is_decided(struct kauri_search_answer *search)
{
    enum kauri_result result = KAURI_DRAW;
    return search->question.asked
               ? search->question.answer != KAURI_PROVER_OPEN
               : kauri_bounds_decide(&search->position, search->r, search->goal, &result);
}

// Returns whether only values are asked for.
static bool is_brief(const struct kauri_search_watch *watch)
{
    return watch->limits->value_only || watch->limits->ask;
}

// Proves what the other moves are worth, as far as the goal asks, one after the other. Each has the
// same number of positions and an equal share of the time; what is then known of it remains.
static enum kauri_status prove_moves(struct pursuit *pursuit, struct kauri_search_watch watch,
                                     struct kauri_error *error)
{
    const struct kauri_search_limits *given = watch.limits;
    const uint64_t quarter = pursuit->watch.nodes / MOVE_SHARE;
    const uint64_t share = quarter > MOVE_NODES ? quarter : MOVE_NODES;
    const double seconds = given->seconds;
    struct kauri_known_node *root = &pursuit->root;
    struct kauri_search_limits limits = *given;
    limits.follow = pursuit->watch.limits->follow;
    limits.follower = pursuit->watch.limits->follower;
    watch.limits = &limits;
    watch.look = pursuit->watch.look;
    watch.looker = pursuit->watch.looker;
    for (unsigned i = 0; i < root->move_count && watch.stop != KAURI_SEARCH_STOP_REQUEST; i++) {
        struct kauri_valued_move *move = &root->moves[i];
        struct kauri_known_node after;
        const double used = kauri_clock_seconds() - watch.started;
        limits.seconds = used + (seconds - used) / (root->move_count - i);
        limits.nodes = watch.nodes + share;
        if (given->nodes > 0 && limits.nodes > given->nodes) {
            limits.nodes = given->nodes;
        }
        watch.stopped = false;
        KAURI_PASS(kauri_known_open(&pursuit->known, &move->successor, &after, error));
        KAURI_PASS(
            kauri_search_ask_all(&watch, &pursuit->known, pursuit->search->goal, &after, error));
        move->r = kauri_bounds_both(move->r, kauri_bounds_across(after.r, move->captured));
        look(pursuit, &watch);
    }
    return KAURI_OK;
}

// Proves the best move and the line. They are left out if that takes too long.
static enum kauri_status explain(struct pursuit *pursuit, struct kauri_error *error)
{
    struct kauri_search_answer *search = pursuit->search;
    const struct kauri_search_limits *given = pursuit->watch.limits;
    if (is_brief(&pursuit->watch)) {
        return KAURI_OK;
    }
    // The limits are those of the whole search. Without a limit of time, the line has one.
    const double maximum = kauri_clock_seconds() - pursuit->watch.started + LINE_SECONDS_MAX;
    const struct kauri_search_limits limits = {.seconds = given->seconds < maximum ? given->seconds
                                                                                   : maximum,
                                               .nodes = given->nodes,
                                               .progress = given->progress};
    struct kauri_search_watch watch = {.prover = pursuit->watch.prover,
                                       .threads = pursuit->watch.threads,
                                       .limits = &limits,
                                       .started = pursuit->watch.started,
                                       .nodes = pursuit->watch.nodes};
    unsigned place = 0;
    const enum kauri_status status =
        kauri_search_prove_move(&watch, &pursuit->known, NULL, &pursuit->root, &place, error);
    if (status != KAURI_OK || watch.stopped) {
        return status;
    }
    KAURI_PASS(
        kauri_search_find_line(&watch, &pursuit->known, &pursuit->root, &search->line, error));
    return given->every_move ? prove_moves(pursuit, watch, error) : KAURI_OK;
}

// Searches for the answer that the tables do not have.
static enum kauri_status search_above(struct pursuit *pursuit, struct kauri_error *error)
{
    struct kauri_search_answer *search = pursuit->search;
    KAURI_PASS(kauri_search_prover_open(search->tables, &search->position, pursuit->watch.limits,
                                        &search->asked, error));
    pursuit->known.prover = search->asked.prover;
    pursuit->watch.prover = search->asked.prover;
    pursuit->watch.threads = search->asked.threads;
    KAURI_PASS(kauri_known_open(&pursuit->known, &search->position, &pursuit->root, error));
    if (search->asked.prover != NULL && search->question.asked) {
        KAURI_PASS(kauri_search_ask_one(&pursuit->watch, &pursuit->known, search->question.x,
                                        &pursuit->root, error));
    } else if (search->asked.prover != NULL) {
        KAURI_PASS(kauri_search_ask_all(&pursuit->watch, &pursuit->known, search->goal,
                                        &pursuit->root, error));
    }
    note(pursuit);
    if (is_decided(search)) {
        KAURI_PASS(explain(pursuit, error));
        note(pursuit);
    } else {
        search->stop =
            search->asked.prover == NULL ? KAURI_SEARCH_STOP_MEMORY : pursuit->watch.stop;
    }
    kauri_moves_sort(search->moves, search->move_count);
    return KAURI_OK;
}

static enum kauri_status answer(struct pursuit *pursuit, struct kauri_error *error)
{
    struct kauri_search_answer *search = pursuit->search;
    kauri_line_start(&search->line, &search->position);
    search->line.end = KAURI_LINE_OPEN;
    if (!kauri_known_is_stored(&pursuit->known, &search->position)) {
        KAURI_PASS(search_above(pursuit, error));
    } else {
        KAURI_PASS(ask_tables(search, error));
        int32_t r = search->probe.value.r;
        if (!search->covered) {
            KAURI_PASS(kauri_probe_r(search->tables, &search->position, &r, error));
        }
        search->r = (struct kauri_bounds){r, r};
        note_answer(search, &pursuit->watch);
        if (!search->covered) { // a layer below is missing
            KAURI_PASS(kauri_known_open(&pursuit->known, &search->position, &pursuit->root, error));
            pursuit->root.r = search->r;
            kauri_known_narrow(&pursuit->root);
            note(pursuit);
            kauri_moves_sort(search->moves, search->move_count);
        }
        if (!is_brief(&pursuit->watch)) {
            KAURI_PASS(kauri_search_find_line(&pursuit->watch, &pursuit->known, &pursuit->root,
                                              &search->line, error));
        }
    }
    search->status = is_decided(search) ? KAURI_SEARCH_EXACT : KAURI_SEARCH_BOUNDS;
    search->source = source_of(pursuit);
    search->book =
        search->source == KAURI_SOURCE_BOOK || search->asked.in_book ? pursuit->known.book : NULL;
    search->seconds = kauri_clock_seconds() - pursuit->watch.started;
    return KAURI_OK;
}

enum kauri_status
kauri_search_answer_find(struct kauri_tablebase *tables, const struct kauri_position *position,
                         enum kauri_goal goal, const struct kauri_search_limits *limits,
                         struct kauri_search_answer **search, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct pursuit pursuit = {
        .known = {.tables = tables, .book = limits->book},
        .watch = {.limits = limits, .started = kauri_clock_seconds(), .look = look}};
    *search = NULL;
    KAURI_PASS(KAURI_NEW(pursuit.search, 1, error, "the search"));
    pursuit.watch.looker = &pursuit;
    pursuit.search->position = *position;
    pursuit.search->goal = goal;
    pursuit.search->tables = tables;
    pursuit.search->seed = limits->seed;
    pursuit.search->question =
        (struct kauri_search_question){.asked = limits->ask, .x = limits->ask ? limits->x : 0};
    if (tables != NULL) {
        KAURI_TRY(kauri_tablebase_fits(tables, position, error));
    }
    KAURI_TRY(answer(&pursuit, error));
    *search = pursuit.search;
    pursuit.search = NULL;
cleanup:
    kauri_search_answer_free(pursuit.search);
    return status;
}

void kauri_search_answer_free(struct kauri_search_answer *search)
{
    if (search != NULL) {
        kauri_search_prover_close(&search->asked);
        kauri_line_clear(&search->line);
        free(search);
    }
}

enum {
    STEP_BYTES = 120, // bytes of memory that a step takes at most
    SECONDS_ANY = 1000000000,
};

// The walk asks a prover even if the tables hold the position, and there was nothing to search.
static enum kauri_status make_small_prover(const struct kauri_search_answer *search,
                                           struct kauri_prover **prover, struct kauri_error *error)
{
    const struct kauri_shape shape = kauri_shape_of(&search->position);
    const unsigned seeds = kauri_seeds(&search->position);
    const struct kauri_prover_options options = {
        .shape = shape,
        .seeds = seeds,
        .memory = kauri_prover_least(shape, seeds),
        .threads = 1,
        .tables = search->tables,
    };
    return kauri_prover_new(&options, prover, error);
}

// The bounds to be proven.
static struct kauri_bounds bounds_of(const struct kauri_search_answer *search)
{
    const struct kauri_search_question *question = &search->question;
    const unsigned seeds = kauri_seeds(&search->position);
    struct kauri_bounds r = kauri_bounds_trivial(seeds);
    if (!question->asked) {
        return search->r;
    }
    // The nearest values that r can have; the search distinguishes no values between them.
    const int least = kauri_question_least(question->x, seeds);
    const int maximum = -kauri_question_least(1 - question->x, seeds);
    if (question->answer == KAURI_PROVER_YES) {
        r.low = least > r.low ? least : r.low;
    } else {
        r.high = maximum < r.high ? maximum : r.high;
    }
    return r;
}

enum kauri_status kauri_search_answer_make_proof(const struct kauri_search_answer *search,
                                                 const struct kauri_search_proof_limits *limits,
                                                 struct kauri_string *out,
                                                 struct kauri_written_proof *written,
                                                 struct kauri_error *error)
{
    static const struct kauri_search_proof_limits none;
    const struct kauri_search_proof_limits *given = limits != NULL ? limits : &none;
    const uint64_t maximum = given->memory / STEP_BYTES;
    const struct kauri_walk_limits within = {
        .seconds = given->seconds > 0 ? given->seconds : SECONDS_ANY,
        .progress = given->progress,
        .steps = given->memory == 0     ? 0
                 : maximum > UINT32_MAX ? UINT32_MAX
                 : maximum > 0          ? (uint32_t)maximum
                                        : 1,
    };
    struct kauri_prover *small = NULL;
    if (search->question.asked && search->question.answer == KAURI_PROVER_OPEN) {
        return kauri_fail(error, KAURI_USAGE, "an open question has no proof");
    }
    enum kauri_status status =
        search->asked.prover == NULL ? make_small_prover(search, &small, error) : KAURI_OK;
    if (status == KAURI_OK) {
        status =
            kauri_prover_make_proof(small != NULL ? small : search->asked.prover, &search->position,
                                    bounds_of(search), &within, out, written, error);
    }
    kauri_prover_free(small);
    return status;
}

enum kauri_status kauri_search_answer_prove(const struct kauri_search_answer *search,
                                            const struct kauri_search_proof_limits *limits,
                                            const char *path, enum kauri_output_mode mode,
                                            struct kauri_written_proof *written,
                                            struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_string bytes = {.bytes = NULL};
    struct kauri_output *output = NULL;
    KAURI_TRY(kauri_search_answer_make_proof(search, limits, &bytes, written, error));
    KAURI_TRY(kauri_output_open(path, mode, &output, error));
    KAURI_TRY(kauri_output_write_text(output, &bytes, error));
cleanup:
    kauri_string_clear(&bytes);
    return status;
}
