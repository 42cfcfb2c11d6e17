#include "solver/retrograde.h"

#include "solver/round.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint64_t kauri_retrograde_memory(const struct kauri_retrograde *retrograde)
{
    const uint64_t lists = 4 * retrograde->share->slot_count * sizeof(struct kauri_list);
    return lists + kauri_planes_memory(retrograde->planes) +
           kauri_exchange_memory(retrograde->exchange) +
           kauri_spool_memory(retrograde->captures->spool) +
           kauri_spool_memory(retrograde->now.spool) + kauri_spool_memory(retrograde->next.spool) +
           kauri_spool_memory(retrograde->history->spool) +
           kauri_history_memory(retrograde->history);
}

// What all ranks know after a round.
struct verdict {
    uint64_t reached; // positions that were decided
    bool pause;       // the run is to be stored
    bool stop;        // and to end
};

// Whether the run should be stored; only the word of rank 0 counts.
static bool wants_pause(const struct kauri_retrograde *retrograde, bool done, bool stop)
{
    return kauri_team_rank(retrograde->share->team) == 0 && retrograde->pause_wanted != NULL &&
           retrograde->pause_wanted(retrograde->between_context, done, stop);
}

// Notes the words that this rank has touched in a round.
static enum kauri_status note_words(struct kauri_retrograde *retrograde, uint64_t words,
                                    struct kauri_error *error)
{
    if (retrograde->round_count == retrograde->round_room) {
        const uint32_t room = retrograde->round_room == 0 ? 1024 : 2 * retrograde->round_room;
        void *grown = realloc(retrograde->round_words, room * sizeof *retrograde->round_words);
        if (grown == NULL) {
            return kauri_layer_out_of_memory(&retrograde->layer, "the rounds of", error);
        }
        retrograde->round_words = grown;
        retrograde->round_room = room;
    }
    retrograde->round_words[retrograde->round_count++] = words;
    return KAURI_OK;
}

enum { PAUSE = 2, STOP, STOP_PAUSE, TOLD }; // numbers that ranks add up, after those of the signs

// Begins to tell the other ranks what this one has decided in a round, and what should happen
// after it. *status tells whether this rank has succeeded so far.
static enum kauri_status begin_telling(struct kauri_retrograde *retrograde, uint64_t told[TOLD],
                                       const struct kauri_pace *pace, enum kauri_status *status,
                                       struct kauri_error *error)
{
    const bool team = retrograde->share->team != NULL;
    const uint64_t edges = retrograde->edges;
    memset(told, 0, TOLD * sizeof *told);
    told[PAUSE] = wants_pause(retrograde, false, false);
    told[STOP] = team && kauri_progress_cancelled(pace->progress);
    told[STOP_PAUSE] = team && wants_pause(retrograde, false, true);
    retrograde->edges = 0;
    for (unsigned i = 0; i < pace->threads; i++) {
        struct kauri_retrograde_worker *worker = &retrograde->workers[i];
        for (int sign = KAURI_LOST; sign <= KAURI_WON; sign++) {
            told[sign] += worker->decided[sign];
            worker->decided[sign] = 0;
        }
        retrograde->decided_stored += worker->stored;
        worker->stored = 0;
        retrograde->edges += worker->work->edges;
    }
    if (team && *status == KAURI_OK) {
        *status = note_words(retrograde, retrograde->edges - edges, error);
    }
    return kauri_exchange_begin(retrograde->exchange, told, TOLD, *status, error);
}

// Waits for what the other ranks have to tell, and adds it up.
static enum kauri_status finish_telling(struct kauri_retrograde *retrograde, int value,
                                        uint64_t told[TOLD], enum kauri_status status,
                                        struct kauri_pace *pace, struct verdict *verdict,
                                        struct kauri_error *error)
{
    KAURI_TRY(kauri_exchange_finish(retrograde->exchange, told, status, error));
    uint64_t *counts = retrograde->counts + 3 * retrograde->layer.seeds + 1;
    counts[-value] += told[KAURI_LOST];
    counts[value] += told[KAURI_WON];
    *verdict = (struct verdict){
        .reached = told[KAURI_LOST] + told[KAURI_WON],
        .stop = told[STOP] > 0,
        .pause = told[told[STOP] > 0 ? STOP_PAUSE : PAUSE] > 0,
    };
    retrograde->decided += verdict->reached;
    const uint64_t memory = kauri_retrograde_memory(retrograde);
    retrograde->memory = memory > retrograde->memory ? memory : retrograde->memory;
    pace->report.done = retrograde->decided;
    pace->report.memory = memory;
cleanup:
    return status;
}

// Estimates how many positions the first round of a value looks at, by the size in bytes of the
// records of its captures, in which a word with one position takes three.
static uint64_t seed_positions(const struct kauri_retrograde *retrograde, int value)
{
    uint64_t bytes = 0;
    for (uint64_t block = 0; block < retrograde->share->own_count; block++) {
        bytes += kauri_captures_of(retrograde->captures, block, value).size;
        bytes += kauri_captures_of(retrograde->captures, block, -value).size;
    }
    return bytes;
}

static enum kauri_status between_rounds(struct kauri_retrograde *retrograde, bool pause,
                                        enum kauri_status status, struct kauri_error *error)
{
    return retrograde->between_rounds == NULL
               ? status
               : retrograde->between_rounds(retrograde->between_context, retrograde, pause, status,
                                            error);
}

