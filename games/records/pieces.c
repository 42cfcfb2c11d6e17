#include "games/records/pieces.h"

#include "common/memory.h"

#include <stdlib.h>

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

void kauri_pieces_drop(struct kauri_text *text, size_t from, size_t to, const char *why)
{
    for (size_t i = from; i < to && i < text->token_count; i++) {
        const uint8_t piece = text->tokens[i].piece;
        if (piece != KAURI_PIECE_SKIPPED && piece != KAURI_PIECE_UNCHECKED) {
            kauri_pieces_mark(text, i, i + 1, KAURI_PIECE_SKIPPED, 0, why);
        }
    }
}

// Returns true for pieces of words, in which blanks belong to the piece.
static bool is_words(const struct kauri_piece *piece)
{
    switch (piece->kind) {
    case KAURI_PIECE_COMMENT:
    case KAURI_PIECE_POSITION:
    case KAURI_PIECE_NAME:
    case KAURI_PIECE_DATE:
    case KAURI_PIECE_TAG:
    case KAURI_PIECE_RESULT:
    case KAURI_PIECE_SCORE:
    case KAURI_PIECE_CAPTURES:
    case KAURI_PIECE_NOTE:
    case KAURI_PIECE_PASS:
    case KAURI_PIECE_SKIPPED:
    case KAURI_PIECE_UNCHECKED:
        return true;
    default:
        return false;
    }
}

static bool is_same(const struct kauri_piece *a, const struct kauri_piece *b)
{
    return a->kind == b->kind && a->ply == b->ply && a->why == b->why &&
           (is_words(a) || a->kind == KAURI_PIECE_BLANK || a->kind == KAURI_PIECE_MARKUP ||
            a->kind == KAURI_PIECE_NUMBER || a->kind == KAURI_PIECE_MARK);
}

// The pieces that are being made. The last one is kept open, since another may belong to it.
struct piece_maker {
    struct kauri_pieces *pieces;
    bool failed;
};

static void add(struct piece_maker *making, struct kauri_piece piece)
{
    struct kauri_pieces *pieces = making->pieces;
    struct kauri_piece *last = pieces->count > 0 ? &pieces->pieces[pieces->count - 1] : NULL;
    if (piece.length == 0 || making->failed) {
        return;
    }
    if (last != NULL && is_same(last, &piece)) {
        last->length += piece.length;
        return;
    }
    size_t same = pieces->count; // words of one piece, with blanks and markup between them
    while (same > 0 && is_words(&piece) &&
           (pieces->pieces[same - 1].kind == KAURI_PIECE_BLANK ||
            pieces->pieces[same - 1].kind == KAURI_PIECE_MARKUP)) {
        same--;
    }
    if (same > 0 && is_words(&piece) && is_same(&pieces->pieces[same - 1], &piece)) {
        struct kauri_piece *words = &pieces->pieces[same - 1];
        words->length = (size_t)(piece.text - words->text) + piece.length;
        pieces->count = same;
        return;
    }
    if (!KAURI_FITS(pieces->pieces, pieces->count + 1, pieces->room)) {
        making->failed = true;
        return;
    }
    pieces->pieces[pieces->count++] = piece;
}

// Adds what stands between two signs: blanks of line ends, or markup.
static void add_between(struct piece_maker *making, const char *from,
                        const struct kauri_text_sign *sign)
{
    const char *const to = sign->at;
    const size_t bytes = (size_t)(to - from);
    struct kauri_piece piece = {
        .text = from, .length = bytes, .line = sign->line - kauri_plain_line_ends(from, bytes)};
    const char *c = from;
    while (c < to && (*c == ' ' || *c == '\t' || *c == '\r' || *c == '\n')) {
        c++;
    }
    piece.kind = c == to ? KAURI_PIECE_BLANK : KAURI_PIECE_MARKUP;
    add(making, piece);
}

// Adds a sign outside of tokens: a blank, or markup that stands for one.
static void add_blank(struct piece_maker *making, const struct kauri_text_sign *sign)
{
    struct kauri_piece piece = {.text = sign->at, .length = sign->bytes, .line = sign->line};
    switch (sign->kind) {
    case KAURI_MARKUP_NONE:
        piece.kind = KAURI_PIECE_BLANK;
        break;
    case KAURI_MARKUP_SIGNS:
    case KAURI_MARKUP_CELL:
        piece.kind = KAURI_PIECE_MARKUP;
        break;
    case KAURI_MARKUP_COMMENT:
        piece.kind = KAURI_PIECE_COMMENT;
        break;
    case KAURI_MARKUP_STRUCK:
        piece.kind = KAURI_PIECE_SKIPPED;
        piece.why = "struck out";
        break;
    case KAURI_MARKUP_HIDDEN:
        piece.kind = KAURI_PIECE_SKIPPED;
        piece.why = "not shown by browsers";
        break;
    }
    add(making, piece);
}

static void add_token(struct piece_maker *making, const struct kauri_token *token,
                      const struct kauri_text_sign *sign)
{
    if (sign->plain == ' ' || sign->plain == '\n') {
        add_blank(making, sign);
        return;
    }
    add(making, (struct kauri_piece){.text = sign->at,
                                     .length = sign->bytes,
                                     .line = sign->line,
                                     .kind = (enum kauri_piece_kind)token->piece,
                                     .ply = token->ply,
                                     .why = token->why});
}

enum kauri_status kauri_pieces_make(struct kauri_text *text, const char *begin, size_t end,
                                    struct kauri_pieces *pieces, struct kauri_error *error)
{
    struct piece_maker making = {.pieces = pieces};
    const size_t last = kauri_text_restart(text, kauri_token_at(text, end).from);
    const char *at = begin;
    size_t t = 0;
    for (size_t i = 0; i < last; i++) {
        const struct kauri_text_sign *sign = &text->signs[i];
        while (t < end && text->tokens[t].to <= i) {
            t++;
        }
        const struct kauri_token *token = &text->tokens[t];
        const bool inside = t < end && token->from <= i;
        if (inside && token->piece == 0) {
            return kauri_fail(error, KAURI_INTERNAL,
                              "line %u, column %u: the reader has not accounted for a word; please "
                              "report the text",
                              sign->line, sign->column);
        }
        add_between(&making, at, sign);
        if (inside) {
            add_token(&making, token, sign);
        } else {
            add_blank(&making, sign);
        }
        at = sign->at + sign->bytes;
    }
    if (last < text->sign_count) {
        add_between(&making, at, &text->signs[last]);
    }
    return making.failed || text->failed
               ? kauri_fail(error, KAURI_RESOURCE, "out of memory for the pieces of a text")
               : KAURI_OK;
}
