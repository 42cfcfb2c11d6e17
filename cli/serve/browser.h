// Opens a browser.
#ifndef KAURI_CLI_SERVE_BROWSER_H
#define KAURI_CLI_SERVE_BROWSER_H

#include "common/status.h"

// Opens the address in the user's browser, with xdg-open or sensible-browser, and does not wait for
// it. No shell sees the address. Call it before other threads are started. KAURI_MISSING if none of
// the programs is there, KAURI_RESOURCE if no process can be started.
enum kauri_status kauri_open_browser(const char *url, struct kauri_error *error);

#endif
