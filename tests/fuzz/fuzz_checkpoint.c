// Goes on from any checkpoint: loads it, runs the rounds that are left, and writes the table.
//
// Made once, in a temporary folder of the process: layers 0 and 1 of a board with 2 x 2 holes and 2
// cowries, and two genuine checkpoints of layer 2 with their work files, one between two rounds and
// one after the last. An input alters one of them, so that no seeds are needed: the first byte says
// which and how, the rest is either a list of patches (two bytes for the place, one for the length,
// then the bytes) or everything after the head of the file. The digest at the end is repaired, so
// that an alteration gets past the check of the digest.
//
// Needs the libraries kauri_solver, kauri_tablebase, kauri_db, kauri_indexer, kauri_rules and
// kauri_common. Environment: TMPDIR.
#include "common/digest.h"
#include "db/table_names.h"
#include "solver/checkpoint_file.h"
#include "solver/solve.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { SEEDS = 2, FILES = 3, FILE_MAX = 1 << 16, ASKED_MAX = 20000 };
static const struct kauri_shape shape = {2, 2};
static const char *const names[FILES] = {"checkpoint", "work-captures", "work-history"};

struct content {
    uint8_t bytes[FILE_MAX];
    size_t size;
    bool there;
};

// The files that a stopped run left.
struct stopped_run {
    struct content files[FILES];
};

static struct {
    char parent[256];
    char folder[300];
    char *table;
    struct stopped_run runs[2];
} made;

struct stopping {
    const char *stage; // first letters of the stage to stop at; NULL: when it takes too long
    unsigned asked;
    bool reached;
};

static void note(void *context, const struct kauri_progress_report *report)
{
    struct stopping *stopping = context;
    if (stopping->stage != NULL && strncmp(report->stage, stopping->stage, 5) == 0) {
        stopping->reached = report->round >= 3 || report->stage[0] == 'w';
    }
}

static bool asked(void *context)
{
    struct stopping *stopping = context;
    return stopping->reached || stopping->asked++ > ASKED_MAX;
}

static enum kauri_status solve(unsigned seeds, struct stopping *stopping)
{
    const struct kauri_progress progress = {
        .report = note, .cancelled = asked, .context = stopping};
    const struct kauri_solve_options options = {
        .threads = 1,
        .level = 1,
        .memory = 64 << 20,
        .checkpoint_seconds = stopping->stage == NULL ? 0 : 1e-9,
        .progress = &progress,
    };
    struct kauri_solve_result result;
    struct kauri_error error;
    const enum kauri_status status =
        kauri_solve_layer(made.folder, shape, seeds, &options, &result, &error);
    if (status == KAURI_OK) {
        kauri_solve_result_clear(&result);
    } else if (error.message[0] == '\0') {
        abort();
    }
    return status;
}

static void path_of(unsigned file, char path[512])
{
    (void)snprintf(path, 512, "%s.%s", made.table, names[file]);
}

static void fail_setup(const char *what)
{
    perror(what);
    abort();
}

static void take(unsigned file, struct content *content)
{
    char path[512];
    path_of(file, path);
    FILE *from = fopen(path, "rb");
    content->there = from != NULL;
    if (content->there) {
        content->size = fread(content->bytes, 1, FILE_MAX, from);
        (void)fclose(from);
    }
    if (content->size == FILE_MAX) {
        fail_setup("a work file is longer than expected");
    }
}

static void put(unsigned file, const uint8_t *bytes, size_t size)
{
    char path[512];
    path_of(file, path);
    FILE *to = fopen(path, "wb");
    if (to == NULL || fwrite(bytes, 1, size, to) != size || fclose(to) != 0) {
        fail_setup(path);
    }
}

static void remove_all(void)
{
    kauri_solve_clean(made.folder, shape, SEEDS);
    (void)unlink(made.table);
    for (unsigned seeds = 0; seeds < SEEDS; seeds++) {
        char *path = kauri_table_path(made.folder, shape.holes, shape.cowries, seeds);
        (void)unlink(path);
        free(path);
    }
    (void)rmdir(made.folder);
    (void)rmdir(made.parent);
}

