// The thread that ends connections which take too long, and notices clients that have left.
#ifndef KAURI_WEB_HTTP_HTTP_WATCH_H
#define KAURI_WEB_HTTP_HTTP_WATCH_H

#include "web/http/http_connection.h"

// Starts server->watcher. KAURI_RESOURCE.
enum kauri_status kauri_http_watch_start(struct kauri_http_server *server,
                                         struct kauri_error *error);

// Ends the thread and waits for it.
void kauri_http_watch_stop(struct kauri_http_server *server);

#endif
