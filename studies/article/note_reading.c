#include "studies/article/note_reading.h"

#include "records/replay.h"

// Why the player to move may not play the hole; NULL if it is legal. Without seeds the game is
// over, under the standard rules.
static const char *fault_of(const struct kauri_position *position, int hole)
{
    if (kauri_seeds(position) == 0) {
        return "game over";
    }
    if (hole == KAURI_MOVE_PASS) {
        return kauri_must_pass(position) ? NULL : "may not pass";
    }
    return position->cowries[kauri_own_hole(position, (unsigned)hole)] > 0 ? NULL : "no cowrie";
}

static void end_way(struct kauri_note_reading *reading, const struct kauri_position *at,
                    unsigned place, const char *fault)
{
    if (reading->breaks == 0 && (fault != NULL || reading->ends == 0)) {
        reading->position = *at;
        reading->broken_at = place + 1;
        reading->fault = fault;
    }
    reading->breaks += fault != NULL ? 1 : 0;
    reading->ends += fault == NULL ? 1 : 0;
    reading->even += fault == NULL && kauri_seeds(at) == 0 && at->score[0] == at->score[1] ? 1 : 0;
}

static void play(struct kauri_note_reading *reading, struct kauri_position *at, unsigned ply,
                 int hole)
{
    if (ply < KAURI_NOTE_PLIES_MAX) {
        reading->hole[ply] = (int16_t)hole;
        reading->plies = ply + 1;
    }
    (void)kauri_play(at, hole);
}

// Follows the line from its move `place` on, after `ply` plies and `replies` moves of the opponent.
static void follow(struct kauri_note_reading *reading, struct kauri_position at, unsigned place,
                   unsigned ply, unsigned replies)
{
    const char *fault = NULL;
    while (reading->line[place] != '\0' && fault == NULL) {
        const char letter = reading->line[place];
        int hole = letter != 'W' ? letter - 'A' : (int)reading->letter;
        if (at.side != reading->player && kauri_seeds(&at) > 0) {
            const struct kauri_moves moves = kauri_legal_moves(&at);
            reading->choices += moves.count > 1 ? 1 : 0;
            for (unsigned m = 1; m < moves.count; m++) {
                struct kauri_position other = at;
                play(reading, &other, ply, moves.hole[m]);
                follow(reading, other, place, ply + 1, replies + 1);
            }
            replies += moves.count > 0 ? 1 : 0;
            play(reading, &at, ply++, moves.count > 0 ? moves.hole[0] : KAURI_MOVE_PASS);
        } else if (hole == KAURI_NOTE_NOTHING) {
            place++;
        } else {
            hole = hole == KAURI_NOTE_PASS ? KAURI_MOVE_PASS : hole;
            fault = fault_of(&at, hole);
            if (fault == NULL) {
                play(reading, &at, ply++, hole);
                place++;
            }
        }
    }
    reading->replies = replies > reading->replies ? replies : reading->replies;
    end_way(reading, &at, place, fault);
}

struct kauri_note_reading kauri_note_read(const char *line, const struct kauri_position *before,
                                          const struct kauri_position *after, unsigned number)
{
    struct kauri_note_reading reading = {
        .line = line,
        .player = before->side,
        .letter = number % KAURI_NOTE_LETTERS,
        .start = number < KAURI_NOTE_LETTERS ? *before : *after,
    };
    follow(&reading, reading.start, 0, 0, 0);
    return reading;
}

bool kauri_note_is_forced(const struct kauri_note_reading *reading)
{
    return reading->breaks == 0 && reading->choices == 0 && reading->even == reading->ends;
}
