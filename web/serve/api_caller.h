// The client of the API, which receives the answer.
#ifndef KAURI_WEB_SERVE_API_CALLER_H
#define KAURI_WEB_SERVE_API_CALLER_H

#include "common/string_buffer.h"

#include <stdbool.h>

// The caller's side of an answer. kauri_api_answer calls the functions on its own thread; each of
// them may be NULL.
struct kauri_api_caller {
    void *context;
    // Returns whether to stop, because the client has left or the program ends. It is called very
    // often.
    bool (*stopped)(void *context);
    // Called at most once, when the request is found to be good and its answer will take long.
    // Returns false if there is no room for it. With `events`, the answer is sent as events.
    bool (*admit)(void *context, bool events);
    // Takes an event: the object ends with a newline. NULL: the caller takes no events, so that
    // requests for them get an answer.
    void (*event)(void *context, const char *name, const struct kauri_string *object);
};

#endif
