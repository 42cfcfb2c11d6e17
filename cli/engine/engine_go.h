// The command go of the line protocol: searches, and tells what was found.
#ifndef KAURI_CLI_ENGINE_ENGINE_GO_H
#define KAURI_CLI_ENGINE_ENGINE_GO_H

#include "cli/engine/engine_pair.h"
#include "cli/play/line_input.h"
#include "cli/progress_view.h"
#include "common/status.h"
#include "records/game.h"
#include "tablebase/tablebase.h"

#include <stdbool.h>
#include <stdint.h>

// The state of a dialogue. The caller sets the first members, zeroes the others, and calls
// kauri_engine_session_free afterwards.
struct kauri_engine_session {
    struct kauri_tablebase *tables; // NULL: none; stays the caller's
    uint64_t memory;                // of engine and prover together
    bool use_prover;
    unsigned lines;
    unsigned strength; // KAURI_STRENGTH_LEAST .. KAURI_STRENGTH_MOST
    uint64_t seed;     // of the chance in the moves of a weaker player
    enum kauri_ruleset rules;
    struct kauri_progress_view *view;
    struct kauri_game *game;       // with the position, and those before it
    struct kauri_engine_pair pair; // made when it is needed
    struct kauri_line_input input;
    bool infinite;   // the search has no limits
    bool stop, quit; // were said
    bool deaf;       // a line waits until the search is over
    double looked;   // kauri_clock_seconds when input was last looked for
};

// Searches the position of the session and prints info lines and bestmove. While it searches, the
// session reads stop, quit and isready. `limits` has the limits alone. Errors: those of tables and
// of memory.
enum kauri_status kauri_engine_go(struct kauri_engine_session *session,
                                  const struct kauri_engine_limits *limits,
                                  struct kauri_error *error);

#endif
