#include "games/claims/article_options.h"

#include "games/claims/claim_check.h"

enum {
    WIDE = 200,           // the article: "more than 200 options"
    OPTIONS_MAX = 100000, // more are not counted
};

uint64_t kauri_turn_options(const struct kauri_position *position, uint64_t maximum)
{
    struct kauri_valued_move moves[KAURI_HOLES_MAX];
    const unsigned count = kauri_moves_list(position, moves);
    uint64_t options = 0;
    for (unsigned m = 0; m < count && options < maximum; m++) {
        struct kauri_position next = *position;
        (void)kauri_play(&next, moves[m].hole);
        if (!kauri_must_pass(&next)) {
            options++;
            continue;
        }
        (void)kauri_play(&next, KAURI_MOVE_PASS);
        options += kauri_turn_options(&next, maximum - options);
    }
    return options;
}

enum kauri_status kauri_check_most_options(struct kauri_check *check, struct kauri_error *error)
{
    (void)error;
    const struct kauri_position *position = &check->ply->before;
    const uint64_t options = kauri_turn_options(position, OPTIONS_MAX);
    kauri_facts_add_position(check->evidence, "position", position);
    kauri_facts_add_number(check->evidence, "options", options);
    if (options > WIDE) { // fewer at this place refute nothing
        char text[KAURI_CLAIM_PLY_BYTES];
        check->verdict = KAURI_CLAIM_CONFIRMED;
        kauri_check_set_scope(check, "%llu before %s of game %u", (unsigned long long)options,
                              kauri_check_ply_text(check->ply, text), check->claim->place.game);
    }
    return KAURI_OK;
}
