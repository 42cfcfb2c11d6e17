#include "solver/retrograde.h"

#include "common/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Bytes that planes, lists and history take now.
static uint64_t memory_now(const struct kauri_retrograde *retrograde)
{
    const uint64_t lists = 4 * retrograde->share->slot_count * sizeof(struct kauri_list);
    return lists + kauri_planes_memory(retrograde->planes) +
           kauri_exchange_memory(retrograde->exchange) +
           kauri_spool_memory(retrograde->captures->spool) +
           kauri_spool_memory(retrograde->now.spool) + kauri_spool_memory(retrograde->next.spool) +
           kauri_spool_memory(retrograde->history->spool) +
           kauri_history_memory(retrograde->history);
}

// Notes the words that this rank has touched in a round.
static enum kauri_status note_words(struct kauri_retrograde *retrograde, uint64_t words,
                                    struct kauri_error *error)
{
    uint64_t *grown = kauri_array_grow(retrograde->round_words, retrograde->round_count,
                                       &retrograde->round_room, sizeof *grown);
    if (grown == NULL) {
        return kauri_layer_out_of_memory(&retrograde->layer, "the rounds of", error);
    }
    retrograde->round_words = grown;
    retrograde->round_words[retrograde->round_count++] = words;
    return KAURI_OK;
}

enum { PAUSE = 2, STOP, STOP_PAUSE, TOLD }; // numbers that ranks add up, after those of the signs

// Begins to tell the other ranks what this one has decided in a round, and what should happen
// after it; only rank 0 says whether to pause.
static enum kauri_status begin_telling(struct kauri_retrograde *retrograde, uint64_t told[TOLD],
                                       const struct kauri_pace *pace, struct kauri_error *error)
{
    const bool first = retrograde->share->team->rank == 0;
    const uint64_t edges = retrograde->edges;
    memset(told, 0, TOLD * sizeof *told);
    told[PAUSE] = first && kauri_clock_seconds() >= retrograde->pause_at;
    told[STOP] = pace->patient && kauri_progress_cancelled(pace->progress);
    told[STOP_PAUSE] = first && retrograde->pause_at_stop;
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
    if (retrograde->own == KAURI_OK) {
        retrograde->own = note_words(retrograde, retrograde->edges - edges, error);
    }
    return kauri_exchange_begin(retrograde->exchange, told, TOLD, retrograde->own, error);
}

