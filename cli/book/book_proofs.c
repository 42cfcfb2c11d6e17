#include "cli/book/book_proofs.h"

#include "cli/book/book_reuse.h"
#include "common/memory.h"
#include "verify/proof.h"
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
    free(proofs->root);
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

// Adds a file that is not on the list yet to it, and takes its citations.
static enum kauri_status append(struct file_list *list, const char *path, uint64_t digest,
                                struct kauri_proof_citations *citations, struct kauri_error *error)
{
    if (find_file(list, digest) != NULL) {
        return KAURI_OK;
    }
    KAURI_PASS(KAURI_FIT(list->file, list->count + 1, list->capacity, error, "the list of proofs"));
    struct listed_file *file = &list->file[list->count++];
    *file = (struct listed_file){.path = strdup(path), .digest = digest, .citations = *citations};
    *citations = (struct kauri_proof_citations){.count = 0};
    return file->path != NULL ? KAURI_OK : KAURI_OUT_OF_MEMORY(error, "the list of proofs");
}

// Adds a proof to the list. *statement receives what it states, without the citations.
static enum kauri_status add_file(struct file_list *list, const char *path,
                                  struct kauri_proof *statement, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    KAURI_TRY(kauri_proof_read_statement(path, statement, NULL, error));
    if (statement->tables > 0) {
        KAURI_TRY(
            kauri_fail(error, KAURI_WRONG,
                       "%s rests on tables; a book is made from proofs that rest on the rules "
                       "alone",
                       path));
    }
    KAURI_TRY(append(list, path, statement->stated, &statement->citations, error));
cleanup:
    kauri_citations_clear(&statement->citations);
    return status;
}

// Adds a book to the list, as a proof that cites nothing.
static enum kauri_status add_book(struct file_list *list, const char *path,
                                  struct kauri_proof *statement, struct kauri_error *error)
{
    struct kauri_book *book = NULL;
    KAURI_PASS(kauri_book_open(path, &book, error));
    const struct kauri_book_info *info = kauri_book_info(book);
    *statement = (struct kauri_proof){.holes = info->holes,
                                      .cowries = info->cowries,
                                      .root = info->root,
                                      .low = info->low,
                                      .high = info->high,
                                      .stated = info->digest};
    kauri_book_close(book);
    return append(list, path, statement->stated, &statement->citations, error);
}

// Adds the proofs and books that were named, and takes down what they state.
static enum kauri_status add_named(struct file_list *list, char *const *paths, size_t count,
                                   struct kauri_book_proofs *proofs, struct kauri_error *error)
{
    KAURI_PASS(KAURI_NEW(proofs->root, count, error, "the list of proofs"));
    for (size_t i = 0; i < count; i++) {
        struct kauri_proof statement;
        KAURI_PASS((kauri_book_reuse_is_book(paths[i]) ? add_book : add_file)(list, paths[i],
                                                                              &statement, error));
        const struct kauri_position *root = &statement.root;
        const struct kauri_position *first = &proofs->root[0].position;
        if (i > 0 && (root->holes != first->holes || statement.cowries != proofs->cowries ||
                      kauri_seeds(root) > kauri_seeds(first))) {
            return kauri_fail(error, KAURI_WRONG,
                              "%s is about another board than %s, or about more seeds: a book has "
                              "one board, and no more seeds than the first proof",
                              paths[i], paths[0]);
        }
        proofs->cowries = statement.cowries;
        proofs->root[proofs->root_count++] =
            (struct kauri_book_root){*root, {statement.low, statement.high}};
    }
    return KAURI_OK;
}

// Adds the files that one on the list cites, which are in its folder.
static enum kauri_status add_cited(struct file_list *list, size_t number, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const char *citing = list->file[number].path;
    const char *slash = strrchr(citing, '/');
    const size_t prefix = slash == NULL ? 0 : (size_t)(slash + 1 - citing);
    char *path = NULL;
    KAURI_PASS(KAURI_NEW(path, prefix + KAURI_PROOF_NAME_BYTES, error, "the list of proofs"));
    memcpy(path, citing, prefix);
    for (size_t k = 0; k < list->file[number].citations.count; k++) {
        const uint64_t digest = list->file[number].citations.statement[k].digest;
        struct kauri_proof statement;
        if (find_file(list, digest) == NULL) {
            (void)kauri_proof_name(digest, path + prefix);
            KAURI_TRY(add_file(list, path, &statement, error));
            if (statement.stated != digest) {
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

enum kauri_status kauri_book_proofs_list(char *const *paths, size_t count,
                                         struct kauri_book_proofs *proofs,
                                         struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct file_list list = {.count = 0};
    *proofs = (struct kauri_book_proofs){.count = 0};
    KAURI_TRY(add_named(&list, paths, count, proofs, error));
    for (size_t i = 0; i < list.count; i++) {
        KAURI_TRY(add_cited(&list, i, error));
    }
    KAURI_TRY(put_in_order(&list, proofs, error));
cleanup:
    clear_list(&list);
    return status;
}
