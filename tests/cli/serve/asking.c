#include "tests/cli/serve/asking.h"

#include "tests/cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PARAMETERS_MOST = 16 };

struct bell {
    pthread_mutex_t mutex;
    pthread_cond_t rings;
    bool rung;
};

static void ring(void *context)
{
    struct bell *bell = context;
    (void)pthread_mutex_lock(&bell->mutex);
    bell->rung = true;
    (void)pthread_cond_signal(&bell->rings);
    (void)pthread_mutex_unlock(&bell->mutex);
}

struct kauri_api *asking_api_with(const struct kauri_api_options *options)
{
    struct kauri_error error = {.status = KAURI_OK};
    struct kauri_api *api = NULL;
    assert_int_equal(kauri_api_new(options, &api, &error), KAURI_OK);
    assert_non_null(api);
    return api;
}

struct kauri_api *asking_api(struct kauri_tablebase *tables)
{
    const struct kauri_api_options options = {.tables = tables};
    return asking_api_with(&options);
}

void asking_begin(struct kauri_api *api, const char *client, const char *method, const char *path,
                  const char *body, struct kauri_api_answer *answer)
{
    struct kauri_api_parameter parameters[PARAMETERS_MOST];
    char *copy = strdup(path);
    assert_non_null(copy);
    struct kauri_api_request request = {.method = method,
                                        .path = copy,
                                        .parameters = parameters,
                                        .body = body,
                                        .body_size = body != NULL ? strlen(body) : 0,
                                        .client = client};
    char *rest = strchr(copy, '?');
    if (rest != NULL) {
        *rest++ = '\0';
    }
    while (rest != NULL) {
        char *pair = rest;
        rest = strchr(pair, '&');
        if (rest != NULL) {
            *rest++ = '\0';
        }
        char *value = strchr(pair, '=');
        assert_non_null(value);
        *value++ = '\0';
        assert_true(request.parameter_count < PARAMETERS_MOST);
        parameters[request.parameter_count++] =
            (struct kauri_api_parameter){.name = pair, .value = value};
    }
    memset(answer, 0, sizeof *answer);
    kauri_api_answer(api, &request, answer);
    free(copy); // a job must not need it
}

void asking_wait(struct kauri_api_job *job)
{
    struct bell bell = {.rung = false};
    (void)pthread_mutex_init(&bell.mutex, NULL);
    (void)pthread_cond_init(&bell.rings, NULL);
    kauri_api_job_watch(job, ring, &bell);
    (void)pthread_mutex_lock(&bell.mutex);
    while (!bell.rung) {
        (void)pthread_cond_wait(&bell.rings, &bell.mutex);
    }
    (void)pthread_mutex_unlock(&bell.mutex);
    (void)pthread_cond_destroy(&bell.rings);
    (void)pthread_mutex_destroy(&bell.mutex);
}

void asking_finish(struct kauri_api_job *job, struct kauri_api_answer *answer)
{
    memset(answer, 0, sizeof *answer);
    do {
        asking_wait(job);
    } while (!kauri_api_job_take(job, answer));
    while (answer->stream && kauri_api_job_read(job, &answer->body)) {
        asking_wait(job);
    }
    kauri_api_job_free(job);
}

void asking_post(struct kauri_api *api, const char *path, const char *body,
                 struct kauri_api_answer *answer)
{
    asking_begin(api, "tester", body != NULL ? "POST" : "GET", path, body, answer);
    if (answer->job != NULL) {
        asking_finish(answer->job, answer);
    }
}

void asking_get(struct kauri_api *api, const char *path, struct kauri_api_answer *answer)
{
    asking_post(api, path, NULL, answer);
}

void asking_expect(struct kauri_api *api, const char *path, unsigned http_status, const char *text)
{
    struct kauri_api_answer answer;
    asking_get(api, path, &answer);
    if (answer.http_status != http_status ||
        strstr(kauri_string_text(&answer.body), text) == NULL) {
        fail_msg("%s: %u %s", path, answer.http_status, kauri_string_text(&answer.body));
    }
    kauri_api_answer_clear(&answer);
}
