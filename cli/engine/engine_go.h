// The command go of the line protocol: searches, and tells what was found.
#ifndef KAURI_CLI_ENGINE_ENGINE_GO_H
#define KAURI_CLI_ENGINE_ENGINE_GO_H

#include "cli/engine/session_state.h"

// Searches the position of the session and prints info lines and bestmove. While it searches, the
// session reads stop, quit and isready. `limits` has the limits alone. Errors: those of tables and
// of memory.
enum kauri_status kauri_engine_go(struct kauri_engine_session *session,
                                  const struct kauri_engine_limits *limits,
                                  struct kauri_error *error);

#endif
