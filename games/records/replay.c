#include "games/records/replay.h"

#include "common/string_buffer.h"
#include "games/records/replay_step.h"
#include "rules/notation.h"

#include <limits.h>
#include <stdlib.h>

// ------------------------------------------------------------------------ the missing move

enum {
    REPAIR_LISTED_MAX = 8,
    REPAIR_PLIES_MAX = 2000, // longer records are not searched
};

// A move that makes the record legal when it is inserted before ply number `place`.
struct repair_choice {
    size_t place;
    struct kauri_ply ply; // the move with its number; `joined` if the opponent passes before it
};

// The result of a search. Among the choices that make the record legal, the best are those that
// agree best with what is written (kauri_replay_record); there may be several.
struct repair_choices {
    bool searched;                                // false: the record is too long
    unsigned legal;                               // number of legal choices
    unsigned fitting;                             // number of the best choices
    struct repair_choice best[REPAIR_LISTED_MAX]; // the first of the best choices
};

struct repair_search {
    const struct kauri_record *record;
    bool recorded;   // the record writes captures
    unsigned before; // differences in the plies before the place
    unsigned least;  // differences with the best choices
    bool gap;        // the best choices fill a gap in turns or move numbers
    struct repair_choices *choices;
};

// Plays the record from ply `from` on and adds up the differences; false if a ply is illegal.
static bool rest_is_legal(const struct repair_search *search, size_t from,
                          struct kauri_position position, unsigned *differences)
{
    const struct kauri_record *record = search->record;
    for (size_t i = from; i < record->count; i++) {
        struct kauri_capture captured;
        if (kauri_step(&position, &record->plies[i], &captured) != KAURI_FAULT_NONE) {
            return false;
        }
        *differences += kauri_step_agrees(&record->plies[i], search->recorded, captured) ? 0 : 1;
    }
    *differences +=
        kauri_replay_check_result(&record->result, &position) == KAURI_RESULT_DIFFERS ? 1 : 0;
    return true;
}

// Returns true if turns or move numbers show that something is missing before this ply.
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

// Returns true if the previous move is the same move. Inserting it before that move gives the same
// sequence of moves and differs only in which of the two has the remarks, so it is counted once.
static bool is_twin(const struct repair_search *search, size_t place, const struct kauri_ply *ply)
{
    const struct kauri_ply *last = place > 0 ? &search->record->plies[place - 1] : NULL;
    return last != NULL && last->side == ply->side && last->hole == ply->hole;
}

static void consider(struct repair_search *search, size_t place, const struct kauri_ply *ply,
                     unsigned differences)
{
    struct repair_choices *choices = search->choices;
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
    if (choices->fitting < REPAIR_LISTED_MAX) {
        choices->best[choices->fitting] = (struct repair_choice){place, *ply};
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
        if (rest_is_legal(search, place, after, &differences)) {
            consider(search, place, &ply, differences);
        }
    }
}

// Tries every legal move at every place up to `broken`, the ply that cannot be played. before[i],
// for i = 0..broken, is the position before ply i, or before the pass that precedes it if there is
// one. The time is proportional to broken times the number of plies.
static void search_repair(const struct kauri_record *record, const struct kauri_position *before,
                          size_t broken, struct repair_choices *choices)
{
    *choices = (struct repair_choices){.searched = record->count <= REPAIR_PLIES_MAX};
    struct repair_search search = {.record = record,
                                   .recorded = kauri_records_captures(record),
                                   .least = UINT_MAX,
                                   .choices = choices};
    for (size_t place = 0; choices->searched && place <= broken; place++) {
        try_place(&search, place, before[place]);
        if (place < broken) {
            struct kauri_position position = before[place];
            struct kauri_capture captured;
            (void)kauri_step(&position, &record->plies[place], &captured);
            search.before +=
                kauri_step_agrees(&record->plies[place], search.recorded, captured) ? 0 : 1;
        }
    }
}

