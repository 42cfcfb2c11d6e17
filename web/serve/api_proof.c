#include "web/serve/api_proof.h"

#include "common/file.h"
#include "common/json.h"
#include "common/loop.h"
#include "queries/answers/value_words.h"
#include "verify/proof.h"
#include "verify/proof_place.h"
#include "web/serve/api_engine.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
    NAME_BYTES = 80,
    PATH_BYTES = 4096,
    // A byte of a file has at most 8/3 moves, and a move makes at most two steps of at most 70
    // bytes (verify/proof.h).
    BYTES_OF_MEMORY = 375,
    PROOF_SHARE = 4, // a proof gets a quarter of the memory of its search
};

#define READ_SECONDS 60.0 // time for making the steps of a file, or a proof after its search

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

// -------------------------------------------------------------------------------------- the steps

// A proof with its steps, which are kept for the next request, since a walk stays in a file.
struct kauri_api_steps {
    char name[NAME_BYTES];
    struct kauri_file_identity file;
    struct kauri_proof proof;
};

static void free_steps(struct kauri_api_steps *steps)
{
    if (steps != NULL) {
        kauri_proof_clear(&steps->proof);
        free(steps);
    }
}

void kauri_api_steps_clear(struct kauri_api *api)
{
    free_steps(api->steps);
    api->steps = NULL;
}

// Tries to become the request that has the steps.
static bool try_to_walk(struct kauri_api *api)
{
    return !atomic_exchange(&api->walking, true);
}

static void stop_walking(struct kauri_api *api)
{
    atomic_store(&api->walking, false);
}

// The work of a request has to have begun. KAURI_INTERRUPTED.
static enum kauri_status wait_to_walk(struct kauri_api_call *call, struct kauri_error *error)
{
    const struct timespec pause = {.tv_nsec = 5 * 1000 * 1000};
    while (!try_to_walk(call->api)) {
        if (kauri_progress_cancelled(&call->progress)) {
            return kauri_fail(error, KAURI_INTERRUPTED, "interrupted");
        }
        (void)nanosleep(&pause, NULL);
    }
    return KAURI_OK;
}

static bool has_steps(const struct kauri_api *api, const struct proof_file *file)
{
    return api->steps != NULL && strcmp(api->steps->name, file->name) == 0 &&
           kauri_file_is_same(&api->steps->file, &file->identity);
}

// Puts the steps of the file, which take long, in the place of those that are kept.
static enum kauri_status make_steps(struct kauri_api_call *call, const struct proof_file *file,
                                    struct kauri_error *error)
{
    struct kauri_pace pace = {.threads = 1, .progress = &call->progress, .subject = "the proof"};
    struct kauri_task task = {.pace = &pace};
    kauri_api_steps_clear(call->api); // before others take its room
    struct kauri_api_steps *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for a proof");
    }
    (void)snprintf(made->name, sizeof made->name, "%s", file->name);
    made->file = file->identity;
    const enum kauri_status status = kauri_proof_read(file->path, &made->proof, &task, error);
    if (status != KAURI_OK) {
        free_steps(made);
        return fail_of_file(call, status, error);
    }
    call->api->steps = made;
    return KAURI_OK;
}

// What a file says at a position.
struct place_found {
    uint64_t steps; // of the whole proof
    struct kauri_proof_place place;
};

static enum kauri_status look_at(const struct kauri_api *api, const struct kauri_position *position,
                                 unsigned prover, struct place_found *found,
                                 struct kauri_error *error)
{
    found->steps = api->steps->proof.steps.count;
    return kauri_proof_place_find(&api->steps->proof, position, prover, &found->place, error);
}

// Looks at steps that are kept at once. Others are made as long work, by one request at a time, so
// that a second one for the same file finds them.
static enum kauri_status find_place(struct kauri_api_call *call, const struct proof_file *file,
                                    const struct kauri_position *position, unsigned prover,
                                    struct place_found *found, struct kauri_error *error)
{
    struct kauri_api *api = call->api;
    enum kauri_status status = KAURI_OK;
    if (try_to_walk(api)) {
        const bool kept = has_steps(api, file);
        status = kept ? look_at(api, position, prover, found, error) : KAURI_OK;
        stop_walking(api);
        if (kept) {
            return status;
        }
    }
    if (file->identity.bytes > api->proof_memory / BYTES_OF_MEMORY) {
        return kauri_fail(error, KAURI_RESOURCE,
                          "the proof %s has %llu bytes, and its steps may take more memory than "
                          "this server has for a proof",
                          file->name, (unsigned long long)file->identity.bytes);
    }
    KAURI_PASS(kauri_api_begin(call, READ_SECONDS, error));
    KAURI_PASS(wait_to_walk(call, error));
    status = has_steps(api, file) ? KAURI_OK : make_steps(call, file, error);
    if (status == KAURI_OK) {
        status = look_at(api, position, prover, found, error);
    }
    stop_walking(api);
    return status;
}

// The player of the parameter `prover`.
static enum kauri_status read_prover(const struct kauri_api_call *call, unsigned *prover,
                                     struct kauri_error *error)
{
    const char *text = kauri_api_text(call, "prover");
    if (text == NULL || (strcmp(text, "S") != 0 && strcmp(text, "N") != 0)) {
        return kauri_fail(error, KAURI_USAGE,
                          "prover takes S or N, the player whose result is proven");
    }
    *prover = text[0] == 'S' ? KAURI_SOUTH : KAURI_NORTH;
    return KAURI_OK;
}

