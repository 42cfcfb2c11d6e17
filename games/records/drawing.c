#include "games/records/drawing.h"

#include "games/records/token.h"

#include <string.h>

enum { LINES_MAX = 16 }; // lines of cells in a drawing

// The counters of a hole, or of a part of it that stands on one line.
struct cell {
    unsigned seeds;
    unsigned cowries;
};

// A line of a drawing that has cells.
struct cell_line {
    struct cell cells[KAURI_HOLES_MAX];
    unsigned count;
    unsigned row;    // number of the row that it belongs to, from 0
    unsigned beside; // number beside the cells: captures of the row's owner
};

struct drawing {
    struct kauri_text text;
    struct cell_line lines[LINES_MAX];
    unsigned count;
    const char *end;   // in the source, of the last line of cells
    bool bordered;     // borders stand between rows, which may then have several lines
    unsigned captured; // number on a line of its own, as the head of a row has it in a wiki
    // By row, the upper one first: whether letters name its holes, whose they are, and whether they
    // run from the right to the left.
    struct {
        bool lettered;
        uint8_t side;
        bool reversed;
    } rows[2];
    bool moves[2]; // by side: the text says that it is to move
};

static bool is_border(const struct kauri_text_sign *sign)
{
    return sign->kind == KAURI_MARKUP_CELL || sign->plain == 0x2502 || sign->plain == 0x2503;
}

// Adds a number, or the signs of cowries, at this sign to a cell; returns the sign after it. False
// in *good for anything that is no counter.
static size_t add_counters(const struct kauri_text *text, size_t i, struct cell *cell, bool *good)
{
    unsigned number = 0;
    const size_t from = i;
    while (text->signs[i].plain >= '0' && text->signs[i].plain <= '9' && number < 1000) {
        number = 10 * number + (text->signs[i++].plain - '0');
    }
    const bool digits = i > from;
    if (text->signs[i].plain == '@') {
        unsigned signs = 0;
        for (; text->signs[i].plain == '@'; i++) {
            signs++;
        }
        cell->cowries += digits ? number : signs;
    } else if (digits && from > 0 && text->signs[from - 1].plain == '+') { // "5+1"
        cell->cowries += number;
    } else if (digits) {
        cell->seeds += number;
    } else {
        *good = *good && (text->signs[i].plain == '+' || text->signs[i].plain == ',');
        i++;
    }
    return i;
}

// Reads the cells between the borders of a line: as many as in the lines above, if `known` is not
// 0. Returns false for a line without cells.
static bool read_cells(const struct kauri_text *text, size_t from, size_t to, unsigned known,
                       struct cell_line *line)
{
    struct cell parts[KAURI_HOLES_MAX + 2] = {{0}};
    unsigned part = 0;
    bool good = true;
    bool closed = false; // the last sign that is no blank is a border
    bool wiki = false;   // "||" parts the cells, and no border ends the line
    for (size_t i = from; i < to && good;) {
        const struct kauri_text_sign *sign = &text->signs[i];
        if (is_border(sign)) {
            closed = true;
            wiki = wiki || (sign->kind == KAURI_MARKUP_CELL && sign->bytes > 1);
            good = ++part < KAURI_HOLES_MAX + 2;
            i++;
        } else if (sign->plain == ' ') {
            i++;
        } else {
            closed = false;
            i = add_counters(text, i, &parts[part], &good);
        }
    }
    // "18 | 5 | 7 |" and "| 5 | 7 | 30" have two cells, "| 5 || 7" too.
    closed = !wiki && (closed || part == known + 1);
    line->count = closed ? part - 1 : part;
    line->beside = parts[0].seeds + (closed ? parts[part].seeds : 0);
    memcpy(line->cells, parts + 1, sizeof line->cells);
    return good && part > 1 && line->count >= 1 && line->count <= KAURI_HOLES_MAX;
}

