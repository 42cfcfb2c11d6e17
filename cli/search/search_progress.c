#include "cli/search/search_progress.h"

#include "common/size.h"
#include "queries/answers/value_words.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#define SECONDS_BETWEEN 0.25

// Adds the moves that may be best: ", a>=+4 120:45" for efforts of 120 to prove and 45 to refute
// that a is worth +4 or more. The next moves have ">=+4" only if it is another number.
static void add_open_moves(struct kauri_string *line, const struct kauri_search_answer *search)
{
    int before = INT_MIN;
    for (unsigned i = 0; i < search->move_count; i++) {
        const struct kauri_valued_move *move = &search->moves[i];
        if (!move->efforts.known || move->r.high < search->r.low) {
            continue;
        }
        kauri_string_add(line, ", %c",
                         kauri_move_letter((enum kauri_side)search->position.side, move->hole));
        if (move->efforts.x != before) {
            kauri_string_add_text(line, ">=");
            kauri_string_add_signed(line, move->efforts.x);
        }
        kauri_string_add(line, " %u:%u", move->efforts.yes, move->efforts.no);
        before = move->efforts.x;
    }
}

static void show(void *follower, const struct kauri_search_answer *search)
{
    struct kauri_search_ticker *ticker = follower;
    if (!kauri_status_line_is_due(&ticker->line)) {
        return;
    }
    if (search->seconds < ticker->seconds) { // this is another search
        ticker->seconds = 0;
        ticker->nodes = 0;
    }
    const double elapsed = search->seconds - ticker->seconds;
    const double speed = elapsed > 0 ? (double)(search->nodes - ticker->nodes) / elapsed : 0;
    struct kauri_string line = {.bytes = NULL};
    kauri_string_add(&line, "%.0f s, %s positions, %.2f M/s, r ", search->seconds,
                     KAURI_COUNT_TEXT(search->nodes), speed / 1e6);
    kauri_words_bounds(&line, search->r);
    kauri_string_add(&line, ", memory %.0f %%", 100 * search->fill);
    add_open_moves(&line, search);
    kauri_status_line_show(&ticker->line, kauri_string_text(&line));
    kauri_string_clear(&line);
    ticker->seconds = search->seconds;
    ticker->nodes = search->nodes;
}

// Shows that facts are checked, or that a proof is being written.
static void show_stage(void *context, const struct kauri_progress_report *report)
{
    struct kauri_search_ticker *ticker = context;
    char text[128];
    if (!kauri_status_line_is_due(&ticker->line)) {
        return;
    }
    if (strcmp(report->stage, "proof") == 0) {
        (void)snprintf(text, sizeof text, "proof: %.0f s, %s steps, %s positions searched again",
                       report->seconds, KAURI_COUNT_TEXT(report->done),
                       KAURI_COUNT_TEXT(report->round));
    } else if (strcmp(report->stage, "proofs") == 0) {
        (void)snprintf(text, sizeof text, "facts: %llu of %llu proofs checked",
                       (unsigned long long)report->done, (unsigned long long)report->total);
    } else {
        return;
    }
    kauri_status_line_show(&ticker->line, text);
}

void kauri_search_ticker_begin(struct kauri_search_ticker *ticker,
                               const struct kauri_progress_view *view)
{
    *ticker = (struct kauri_search_ticker){
        .progress = {.report = show_stage,
                     .cancelled = view->progress.cancelled,
                     .context = ticker},
    };
    kauri_status_line_begin(&ticker->line, SECONDS_BETWEEN);
}

void kauri_search_ticker_follow(struct kauri_search_ticker *ticker,
                                struct kauri_search_limits *limits)
{
    limits->progress = &ticker->progress;
    limits->follow = show;
    limits->follower = ticker;
}