static void set_up(void)
{
    static const char *const stages[] = {"value", "write"};
    const char *temporary = getenv("TMPDIR");
    if (temporary == NULL) {
        // In memory where possible, because each input has its files synced.
        temporary = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    }
    (void)snprintf(made.parent, sizeof made.parent, "%.200s/kauri-fuzz-XXXXXX", temporary);
    if (mkdtemp(made.parent) == NULL) {
        fail_setup(made.parent);
    }
    (void)snprintf(made.folder, sizeof made.folder, "%s/tables", made.parent);
    if (mkdir(made.folder, 0700) != 0) {
        fail_setup(made.folder);
    }
    made.table = kauri_table_path(made.folder, shape.holes, shape.cowries, SEEDS);
    (void)atexit(remove_all);
    for (unsigned seeds = 0; seeds < SEEDS; seeds++) {
        struct stopping none = {.stage = NULL};
        if (solve(seeds, &none) != KAURI_OK) {
            fail_setup("a lower layer");
        }
    }
    for (unsigned i = 0; i < 2; i++) {
        struct stopping stopping = {.stage = stages[i]};
        if (solve(SEEDS, &stopping) != KAURI_INTERRUPTED) {
            fail_setup("a run that should stop");
        }
        for (unsigned file = 0; file < FILES; file++) {
            take(file, &made.runs[i].files[file]);
        }
        if (!made.runs[i].files[0].there) {
            fail_setup("a checkpoint");
        }
        kauri_solve_clean(made.folder, shape, SEEDS);
    }
}

static size_t alter(uint8_t *bytes, size_t size, const uint8_t *data, size_t length, bool patches)
{
    const size_t head = sizeof(struct kauri_checkpoint_head);
    if (!patches) {
        const size_t maximum = FILE_MAX - head - sizeof(uint64_t);
        const size_t body = length < maximum ? length : maximum;
        memcpy(bytes + head, data, body);
        return head + body + sizeof(uint64_t);
    }
    while (length > 3) {
        const size_t at = (size_t)(data[0] | data[1] << 8);
        const size_t count = data[2] < length - 3 ? data[2] : length - 3;
        for (size_t i = 0; i < count && at + i < size; i++) {
            bytes[at + i] = data[3 + i];
        }
        data += 3 + count;
        length -= 3 + count;
    }
    return size;
}

// Checks that nothing has appeared beside the folder of the tables.
static void check_parent(void)
{
    DIR *entries = opendir(made.parent);
    for (struct dirent *entry = readdir(entries); entry != NULL; entry = readdir(entries)) {
        if (entry->d_name[0] != '.' && strcmp(entry->d_name, "tables") != 0) {
            abort();
        }
    }
    (void)closedir(entries);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static uint8_t bytes[FILE_MAX];
    if (made.table == NULL) {
        set_up();
    }
    const unsigned choice = size > 0 ? data[0] : 0;
    const struct stopped_run *run = &made.runs[choice & 1];
    memcpy(bytes, run->files[0].bytes, run->files[0].size);
    const size_t altered =
        alter(bytes, run->files[0].size, data + (size > 0), size - (size > 0), (choice & 2) == 0);
    const uint64_t digest = kauri_digest(bytes, altered - sizeof digest);
    memcpy(bytes + altered - sizeof digest, &digest, sizeof digest);
    put(0, bytes, altered);
    for (unsigned file = 1; file < FILES; file++) {
        if (run->files[file].there) {
            put(file, run->files[file].bytes, run->files[file].size);
        }
    }
    struct stopping none = {.stage = NULL};
    const enum kauri_status status = solve(SEEDS, &none);
    const bool genuine = size <= 1 && (choice & 2) == 0;
    if (genuine ? status != KAURI_OK
                : status != KAURI_OK && status != KAURI_CORRUPT && status != KAURI_RESOURCE) {
        (void)fprintf(stderr, "status %d\n", (int)status);
        abort();
    }
    check_parent();
    kauri_solve_clean(made.folder, shape, SEEDS);
    (void)unlink(made.table);
    return 0;
}
