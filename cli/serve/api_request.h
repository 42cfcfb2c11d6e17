// A request to the API of `kauri serve`.
#ifndef KAURI_CLI_SERVE_API_REQUEST_H
#define KAURI_CLI_SERVE_API_REQUEST_H

#include <stdbool.h>
#include <stddef.h>

// A parameter of the query, percent-decoded. In `value`, '+' may be left as it is or have become a
// blank: positions are understood either way.
struct kauri_api_parameter {
    const char *name;
    const char *value;
};

// Texts end with NUL; they may have any bytes and are checked. They must stay until the request is
// answered; a job has copies of all that it needs.
struct kauri_api_request {
    const char *method; // "GET", "HEAD", "POST", ...
    const char *path;   // after "/api/v1/", percent-decoded: "probe", "probe/SOUTH/NORTH/S/0:0"
    const struct kauri_api_parameter *parameters;
    size_t parameter_count;
    const char *body; // of POST; NULL if there is none. Need not end with NUL
    size_t body_size;
    bool events;               // "Accept: text/event-stream"
    const char *if_none_match; // that header; NULL: not there
    const char *client;        // whose places in the queue the job takes, such as an address
};

enum { KAURI_API_BODY_MOST = 1 << 16 }; // bytes

#endif
