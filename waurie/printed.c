#include "waurie/printed.h"

static const struct {
    const char *name;
    const char *text;
    char letter; // of the place in the main line
    bool north_wins;
} printed[WAURIE_PRINTED_LINES] = {
    [WAURIE_MAIN_LINE] = {"main line", "5! a/3/1! b/4/2 c/5/6!/6-1/3/2/4/3/5/4/6", 0, false},
    [WAURIE_LINE_A] = {"(a)", "6?-1/3/2/4/3/5/4/6", 'a', true},
    [WAURIE_LINE_B] = {"(b)", "6?/1!/1/2/2/3/3/4/4/6-5/5/6", 'b', true},
};

// The number of sowings of the main line before the variation begins.
static unsigned shared_with(const struct waurie_line *main_line, char letter,
                            enum waurie_letters letters)
{
    unsigned turn = 0; // first sowing of the current turn
    for (unsigned i = 0; letter != 0 && i < main_line->count; i++) {
        if (main_line->sowings[i].letter == letter) {
            return letters == WAURIE_LETTER_AFTER ? turn : i + 1;
        }
        turn = main_line->sowings[i].joined ? turn : i + 1;
    }
    return 0;
}

enum kauri_status waurie_printed_read(enum waurie_letters letters,
                                      struct waurie_printed_line lines[WAURIE_PRINTED_LINES],
                                      struct kauri_error *error)
{
    for (unsigned i = 0; i < WAURIE_PRINTED_LINES; i++) {
        struct waurie_line own;
        const enum kauri_status status = waurie_line_parse(printed[i].text, &own, error);
        if (status != KAURI_OK) {
            return status;
        }
        struct waurie_printed_line *line = &lines[i];
        *line = (struct waurie_printed_line){
            .name = printed[i].name,
            .text = printed[i].text,
            .north_wins = printed[i].north_wins,
        };
        line->shared = shared_with(&lines[0].line, printed[i].letter, letters);
        for (; line->line.count < line->shared; line->line.count++) {
            line->line.sowings[line->line.count] = lines[0].line.sowings[line->line.count];
        }
        for (unsigned k = 0; k < own.count; k++) {
            if (line->line.count == WAURIE_SOWINGS_MAX) {
                return kauri_fail(error, KAURI_INTERNAL, "a printed line is too long");
            }
            line->line.sowings[line->line.count++] = own.sowings[k];
        }
    }
    return KAURI_OK;
}

const char *waurie_printed_order(unsigned i)
{
    static const char *const orders[WAURIE_PRINTED_ORDERS] = {"5, 1, 2", "1, 5, 2", "1, 2, 5"};
    return orders[i];
}
