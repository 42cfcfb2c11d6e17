// Whether the headers of a request say clearly where it ends and whom it is for.
#ifndef KAURI_WEB_HTTP_HTTP_FRAMING_H
#define KAURI_WEB_HTTP_HTTP_FRAMING_H

#include <microhttpd.h>

// 0, or the status of the answer that refuses the request; *message then says why, in static
// storage. Another server in front of this one could read an unclear request differently, and take
// its end for a request of somebody else (RFC 9112, sections 3.2, 6.1 and 6.3).
unsigned kauri_http_check_framing(struct MHD_Connection *connection, const char **message);

#endif
