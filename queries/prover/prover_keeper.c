#include "queries/prover/prover_keeper.h"

#include "common/folder.h"
#include "common/output.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    THREAD_BYTES = 12 << 20,      // entries, planes, compressed chunk, zstd
    SHARE_OF_DIRECTORY = 1 << 15, // 24 bytes of the directory for each MiB
};

struct kauri_prover_keeper {
    struct kauri_prover *prover;
    const char *path;
    double interval;
    const struct kauri_progress *given;
    struct kauri_progress progress; // for asking the prover
    struct kauri_prover_keeper_facts facts;
    struct kauri_error trouble;
    uint64_t saved_nodes; // of the history, in the file
    double saved;         // time
    double until;         // when a save is given up
    int locked;           // descriptor of the file; negative: none
    bool made;            // the file, to be locked
};

// ---------------------------------------------------------------------------------------- lock

// The folder of the state, and the name of the state there.
struct state_place {
    struct kauri_folder *folder;
    const char *name;
};

static void remove_temporary(void *context, const char *entry)
{
    const struct state_place *place = context;
    if (kauri_temporary_file_is(entry, place->name)) {
        kauri_folder_unlink(place->folder, entry);
    }
}

// Removes the temporary files of runs that were killed while they saved.
static void remove_temporaries(const char *path)
{
    struct state_place place = {.folder = NULL};
    char *target = realpath(path, NULL);
    if (target != NULL &&
        kauri_folder_open_for(target, &place.folder, &place.name, NULL) == KAURI_OK) {
        (void)kauri_folder_each(place.folder, remove_temporary, &place, NULL);
    }
    kauri_folder_close(place.folder);
    free(target);
}

// Returns whether the descriptor is that of the file that has the name now.
static bool is_current(const struct kauri_prover_keeper *keeper, int descriptor)
{
    struct stat opened;
    struct stat named;
    return fstat(descriptor, &opened) == 0 && stat(keeper->path, &named) == 0 &&
           opened.st_dev == named.st_dev && opened.st_ino == named.st_ino;
}

