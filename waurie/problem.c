#include "waurie/problem.h"

#include <stdlib.h>

enum { PITS = WAURIE_PITS_MAX, STORE = PITS, STOPS = 2 * PITS + 1, OPEN = -1 };

// A board with open pits: the seeds in each pit of South and North at the beginning, or OPEN.
struct open_board {
    int pits[2][PITS];
};

// What comparing a line with an open board says.
enum fit { CONFLICT, POSSIBLE, NEEDS_PIT };

struct needed {
    unsigned side, pit;
};

// Seeds that are in a pit: those that have been there from the beginning, unless they have been
// sown, and those that have come since.
struct open_pit {
    int first; // or OPEN
    int come;
};

struct open_play {
    struct open_pit pits[2][PITS];
    // Of the side that wins the line: sowings (1 is the first) from which on the pit must stay
    // empty, 0 if it is never sown.
    unsigned last[PITS];
    unsigned winner;
};

static void begin(struct open_play *play, const struct open_board *board,
                  const struct waurie_printed_line *line)
{
    *play = (struct open_play){.winner = line->north_wins ? 1 : 0};
    for (unsigned pit = 0; pit < PITS; pit++) {
        play->pits[0][pit].first = board->pits[0][pit];
        play->pits[1][pit].first = board->pits[1][pit];
    }
    unsigned side = 0;
    for (unsigned i = 0; i < line->line.count; i++) {
        const struct waurie_sowing *sowing = &line->line.sowings[i];
        if (side == play->winner) {
            play->last[sowing->pit] = i + 1;
        }
        side = sowing->joined ? side : 1 - side;
    }
}

// Whether a pit of the winner that is not sown any more is empty, as far as is known.
static bool ends_empty(const struct open_play *play, unsigned pit, unsigned sowings)
{
    const struct open_pit *seeds = &play->pits[play->winner][pit];
    return play->last[pit] > sowings || (seeds->first <= 0 && seeds->come == 0);
}

// Plays a line on an open board until a pit is sown that is open.
static enum fit compare(const struct waurie_rules *rules, const struct open_board *board,
                        const struct waurie_printed_line *line, struct needed *needed)
{
    struct open_play play;
    begin(&play, board, line);
    unsigned side = 0;
    for (unsigned i = 0; i < line->line.count; i++) {
        const struct waurie_sowing *sowing = &line->line.sowings[i];
        struct open_pit *from = &play.pits[side][sowing->pit];
        if (from->first == OPEN) {
            *needed = (struct needed){side, sowing->pit};
            return NEEDS_PIT;
        }
        int seeds = from->first + from->come;
        if (seeds == 0) {
            return CONFLICT;
        }
        *from = (struct open_pit){.first = 0};
        unsigned stop = sowing->pit;
        while (seeds > 0) {
            stop = (stop + 1) % STOPS;
            if (stop == sowing->pit && rules->skip) {
                continue;
            }
            if (stop != STORE) {
                play.pits[stop < STORE ? side : 1 - side][stop < STORE ? stop : stop - STORE - 1]
                    .come++;
            }
            seeds--;
        }
        const bool last = i + 1 == line->line.count;
        if (!last && (stop == STORE) != sowing->joined) {
            return CONFLICT;
        }
        for (unsigned pit = 0; pit < PITS; pit++) {
            if (!ends_empty(&play, pit, i + 1)) {
                return CONFLICT;
            }
        }
        side = sowing->joined ? side : 1 - side;
    }
    return POSSIBLE;
}

enum kauri_status waurie_problem_fits(struct waurie_decider *decider,
                                      const struct waurie_printed_line *line,
                                      const struct waurie_board *board, bool *fits,
                                      struct kauri_error *error)
{
    const struct waurie_rules *rules = waurie_decider_rules(decider);
    struct waurie_board now = *board;
    bool north = false;
    *fits = false;
    for (unsigned i = 0; i < line->line.count; i++) {
        const struct waurie_sowing *sowing = &line->line.sowings[i];
        const bool over =
            waurie_won(rules, &now) || (!rules->at_turn && waurie_row_seeds(now.other) == 0);
        if (over || now.own[sowing->pit] == 0) {
            return KAURI_OK;
        }
        const struct waurie_move move = waurie_play(rules, &now, sowing->pit);
        if (i + 1 < line->line.count) {
            if (move.won || move.again != sowing->joined) {
                return KAURI_OK;
            }
            now = move.board;
            north = north != !move.again;
            continue;
        }
        if (north != line->north_wins) {
            return KAURI_OK;
        }
        *fits = move.won;
        if (!move.won && !move.again && waurie_row_seeds(move.board.other) == 0) {
            struct waurie_value value = {.win = true};
            const enum kauri_status status = waurie_decide(decider, &move.board, &value, error);
            *fits = !value.win;
            return status;
        }
    }
    return KAURI_OK;
}

