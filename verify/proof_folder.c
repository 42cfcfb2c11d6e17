#include "verify/proof_folder.h"

#include "common/digest.h"
#include "common/folder.h"
#include "common/loop.h"
#include "common/memory.h"
#include "common/progress.h"
#include "db/checksums.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char suffix[] = ".proof";

const char *kauri_proof_name(uint64_t digest, char name[KAURI_PROOF_NAME_BYTES])
{
    (void)snprintf(name, KAURI_PROOF_NAME_BYTES, "%016llx.proof", (unsigned long long)digest);
    return name;
}

const char *kauri_proof_file(const struct kauri_proof_entry *entry)
{
    return kauri_path_name(entry->path);
}

// -------------------------------------------------------------------------------------- citations

enum link_state { LINK_NEW, LINK_ACTIVE, LINK_DONE };

// A proof whose citations are being followed.
struct link_frame {
    size_t entry;
    size_t at; // number of the next citation
};

struct link_check {
    struct kauri_proof_entry *entries;
    struct kauri_proof_entry **named; // proofs in ascending order of their digests
    size_t named_count;
    uint8_t *state;            // enum link_state of each entry
    struct link_frame *frames; // room for as many frames as there are entries
    size_t depth;
};

static int compare_named(const void *a, const void *b)
{
    const uint64_t one = (*(const struct kauri_proof_entry *const *)a)->digest;
    const uint64_t other = (*(const struct kauri_proof_entry *const *)b)->digest;
    return one < other ? -1 : one > other;
}

// The proof with the name of this digest, or NULL.
static struct kauri_proof_entry *find(const struct link_check *links, uint64_t digest)
{
    const struct kauri_proof_entry wanted = {.digest = digest};
    const struct kauri_proof_entry *key = &wanted;
    struct kauri_proof_entry **found =
        links->named_count == 0
            ? NULL
            : bsearch(&key, links->named, links->named_count, sizeof *links->named, compare_named);
    return found == NULL ? NULL : *found;
}

// Checks that a proof states what is cited: bounds of the same position, seen by its player to
// move, that are at least as tight.
static enum kauri_status check_statement(const struct kauri_proof_entry *citing,
                                         const struct kauri_cited_statement *cited,
                                         const struct kauri_proof_entry *proof,
                                         struct kauri_error *error)
{
    char name[KAURI_PROOF_NAME_BYTES];
    const enum kauri_step_kind kind = kauri_step_key_kind(cited->key);
    const struct kauri_step_key key = kauri_step_key_of(&proof->position, kind);
    const int proven = kind == KAURI_STEP_OWN ? proof->low : -proof->high;
    if (proof->position.holes != citing->position.holes || !kauri_step_key_equal(key, cited->key)) {
        return kauri_fail(error, KAURI_WRONG, "%s cites %s, which is about another position",
                          citing->path, kauri_proof_name(cited->digest, name));
    }
    if (proven < cited->value) {
        return kauri_fail(error, KAURI_WRONG, "%s cites %s for the value %d, which states only %d",
                          citing->path, kauri_proof_name(cited->digest, name), (int)cited->value,
                          proven);
    }
    return KAURI_OK;
}

static void push(struct link_check *links, size_t entry)
{
    links->state[entry] = LINK_ACTIVE;
    links->frames[links->depth++] = (struct link_frame){.entry = entry};
}

// The plies of the longest play from the root of a proof. Those of the proofs that it cites are
// known.
static uint32_t plies_of(const struct link_check *links, const struct kauri_proof_entry *entry)
{
    const struct kauri_proof_plays *plays = &entry->plays;
    uint32_t maximum = plays->counted ? plays->end : KAURI_PLIES_UNKNOWN;
    for (size_t i = 0; plays->cited != NULL && i < entry->citations.count; i++) {
        if (plays->cited[i] != KAURI_PLIES_NEVER) {
            const struct kauri_proof_entry *cited =
                find(links, entry->citations.statement[i].digest);
            const uint32_t plies = kauri_plies_add(plays->cited[i], cited->plies);
            maximum = plies > maximum ? plies : maximum;
        }
    }
    return maximum;
}

