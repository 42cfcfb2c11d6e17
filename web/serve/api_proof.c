#include "web/serve/api_endpoints.h"

#include "common/file.h"
#include "common/json.h"
#include "common/loop.h"
#include "queries/answers/value_words.h"
#include "verify/proof.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    NAME_BYTES = 80,
    PATH_BYTES = 4096,
    PROOF_SHARE = 4, // a proof gets a quarter of the memory of its search
};

#define READ_SECONDS 60.0 // time for reading a file, or for making a proof after its search

static const char suffix[] = ".proof";

// A name of a file in the folder, or in a folder there: small letters, digits and hyphens.
static bool is_name(const char *name)
{
    const char *slash = strchr(name, '/');
    const size_t length = strlen(name);
    return length > 0 && length < NAME_BYTES &&
           strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-/") == length && name[0] != '/' &&
           name[length - 1] != '/' && (slash == NULL || strchr(slash + 1, '/') == NULL);
}

// The file that a request names.
struct proof_file {
    const char *name;
    char path[PATH_BYTES];
    struct kauri_file_identity identity;
};

static enum kauri_status find_file(const struct kauri_api_call *call, struct proof_file *file,
                                   struct kauri_error *error)
{
    const char *folder = call->api->proofs;
    file->name = kauri_api_text(call, "file");
    if (file->name == NULL) {
        return kauri_fail(error, KAURI_USAGE, "the parameter file is missing");
    }
    if (!is_name(file->name)) {
        return kauri_fail(error, KAURI_USAGE,
                          "file takes the name of a proof without its ending, such as "
                          "start/0123456789abcdef, not '%.80s'",
                          file->name);
    }
    if (folder == NULL) {
        return kauri_fail(error, KAURI_NOT_COVERED, "this server has no proofs");
    }
    const int length =
        snprintf(file->path, sizeof file->path, "%s/%s%s", folder, file->name, suffix);
    return length < PATH_BYTES && kauri_file_identify(file->path, &file->identity)
               ? KAURI_OK
               : kauri_fail(error, KAURI_NOT_COVERED, "this server has no proof '%s'", file->name);
}

// The failure to read a file as the client gets it: without the folder, and as damage to a file of
// the server, not as a fault of the request.
static enum kauri_status fail_of_file(const struct kauri_api_call *call, enum kauri_status status,
                                      struct kauri_error *error)
{
    const size_t length = strlen(call->api->proofs);
    char *folder = strstr(error->message, call->api->proofs);
    if (folder != NULL && folder[length] == '/') {
        memmove(folder, folder + length + 1, strlen(folder + length + 1) + 1);
    }
    if (status == KAURI_BAD_INPUT || status == KAURI_WRONG) {
        error->status = KAURI_CORRUPT;
    }
    return error->status;
}

// ---------------------------------------------------------------------------- proofs of searches

enum kauri_status kauri_api_search_proof(struct kauri_api_call *call, struct kauri_string *out,
                                         struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_search_answer *search = NULL;
    const uint64_t share = call->api->memory / PROOF_SHARE;
    struct kauri_search_limits limits = {.memory = call->api->memory - share, .value_only = true};
    const struct kauri_search_proof_limits walk = {
        .memory = share, .seconds = READ_SECONDS, .progress = &call->progress};
    KAURI_TRY(kauri_api_search_asked(call, &limits, READ_SECONDS, &search, error));
    const struct kauri_bounds widest = kauri_bounds_trivial(kauri_seeds(&search->position));
    if (search->r.low <= widest.low && search->r.high >= widest.high) {
        KAURI_TRY(kauri_fail(error, KAURI_NOT_COVERED,
                             search->stop == KAURI_SEARCH_STOP_NONE
                                 ? "the score decides the result, so there is nothing to prove"
                                 : "nothing was proven in this time"));
    }
    call->is_file = true;
    KAURI_TRY(kauri_search_answer_make_proof(search, &walk, out, NULL, error));
cleanup:
    kauri_search_answer_free(search);
    return status;
}

// --------------------------------------------------------------------------------------- the files

// The object Proof:
//     file: text - as asked
//     bytes: int - size of the file
//     digest: digest - the one at its end, which is compared with the bytes before it
//     position: position - about which it is
//     bounds: pair - that it proves, of `r` for the player to move
//     tables: int - the number of tables that it rests on, from layer 0 on
//     citations: int - the number of statements that it takes from other proofs
enum kauri_status kauri_api_proof(struct kauri_api_call *call, struct kauri_string *out,
                                  struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_json json = {.out = out};
    struct kauri_proof proof = {.holes = 0};
    struct proof_file file;
    struct kauri_pace pace = {.threads = 1, .progress = &call->progress, .subject = "the proof"};
    struct kauri_task task = {.pace = &pace};
    KAURI_TRY(find_file(call, &file, error));
    if (file.identity.bytes > call->api->memory) {
        KAURI_TRY(kauri_fail(error, KAURI_RESOURCE,
                             "the proof %s has more bytes than this server has for an answer",
                             file.name));
    }
    KAURI_TRY(kauri_api_begin(call, READ_SECONDS, error)); // all of the file is read
    status = kauri_proof_read_statement(file.path, &proof, &task, error);
    if (status != KAURI_OK) {
        KAURI_TRY(fail_of_file(call, status, error));
    }
    kauri_json_begin_object(&json, NULL);
    kauri_json_add_text(&json, "file", file.name);
    kauri_json_add_uint(&json, "bytes", file.identity.bytes);
    kauri_json_add_digest(&json, "digest", &proof.stated);
    kauri_json_add_position(&json, "position", &proof.root);
    kauri_json_add_pair(&json, "bounds", proof.low, proof.high);
    kauri_json_add_uint(&json, "tables", proof.tables);
    kauri_json_add_uint(&json, "citations", proof.citations.count);
    kauri_json_end(&json);
cleanup:
    kauri_proof_clear(&proof);
    return status;
}

// Sent from where it lies, so that slow clients take no memory.
enum kauri_status kauri_api_proof_file(struct kauri_api_call *call, struct kauri_string *out,
                                       struct kauri_error *error)
{
    struct kauri_proof head;
    struct proof_file file;
    struct stat facts;
    (void)out;
    KAURI_PASS(find_file(call, &file, error));
    const enum kauri_status status = kauri_proof_read_head(file.path, &head, error);
    if (status != KAURI_OK) {
        return fail_of_file(call, status, error);
    }
    call->file = open(file.path, O_RDONLY | O_CLOEXEC);
    if (call->file < 0 || fstat(call->file, &facts) != 0 || !S_ISREG(facts.st_mode)) {
        (void)(call->file < 0 || close(call->file));
        return kauri_fail(error, KAURI_RESOURCE, "the proof %s cannot be read now", file.name);
    }
    call->file_size = (uint64_t)facts.st_size;
    call->is_file = true;
    return KAURI_OK;
}