struct finding {
    struct waurie_decider *decider;
    const struct waurie_printed_line *lines;
    unsigned count;
    struct open_board board;
    struct waurie_candidates *candidates;
};

static enum kauri_status keep(struct finding *find, struct kauri_error *error)
{
    struct waurie_candidates *candidates = find->candidates;
    struct waurie_board board = {.pits = PITS};
    for (unsigned pit = 0; pit < PITS; pit++) {
        board.own[pit] = (uint8_t)find->board.pits[0][pit];
        board.other[pit] = (uint8_t)find->board.pits[1][pit];
    }
    for (unsigned i = 0; i < find->count; i++) {
        bool fits = false;
        const enum kauri_status status =
            waurie_problem_fits(find->decider, &find->lines[i], &board, &fits, error);
        if (status != KAURI_OK || !fits) {
            return status;
        }
    }
    if (candidates->count == candidates->room) {
        const size_t room = candidates->room == 0 ? 64 : 2 * candidates->room;
        struct waurie_board *boards = realloc(candidates->boards, room * sizeof *boards);
        if (boards == NULL) {
            return kauri_fail(error, KAURI_RESOURCE, "out of memory for %zu positions", room);
        }
        candidates->boards = boards;
        candidates->room = room;
    }
    candidates->boards[candidates->count++] = board;
    return KAURI_OK;
}

// The first pit that a line needs, or else the first that is open; false if none is.
static bool next_open(const struct finding *find, struct needed *needed, bool *conflict)
{
    const struct waurie_rules *rules = waurie_decider_rules(find->decider);
    bool needs = false;
    *conflict = false;
    for (unsigned i = 0; i < find->count; i++) {
        struct needed pit = {0, 0};
        const enum fit fit = compare(rules, &find->board, &find->lines[i], &pit);
        *conflict = *conflict || fit == CONFLICT;
        if (fit == NEEDS_PIT && !needs) {
            needs = true;
            *needed = pit;
        }
    }
    for (unsigned i = 0; !needs && i < 2 * PITS; i++) {
        if (find->board.pits[i / PITS][i % PITS] == OPEN) {
            needs = true;
            *needed = (struct needed){i / PITS, i % PITS};
        }
    }
    return needs;
}

// Fills the open pits with up to `seeds` seeds.
static enum kauri_status fill(struct finding *find, unsigned seeds, struct kauri_error *error)
{
    struct needed pit = {0, 0};
    bool conflict = false;
    find->candidates->tried++;
    const bool open = next_open(find, &pit, &conflict);
    if (conflict) {
        return KAURI_OK;
    }
    if (!open) {
        return keep(find, error);
    }
    enum kauri_status status = KAURI_OK;
    for (unsigned n = 0; n <= seeds && status == KAURI_OK; n++) {
        find->board.pits[pit.side][pit.pit] = (int)n;
        status = fill(find, seeds - n, error);
    }
    find->board.pits[pit.side][pit.pit] = OPEN;
    return status;
}

enum kauri_status waurie_problem_find(struct waurie_decider *decider,
                                      const struct waurie_printed_line *lines, unsigned count,
                                      unsigned seeds, struct waurie_candidates *candidates,
                                      struct kauri_error *error)
{
    struct finding find = {
        .decider = decider,
        .lines = lines,
        .count = count,
        .candidates = candidates,
    };
    for (unsigned pit = 0; pit < PITS; pit++) {
        find.board.pits[0][pit] = OPEN;
        find.board.pits[1][pit] = OPEN;
    }
    return fill(&find, seeds, error);
}

void waurie_candidates_clear(struct waurie_candidates *candidates)
{
    free(candidates->boards);
    *candidates = (struct waurie_candidates){.boards = NULL};
}
