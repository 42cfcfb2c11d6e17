// A folder that cannot be read to its end is reported, and never taken for one with fewer files.
#include "tests/test.h"

#include "common/folder.h"
#include "solver/storage/workplace.h"
#include "tests/db/faults.h"
#include "tests/verify/proof_bench.h"
#include "verify/proof_folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILES = 3, CALLS_MAX = 400 };

struct unread_folder {
    char folder[TEMPORARY_BYTES];
    struct kauri_folder *opened;
    struct kauri_workplace place;
};

// Makes a folder with proofs that say nothing, each of another position.
static int set_up(void **state)
{
    struct unread_folder *scene = calloc(1, sizeof *scene);
    const struct kauri_shape shape = {1, 0};
    assert_non_null(scene);
    temporary_make(scene->folder);
    for (int i = 0; i < FILES; i++) {
        char path[TEMPORARY_BYTES + 32];
        char head[128];
        (void)snprintf(path, sizeof path, "%s/%d.proof", scene->folder, i);
        (void)snprintf(head, sizeof head, "board 1 0\nroot %d/0 S 0:0\nbounds %d %d\n", i + 1,
                       -3 * (i + 1) - 1, 3 * (i + 1) + 1);
        (void)proof_bench_seal_head(path, head);
    }
    assert_int_equal(kauri_folder_open(scene->folder, &scene->opened, NULL), KAURI_OK);
    assert_int_equal(kauri_workplace_open(scene->folder, NULL, shape, 1, &scene->place, NULL),
                     KAURI_OK);
    kauri_workplace_set_rank(&scene->place, 0, 2);
    *state = scene;
    return 0;
}

static int tear_down(void **state)
{
    struct unread_folder *scene = *state;
    kauri_workplace_close(&scene->place);
    kauri_folder_close(scene->opened);
    temporary_remove(scene->folder);
    free(scene);
    return 0;
}

typedef enum kauri_status scenario(struct unread_folder *scene, struct kauri_error *error);

// Fails call 1, 2, 3, ... of a kind until the scenario makes fewer: each failure must be reported.
static void fail_each(struct unread_folder *scene, scenario *run, enum fault fault, unsigned least)
{
    unsigned which = 1;
    for (bool fired = true; fired && which < CALLS_MAX; which++) {
        struct kauri_error error = {KAURI_OK, ""};
        fault_arm(fault, which);
        const enum kauri_status status = run(scene, &error);
        fired = fault_disarm();
        if (status != (fired ? KAURI_RESOURCE : KAURI_OK)) {
            fail_msg("%s number %u: %s (%s)", fault_name(fault), which, kauri_status_name(status),
                     error.message);
        }
        assert_int_equal(error.status, status);
    }
    assert_in_range(which - 2, least, CALLS_MAX - 3);
}

static void count(void *context, const char *name)
{
    (void)name;
    ++*(int *)context;
}

static enum kauri_status read_names(struct unread_folder *scene, struct kauri_error *error)
{
    int names = 0;
    const enum kauri_status status = kauri_folder_each(scene->opened, count, &names, error);
    assert_true(status != KAURI_OK || names == FILES + 2); // the names include "." and ".."
    return status;
}

static enum kauri_status check_folder(struct unread_folder *scene, struct kauri_error *error)
{
    return kauri_folder_check(scene->folder, error);
}

static enum kauri_status check_proofs(struct unread_folder *scene, struct kauri_error *error)
{
    const struct kauri_proof_check_options options = {.threads = 1};
    struct kauri_proof_folder proofs;
    const enum kauri_status status =
        kauri_proof_folder_check(scene->folder, NULL, &options, &proofs, error);
    assert_true(status != KAURI_OK || proofs.count == FILES);
    kauri_proof_folder_clear(&proofs);
    return status;
}

static enum kauri_status find_generation(struct unread_folder *scene, struct kauri_error *error)
{
    uint64_t newest = 1;
    return kauri_workplace_generation(&scene->place, UINT64_MAX, &newest, error);
}

static enum kauri_status find_other_ranks(struct unread_folder *scene, struct kauri_error *error)
{
    unsigned others = 1;
    return kauri_workplace_other_ranks(&scene->place, &others, error);
}

TEST_WITH(every_failure_to_read_a_folder_is_reported, set_up, tear_down)
{
    struct unread_folder *scene = *state;
    static const enum fault faults[] = {FAULT_OPEN, FAULT_MEMORY, FAULT_FOLDER};
    static scenario *const readers[] = {read_names, check_proofs, find_generation,
                                        find_other_ranks};
    for (size_t i = 0; i < sizeof readers / sizeof readers[0]; i++) {
        for (size_t k = 0; k < sizeof faults / sizeof faults[0]; k++) {
            const bool reads = faults[k] == FAULT_FOLDER;
            // The C library's own calls, such as the allocation in fdopendir, cannot be replaced.
            const bool made = faults[k] != FAULT_MEMORY || readers[i] == check_proofs;
            fail_each(scene, readers[i], faults[k], reads ? FILES + 3 : made);
        }
    }
}

TEST_WITH(a_folder_without_memory_for_it_is_not_missing, set_up, tear_down)
{
    struct unread_folder *scene = *state;
    struct kauri_error error;
    fail_each(scene, check_folder, FAULT_MEMORY, 2);
    fail_each(scene, check_folder, FAULT_OPEN, 1);
    assert_int_equal(kauri_folder_check("/nowhere/at/all", &error), KAURI_MISSING);
    assert_int_equal(error.status, KAURI_MISSING);
    char path[TEMPORARY_BYTES + 32];
    (void)snprintf(path, sizeof path, "%s/0.proof", scene->folder);
    assert_int_equal(kauri_folder_check(path, &error), KAURI_MISSING);
}
