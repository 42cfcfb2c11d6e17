#include "cli/solve/fit.h"

#include "common/checked.h"
#include "common/size.h"
#include "solver/storage/workplace.h"

#include <stdio.h>
#include <string.h>
#include <sys/statvfs.h>

// UINT64_MAX where the system does not tell.
static uint64_t free_bytes(const char *folder)
{
    struct statvfs about;
    // A folder that is not there yet is made in one that is: "a/b" in "a", "b" here.
    char parent[4096];
    const char *slash = strrchr(folder, '/');
    const size_t bytes = slash == NULL ? 1 : (size_t)(slash - folder) + 1;
    if (statvfs(folder, &about) == 0) {
        return (uint64_t)about.f_bavail * (uint64_t)about.f_frsize;
    }
    if (bytes >= sizeof parent) {
        return UINT64_MAX;
    }
    memcpy(parent, slash == NULL ? "." : folder, bytes);
    parent[bytes] = '\0';
    return statvfs(parent, &about) == 0 ? (uint64_t)about.f_bavail * (uint64_t)about.f_frsize
                                        : UINT64_MAX;
}

enum kauri_status kauri_fit_predict(const char *folder, struct kauri_shape shape, unsigned last,
                                    const bool *wanted, const struct kauri_solve_options *options,
                                    struct kauri_fit *fit, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    uint64_t tables = 0;
    memset(fit, 0, sizeof *fit);
    for (unsigned seeds = 0; seeds <= last; seeds++) {
        struct kauri_prediction *layer = &fit->layers[seeds];
        if (!wanted[seeds]) {
            continue;
        }
        KAURI_TRY(kauri_predict_layer(shape, seeds, options, layer, error));
        uint64_t disk = 0;
        if (!kauri_checked_add(tables, layer->table_bytes, &tables) ||
            !kauri_checked_add(tables, layer->work_bytes, &disk)) {
            tables = disk = UINT64_MAX; // more than there can be
        }
        fit->disk = disk > fit->disk ? disk : fit->disk;
    }
    fit->disk_free = free_bytes(folder);
    if (fit->disk_free != UINT64_MAX) {
        fit->disk_free += kauri_workplace_left_over(folder, shape, last);
    }
    fit->disk_fits = fit->disk <= fit->disk_free && fit->disk != UINT64_MAX;
cleanup:
    return status;
}

enum kauri_status kauri_fit_check(const struct kauri_fit *fit, const char *folder, unsigned last,
                                  const bool *wanted, struct kauri_error *error)
{
    char needed[KAURI_SIZE_TEXT_BYTES];
    char given[KAURI_SIZE_TEXT_BYTES];
    char missing[KAURI_SIZE_TEXT_BYTES];
    for (unsigned seeds = 0; seeds <= last; seeds++) {
        const struct kauri_prediction *layer = &fit->layers[seeds];
        if (wanted[seeds] && !layer->fits) {
            return kauri_fail(
                error, KAURI_RESOURCE,
                "layer %u needs at least %s of memory, but may use only %s (%s short)", seeds,
                kauri_format_size(layer->least_memory, needed),
                kauri_format_size(layer->limit, given),
                kauri_format_size(layer->least_memory - layer->limit, missing));
        }
    }
    if (!fit->disk_fits) {
        return kauri_fail(error, KAURI_RESOURCE,
                          "layers up to %u need about %s on the disk of %s, where only %s is free "
                          "(%s short)",
                          last, kauri_format_size(fit->disk, needed), folder,
                          kauri_format_size(fit->disk_free, given),
                          kauri_format_size(fit->disk - fit->disk_free, missing));
    }
    return KAURI_OK;
}
