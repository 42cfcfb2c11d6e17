#include "web/serve/api_endpoints.h"

#include "common/memory.h"
#include "queries/analysis/find.h"
#include "queries/answers/find_choice.h"
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
    bool by_kind; // otherwise by conditions
    enum kind kind;
    unsigned seeds;
    size_t limit; // number of positions in the answer
    struct kauri_find_words words;
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

// Finds the positions that `found->choice` chooses.
static enum kauri_status scan(struct kauri_api_call *call, const struct find_question *question,
                              struct kauri_api_found *found, struct kauri_error *error)
{
    const struct kauri_api *given = call->api;
    KAURI_PASS(kauri_found_best_init(&found->best, found->choice.order == KAURI_FIND_SHORTEST,
                                     (size_t)found->choice.limit, error));
    const struct kauri_find_options options = {
        .threads = given->threads,
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
    made->choice = choose(question->kind);
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
//     kind: "longest" | "zugzwangs" | "only" | null - as asked for; null: by conditions
//     positions: int
//     found: int - of these, positions of the kind, or that meet the conditions
//     list: Found[] - the first of them
static void add_found(struct kauri_string *out, const struct find_question *question,
                      const struct kauri_api_found *found)
{
    struct kauri_json json = {.out = out};
    kauri_json_begin_object(&json, NULL);
    kauri_json_add_uint(&json, "seeds", question->seeds);
    if (question->by_kind) {
        kauri_json_add_text(&json, "kind", names[question->kind]);
    } else {
        kauri_json_add_null(&json, "kind");
    }
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

// The place of a word among `words`, which end with NULL. KAURI_USAGE.
static enum kauri_status read_word(const struct kauri_api_call *call, const char *name,
                                   const char *const *words, unsigned *place,
                                   struct kauri_error *error)
{
    const char *text = kauri_api_text(call, name);
    for (unsigned i = 0; text != NULL && words[i] != NULL; i++) {
        if (strcmp(text, words[i]) == 0) {
            *place = i;
            return KAURI_OK;
        }
    }
    return text == NULL ? KAURI_OK
                        : kauri_fail(error, KAURI_USAGE, "%s takes %s and the like, not '%.80s'",
                                     name, words[0], text);
}

static enum kauri_status read_conditions(const struct kauri_api_call *call,
                                         struct kauri_find_words *words, struct kauri_error *error)
{
    static const char *const rules[] = {"standard", "tie-breaker", NULL};
    static const char *const results[] = {"win", "draw", "loss", NULL};
    uint64_t zugzwang = 0;
    uint64_t shortest = 0;
    *words = (struct kauri_find_words){
        .prefix = "",
        .r = kauri_api_text(call, "r"),
        .net = kauri_api_text(call, "net"),
        .dtc = kauri_api_text(call, "dtc"),
        .mover_seeds = kauri_api_text(call, "mover-seeds"),
        .opponent_seeds = kauri_api_text(call, "opponent-seeds"),
        .mover_cowries = kauri_api_text(call, "mover-cowries"),
        .opponent_cowries = kauri_api_text(call, "opponent-cowries"),
        .moves = kauri_api_text(call, "moves"),
        .keeping = kauri_api_text(call, "keeping"),
        .holding = kauri_api_text(call, "holding"),
        .score = kauri_api_text(call, "score"),
        .rules = KAURI_FIND_ANY,
        .result = KAURI_FIND_ANY,
    };
    KAURI_PASS(read_word(call, "rules", rules, &words->rules, error));
    KAURI_PASS(read_word(call, "result", results, &words->result, error));
    KAURI_PASS(kauri_api_number(call, "line", 1, KAURI_FIND_LINE_MAX, &words->line, error));
    KAURI_PASS(kauri_api_number(call, "zugzwang", 0, 1, &zugzwang, error));
    KAURI_PASS(kauri_api_number(call, "shortest", 0, 1, &shortest, error));
    words->zugzwang = zugzwang == 1;
    words->shortest = shortest;
    return words->rules == KAURI_FIND_ANY && (words->score != NULL || words->holding != NULL ||
                                              words->result != KAURI_FIND_ANY)
               ? kauri_fail(error, KAURI_USAGE, "score, result and holding need rules")
               : KAURI_OK;
}

static enum kauri_status read_question(const struct kauri_api_call *call,
                                       struct find_question *question, struct kauri_error *error)
{
    uint64_t seeds = UINT64_MAX;
    uint64_t limit = LIST_DEFAULT;
    // Answers by conditions are not kept, and take as long as reading the layer.
    question->by_kind = !call->api->serves_one || kauri_api_text(call, "kind") != NULL;
    if (question->by_kind) {
        KAURI_PASS(read_kind(call, &question->kind, error));
    } else {
        KAURI_PASS(read_conditions(call, &question->words, error));
    }
    KAURI_PASS(kauri_api_number(call, "seeds", 0, KAURI_SEEDS_MAX, &seeds, error));
    KAURI_PASS(kauri_api_number(
        call, "limit", 1, question->by_kind ? LIST_MAX : KAURI_FIND_LIMIT_MAX, &limit, error));
    if (seeds == UINT64_MAX) {
        return kauri_fail(error, KAURI_USAGE, "the parameter seeds is missing");
    }
    question->seeds = (unsigned)seeds;
    question->limit = (size_t)limit;
    return KAURI_OK;
}

// Answers by conditions.
static enum kauri_status find_chosen(struct kauri_api_call *call,
                                     const struct find_question *question,
                                     const struct kauri_tablebase_layer *layer,
                                     struct kauri_string *out, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_api_found found = {.count = 0};
    const bool shortest = question->words.shortest > 0;
    KAURI_TRY(kauri_find_choose(&question->words, question->layer, &found.choice, error));
    found.choice.order = shortest                    ? KAURI_FIND_SHORTEST
                         : layer->dtc_reader == NULL ? KAURI_FIND_SOME
                                                     : KAURI_FIND_LONGEST;
    found.choice.limit = question->limit;
    if (shortest) {
        KAURI_TRY(kauri_tablebase_need_distances(call->api->tables, question->seeds, error));
    }
    KAURI_TRY(kauri_api_begin(call, SCAN_SECONDS, error));
    KAURI_TRY(scan(call, question, &found, error));
    add_found(out, question, &found);
cleanup:
    kauri_found_best_clear(&found.best);
    return status;
}

enum kauri_status kauri_api_find(struct kauri_api_call *call, struct kauri_string *out,
                                 struct kauri_error *error)
{
    struct find_question question = {.limit = 0};
    struct kauri_tablebase *tables = call->api->tables;
    const struct kauri_tablebase_layer *layer = NULL;
    KAURI_PASS(read_question(call, &question, error));
    if (tables == NULL) {
        return kauri_fail(error, KAURI_NOT_COVERED, "there are no tables here");
    }
    KAURI_PASS(kauri_tablebase_layer(tables, question.seeds, &layer, error));
    question.layer = &layer->index;
    if (!question.by_kind) {
        return find_chosen(call, &question, layer, out, error);
    }
    if (question.kind == LONGEST) {
        KAURI_PASS(kauri_tablebase_need_distances(tables, question.seeds, error));
    }
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
