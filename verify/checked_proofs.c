#include "verify/checked_proofs.h"

#include "common/file.h"
#include "common/memory.h"
#include "common/output.h"
#include "common/string_buffer.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char head[] = "kauri-checked-proofs 1 " KAURI_VERSION "\n";
static const char head_word[] = "kauri-checked-proofs ";

enum {
    FIELDS = 9,
    RECENT_SECONDS = 2,
    PROOFS_MAX = 200000, // limit of the file; the oldest are dropped
};

struct kauri_checked_proofs {
    const char *path;
    // The proofs that were read, in ascending order, and then those that were added.
    struct kauri_listed_proof *proof;
    size_t known, count, capacity;
    bool changed; // some proof that was read has changed
};

static int compare_numbers(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

static int compare_files(const void *one, const void *other)
{
    const struct kauri_file_identity *a = &((const struct kauri_listed_proof *)one)->identity;
    const struct kauri_file_identity *b = &((const struct kauri_listed_proof *)other)->identity;
    const int device = compare_numbers(a->device, b->device);
    return device != 0 ? device : compare_numbers(a->number, b->number);
}

static enum kauri_status add(struct kauri_checked_proofs *checked,
                             const struct kauri_listed_proof *proof, struct kauri_error *error)
{
    KAURI_PASS(KAURI_FIT(checked->proof, checked->count + 1, checked->capacity, error, "%s",
                         checked->path));
    checked->proof[checked->count++] = *proof;
    return KAURI_OK;
}

static enum kauri_status not_a_list(const struct kauri_checked_proofs *checked,
                                    struct kauri_error *error)
{
    return kauri_fail(error, KAURI_BAD_INPUT,
                      "%s is not a list of checked proofs; delete it, or name another",
                      checked->path);
}

// Reads lines "DIGEST STEPS DEVICE NUMBER BYTES MODIFIED.. CHANGED..", and puts them in order.
static enum kauri_status read_lines(struct kauri_checked_proofs *checked, const char *text,
                                    struct kauri_error *error)
{
    while (*text != '\0') {
        struct kauri_listed_proof proof;
        struct kauri_file_identity *file = &proof.identity;
        int end = 0;
        if (sscanf(text,
                   "%16" SCNx64 " %20" SCNu64 " %20" SCNu64 " %20" SCNu64 " %20" SCNu64
                   " %20" SCNd64 " %20" SCNd64 " %20" SCNd64 " %20" SCNd64 "%n",
                   &proof.digest, &proof.steps, &file->device, &file->number, &file->bytes,
                   &file->modified[0], &file->modified[1], &file->changed[0], &file->changed[1],
                   &end) != FIELDS ||
            text[end] != '\n') {
            return not_a_list(checked, error);
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
    size_t size = 0;
    *checked = NULL;
    if (path == NULL) {
        return KAURI_OK;
    }
    KAURI_PASS(KAURI_NEW(*checked, 1, error, "%s", path));
    (*checked)->path = path;
    status = kauri_input_open(path, &input, error);
    if (status == KAURI_MISSING) {
        return KAURI_OK;
    }
    KAURI_TRY(status);
    KAURI_TRY(kauri_input_read_all(input, &text, &size, error));
    if (strncmp(text, head, strlen(head)) == 0) {
        KAURI_TRY(read_lines(*checked, text + strlen(head), error));
    } else if (size > 0 && strncmp(text, head_word, strlen(head_word)) != 0) {
        status = not_a_list(*checked, error);
    }
cleanup:
    if (status != KAURI_OK) { // nothing is to be written over the file
        (*checked)->count = 0;
    }
    kauri_input_close(input);
    free(text);
    return status;
}

const struct kauri_listed_proof *
kauri_checked_proofs_find(const struct kauri_checked_proofs *checked,
                          const struct kauri_file_identity *identity)
{
    const struct kauri_listed_proof wanted = {.identity = *identity};
    const struct kauri_listed_proof *found = checked->known == 0
                                                 ? NULL
                                                 : bsearch(&wanted, checked->proof, checked->known,
                                                           sizeof *checked->proof, compare_files);
    return found != NULL && kauri_file_is_same(&found->identity, identity) ? found : NULL;
}

enum kauri_status kauri_checked_proofs_add(struct kauri_checked_proofs *checked, const char *path,
                                           const struct kauri_listed_proof *proof,
                                           struct kauri_error *error)
{
    struct kauri_file_identity now;
    const bool unchanged =
        kauri_file_identify(path, &now) && kauri_file_is_same(&now, &proof->identity);
    const bool old = proof->identity.changed[0] + RECENT_SECONDS < (int64_t)time(NULL);
    // A line about an earlier state of the file is dropped.
    struct kauri_listed_proof *known =
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
    for (size_t i = checked->count < PROOFS_MAX ? 0 : checked->count - PROOFS_MAX;
         i < checked->count; i++) {
        const struct kauri_listed_proof *proof = &checked->proof[i];
        const struct kauri_file_identity *file = &proof->identity;
        kauri_string_add(&text,
                         "%016" PRIx64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRId64
                         " %" PRId64 " %" PRId64 " %" PRId64 "\n",
                         proof->digest, proof->steps, file->device, file->number, file->bytes,
                         file->modified[0], file->modified[1], file->changed[0], file->changed[1]);
    }
    KAURI_TRY(kauri_output_open(checked->path, KAURI_OUTPUT_REPLACE, &output, error));
    status = kauri_output_write_text(output, &text, error);
cleanup:
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
