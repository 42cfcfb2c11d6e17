#include "verify/proof_folder.h"

#include "common/clock.h"
#include "common/loop.h"
#include "db/checksums.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { DIGITS = 16, ROOM_FIRST = 16 };

static const char suffix[] = ".proof";

struct folder_check {
    struct kauri_tablebase *tables;
    const struct kauri_proof_check_options *options;
    struct kauri_proof_folder *folder;
    size_t room;  // for entries
    char *prefix; // the path of the folder with its slash; empty: the one that is used
    bool single;  // the first entry is what the check is for
    size_t first; // the entries before it were checked
    struct kauri_pace pace;
};

// -------------------------------------------------------------------------------------- the files

// Whether the file is called DIGEST.proof.
static bool read_name(const char *name, uint64_t *digest)
{
    *digest = 0;
    if (strspn(name, "0123456789abcdef") != DIGITS || strcmp(name + DIGITS, suffix) != 0) {
        return false;
    }
    *digest = strtoull(name, NULL, 16);
    return true;
}

static enum kauri_status out_of_memory(const struct folder_check *check, struct kauri_error *error)
{
    return kauri_fail(error, KAURI_RESOURCE, "out of memory after %zu proofs",
                      check->folder->count);
}

// Adds a file, which is still to be checked. `prefix` goes before its name.
static enum kauri_status add_file(struct folder_check *check, const char *prefix, const char *name,
                                  struct kauri_error *error)
{
    struct kauri_proof_folder *folder = check->folder;
    const size_t bytes = strlen(prefix) + strlen(name) + 1;
    if (folder->count == check->room) {
        const size_t room = check->room == 0 ? ROOM_FIRST : check->room / 2 * 3;
        struct kauri_proof_entry *wider = realloc(folder->entry, room * sizeof *wider);
        if (wider == NULL) {
            return out_of_memory(check, error);
        }
        folder->entry = wider;
        check->room = room;
    }
    char *path = malloc(bytes);
    if (path == NULL) {
        return out_of_memory(check, error);
    }
    (void)snprintf(path, bytes, "%s%s", prefix, name);
    folder->entry[folder->count++] = (struct kauri_proof_entry){.path = path, .missing_layer = -1};
    return KAURI_OK;
}

static int compare_paths(const void *a, const void *b)
{
    const struct kauri_proof_entry *one = a;
    const struct kauri_proof_entry *other = b;
    return strcmp(one->path, other->path);
}

// Adds the proofs of a folder.
static enum kauri_status list_folder(struct folder_check *check, const char *path,
                                     struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    DIR *entries = opendir(path);
    if (entries == NULL) {
        return kauri_fail_errno(error, KAURI_RESOURCE, "cannot list the folder %s", path);
    }
    errno = 0;
    for (const struct dirent *entry = readdir(entries); entry != NULL; entry = readdir(entries)) {
        const size_t length = strlen(entry->d_name);
        if (length >= strlen(suffix) && entry->d_name[0] != '.' &&
            strcmp(entry->d_name + length - strlen(suffix), suffix) == 0) {
            KAURI_TRY(add_file(check, check->prefix, entry->d_name, error));
        }
        errno = 0;
    }
    if (errno != 0) {
        status = kauri_fail_errno(error, KAURI_RESOURCE, "cannot list the folder %s", path);
        goto cleanup;
    }
    if (check->folder->count > 0) {
        qsort(check->folder->entry, check->folder->count, sizeof *check->folder->entry,
              compare_paths);
    }
cleanup:
    (void)closedir(entries);
    return status;
}

// Finds out whether the path is a folder, and lists its proofs, or the proof that the path names.
static enum kauri_status list_files(struct folder_check *check, const char *path,
                                    struct kauri_error *error)
{
    struct stat facts;
    const bool is_folder = stat(path, &facts) == 0 && S_ISDIR(facts.st_mode);
    const char *slash = strrchr(path, '/');
    const size_t length = is_folder ? strlen(path) : slash == NULL ? 0 : (size_t)(slash + 1 - path);
    check->single = !is_folder;
    check->prefix = malloc(length + 2);
    if (check->prefix == NULL) {
        return out_of_memory(check, error);
    }
    memcpy(check->prefix, path, length);
    (void)strcpy(check->prefix + length, is_folder && path[length - 1] != '/' ? "/" : "");
    return is_folder ? list_folder(check, path, error) : add_file(check, "", path, error);
}

