// Decodes the target of a request, "/path?name=value&name=value".
#ifndef KAURI_WEB_HTTP_HTTP_TARGET_H
#define KAURI_WEB_HTTP_HTTP_TARGET_H

#include "common/status.h"

#include <stdbool.h>
#include <stddef.h>

enum {
    KAURI_HTTP_TARGET_MAX = 4096, // size in bytes
    KAURI_HTTP_PARAMETERS_MAX = 32,
    KAURI_HTTP_HOST_BYTES = 256, // size of a name or an address
};

// A parameter; both texts are decoded.
struct kauri_http_parameter {
    const char *name;
    const char *value; // "" if there was no '='
};

struct kauri_http_target {
    const char *host; // host of the absolute form, "host:port"; NULL: origin form
    const char *path; // decoded, begins with '/'
    size_t parameter_count;
    struct kauri_http_parameter parameters[KAURI_HTTP_PARAMETERS_MAX];
    // The pointers point here, so the struct must not be moved.
    char bytes[KAURI_HTTP_TARGET_MAX + 2];
};

// Writes the name or address of "host", "host:port", "[IPv6]" or "[IPv6]:port", without brackets.
// False if the text is none of these, such as one with a user's name.
bool kauri_http_host_name(const char *host, char name[KAURI_HTTP_HOST_BYTES]);

// Reads a target in origin form ("/path?query") or absolute form ("http://host/path?query").
// Escapes (%2B) are decoded once, and '+' in a query is a blank; empty parameters ("a=1&&b=2") are
// skipped. What is decoded has no control characters, but may not be UTF-8. KAURI_BAD_INPUT for
// anything else, for more than KAURI_HTTP_TARGET_MAX bytes and for more than
// KAURI_HTTP_PARAMETERS_MAX parameters, empty ones among them; *target is unspecified then.
// Thread-safe.
enum kauri_status kauri_http_target_parse(const char *text, struct kauri_http_target *target,
                                          struct kauri_error *error);

#endif