// Waits for what the other ranks have to tell, and adds it up. `status` is that of begin_telling.
// *reached receives the number of positions that were decided.
static enum kauri_status finish_telling(struct kauri_retrograde *retrograde, uint64_t told[TOLD],
                                        enum kauri_status status, struct kauri_pace *pace,
                                        struct kauri_round_orders *orders, uint64_t *reached,
                                        struct kauri_error *error)
{
    KAURI_TRY(kauri_exchange_finish(retrograde->exchange, told, status, error));
    const int value = retrograde->round.value;
    uint64_t *counts = retrograde->counts + 3 * retrograde->layer.seeds + 1;
    counts[-value] += told[KAURI_LOST];
    counts[value] += told[KAURI_WON];
    *reached = told[KAURI_LOST] + told[KAURI_WON];
    *orders = (struct kauri_round_orders){
        .stop = told[STOP] > 0,
        .pause = told[told[STOP] > 0 ? STOP_PAUSE : PAUSE] > 0,
    };
    retrograde->decided += *reached;
    const uint64_t memory = memory_now(retrograde);
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

// Begins with the greatest value from `value` down that positions can be worth: without captures
// worth it or its negative on any rank, none is.
static void begin_value(struct kauri_retrograde *retrograde, int value, uint32_t distance,
                        struct kauri_pace *pace)
{
    const uint32_t first = kauri_round_first(&retrograde->layer);
    while (value > 0 && distance == first && !retrograde->possible[value]) {
        value--;
        retrograde->rounds++; // one that decides nothing
    }
    retrograde->done = value == 0;
    retrograde->round =
        (struct kauri_round){.value = value, .next = distance, .distance = UINT32_MAX};
    pace->report.stage = "";
    if (value > 0) {
        // After a checkpoint it is not known what the last round decided.
        retrograde->reached =
            distance == first ? seed_positions(retrograde, value) : retrograde->layer.positions;
        (void)snprintf(retrograde->stage, sizeof retrograde->stage, "value %d", value);
        kauri_pace_stage(pace, retrograde->stage);
    }
}

enum kauri_status kauri_retrograde_begin(struct kauri_retrograde *retrograde,
                                         struct kauri_pace *pace, struct kauri_error *error)
{
    const struct kauri_team *team = retrograde->share->team;
    const int greatest = 3 * retrograde->layer.seeds + 1;
    uint64_t bytes[3 * KAURI_SEEDS_MAX + 2] = {0};
    for (int value = 1; value <= greatest; value++) {
        bytes[value] = seed_positions(retrograde, value);
    }
    KAURI_PASS(team->sum(team->context, bytes, (unsigned)greatest + 1, error));
    for (int value = 1; value <= greatest; value++) {
        retrograde->possible[value] = bytes[value] > 0;
    }
    if (retrograde->next_value == 0) {
        retrograde->next_value = greatest;
        retrograde->next_distance = kauri_round_first(&retrograde->layer);
    }
    begin_value(retrograde, retrograde->next_value, retrograde->next_distance, pace);
    return KAURI_OK;
}

enum kauri_status kauri_retrograde_round(struct kauri_retrograde *retrograde,
                                         struct kauri_pace *pace, struct kauri_round_orders *orders,
                                         struct kauri_error *error)
{
    const struct kauri_team *team = retrograde->share->team;
    struct kauri_round *round = &retrograde->round;
    struct kauri_round_orders *due = &retrograde->due;
    struct kauri_round_orders told_orders;
    const uint32_t distance = round->next;
    uint64_t told[TOLD];
    uint64_t reached = 0;
    *orders = (struct kauri_round_orders){.pause = false};
    if (distance > KAURI_DISTANCE_MAX) {
        return kauri_fail(error, KAURI_INTERNAL, "a distance above %d in layer %u",
                          KAURI_DISTANCE_MAX, retrograde->layer.seeds);
    }
    if (retrograde->own == KAURI_OK) {
        retrograde->own = kauri_round_end(retrograde, distance, retrograde->reached, pace, error);
    }
    KAURI_PASS(begin_telling(retrograde, told, pace, error));
    const enum kauri_status before = retrograde->own;
    const uint64_t here = told[KAURI_LOST] + told[KAURI_WON];
    if (team->ranks > 1 && !due->pause && !due->stop && here > 0 && before == KAURI_OK) {
        retrograde->own = kauri_round_begin(retrograde, distance + 1, here, pace, error);
    }
    KAURI_PASS(finish_telling(retrograde, told, before, pace, &told_orders, &reached, error));
    retrograde->rounds++;
    if (team->ranks == 1) {
        KAURI_PASS(kauri_pace_look(pace, error));
        *due = told_orders;
    } else { // the ranks stop together
        (void)kauri_pace_look(pace, NULL);
    }
    if (reached == 0) {
        begin_value(retrograde, round->value - 1, kauri_round_first(&retrograde->layer), pace);
        return KAURI_OK;
    }
    if (retrograde->own == KAURI_OK) {
        retrograde->own =
            kauri_exchange_unpack(retrograde->exchange, &retrograde->now, pace, error);
    }
    retrograde->reached = reached / team->ranks;
    retrograde->max_dtc = distance > retrograde->max_dtc ? distance : retrograde->max_dtc;
    round->next = distance + 1;
    retrograde->next_value = round->value;
    retrograde->next_distance = distance + 1;
    *orders = *due;
    *due = due->pause ? (struct kauri_round_orders){.pause = false} : told_orders;
    return team->ranks == 1 ? retrograde->own : KAURI_OK;
}