// -------------------------------------------------------------------------------------- the proofs

static enum kauri_status check_entry(void *context, unsigned worker, uint64_t index,
                                     struct kauri_error *error)
{
    const struct folder_check *check = context;
    const size_t number = check->first + (size_t)index;
    struct kauri_proof_entry *entry = &check->folder->entry[number];
    struct kauri_proof_result result;
    uint64_t digest = 0;
    const struct kauri_proof_check_options options = {
        .trust_tables = true, // they are digested when all proofs are known
        .text = check->single && number == 0 ? check->options->text : NULL,
        .citations = &entry->citations,
    };
    (void)worker;
    const enum kauri_status status =
        kauri_proof_check(entry->path, check->tables, &options, &result, error);
    entry->missing_layer = result.missing_layer;
    if (status != KAURI_OK) {
        return status;
    }
    entry->position = result.position;
    entry->low = result.low;
    entry->high = result.high;
    entry->tables = result.tables;
    entry->steps = result.steps;
    entry->digest = result.stated;
    entry->named = read_name(kauri_proof_file(entry), &digest);
    if (entry->named && digest != entry->digest) {
        return kauri_fail(error, KAURI_WRONG, "%s has the digest %016llx, which is not its name",
                          entry->path, (unsigned long long)entry->digest);
    }
    return KAURI_OK;
}

// Checks the proofs from check->first on. Of those that are refused, the first by name is reported.
static enum kauri_status check_entries(struct folder_check *check, struct kauri_error *error)
{
    struct kauri_proof_folder *folder = check->folder;
    const struct kauri_loop loop = {.pace = &check->pace,
                                    .count = folder->count - check->first,
                                    .done = folder->count - check->first};
    check->pace.report.total = folder->count;
    const enum kauri_status status = kauri_loop(&loop, check_entry, check, error);
    for (size_t i = check->first; status == KAURI_MISSING && i < folder->count; i++) {
        const int missing = folder->entry[i].missing_layer;
        folder->missing_layer = folder->missing_layer < 0 ? missing : folder->missing_layer;
    }
    check->first = folder->count;
    return status;
}

static int compare_digests(const void *a, const void *b)
{
    const uint64_t one = *(const uint64_t *)a;
    const uint64_t other = *(const uint64_t *)b;
    return one < other ? -1 : one > other;
}

// Adds the files that the proofs from `from` on cite and that are there. *known: the digests that
// were looked for before, in ascending order.
static enum kauri_status add_cited(struct folder_check *check, size_t from, uint64_t **known,
                                   size_t *known_count, struct kauri_error *error)
{
    struct kauri_proof_folder *folder = check->folder;
    size_t count = *known_count;
    size_t more = 0;
    for (size_t i = from; i < folder->count; i++) {
        more += folder->entry[i].citations.count;
    }
    uint64_t *digests = realloc(*known, (count + more + 1) * sizeof *digests);
    if (digests == NULL) {
        return out_of_memory(check, error);
    }
    *known = digests;
    const size_t end = folder->count;
    for (size_t i = from; i < end; i++) {
        const struct kauri_proof_citations *citations = &folder->entry[i].citations;
        for (size_t k = 0; k < citations->count; k++) {
            const uint64_t digest = citations->statement[k].digest;
            if (bsearch(&digest, digests, *known_count, sizeof digest, compare_digests) == NULL) {
                digests[count++] = digest;
            }
        }
    }
    qsort(digests + *known_count, count - *known_count, sizeof *digests, compare_digests);
    size_t kept = *known_count;
    for (size_t i = *known_count; i < count; i++) {
        if (i == *known_count || digests[i] != digests[i - 1]) {
            digests[kept++] = digests[i];
        }
    }
    for (size_t i = *known_count; i < kept; i++) {
        char name[KAURI_PROOF_NAME_BYTES];
        const enum kauri_status status =
            add_file(check, check->prefix, kauri_proof_name(digests[i], name), error);
        if (status != KAURI_OK) {
            return status;
        }
        // A missing one is reported with the proof that cites it.
        struct kauri_proof_entry *added = &folder->entry[folder->count - 1];
        if (access(added->path, F_OK) != 0) {
            free(added->path);
            folder->count--;
        }
    }
    qsort(digests, kept, sizeof *digests, compare_digests);
    *known_count = kept;
    return KAURI_OK;
}

