#include "cli/boards/board_tables.h"

#include "cli/boards/deadline.h"
#include "cli/solve/fit.h"
#include "cli/solve/solve_choice.h"
#include "cli/solve/solve_folder.h"
#include "cli/tables/layer_summary.h"
#include "common/folder.h"
#include "solver/solve.h"
#include "verify/verify.h"

#include <stdio.h>

// The first guess, and the least number of positions that give a better one.
#define SECONDS_EACH 1e-6
enum { MEASURABLE = 200000 };

static enum kauri_status reopen(struct kauri_board_tables *tables, struct kauri_error *error)
{
    kauri_tablebase_close(tables->tables);
    return kauri_solve_folder_open(tables->folder, tables->shape, &tables->tables, error);
}

enum kauri_status kauri_board_tables_open(struct kauri_board_tables *tables,
                                          struct kauri_shape shape,
                                          const struct kauri_board_limits *limits,
                                          struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    *tables = (struct kauri_board_tables){
        .shape = shape, .scratch = KAURI_SCRATCH_NONE, .seconds_each = SECONDS_EACH};
    if (limits->folder == NULL) {
        KAURI_TRY(kauri_scratch_make(&tables->scratch, error));
        (void)snprintf(tables->folder, sizeof tables->folder, "%s", tables->scratch.path);
        return KAURI_OK;
    }
    const int length = snprintf(tables->folder, sizeof tables->folder, "%s/%ux%u", limits->folder,
                                shape.holes, shape.cowries);
    if (length >= (int)sizeof tables->folder) {
        return kauri_fail(error, KAURI_USAGE, "the name of the folder of the tables is too long");
    }
    KAURI_TRY(kauri_folder_make(limits->folder, error));
    KAURI_TRY(kauri_folder_make(tables->folder, error));
    KAURI_TRY(kauri_folder_lock(tables->folder, &tables->lock, error));
    KAURI_TRY(reopen(tables, error));
cleanup:
    return status;
}

void kauri_board_tables_close(struct kauri_board_tables *tables)
{
    kauri_tablebase_close(tables->tables);
    tables->tables = NULL;
    kauri_folder_unlock(tables->lock);
    tables->lock = NULL;
    if (tables->scratch.path[0] != '\0') {
        kauri_scratch_remove(&tables->scratch);
    }
}

static bool is_there(const struct kauri_board_tables *tables, unsigned seeds)
{
    return tables->tables != NULL && kauri_tablebase_has(tables->tables, seeds);
}

static double predict_layer(const struct kauri_board_tables *tables, unsigned seeds)
{
    struct kauri_layer layer;
    return kauri_layer_init(&layer, tables->shape, seeds, NULL) == KAURI_OK
               ? (double)layer.positions * tables->seconds_each
               : 1e300;
}

double kauri_board_tables_predict(const struct kauri_board_tables *tables, unsigned last)
{
    double seconds = 0;
    for (unsigned seeds = tables->verified; seeds <= last; seeds++) {
        seconds += predict_layer(tables, seeds);
    }
    return seconds;
}

bool kauri_board_tables_allowed(const struct kauri_board_tables *tables, unsigned last,
                                const struct kauri_board_limits *limits)
{
    uint64_t left = limits->positions;
    for (unsigned seeds = 0; seeds <= last; seeds++) {
        struct kauri_layer layer;
        if (kauri_layer_init(&layer, tables->shape, seeds, NULL) != KAURI_OK ||
            layer.positions > left) {
            return false;
        }
        left -= layer.positions;
    }
    return true;
}

// KAURI_RESOURCE if memory or disk do not suffice to solve the layer.
static enum kauri_status check_fit(const struct kauri_board_tables *tables, unsigned seeds,
                                   const struct kauri_solve_options *options,
                                   struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    bool wanted[KAURI_SEEDS_MAX + 1] = {false};
    struct kauri_fit fit;
    wanted[seeds] = true;
    KAURI_TRY(
        kauri_fit_predict(tables->folder, tables->shape, seeds, wanted, options, &fit, error));
    KAURI_TRY(kauri_fit_check(&fit, tables->folder, NULL, seeds, wanted, error));
cleanup:
    return status;
}

