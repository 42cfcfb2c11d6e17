#include "cli/serve/api_record.h"

#include "cli/games/annotate_view.h"
#include "cli/games/replay_view.h"
#include "cli/serve/api_job.h"
#include "cli/serve/api_state.h"
#include "records/record_reader.h"

#include <stdlib.h>
#include <string.h>

#define ANNOTATE_SECONDS 10.0
#define SECONDS_MORE     20.0 // for estimates, and what a search proves after its time

enum {
    MOVES_MOST = 1000, // of all games of a text; finding a missing one takes time
    ESTIMATE_NODES = 200000,
    ESTIMATE_SHARE = 4, // of the seconds
};

// The body as a text, which the caller frees.
static enum kauri_status read_text(const struct kauri_api_query *query, char **text,
                                   struct kauri_error *error)
{
    const struct kauri_api_request *request = query->request;
    *text = NULL;
    if (request->body_size == 0) {
        return kauri_fail(error, KAURI_BAD_INPUT, "the body is empty; it should be a game record");
    }
    if (memchr(request->body, '\0', request->body_size) != NULL) {
        return kauri_fail(error, KAURI_BAD_INPUT, "the body is no text");
    }
    *text = malloc(request->body_size + 1);
    if (*text == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for a game record");
    }
    memcpy(*text, request->body, request->body_size);
    (*text)[request->body_size] = '\0';
    return KAURI_OK;
}

static enum kauri_status check_length(size_t moves, struct kauri_error *error)
{
    return moves <= MOVES_MOST
               ? KAURI_OK
               : kauri_fail(error, KAURI_BAD_INPUT, "the text has more than %d moves", MOVES_MOST);
}

// --------------------------------------------------------------------------------------- replay

// Adds the object of one game.
static enum kauri_status replay_game(const struct kauri_record *record, struct kauri_string *out,
                                     struct kauri_error *error)
{
    struct kauri_replay replay;
    struct kauri_error fault;
    enum kauri_status status = kauri_replay_record(record, &replay, &fault);
    if (status == KAURI_OK || status == KAURI_BAD_INPUT) {
        kauri_json_replay(out, record, &replay, status == KAURI_OK ? NULL : &fault);
        kauri_string_cut(out, out->length > 0 ? out->length - 1 : 0); // without its newline
        status = KAURI_OK;
    } else {
        *error = fault;
    }
    kauri_replay_clear(&replay);
    return status;
}

enum kauri_status kauri_api_replay(struct kauri_api *api, const struct kauri_api_query *query,
                                   struct kauri_api_answer *answer, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    char *text = NULL;
    size_t games = 0;
    size_t moves = 0;
    (void)api;
    KAURI_TRY(read_text(query, &text, error));
    struct kauri_record_reader reader = kauri_record_reader_begin(text);
    kauri_string_add_text(&answer->body, "{\"games\":[");
    for (bool found = true; found && status == KAURI_OK;) {
        struct kauri_record record;
        KAURI_TRY(kauri_record_next(&reader, &record, &found, error));
        moves += record.count;
        status = found ? check_length(moves, error) : KAURI_OK;
        if (found && status == KAURI_OK) {
            kauri_string_add_text(&answer->body, games++ > 0 ? "," : "");
            status = replay_game(&record, &answer->body, error);
        }
        kauri_record_clear(&record);
    }
    if (status == KAURI_OK && games == 0) {
        status = kauri_fail(error, KAURI_BAD_INPUT, "no game record found");
    }
    kauri_string_add_text(&answer->body, "]}\n");
cleanup:
    free(text);
    return status;
}

// ------------------------------------------------------------------------------------- annotate

struct record_question {
    struct kauri_record record;
    struct kauri_replay replay;
    double seconds;
};

static void release_record(void *context)
{
    struct record_question *question = context;
    kauri_replay_clear(&question->replay);
    kauri_record_clear(&question->record);
    free(question);
}

static enum kauri_status run_annotation(struct kauri_api *api, struct kauri_api_job *job,
                                        void *context, struct kauri_string *out,
                                        struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct record_question *question = context;
    struct kauri_annotated_game game = {.count = 0};
    struct kauri_game_estimates estimates = {.count = 0};
    struct kauri_tablebase *tables = kauri_api_tables_for(api, &question->replay.start);
    const uint64_t memory = api->options.job_memory;
    struct kauri_effort effort = {
        .memory = memory,
        .seconds = question->seconds,
        .threads = api->options.search_threads,
        .progress = kauri_api_job_progress(job),
    };
    struct kauri_estimates_limits limits = {
        .memory = memory < KAURI_ESTIMATES_LEAST_MEMORY ? KAURI_ESTIMATES_LEAST_MEMORY : memory,
        .nodes = ESTIMATE_NODES,
        .seconds = question->seconds / ESTIMATE_SHARE,
        .progress = kauri_api_job_progress(job),
    };
    KAURI_TRY(kauri_annotate(tables, &question->replay, &effort, &game, error));
    limits.seconds = effort.interrupted ? 0 : limits.seconds;
    KAURI_TRY(kauri_estimate_game(tables, &game, &limits, &estimates, error));
    const struct kauri_annotated_view view = {&question->record, &question->replay, &game,
                                              &estimates};
    kauri_json_annotated(out, &view);
cleanup:
    kauri_game_estimates_clear(&estimates);
    kauri_annotated_game_clear(&game);
    return status;
}

static const struct kauri_api_work annotation_work = {
    .lane = KAURI_API_LANE_SEARCH, .run = run_annotation, .release = release_record};

// Reads the game that is wanted: `number` in the header, 0: the first.
static enum kauri_status find_game(const char *text, uint64_t number, struct kauri_record *record,
                                   struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_record_reader reader = kauri_record_reader_begin(text);
    for (;;) {
        bool found = false;
        KAURI_TRY(kauri_record_next(&reader, record, &found, error));
        if (!found && number == 0) {
            return kauri_fail(error, KAURI_BAD_INPUT, "no game record found");
        }
        if (!found) {
            return kauri_fail(error, KAURI_BAD_INPUT, "there is no game (%llu)",
                              (unsigned long long)number);
        }
        if (number == 0 || record->number == number) {
            return check_length(record->count, error);
        }
        kauri_record_clear(record);
    }
cleanup:
    return status;
}

enum kauri_status kauri_api_annotate(struct kauri_api *api, const struct kauri_api_query *query,
                                     struct kauri_api_answer *answer, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    char *text = NULL;
    uint64_t number = 0;
    struct record_question *question = calloc(1, sizeof *question);
    if (question == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for a game record");
    }
    question->seconds = ANNOTATE_SECONDS;
    KAURI_TRY(kauri_api_query_number(query, "game", 1, KAURI_RECORD_NUMBER_MAX, &number, error));
    KAURI_TRY(kauri_api_query_seconds(query, api->options.job_seconds, &question->seconds, error));
    KAURI_TRY(read_text(query, &text, error));
    KAURI_TRY(find_game(text, number, &question->record, error));
    KAURI_TRY(kauri_replay_record(&question->record, &question->replay, error));
    const double seconds = question->seconds + question->seconds / ESTIMATE_SHARE + SECONDS_MORE;
    status =
        kauri_api_queue_add(api->queue, query, &annotation_work, question, seconds, answer, error);
    question = NULL;
cleanup:
    if (question != NULL) {
        release_record(question);
    }
    free(text);
    return status;
}
