#include "records/replay.h"

#include "records/repair.h"
#include "rules/notation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The place and reason where the record cannot be played further.
struct halt {
    size_t place;
    enum kauri_fault fault;
};

static void add(struct kauri_replay *replay, const struct kauri_ply *ply, bool inserted)
{
    struct kauri_replay_ply *played = &replay->plies[replay->count++];
    *played = (struct kauri_replay_ply){
        .ply = *ply,
        .before = replay->end,
        .pass = ply->hole == KAURI_MOVE_PASS,
        .inserted = inserted,
    };
    played->captures = kauri_play(&replay->end, ply->hole);
    played->after = replay->end;
    played->differs = !inserted && !played->pass && !kauri_step_agrees(ply, played->captures);
    replay->differences += played->differs ? 1 : 0;
}

// Adds a pass, with the number of the previous move.
static void add_pass(struct kauri_replay *replay, uint32_t number_if_first)
{
    const size_t n = replay->count;
    const struct kauri_ply pass = {
        .side = replay->end.side,
        .hole = KAURI_MOVE_PASS,
        .number = n > 0 ? replay->plies[n - 1].ply.number : number_if_first,
    };
    add(replay, &pass, false);
}

static void start_over(const struct kauri_record *record, struct kauri_replay *replay)
{
    replay->start = record->start;
    replay->end = record->start;
    replay->count = 0;
    replay->differences = 0;
}

// Plays the plies with `choice` (if any) among them. `before`, if not NULL, gets the position
// before each ply that was reached.
static struct halt play(const struct kauri_record *record, const struct kauri_repair_choice *choice,
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
        const enum kauri_fault fault = kauri_step_check(&replay->end, ply, &passes);
        if (fault != KAURI_FAULT_NONE) {
            return (struct halt){i, fault};
        }
        if (passes) {
            add_pass(replay, ply->number);
        }
        add(replay, ply, false);
    }
    return (struct halt){record->count, KAURI_FAULT_NONE};
}

// Appends to a message, as far as it fits.
static void append(char *text, size_t room, const char *more)
{
    const size_t used = strlen(text);
    (void)snprintf(text + used, room - used, "%s", more);
}

static void append_legal(char *text, size_t room, const struct kauri_position *position)
{
    const struct kauri_moves moves = kauri_legal_moves(position);
    append(text, room, kauri_side_name(position->side));
    const char *none = kauri_must_pass(position) ? " must pass" : " cannot move";
    append(text, room, moves.count == 0 ? none : " can play");
    for (unsigned m = 0; m < moves.count; m++) {
        const char letter = kauri_move_letter((enum kauri_side)position->side, moves.hole[m]);
        const char word[] = {m == 0 ? ' ' : ',', letter, '\0'};
        append(text, room, word);
    }
}

