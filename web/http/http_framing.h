// Whether the headers of a request are within bounds, and say clearly where it ends and whom it is
// for.
#ifndef KAURI_WEB_HTTP_HTTP_FRAMING_H
#define KAURI_WEB_HTTP_HTTP_FRAMING_H

#include <microhttpd.h>

enum { KAURI_HTTP_HEADERS_MOST = 128 }; // with cookies

// The texts of the request line, in the memory of libmicrohttpd.
struct kauri_http_request_line {
    const char *method, *target, *version;
    size_t target_bytes; // as sent: libmicrohttpd decodes the target in place
};

// 0, or the status of the answer that refuses the request; *message then says why, in static
// storage. `most` is how many bytes request line and headers may have. Another server in front of
// this one could read an unclear request differently, and take its end for a request of somebody
// else (RFC 9112, sections 2.2, 3.2, 5.1, 5.2, 6.1 and 6.3).
unsigned kauri_http_check_framing(struct MHD_Connection *connection,
                                  const struct kauri_http_request_line *line, size_t most,
                                  const char **message);

#endif
