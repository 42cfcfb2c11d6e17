// What libmicrohttpd calls for connections and requests.
#ifndef KAURI_WEB_HTTP_HTTP_EXCHANGE_H
#define KAURI_WEB_HTTP_HTTP_EXCHANGE_H

#include <microhttpd.h>

// All take the server (struct kauri_http_server) as their closure.
void kauri_http_on_connection(void *server, struct MHD_Connection *handle, void **connection,
                              enum MHD_ConnectionNotificationCode code);
void *kauri_http_on_target(void *server, const char *target, struct MHD_Connection *handle);
enum MHD_Result kauri_http_on_request(void *server, struct MHD_Connection *handle, const char *url,
                                      const char *method, const char *version, const char *upload,
                                      size_t *upload_size, void **request);
void kauri_http_on_completed(void *server, struct MHD_Connection *handle, void **request,
                             enum MHD_RequestTerminationCode code);

#endif