// Checks the listed proofs, and for a single proof those that it rests on.
static enum kauri_status check_proofs(struct folder_check *check, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    uint64_t *known = NULL;
    size_t known_count = 0;
    while (check->first < check->folder->count) {
        const size_t from = check->first;
        KAURI_TRY(check_entries(check, error));
        if (check->single) {
            if (from == 0 && check->folder->entry[0].named) {
                known = malloc(sizeof *known);
                KAURI_TRY(known != NULL ? KAURI_OK : out_of_memory(check, error));
                known[known_count++] = check->folder->entry[0].digest;
            }
            KAURI_TRY(add_cited(check, from, &known, &known_count, error));
        }
    }
    KAURI_TRY(kauri_proof_links_check(check->folder->entry, check->folder->count, error));
cleanup:
    free(known);
    return status;
}

// Adds up what was accepted. The tables of all proofs have the same digests, since they were
// compared with the same tables.
static enum kauri_status add_up(const struct folder_check *check, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_proof_folder *folder = check->folder;
    for (size_t i = 0; i < folder->count; i++) {
        const struct kauri_proof_entry *entry = &folder->entry[i];
        folder->steps += entry->steps;
        folder->citations += entry->citations.count;
        folder->tables = entry->tables > folder->tables ? entry->tables : folder->tables;
    }
    for (unsigned n = 0; n < folder->tables; n++) {
        const struct kauri_tablebase_layer *layer = NULL;
        KAURI_TRY(kauri_tablebase_layer(check->tables, n, &layer, error));
        folder->digest[n] = kauri_reader_certificate(layer->reader)->digest;
        if (!check->options->trust_tables) {
            KAURI_TRY(kauri_table_digest_check(layer->reader, check->pace.threads,
                                               check->options->progress, error));
        }
    }
cleanup:
    return status;
}

enum kauri_status kauri_proof_folder_check(const char *path, struct kauri_tablebase *tables,
                                           const struct kauri_proof_check_options *options,
                                           struct kauri_proof_folder *folder,
                                           struct kauri_error *error)
{
    static const struct kauri_proof_check_options defaults;
    enum kauri_status status = KAURI_OK;
    struct folder_check check = {
        .tables = tables,
        .options = options != NULL ? options : &defaults,
        .folder = folder,
        .pace = {.report = {.stage = "proofs"},
                 .subject = "the check of proofs",
                 .began = kauri_clock_seconds()},
    };
    *folder = (struct kauri_proof_folder){.missing_layer = -1};
    check.pace.progress = check.options->progress;
    check.pace.threads = tables != NULL ? kauri_tablebase_threads(tables, check.options->threads)
                         : check.options->threads > 0 ? check.options->threads
                                                      : kauri_loop_threads();
    KAURI_TRY(list_files(&check, path, error));
    KAURI_TRY(check_proofs(&check, error));
    KAURI_TRY(add_up(&check, error));
cleanup:
    free(check.prefix);
    return status;
}

void kauri_proof_folder_clear(struct kauri_proof_folder *folder)
{
    for (size_t i = 0; i < folder->count; i++) {
        free(folder->entry[i].path);
        kauri_citations_clear(&folder->entry[i].citations);
    }
    free(folder->entry);
    *folder = (struct kauri_proof_folder){.missing_layer = -1};
}
