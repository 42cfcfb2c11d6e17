#include "games/records/pieces.h"

#include "common/character.h"
#include "common/memory.h"

#include <string.h>

void kauri_pieces_mark(struct kauri_text *text, size_t from, size_t to, enum kauri_piece_kind kind,
                       size_t ply, const char *why)
{
    for (size_t i = from; i < to && i < text->token_count; i++) {
        struct kauri_token *token = &text->tokens[i];
        const bool line = token->kind == KAURI_TOKEN_LINE;
        token->piece = (uint8_t)(line ? KAURI_PIECE_BLANK : kind);
        token->ply = line ? 0 : ply;
        token->why = line ? NULL : why;
    }
}

void kauri_pieces_drop(struct kauri_text *text, size_t from, size_t to, bool positions,
                       const char *why)
{
    for (size_t i = from; i < to && i < text->token_count; i++) {
        const uint8_t piece = text->tokens[i].piece;
        if (piece != KAURI_PIECE_SKIPPED && piece != KAURI_PIECE_UNCHECKED &&
            !(positions && piece == KAURI_PIECE_POSITION)) {
            kauri_pieces_mark(text, i, i + 1, KAURI_PIECE_SKIPPED, 0, why);
        }
    }
}

// ---------------------------------------------------------------------------- making the pieces

static bool is_gap(const struct kauri_piece *piece)
{
    return piece->kind == KAURI_PIECE_BLANK || piece->kind == KAURI_PIECE_MARKUP;
}

// Adds bytes behind the last piece, or to it: words of one kind are one piece, with the blanks and
// the markup between them. Moves and separators are pieces of their own.
static bool add(struct kauri_pieces *pieces, const struct kauri_piece *piece)
{
    size_t last = pieces->count;
    while (last > 0 && !is_gap(piece) && is_gap(&pieces->pieces[last - 1])) {
        last--;
    }
    struct kauri_piece *before = last > 0 ? &pieces->pieces[last - 1] : NULL;
    if (before != NULL && before->kind == piece->kind && before->ply == piece->ply &&
        before->why == piece->why && piece->kind != KAURI_PIECE_MOVE &&
        piece->kind != KAURI_PIECE_SEPARATOR) {
        before->length = (size_t)(piece->text - before->text) + piece->length;
        pieces->count = last;
        return true;
    }
    if (!KAURI_FITS(pieces->pieces, pieces->count + 1, pieces->capacity)) {
        return false;
    }
    pieces->pieces[pieces->count++] = *piece;
    return true;
}

// Adds what stands between two signs: blanks of line ends, or markup.
static bool add_between(struct kauri_pieces *pieces, const char *from,
                        const struct kauri_text_sign *sign)
{
    const size_t bytes = (size_t)(sign->at - from);
    const bool blank = strspn(from, " \t\r\n") >= bytes;
    const struct kauri_piece piece = {.text = from,
                                      .length = bytes,
                                      .line = sign->line - kauri_line_ends(from, bytes),
                                      .kind = blank ? KAURI_PIECE_BLANK : KAURI_PIECE_MARKUP,
                                      .ply = KAURI_PIECE_NO_PLY};
    return bytes == 0 || add(pieces, &piece);
}

// Adds a sign of a token, or a blank, or markup that stands for one.
static bool add_sign(struct kauri_pieces *pieces, const struct kauri_text_sign *sign,
                     const struct kauri_token *token)
{
    static const struct {
        enum kauri_piece_kind kind;
        const char *why;
    } blanks[] = {
        [KAURI_MARKUP_NONE] = {KAURI_PIECE_BLANK, NULL},
        [KAURI_MARKUP_SIGNS] = {KAURI_PIECE_MARKUP, NULL},
        [KAURI_MARKUP_CELL] = {KAURI_PIECE_MARKUP, NULL},
        [KAURI_MARKUP_COMMENT] = {KAURI_PIECE_COMMENT, NULL},
        [KAURI_MARKUP_STRUCK] = {KAURI_PIECE_SKIPPED, "struck out"},
        [KAURI_MARKUP_HIDDEN] = {KAURI_PIECE_SKIPPED, "not shown by browsers"},
    };
    const bool blank = token == NULL || sign->plain == ' ' || sign->plain == '\n';
    const struct kauri_piece piece = {.text = sign->at,
                                      .length = sign->bytes,
                                      .line = sign->line,
                                      .kind = blank ? blanks[sign->kind].kind
                                                    : (enum kauri_piece_kind)token->piece,
                                      .ply = blank ? KAURI_PIECE_NO_PLY : token->ply - 1,
                                      .why = blank ? blanks[sign->kind].why : token->why};
    return piece.length == 0 || add(pieces, &piece);
}

