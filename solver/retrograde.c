#include "solver/retrograde.h"

#include "common/memory.h"
#include "solver/team.h"

#include <stdio.h>
#include <stdlib.h>

// ------------------------------------------------------------------------------ figures of a round

// Notes and reports the bytes that planes, captures, frontiers and history take after a round.
static void note_memory(struct kauri_retrograde *retrograde, struct kauri_pace *pace)
{
    const struct kauri_round *round = &retrograde->round;
    const struct kauri_part *part = round->part;
    const uint64_t lists = 2 * 2 * part->slot_count * sizeof(struct kauri_list); // two frontiers
    const uint64_t memory =
        lists + part->team->work->message_memory(part) + kauri_planes_memory(round->planes) +
        kauri_spool_memory(round->captures->spool) + kauri_spool_memory(round->now.spool) +
        kauri_spool_memory(round->next.spool) + kauri_spool_memory(round->history->spool) +
        kauri_history_memory(round->history);
    if (memory > retrograde->memory) {
        retrograde->memory = memory;
    }
    pace->report.memory = memory;
}

// Collects what the workers have decided and done in the round into the report of this rank.
static struct kauri_round_report make_report(struct kauri_retrograde *retrograde,
                                             const struct kauri_pace *pace)
{
    struct kauri_round_report report = {
        .checkpoint = kauri_clock_seconds() >= retrograde->checkpoint_at,
        .stop = pace->patient && kauri_progress_cancelled(pace->progress),
        .checkpoint_at_stop = retrograde->checkpoint_at_stop,
    };
    for (unsigned i = 0; i < pace->threads; i++) {
        struct kauri_round_worker *worker = &retrograde->round.workers[i];
        for (int sign = KAURI_LOST; sign <= KAURI_WON; sign++) {
            report.decided[sign] += worker->decided[sign];
            worker->decided[sign] = 0;
        }
        retrograde->decided.stored += worker->stored;
        worker->stored = 0;
    }
    return report;
}

static uint64_t decided_in(const struct kauri_round_report *report)
{
    return report->decided[KAURI_LOST] + report->decided[KAURI_WON];
}

// Adds the sum of all reports of a round to the positions decided so far.
static void count_decided(struct kauri_retrograde *retrograde, const struct kauri_round_report *sum,
                          struct kauri_pace *pace)
{
    struct kauri_decided *decided = &retrograde->decided;
    const struct kauri_round_number number = retrograde->next;
    uint64_t *by_value = decided->by_value + kauri_most_r(retrograde->round.part->layer.seeds);
    by_value[-number.value] += sum->decided[KAURI_LOST];
    by_value[number.value] += sum->decided[KAURI_WON];
    decided->total += decided_in(sum);
    decided->rounds++;
    if (decided_in(sum) > 0 && number.distance > decided->max_dtc) {
        decided->max_dtc = number.distance;
    }
    pace->report.done = decided->total;
}

// ---------------------------------------------------------------------------------- the next round

// Bytes of the records of captures worth +v or -v, about three for each position.
static uint64_t capture_bytes(const struct kauri_round *round, int value)
{
    uint64_t bytes = 0;
    for (uint64_t slot = 0; slot < round->part->block_count; slot++) {
        bytes += kauri_captures_of(round->captures, slot, value).size;
        bytes += kauri_captures_of(round->captures, slot, -value).size;
    }
    return bytes;
}

// Finds the values that positions can have: without captures worth v or -v on any rank, none has.
static enum kauri_status find_values(struct kauri_retrograde *retrograde, struct kauri_error *error)
{
    const struct kauri_part *part = retrograde->round.part;
    const int greatest = kauri_most_r(part->layer.seeds);
    uint64_t bytes[3 * KAURI_SEEDS_MAX + 2] = {0};
    for (int value = 1; value <= greatest; value++) {
        bytes[value] = capture_bytes(&retrograde->round, value);
    }
    KAURI_PASS(part->team->sum(part->team->context, bytes, (unsigned)greatest + 1, error));
    for (int value = 1; value <= greatest; value++) {
        retrograde->has_captures[value] = bytes[value] > 0;
    }
    return KAURI_OK;
}

// Reports the value of the next round as the stage of the work.
static void report_value(struct kauri_retrograde *retrograde, struct kauri_pace *pace)
{
    (void)snprintf(retrograde->stage, sizeof retrograde->stage, "value %d", retrograde->next.value);
    kauri_pace_stage(pace, retrograde->done ? "" : retrograde->stage);
}