// Follows the next citation of the proof on top, or leaves it when there is none.
static enum kauri_status advance(struct link_check *links, struct kauri_error *error)
{
    struct link_frame *frame = &links->frames[links->depth - 1];
    struct kauri_proof_entry *citing = &links->entries[frame->entry];
    char name[KAURI_PROOF_NAME_BYTES];
    if (frame->at == citing->citations.count) {
        citing->plies = plies_of(links, citing);
        links->state[frame->entry] = LINK_DONE;
        links->depth--;
        return KAURI_OK;
    }
    const struct kauri_cited_statement *cited = &citing->citations.statement[frame->at++];
    struct kauri_proof_entry *proof = find(links, cited->digest);
    if (proof == NULL) {
        return kauri_fail(error, KAURI_MISSING,
                          "%s cites %s, which is missing: it has to be in the same folder",
                          citing->path, kauri_proof_name(cited->digest, name));
    }
    KAURI_PASS(check_statement(citing, cited, proof, error));
    const size_t entry = (size_t)(proof - links->entries);
    if (links->state[entry] == LINK_ACTIVE) {
        return kauri_fail(error, KAURI_WRONG,
                          "%s cites %s, which rests on it in turn: a circle proves nothing",
                          citing->path, kauri_proof_name(cited->digest, name));
    }
    proof->cited = true;
    if (links->state[entry] == LINK_NEW) {
        push(links, entry);
    }
    return KAURI_OK;
}

enum kauri_status kauri_proof_links_check(struct kauri_proof_entry *entries, size_t count,
                                          struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct link_check links = {
        .entries = entries,
    };
    KAURI_TRY(KAURI_NEW(links.named, count + 1, error, "%zu proofs", count));
    KAURI_TRY(KAURI_NEW(links.state, count + 1, error, "%zu proofs", count));
    KAURI_TRY(KAURI_NEW(links.frames, count + 1, error, "%zu proofs", count));
    for (size_t i = 0; i < count; i++) {
        entries[i].cited = false;
        if (entries[i].named) {
            links.named[links.named_count++] = &entries[i];
        }
    }
    qsort(links.named, links.named_count, sizeof *links.named, compare_named);
    for (size_t i = 0; i < count; i++) {
        if (links.state[i] == LINK_NEW) {
            push(&links, i);
        }
        while (links.depth > 0) {
            KAURI_TRY(advance(&links, error));
        }
    }
cleanup:
    free(links.named);
    free(links.state);
    free(links.frames);
    return status;
}

// ------------------------------------------------------------------------------------ the folder

struct folder_check {
    struct kauri_tablebase *tables;
    const struct kauri_proof_check_options *options;
    struct kauri_proof_folder *folder;
    char *prefix;    // path of the folder with its slash; empty: the current folder
    bool single;     // the check is for the first entry alone
    size_t first;    // entries before this one are checked
    uint64_t *known; // only for a single proof: digests of proofs that were looked for, ascending
    size_t known_count;
    struct kauri_pace pace;
    enum kauri_status status; // status of adding the files of the folder
    struct kauri_error *error;
};

// -------------------------------------------------------------------------------------- the files

// Adds a file, which is still to be checked. `prefix` goes before its name.
static enum kauri_status add_file(struct folder_check *check, const char *prefix, const char *name,
                                  struct kauri_error *error)
{
    struct kauri_proof_folder *folder = check->folder;
    const size_t bytes = strlen(prefix) + strlen(name) + 1;
    char *path = NULL;
    KAURI_PASS(KAURI_FIT(folder->entry, folder->count + 1, folder->capacity, error, "%zu proofs",
                         folder->count + 1));
    KAURI_PASS(KAURI_NEW(path, bytes, error, "%zu proofs", folder->count + 1));
    (void)snprintf(path, bytes, "%s%s", prefix, name);
    struct kauri_proof_entry entry = {.path = path, .missing_layer = -1};
    (void)kauri_file_identify(path, &entry.file);
    folder->entry[folder->count++] = entry;
    return KAURI_OK;
}

static int compare_paths(const void *a, const void *b)
{
    const struct kauri_proof_entry *one = a;
    const struct kauri_proof_entry *other = b;
    return strcmp(one->path, other->path);
}

static void add_listed(void *context, const char *name)
{
    struct folder_check *check = context;
    const size_t length = strlen(name);
    if (check->status == KAURI_OK && name[0] != '.' && length >= strlen(suffix) &&
        strcmp(name + length - strlen(suffix), suffix) == 0) {
        check->status = add_file(check, check->prefix, name, check->error);
    }
}