enum kauri_status kauri_pieces_make(struct kauri_text *text, size_t from, size_t to,
                                    struct kauri_pieces *pieces, struct kauri_error *error)
{
    const size_t first = from == 0 ? 0 : kauri_token_at(text, from).from;
    const size_t last = kauri_text_restart(text, kauri_token_at(text, to).from);
    const char *at = from == 0 ? text->source : text->signs[first].at;
    bool good = !text->failed;
    for (size_t i = first, t = from; good && i < last; i++) {
        const struct kauri_text_sign *sign = &text->signs[i];
        while (t < to && text->tokens[t].to <= i) {
            t++;
        }
        const struct kauri_token *token =
            t < to && text->tokens[t].from <= i ? &text->tokens[t] : NULL;
        if (token != NULL && token->piece == 0) {
            return kauri_fail(error, KAURI_INTERNAL,
                              "line %u, column %u: the reader has not accounted for a word; please "
                              "report the text",
                              sign->line, sign->column);
        }
        good = add_between(pieces, at, sign) && add_sign(pieces, sign, token);
        at = sign->at + sign->bytes;
    }
    good = good && add_between(pieces, at, &text->signs[last]);
    return good ? KAURI_OK
                : kauri_fail(error, KAURI_RESOURCE, "out of memory for the pieces of a text");
}

// --------------------------------------------------------------------------- printing the pieces

const char *kauri_piece_name(enum kauri_piece_kind kind)
{
    static const char *const names[] = {
        [KAURI_PIECE_NUMBER] = "number",   [KAURI_PIECE_MOVE] = "move",
        [KAURI_PIECE_PASS] = "pass",       [KAURI_PIECE_CAPTURES] = "captures",
        [KAURI_PIECE_MARK] = "mark",       [KAURI_PIECE_NOTE] = "note",
        [KAURI_PIECE_COMMENT] = "comment", [KAURI_PIECE_POSITION] = "position",
        [KAURI_PIECE_NAME] = "name",       [KAURI_PIECE_DATE] = "date",
        [KAURI_PIECE_TAG] = "tag",         [KAURI_PIECE_SCORE] = "score",
        [KAURI_PIECE_RESULT] = "result",   [KAURI_PIECE_SEPARATOR] = "separator",
        [KAURI_PIECE_MARKUP] = "markup",   [KAURI_PIECE_BLANK] = "blank",
        [KAURI_PIECE_SKIPPED] = "skipped", [KAURI_PIECE_UNCHECKED] = "not checked",
    };
    return names[kind];
}

static void add_kind(const struct kauri_pieces *pieces, enum kauri_piece_kind kind,
                     const char *title, struct kauri_string *out)
{
    enum { SHOWN_MAX = 6 };
    size_t count = 0;
    for (size_t i = 0; i < pieces->count; i++) {
        const struct kauri_piece *piece = &pieces->pieces[i];
        char quoted[60];
        if (piece->kind == kind && count++ < SHOWN_MAX) {
            size_t bytes = 0; // of its first line
            while (bytes < piece->length && strchr("\r\n", piece->text[bytes]) == NULL) {
                bytes++;
            }
            kauri_string_add(out, "%s line %u \"%s\"%s", count == 1 ? title : ";", piece->line,
                             kauri_quote(piece->text, bytes, quoted, sizeof quoted),
                             bytes < piece->length ? " ..." : "");
        }
    }
    if (count > SHOWN_MAX) {
        kauri_string_add(out, "; and %zu more", count - SHOWN_MAX);
    }
    kauri_string_add_text(out, count > 0 ? "\n" : "");
}

void kauri_pieces_add_text(const struct kauri_pieces *pieces, struct kauri_string *out)
{
    add_kind(pieces, KAURI_PIECE_SKIPPED, "Skipped:", out);
    add_kind(pieces, KAURI_PIECE_UNCHECKED, "Not checked:", out);
}

// The object Piece:
//     at: int - offset in bytes from the beginning of the text (of UTF-16: of its UTF-8)
//     length: int - bytes
//     line: int - line of its first byte, from 1
//     kind: text - `number`, `move`, `pass`, `captures`, `mark`, `note`, `comment`, `position`,
//         `name`, `date`, `tag`, `score`, `result`, `separator`, `markup`, `blank`, `skipped`, or
//         `not checked` (docs/guide/RECORDS.md, "The account")
//     why: text | null - why it was skipped
//     ply: int | null - index in `plies` of the move that it belongs to
void kauri_pieces_add_json(const struct kauri_pieces *pieces, const char *text,
                           struct kauri_json *json)
{
    kauri_json_begin_array(json, "pieces");
    for (size_t i = 0; i < pieces->count; i++) {
        const struct kauri_piece *piece = &pieces->pieces[i];
        kauri_json_begin_object(json, NULL);
        kauri_json_add_uint(json, "at", (uint64_t)(piece->text - text));
        kauri_json_add_uint(json, "length", piece->length);
        kauri_json_add_uint(json, "line", piece->line);
        kauri_json_add_text(json, "kind", kauri_piece_name(piece->kind));
        kauri_json_add_text(json, "why", piece->why);
        kauri_json_add_known_int(json, "ply", piece->ply != KAURI_PIECE_NO_PLY,
                                 (int64_t)piece->ply);
        kauri_json_end(json);
    }
    kauri_json_end(json);
}
