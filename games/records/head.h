// The head of a record: the lines with names, tags and the start position that precede its moves
// (docs/guide/RECORDS.md, "Lines"). Private to games/records/.
#ifndef KAURI_GAMES_RECORDS_HEAD_H
#define KAURI_GAMES_RECORDS_HEAD_H

#include "games/records/record.h"
#include "games/records/start_line.h"

// What the lines of a head have said so far.
struct kauri_head {
    struct kauri_text *text;
    struct kauri_record *record; // gets names, date, line and start; `line` is 0 without a head
    size_t from;                 // first token of the head
    char result[KAURI_RECORD_RESULT_BYTES]; // from a tag, or behind the names
    unsigned tags;                          // bits of the tags, by their number in a list
    enum kauri_head_start start;
    uint32_t start_line;
    uint32_t unused; // line of a position that is not used; 0: there is none
    bool adjacent;   // no prose stands between the head and what comes next
};

// Returns true for a line with which a head begins whatever precedes it: a number with names, or a
// tag. With `positions`, also for a position on a line of its own.
bool kauri_head_begins(struct kauri_text *text, size_t line, bool positions);

// These take a line that begins at a token. They return false, and take nothing, if it is no line
// with tags, with a position, or with names. *to is the token after the tags, behind which a line
// may go on.
bool kauri_head_take_tags(struct kauri_head *head, size_t line, size_t *to);
bool kauri_head_take_start(struct kauri_head *head, size_t line);
bool kauri_head_take_names(struct kauri_head *head, size_t line);

// Returns true for names without a verdict, "Anna - Bert 0-1": a head, or the result of a game.
bool kauri_head_has_names(struct kauri_text *text, size_t line);

// Notes that a record begins with this line, if nothing is known of it yet.
void kauri_head_note(struct kauri_head *head, size_t line);

// Returns true if names or a position stand directly above the next line, so that moves are
// expected on it. Names without a number may be prose with a dash.
bool kauri_head_expects(const struct kauri_head *head);

// Returns true if the position of the head is a record of its own, because this line begins another
// one.
bool kauri_head_is_whole(struct kauri_head *head, size_t line);

// Forgets what was known before this line; it belongs to no game.
void kauri_head_forget(struct kauri_head *head, size_t line);

// Cuts a message to the size of a fault.
void kauri_head_fault(struct kauri_record *record, const char *message);

#endif
