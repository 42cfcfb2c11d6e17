#include "cli/serve/api_find.h"

#include "cli/find/find_view.h"
#include "cli/serve/api_job.h"
#include "cli/serve/api_state.h"
#include "queries/analysis/found.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define SCAN_SECONDS 600.0 // a layer with billions of positions takes minutes

enum {
    LIST_MOST = 100, // positions that are kept
    LIST_DEFAULT = 20,
};

enum kind { LONGEST, ZUGZWANGS, ONLY, KINDS };

static const char *const names[KINDS] = {"longest", "zugzwangs", "only"};

// The conditions, as the options of `kauri find` say them.
static const struct kauri_find_words words[KINDS] = {
    [LONGEST] = {.r = "1..", .longest = LIST_MOST, .rules = KAURI_NO_CHOICE},
    [ZUGZWANGS] = {.zugzwang = true, .longest = LIST_MOST, .rules = KAURI_NO_CHOICE},
    [ONLY] = {.r = "1..",
              .moves = "2..",
              .keeping = "1",
              .longest = LIST_MOST,
              .rules = KAURI_NO_CHOICE},
};

// The best positions of a layer; does not change after it is made.
struct find_list {
    struct kauri_find_choice choice;
    uint64_t found; // positions that meet the conditions
    struct kauri_found_best best;
};

struct kauri_api_finds {
    pthread_mutex_t mutex;
    struct find_list *lists[KAURI_SEEDS_MAX + 1][KINDS]; // NULL: not searched
};

enum kauri_status kauri_api_finds_new(struct kauri_api_finds **finds, struct kauri_error *error)
{
    *finds = calloc(1, sizeof **finds);
    if (*finds == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for positions that are found");
    }
    (void)pthread_mutex_init(&(*finds)->mutex, NULL);
    return KAURI_OK;
}

static void free_list(struct find_list *list)
{
    if (list != NULL) {
        kauri_found_best_clear(&list->best);
        free(list);
    }
}

void kauri_api_finds_free(struct kauri_api_finds *finds)
{
    if (finds == NULL) {
        return;
    }
    for (unsigned seeds = 0; seeds <= KAURI_SEEDS_MAX; seeds++) {
        for (unsigned kind = 0; kind < KINDS; kind++) {
            free_list(finds->lists[seeds][kind]);
        }
    }
    (void)pthread_mutex_destroy(&finds->mutex);
    free(finds);
}

static const struct find_list *kept_list(struct kauri_api_finds *finds, unsigned seeds,
                                         enum kind kind)
{
    (void)pthread_mutex_lock(&finds->mutex);
    const struct find_list *list = finds->lists[seeds][kind];
    (void)pthread_mutex_unlock(&finds->mutex);
    return list;
}

// ------------------------------------------------------------------------------------ searching

struct scan_question {
    enum kind kind;
    unsigned seeds;
    size_t limit; // positions of the answer
};

static enum kauri_status take_found(void *context, const struct kauri_found *found, size_t count,
                                    struct kauri_error *error)
{
    (void)error;
    kauri_found_best_add(context, found, count);
    return KAURI_OK;
}

static enum kauri_status scan(struct kauri_api *api, const struct kauri_progress *progress,
                              const struct scan_question *question, const struct kauri_layer *layer,
                              struct find_list *list, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    KAURI_TRY(kauri_find_choose(&words[question->kind], layer, &list->choice, error));
    KAURI_TRY(kauri_found_best_init(&list->best, false, LIST_MOST, error));
    const struct kauri_find_options options = {
        .threads = api->options.search_threads,
        .with_dtc = true,
        .memory = api->options.job_memory,
        .progress = progress,
        .found = take_found,
        .context = &list->best,
    };
    KAURI_TRY(kauri_find(api->options.tables, question->seeds, &list->choice.conditions, &options,
                         &list->found, error));
    kauri_found_best_sort(&list->best);
cleanup:
    return status;
}

