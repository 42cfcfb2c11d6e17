#include "web/serve/api_endpoints.h"

#include "common/memory.h"
#include "queries/analysis/find.h"
#include "queries/answers/find_view.h"

#include <stdlib.h>
#include <string.h>

#define SCAN_SECONDS 600.0 // a layer with billions of positions takes minutes

enum {
    LIST_MAX = 100, // positions that are kept
    LIST_DEFAULT = 20,
};

enum kind { LONGEST, ZUGZWANGS, ONLY };

static const char *const names[KAURI_API_KINDS] = {"longest", "zugzwangs", "only"};

static struct kauri_find_choice choose(enum kind kind)
{
    struct kauri_find_choice choice = {.conditions = kauri_find_conditions_none(),
                                       .limit = LIST_MAX};
    if (kind == ZUGZWANGS) {
        choice.conditions.zugzwang = true;
    } else {
        choice.conditions.r.low = 1;
    }
    if (kind == ONLY) {
        choice.conditions.moves.low = 2;
        choice.conditions.keeping = (struct kauri_span){1, 1};
    }
    return choice;
}

// The best positions of a layer; does not change after it is made.
struct kauri_api_found {
    struct kauri_find_choice choice;
    uint64_t count; // positions that meet the conditions
    struct kauri_found_best best;
};

static void free_found(struct kauri_api_found *found)
{
    if (found != NULL) {
        kauri_found_best_clear(&found->best);
        free(found);
    }
}

void kauri_api_found_clear(struct kauri_api *api)
{
    for (unsigned seeds = 0; seeds <= KAURI_SEEDS_MAX; seeds++) {
        for (unsigned kind = 0; kind < KAURI_API_KINDS; kind++) {
            free_found(atomic_load(&api->found[seeds][kind]));
        }
    }
}

// The question of the request.
struct find_question {
    enum kind kind;
    unsigned seeds;
    size_t limit; // number of positions in the answer
    const struct kauri_layer *layer;
};

// ------------------------------------------------------------------------------------ searching

static enum kauri_status take_found(void *context, const struct kauri_found *found, size_t count,
                                    struct kauri_error *error)
{
    (void)error;
    kauri_found_best_add(context, found, count);
    return KAURI_OK;
}

static enum kauri_status scan(struct kauri_api_call *call, const struct find_question *question,
                              struct kauri_api_found *found, struct kauri_error *error)
{
    const struct kauri_api *given = call->api;
    found->choice = choose(question->kind);
    KAURI_PASS(kauri_found_best_init(&found->best, false, LIST_MAX, error));
    const struct kauri_find_options options = {
        .threads = 1,
        .with_dtc = true,
        .memory = given->memory,
        .progress = &call->progress,
        .found = take_found,
        .context = &found->best,
    };
    KAURI_PASS(kauri_find(given->tables, question->seeds, &found->choice.conditions, &options,
                          &found->count, error));
    kauri_found_best_sort(&found->best);
    return KAURI_OK;
}

// Searches the layer and keeps what was found, unless somebody else has done so meanwhile.
static enum kauri_status find(struct kauri_api_call *call, const struct find_question *question,
                              const struct kauri_api_found **found, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_api_found *earlier = NULL;
    struct kauri_api_found *made = NULL;
    KAURI_PASS(KAURI_NEW(made, 1, error, "positions that are found"));
    KAURI_TRY(scan(call, question, made, error));
    if (atomic_compare_exchange_strong(&call->api->found[question->seeds][question->kind], &earlier,
                                       made)) {
        earlier = made;
        made = NULL;
    }
    *found = earlier;
cleanup:
    free_found(made);
    return status;
}

// The object Find:
//     seeds: int
//     kind: "longest" | "zugzwangs" | "only" - as asked for
//     positions: int
//     found: int - of these, positions of the kind
//     list: Found[] - the first of them
static void add_found(struct kauri_string *out, const struct find_question *question,
                      const struct kauri_api_found *found)
{
    struct kauri_json json = {.out = out};
    kauri_json_begin_object(&json, NULL);
    kauri_json_add_uint(&json, "seeds", question->seeds);
    kauri_json_add_text(&json, "kind", names[question->kind]);
    kauri_json_add_uint(&json, "positions", question->layer->positions);
    kauri_json_add_uint(&json, "found", found->count);
    kauri_json_begin_array(&json, "list");
    for (size_t i = 0; i < found->best.count && i < question->limit; i++) {
        kauri_json_add_found(&json, question->layer, &found->choice, &found->best.items[i]);
    }
    kauri_json_end(&json);
    kauri_json_end(&json);
}

// ----------------------------------------------------------------------------------- the request

static enum kauri_status read_kind(const struct kauri_api_call *call, enum kind *kind,
                                   struct kauri_error *error)
{
    const char *text = kauri_api_text(call, "kind");
    for (unsigned i = 0; text != NULL && i < KAURI_API_KINDS; i++) {
        if (strcmp(text, names[i]) == 0) {
            *kind = (enum kind)i;
            return KAURI_OK;
        }
    }
    return kauri_fail(error, KAURI_USAGE, "kind takes longest, zugzwangs or only%s%.80s%s",
                      text != NULL ? ", not '" : "", text != NULL ? text : "",
                      text != NULL ? "'" : "");
}

static enum kauri_status read_question(const struct kauri_api_call *call,
                                       struct find_question *question, struct kauri_error *error)
{
    uint64_t seeds = UINT64_MAX;
    uint64_t limit = LIST_DEFAULT;
    KAURI_PASS(read_kind(call, &question->kind, error));
    KAURI_PASS(kauri_api_number(call, "seeds", 0, KAURI_SEEDS_MAX, &seeds, error));
    KAURI_PASS(kauri_api_number(call, "limit", 1, LIST_MAX, &limit, error));
    if (seeds == UINT64_MAX) {
        return kauri_fail(error, KAURI_USAGE, "the parameter seeds is missing");
    }
    question->seeds = (unsigned)seeds;
    question->limit = (size_t)limit;
    return KAURI_OK;
}

enum kauri_status kauri_api_find(struct kauri_api_call *call, struct kauri_string *out,
                                 struct kauri_error *error)
{
    struct find_question question = {.limit = 0};
    struct kauri_tablebase *tables = call->api->tables;
    const struct kauri_tablebase_layer *layer = NULL;
    KAURI_PASS(read_question(call, &question, error));
    if (tables == NULL) {
        return kauri_fail(error, KAURI_NOT_COVERED, "this server has no tables");
    }
    KAURI_PASS(kauri_tablebase_layer(tables, question.seeds, &layer, error));
    if (question.kind == LONGEST) {
        KAURI_PASS(kauri_tablebase_need_distances(tables, question.seeds, error));
    }
    question.layer = &layer->index;
    const struct kauri_api_found *found =
        atomic_load(&call->api->found[question.seeds][question.kind]);
    if (found == NULL || call->events) {
        KAURI_PASS(kauri_api_begin(call, SCAN_SECONDS, error));
    }
    if (found == NULL) {
        KAURI_PASS(find(call, &question, &found, error));
    }
    add_found(out, &question, found);
    return KAURI_OK;
}
