#include "waurie/statements.h"

#include "waurie/problem.h"

#include <stdio.h>
#include <string.h>

struct statement_check {
    struct waurie_decider *decider;
    const struct waurie_printed_line *lines;
    const struct waurie_board *board;
    struct waurie_statements *statements;
};

static struct waurie_statement *add(struct statement_check *check, enum waurie_statement_kind kind,
                                    const char *source, const char *text, bool holds)
{
    struct waurie_statements *all = check->statements;
    // There are fewer statements than places.
    struct waurie_statement *item =
        &all->items[all->count < WAURIE_STATEMENTS_MAX ? all->count++ : 0];
    *item = (struct waurie_statement){.kind = kind, .source = source, .text = text, .holds = holds};
    all->failed += kind == WAURIE_STATED && !holds ? 1 : 0;
    return item;
}

// The position before a sowing of a line that fits the board.
static struct waurie_board board_before(const struct statement_check *check,
                                        const struct waurie_printed_line *line, unsigned sowing)
{
    struct waurie_board board = *check->board;
    for (unsigned i = 0; i < sowing; i++) {
        board = waurie_play(waurie_decider_rules(check->decider), &board, line->line.sowings[i].pit)
                    .board;
    }
    return board;
}

// The moves of a position: bit i of `legal` and `winning` for pit i, and their values.
struct move_values {
    unsigned legal, winning;
    struct waurie_value values[WAURIE_PITS_MAX];
    struct waurie_value value; // of the position
};

static enum kauri_status decide_moves(const struct statement_check *check,
                                      const struct waurie_board *board, struct move_values *moves,
                                      struct kauri_error *error)
{
    *moves = (struct move_values){.legal = 0};
    enum kauri_status status = waurie_decide(check->decider, board, &moves->value, error);
    for (unsigned pit = 0; pit < board->pits && status == KAURI_OK; pit++) {
        if (board->own[pit] > 0) {
            status = waurie_decide_move(check->decider, board, pit, &moves->values[pit], error);
            moves->legal |= 1U << pit;
            moves->winning |= moves->values[pit].win ? 1U << pit : 0;
        }
    }
    return status;
}

// Writes pit numbers, "1 and 5".
static void write_pits(unsigned pits, char *text, size_t room)
{
    size_t length = 0;
    text[0] = '\0';
    for (unsigned pit = 0; pits != 0 && length + 8 < room; pit++) {
        if ((pits >> pit & 1U) != 0) {
            pits &= ~(1U << pit);
            length += (size_t)snprintf(text + length, room - length, "%s%u",
                                       length == 0 ? ""
                                       : pits == 0 ? " and "
                                                   : ", ",
                                       pit + 1);
        }
    }
}

static void say_winning(const struct move_values *moves, struct waurie_statement *item)
{
    char won[40];
    char lost[40];
    write_pits(moves->winning, won, sizeof won);
    write_pits(moves->legal & ~moves->winning, lost, sizeof lost);
    (void)snprintf(item->reason, sizeof item->reason, "winning: %s; losing: %s",
                   won[0] == '\0' ? "none" : won, lost[0] == '\0' ? "none" : lost);
}

static unsigned bit_of(const struct waurie_printed_line *line, unsigned sowing)
{
    return 1U << line->line.sowings[sowing].pit;
}

// "South to move and win!", "(15 moves)" and the main line.
static enum kauri_status check_main(struct statement_check *check, struct kauri_error *error)
{
    const struct waurie_printed_line *line = &check->lines[WAURIE_MAIN_LINE];
    struct move_values moves;
    enum kauri_status status = decide_moves(check, check->board, &moves, error);
    if (status != KAURI_OK) {
        return status;
    }
    const struct waurie_value value = moves.value;
    struct waurie_statement *item = add(check, WAURIE_STATED, "South to move and win",
                                        "South wins against every defence", value.win);
    (void)snprintf(item->reason, sizeof item->reason, "%s wins in %u turns",
                   value.win ? "South" : "North", value.turns);
    const unsigned turns = waurie_line_turns(&line->line);
    item = add(check, WAURIE_STATED, "(15 moves)",
               "the main line has 15 turns, and best play takes as many",
               value.win && turns == WAURIE_PRINTED_TURNS && value.turns == turns);
    (void)snprintf(item->reason, sizeof item->reason,
                   "%u turns printed, %u with best play; sowings: %u and %u", turns, value.turns,
                   line->line.count, value.sowings);
    unsigned wrong = 0;
    unsigned slow = 0;
    unsigned only = 0;
    char list[40] = "";
    bool north = false;
    for (unsigned i = 0; i < line->line.count; i++) {
        const struct waurie_board board = board_before(check, line, i);
        status = decide_moves(check, &board, &moves, error);
        if (status != KAURI_OK) {
            return status;
        }
        const struct waurie_sowing *sowing = &line->line.sowings[i];
        const struct waurie_value played = moves.values[sowing->pit];
        wrong += played.win == north ? 1 : 0;
        slow += played.turns != moves.value.turns ? 1 : 0;
        // A move that is marked is checked by itself.
        if (!north && sowing->mark == 0 && moves.winning == bit_of(line, i) &&
            moves.legal != moves.winning) {
            (void)snprintf(list + strlen(list), sizeof list - strlen(list), "%s%u",
                           only++ == 0 ? "" : ", ", sowing->pit + 1U);
        }
        north = north == sowing->joined;
    }
    item = add(check, WAURIE_STATED, "South wins", "no move of the main line changes the winner",
               wrong == 0);
    (void)snprintf(item->reason, sizeof item->reason, "%u of %u sowings change it", wrong,
                   line->line.count);
    item = add(check, WAURIE_FACT, "main line", "every move is best play, counted in turns",
               slow == 0);
    (void)snprintf(item->reason, sizeof item->reason,
                   "%u of %u sowings lengthen the win or shorten the defence, in turns", slow,
                   line->line.count);
    item = add(check, WAURIE_FACT, "main line",
               "where only one move of South wins, it has the sign !", only == 0);
    (void)snprintf(item->reason, sizeof item->reason, "without it: %s", only == 0 ? "none" : list);
    return KAURI_OK;
}

