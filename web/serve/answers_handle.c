// The API for programs that link libkauri. It is compiled for that library alone.
#include "kauri/answers.h"

#include "common/checked.h"
#include "common/loop.h"
#include "common/memory.h"
#include "db/tables/tablebase.h"
#include "web/serve/api.h"

#include <stdio.h>
#include <stdlib.h>

enum { MEMORY_DEFAULT = 256 << 20 };

struct kauri_answers {
    struct kauri_api api;
};

enum kauri_status kauri_answers_new(const struct kauri_answers_options *options,
                                    struct kauri_answers **answers, struct kauri_error *error)
{
    struct kauri_answers_options taken = {.threads = 0};
    *answers = NULL;
    if (options != NULL) {
        KAURI_PASS(kauri_struct_take(options,
                                     KAURI_STRUCT_END(struct kauri_answers_options, threads),
                                     &taken, sizeof taken, "kauri_answers_options", error));
    }
    KAURI_PASS(kauri_threads_check(taken.threads, error));
    KAURI_PASS(KAURI_NEW(*answers, 1, error, "answers"));
    struct kauri_api *api = &(*answers)->api;
    api->tables = taken.tables;
    api->book = taken.book;
    api->memory = taken.memory_bytes == 0 ? MEMORY_DEFAULT : taken.memory_bytes;
    api->threads = taken.threads == 0 ? kauri_loop_threads() : taken.threads;
    api->serves_one = true;
    return KAURI_OK;
}

void kauri_answers_free(struct kauri_answers *answers)
{
    if (answers != NULL) {
        kauri_api_clear(&answers->api);
        free(answers);
    }
}

// --------------------------------------------------------------------------------------- questions

static bool is_stopped(void *context)
{
    const struct kauri_question *question = context;
    return question->stop != NULL && question->stop(question->context);
}

static void tell(void *context, const char *name, const struct kauri_string *object)
{
    const struct kauri_question *question = context;
    question->progress(question->context, name, kauri_string_text(object));
}

enum kauri_status kauri_answers_ask(struct kauri_answers *answers,
                                    const struct kauri_question *question, char **answer,
                                    size_t *bytes, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_question taken;
    struct kauri_http_target target;
    char text[KAURI_HTTP_TARGET_MAX + 1];
    struct kauri_string out = {.bytes = NULL};
    *answer = NULL;
    KAURI_TRY(kauri_struct_take(question, KAURI_STRUCT_END(struct kauri_question, context), &taken,
                                sizeof taken, "kauri_question", error));
    const int length = snprintf(text, sizeof text, KAURI_API_ROOT "%s", taken.text);
    if (length < 0 || (size_t)length >= sizeof text) {
        KAURI_TRY(kauri_fail(error, KAURI_USAGE, "the question is too long; a body may be longer"));
    }
    KAURI_TRY(kauri_http_target_parse(text, &target, error));
    const bool follows = taken.progress != NULL;
    const struct kauri_http_request request = {.method = taken.body != NULL ? "POST" : "GET",
                                               .target = &target,
                                               .body = taken.body,
                                               .body_size = taken.body_bytes,
                                               .accept = follows ? "text/event-stream" : NULL};
    const struct kauri_api_caller caller = {
        .context = &taken, .stopped = is_stopped, .event = follows ? tell : NULL};
    KAURI_TRY(kauri_api_ask(&answers->api, &request, &caller, &out, error));
    if (bytes != NULL) {
        *bytes = out.length;
    }
    *answer = out.bytes;
    out.bytes = NULL;
cleanup:
    kauri_string_clear(&out);
    return status;
}

void kauri_answer_free(char *answer)
{
    free(answer);
}
