#include "cli/words.h"

#include <stdio.h>

const char *kauri_side_name(unsigned side)
{
    return side == KAURI_SOUTH ? "South" : "North";
}

const char *kauri_capture_text(struct kauri_capture captured, char text[KAURI_CAPTURE_TEXT_BYTES])
{
    text[0] = '\0';
    if (captured.own > 0 && captured.opponent > 0) {
        (void)snprintf(text, KAURI_CAPTURE_TEXT_BYTES, "(+%u;-%u)", captured.own,
                       captured.opponent);
    } else if (captured.own > 0) {
        (void)snprintf(text, KAURI_CAPTURE_TEXT_BYTES, "(+%u)", captured.own);
    } else if (captured.opponent > 0) {
        (void)snprintf(text, KAURI_CAPTURE_TEXT_BYTES, "(-%u)", captured.opponent);
    }
    return text;
}