// The moves that win at the n-th turn of South according to remark 1, after `played`, the turns
// before in the form of an order: "" or "5" or "5, 1".
static unsigned moves_of_orders(const char *played)
{
    unsigned pits = 0;
    const size_t length = strlen(played);
    for (unsigned i = 0; i < WAURIE_PRINTED_ORDERS; i++) {
        const char *order = waurie_printed_order(i);
        if (strncmp(order, played, length) == 0) {
            pits |= 1U << (order[length == 0 ? 0 : length + 2] - '1');
        }
    }
    return pits;
}

// The signs of one line.
static enum kauri_status check_signs(struct statement_check *check,
                                     const struct waurie_printed_line *line,
                                     const char *const *sources, struct kauri_error *error)
{
    unsigned found = 0;
    char played[16] = "";
    bool north = false;
    for (unsigned i = 0; i < line->line.count; i++) {
        const struct waurie_sowing *sowing = &line->line.sowings[i];
        if (i >= line->shared && sowing->mark != 0) {
            const struct waurie_board board = board_before(check, line, i);
            const unsigned bit = bit_of(line, i);
            struct move_values moves;
            const enum kauri_status status = decide_moves(check, &board, &moves, error);
            if (status != KAURI_OK) {
                return status;
            }
            const char *source = sources[found++];
            if (sowing->mark == '?') {
                say_winning(&moves,
                            add(check, WAURIE_STATED, source, "the move loses, and another wins",
                                (moves.winning & bit) == 0 && moves.winning != 0));
            } else {
                const bool strict = moves.winning == bit;
                const unsigned orders =
                    !north && strlen(played) < 7 ? moves_of_orders(played) & ~bit : 0;
                if (orders != 0) {
                    say_winning(&moves, add(check, WAURIE_STRICTER, source,
                                            "no other move wins (remark 1 gives others)", strict));
                    say_winning(&moves, add(check, WAURIE_STATED, source,
                                            "only moves that begin an order of remark 1 win",
                                            moves.winning == (orders | bit)));
                } else {
                    say_winning(&moves,
                                add(check, WAURIE_STATED, source, "no other move wins", strict));
                }
            }
        }
        if (!north && strlen(played) + 5 < sizeof played) {
            (void)snprintf(played + strlen(played), sizeof played - strlen(played), "%s%u",
                           played[0] == '\0' ? "" : ", ", sowing->pit + 1U);
        }
        north = north == sowing->joined;
    }
    return KAURI_OK;
}

// "North is faster." and "North wins.": how long the game takes after the mistake.
static enum kauri_status check_variation(struct statement_check *check,
                                         const struct waurie_printed_line *line, const char *source,
                                         struct kauri_error *error)
{
    const struct waurie_board board = board_before(check, line, line->shared);
    struct waurie_value value;
    const enum kauri_status status = waurie_decide_move(
        check->decider, &board, line->line.sowings[line->shared].pit, &value, error);
    unsigned turns = 0;
    for (unsigned i = line->shared; i < line->line.count; i++) {
        turns += line->line.sowings[i].joined ? 0 : 1;
    }
    bool fits = false;
    const enum kauri_status fitted =
        status != KAURI_OK ? status
                           : waurie_problem_fits(check->decider, line, check->board, &fits, error);
    struct waurie_statement *item =
        add(check, WAURIE_STATED, source, "the line can be played and empties North's row first",
            fits && !value.win);
    (void)snprintf(item->reason, sizeof item->reason,
                   "%u turns printed, %u with best play of both sides from there", turns,
                   value.turns);
    return fitted;
}

