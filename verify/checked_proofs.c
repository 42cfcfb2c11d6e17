#include "verify/checked_proofs.h"

#include "common/file.h"
#include "common/memory.h"
#include "common/output.h"
#include "common/string_buffer.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

static const char head[] = "kauri-checked-proofs 1 " KAURI_VERSION "\n";
static const char head_word[] = "kauri-checked-proofs ";

enum {
    FIELDS = 9,
    RECENT_SECONDS = 2,
    PROOFS_MOST = 200000, // of a list; the oldest lines are dropped
};

struct kauri_checked_proofs {
    const char *path;
    struct kauri_checked_proof_file *proof; // those that were read, in ascending order, and then
                                            // those that were added
    size_t known, count, room;
    bool changed; // one that was read
};

bool kauri_file_identify(const char *path, struct kauri_file_identity *identity)
{
    struct stat facts;
    if (stat(path, &facts) != 0) {
        return false;
    }
    *identity = (struct kauri_file_identity)
    {
        .device = (uint64_t)facts.st_dev, .number = (uint64_t)facts.st_ino,
        .bytes = (uint64_t)facts.st_size,
#if defined _WIN32 || defined __APPLE__
        .modified = {(int64_t)facts.st_mtime, 0}, .changed = {(int64_t)facts.st_ctime, 0},
#else
        .modified = {(int64_t)facts.st_mtim.tv_sec, (int64_t)facts.st_mtim.tv_nsec},
        .changed = {(int64_t)facts.st_ctim.tv_sec, (int64_t)facts.st_ctim.tv_nsec},
#endif
    };
    return true;
}