// Whether the layer is left out because memory or disk do not suffice. If it may not be, adds to
// the message what helps.
static bool is_left_out(enum kauri_status status, const struct kauri_board_limits *limits,
                        struct kauri_error *error)
{
    if (status != KAURI_RESOURCE || !limits->counted) {
        return status == KAURI_RESOURCE;
    }
    kauri_error_append(error, "; give more, or solve fewer positions (--positions)");
    return false;
}

// Solves a layer that is not there, and verifies it. *done says whether it was verified;
// KAURI_INTERRUPTED if it was not because of the deadline or a request to stop.
static enum kauri_status make_layer(struct kauri_board_tables *tables, unsigned seeds,
                                    const struct kauri_board_limits *limits,
                                    const struct kauri_progress *progress, bool *done,
                                    struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_solve_result result = {.positions = 0};
    struct kauri_verify_result verified;
    const struct kauri_solve_options solving = {.threads = limits->threads,
                                                .level = KAURI_LEVEL_DEFAULT,
                                                .memory = limits->memory,
                                                .progress = progress};
    const struct kauri_verify_options verifying = {
        .threads = limits->threads, .memory = limits->memory, .progress = progress};
    *done = false;
    if (!is_there(tables, seeds)) {
        status = check_fit(tables, seeds, &solving, error);
        if (is_left_out(status, limits, error)) {
            return KAURI_OK;
        }
        KAURI_TRY(status);
        status = kauri_solve_layer(tables->folder, tables->shape, seeds, &solving, &result, error);
        if (status != KAURI_OK) {
            kauri_solve_clean(tables->folder, tables->shape, seeds);
            goto cleanup;
        }
        KAURI_TRY(reopen(tables, error));
    }
    status = kauri_verify_check_memory(tables->tables, seeds, &verifying, error);
    if (is_left_out(status, limits, error)) {
        status = KAURI_OK;
        goto cleanup;
    }
    KAURI_TRY(status);
    KAURI_TRY(kauri_verify_layer(tables->tables, seeds, &verifying, &verified, error));
    *done = true;
cleanup:
    kauri_solve_result_clear(&result);
    return status;
}

enum kauri_status kauri_board_tables_extend(struct kauri_board_tables *tables, unsigned last,
                                            const struct kauri_board_limits *limits, double seconds,
                                            const struct kauri_progress *progress,
                                            struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_deadline deadline;
    const double end = kauri_clock_seconds() + seconds;
    kauri_deadline_begin(&deadline, progress, end);
    while (tables->verified <= last) {
        const unsigned seeds = tables->verified;
        const double began = kauri_clock_seconds();
        struct kauri_layer layer;
        bool done = false;
        KAURI_TRY(kauri_layer_init(&layer, tables->shape, seeds, error));
        if (!kauri_board_tables_allowed(tables, seeds, limits) ||
            predict_layer(tables, seeds) > end - began) {
            break;
        }
        status = make_layer(tables, seeds, limits, &deadline.progress, &done, error);
        if (status == KAURI_INTERRUPTED && !kauri_progress_cancelled(progress)) {
            status = KAURI_OK; // the time ran out
            break;
        }
        KAURI_TRY(status);
        if (!done) {
            break;
        }
        tables->verified++;
        if (layer.positions >= MEASURABLE) {
            tables->seconds_each = (kauri_clock_seconds() - began) / (double)layer.positions;
        }
    }
cleanup:
    return status;
}

enum kauri_status kauri_board_tables_read(struct kauri_board_tables *tables,
                                          struct kauri_board_entry *entry,
                                          struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_value value;
    KAURI_TRY(kauri_probe_value(tables->tables, &entry->start, &value, error));
    entry->source = KAURI_BOARD_TABLES;
    entry->r = (struct kauri_bounds){value.r, value.r};
    entry->positions = entry->unlimited = 0;
    entry->max_dtc = 0;
    for (unsigned seeds = 0; seeds <= kauri_board_seeds(&entry->board); seeds++) {
        struct kauri_layer_summary layer;
        KAURI_TRY(kauri_layer_summary_of(tables->tables, seeds, &layer, error));
        entry->positions += layer.info->positions;
        entry->max_dtc = layer.max_dtc > entry->max_dtc ? layer.max_dtc : entry->max_dtc;
        for (uint32_t i = 0; i < layer.certificate->count_count; i++) {
            if (kauri_value_tiebreak(layer.certificate->counts[i].value) == 0) {
                entry->unlimited += layer.certificate->counts[i].count;
            }
        }
    }
cleanup:
    return status;
}