// Notes the first three turns with which South keeps the win.
struct orders {
    bool expected[WAURIE_PRINTED_ORDERS];
    unsigned others;
    char other[32]; // one of them
};

static void note_order(struct orders *orders, const char *order)
{
    for (unsigned i = 0; i < WAURIE_PRINTED_ORDERS; i++) {
        if (strcmp(order, waurie_printed_order(i)) == 0) {
            orders->expected[i] = true;
            return;
        }
    }
    (void)snprintf(orders->other, sizeof orders->other, "%s", order);
    orders->others++;
}

// `turns` of South's turns are in `text`; `joined` after a bonus.
static enum kauri_status find_orders(const struct statement_check *check,
                                     const struct waurie_board *board, bool north, unsigned turns,
                                     bool joined, const char *text, struct orders *orders,
                                     struct kauri_error *error)
{
    struct move_values moves;
    enum kauri_status status = decide_moves(check, board, &moves, error);
    for (unsigned pit = 0; pit < board->pits && status == KAURI_OK; pit++) {
        if (((north ? moves.legal : moves.winning) >> pit & 1U) == 0) {
            continue;
        }
        const struct waurie_move move =
            waurie_play(waurie_decider_rules(check->decider), board, pit);
        char longer[32];
        (void)snprintf(longer, sizeof longer, "%s", text);
        if (!north && strlen(text) + 5 < sizeof longer) {
            (void)snprintf(longer + strlen(text), sizeof longer - strlen(text), "%s%u",
                           text[0] == '\0' ? ""
                           : joined        ? "-"
                                           : ", ",
                           pit + 1);
        }
        const unsigned now = turns + (!north && !move.again ? 1 : 0);
        if (now == 3 || move.won) {
            note_order(orders, longer);
        } else {
            status = find_orders(check, &move.board, north != !move.again, now,
                                 move.again && !north, longer, orders, error);
        }
    }
    return status;
}

static enum kauri_status check_orders(struct statement_check *check, struct kauri_error *error)
{
    struct orders orders = {.others = 0};
    const enum kauri_status status =
        find_orders(check, check->board, false, 0, false, "", &orders, error);
    unsigned found = 0;
    char list[80] = "";
    for (unsigned i = 0; i < WAURIE_PRINTED_ORDERS; i++) {
        if (orders.expected[i]) {
            (void)snprintf(list + strlen(list), sizeof list - strlen(list), "%s(%s)",
                           found++ == 0 ? "" : ", ", waurie_printed_order(i));
        }
    }
    struct waurie_statement *item =
        add(check, WAURIE_STATED, "remark 1", "these three orders win, and no other three turns do",
            found == WAURIE_PRINTED_ORDERS && orders.others == 0);
    (void)snprintf(item->reason, sizeof item->reason, "of the three, these win: %s",
                   found == 0 ? "none" : list);
    const size_t length = strlen(item->reason);
    if (orders.others == 0) {
        (void)snprintf(item->reason + length, sizeof item->reason - length, "; others: none");
    } else {
        (void)snprintf(item->reason + length, sizeof item->reason - length,
                       "; others: %u, such as (%s)", orders.others, orders.other);
    }
    return status;
}

// What feeding North does in the positions that South reaches without feeding and without giving
// the win away.
struct feeding {
    bool lone;           // North has one seed
    unsigned early;      // feeding moves before it has reached pit 6
    unsigned early_wins; // those of them that win
    unsigned due;        // positions of South with the seed in pit 6
    unsigned due_wrong;  // those where feeding loses, or something else wins
};

static enum kauri_status find_feeding(const struct statement_check *check,
                                      const struct waurie_board *board, bool north,
                                      struct feeding *feeding, struct kauri_error *error)
{
    struct move_values moves;
    enum kauri_status status = decide_moves(check, board, &moves, error);
    const bool due = !north && board->other[board->pits - 1] > 0;
    bool wrong = false;
    for (unsigned pit = 0; pit < board->pits && status == KAURI_OK; pit++) {
        if ((moves.legal >> pit & 1U) == 0) {
            continue;
        }
        const bool wins = (moves.winning >> pit & 1U) != 0;
        const struct waurie_move move =
            waurie_play(waurie_decider_rules(check->decider), board, pit);
        const uint8_t *row = move.again ? move.board.other : move.board.own;
        const bool feeds = !north && waurie_row_seeds(row) > waurie_row_seeds(board->other);
        if (feeds && !due) {
            feeding->early++;
            feeding->early_wins += wins ? 1 : 0;
        }
        wrong = wrong || (due && wins != feeds);
        if (!feeds && !move.won && (north || wins)) {
            status = find_feeding(check, &move.board, north != !move.again, feeding, error);
        }
    }
    feeding->due += due ? 1 : 0;
    feeding->due_wrong += due && wrong ? 1 : 0;
    return status;
}

