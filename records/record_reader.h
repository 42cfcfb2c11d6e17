// Reads the game records of a text one at a time (docs/RULES.md, "Game records").
//
// Memory is allocated only for the moves of the current game, so a text of any length can be read.
// Different readers may be used by different threads. struct kauri_record_reader is declared in
// kauri/kauri.h.
#ifndef KAURI_RECORDS_RECORD_READER_H
#define KAURI_RECORDS_RECORD_READER_H

#include "records/record.h"

// Reads the next game into *record, which needs no initialisation and belongs to the caller
// (kauri_record_clear). At the end of the text, *found is false and *record owns nothing.
//
// The text may contain anything besides games, which is skipped. A game consists of its moves ("1.
// f D; 2. e F; ..."), preceded by a header "(1) South - North - date" (number and date may be left
// out), a line "Position ...", both, or neither, and ends with a result sentence or an empty line.
// A game that contains something unreadable is returned up to that word, with the reason in
// `fault`; the next call continues with the game after it. So the only error is KAURI_RESOURCE; the
// reader is then unchanged.
enum kauri_status kauri_record_next(struct kauri_record_reader *reader, struct kauri_record *record,
                                    bool *found, struct kauri_error *error);

// All records of a text, in the order of the text. Owned by the caller.
struct kauri_records {
    size_t count;
    size_t room; // allocated for records
    struct kauri_record *records;
};

// Reads every game of `text`, as kauri_record_next does. *records needs no initialisation; it is
// empty on failure. Errors: KAURI_BAD_INPUT for a text without any game, KAURI_RESOURCE.
// Thread-safe.
enum kauri_status kauri_records_parse(const char *text, struct kauri_records *records,
                                      struct kauri_error *error);

// Frees the records. Accepts NULL and empty ones.
void kauri_records_clear(struct kauri_records *records);

#endif
