// Asks the API of `kauri serve` as a server would. Everything fails the running test when it cannot
// be done.
#ifndef KAURI_TESTS_WEB_SERVE_ASKING_H
#define KAURI_TESTS_WEB_SERVE_ASKING_H

#include "tests/queries/solved_tables.h"
#include "tests/test.h"
#include "web/serve/api.h"

#include <stdbool.h>

// Solved tables and an API over them, for all tests of a program.
struct api_fixture {
    struct solved solved;
    struct kauri_api *api;
};

#define ASKING_GROUP(name, holes, cowries, seeds)                                                  \
    static struct api_fixture name;                                                                \
    static int set_up(void **state)                                                                \
    {                                                                                              \
        (void)state;                                                                               \
        solved_make(&name.solved, holes, cowries, seeds);                                          \
        name.api = asking_api(name.solved.tables);                                                 \
        return 0;                                                                                  \
    }                                                                                              \
    static int tear_down(void **state)                                                             \
    {                                                                                              \
        (void)state;                                                                               \
        asking_free(name.api);                                                                     \
        solved_remove(&name.solved);                                                               \
        return 0;                                                                                  \
    }                                                                                              \
    TEST_GROUP(set_up, tear_down)

// An API over tables, which may be NULL.
struct kauri_api *asking_api(struct kauri_tablebase *tables);
void asking_free(struct kauri_api *api);

// A caller that records what it is asked. Members that are zero change nothing.
struct guest {
    bool refuses; // has no room for long answers
    bool takes_no_events;
    unsigned stops_after;      // tells the API to stop after so many events, or after a thousand
                               // times as many questions; 0: never
    unsigned asked;            // how often it was asked whether to stop,
    unsigned admitted;         // how often it was asked for room,
    unsigned admitted_streams; // and for room for events
    unsigned event_count;
    struct kauri_string events; // stream of server-sent events; to be cleared
};

struct api_answered {
    struct kauri_http_answer answer;
    bool streamed;
};

// Asks with a method and a path as in an address, "probe?position=...", without percent-decoding.
// `body` may be NULL.
void asking_as(struct guest *guest, struct kauri_api *api, const char *method, const char *path,
               const char *body, struct api_answered *asked);

// The same with GET, or POST if there is a body, for a caller who waits for everything. Events
// become the body of the answer, whose status is then 200.
void asking_post(struct kauri_api *api, const char *path, const char *body,
                 struct api_answered *asked);
void asking_get(struct kauri_api *api, const char *path, struct api_answered *asked);

const char *asked_text(const struct api_answered *asked);
// The value of a header; NULL if there is none.
const char *asked_header(const struct api_answered *asked, const char *name);
void asked_clear(struct api_answered *asked);

// Asks and checks the HTTP status, and that the body has a text.
void asking_expect(struct kauri_api *api, const char *path, unsigned http_status, const char *text);
void asking_expect_post(struct kauri_api *api, const char *path, const char *body,
                        unsigned http_status, const char *text);

#endif
