// Advice on layers that are not there.
#ifndef KAURI_CLI_TABLES_MISSING_LAYER_H
#define KAURI_CLI_TABLES_MISSING_LAYER_H

#include "tablebase/tablebase.h"

// Returns KAURI_MISSING, with a message that layer `seeds` is not in the folder and that names the
// command that makes it.
enum kauri_status kauri_missing_layer(const struct kauri_tablebase *tables, unsigned seeds,
                                      struct kauri_error *error);

// Completes the error of a look-up of a position with `seeds` seeds: where a layer was not there,
// the message gets the command that makes it, and the status becomes KAURI_MISSING, also for
// positions above all layers. Leaves other errors alone. Returns the status.
enum kauri_status kauri_missing_layer_advise(const struct kauri_tablebase *tables, unsigned seeds,
                                             struct kauri_error *error);

// The same for a command to which the layer is of no other use: only the next layer above the
// tables is worth solving for a single position, so a layer above that gets no command.
enum kauri_status kauri_missing_layer_advise_position(const struct kauri_tablebase *tables,
                                                      unsigned seeds, struct kauri_error *error);

#endif
