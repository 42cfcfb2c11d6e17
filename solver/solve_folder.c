#include "solver/solve_folder.h"

#include "common/checked.h"
#include "common/size.h"
#include "solver/storage/workplace.h"

#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

// Opening reads headers and indices; no page is decoded.
#define CACHE_BYTES (1U << 20)

enum kauri_status kauri_solve_folder_check(const char *folder, const struct kauri_tablebase *tables,
                                           struct kauri_shape shape, struct kauri_error *error)
{
    const unsigned holes = kauri_tablebase_holes(tables);
    const unsigned cowries = kauri_tablebase_cowries(tables);
    return holes == shape.holes && cowries == shape.cowries
               ? KAURI_OK
               : kauri_fail(error, KAURI_CORRUPT,
                            "%s holds tables of another shape: %u holes in a row and %u cowries, "
                            "not %u and %u; use another folder",
                            folder, holes, cowries, shape.holes, shape.cowries);
}

enum kauri_status kauri_solve_folder_open(const char *folder, struct kauri_shape shape,
                                          struct kauri_tablebase **tables,
                                          struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_tablebase *opened = NULL;
    *tables = NULL;
    status = kauri_tablebase_open_folder(folder, CACHE_BYTES, &opened, error);
    if (status == KAURI_MISSING) {
        return KAURI_OK;
    }
    KAURI_TRY(status);
    KAURI_TRY(kauri_solve_folder_check(folder, opened, shape, error));
    for (unsigned seeds = 0; seeds <= KAURI_SEEDS_MAX; seeds++) {
        const struct kauri_tablebase_layer *layer = NULL;
        if (kauri_tablebase_has(opened, seeds)) {
            KAURI_TRY(kauri_tablebase_layer(opened, seeds, &layer, error));
        }
    }
    *tables = opened;
    opened = NULL;
cleanup:
    kauri_tablebase_close(opened);
    return status;
}

// The folder in which a folder that is not there yet is made: "a/" for "a/b", "." for "b". Returns
// false if it is too long.
static bool parent_of(const char *folder, char *parent, size_t capacity)
{
    const char *slash = strrchr(folder, '/');
    const size_t bytes = slash == NULL ? 1 : (size_t)(slash - folder) + 1;
    if (bytes >= capacity) {
        return false;
    }
    memcpy(parent, slash == NULL ? "." : folder, bytes);
    parent[bytes] = '\0';
    return true;
}

// The free bytes of a folder's disk; UINT64_MAX where the system does not tell.
static uint64_t free_bytes(const char *folder)
{
    struct statvfs about;
    char parent[4096];
    return statvfs(folder, &about) == 0 ||
                   (parent_of(folder, parent, sizeof parent) && statvfs(parent, &about) == 0)
               ? (uint64_t)about.f_bavail * (uint64_t)about.f_frsize
               : UINT64_MAX;
}

// Returns true if the work folder is on another disk than the tables. A folder that does not exist
// yet will be on the disk of its parent.
static bool on_another_disk(const char *folder, const char *work)
{
    struct stat tables;
    struct stat about;
    char parent[4096];
    if (work == NULL || stat(work, &about) != 0) {
        return false;
    }
    return stat(folder, &tables) == 0 ||
                   (parent_of(folder, parent, sizeof parent) && stat(parent, &tables) == 0)
               ? tables.st_dev != about.st_dev
               : false;
}

static uint64_t sum(uint64_t a, uint64_t b)
{
    uint64_t both = 0;
    return kauri_checked_add(a, b, &both) ? both : UINT64_MAX;
}

static uint64_t greater(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

// Bytes that a run can use: what a stopped run left counts as free.
static uint64_t usable(const char *folder, struct kauri_shape shape, unsigned last)
{
    const uint64_t now = free_bytes(folder);
    return now == UINT64_MAX ? now : now + kauri_workplace_left_over(folder, shape, last);
}

enum kauri_status kauri_fit_predict(const char *folder, struct kauri_shape shape, unsigned last,
                                    const bool *wanted, const struct kauri_solve_options *options,
                                    struct kauri_fit *fit, struct kauri_error *error)
{
    const bool apart = on_another_disk(folder, options->work);
    uint64_t tables = 0;
    memset(fit, 0, sizeof *fit);
    for (unsigned seeds = 0; seeds <= last; seeds++) {
        struct kauri_prediction *layer = &fit->layers[seeds];
        if (!wanted[seeds]) {
            continue;
        }
        KAURI_PASS(kauri_predict_layer(shape, seeds, options, layer, error));
        if (apart) {
            fit->work = greater(fit->work, layer->work_bytes);
        } else {
            const struct kauri_disk_phases *disk = &layer->disk;
            const uint64_t peak = greater(greater(disk->captures, disk->rounds), disk->writing);
            fit->disk = greater(fit->disk, sum(tables, peak));
        }
        tables = sum(tables, layer->table_bytes);
        fit->disk = greater(fit->disk, tables);
    }
    fit->disk_free = usable(folder, shape, last);
    if (!apart && options->work != NULL && fit->disk_free != UINT64_MAX) {
        fit->disk_free += kauri_workplace_left_over(options->work, shape, last);
    }
    fit->disk_fits = fit->disk <= fit->disk_free && fit->disk != UINT64_MAX;
    fit->work_free = apart ? usable(options->work, shape, last) : 0;
    fit->work_fits = fit->work <= fit->work_free && fit->work != UINT64_MAX;
    return KAURI_OK;
}

static enum kauri_status refuse_disk(const char *folder, unsigned last, uint64_t wanted,
                                     uint64_t there, struct kauri_error *error)
{
    return kauri_fail(error, KAURI_RESOURCE,
                      "layers up to %u need about %s on the disk of %s, where only %s is free (%s "
                      "short)",
                      last, KAURI_SIZE_TEXT(wanted), folder, KAURI_SIZE_TEXT(there),
                      KAURI_SIZE_TEXT(wanted - there));
}

enum kauri_status kauri_fit_check(const struct kauri_fit *fit, const char *folder, const char *work,
                                  unsigned last, const bool *wanted, struct kauri_error *error)
{
    for (unsigned seeds = 0; seeds <= last; seeds++) {
        const struct kauri_prediction *layer = &fit->layers[seeds];
        if (wanted[seeds] && !layer->fits) {
            return kauri_fail(
                error, KAURI_RESOURCE,
                "layer %u needs at least %s of memory, but may use only %s (%s short)", seeds,
                KAURI_SIZE_TEXT(layer->least_memory), KAURI_SIZE_TEXT(layer->limit),
                KAURI_SIZE_TEXT(layer->least_memory - layer->limit));
        }
    }
    if (!fit->disk_fits) {
        return refuse_disk(folder, last, fit->disk, fit->disk_free, error);
    }
    return fit->work_fits ? KAURI_OK : refuse_disk(work, last, fit->work, fit->work_free, error);
}
