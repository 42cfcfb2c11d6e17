// Markup in texts that people paste: which bytes of the source stand for no sign, or for another
// one. The list is in docs/guide/RECORDS.md, "Markup".
//
// Pure functions, thread-safe.
#ifndef KAURI_COMMON_MARKUP_H
#define KAURI_COMMON_MARKUP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The markup before a place of the source.
struct kauri_markup_place {
    uint32_t before;  // the sign before the place, in its plain form
    bool fresh;       // only blanks and markup precede it on its line
    bool line_begins; // nothing at all precedes it on its line
};

struct kauri_markup {
    size_t bytes;  // bytes of the source; 0: there is no markup at this place
    uint32_t code; // the character that the bytes stand for; 0: none
};

// The markup at the beginning of a NUL-terminated text.
struct kauri_markup kauri_markup_at(const char *text, const struct kauri_markup_place *place);

#endif
