#include "records/record_write.h"

#include "rules/notation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LINE_MAX_BYTES = 99, // and a semicolon
    MOVE_BYTES = 40,
};

// Text that grows. Enough room is made before the first character, so that writing cannot fail.
struct writer {
    char *text;
    size_t size;
    size_t room;
    size_t line_start;
};

static void put(struct writer *writer, const char *word)
{
    for (; *word != '\0' && writer->size + 1 < writer->room; word++) {
        writer->text[writer->size++] = *word;
    }
    writer->text[writer->size] = '\0';
}

// The same on one line, whatever is in it.
static void put_name(struct writer *writer, const char *name)
{
    const size_t from = writer->size;
    put(writer, name);
    for (char *c = writer->text + from; *c != '\0'; c++) {
        if (*c == '\n' || *c == '\r') {
            *c = ' ';
        }
    }
}

static void put_line_end(struct writer *writer)
{
    put(writer, "\n");
    writer->line_start = writer->size;
}

// A word after a space, or on a new line when the line gets too long.
static void put_word(struct writer *writer, const char *word)
{
    if (writer->size > writer->line_start) {
        if (writer->size - writer->line_start + 1 + strlen(word) > LINE_MAX_BYTES) {
            put_line_end(writer);
        } else {
            put(writer, " ");
        }
    }
    put(writer, word);
}

static void put_header(struct writer *writer, const struct kauri_record *record)
{
    char number[16];
    (void)snprintf(number, sizeof number, "(%u) ", record->number);
    put(writer, number);
    for (unsigned side = 0; side < 2; side++) {
        const char *name = kauri_side_name(side);
        put(writer, side == KAURI_SOUTH ? "" : " - ");
        put_name(writer, record->player[side][0] != '\0' ? record->player[side] : name);
    }
    if (record->date[0] != '\0') {
        put(writer, " - ");
        put_name(writer, record->date);
    }
    put_line_end(writer);
    if (record->start_given) {
        char text[KAURI_POSITION_TEXT_BYTES];
        put(writer, "Position ");
        put(writer, kauri_position_format(&record->start, text));
        put_line_end(writer);
    }
    put_line_end(writer);
}

// The letter of a move and what follows it: "a!!! (+60;-60) (A)" at the longest.
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
    (void)snprintf(word, MOVE_BYTES, "%c%s%s%s",
                   kauri_move_letter((enum kauri_side)ply->side, ply->hole), ply->marks, captures,
                   note);
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

enum kauri_status kauri_record_format(const struct kauri_record *record, char **text,
                                      struct kauri_error *error)
{
    // A move takes its number, "; 99999. ", besides.
    struct writer writer = {.room = record->count * (MOVE_BYTES + 10) + 1024};
    writer.text = malloc(writer.room);
    *text = writer.text;
    if (writer.text == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "no memory for a record of %zu moves",
                          record->count);
    }
    writer.text[0] = '\0';
    put_header(&writer, record);
    put_moves(&writer, record);
    if (record->result.given) {
        put_word(&writer, "-");
        put(&writer, " ");
        put_name(&writer, record->result.text);
    }
    put_line_end(&writer);
    return KAURI_OK;
}
