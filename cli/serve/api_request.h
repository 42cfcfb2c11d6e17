// A request to the API, and its caller.
#ifndef KAURI_CLI_SERVE_API_REQUEST_H
#define KAURI_CLI_SERVE_API_REQUEST_H

#include "common/string_buffer.h"

#include <stdbool.h>
#include <stddef.h>

// A parameter of the query, percent-decoded. In `value`, '+' may be left as it is or have become a
// blank: positions are understood either way.
struct kauri_api_parameter {
    const char *name;
    const char *value;
};

// Texts end with NUL; they may have any bytes and are checked.
struct kauri_api_request {
    const char *method; // "GET", "HEAD", "POST", ...
    const char *path;   // after "/api/v1/", percent-decoded: "probe", "probe/SOUTH/NORTH/S/0:0"
    const struct kauri_api_parameter *parameters;
    size_t parameter_count;
    const char *body; // of POST; NULL if there is none. Need not end with NUL
    size_t body_size;
    bool events;               // "Accept: text/event-stream"
    const char *if_none_match; // that header; NULL: not there
};

// The caller's side of an answer. kauri_api_answer calls the functions on its own thread; each of
// them may be NULL.
struct kauri_api_caller {
    void *context;
    // Whether to stop: the client has left, or the program ends. It is asked very often.
    bool (*stopped)(void *context);
    // Called at most once, when the request is found to be good and its answer will take long.
    // Returns false if there is no room for it. With `events`, what follows are events.
    bool (*admit)(void *context, bool events);
    // Takes an event: the object ends with a newline. NULL: the caller takes no events, so that
    // requests for them get an answer.
    void (*event)(void *context, const char *name, const struct kauri_string *object);
};

#endif
