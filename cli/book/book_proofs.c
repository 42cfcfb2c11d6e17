#include "cli/book/book_proofs.h"

#include "common/memory.h"
#include "verify/proof_folder.h"

#include <stdlib.h>
#include <string.h>

// A file on the list.
struct listed_file {
    char *path;
    uint64_t digest;
    struct kauri_proof_citations citations;
    bool placed; // it has its place in the order
};

struct file_list {
    struct listed_file *file;
    size_t count, capacity;
};

static void clear_list(struct file_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        free(list->file[i].path);
        kauri_citations_clear(&list->file[i].citations);
    }
    free(list->file);
}

void kauri_book_proofs_clear(struct kauri_book_proofs *proofs)
{
    for (size_t i = 0; i < proofs->count; i++) {
        free(proofs->path[i]);
    }
    free(proofs->path);
    *proofs = (struct kauri_book_proofs){.count = 0};
}

static struct listed_file *find_file(const struct file_list *list, uint64_t digest)
{
    for (size_t i = 0; i < list->count; i++) {
        if (list->file[i].digest == digest) {
            return &list->file[i];
        }
    }
    return NULL;
}

// Reads what a file states, and adds it to the list.
static enum kauri_status add_file(struct file_list *list, const char *path,
                                  struct kauri_proof *statement, struct kauri_task *task,
                                  struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    KAURI_TRY(kauri_proof_read_statement(path, statement, task, error));
    if (statement->tables > 0) {
        KAURI_TRY(
            kauri_fail(error, KAURI_WRONG,
                       "%s rests on tables; a book is made from proofs that rest on the rules "
                       "alone",
                       path));
    }
    KAURI_TRY(KAURI_FIT(list->file, list->count + 1, list->capacity, error, "the list of proofs"));
    struct listed_file *file = &list->file[list->count++];
    *file = (struct listed_file){
        .path = strdup(path), .digest = statement->stated, .citations = statement->citations};
    statement->citations = (struct kauri_proof_citations){.count = 0};
    if (file->path == NULL) {
        status = KAURI_OUT_OF_MEMORY(error, "the list of proofs");
    }
cleanup:
    if (status != KAURI_OK) {
        kauri_proof_clear(statement);
    }
    return status;
}

// Adds the files that the ones on the list cite, which are in the same folder.
static enum kauri_status add_cited(struct file_list *list, struct kauri_task *task,
                                   struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const char *first = list->file[0].path;
    const char *slash = strrchr(first, '/');
    const size_t prefix = slash == NULL ? 0 : (size_t)(slash + 1 - first);
    char *path = NULL;
    KAURI_PASS(KAURI_NEW(path, prefix + KAURI_PROOF_NAME_BYTES, error, "the list of proofs"));
    memcpy(path, first, prefix);
    for (size_t i = 0; i < list->count; i++) {
        for (size_t k = 0; k < list->file[i].citations.count; k++) {
            const uint64_t digest = list->file[i].citations.statement[k].digest;
            struct kauri_proof statement;
            if (find_file(list, digest) != NULL) {
                continue;
            }
            (void)kauri_proof_name(digest, path + prefix);
            KAURI_TRY(add_file(list, path, &statement, task, error));
            if (list->file[list->count - 1].digest != digest) {
                KAURI_TRY(kauri_fail(error, KAURI_WRONG, "%s has another digest than its name says",
                                     path));
            }
        }
    }
cleanup:
    free(path);
    return status;
}

static bool is_ready(const struct file_list *list, const struct listed_file *file)
{
    for (size_t i = 0; i < file->citations.count; i++) {
        if (!find_file(list, file->citations.statement[i].digest)->placed) {
            return false;
        }
    }
    return true;
}

// Moves the paths into an order in which each comes after those that it cites.
static enum kauri_status put_in_order(struct file_list *list, struct kauri_book_proofs *proofs,
                                      struct kauri_error *error)
{
    KAURI_PASS(KAURI_NEW(proofs->path, list->count, error, "the list of proofs"));
    for (size_t before = SIZE_MAX; proofs->count < list->count && before != proofs->count;) {
        before = proofs->count;
        for (size_t i = 0; i < list->count; i++) {
            struct listed_file *file = &list->file[i];
            if (!file->placed && is_ready(list, file)) {
                file->placed = true;
                proofs->path[proofs->count++] = file->path;
                file->path = NULL;
            }
        }
    }
    return proofs->count == list->count
               ? KAURI_OK
               : kauri_fail(error, KAURI_WRONG, "proofs cite one another in a circle");
}

enum kauri_status kauri_book_proofs_list(const char *path, struct kauri_book_proofs *proofs,
                                         struct kauri_proof *root, struct kauri_task *task,
                                         struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct file_list list = {.count = 0};
    *proofs = (struct kauri_book_proofs){.count = 0};
    KAURI_TRY(add_file(&list, path, root, task, error));
    KAURI_TRY(add_cited(&list, task, error));
    KAURI_TRY(put_in_order(&list, proofs, error));
cleanup:
    clear_list(&list);
    return status;
}
