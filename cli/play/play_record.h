// The record of the game in progress: shown and saved on request, and written at the end.
#ifndef KAURI_CLI_PLAY_PLAY_RECORD_H
#define KAURI_CLI_PLAY_PLAY_RECORD_H

#include "cli/play/play_turn.h"

// Prints the game so far as a record. KAURI_BAD_INPUT before the first move.
enum kauri_status kauri_play_record_print(const struct kauri_dialogue *dialogue,
                                          struct kauri_error *error);

// Writes it into a file, which must not exist unless `save` wrote it before or dialogue->force is
// set. KAURI_BAD_INPUT before the first move; KAURI_USAGE, KAURI_RESOURCE (cli/output_file.h).
enum kauri_status kauri_play_record_save(struct kauri_dialogue *dialogue, const char *path,
                                         struct kauri_error *error);

// Writes it into record_path. Fails as kauri_play_record_save does.
enum kauri_status kauri_play_record_finish(const struct kauri_dialogue *dialogue,
                                           struct kauri_error *error);

#endif
