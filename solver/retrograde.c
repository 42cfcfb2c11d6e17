#include "solver/retrograde.h"

#include "common/memory.h"
#include "solver/team.h"

#include <stdio.h>
#include <stdlib.h>

// The bytes that planes, frontiers and history take now.
static uint64_t memory_now(const struct kauri_round *round)
{
    const struct kauri_part *part = round->part;
    const uint64_t lists = 4 * part->slot_count * sizeof(struct kauri_list);
    return lists + part->team->work->figures(part).message_memory +
           kauri_planes_memory(round->planes) + kauri_spool_memory(round->captures->spool) +
           kauri_spool_memory(round->now.spool) + kauri_spool_memory(round->next.spool) +
           kauri_spool_memory(round->history->spool) + kauri_history_memory(round->history);
}

// Notes how many words of planes this rank has changed in a round.
static enum kauri_status note_words(struct kauri_retrograde *retrograde, uint64_t words,
                                    struct kauri_error *error)
{
    struct kauri_retrograde_figures *figures = &retrograde->figures;
    uint64_t *grown = kauri_array_grow(figures->round_words, figures->round_count,
                                       &figures->round_room, sizeof *grown);
    if (grown == NULL) {
        return kauri_layer_out_of_memory(&retrograde->round.part->layer, "the rounds of", error);
    }
    figures->round_words = grown;
    figures->round_words[figures->round_count++] = words;
    return KAURI_OK;
}

// Collects what the workers have decided and done in the round into the report of this rank.
static struct kauri_round_report make_report(struct kauri_retrograde *retrograde,
                                             const struct kauri_pace *pace,
                                             struct kauri_error *error)
{
    struct kauri_retrograde_figures *figures = &retrograde->figures;
    const uint64_t words_before = figures->words;
    struct kauri_round_report report = {
        .checkpoint = kauri_clock_seconds() >= retrograde->checkpoint_at,
        .stop = pace->patient && kauri_progress_cancelled(pace->progress),
        .checkpoint_first = retrograde->checkpoint_at_stop,
    };
    figures->words = 0;
    for (unsigned i = 0; i < pace->threads; i++) {
        struct kauri_round_worker *worker = &retrograde->round.workers[i];
        for (int sign = KAURI_LOST; sign <= KAURI_WON; sign++) {
            report.decided[sign] += worker->decided[sign];
            worker->decided[sign] = 0;
        }
        retrograde->decided.stored += worker->stored;
        worker->stored = 0;
        figures->words += worker->work->edges;
    }
    if (retrograde->failure == KAURI_OK) {
        retrograde->failure = note_words(retrograde, figures->words - words_before, error);
    }
    return report;
}

// Adds the sum of all reports of a round to the positions decided so far.
static void count_decided(struct kauri_retrograde *retrograde, const struct kauri_round_report *sum,
                          struct kauri_pace *pace)
{
    struct kauri_decided *decided = &retrograde->decided;
    const int value = retrograde->round.value;
    uint64_t *by_value = decided->by_value + 3 * retrograde->round.part->layer.seeds + 1;
    by_value[-value] += sum->decided[KAURI_LOST];
    by_value[value] += sum->decided[KAURI_WON];
    decided->total += sum->decided[KAURI_LOST] + sum->decided[KAURI_WON];
    decided->rounds++;
    const uint64_t memory = memory_now(&retrograde->round);
    if (memory > retrograde->figures.memory) {
        retrograde->figures.memory = memory;
    }
    pace->report.done = decided->total;
    pace->report.memory = memory;
}

// Decides what to do after a round, from the sum of the reports of all ranks.
static struct kauri_after_round decide_after(const struct kauri_round_report *sum)
{
    return (struct kauri_after_round){
        .stop = sum->stop > 0,
        .checkpoint = sum->stop > 0 ? sum->checkpoint_first > 0 : sum->checkpoint > 0,
    };
}

// Estimates how many positions have captures worth +v or -v, by the size in bytes of their records,
// in which a word with one position takes three.
static uint64_t capture_positions(const struct kauri_round *round, int value)
{
    uint64_t bytes = 0;
    for (uint64_t slot = 0; slot < round->part->block_count; slot++) {
        bytes += kauri_captures_of(round->captures, slot, value).size;
        bytes += kauri_captures_of(round->captures, slot, -value).size;
    }
    return bytes;
}

// Begins with the greatest value from `value` down that positions can have: without captures worth
// it or its negative on any rank, none has.
static void begin_value(struct kauri_retrograde *retrograde, int value, uint32_t distance,
                        struct kauri_pace *pace)
{
    struct kauri_round *round = &retrograde->round;
    const struct kauri_layer *layer = &round->part->layer;
    const uint32_t first = kauri_round_first(layer);
    while (value > 0 && distance == first && !retrograde->has_captures[value]) {
        value--;
        retrograde->decided.rounds++; // this round decides nothing
    }
    retrograde->done = value == 0;
    retrograde->distance = distance;
    round->value = value;
    round->distance = UINT32_MAX;
    round->from = 0;
    pace->report.stage = "";
    if (value > 0) {
        // After a checkpoint it is not known how many positions the last round decided.
        retrograde->reached =
            distance == first ? capture_positions(round, value) : layer->positions;
        (void)snprintf(retrograde->stage, sizeof retrograde->stage, "value %d", value);
        kauri_pace_stage(pace, retrograde->stage);
    }
}

