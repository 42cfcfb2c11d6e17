// Small words that several commands print.
#ifndef KAURI_CLI_WORDS_H
#define KAURI_CLI_WORDS_H

#include "rules/board.h"

// "South" or "North"; static storage.
const char *kauri_side_name(unsigned side);

#define KAURI_CAPTURE_TEXT_BYTES 16

// Captures as game records write them: "(+2)", "(-1)", "(+2;-1)", or "" for none. Returns `text`.
const char *kauri_capture_text(struct kauri_capture captured, char text[KAURI_CAPTURE_TEXT_BYTES]);

#endif