static const char *name_of_ground(enum kauri_proof_ground ground)
{
    static const char *const names[] = {
        [KAURI_PROOF_GROUND_STEP] = "step",
        [KAURI_PROOF_GROUND_SEEDS] = "seeds",
        [KAURI_PROOF_GROUND_TABLE] = "table",
        [KAURI_PROOF_GROUND_CITATION] = "citation",
    };
    return names[ground];
}

// The name of a proof that a file cites, which lies beside it.
static void add_cited(struct kauri_json *json, const char *name, uint64_t digest)
{
    char cited[NAME_BYTES + 32];
    const char *slash = strrchr(name, '/');
    const int folder = slash == NULL ? 0 : (int)(slash - name) + 1;
    (void)snprintf(cited, sizeof cited, "%.*s%016llx", folder, name, (unsigned long long)digest);
    kauri_json_add_text(json, "file", cited);
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
        status = kauri_fail(error, KAURI_NOT_COVERED, "nothing was proven in this time");
        goto cleanup;
    }
    call->is_file = true;
    KAURI_TRY(kauri_search_answer_make_proof(search, &walk, out, NULL, error));
cleanup:
    kauri_search_answer_free(search);
    return status;
}

// -------------------------------------------------------------------------------------- the walk

// The object ProofTurn:
//     move: move
//     captured: pair
//     position: position - after the move
//     value: int - the prover needs at least this value there, as `value` of *ProofPlace*
//     ground: "step" | "seeds" | "table" | "citation" - what makes sure of it: a step of the same
//         proof, the number of seeds, by which no result is worse, a table, or another proof
//     steps: int | null - steps of the proof that play can reach from there; null: 10,000
//         or more, or `ground` is not `step`
//     replies: int - how many legal moves the prover has there; 0 if the opponent is to move
//     reply: move | null - the prover's move there, if the prover is to move and `ground` is `step`
//     reply_ground: "step" | "seeds" | "table" | "citation" | null - what makes sure of the value
//         that the prover needs after the reply
//     file: text | null - name of the other proof, after the move or after the reply
static void add_turn(struct kauri_json *json, const char *file, unsigned side,
                     const struct kauri_proof_turn *turn)
{
    const struct kauri_proof_next *last = turn->has_reply ? &turn->after_reply : &turn->after;
    const bool counted =
        turn->after.ground == KAURI_PROOF_GROUND_STEP && turn->steps < KAURI_PROOF_COUNTED;
    kauri_json_begin_object(json, NULL);
    kauri_json_add_move(json, side, turn->hole, &turn->captured);
    kauri_json_add_position(json, "position", &turn->after.position);
    kauri_json_add_int(json, "value", turn->after.value);
    kauri_json_add_text(json, "ground", name_of_ground(turn->after.ground));
    kauri_json_add_known_int(json, "steps", counted, (int64_t)turn->steps);
    kauri_json_add_uint(json, "replies", turn->replies);
    if (turn->has_reply) {
        kauri_json_add_hole(json, "reply", turn->after.position.side, turn->reply);
    } else {
        kauri_json_add_null(json, "reply");
    }
    kauri_json_add_text(json, "reply_ground",
                        turn->has_reply ? name_of_ground(turn->after_reply.ground) : NULL);
    if (last->ground == KAURI_PROOF_GROUND_CITATION) {
        add_cited(json, file, last->digest);
    } else {
        kauri_json_add_null(json, "file");
    }
    kauri_json_end(json);
}

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
        status =
            kauri_fail(error, KAURI_RESOURCE,
                       "the proof %s has more bytes than this server has for an answer", file.name);
        goto cleanup;
    }
    KAURI_TRY(kauri_api_begin(call, READ_SECONDS, error)); // all of the file is read
    status = kauri_proof_read_statement(file.path, &proof, &task, error);
    if (status != KAURI_OK) {
        status = fail_of_file(call, status, error);
        goto cleanup;
    }
    kauri_json_begin_object(&json, NULL);
    kauri_json_add_text(&json, "file", file.name);
    kauri_json_add_uint(&json, "bytes", file.identity.bytes);
    kauri_json_add_digest(&json, "digest", proof.stated);
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

// The object ProofPlace:
//     file: text - as asked
//     position: position - as asked
//     steps: int - of the whole proof
//     value: int - whatever the opponent plays, the prover gets at least this value from here: `r`
//         for the prover
//     moves: ProofTurn[] - the prover's move, or all of the opponent's
enum kauri_status kauri_api_proof_place(struct kauri_api_call *call, struct kauri_string *out,
                                        struct kauri_error *error)
{
    struct kauri_json json = {.out = out};
    struct kauri_position position;
    struct place_found found;
    unsigned prover = KAURI_SOUTH;
    struct proof_file file;
    KAURI_PASS(find_file(call, &file, error));
    KAURI_PASS(kauri_api_position(call, &position, error));
    KAURI_PASS(read_prover(call, &prover, error));
    KAURI_PASS(find_place(call, &file, &position, prover, &found, error));
    kauri_json_begin_object(&json, NULL);
    kauri_json_add_text(&json, "file", file.name);
    kauri_json_add_position(&json, "position", &position);
    kauri_json_add_uint(&json, "steps", found.steps);
    kauri_json_add_int(&json, "value", found.place.value);
    kauri_json_begin_array(&json, "moves");
    for (unsigned i = 0; i < found.place.count; i++) {
        add_turn(&json, file.name, position.side, &found.place.turn[i]);
    }
    kauri_json_end(&json);
    kauri_json_end(&json);
    return KAURI_OK;
}