// Lists the proofs of a folder, or the proof that the path names.
static enum kauri_status list_files(struct folder_check *check, const char *path,
                                    struct kauri_error *error)
{
    struct kauri_folder *folder = NULL;
    check->single = !kauri_folder_is(path);
    const size_t length = check->single ? (size_t)(kauri_path_name(path) - path) : strlen(path);
    KAURI_PASS(KAURI_NEW(check->prefix, length + 2, error, "%s", path));
    memcpy(check->prefix, path, length);
    (void)strcpy(check->prefix + length,
                 !check->single && kauri_path_name(path)[0] != '\0' ? "/" : "");
    if (check->single) {
        return add_file(check, "", path, error);
    }
    check->error = error;
    check->status = kauri_folder_open(path, &folder, error);
    if (check->status == KAURI_OK) {
        const enum kauri_status status = kauri_folder_each(folder, add_listed, check, error);
        check->status = check->status == KAURI_OK ? status : check->status;
    }
    kauri_folder_close(folder);
    if (check->folder->count > 0) {
        qsort(check->folder->entry, check->folder->count, sizeof *check->folder->entry,
              compare_paths);
    }
    return check->status;
}

// -------------------------------------------------------------------------------------- the proofs

// The proof of the list of checked proofs that is this file, or NULL. If the text is wanted, NULL,
// because it needs the steps.
static const struct kauri_listed_proof *known_proof(const struct folder_check *check, size_t number)
{
    const struct kauri_proof_check_options *options = check->options;
    return options->checked == NULL || (options->text != NULL && number == 0)
               ? NULL
               : kauri_checked_proofs_find(options->checked, &check->folder->entry[number].file);
}

static enum kauri_status check_entry(void *context, unsigned worker, uint64_t index,
                                     struct kauri_error *error)
{
    struct folder_check *check = context;
    const size_t number = check->first + (size_t)index;
    struct kauri_proof_entry *entry = &check->folder->entry[number];
    char *path = entry->path;
    const struct kauri_file_identity file = entry->file;
    const struct kauri_listed_proof *known = known_proof(check, number);
    struct kauri_task task = {.pace = &check->pace, .worker = worker, .weight = file.bytes};
    uint64_t digest = 0;
    enum kauri_status status = KAURI_OK;
    if (known == NULL || !kauri_proof_recall(path, known->digest, known->steps, entry, &task)) {
        struct kauri_output *text = check->single && number == 0 ? check->options->text : NULL;
        status = check->options->with_plays
                     ? kauri_proof_check_plays(path, check->tables, text, entry, &task, error)
                     : kauri_proof_check(path, check->tables, text, entry, &task, error);
    }
    if (status == KAURI_OK) {
        status = kauri_task_look(&task, 1, error);
    }
    entry->accepted = status == KAURI_OK;
    entry->file = file;
    entry->path = path;
    entry->named = kauri_digest_parse(kauri_proof_file(entry), suffix, &digest);
    if (status == KAURI_OK && entry->named && digest != entry->digest) {
        return kauri_fail(error, KAURI_WRONG, "%s has the digest %016llx, which is not its name",
                          path, (unsigned long long)entry->digest);
    }
    return status;
}

// Lists what was accepted, also if others were refused or the check was stopped.
static enum kauri_status note_accepted(const struct folder_check *check, struct kauri_error *error)
{
    for (size_t i = check->first; check->options->checked != NULL && i < check->folder->count;
         i++) {
        const struct kauri_proof_entry *entry = &check->folder->entry[i];
        const struct kauri_listed_proof proof = {entry->file, entry->digest, entry->steps};
        if (entry->accepted && entry->tables == 0 && known_proof(check, i) == NULL) {
            KAURI_PASS(
                kauri_checked_proofs_add(check->options->checked, entry->path, &proof, error));
        }
    }
    return KAURI_OK;
}

// Checks the proofs from check->first on. Of those that are refused, the first by name is reported.
static enum kauri_status check_entries(struct folder_check *check, struct kauri_error *error)
{
    struct kauri_proof_folder *folder = check->folder;
    const struct kauri_loop loop = {
        .pace = &check->pace, .count = folder->count - check->first, .lengthy = true};
    for (size_t i = check->first; i < folder->count; i++) {
        check->pace.report.total += folder->entry[i].file.bytes;
    }
    enum kauri_status status = kauri_loop(&loop, check_entry, check, error);
    struct kauri_error failed;
    if (note_accepted(check, &failed) != KAURI_OK && status == KAURI_OK) {
        *error = failed;
        status = failed.status;
    }
    for (size_t i = check->first; status == KAURI_MISSING && i < folder->count; i++) {
        const int missing = folder->entry[i].missing_layer;
        folder->missing_layer = folder->missing_layer < 0 ? missing : folder->missing_layer;
    }
    check->first = folder->count;
    return status;
}

// Notes the digest of a proof that a single proof rests on. Returns false if it was known before.
static bool note_known(struct folder_check *check, uint64_t digest)
{
    size_t low = 0;
    size_t high = check->known_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (check->known[middle] < digest) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    if (low < check->known_count && check->known[low] == digest) {
        return false;
    }
    memmove(check->known + low + 1, check->known + low,
            (check->known_count - low) * sizeof *check->known);
    check->known[low] = digest;
    check->known_count++;
    return true;
}

