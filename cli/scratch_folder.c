#include "cli/scratch_folder.h"

#include "common/folder.h"
#include "db/table_names.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum kauri_status kauri_scratch_make(struct kauri_scratch *scratch, struct kauri_error *error)
{
    const char *parent = getenv("TMPDIR");
    if (parent == NULL || parent[0] == '\0') {
        parent = "/tmp";
    }
    const int length =
        snprintf(scratch->path, sizeof scratch->path, "%s/kauri-scratch-XXXXXX", parent);
    errno = ENAMETOOLONG;
    if (length >= (int)sizeof scratch->path || mkdtemp(scratch->path) == NULL) {
        *scratch = KAURI_SCRATCH_NONE;
        return kauri_fail_errno(error, KAURI_RESOURCE, "cannot make a temporary folder in %s",
                                parent);
    }
    return KAURI_OK;
}

static enum kauri_status link_table(const struct kauri_scratch *scratch, const char *tables,
                                    struct kauri_shape shape, unsigned seeds,
                                    struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    char *table = kauri_table_path(tables, shape.holes, shape.cowries, seeds);
    char *from = table != NULL ? realpath(table, NULL) : NULL;
    char *to = kauri_table_path(scratch->path, shape.holes, shape.cowries, seeds);
    if (table == NULL || to == NULL) {
        status = kauri_fail(error, KAURI_RESOURCE, "out of memory");
    } else if (from == NULL) {
        status = kauri_fail_errno(error, KAURI_MISSING, "layer %u is not in %s", seeds, tables);
    } else if (symlink(from, to) != 0) {
        status = kauri_fail_errno(error, KAURI_RESOURCE, "cannot make %s", to);
    }
    free(table);
    free(from);
    free(to);
    return status;
}

enum kauri_status kauri_scratch_link(const struct kauri_scratch *scratch, const char *tables,
                                     struct kauri_shape shape, unsigned count,
                                     struct kauri_error *error)
{
    enum kauri_status status = kauri_folder_check(tables, error);
    for (unsigned seeds = 0; status == KAURI_OK && seeds < count; seeds++) {
        status = link_table(scratch, tables, shape, seeds, error);
    }
    return status;
}

enum kauri_status kauri_scratch_solve(const struct kauri_scratch *scratch, struct kauri_shape shape,
                                      unsigned count, const struct kauri_solve_options *options,
                                      struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    for (unsigned seeds = 0; status == KAURI_OK && seeds < count; seeds++) {
        struct kauri_solve_result result;
        status = kauri_solve_layer(scratch->path, shape, seeds, options, &result, error);
        kauri_solve_result_clear(&result);
    }
    return status;
}

static void remove_entry(void *folder, const char *entry)
{
    kauri_folder_unlink(folder, entry);
}

void kauri_scratch_remove(struct kauri_scratch *scratch)
{
    struct kauri_folder *folder = NULL;
    if (scratch->path[0] != '\0' && kauri_folder_open(scratch->path, &folder, NULL) == KAURI_OK) {
        (void)kauri_folder_each(folder, remove_entry, folder, NULL);
        kauri_folder_close(folder);
        (void)rmdir(scratch->path);
    }
    *scratch = KAURI_SCRATCH_NONE;
}