// Decides the positions that are worth +value or -value to their mover, from distance `distance`
// on. *own tells whether this rank has succeeded since the ranks last agreed.
//
// The ranks of a team know only after a round what is to happen after it. By then they have begun
// the next one, so that they pause or stop after that; `due` is what is to happen after the round
// that is being done, and goes from one value to the next.
static enum kauri_status decide_value(struct kauri_retrograde *retrograde, int value,
                                      uint32_t distance, struct kauri_pace *pace,
                                      struct verdict *due, enum kauri_status *own,
                                      struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_layer *layer = &retrograde->layer;
    const struct kauri_team *team = retrograde->share->team;
    struct kauri_round round = {.retrograde = retrograde, .value = value, .distance = UINT32_MAX};
    char stage[32];
    // The work of the next round; not known after a checkpoint.
    uint64_t reached =
        distance == kauri_round_first(layer) ? seed_positions(retrograde, value) : layer->positions;
    (void)snprintf(stage, sizeof stage, "value %d", value);
    kauri_pace_stage(pace, stage);
    for (;; distance++) {
        uint64_t told[TOLD];
        struct verdict verdict;
        if (distance > KAURI_DISTANCE_MAX) {
            status = kauri_fail(error, KAURI_INTERNAL, "a distance above %d in layer %u",
                                KAURI_DISTANCE_MAX, layer->seeds);
            goto cleanup;
        }
        if (*own == KAURI_OK) {
            *own = kauri_round_end(&round, distance, reached, pace, error);
        }
        KAURI_TRY(begin_telling(retrograde, told, pace, own, error));
        const enum kauri_status before = *own;
        const uint64_t here = told[KAURI_LOST] + told[KAURI_WON];
        if (team != NULL && !due->pause && !due->stop && here > 0 && *own == KAURI_OK) {
            *own = kauri_round_begin(&round, distance + 1, here, pace, error);
        }
        KAURI_TRY(finish_telling(retrograde, value, told, before, pace, &verdict, error));
        retrograde->rounds++;
        const enum kauri_status looked = kauri_pace_look(pace, team == NULL ? error : NULL);
        if (team == NULL) { // ranks stop together
            KAURI_TRY(looked);
            *due = verdict;
        }
        if (verdict.reached == 0) {
            break;
        }
        if (*own == KAURI_OK) {
            *own = kauri_exchange_unpack(retrograde->exchange, &retrograde->now, pace, error);
        }
        reached = verdict.reached / kauri_team_ranks(team);
        retrograde->max_dtc = distance > retrograde->max_dtc ? distance : retrograde->max_dtc;
        retrograde->next_value = value;
        retrograde->next_distance = distance + 1;
        *own = between_rounds(retrograde, due->pause, *own, error);
        if (due->pause || team == NULL) { // then all ranks have the same status
            KAURI_TRY(*own);
        }
        if (due->stop) {
            KAURI_TRY(kauri_team_agree(team, *own, error));
            status = kauri_fail(error, KAURI_INTERRUPTED, "stopped in layer %u", layer->seeds);
            goto cleanup;
        }
        *due = due->pause ? (struct verdict){.pause = false} : verdict;
    }
cleanup:
    pace->report.stage = "";
    return status;
}

// Whether some position of the layer, on any rank, has captures worth value or -value. If not, no
// position is worth that.
static enum kauri_status find_values(const struct kauri_retrograde *retrograde, bool *possible,
                                     struct kauri_error *error)
{
    const int greatest = 3 * retrograde->layer.seeds + 1;
    const struct kauri_team *team = retrograde->share->team;
    uint64_t bytes[3 * KAURI_SEEDS_MAX + 2] = {0};
    for (int value = 1; value <= greatest; value++) {
        bytes[value] = seed_positions(retrograde, value);
    }
    const enum kauri_status status =
        team == NULL ? KAURI_OK : team->sum(team->context, bytes, (unsigned)greatest + 1, error);
    for (int value = 1; value <= greatest; value++) {
        possible[value] = bytes[value] > 0;
    }
    return status;
}

enum kauri_status kauri_retrograde_run(struct kauri_retrograde *retrograde, struct kauri_pace *pace,
                                       struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    enum kauri_status own = KAURI_OK;
    struct verdict due = {.pause = false};
    const struct kauri_layer *layer = &retrograde->layer;
    const struct kauri_team *team = retrograde->share->team;
    bool possible[3 * KAURI_SEEDS_MAX + 2] = {false};
    const bool patient = pace->patient;
    if (retrograde->done) {
        pace->report.done = retrograde->decided;
        return KAURI_OK;
    }
    if (retrograde->next_value == 0) {
        retrograde->next_value = 3 * layer->seeds + 1;
        retrograde->next_distance = kauri_round_first(layer);
    }
    uint32_t distance = retrograde->next_distance;
    pace->patient = team != NULL;
    KAURI_TRY(find_values(retrograde, possible, error));
    for (int value = retrograde->next_value; value > 0; value--) {
        if (team == NULL || possible[value] || distance != kauri_round_first(layer)) {
            KAURI_TRY(decide_value(retrograde, value, distance, pace, &due, &own, error));
        } else {
            retrograde->rounds++; // one that decides nothing
        }
        distance = kauri_round_first(layer);
    }
    uint64_t pause = wants_pause(retrograde, true, false);
    KAURI_TRY(kauri_team_sum(team, &pause, 1, own, error));
    retrograde->done = true;
    KAURI_TRY(
        kauri_team_agree(team, between_rounds(retrograde, pause > 0, KAURI_OK, error), error));
cleanup:
    pace->patient = patient;
    return status;
}
