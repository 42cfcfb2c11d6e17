#include "games/records/record_write.h"

#include "common/string_buffer.h"
#include "games/records/record_reader.h"
#include "rules/notation.h"

#include <stdio.h>
#include <string.h>

enum {
    LINE_MAX_BYTES = 99, // bytes of a line, with a semicolon
    MOVE_BYTES = 40,
};

struct writer {
    struct kauri_string text;
    size_t line_start;
};

static void put(struct writer *writer, const char *word)
{
    kauri_string_add_text(&writer->text, word);
}

static void put_line_end(struct writer *writer)
{
    put(writer, "\n");
    writer->line_start = writer->text.length;
}

// Adds a word after a space, or on a new line if the current one would get too long.
static void put_word(struct writer *writer, const char *word)
{
    const size_t used = writer->text.length - writer->line_start;
    if (used + 1 + strlen(word) > LINE_MAX_BYTES) {
        put_line_end(writer);
    } else if (used > 0) {
        put(writer, " ");
    }
    put(writer, word);
}

// Adds a text in which nothing must be read as markup.
static void put_escaped(struct writer *writer, const char *text)
{
    for (; *text != '\0'; text++) {
        const char sign[] = {*text, '\0'};
        put(writer, *text == '<' ? "&lt;" : *text == '&' ? "&amp;" : sign);
    }
}

static void put_header(struct writer *writer, const struct kauri_record *record)
{
    kauri_string_add(&writer->text, "(%u) ", record->number);
    for (unsigned side = 0; side < 2; side++) {
        const char *name = kauri_side_name(side);
        put(writer, side == KAURI_SOUTH ? "" : " - ");
        put_escaped(writer, record->player[side][0] != '\0' ? record->player[side] : name);
    }
    put(writer, record->date[0] != '\0' ? " - " : "");
    put_escaped(writer, record->date);
    put_line_end(writer);
    if (record->start_given) {
        char text[KAURI_POSITION_TEXT_BYTES];
        put(writer, "Position ");
        put(writer, kauri_position_format(&record->start, text));
        put_line_end(writer);
    }
    put_line_end(writer);
}

// Adds a move with its remarks, at most "a!!! (+60;-60) (A)".
static void format_move(const struct kauri_ply *ply, char word[MOVE_BYTES])
{
    char captures[24] = "";
    char note[8] = "";
    const unsigned own = ply->captures.own;
    const unsigned opponent = ply->captures.opponent;
    if (ply->captures_written && own > 0 && opponent > 0) {
        (void)snprintf(captures, sizeof captures, " (+%u;-%u)", own, opponent);
    } else if (ply->captures_written) {
        (void)snprintf(captures, sizeof captures, opponent > 0 ? " (-%u)" : " (+%u)",
                       opponent > 0 ? opponent : own);
    }
    if (ply->note != '\0') {
        (void)snprintf(note, sizeof note, " (%c)", ply->note);
    }
    const char letter[] = {kauri_move_letter((enum kauri_side)ply->side, ply->hole), '\0'};
    // A dash could be read as a hyphen, or as the beginning of the result.
    const char *move = ply->hole == KAURI_MOVE_PASS ? "pass" : letter;
    (void)snprintf(word, MOVE_BYTES, "%s%s%s%s", move, ply->marks, captures, note);
}

static void put_moves(struct writer *writer, const struct kauri_record *record)
{
    uint32_t number = 0;
    for (size_t i = 0; i < record->count; i++) {
        const struct kauri_ply *ply = &record->plies[i];
        char word[MOVE_BYTES];
        if (ply->number != number) {
            (void)snprintf(word, sizeof word, "%u.", ply->number);
            put(writer, i > 0 ? ";" : "");
            put_word(writer, word);
        }
        number = ply->number;
        format_move(ply, word);
        if (ply->joined) {
            put(writer, "-");
            put(writer, word);
        } else {
            put_word(writer, word);
        }
    }
}

static void put_record(struct writer *writer, const struct kauri_record *record)
{
    put_header(writer, record);
    put_moves(writer, record);
    if (record->result.given) {
        put_word(writer, "-");
        put(writer, " ");
        put_escaped(writer, record->result.text);
    }
    put_line_end(writer);
}

static bool is_same_name(const struct kauri_record *record, const struct kauri_record *again,
                         unsigned side)
{
    const char *name = record->player[side];
    return strcmp(name[0] != '\0' ? name : kauri_side_name(side), again->player[side]) == 0;
}

// Checks that the text reads back as the same record, by reading it, and writing that.
static enum kauri_status check_text(const struct kauri_record *record, const char *text,
                                    struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_record_reader reader = kauri_record_reader_begin(text);
    struct writer writer = {.line_start = 0};
    struct kauri_record again;
    struct kauri_record next;
    bool found = false;
    bool more = false;
    kauri_record_init(&next);
    KAURI_TRY(kauri_record_next(&reader, &again, &found, error));
    KAURI_TRY(kauri_record_next(&reader, &next, &more, error));
    put_record(&writer, &again);
    KAURI_TRY(kauri_string_check(&writer.text, error));
    // A name with " - " in it reads back as two.
    const bool named = is_same_name(record, &again, KAURI_SOUTH) &&
                       is_same_name(record, &again, KAURI_NORTH) &&
                       strcmp(record->date, again.date) == 0;
    if (!named || !found || more || again.fault[0] != '\0' ||
        strcmp(text, writer.text.bytes) != 0) {
        status = kauri_fail(error, KAURI_BAD_INPUT,
                            "%s cannot be written so that it reads back as the same",
                            named ? "the moves or the result" : "a name or the date");
    }
cleanup:
    kauri_string_clear(&writer.text);
    kauri_record_clear(&again);
    kauri_record_clear(&next);
    return status;
}

enum kauri_status kauri_record_format(const struct kauri_record *record, char **text,
                                      struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct writer writer = {.line_start = 0};
    *text = NULL;
    put_record(&writer, record);
    KAURI_TRY(kauri_string_check(&writer.text, error));
    KAURI_TRY(check_text(record, writer.text.bytes, error));
    *text = writer.text.bytes;
    writer.text.bytes = NULL;
cleanup:
    kauri_string_clear(&writer.text);
    return status;
}