// Takes letters that name the holes of a row: of the upper row if no cells precede them.
static void read_letters(struct drawing *drawing, size_t line, size_t end)
{
    struct kauri_token first = {.kind = KAURI_TOKEN_END};
    struct kauri_token last = first;
    unsigned letters = 0;
    for (size_t i = line; i < end; i++) {
        const struct kauri_token token = kauri_token_at(&drawing->text, i);
        if (token.kind == KAURI_TOKEN_MOVE && (letters == 0 || token.side == first.side)) {
            first = letters == 0 ? token : first;
            last = token;
            letters++;
        }
    }
    if (letters > 1) {
        const unsigned row = drawing->count > 0 ? 1 : 0;
        drawing->rows[row].lettered = true;
        drawing->rows[row].side = first.side;
        drawing->rows[row].reversed = first.hole > last.hole;
    }
}

// Finds who is to move in "North, to move", "South moves" or "Nord ist am Zug".
static void read_mover(struct drawing *drawing, size_t line, size_t end)
{
    enum { WORDS_BETWEEN = 4 };
    for (size_t i = line; i < end; i++) {
        const uint32_t roles = kauri_token_at(&drawing->text, i).roles;
        bool moves = false;
        for (size_t next = i + 1; next < end && next <= i + WORDS_BETWEEN; next++) {
            moves = moves || kauri_role_at(&drawing->text, next, KAURI_ROLE_TURNS);
        }
        drawing->moves[KAURI_SOUTH] |= moves && (roles & KAURI_ROLE_SOUTH) != 0;
        drawing->moves[KAURI_NORTH] |= moves && (roles & KAURI_ROLE_NORTH) != 0;
    }
}

// Returns true if a border stands between the last line of cells and this place: dashes, or "|-" in
// a wiki.
static bool is_below_border(const struct drawing *drawing, const char *at)
{
    for (const char *c = drawing->end; c + 1 < at; c++) {
        if ((c[0] == '-' || c[0] == '|') && c[1] == '-') {
            return true;
        }
        if (c + 2 < at && memcmp(c, "\xe2\x94\x80", 3) == 0) {
            return true;
        }
    }
    return false;
}

static void add_line(struct drawing *drawing, struct cell_line *line, const char *from,
                     const char *to)
{
    const bool below = drawing->count > 0 && is_below_border(drawing, from);
    const unsigned last = drawing->count > 0 ? drawing->lines[drawing->count - 1].row : 0;
    line->row = last + (below ? 1 : 0);
    line->beside += drawing->captured;
    drawing->bordered = drawing->bordered || below;
    drawing->captured = 0;
    drawing->end = to;
    drawing->lines[drawing->count++] = *line;
}

static void read_line(struct drawing *drawing, size_t line, size_t end)
{
    struct kauri_text *text = &drawing->text;
    const struct kauri_token first = kauri_token_at(text, line);
    const struct kauri_token second = kauri_token_at(text, line + 1);
    size_t from = first.from;
    while (from > 0 && text->signs[from - 1].plain != '\n') {
        from--; // the borders before the first token
    }
    struct cell_line cells = {.count = 0};
    if (kauri_token_is_sign(&first, '!') && second.kind == KAURI_TOKEN_NUMBER && line + 2 == end) {
        drawing->captured = second.number;
    } else if (drawing->count < LINES_MAX && read_cells(text, from, kauri_token_at(text, end).from,
                                                        drawing->lines[0].count, &cells)) {
        const char *to = kauri_first_sign_at(text, end).at;
        add_line(drawing, &cells, text->signs[from].at, to);
    } else {
        read_letters(drawing, line, end);
        read_mover(drawing, line, end);
    }
}

