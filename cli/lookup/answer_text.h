// The answers of probe, best and line, and the line of search, as text for players, on standard
// output.
#ifndef KAURI_CLI_LOOKUP_ANSWER_TEXT_H
#define KAURI_CLI_LOOKUP_ANSWER_TEXT_H

#include "queries/lookup/line.h"
#include "queries/lookup/probe.h"

// The convention R10 (docs/RULES.md); fits a line of 80 behind eight columns.
#define KAURI_UNLIMITED_TEXT                                                                       \
    "Play without end captures nothing more; in the cowrie phase it is a draw"

// The outcome t of the cowrie phase (rules/value.h) for its player: "won", "lost", or "endless"
// when play never ends. Static storage.
const char *kauri_phase_name(int t);

void kauri_print_probe(const struct kauri_probe_result *result);
void kauri_print_best(const struct kauri_probe_result *result);
// `result` is the probe of the line's first position.
void kauri_print_line(const struct kauri_probe_result *result, const struct kauri_line *line);
// The plies of a line as a game record, and how it ends.
void kauri_print_plies(const struct kauri_line *line);

#endif