// The place and reason where the record cannot be played further.
struct halt {
    size_t place;
    enum kauri_replay_fault fault;
};

static void add(struct kauri_replay *replay, const struct kauri_ply *ply, bool inserted)
{
    struct kauri_replayed_ply *played = &replay->plies[replay->count++];
    *played = (struct kauri_replayed_ply){
        .before = replay->end,
        .hole = ply->hole,
        .number = ply->number,
        .written = ply->captures,
        .captures_written = ply->captures_written,
        .inserted = inserted,
        .note = ply->note,
    };
    _Static_assert(sizeof played->marks == sizeof ply->marks, "marks are copied whole");
    memcpy(played->marks, ply->marks, sizeof ply->marks);
    played->captured = kauri_play(&replay->end, ply->hole);
    played->after = replay->end;
    played->differs = !inserted && ply->hole != KAURI_MOVE_PASS &&
                      !kauri_step_agrees(ply, replay->captures_recorded, played->captured);
    replay->differences += played->differs ? 1 : 0;
}

// Adds a pass, with the number of the previous move.
static void add_pass(struct kauri_replay *replay, uint32_t number_if_first)
{
    const size_t n = replay->count;
    const struct kauri_ply pass = {
        .side = replay->end.side,
        .hole = KAURI_MOVE_PASS,
        .number = n > 0 ? replay->plies[n - 1].number : number_if_first,
    };
    add(replay, &pass, false);
}

static void start_over(const struct kauri_record *record, struct kauri_replay *replay)
{
    replay->start = record->start;
    replay->end = record->start;
    replay->count = 0;
    replay->differences = 0;
    replay->played_count = 0;
    replay->captures_recorded = kauri_records_captures(record);
}

// Plays the plies with `choice` (if any) among them. `before`, if not NULL, gets the position
// before each ply that was reached.
static struct halt play(const struct kauri_record *record, const struct repair_choice *choice,
                        struct kauri_replay *replay, struct kauri_position *before)
{
    start_over(record, replay);
    for (size_t i = 0; i < record->count; i++) {
        if (choice != NULL && choice->place == i) {
            if (kauri_must_pass(&replay->end)) {
                add_pass(replay, choice->ply.number);
            }
            replay->repair.at = replay->count;
            add(replay, &choice->ply, true);
        }
        if (before != NULL) {
            before[i] = replay->end;
        }
        const struct kauri_ply *ply = &record->plies[i];
        bool passes;
        const enum kauri_replay_fault fault = kauri_check_step(&replay->end, ply, &passes);
        if (fault != KAURI_FAULT_NONE) {
            return (struct halt){i, fault};
        }
        if (passes) {
            add_pass(replay, ply->number);
        }
        replay->played[replay->played_count++] = replay->count;
        add(replay, ply, false);
    }
    return (struct halt){record->count, KAURI_FAULT_NONE};
}

// Adds "; position ..., South can play a,b".
static void add_place(struct kauri_string *text, const struct kauri_position *position)
{
    const struct kauri_moves moves = kauri_legal_moves(position);
    char words[KAURI_POSITION_TEXT_BYTES];
    kauri_string_add(text, "; position %s, %s%s", kauri_position_format(position, words),
                     kauri_side_name(position->side),
                     moves.count > 0             ? " can play"
                     : kauri_must_pass(position) ? " must pass"
                                                 : " cannot move");
    for (unsigned m = 0; m < moves.count; m++) {
        kauri_string_add(text, "%c%c", m == 0 ? ' ' : ',',
                         kauri_move_letter((enum kauri_side)position->side, moves.hole[m]));
    }
}

