#include "solver/team_checkpoint.h"

// Finds the newest generation of checkpoints that all ranks have, and makes it that of the place.
// *any is false if there is none.
static enum kauri_status find_generation(const struct kauri_team *team,
                                         struct kauri_workplace *place, bool *any,
                                         struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    uint64_t generation = UINT64_MAX;
    for (;;) {
        // The newest of this rank, and the oldest and the newest of these over all ranks.
        const uint64_t newest = kauri_workplace_generation(place, generation);
        uint64_t bounds[2] = {UINT64_MAX - newest, newest};
        KAURI_TRY(team->greatest(team->context, bounds, 2, error));
        generation = UINT64_MAX - bounds[0];
        if (generation == bounds[1] || generation == 0) {
            break;
        }
    }
    *any = generation > 0;
    if (*any) {
        status = kauri_workplace_set_generation(place, generation, error);
    }
    status = kauri_team_agree(team, status, error);
cleanup:
    return status;
}

enum kauri_status kauri_team_checkpoint_find(const struct kauri_team *team,
                                             struct kauri_workplace *place, bool *any,
                                             struct kauri_error *error)
{
    const unsigned others = kauri_workplace_other_ranks(place);
    enum kauri_status status = KAURI_OK;
    if (others > 0) {
        status =
            kauri_fail(error, KAURI_CORRUPT,
                       "layer %u has a checkpoint that was made by %u process%s; go on with as "
                       "many, or remove it to begin the layer again",
                       place->seeds, others, others == 1 ? "" : "es together");
    }
    KAURI_TRY(kauri_team_agree(team, status, error));
    if (team != NULL) {
        status = find_generation(team, place, any, error);
    } else {
        *any = kauri_workplace_has_checkpoint(place, NULL);
    }
cleanup:
    return status;
}

enum kauri_status kauri_team_checkpoint_make(const struct kauri_team *team,
                                             struct kauri_workplace *place,
                                             struct kauri_checkpoint *checkpoint,
                                             struct kauri_retrograde *retrograde,
                                             enum kauri_status status, struct kauri_error *error)
{
    const struct kauri_checkpoint last = *checkpoint;
    const uint64_t generation = retrograde->rounds + UINT64_C(1);
    if (status == KAURI_OK && team != NULL) {
        status = kauri_workplace_set_generation(place, generation, error);
    }
    if (status == KAURI_OK) {
        status = kauri_checkpoint_make(checkpoint, retrograde, error);
    }
    status = kauri_team_agree(team, status, error);
    if (status == KAURI_OK && team != NULL) {
        kauri_workplace_keep_generation(place, generation);
    } else if (status != KAURI_OK && team != NULL) {
        checkpoint->exists = last.exists;
        checkpoint->value = last.value;
    }
    return status;
}
