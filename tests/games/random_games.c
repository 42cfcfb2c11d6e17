#include "tests/games/random_games.h"

#include "games/records/record.h"
#include "tests/queries/solved_tables.h"
#include "tests/test.h"

struct kauri_replay random_game(const char *start, unsigned plies, uint32_t seed)
{
    struct kauri_record record;
    struct kauri_replay replay;
    kauri_record_init(&record);
    record.start_given = true;
    record.start = position_of(start);
    struct kauri_position at = record.start;
    bool passed = false;
    for (unsigned i = 0; i < plies;) {
        const struct kauri_moves moves = kauri_legal_moves(&at);
        const bool decided = kauri_seeds(&at) == 0 && kauri_lead(&at) != 0;
        if (decided || (moves.count == 0 && (kauri_seeds(&at) == 0 || passed))) {
            break;
        }
        if (moves.count == 0) {
            passed = true;
            (void)kauri_play(&at, KAURI_MOVE_PASS);
            continue;
        }
        seed = seed * 1664525U + 1013904223U;
        const struct kauri_ply ply = {.side = at.side,
                                      .hole = (int8_t)moves.hole[(seed >> 16) % moves.count],
                                      .joined = passed && i > 0};
        assert_int_equal(kauri_record_append(&record, &ply, NULL), KAURI_OK);
        (void)kauri_play(&at, ply.hole);
        passed = false;
        i++;
    }
    struct kauri_error error;
    assert_ok(kauri_replay_record(&record, &replay, &error), &error);
    kauri_record_clear(&record);
    return replay;
}

struct kauri_annotated_game random_game_annotate(struct kauri_tablebase *tables,
                                                 const struct kauri_replay *replay, uint64_t nodes)
{
    struct kauri_effort effort = {
        .memory = 16 << 20, .seconds = nodes > 0 ? 1000 : 0, .nodes = nodes};
    struct kauri_annotated_game game;
    struct kauri_error error;
    assert_ok(kauri_annotate(tables, replay, &effort, &game, &error), &error);
    assert_int_equal(game.count, replay->count);
    return game;
}