// Adds the files that a proof cites and that are there. A missing one is reported with the proof
// that cites it.
static enum kauri_status add_cited(struct folder_check *check, size_t number,
                                   struct kauri_error *error)
{
    struct kauri_proof_folder *folder = check->folder;
    const struct kauri_proof_citations citations = folder->entry[number].citations;
    uint64_t *known =
        realloc(check->known, (check->known_count + citations.count + 1) * sizeof *known);
    if (known == NULL) {
        return KAURI_OUT_OF_MEMORY(error, "%zu proofs", check->known_count + citations.count);
    }
    check->known = known;
    if (folder->entry[number].named) {
        (void)note_known(check, folder->entry[number].digest);
    }
    for (size_t i = 0; i < citations.count; i++) {
        char name[KAURI_PROOF_NAME_BYTES];
        const uint64_t digest = citations.statement[i].digest;
        if (note_known(check, digest)) {
            KAURI_PASS(add_file(check, check->prefix, kauri_proof_name(digest, name), error));
            if (access(folder->entry[folder->count - 1].path, F_OK) != 0) {
                free(folder->entry[--folder->count].path);
            }
        }
    }
    return KAURI_OK;
}

// Checks the listed proofs, and for a single proof those that it rests on, without their links.
static enum kauri_status check_files(struct folder_check *check, struct kauri_error *error)
{
    while (check->first < check->folder->count) {
        const size_t from = check->first;
        KAURI_PASS(check_entries(check, error));
        for (size_t i = from; check->single && i < check->first; i++) {
            KAURI_PASS(add_cited(check, i, error));
        }
    }
    return KAURI_OK;
}

// Adds up what was accepted. The tables of all proofs have the same digests, since they were
// compared with the same tables.
static enum kauri_status add_up(const struct folder_check *check, struct kauri_error *error)
{
    struct kauri_proof_folder *folder = check->folder;
    for (size_t i = 0; i < folder->count; i++) {
        const struct kauri_proof_entry *entry = &folder->entry[i];
        folder->steps += entry->steps;
        folder->citations += entry->citations.count;
        folder->tables = entry->tables > folder->tables ? entry->tables : folder->tables;
    }
    for (unsigned n = 0; n < folder->tables; n++) {
        const struct kauri_tablebase_layer *layer = NULL;
        KAURI_PASS(kauri_tablebase_layer(check->tables, n, &layer, error));
        folder->digest[n] = kauri_reader_certificate(layer->reader)->digest;
        if (!check->options->trust_tables) {
            KAURI_PASS(kauri_table_digest_check(layer->reader, check->pace.threads,
                                                check->options->progress, error));
        }
    }
    return KAURI_OK;
}

static struct folder_check begin_check(struct kauri_tablebase *tables,
                                       const struct kauri_proof_check_options *options,
                                       struct kauri_proof_folder *folder)
{
    static const struct kauri_proof_check_options defaults;
    struct folder_check check = {
        .tables = tables,
        .options = options != NULL ? options : &defaults,
        .folder = folder,
        .pace = {.report = {.stage = "proofs"},
                 .subject = "the check of proofs",
                 .began = kauri_clock_seconds()},
    };
    check.pace.progress = check.options->progress;
    check.pace.threads = tables != NULL ? kauri_tablebase_threads(tables, check.options->threads)
                         : check.options->threads > 0 ? check.options->threads
                                                      : kauri_loop_threads();
    return check;
}

enum kauri_status kauri_proof_folder_check(const char *path, struct kauri_tablebase *tables,
                                           const struct kauri_proof_check_options *options,
                                           struct kauri_proof_folder *folder,
                                           struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct folder_check check = begin_check(tables, options, folder);
    *folder = (struct kauri_proof_folder){.missing_layer = -1};
    KAURI_TRY(list_files(&check, path, error));
    KAURI_TRY(check_files(&check, error));
    KAURI_TRY(kauri_proof_links_check(folder->entry, folder->count, error));
    KAURI_TRY(add_up(&check, error));
cleanup:
    free(check.prefix);
    free(check.known);
    return status;
}

void kauri_proof_folder_clear(struct kauri_proof_folder *folder)
{
    for (size_t i = 0; i < folder->count; i++) {
        struct kauri_proof_entry *entry = &folder->entry[i];
        free(entry->path);
        kauri_citations_clear(&entry->citations);
        kauri_proof_plays_clear(&entry->plays);
    }
    free(folder->entry);
    *folder = (struct kauri_proof_folder){.missing_layer = -1};
}
