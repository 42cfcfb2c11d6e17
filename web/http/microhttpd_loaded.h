// libmicrohttpd, loaded when a server starts. With it come ten libraries for TLS, which the server
// does not speak: linked to the program, they would make every command start more slowly.
#ifndef KAURI_WEB_HTTP_MICROHTTPD_LOADED_H
#define KAURI_WEB_HTTP_MICROHTTPD_LOADED_H

#include "common/status.h"

#include <microhttpd.h>

// The functions that the server calls, without MHD_.
#define KAURI_MICROHTTPD_FUNCTIONS(X)                                                              \
    X(add_response_header)                                                                         \
    X(create_response_from_buffer)                                                                 \
    X(create_response_from_fd64)                                                                   \
    X(destroy_response)                                                                            \
    X(get_connection_info)                                                                         \
    X(get_connection_values)                                                                       \
    X(get_reason_phrase_for)                                                                       \
    X(get_version)                                                                                 \
    X(lookup_connection_value)                                                                     \
    X(queue_response)                                                                              \
    X(set_connection_option)                                                                       \
    X(start_daemon)                                                                                \
    X(stop_daemon)

struct kauri_microhttpd {
    void *library;
#define KAURI_MEMBER(name) __typeof__(MHD_##name) *name;
    KAURI_MICROHTTPD_FUNCTIONS(KAURI_MEMBER)
#undef KAURI_MEMBER
};

// Loads the library. KAURI_RESOURCE if it cannot be loaded. The caller unloads it.
enum kauri_status kauri_microhttpd_load(struct kauri_microhttpd **mhd, struct kauri_error *error);

// Accepts NULL. All daemons must have ended.
void kauri_microhttpd_unload(struct kauri_microhttpd *mhd);

#endif