// Puts the lines of one row, upper or lower, into the position.
static void take_row(const struct drawing *drawing, unsigned row, uint8_t side,
                     struct kauri_position *position, unsigned sums[2])
{
    // Without letters, each row runs from its owner's left as South sees the board.
    const bool reversed =
        drawing->rows[row].lettered ? drawing->rows[row].reversed : side == KAURI_NORTH;
    for (unsigned hole = 0; hole < position->holes; hole++) {
        const unsigned at = reversed ? position->holes - 1U - hole : hole;
        unsigned seeds = 0;
        unsigned cowries = 0;
        for (unsigned i = 0; i < drawing->count; i++) {
            const struct cell_line *line = &drawing->lines[i];
            seeds += line->row == row ? line->cells[at].seeds : 0;
            cowries += line->row == row ? line->cells[at].cowries : 0;
        }
        position->seeds[side * position->holes + hole] = (uint8_t)seeds;
        position->cowries[side * position->holes + hole] = (uint8_t)cowries;
        sums[0] += seeds;
        sums[1] += cowries;
    }
    unsigned captured = 0;
    for (unsigned i = 0; i < drawing->count; i++) {
        captured += drawing->lines[i].row == row ? drawing->lines[i].beside : 0;
    }
    position->score[side] = (uint8_t)captured;
    sums[0] += captured;
}

static enum kauri_status make_position(struct drawing *drawing, struct kauri_position *position,
                                       struct kauri_error *error)
{
    unsigned sums[2] = {0};
    bool even = drawing->count >= 2;
    for (unsigned i = 1; i < drawing->count; i++) {
        drawing->lines[i].row = drawing->bordered ? drawing->lines[i].row : i;
        even = even && drawing->lines[i].count == drawing->lines[0].count;
    }
    even = even && drawing->lines[drawing->count - 1].row == 1;
    if (!even) {
        return kauri_fail(error, KAURI_MISSING,
                          "the text draws no board of two rows with 1 to 6 cells");
    }
    if (drawing->moves[KAURI_SOUTH] == drawing->moves[KAURI_NORTH]) {
        return kauri_fail(error, KAURI_BAD_INPUT,
                          "the drawing does not say who is to move; write \"South to move\" or "
                          "\"North to move\" below it");
    }
    // Letters say whose the rows are; North's is above without them.
    const uint8_t upper = drawing->rows[0].lettered   ? drawing->rows[0].side
                          : drawing->rows[1].lettered ? 1 - drawing->rows[1].side
                                                      : KAURI_NORTH;
    struct kauri_position read = {
        .holes = (uint8_t)drawing->lines[0].count,
        .side = drawing->moves[KAURI_NORTH] ? KAURI_NORTH : KAURI_SOUTH,
    };
    take_row(drawing, 0, upper, &read, sums);
    take_row(drawing, 1, 1 - upper, &read, sums);
    if (sums[0] > KAURI_SEEDS_MAX || sums[1] > KAURI_COWRIES_MAX) {
        return kauri_fail(
            error, KAURI_BAD_INPUT,
            "the drawing has %u seeds and %u cowries; at most %d and %d are on a board", sums[0],
            sums[1], KAURI_SEEDS_MAX, KAURI_COWRIES_MAX);
    }
    *position = read;
    return KAURI_OK;
}

enum kauri_status kauri_drawing_read(const char *source, struct kauri_position *position,
                                     struct kauri_error *error)
{
    struct drawing drawing = {.text = kauri_text_begin(source, 1, 1)};
    size_t line = 0;
    while (kauri_token_at(&drawing.text, line).kind != KAURI_TOKEN_END) {
        const size_t end = kauri_line_end(&drawing.text, line);
        if (end > line) {
            read_line(&drawing, line, end);
        }
        line = kauri_token_at(&drawing.text, end).kind == KAURI_TOKEN_END ? end : end + 1;
    }
    const enum kauri_status status =
        drawing.text.failed ? kauri_fail(error, KAURI_RESOURCE, "out of memory for a text")
                            : make_position(&drawing, position, error);
    kauri_text_clear(&drawing.text);
    return status;
}
