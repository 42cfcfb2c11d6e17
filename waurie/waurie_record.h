// Reads lines of play from a text, in the notation of the article on Waurie: a main line and the
// variations that leave it (docs/guide/WAURIE.md, "Lines of play", has the grammar).
//
// Markup and typography fall away (games/records/plain_text.h). Pure functions, thread-safe.
#ifndef KAURI_WAURIE_WAURIE_RECORD_H
#define KAURI_WAURIE_WAURIE_RECORD_H

#include "waurie/play_reader.h"
#include "waurie/waurie_position.h"

// The place where reading goes on, and the position with which lines begin: the one that the reader
// was given, or the last one in the text.
struct waurie_record_reader {
    struct kauri_plain text;
    struct waurie_position start;
    bool start_bad; // the last position in the text cannot be read
};

// Begins a NUL-terminated text, which must outlive the reader.
struct waurie_record_reader waurie_record_begin(const char *text,
                                                const struct waurie_position *start);

// Reads the next line of play, whose sowings the caller frees with waurie_written_line_clear, also
// after an error. *found is false at the end of the text. KAURI_BAD_INPUT, with line and column,
// for a position that cannot be read, words among the moves, or moves among words. *written has the
// sowings before that, and reading goes on after the line. KAURI_RESOURCE.
enum kauri_status waurie_record_next(struct waurie_record_reader *reader,
                                     struct waurie_written_line *written, bool *found,
                                     struct kauri_error *error);

#endif