enum kauri_status kauri_retrograde_begin(struct kauri_retrograde *retrograde,
                                         struct kauri_pace *pace, struct kauri_error *error)
{
    const struct kauri_part *part = retrograde->round.part;
    const int greatest = 3 * part->layer.seeds + 1;
    uint64_t positions[3 * KAURI_SEEDS_MAX + 2] = {0};
    for (int value = 1; value <= greatest; value++) {
        positions[value] = capture_positions(&retrograde->round, value);
    }
    KAURI_PASS(part->team->sum(part->team->context, positions, (unsigned)greatest + 1, error));
    for (int value = 1; value <= greatest; value++) {
        retrograde->has_captures[value] = positions[value] > 0;
    }
    if (retrograde->resume.value == 0) {
        retrograde->resume.value = greatest;
        retrograde->resume.distance = kauri_round_first(&part->layer);
    }
    begin_value(retrograde, retrograde->resume.value, retrograde->resume.distance, pace);
    return KAURI_OK;
}

// Begins the next round with the inner blocks while positions of other ranks are in transit, unless
// the run pauses or stops after the current round, or this rank has decided nothing.
static void begin_early(struct kauri_retrograde *retrograde,
                        const struct kauri_round_report *report, struct kauri_pace *pace,
                        struct kauri_error *error)
{
    struct kauri_round *round = &retrograde->round;
    const struct kauri_after_round *due = &retrograde->due;
    const uint64_t decided = report->decided[KAURI_LOST] + report->decided[KAURI_WON];
    if (round->part->inner_count > 0 && !due->checkpoint && !due->stop && decided > 0 &&
        retrograde->failure == KAURI_OK) {
        retrograde->failure =
            kauri_round_begin(round, retrograde->distance + 1, decided, pace, error);
    }
}

enum kauri_status kauri_retrograde_round(struct kauri_retrograde *retrograde,
                                         struct kauri_pace *pace, struct kauri_after_round *after,
                                         struct kauri_error *error)
{
    struct kauri_round *round = &retrograde->round;
    const struct kauri_part *part = round->part;
    const struct kauri_teamwork *work = part->team->work;
    struct kauri_after_round *due = &retrograde->due;
    const uint32_t distance = retrograde->distance;
    *after = (struct kauri_after_round){.stop = false};
    if (distance > KAURI_DISTANCE_MAX) {
        return kauri_fail(error, KAURI_INTERNAL, "a distance above %d in layer %u",
                          KAURI_DISTANCE_MAX, part->layer.seeds);
    }
    // 1. The round itself: the predecessors of the frontier are decided, and become the new one.
    if (retrograde->failure == KAURI_OK) {
        retrograde->failure = kauri_round_end(round, distance, retrograde->reached, pace, error);
    }
    // 2. All ranks add up what they have decided, and exchange positions of the frontier.
    struct kauri_round_report report = make_report(retrograde, pace, error);
    const enum kauri_status status = retrograde->failure;
    KAURI_PASS(work->report_begin(part, &report, status, error));
    begin_early(retrograde, &report, pace, error);
    KAURI_PASS(work->report_finish(part, &report, status, error));
    count_decided(retrograde, &report, pace);
    if (pace->patient) { // the ranks stop together
        (void)kauri_pace_look(pace, NULL);
    } else {
        KAURI_PASS(kauri_pace_look(pace, error));
    }
    if (!work->delayed) {
        *due = decide_after(&report);
    }
    // 3. A round that decides nothing is the last one of its value.
    const uint64_t decided = report.decided[KAURI_LOST] + report.decided[KAURI_WON];
    if (decided == 0) {
        begin_value(retrograde, round->value - 1, kauri_round_first(&part->layer), pace);
        return KAURI_OK;
    }
    // 4. Otherwise the next round goes back from what was decided.
    if (retrograde->failure == KAURI_OK) {
        retrograde->failure = work->receive(part, &round->now, pace, error);
    }
    if (distance > retrograde->decided.max_dtc) {
        retrograde->decided.max_dtc = distance;
    }
    retrograde->reached = decided / part->team->ranks;
    retrograde->distance = distance + 1;
    retrograde->resume =
        (struct kauri_round_number){.value = round->value, .distance = distance + 1};
    *after = *due;
    *due = due->checkpoint ? (struct kauri_after_round){.stop = false} : decide_after(&report);
    return KAURI_OK;
}