static enum kauri_status check_feeding(struct statement_check *check, struct kauri_error *error)
{
    struct feeding feeding = {.lone = waurie_row_seeds(check->board->other) == 1};
    enum kauri_status status = KAURI_OK;
    if (feeding.lone) {
        status = find_feeding(check, check->board, false, &feeding, error);
    }
    struct waurie_statement *item =
        add(check, WAURIE_STATED, "remark 2", "feeding North before his seed is in pit 6 loses",
            feeding.lone && feeding.early > 0 && feeding.early_wins == 0);
    static const char not_lone[] = "North has more than one seed";
    if (feeding.lone) {
        (void)snprintf(item->reason, sizeof item->reason, "such moves: %u, winning: %u",
                       feeding.early, feeding.early_wins);
    } else {
        memcpy(item->reason, not_lone, sizeof not_lone);
    }
    item = add(check, WAURIE_STATED, "remark 2",
               "with the seed in pit 6, feeding wins and nothing else does",
               feeding.lone && feeding.due > 0 && feeding.due_wrong == 0);
    if (feeding.lone) {
        (void)snprintf(item->reason, sizeof item->reason,
                       "such positions in winning play: %u, contradicting: %u", feeding.due,
                       feeding.due_wrong);
    } else {
        memcpy(item->reason, not_lone, sizeof not_lone);
    }
    return status;
}

// The letter (c) has no variation.
static enum kauri_status report_letter_c(struct statement_check *check, struct kauri_error *error)
{
    const struct waurie_printed_line *line = &check->lines[WAURIE_MAIN_LINE];
    for (unsigned i = 0; i < line->line.count; i++) {
        if (line->line.sowings[i].letter != 'c') {
            continue;
        }
        const struct waurie_board board = board_before(check, line, i);
        struct move_values moves;
        const enum kauri_status status = decide_moves(check, &board, &moves, error);
        struct waurie_statement *item = add(
            check, WAURIE_FACT, "c", "no other move wins at this letter, which has no variation",
            (moves.winning & ~bit_of(line, i)) == 0);
        for (unsigned pit = 0; pit < board.pits; pit++) {
            const size_t length = strlen(item->reason);
            if ((moves.legal & ~bit_of(line, i)) >> pit & 1U) {
                (void)snprintf(item->reason + length, sizeof item->reason - length,
                               "%s%u %s in %u turns", length == 0 ? "" : ", ", pit + 1,
                               moves.values[pit].win ? "wins" : "loses", moves.values[pit].turns);
            }
        }
        return status;
    }
    return KAURI_OK;
}

enum kauri_status
waurie_statements_check(struct waurie_decider *decider,
                        const struct waurie_printed_line lines[WAURIE_PRINTED_LINES],
                        const struct waurie_board *board, struct waurie_statements *statements,
                        struct kauri_error *error)
{
    static const char *const main_signs[] = {"5!", "1!", "6!"};
    static const char *const a_signs[] = {"(a) 6?"};
    static const char *const b_signs[] = {"(b) 6?", "(b) 1!"};
    struct statement_check check = {decider, lines, board, statements};
    enum kauri_status status = KAURI_OK;
    *statements = (struct waurie_statements){.count = 0};
    for (unsigned i = 0; i < WAURIE_PRINTED_LINES; i++) {
        bool fits = false;
        KAURI_TRY(waurie_problem_fits(decider, &lines[i], board, &fits, error));
        if (!fits) {
            (void)snprintf(add(&check, WAURIE_STATED, lines[i].name,
                               "the line can be played and ends the game", false)
                               ->reason,
                           WAURIE_REASON_BYTES, "it cannot; nothing else is checked");
        }
    }
    if (statements->failed > 0) {
        return KAURI_OK;
    }
    KAURI_TRY(check_main(&check, error));
    KAURI_TRY(check_signs(&check, &lines[WAURIE_MAIN_LINE], main_signs, error));
    KAURI_TRY(check_signs(&check, &lines[WAURIE_LINE_A], a_signs, error));
    KAURI_TRY(check_variation(&check, &lines[WAURIE_LINE_A], "(a) North is faster", error));
    KAURI_TRY(check_signs(&check, &lines[WAURIE_LINE_B], b_signs, error));
    KAURI_TRY(check_variation(&check, &lines[WAURIE_LINE_B], "(b) North wins", error));
    KAURI_TRY(check_orders(&check, error));
    KAURI_TRY(check_feeding(&check, error));
    KAURI_TRY(report_letter_c(&check, error));
cleanup:
    return status;
}