static const char *reason(enum kauri_replay_fault fault, enum kauri_side mover)
{
    switch (fault) {
    case KAURI_FAULT_NONE:
        return "is legal";
    case KAURI_FAULT_TURN:
        return mover == KAURI_SOUTH ? "it is North's turn" : "it is South's turn";
    case KAURI_FAULT_PASS:
        return mover == KAURI_SOUTH ? "a pass is written, but South can move"
                                    : "a pass is written, but North can move";
    case KAURI_FAULT_HYPHEN:
        return mover == KAURI_SOUTH ? "the hyphen says that North passes, but North can move"
                                    : "the hyphen says that South passes, but South can move";
    case KAURI_FAULT_JOIN:
        return "the hyphen says that the opponent passes, but the turn is the player's own";
    case KAURI_FAULT_OVER:
        return "the game is over";
    case KAURI_FAULT_HOLE:
        return "the board has no such hole";
    case KAURI_FAULT_COWRIE:
        return "the hole holds no cowrie";
    }
    return "unknown fault";
}

static void add_repairs(struct kauri_string *text, const struct kauri_record *record,
                        const struct repair_choices *choices)
{
    if (!choices->searched) {
        kauri_string_add(text, "; the record is too long to look for a missing move");
        return;
    }
    if (choices->fitting == 0) {
        kauri_string_add(text, "; no single missing move repairs the record");
        return;
    }
    if (choices->fitting == 1) {
        kauri_string_add(text, "; a missing move may be");
    } else {
        kauri_string_add(
            text, "; %u missing moves would repair the record equally well:", choices->fitting);
    }
    for (unsigned i = 0; i < choices->fitting && i < REPAIR_LISTED_MAX; i++) {
        const struct kauri_ply *ply = &choices->best[i].ply;
        const struct kauri_ply *next = &record->plies[choices->best[i].place];
        kauri_string_add(text, "%s %c before %c of move %u", i > 0 ? "," : "",
                         kauri_move_letter((enum kauri_side)ply->side, ply->hole),
                         kauri_move_letter((enum kauri_side)next->side, next->hole), next->number);
    }
    kauri_string_add(text, choices->fitting > REPAIR_LISTED_MAX ? ", ..." : "");
}

// Begins a message: "game 4, ", or nothing if the game has no number.
static struct kauri_string begin_message(const struct kauri_record *record)
{
    struct kauri_string text = {.bytes = NULL};
    if (record->number > 0) {
        kauri_string_add(&text, "game %u, ", record->number);
    }
    return text;
}

// Fails with the message, and clears it.
static enum kauri_status fail_with(struct kauri_string *text, struct kauri_error *error)
{
    const enum kauri_status status =
        kauri_fail(error, KAURI_BAD_INPUT, "%s", kauri_string_text(text));
    kauri_string_clear(text);
    return status;
}

static enum kauri_status fail_halt(const struct kauri_record *record, struct halt halt,
                                   const struct kauri_replay *replay,
                                   const struct repair_choices *choices, struct kauri_error *error)
{
    const struct kauri_ply *ply = &record->plies[halt.place];
    const enum kauri_side side = (enum kauri_side)ply->side;
    struct kauri_string text = begin_message(record);
    if (ply->line > 0) {
        kauri_string_add(&text, "line %u, ", ply->line);
    }
    const char letter[] = {kauri_move_letter(side, ply->hole), '\0'};
    kauri_string_add(&text, "move %u, %s's %s: %s", ply->number, kauri_side_name(side),
                     ply->hole == KAURI_MOVE_PASS ? "pass" : letter, reason(halt.fault, side));
    add_place(&text, &replay->end);
    add_repairs(&text, record, choices);
    return fail_with(&text, error);
}

// Forgives that the last ply differs: what could not be read after it may have been its captures.
static void forgive_last(const struct kauri_record *record, struct kauri_replay *replay)
{
    struct kauri_replayed_ply *last = replay->count > 0 ? &replay->plies[replay->count - 1] : NULL;
    if (last != NULL && last->differs && !record->plies[record->count - 1].captures_written) {
        last->differs = false;
        replay->differences--;
    }
}

