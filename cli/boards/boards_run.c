#include "cli/boards/boards_run.h"

#include "cli/boards/board_search.h"
#include "cli/boards/board_tables.h"
#include "cli/boards/boards_view.h"
#include "cli/output_file.h"
#include "common/folder.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    TABLES_SHARE = 2, // of the time of a board
    RULES_SHARE = 4,  // of time and nodes, for searching without tables
    NODES_LEAST = 4,  // of a search
    PROOF_PATH_BYTES = 1100,
};

// The boards of one shape, which share their tables.
struct shape_work {
    struct kauri_boards *boards;
    struct kauri_progress_view *view;
    struct kauri_board_tables tables;
    struct kauri_scratch proofs; // for proofs that are not kept
};

enum kauri_status kauri_boards_list(struct kauri_boards *boards, struct kauri_error *error)
{
    const size_t most = (size_t)(boards->rows.last - boards->rows.first + 1) *
                        (boards->seeds.last - boards->seeds.first + 1) *
                        (boards->cowries.last - boards->cowries.first + 1);
    boards->entries = calloc(most, sizeof *boards->entries);
    if (boards->entries == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory");
    }
    for (unsigned holes = boards->rows.first; holes <= boards->rows.last; holes++) {
        for (unsigned cowries = boards->cowries.first; cowries <= boards->cowries.last; cowries++) {
            for (unsigned seeds = boards->seeds.first; seeds <= boards->seeds.last; seeds++) {
                const struct kauri_start_board board = {holes, seeds, cowries};
                if (!kauri_start_board_fits(&board)) {
                    boards->left_out++;
                    continue;
                }
                struct kauri_board_entry *entry = &boards->entries[boards->count++];
                entry->board = board;
                entry->start = kauri_start_board_position(&board);
                entry->r = kauri_bounds_trivial(kauri_board_seeds(&board));
                (void)snprintf(entry->proof, sizeof entry->proof, "start-%ux%ux%u.proof", holes,
                               seeds, cowries);
            }
        }
    }
    if (boards->count == 0) {
        return kauri_fail(error, KAURI_USAGE,
                          "all of these boards have more than %d seeds or %d cowries",
                          KAURI_SEEDS_MAX, KAURI_COWRIES_MAX);
    }
    return KAURI_OK;
}

void kauri_boards_clear(struct kauri_boards *boards)
{
    free(boards->entries);
    boards->entries = NULL;
    boards->count = 0;
}

static enum kauri_status path_of_proof(const struct kauri_board_limits *limits, const char *scratch,
                                       const struct kauri_board_entry *entry,
                                       char path[PROOF_PATH_BYTES], struct kauri_error *error)
{
    const char *folder = limits->proofs != NULL ? limits->proofs : scratch;
    const int length = snprintf(path, PROOF_PATH_BYTES, "%s/%s", folder, entry->proof);
    return length < PROOF_PATH_BYTES
               ? KAURI_OK
               : kauri_fail(error, KAURI_USAGE, "the name of the folder of the proofs is too long");
}

// Refuses before the work what would fail after it.
static enum kauri_status check_all(const struct kauri_boards *boards, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    for (size_t i = 0; i < boards->count; i++) {
        char path[PROOF_PATH_BYTES];
        KAURI_TRY(kauri_board_search_check(&boards->limits, &boards->entries[i].board, error));
        if (boards->limits.proofs != NULL) {
            KAURI_TRY(path_of_proof(&boards->limits, NULL, &boards->entries[i], path, error));
            KAURI_TRY(kauri_output_file_check(path, boards->limits.force, NULL, error));
        }
    }
cleanup:
    return status;
}

// Nodes that the searches of the board have not used up; 0: there is no limit.
static uint64_t nodes_left(const struct kauri_board_limits *limits,
                           const struct kauri_board_entry *entry)
{
    if (limits->nodes == 0) {
        return 0;
    }
    return entry->nodes + NODES_LEAST < limits->nodes ? limits->nodes - entry->nodes : NODES_LEAST;
}

// Searches above the layers that were verified, and no others: the folder may hold more of them.
static enum kauri_status search_above(struct shape_work *work, double seconds, const char *proof,
                                      struct kauri_board_entry *entry, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_board_limits *limits = &work->boards->limits;
    struct kauri_scratch links = KAURI_SCRATCH_NONE;
    KAURI_TRY(kauri_scratch_make(&links, error));
    KAURI_TRY(kauri_scratch_link(&links, work->tables.folder, work->tables.shape,
                                 work->tables.verified, error));
    KAURI_TRY(kauri_board_search_run(links.path, limits, seconds, nodes_left(limits, entry), proof,
                                     work->view, entry, error));
cleanup:
    kauri_scratch_remove(&links);
    return status;
}