static void add_list(struct kauri_string *out, const struct scan_question *question,
                     const struct kauri_layer *layer, const struct find_list *list)
{
    kauri_string_add(out, "{\"seeds\":%u,\"kind\":\"%s\",\"positions\":%llu,\"found\":%llu,",
                     question->seeds, names[question->kind], (unsigned long long)layer->positions,
                     (unsigned long long)list->found);
    kauri_string_add_text(out, "\"list\":[");
    for (size_t i = 0; i < list->best.count && i < question->limit; i++) {
        kauri_string_add_text(out, i > 0 ? "," : "");
        kauri_json_found(out, layer, &list->choice, &list->best.items[i]);
        kauri_string_cut(out, out->length > 0 ? out->length - 1 : 0); // without its newline
    }
    kauri_string_add_text(out, "]}\n");
}

// Another job may have found the same in the meantime.
static enum kauri_status run(struct kauri_api *api, struct kauri_api_job *job, void *context,
                             struct kauri_string *out, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct scan_question *question = context;
    const struct kauri_tablebase_layer *layer = NULL;
    struct find_list *made = NULL;
    const struct find_list *list = kept_list(api->finds, question->seeds, question->kind);
    KAURI_TRY(kauri_tablebase_layer(api->options.tables, question->seeds, &layer, error));
    if (list == NULL) {
        made = calloc(1, sizeof *made);
        if (made == NULL) {
            return kauri_fail(error, KAURI_RESOURCE, "out of memory for positions that are found");
        }
        KAURI_TRY(scan(api, kauri_api_job_progress(job), question, &layer->index, made, error));
        (void)pthread_mutex_lock(&api->finds->mutex); // one job at a time scans
        api->finds->lists[question->seeds][question->kind] = made;
        (void)pthread_mutex_unlock(&api->finds->mutex);
        list = made;
        made = NULL;
    }
    add_list(out, question, &layer->index, list);
cleanup:
    free_list(made);
    return status;
}

static const struct kauri_api_work work = {.lane = KAURI_API_LANE_SCAN, .run = run};

// ----------------------------------------------------------------------------------- the request

static enum kauri_status read_kind(const struct kauri_api_query *query, enum kind *kind,
                                   struct kauri_error *error)
{
    const char *text = kauri_api_query_text(query, "kind");
    for (unsigned i = 0; text != NULL && i < KINDS; i++) {
        if (strcmp(text, names[i]) == 0) {
            *kind = (enum kind)i;
            return KAURI_OK;
        }
    }
    return kauri_fail(error, KAURI_USAGE, "kind takes longest, zugzwangs or only%s%.80s%s",
                      text != NULL ? ", not '" : "", text != NULL ? text : "",
                      text != NULL ? "'" : "");
}

static enum kauri_status read_question(const struct kauri_api_query *query,
                                       struct scan_question *question, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    uint64_t seeds = UINT64_MAX;
    uint64_t limit = LIST_DEFAULT;
    KAURI_TRY(read_kind(query, &question->kind, error));
    KAURI_TRY(kauri_api_query_number(query, "seeds", 0, KAURI_SEEDS_MAX, &seeds, error));
    KAURI_TRY(kauri_api_query_number(query, "limit", 1, LIST_MOST, &limit, error));
    if (seeds == UINT64_MAX) {
        return kauri_fail(error, KAURI_USAGE, "the parameter seeds is missing");
    }
    question->seeds = (unsigned)seeds;
    question->limit = (size_t)limit;
cleanup:
    return status;
}

enum kauri_status kauri_api_find(struct kauri_api *api, const struct kauri_api_query *query,
                                 struct kauri_api_answer *answer, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct scan_question read;
    struct kauri_find_choice choice;
    const struct kauri_tablebase_layer *layer = NULL;
    KAURI_TRY(read_question(query, &read, error));
    if (api->options.tables == NULL) {
        return kauri_fail(error, KAURI_NOT_COVERED, "this server has no tables");
    }
    KAURI_TRY(kauri_tablebase_layer(api->options.tables, read.seeds, &layer, error));
    KAURI_TRY(kauri_find_choose(&words[read.kind], &layer->index, &choice, error));
    const struct find_list *list = kept_list(api->finds, read.seeds, read.kind);
    if (list != NULL && !query->events) {
        add_list(&answer->body, &read, &layer->index, list);
        return KAURI_OK;
    }
    struct scan_question *question = malloc(sizeof *question);
    if (question == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for a job");
    }
    *question = read;
    status = kauri_api_queue_add(api->queue, query, &work, question, SCAN_SECONDS, answer, error);
cleanup:
    return status;
}
