#include "waurie/cli/position_solver.h"

#include "cli/threads.h"
#include "common/size.h"
#include "waurie/cli/counts_json.h"
#include "waurie/solver/solve_tables.h"
#include "waurie/waurie_notation.h"

static void add_text(const struct waurie_position *position,
                     const struct waurie_position_solved *solved, struct kauri_string *out)
{
    char text[WAURIE_POSITION_TEXT_BYTES];
    char count[KAURI_SIZE_TEXT_BYTES];
    kauri_string_add(out, "%s\n", waurie_position_format(position, text));
    kauri_string_add(out, "%s wins.\n", waurie_side_name(position->north == solved->wins));
    for (unsigned i = 0; i < solved->count; i++) {
        kauri_string_add(out, "  %u%c  %s\n", solved->moves[i].pit + 1U,
                         solved->moves[i].again ? '-' : ' ',
                         solved->moves[i].wins ? "wins" : "loses");
    }
    kauri_string_add(out, "Moves of %s; a hyphen means a bonus move.\n",
                     waurie_side_name(position->north));
    kauri_string_add(out, "Solved: the %s positions with as many seeds in the rows.\n",
                     kauri_format_count(solved->solved, count));
}

enum kauri_status waurie_position_solver(const struct waurie_tables_choice *choice,
                                         const char *text, const struct kauri_progress *progress,
                                         struct kauri_string *out, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct waurie_position position;
    struct waurie_position_solved solved;
    const struct waurie_position_request request = {.folder = choice->folder,
                                                    .rules = choice->rules,
                                                    .threads = (unsigned)choice->threads,
                                                    .memory = choice->memory,
                                                    .progress = progress};
    KAURI_TRY(waurie_position_parse(text, &position, error));
    if (waurie_row_seeds(position.board.own) == 0 || waurie_row_seeds(position.board.other) == 0) {
        return kauri_fail(error, KAURI_BAD_INPUT, "a row of %s is empty: nothing is to be solved",
                          text);
    }
    KAURI_TRY(kauri_threads_start(request.threads, error));
    status = waurie_solve_position(&request, &position.board, &solved, error);
    if (status == KAURI_MISSING) {
        waurie_tables_advise(choice->folder, &choice->rules, position.board.pits,
                             waurie_seeds(&position.board) - 1, error);
    } else if (status == KAURI_RESOURCE) {
        kauri_error_append(error, " (--memory SIZE)");
    }
    KAURI_TRY(status);
    if (choice->json) {
        waurie_json_position(&choice->rules, &position, &solved, out);
    } else {
        add_text(&position, &solved, out);
    }
cleanup:
    return status;
}
