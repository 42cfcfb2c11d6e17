#include "cli/boards/board_search.h"

#include "cli/search/search_ticker.h"
#include "common/size.h"
#include "queries/search/search.h"
#include "queries/search/search_proof.h"
#include "tablebase/tablebase.h"
#include "verify/proof_check.h"

enum {
    PAGES_SHARE = 4,      // decoded pages get at most a quarter of the memory,
    PAGES_MOST = 1 << 30, // and at most this many bytes
    PROOF_SHARE = 4,      // a proof gets a quarter of the rest
    // If three quarters of the limits do not suffice for the value, the rest is for the result.
    RESULT_SHARE = 4,
};

static uint64_t share_of_pages(const struct kauri_board_limits *limits)
{
    return limits->memory / PAGES_SHARE < PAGES_MOST ? limits->memory / PAGES_SHARE : PAGES_MOST;
}

static uint64_t share_of_proof(const struct kauri_board_limits *limits)
{
    return (limits->memory - share_of_pages(limits)) / PROOF_SHARE;
}

static uint64_t share_of_search(const struct kauri_board_limits *limits)
{
    return limits->memory - share_of_pages(limits) - share_of_proof(limits);
}

enum kauri_status kauri_board_search_check(const struct kauri_board_limits *limits,
                                           const struct kauri_start_board *board,
                                           struct kauri_error *error)
{
    const uint64_t least =
        kauri_search_least(kauri_board_shape(board), kauri_board_seeds(board), 1);
    if (share_of_search(limits) >= least) {
        return KAURI_OK;
    }
    char size[KAURI_SIZE_TEXT_BYTES];
    return kauri_fail(error, KAURI_RESOURCE,
                      "too little memory: the search from the start of 2 x %u holes with %u+%u in "
                      "each needs at least %s (--memory)",
                      (unsigned)board->holes, (unsigned)board->seeds, (unsigned)board->cowries,
                      kauri_format_size(2 * least, size));
}

// Whether the bounds leave the standard result open.
static bool is_undecided(const struct kauri_search *search)
{
    enum kauri_result result = KAURI_DRAW;
    return (search->stop == KAURI_SEARCH_STOP_TIME || search->stop == KAURI_SEARCH_STOP_NODES) &&
           !kauri_bounds_decide(&search->position, search->r, KAURI_GOAL_STANDARD, &result);
}

// Takes over what the proof states, once the checker has accepted it.
static enum kauri_status take_proof(const char *proof, struct kauri_tablebase *tables,
                                    struct kauri_board_entry *entry, struct kauri_error *error)
{
    struct kauri_proof_result result;
    struct kauri_error refused;
    const enum kauri_status status = kauri_proof_check(proof, tables, NULL, &result, &refused);
    if (status == KAURI_WRONG || status == KAURI_BAD_INPUT) {
        return kauri_fail(error, KAURI_INTERNAL, "the search's own proof was refused: %s",
                          refused.message);
    }
    if (status != KAURI_OK) {
        *error = refused;
        return status;
    }
    entry->r = kauri_bounds_both(entry->r, (struct kauri_bounds){result.low, result.high});
    entry->layers = result.tables;
    entry->steps = result.steps;
    entry->source = kauri_bounds_exact(entry->r) ? KAURI_BOARD_SEARCH : KAURI_BOARD_OPEN;
    return KAURI_OK;
}

enum kauri_status kauri_board_search_run(const char *folder,
                                         const struct kauri_board_limits *limits, double seconds,
                                         uint64_t nodes, const char *proof,
                                         const struct kauri_progress_view *view,
                                         struct kauri_board_entry *entry, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_tablebase *tables = NULL;
    struct kauri_search_memory *memory = NULL;
    struct kauri_search *search = NULL;
    struct kauri_search_ticker ticker = {.line.shown = false};
    const struct kauri_shape shape = kauri_board_shape(&entry->board);
    const unsigned seeds = kauri_board_seeds(&entry->board);
    const uint64_t bytes = share_of_search(limits);
    bool stopped = false;
    kauri_search_ticker_begin(&ticker, view);
    struct kauri_search_limits given = {.seconds = seconds - seconds / RESULT_SHARE,
                                        .nodes = nodes - nodes / RESULT_SHARE,
                                        .no_openings = true,
                                        .value_only = true};
    kauri_search_ticker_follow(&ticker, &given);
    if (view->quiet) {
        given.follow = NULL;
    }
    if (folder != NULL) {
        KAURI_TRY(kauri_tablebase_open_folder(folder, share_of_pages(limits), &tables, error));
    }
    KAURI_TRY(kauri_search_memory_new(tables, &entry->start, bytes,
                                      kauri_search_threads(shape, seeds, bytes, limits->threads),
                                      &memory, error));
    given.shared = memory;
    KAURI_TRY(kauri_search_run(tables, &entry->start, KAURI_GOAL_VALUE, &given, &search, error));
    entry->nodes += search->nodes;
    if (is_undecided(search)) {
        struct kauri_search *more = NULL;
        given.seconds = seconds / RESULT_SHARE;
        given.nodes = nodes / RESULT_SHARE;
        KAURI_TRY(
            kauri_search_run(tables, &entry->start, KAURI_GOAL_STANDARD, &given, &more, error));
        entry->nodes += more->nodes;
        kauri_search_free(search);
        search = more;
    }
    stopped = search->stop == KAURI_SEARCH_STOP_REQUEST;
    const struct kauri_bounds narrowed = kauri_bounds_both(entry->r, search->r);
    if (entry->source == KAURI_BOARD_NOT_TRIED || narrowed.low != entry->r.low ||
        narrowed.high != entry->r.high) {
        const struct kauri_search_proof_limits writing = {.memory = share_of_proof(limits)};
        struct kauri_written_proof written;
        KAURI_TRY(kauri_search_write_proof(search, &writing, proof, KAURI_OUTPUT_REPLACE, &written,
                                           error));
        entry->steps = written.steps;
        KAURI_TRY(take_proof(proof, tables, entry, error));
    }
    if (stopped) {
        status = kauri_fail(error, KAURI_INTERRUPTED, "interrupted");
    }
cleanup:
    kauri_search_ticker_clear(&ticker);
    kauri_search_free(search);
    kauri_search_memory_free(memory);
    kauri_tablebase_close(tables);
    return status;
}