// Fails because the text after the last ply could not be read.
static enum kauri_status fail_unread(const struct kauri_record *record,
                                     const struct kauri_replay *replay, struct kauri_error *error)
{
    struct kauri_string text = begin_message(record);
    kauri_string_add_text(&text, record->fault);
    if (!record->start_bad) {
        add_place(&text, &replay->end);
    }
    return fail_with(&text, error);
}

enum kauri_status kauri_replay_record(const struct kauri_record *record,
                                      struct kauri_replay *replay, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_position *before = malloc((record->count + 1) * sizeof *before);
    *replay = (struct kauri_replay){0};
    start_over(record, replay);
    // Room for a pass before each ply, and for an inserted move with its own.
    replay->plies = malloc((2 * record->count + 2) * sizeof *replay->plies);
    replay->played = malloc((record->count + 1) * sizeof *replay->played);
    if (before == NULL || replay->plies == NULL || replay->played == NULL) {
        status =
            kauri_fail(error, KAURI_RESOURCE, "no memory for a game of %zu moves", record->count);
        goto cleanup;
    }
    const struct halt halt = play(record, NULL, replay, before);
    if (halt.fault != KAURI_FAULT_NONE) {
        struct repair_choices choices;
        search_repair(record, before, halt.place, &choices);
        // The move at which the record breaks confirms nothing; only those after it do.
        if (choices.fitting != 1 || halt.place + 1 == record->count) {
            status = fail_halt(record, halt, replay, &choices, error);
            goto cleanup;
        }
        (void)play(record, &choices.best[0], replay, NULL);
        replay->repair.found = true;
        replay->repair.choices = choices.legal;
    }
    if (record->fault[0] != '\0') {
        forgive_last(record, replay);
        status = fail_unread(record, replay, error);
        goto cleanup;
    }
    replay->result = kauri_replay_check_result(&record->result, &replay->end);
cleanup:
    free(before);
    return status;
}

// Returns true if a diagram shows the position, or the one after a pass that is due. A score that
// is not given is 0:0.
static bool shows(const struct kauri_position *diagram, const struct kauri_position *position)
{
    struct kauri_position now = *position;
    struct kauri_position same = *diagram;
    if (same.score[0] + same.score[1] == 0) {
        memcpy(same.score, now.score, sizeof same.score);
    }
    if (same.side != now.side && kauri_must_pass(&now)) {
        (void)kauri_play(&now, KAURI_MOVE_PASS);
    }
    return kauri_position_equal(&same, &now);
}

static void check_diagrams(const struct kauri_replay *replay, struct kauri_record *record)
{
    for (unsigned i = 0; i < record->diagram_count; i++) {
        const struct kauri_diagram *diagram = &record->diagram[i];
        const size_t before = diagram->plies;
        if (before > 0 && before <= replay->played_count &&
            !shows(&diagram->position, &replay->plies[replay->played[before - 1]].after)) {
            kauri_record_remark(record, "the diagram in line %u shows another position",
                                diagram->line);
            return;
        }
    }
}

bool kauri_replay_ends_with(const struct kauri_record *record,
                            const struct kauri_position *position)
{
    struct kauri_position now = record->start;
    for (size_t i = 0; i < record->count; i++) {
        struct kauri_capture captured;
        if (kauri_step(&now, &record->plies[i], &captured) != KAURI_FAULT_NONE) {
            return false;
        }
    }
    return shows(position, &now);
}

void kauri_replay_complete(const struct kauri_replay *replay, struct kauri_record *record)
{
    for (size_t i = 0; i < record->pieces.count; i++) {
        size_t *ply = &record->pieces.pieces[i].ply;
        *ply = *ply < replay->played_count ? replay->played[*ply] : KAURI_PIECE_NO_PLY;
    }
    check_diagrams(replay, record);
}

void kauri_replay_clear(struct kauri_replay *replay)
{
    if (replay != NULL) {
        free(replay->plies);
        free(replay->played);
        *replay = (struct kauri_replay){0};
    }
}