static int compare_numbers(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

static int compare_files(const void *one, const void *other)
{
    const struct kauri_file_identity *a = &((const struct kauri_checked_proof_file *)one)->identity;
    const struct kauri_file_identity *b =
        &((const struct kauri_checked_proof_file *)other)->identity;
    const int device = compare_numbers(a->device, b->device);
    return device != 0 ? device : compare_numbers(a->number, b->number);
}

static bool is_same(const struct kauri_file_identity *a, const struct kauri_file_identity *b)
{
    return a->device == b->device && a->number == b->number && a->bytes == b->bytes &&
           a->modified[0] == b->modified[0] && a->modified[1] == b->modified[1] &&
           a->changed[0] == b->changed[0] && a->changed[1] == b->changed[1];
}

static enum kauri_status add(struct kauri_checked_proofs *checked,
                             const struct kauri_checked_proof_file *proof,
                             struct kauri_error *error)
{
    struct kauri_checked_proof_file *wider =
        kauri_array_grow(checked->proof, checked->count, &checked->room, sizeof *wider);
    if (wider == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for %s", checked->path);
    }
    checked->proof = wider;
    checked->proof[checked->count++] = *proof;
    return KAURI_OK;
}

// Reads lines "DIGEST STEPS DEVICE NUMBER BYTES MODIFIED.. CHANGED..", and puts them in order.
static enum kauri_status read_lines(struct kauri_checked_proofs *checked, const char *text,
                                    struct kauri_error *error)
{
    while (*text != '\0') {
        struct kauri_checked_proof_file proof;
        struct kauri_file_identity *file = &proof.identity;
        int end = 0;
        if (sscanf(text,
                   "%16" SCNx64 " %20" SCNu64 " %20" SCNu64 " %20" SCNu64 " %20" SCNu64
                   " %20" SCNd64 " %20" SCNd64 " %20" SCNd64 " %20" SCNd64 "%n",
                   &proof.digest, &proof.steps, &file->device, &file->number, &file->bytes,
                   &file->modified[0], &file->modified[1], &file->changed[0], &file->changed[1],
                   &end) != FIELDS ||
            text[end] != '\n') {
            return kauri_fail(error, KAURI_BAD_INPUT,
                              "%s is no list of checked proofs; delete it, or name another",
                              checked->path);
        }
        KAURI_PASS(add(checked, &proof, error));
        text += end + 1;
    }
    if (checked->count > 0) {
        qsort(checked->proof, checked->count, sizeof *checked->proof, compare_files);
    }
    checked->known = checked->count;
    return KAURI_OK;
}

enum kauri_status kauri_checked_proofs_read(const char *path, struct kauri_checked_proofs **checked,
                                            struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_input *input = NULL;
    char *text = NULL;
    *checked = calloc(1, sizeof **checked);
    if (*checked == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for %s", path);
    }
    (*checked)->path = path;
    status = kauri_input_open(path, &input, error);
    if (status == KAURI_MISSING) {
        return KAURI_OK;
    }
    KAURI_TRY(status);
    const size_t size = (size_t)kauri_input_size(input);
    text = malloc(size + 1);
    if (text == NULL) {
        status = kauri_fail(error, KAURI_RESOURCE, "out of memory for %s", path);
        goto cleanup;
    }
    KAURI_TRY(kauri_input_read_at(input, 0, text, size, error));
    text[size] = '\0';
    if (strncmp(text, head, strlen(head)) == 0) {
        KAURI_TRY(read_lines(*checked, text + strlen(head), error));
    } else if (size > 0 && strncmp(text, head_word, strlen(head_word)) != 0) {
        KAURI_TRY(read_lines(*checked, "?", error));
    }
cleanup:
    if (status != KAURI_OK) { // nothing to be written over it
        (*checked)->count = 0;
    }
    kauri_input_close(input);
    free(text);
    return status;
}

const struct kauri_checked_proof_file *
kauri_checked_proofs_find(const struct kauri_checked_proofs *checked,
                          const struct kauri_file_identity *identity)
{
    const struct kauri_checked_proof_file wanted = {.identity = *identity};
    const struct kauri_checked_proof_file *found =
        checked->known == 0 ? NULL
                            : bsearch(&wanted, checked->proof, checked->known,
                                      sizeof *checked->proof, compare_files);
    return found != NULL && is_same(&found->identity, identity) ? found : NULL;
}

enum kauri_status kauri_checked_proofs_add(struct kauri_checked_proofs *checked, const char *path,
                                           const struct kauri_checked_proof_file *proof,
                                           struct kauri_error *error)
{
    struct kauri_file_identity now;
    const bool unchanged = kauri_file_identify(path, &now) && is_same(&now, &proof->identity);
    const bool old = proof->identity.changed[0] + RECENT_SECONDS < (int64_t)time(NULL);
    // A line about an earlier state of the file goes.
    struct kauri_checked_proof_file *known =
        !unchanged || !old || checked->known == 0
            ? NULL
            : bsearch(proof, checked->proof, checked->known, sizeof *known, compare_files);
    if (known != NULL) {
        *known = *proof;
        checked->changed = true;
        return KAURI_OK;
    }
    return unchanged && old ? add(checked, proof, error) : KAURI_OK;
}

static enum kauri_status save(const struct kauri_checked_proofs *checked, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_string text = {.bytes = NULL};
    struct kauri_output *output = NULL;
    if (checked->count == checked->known && !checked->changed) {
        return KAURI_OK;
    }
    kauri_string_add_text(&text, head);
    for (size_t i = checked->count < PROOFS_MOST ? 0 : checked->count - PROOFS_MOST;
         i < checked->count; i++) {
        const struct kauri_checked_proof_file *proof = &checked->proof[i];
        const struct kauri_file_identity *file = &proof->identity;
        kauri_string_add(&text,
                         "%016" PRIx64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRId64
                         " %" PRId64 " %" PRId64 " %" PRId64 "\n",
                         proof->digest, proof->steps, file->device, file->number, file->bytes,
                         file->modified[0], file->modified[1], file->changed[0], file->changed[1]);
    }
    KAURI_TRY(kauri_string_check(&text, error));
    KAURI_TRY(kauri_output_open(checked->path, KAURI_OUTPUT_REPLACE, &output, error));
    KAURI_TRY(kauri_output_write(output, kauri_string_text(&text), text.length, error));
    struct kauri_output *finished = output;
    output = NULL;
    status = kauri_output_commit(finished, error);
cleanup:
    kauri_output_abandon(output);
    kauri_string_clear(&text);
    return status;
}

enum kauri_status kauri_checked_proofs_finish(struct kauri_checked_proofs *checked,
                                              enum kauri_status status, struct kauri_error *error)
{
    struct kauri_error failed;
    if (checked == NULL) {
        return status;
    }
    if (save(checked, &failed) != KAURI_OK && status == KAURI_OK) {
        *error = failed;
        status = failed.status;
    }
    free(checked->proof);
    free(checked);
    return status;
}
