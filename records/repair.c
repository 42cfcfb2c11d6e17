#include "records/repair.h"

#include "rules/value.h"

#include <limits.h>

struct repair_search {
    const struct kauri_record *record;
    unsigned before; // differences in the plies before the place
    unsigned least;  // differences with the best choices
    bool gap;        // the best choices fill a gap in turns or move numbers
    struct kauri_repair_choices *choices;
};

// Plays the record from ply `from` on and adds up the differences; false if a ply is illegal.
static bool rest_is_legal(const struct kauri_record *record, size_t from,
                          struct kauri_position position, unsigned *differences)
{
    for (size_t i = from; i < record->count; i++) {
        const struct kauri_ply *ply = &record->plies[i];
        bool passes;
        if (kauri_step_check(&position, ply, &passes) != KAURI_FAULT_NONE) {
            return false;
        }
        if (passes) {
            (void)kauri_play(&position, KAURI_MOVE_PASS);
        }
        *differences += kauri_step_agrees(ply, kauri_play(&position, ply->hole)) ? 0 : 1;
    }
    *differences += kauri_step_result_agrees(&record->result, position.score) ? 0 : 1;
    return true;
}

// True if turns or move numbers show that something is missing before this ply.
static bool shows_gap(const struct kauri_record *record, size_t place)
{
    if (place == 0) {
        return record->plies[0].side != record->start.side;
    }
    const struct kauri_ply *last = &record->plies[place - 1];
    const struct kauri_ply *next = &record->plies[place];
    return (last->side == next->side && !next->joined) || next->number > last->number + 1;
}

// The number of the missing move.
static uint32_t number_at(const struct kauri_record *record, size_t place, enum kauri_side side,
                          bool joined)
{
    const uint32_t next = record->plies[place].number;
    if (place == 0) {
        return next;
    }
    const uint32_t last = record->plies[place - 1].number;
    return side == KAURI_NORTH || joined || next == last ? last : last + 1;
}

// True if the previous move is the same move. Inserting it before that move gives the same sequence
// of moves and differs only in which of the two has the remarks, so it is counted once.
static bool is_twin(const struct repair_search *search, size_t place, const struct kauri_ply *ply)
{
    const struct kauri_ply *last = place > 0 ? &search->record->plies[place - 1] : NULL;
    return last != NULL && last->side == ply->side && last->hole == ply->hole;
}

static void consider(struct repair_search *search, size_t place, const struct kauri_ply *ply,
                     unsigned differences)
{
    struct kauri_repair_choices *choices = search->choices;
    const bool twin = is_twin(search, place, ply);
    const bool gap = shows_gap(search->record, place);
    const bool better =
        differences < search->least || (differences == search->least && gap && !search->gap);
    choices->legal += twin ? 0 : 1;
    if (better) {
        search->least = differences;
        search->gap = gap;
        choices->fitting = 0;
    } else if (twin || differences > search->least || gap != search->gap) {
        return;
    }
    if (choices->fitting < KAURI_REPAIR_LISTED_MAX) {
        choices->best[choices->fitting] = (struct kauri_repair_choice){place, *ply};
    }
    choices->fitting++;
}

static void try_place(struct repair_search *search, size_t place, struct kauri_position position)
{
    const struct kauri_record *record = search->record;
    const bool passes = kauri_must_pass(&position);
    if (passes) {
        (void)kauri_play(&position, KAURI_MOVE_PASS);
    }
    const struct kauri_moves moves = kauri_legal_moves(&position);
    for (unsigned m = 0; m < moves.count; m++) {
        struct kauri_ply ply = {.side = position.side, .hole = (int8_t)moves.hole[m]};
        const bool follows = place > 0 && record->plies[place - 1].side == ply.side;
        ply.joined = passes && follows;
        ply.number = number_at(record, place, (enum kauri_side)ply.side, ply.joined);
        struct kauri_position after = position;
        unsigned differences = search->before;
        (void)kauri_play(&after, ply.hole);
        if (rest_is_legal(record, place, after, &differences)) {
            consider(search, place, &ply, differences);
        }
    }
}

void kauri_repair_search(const struct kauri_record *record, const struct kauri_position *before,
                         size_t broken, struct kauri_repair_choices *choices)
{
    *choices = (struct kauri_repair_choices){.searched = record->count <= KAURI_REPAIR_PLIES_MAX};
    struct repair_search search = {.record = record, .least = UINT_MAX, .choices = choices};
    for (size_t place = 0; choices->searched && place <= broken; place++) {
        try_place(&search, place, before[place]);
        if (place < broken) {
            struct kauri_position position = before[place];
            if (position.side != record->plies[place].side) {
                (void)kauri_play(&position, KAURI_MOVE_PASS);
            }
            const struct kauri_ply *ply = &record->plies[place];
            search.before += kauri_step_agrees(ply, kauri_play(&position, ply->hole)) ? 0 : 1;
        }
    }
}

bool kauri_must_pass(const struct kauri_position *position)
{
    return kauri_legal_moves(position).count == 0 && kauri_seeds(position) > 0;
}

enum kauri_fault kauri_step_check(const struct kauri_position *position,
                                  const struct kauri_ply *ply, bool *passes)
{
    struct kauri_position now = *position;
    *passes = false;
    if (now.side != ply->side) {
        if (!kauri_must_pass(&now)) {
            if (kauri_legal_moves(&now).count == 0) {
                return KAURI_FAULT_OVER;
            }
            return ply->joined ? KAURI_FAULT_HYPHEN : KAURI_FAULT_TURN;
        }
        *passes = true;
        (void)kauri_play(&now, KAURI_MOVE_PASS);
    } else if (ply->joined) {
        return KAURI_FAULT_JOIN;
    }
    if (ply->hole < 0 || ply->hole >= now.holes) {
        return KAURI_FAULT_HOLE;
    }
    // Over by R8; with equal captures, the game may continue by R9.
    if (kauri_seeds(&now) == 0 && (kauri_legal_moves(&now).count == 0 || kauri_lead(&now) != 0)) {
        return KAURI_FAULT_OVER;
    }
    return now.cowries[kauri_own_hole(&now, (unsigned)ply->hole)] > 0 ? KAURI_FAULT_NONE
                                                                      : KAURI_FAULT_COWRIE;
}

bool kauri_step_agrees(const struct kauri_ply *ply, struct kauri_capture captures)
{
    const struct kauri_capture none = {0};
    const struct kauri_capture written = ply->captures_written ? ply->captures : none;
    return written.own == captures.own && written.opponent == captures.opponent;
}

bool kauri_step_result_agrees(const struct kauri_written_result *result, const uint8_t score[2])
{
    if (!result->scored) {
        return true;
    }
    const bool straight = result->score[0] == score[0] && result->score[1] == score[1];
    const bool crossed = result->score[0] == score[1] && result->score[1] == score[0];
    return straight || (crossed && !result->sided);
}
