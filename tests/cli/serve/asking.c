#include "tests/cli/serve/asking.h"

#include "tests/test.h"

#include <stdlib.h>
#include <string.h>

enum { PARAMETERS_MOST = 16 };

struct kauri_api *asking_api(struct kauri_tablebase *tables)
{
    struct kauri_error error = {.status = KAURI_OK};
    struct kauri_api *api = NULL;
    assert_int_equal(kauri_api_new(tables, 64 << 20, &api, &error), KAURI_OK);
    assert_non_null(api);
    return api;
}

static bool stopped(void *context)
{
    struct guest *guest = context;
    guest->asked++;
    return guest->stops_after > 0 &&
           (guest->event_count >= guest->stops_after || guest->asked >= 1000 * guest->stops_after);
}

static bool admit(void *context, bool events)
{
    struct guest *guest = context;
    guest->admitted++;
    guest->admitted_streams += events ? 1 : 0;
    return !guest->refuses;
}

static void take_event(void *context, const char *name, const struct kauri_string *object)
{
    struct guest *guest = context;
    guest->event_count++;
    kauri_string_add(&guest->events, "event: %s\ndata: %s\n", name, kauri_string_text(object));
}

void asking_as(struct guest *guest, struct kauri_api *api, const char *method, const char *path,
               const char *body, struct kauri_api_answer *answer)
{
    struct kauri_api_parameter parameters[PARAMETERS_MOST];
    const struct kauri_api_caller caller = {.context = guest,
                                            .stopped = stopped,
                                            .admit = admit,
                                            .event = guest->takes_no_events ? NULL : take_event};
    char *copy = strdup(path);
    assert_non_null(copy);
    struct kauri_api_request request = {.method = method,
                                        .path = copy,
                                        .parameters = parameters,
                                        .body = body,
                                        .body_size = body != NULL ? strlen(body) : 0};
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
    kauri_api_answer(api, &request, &caller, answer);
    free(copy);
}

void asking_post(struct kauri_api *api, const char *path, const char *body,
                 struct kauri_api_answer *answer)
{
    struct guest guest = {.event_count = 0};
    asking_as(&guest, api, body != NULL ? "POST" : "GET", path, body, answer);
    if (answer->streamed) {
        assert_null(answer->body.bytes);
        answer->http_status = 200;
        answer->body = guest.events;
    } else {
        assert_null(guest.events.bytes);
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
