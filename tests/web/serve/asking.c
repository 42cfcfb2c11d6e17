#include "tests/web/serve/asking.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct kauri_api *asking_api(struct kauri_tablebase *tables)
{
    struct kauri_api *api = calloc(1, sizeof *api);
    if (tables != NULL) {
        kauri_tablebase_hide_folders(tables);
    }
    assert_non_null(api);
    api->tables = tables;
    api->memory = 64 << 20;
    api->threads = 1;
    return api;
}

void asking_free(struct kauri_api *api)
{
    kauri_api_clear(api);
    free(api);
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
               const char *body, struct api_answered *asked)
{
    struct kauri_http_target target = {.parameter_count = 0};
    const struct kauri_http_request request = {.method = method,
                                               .target = &target,
                                               .body = body,
                                               .body_size = body != NULL ? strlen(body) : 0};
    const struct kauri_api_caller caller = {.context = guest,
                                            .stopped = stopped,
                                            .admit = admit,
                                            .event = guest->takes_no_events ? NULL : take_event};
    const int length = snprintf(target.bytes, sizeof target.bytes, KAURI_API_ROOT "%s", path);
    assert_in_range(length, 0, sizeof target.bytes - 1);
    target.path = target.bytes;
    char *rest = strchr(target.bytes, '?');
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
        assert_true(target.parameter_count < KAURI_HTTP_PARAMETERS_MAX);
        target.parameters[target.parameter_count++] =
            (struct kauri_http_parameter){.name = pair, .value = value};
    }
    memset(asked, 0, sizeof *asked);
    asked->streamed = !kauri_api_answer(api, &request, &caller, &asked->answer);
}

void asking_post(struct kauri_api *api, const char *path, const char *body,
                 struct api_answered *asked)
{
    struct guest guest = {.event_count = 0};
    asking_as(&guest, api, body != NULL ? "POST" : "GET", path, body, asked);
    if (asked->streamed) {
        assert_null(asked->answer.body.bytes);
        asked->answer.status = 200;
        asked->answer.body = guest.events;
    } else {
        assert_null(guest.events.bytes);
    }
}

void asking_get(struct kauri_api *api, const char *path, struct api_answered *asked)
{
    asking_post(api, path, NULL, asked);
}

const char *asked_text(const struct api_answered *asked)
{
    return kauri_string_text(&asked->answer.body);
}

const char *asked_header(const struct api_answered *asked, const char *name)
{
    for (size_t i = 0; i < asked->answer.header_count; i++) {
        if (strcmp(asked->answer.headers[i].name, name) == 0) {
            return asked->answer.headers[i].value;
        }
    }
    return NULL;
}

void asked_clear(struct api_answered *asked)
{
    kauri_string_clear(&asked->answer.body);
}

void asking_expect_post(struct kauri_api *api, const char *path, const char *body,
                        unsigned http_status, const char *text)
{
    struct api_answered asked;
    asking_post(api, path, body, &asked);
    if (asked.answer.status != http_status || strstr(asked_text(&asked), text) == NULL) {
        fail_msg("%s: %u %s", path, asked.answer.status, asked_text(&asked));
    }
    asked_clear(&asked);
}

void asking_expect(struct kauri_api *api, const char *path, unsigned http_status, const char *text)
{
    asking_expect_post(api, path, NULL, http_status, text);
}