// Opens the file, which is made if it is not there. Negative: errno says why.
static int open_or_make(struct kauri_prover_keeper *keeper)
{
    int opened = -1;
    do {
        opened = open(keeper->path, O_RDONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        keeper->made = keeper->made || opened >= 0;
        if (opened < 0 && errno == EEXIST) {
            opened = open(keeper->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
        }
    } while (opened < 0 && errno == ENOENT && access(keeper->path, F_OK) == 0);
    return opened;
}

// Takes over the lock of the file that replaced the one locked before.
static void relock(struct kauri_prover_keeper *keeper, int descriptor)
{
    if (keeper->locked >= 0) {
        (void)close(keeper->locked);
    }
    keeper->locked = descriptor;
}

// Locks the file that has the name now, unless it is locked already; an empty one is made if there
// is none. A file system without locks is no failure.
static enum kauri_status lock(struct kauri_prover_keeper *keeper, struct kauri_error *error)
{
    while (keeper->locked < 0 || !is_current(keeper, keeper->locked)) {
        const int opened = open_or_make(keeper);
        if (opened < 0) {
            return kauri_fail_errno(error, KAURI_RESOURCE, "cannot open %s", keeper->path);
        }
        int result = flock(opened, LOCK_EX | LOCK_NB);
        while (result != 0 && errno == EINTR) {
            result = flock(opened, LOCK_EX | LOCK_NB);
        }
        if (result != 0 && errno == EWOULDBLOCK) {
            (void)close(opened);
            return kauri_fail(error, KAURI_LOCKED, "%s is in use by another run", keeper->path);
        }
        relock(keeper, opened); // unless it was replaced before it was locked
    }
    return KAURI_OK;
}

// Removes the file if it was made for the lock and nothing was saved.
static void unlock(struct kauri_prover_keeper *keeper)
{
    struct stat facts;
    if (keeper->locked < 0) {
        return;
    }
    if (keeper->made && fstat(keeper->locked, &facts) == 0 && facts.st_size == 0 &&
        is_current(keeper, keeper->locked)) {
        (void)unlink(keeper->path);
    }
    (void)close(keeper->locked);
}

// ---------------------------------------------------------------------------------------- save

static enum kauri_status save(struct kauri_prover_keeper *keeper,
                              const struct kauri_progress *progress, struct kauri_error *error)
{
    const double started = kauri_clock_seconds();
    // Before the save: positions expanded meanwhile may not be in the file.
    const uint64_t nodes = kauri_prover_history(keeper->prover).nodes;
    struct kauri_prover_file_facts written;
    int renewed = -1;
    enum kauri_status status = lock(keeper, &keeper->trouble); // nobody replaced it meanwhile
    if (status == KAURI_OK) {
        status =
            kauri_prover_save(keeper->prover, keeper->path, progress, &renewed, &keeper->trouble);
    }
    if (renewed >= 0) {
        relock(keeper, renewed);
    }
    keeper->saved = kauri_clock_seconds();
    if (status == KAURI_INTERRUPTED) {
        return KAURI_OK;
    }
    if (status != KAURI_OK) {
        keeper->facts.trouble = keeper->trouble.message;
        return kauri_fail(error, status, "%s", keeper->trouble.message);
    }
    keeper->saved_nodes = nodes;
    keeper->facts.trouble = NULL;
    keeper->facts.saves++;
    keeper->facts.seconds = keeper->saved - started;
    if (kauri_prover_file_read(keeper->path, &written, NULL) == KAURI_OK) {
        keeper->facts.bytes = written.bytes;
    }
    return KAURI_OK;
}

static bool is_over(void *context)
{
    const struct kauri_prover_keeper *keeper = context;
    return kauri_progress_cancelled(keeper->given) || kauri_clock_seconds() >= keeper->until;
}

static void report_save(void *context, const struct kauri_progress_report *given)
{
    const struct kauri_prover_keeper *keeper = context;
    kauri_progress_report(keeper->given, given);
}

void kauri_prover_keeper_tick(struct kauri_prover_keeper *keeper, double until)
{
    if (kauri_clock_seconds() - keeper->saved >= keeper->interval) {
        const struct kauri_progress progress = {
            .report = report_save, .cancelled = is_over, .context = keeper};
        keeper->until = until;
        (void)save(keeper, &progress, NULL); // kept in facts.trouble
    }
}

static void report(void *context, const struct kauri_progress_report *given)
{
    struct kauri_prover_keeper *keeper = context;
    kauri_progress_report(keeper->given, given);
    kauri_prover_keeper_tick(keeper, INFINITY);
}

static bool cancelled(void *context)
{
    const struct kauri_prover_keeper *keeper = context;
    return kauri_progress_cancelled(keeper->given);
}

uint64_t kauri_prover_keeper_overhead(unsigned threads, uint64_t memory)
{
    return (uint64_t)THREAD_BYTES * threads + memory / SHARE_OF_DIRECTORY;
}

enum kauri_status kauri_prover_keeper_new(struct kauri_prover *prover, const char *path,
                                          double interval, const struct kauri_progress *progress,
                                          struct kauri_prover_keeper **keeper,
                                          struct kauri_error *error)
{
    *keeper = NULL;
    enum kauri_status status = KAURI_OK;
    struct kauri_prover_keeper *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for the search");
    }
    made->prover = prover;
    made->path = path;
    made->facts.path = path;
    made->interval = interval;
    made->given = progress;
    made->progress =
        (struct kauri_progress){.report = report, .cancelled = cancelled, .context = made};
    made->locked = -1;
    KAURI_TRY(kauri_output_check(path, KAURI_OUTPUT_REPLACE, error));
    KAURI_TRY(lock(made, error));
    remove_temporaries(path);
    status = kauri_prover_file_read(path, &made->facts.loaded, error);
    if (status == KAURI_OK) {
        KAURI_TRY(kauri_prover_load(prover, path, progress, error));
        made->facts.resumed = true;
        made->facts.bytes = made->facts.loaded.bytes;
    } else if (status == KAURI_MISSING) {
        status = KAURI_OK;
    }
    made->saved_nodes = kauri_prover_history(prover).nodes;
    made->saved = kauri_clock_seconds();
    if (status == KAURI_OK) {
        *keeper = made;
        made = NULL;
    }
cleanup:
    kauri_prover_keeper_free(made);
    return status;
}

void kauri_prover_keeper_free(struct kauri_prover_keeper *keeper)
{
    if (keeper == NULL) {
        return;
    }
    unlock(keeper);
    free(keeper);
}

const struct kauri_progress *kauri_prover_keeper_progress(struct kauri_prover_keeper *keeper)
{
    return &keeper->progress;
}

enum kauri_status kauri_prover_keeper_save(struct kauri_prover_keeper *keeper,
                                           struct kauri_error *error)
{
    if (kauri_prover_history(keeper->prover).nodes == keeper->saved_nodes &&
        keeper->facts.trouble == NULL && (keeper->facts.resumed || keeper->facts.saves > 0)) {
        return KAURI_OK;
    }
    // Not even a request to stop ends this save; its progress is told.
    const struct kauri_progress progress = {
        .report = keeper->given != NULL ? keeper->given->report : NULL,
        .context = keeper->given != NULL ? keeper->given->context : NULL};
    return save(keeper, &progress, error);
}

struct kauri_prover_keeper_facts kauri_prover_keeper_facts(const struct kauri_prover_keeper *keeper)
{
    return keeper->facts;
}