static const char *reason(enum kauri_fault fault, enum kauri_side mover)
{
    switch (fault) {
    case KAURI_FAULT_NONE:
        return "is legal";
    case KAURI_FAULT_TURN:
        return mover == KAURI_SOUTH ? "it is North's turn" : "it is South's turn";
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

// True if all listed choices are moves at the same place.
static bool is_one_place(const struct kauri_repair_choices *choices)
{
    bool one = true;
    for (unsigned i = 1; i < choices->fitting && i < KAURI_REPAIR_LISTED_MAX; i++) {
        one = one && choices->best[i].place == choices->best[0].place;
    }
    return one;
}

static void append_repairs(char *text, size_t room, const struct kauri_record *record,
                           const struct kauri_repair_choices *choices)
{
    char words[80];
    if (!choices->searched) {
        append(text, room, "; the record is too long to look for a missing move");
        return;
    }
    if (choices->fitting == 0) {
        append(text, room, "; no single missing move repairs the record");
        return;
    }
    (void)snprintf(words, sizeof words,
                   "; %u missing moves would repair the record equally well:", choices->fitting);
    append(text, room, words);
    const bool one_place = is_one_place(choices);
    for (unsigned i = 0; i < choices->fitting && i < KAURI_REPAIR_LISTED_MAX; i++) {
        const struct kauri_ply *ply = &choices->best[i].ply;
        const struct kauri_ply *next = &record->plies[choices->best[i].place];
        const char letter = kauri_move_letter((enum kauri_side)ply->side, ply->hole);
        if (one_place) {
            (void)snprintf(words, sizeof words, "%s %c at move %u", i > 0 ? "," : "", letter,
                           ply->number);
        } else {
            (void)snprintf(words, sizeof words, "%s %c before %c of move %u", i > 0 ? "," : "",
                           letter, kauri_move_letter((enum kauri_side)next->side, next->hole),
                           next->number);
        }
        append(text, room, words);
    }
    append(text, room, choices->fitting > KAURI_REPAIR_LISTED_MAX ? ", ..." : "");
}

enum { GAME_BYTES = 32 };

// "game 4, " for the beginning of a message; "" when it has no number.
static const char *name_game(const struct kauri_record *record, char text[GAME_BYTES])
{
    text[0] = '\0';
    if (record->number > 0) {
        (void)snprintf(text, GAME_BYTES, "game %u, ", record->number);
    }
    return text;
}

static enum kauri_status fail_halt(const struct kauri_record *record, struct halt halt,
                                   const struct kauri_replay *replay,
                                   const struct kauri_repair_choices *choices,
                                   struct kauri_error *error)
{
    const struct kauri_ply *ply = &record->plies[halt.place];
    const enum kauri_side side = (enum kauri_side)ply->side;
    char game[GAME_BYTES];
    char line[32] = "";
    char position[KAURI_POSITION_TEXT_BYTES];
    char rest[256] = "";
    if (ply->line > 0) {
        (void)snprintf(line, sizeof line, "line %u, ", ply->line);
    }
    append_legal(rest, sizeof rest, &replay->end);
    append_repairs(rest, sizeof rest, record, choices);
    return kauri_fail(error, KAURI_BAD_INPUT, "%s%smove %u, %s's %c: %s; position %s, %s",
                      name_game(record, game), line, ply->number, kauri_side_name(side),
                      kauri_move_letter(side, ply->hole), reason(halt.fault, side),
                      kauri_position_format(&replay->end, position), rest);
}

// Fails because the text after the last ply could not be read.
static enum kauri_status fail_unread(const struct kauri_record *record,
                                     const struct kauri_replay *replay, struct kauri_error *error)
{
    char game[GAME_BYTES];
    char place[256] = "";
    if (!record->start_bad) {
        char position[KAURI_POSITION_TEXT_BYTES];
        (void)snprintf(place, sizeof place, "; position %s, ",
                       kauri_position_format(&replay->end, position));
        append_legal(place, sizeof place, &replay->end);
    }
    return kauri_fail(error, KAURI_BAD_INPUT, "%s%s%s", name_game(record, game), record->fault,
                      place);
}

static enum kauri_result_check check_result(const struct kauri_record *record,
                                            const struct kauri_replay *replay)
{
    if (!record->result.scored) {
        return KAURI_RESULT_NOT_WRITTEN;
    }
    return kauri_step_result_agrees(&record->result, replay->end.score) ? KAURI_RESULT_AGREES
                                                                        : KAURI_RESULT_DIFFERS;
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
    if (before == NULL || replay->plies == NULL) {
        status =
            kauri_fail(error, KAURI_RESOURCE, "no memory for a game of %zu moves", record->count);
        goto cleanup;
    }
    const struct halt halt = play(record, NULL, replay, before);
    if (halt.fault != KAURI_FAULT_NONE) {
        struct kauri_repair_choices choices;
        kauri_repair_search(record, before, halt.place, &choices);
        if (choices.fitting != 1) {
            status = fail_halt(record, halt, replay, &choices, error);
            goto cleanup;
        }
        (void)play(record, &choices.best[0], replay, NULL);
        replay->repair.found = true;
        replay->repair.choices = choices.legal;
    }
    if (record->fault[0] != '\0') {
        status = fail_unread(record, replay, error);
        goto cleanup;
    }
    replay->result = check_result(record, replay);
cleanup:
    free(before);
    return status;
}

void kauri_replay_clear(struct kauri_replay *replay)
{
    if (replay != NULL) {
        free(replay->plies);
        *replay = (struct kauri_replay){0};
    }
}
