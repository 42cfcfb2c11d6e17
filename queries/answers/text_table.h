// One description of an answer, from which its tables as text and its JSON are made.
//
// A record is a plain struct. Its description is an array of fields, in the order of the columns
// and of the members:
//
//     static const struct kauri_field fields[] = {
//         {"seeds", "layer", 5, KAURI_UNSIGNED(struct layer, seeds)},
//         {"digest", NULL, 0, KAURI_DIGEST(struct layer, digest)}, // only in JSON
//         {NULL, "bits", 6, KAURI_RATIO(struct layer, bits)},      // only in the table
//     };
//
// Tables whose cells are words of their own are described in the same way, with KAURI_WORDS.
#ifndef KAURI_QUERIES_ANSWERS_TEXT_TABLE_H
#define KAURI_QUERIES_ANSWERS_TEXT_TABLE_H

#include "common/json.h"
#include "common/string_buffer.h"
#include "kauri/analysis.h"

#include <stdbool.h>
#include <stddef.h>

enum kauri_field_kind {
    KAURI_FIELD_WORDS, // the cells are written by the caller and not in a record
    KAURI_FIELD_UNSIGNED,
    KAURI_FIELD_COUNT,   // uint64_t: "1,352,078"; UINT64_MAX is not known
    KAURI_FIELD_SIZE,    // uint64_t, in bytes: "1.29 MiB"; UINT64_MAX is not known
    KAURI_FIELD_SECONDS, // double: "0.25"; not known if negative
    KAURI_FIELD_RATIO,   // double: "2.04"; not known if not finite
    KAURI_FIELD_DIGEST,  // uint64_t
    KAURI_FIELD_BOOL,
    KAURI_FIELD_ANSWER,  // int: 0 no, 1 yes; others are not known
    KAURI_FIELD_BOUNDS,  // struct kauri_bounds: "-37 to 37", or "-1" if they are equal
    KAURI_FIELD_TEXT,    // const char *; NULL is not known
    KAURI_FIELD_FOREIGN, // const char * from outside (kauri_json_add_foreign,
                         // kauri_string_add_foreign); NULL is not known
    KAURI_FIELD_MEMBERS, // adds members of its own to the JSON
};

// Says where a field is in its record.
#define KAURI_WORDS .kind = KAURI_FIELD_WORDS
#define KAURI_FIELD(kind_name, type, member)                                                       \
    .kind = KAURI_FIELD_##kind_name, .offset = offsetof(type, member)
#define KAURI_UNSIGNED(type, member) KAURI_FIELD(UNSIGNED, type, member)
#define KAURI_COUNT(type, member)    KAURI_FIELD(COUNT, type, member)
#define KAURI_SIZE(type, member)     KAURI_FIELD(SIZE, type, member)
#define KAURI_SECONDS(type, member)  KAURI_FIELD(SECONDS, type, member)
#define KAURI_RATIO(type, member)    KAURI_FIELD(RATIO, type, member)
#define KAURI_DIGEST(type, member)   KAURI_FIELD(DIGEST, type, member)
#define KAURI_BOOL(type, member)     KAURI_FIELD(BOOL, type, member)
#define KAURI_ANSWER(type, member)   KAURI_FIELD(ANSWER, type, member)
#define KAURI_BOUNDS(type, member)   KAURI_FIELD(BOUNDS, type, member)
#define KAURI_TEXT(type, member)     KAURI_FIELD(TEXT, type, member)
#define KAURI_FOREIGN(type, member)  KAURI_FIELD(FOREIGN, type, member)
#define KAURI_MEMBERS(function)      .kind = KAURI_FIELD_MEMBERS, .add = (function)

#define KAURI_NAME "_" // the heading is the name, with blanks for its underscores

struct kauri_field {
    const char *name;    // name of the member in JSON; NULL: not in JSON
    const char *heading; // heading of the column; NULL: no column
    // The least width of the column: positive for numbers, which are aligned right, negative for
    // words. 0: as wide as its cells, and aligned right if all of them are numbers.
    int width;
    enum kauri_field_kind kind;
    size_t offset;
    // Adds the members; KAURI_FIELD_MEMBERS only.
    void (*add)(struct kauri_json *json, const void *record);
    // In a table that is too wide, columns are left out: those with the greatest number first, and
    // of several the last. 0: the column stays.
    unsigned optional;
    bool only_if_known; // the member is left out where it is not known; others are null there
};

// An array of fields, as two arguments.
#define KAURI_FIELDS(array) (array), sizeof(array) / sizeof *(array)

enum { KAURI_ANSWER_COLUMNS_MAX = 16 }; // columns in one table

// Adds the members of the record to an object.
void kauri_answer_json(struct kauri_json *json, const struct kauri_field *fields, size_t count,
                       const void *record);

// Adds an object with the members of the record; null if `record` is NULL.
void kauri_answer_object(struct kauri_json *json, const char *name,
                         const struct kauri_field *fields, size_t count, const void *record);

// Adds an array with such an object for each of `record_count` records of `record_bytes` bytes.
void kauri_answer_array(struct kauri_json *json, const char *name, const struct kauri_field *fields,
                        size_t count, const void *records, size_t record_bytes,
                        size_t record_count);

// Adds a line for each field that has a heading and is known: `indent` blanks, the heading in
// `width` columns, and the cell.
void kauri_answer_list(struct kauri_string *out, const struct kauri_field *fields, size_t count,
                       const void *record, size_t indent, size_t width);

// These put together the rows of a table: a line for each, with a tab between two cells. The first
// row has the headings; each record is a row. The caller may add rows of its own, with text from
// outside only by kauri_string_add_foreign, which leaves neither tabs nor newlines in it.
void kauri_answer_heads(struct kauri_string *rows, const struct kauri_field *fields, size_t count);
void kauri_answer_row(struct kauri_string *rows, const struct kauri_field *fields, size_t count,
                      const void *record);

// Adds the table to `out` and clears the rows. If lines would be longer than `columns` (0: no
// limit), columns become as narrow as their cells, and then the optional ones are left out. If that
// is not enough, each row becomes a paragraph of "heading: cell".
void kauri_answer_table(struct kauri_string *out, struct kauri_string *rows,
                        const struct kauri_field *fields, size_t count, int indent, int columns);

// Adds the table of `record_count` records of `record_bytes` bytes.
void kauri_answer_records(struct kauri_string *out, const struct kauri_field *fields, size_t count,
                          const void *records, size_t record_bytes, size_t record_count,
                          int columns);

// Adds the table of rows with headings of their own, whose columns are as wide as their cells, and
// clears the rows. Without rows, nothing is added.
void kauri_string_add_table(struct kauri_string *out, struct kauri_string *rows, int indent,
                            int columns);

// Adds rows with headings as a table in Markdown, and clears them.
void kauri_string_add_markdown(struct kauri_string *out, struct kauri_string *rows);

#endif
