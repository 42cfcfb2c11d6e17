// A dialogue in the line protocol for programs (docs/ENGINE.md).
#ifndef KAURI_CLI_ENGINE_ENGINE_SESSION_H
#define KAURI_CLI_ENGINE_ENGINE_SESSION_H

#include "cli/engine/session_state.h"

// Sets up the start of the game. KAURI_RESOURCE.
enum kauri_status kauri_engine_session_begin(struct kauri_engine_session *session,
                                             struct kauri_error *error);
void kauri_engine_session_free(struct kauri_engine_session *session);

// Reads commands from standard input and answers them, until `quit`, the end of input, or a signal.
// Mistakes in commands are answered by a line and change nothing. Errors: those of tables and of
// memory, which end the dialogue.
enum kauri_status kauri_engine_session_run(struct kauri_engine_session *session,
                                           struct kauri_error *error);

#endif