// Solves and verifies the layers up to that of the start in `seconds`, and reads the value if all
// of them are ready.
static enum kauri_status use_tables(struct shape_work *work, double seconds,
                                    struct kauri_board_entry *entry, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const unsigned last = kauri_board_seeds(&entry->board);
    KAURI_TRY(kauri_board_tables_extend(&work->tables, last, &work->boards->limits, seconds,
                                        &work->view->progress, error));
    if (work->tables.verified > last) {
        status = kauri_board_tables_read(&work->tables, entry, error);
    }
cleanup:
    return status;
}

static enum kauri_status find_value(struct shape_work *work, struct kauri_board_entry *entry,
                                    struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_board_limits *limits = &work->boards->limits;
    const double began = kauri_clock_seconds();
    const double half = limits->seconds / TABLES_SHARE;
    const unsigned last = kauri_board_seeds(&entry->board);
    char proof[PROOF_PATH_BYTES];
    KAURI_TRY(path_of_proof(limits, work->proofs.path, entry, proof, error));
    if (limits->no_tables) {
        return kauri_board_search_run(NULL, limits, limits->seconds, limits->nodes, proof,
                                      work->view, entry, error);
    }
    if (kauri_board_tables_allowed(&work->tables, last, limits) &&
        kauri_board_tables_predict(&work->tables, last) <= half) {
        KAURI_TRY(use_tables(work, half, entry, error));
    }
    if (entry->source != KAURI_BOARD_TABLES) {
        KAURI_TRY(kauri_board_search_run(NULL, limits, limits->seconds / RULES_SHARE,
                                         limits->nodes / RULES_SHARE, proof, work->view, entry,
                                         error));
    }
    if (entry->source == KAURI_BOARD_OPEN) {
        KAURI_TRY(use_tables(work,
                             began + half + limits->seconds / RULES_SHARE - kauri_clock_seconds(),
                             entry, error));
    }
    if (entry->source == KAURI_BOARD_OPEN && work->tables.verified > 0) {
        const double left = began + limits->seconds - kauri_clock_seconds();
        KAURI_TRY(search_above(work, left > 0 ? left : 0, proof, entry, error));
    }
cleanup:
    return status;
}

static enum kauri_status work_on(struct shape_work *work, struct kauri_board_entry *entry,
                                 struct kauri_error *error)
{
    const double began = kauri_clock_seconds();
    const enum kauri_status status = find_value(work, entry, error);
    entry->seconds = kauri_clock_seconds() - began;
    kauri_progress_view_clear(work->view);
    if (status == KAURI_OK) {
        struct kauri_string text = {.bytes = NULL};
        kauri_boards_say(&text, entry);
        kauri_progress_view_say(work->view, "%s", kauri_string_text(&text));
        kauri_string_clear(&text);
    }
    return status;
}

static bool same_shape(const struct kauri_board_entry *a, const struct kauri_board_entry *b)
{
    return a->board.holes == b->board.holes && a->board.cowries == b->board.cowries;
}

enum kauri_status kauri_boards_run(struct kauri_boards *boards, struct kauri_progress_view *view,
                                   struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct shape_work work = {.boards = boards,
                              .view = view,
                              .tables.scratch = KAURI_SCRATCH_NONE,
                              .proofs = KAURI_SCRATCH_NONE};
    if (boards->limits.proofs != NULL) {
        KAURI_TRY(kauri_folder_make(boards->limits.proofs, error));
    } else {
        KAURI_TRY(kauri_scratch_make(&work.proofs, error));
    }
    KAURI_TRY(check_all(boards, error));
    for (size_t i = 0; i < boards->count; i++) {
        struct kauri_board_entry *entry = &boards->entries[i];
        if (!boards->limits.no_tables && (i == 0 || !same_shape(entry, entry - 1))) {
            kauri_board_tables_close(&work.tables);
            KAURI_TRY(kauri_board_tables_open(&work.tables, kauri_board_shape(&entry->board),
                                              &boards->limits, error));
        }
        KAURI_TRY(work_on(&work, entry, error));
    }
cleanup:
    kauri_board_tables_close(&work.tables);
    kauri_scratch_remove(&work.proofs);
    return status;
}