// Makes the first round of a value the next round: the greatest value from `value` down that a
// capture is worth. The values in between count as if each had had one round, which decided
// nothing.
static void begin_value(struct kauri_retrograde *retrograde, int value, struct kauri_pace *pace)
{
    while (value > 0 && !retrograde->has_captures[value]) {
        value--;
        retrograde->decided.rounds++;
    }
    retrograde->done = value == 0;
    retrograde->next = (struct kauri_round_number){
        .value = value, .distance = kauri_round_first(&retrograde->round.part->layer)};
    retrograde->reached = capture_bytes(&retrograde->round, value);
    report_value(retrograde, pace);
}

enum kauri_status kauri_retrograde_begin(struct kauri_retrograde *retrograde,
                                         struct kauri_pace *pace, struct kauri_error *error)
{
    const struct kauri_layer *layer = &retrograde->round.part->layer;
    KAURI_PASS(find_values(retrograde, error));
    if (retrograde->next.value == 0) {
        begin_value(retrograde, kauri_most_r(layer->seeds), pace);
    } else { // a checkpoint does not say how many positions its last round decided
        retrograde->reached = layer->positions;
        report_value(retrograde, pace);
    }
    return KAURI_OK;
}

// -------------------------------------------------------------------------------------- the rounds

// Does the next round for the inner blocks while positions of other ranks are in transit, unless
// the run pauses or stops first, or this rank has decided nothing.
static void run_inner(struct kauri_retrograde *retrograde, const struct kauri_round_report *report,
                      struct kauri_pace *pace, struct kauri_error *error)
{
    struct kauri_round *round = &retrograde->round;
    const struct kauri_after_round *after = &retrograde->delayed;
    const struct kauri_round_number next = {.value = retrograde->next.value,
                                            .distance = retrograde->next.distance + 1};
    if (round->part->inner_count > 0 && !after->checkpoint && !after->stop &&
        decided_in(report) > 0 && retrograde->failure == KAURI_OK) {
        retrograde->failure = kauri_round_run_inner(round, next, decided_in(report), pace, error);
    }
}

// Finds out what to do after this round. The ranks of a team may have begun the next round before
// they knew the sum of their reports, so they act on it one round later. If a checkpoint is made
// now, the sum of this round, which is older, does not ask for another one.
static struct kauri_after_round find_after(struct kauri_retrograde *retrograde,
                                           const struct kauri_round_report *sum)
{
    const struct kauri_after_round wanted = {
        .stop = sum->stop > 0,
        .checkpoint = sum->stop > 0 ? sum->checkpoint_at_stop > 0 : sum->checkpoint > 0,
    };
    if (!retrograde->round.part->team->work->delayed) {
        return wanted;
    }
    const struct kauri_after_round after = retrograde->delayed;
    retrograde->delayed = after.checkpoint ? (struct kauri_after_round){.stop = false} : wanted;
    return after;
}

enum kauri_status kauri_retrograde_round(struct kauri_retrograde *retrograde,
                                         struct kauri_pace *pace, struct kauri_after_round *after,
                                         struct kauri_error *error)
{
    struct kauri_round *round = &retrograde->round;
    const struct kauri_part *part = round->part;
    const struct kauri_teamwork *work = part->team->work;
    struct kauri_round_number *next = &retrograde->next;
    *after = (struct kauri_after_round){.stop = false};
    if (next->distance > KAURI_DISTANCE_MAX) {
        return kauri_fail(error, KAURI_INTERNAL, "a distance above %d in layer %u",
                          KAURI_DISTANCE_MAX, part->layer.seeds);
    }
    // 1. The round itself: the predecessors of the frontier are decided, and become the new one.
    if (retrograde->failure == KAURI_OK) {
        retrograde->failure = kauri_round_run(round, *next, retrograde->reached, pace, error);
    }
    // 2. All ranks add up what they have decided, and exchange positions of the frontier.
    struct kauri_round_report report = make_report(retrograde, pace);
    const enum kauri_status status = retrograde->failure;
    KAURI_PASS(work->report_begin(part, &report, status, error));
    run_inner(retrograde, &report, pace, error);
    KAURI_PASS(work->report_finish(part, &report, status, error));
    count_decided(retrograde, &report, pace);
    note_memory(retrograde, pace);
    // Loops of short rounds do not look whether to stop. Ranks stop together, by their reports.
    const enum kauri_status looked = kauri_pace_look(pace, pace->patient ? NULL : error);
    if (!pace->patient) {
        KAURI_PASS(looked);
    }
    // 3. A round that decides nothing is the last one of its value.
    if (decided_in(&report) == 0) {
        begin_value(retrograde, next->value - 1, pace);
        return KAURI_OK;
    }
    // 4. Otherwise the next round goes back from what was decided.
    if (retrograde->failure == KAURI_OK) {
        retrograde->failure = work->receive(part, &round->now, pace, error);
    }
    retrograde->reached = decided_in(&report) / part->team->ranks;
    next->distance++;
    *after = find_after(retrograde, &report);
    return KAURI_OK;
}
