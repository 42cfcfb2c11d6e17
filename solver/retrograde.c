#include "solver/retrograde.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DECODE_WORDS = 256 };

// One round, shared by its workers.
struct round {
    struct kauri_retrograde *retrograde;
    uint32_t steps[2]; // of the history, by sign
    int value;         // of this stage, above 0
};

// Takes what the worker's frontier holds into the lists and the history.
static enum kauri_status gather(const struct round *round, unsigned worker_number, uint64_t number,
                                enum kauri_sign sign, struct kauri_frontier *into,
                                struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_retrograde *retrograde = round->retrograde;
    struct kauri_retrograde_worker *worker = &retrograde->workers[worker_number];
    const double began = kauri_clock_seconds();
    const struct kauri_harvest harvest = retrograde->kernel->collect(worker->work);
    if (harvest.word_count > 0) {
        KAURI_TRY(
            kauri_frontier_put(into, worker_number, sign, number, worker->work, &harvest, error));
        worker->decided[sign] += harvest.positions;
        if (kauri_block_stored(retrograde->stored, number)) {
            worker->stored += harvest.positions;
            KAURI_TRY(kauri_history_add(
                retrograde->history, worker_number, kauri_stored_rank(retrograde->stored, number),
                round->steps[sign], worker->work->record, harvest.record_bytes, error));
        }
        KAURI_TRY(kauri_exchange_pack(retrograde->exchange, worker_number, number, sign,
                                      worker->work, &harvest, error));
    }
    worker->gathering += kauri_clock_seconds() - began;
cleanup:
    return status;
}

// Gives the positions of a record of captures their sign. The record may come from the file of a
// checkpoint: words and bits that no position has are refused.
static enum kauri_status apply_record(const struct kauri_retrograde *retrograde,
                                      struct kauri_work *work, uint64_t *planes,
                                      const uint8_t *record, const uint8_t *end,
                                      enum kauri_sign made, struct kauri_error *error)
{
    const struct kauri_geometry *geometry = retrograde->geometry;
    uint32_t next = 0;
    while (record < end) {
        uint32_t words[DECODE_WORDS];
        uint64_t bits[DECODE_WORDS];
        const uint32_t count =
            retrograde->kernel->decode(&record, end, &next, words, bits, DECODE_WORDS);
        for (uint32_t i = 0; i < count; i++) {
            if (words[i] >= geometry->word_total ||
                (bits[i] & ~geometry->mask_full[geometry->word_mask[words[i]]]) != 0) {
                return kauri_fail(error, KAURI_CORRUPT,
                                  "a record of captures of layer %u is damaged",
                                  retrograde->layer.seeds);
            }
            kauri_work_put(work, bits[i], geometry->word_place[words[i]],
                           geometry->word_row[words[i]]);
        }
        retrograde->kernel->apply(work, planes, made);
    }
    return KAURI_OK;
}

// First round of a value, for one block.
static enum kauri_status seed_block(void *context, unsigned worker_number, uint64_t number,
                                    struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct round *round = context;
    struct kauri_retrograde *retrograde = round->retrograde;
    struct kauri_retrograde_worker *worker = &retrograde->workers[worker_number];
    uint64_t *planes = NULL;
    for (int made = KAURI_LOST; made <= KAURI_WON; made++) {
        const int r = made == KAURI_WON ? round->value : -round->value;
        const struct kauri_chunk chunk = kauri_captures_of(retrograde->captures, number, r);
        const uint8_t *record = NULL;
        if (chunk.size == 0) {
            continue;
        }
        if (planes == NULL) {
            KAURI_TRY(kauri_planes_acquire(retrograde->planes, worker_number, number, false,
                                           &planes, error));
        }
        KAURI_TRY(
            kauri_spool_view(retrograde->captures->spool, chunk, &worker->buffer, &record, error));
        KAURI_TRY(apply_record(retrograde, worker->work, planes, record, record + chunk.size,
                               (enum kauri_sign)made, error));
        KAURI_TRY(
            gather(round, worker_number, number, (enum kauri_sign)made, &retrograde->now, error));
    }
    if (planes != NULL) {
        status = kauri_planes_release(retrograde->planes, worker_number, number, true, error);
    }
cleanup:
    return status;
}

// Positions of this block without own cowries pass to those of the list in which the opponent has
// none: the run of the empty row, which comes first.
static void apply_passes(const struct kauri_retrograde *retrograde, struct kauri_work *work,
                         uint64_t *planes, const struct kauri_list_view *list, enum kauri_sign made)
{
    const struct kauri_geometry *geometry = retrograde->geometry;
    const uint32_t first_mask = geometry->mask_first[geometry->layer.shape.cowries];
    const uint32_t end = list->runs[0].row == 0 ? list->runs[1].first : 0;
    for (uint32_t i = 0; i < end; i++) {
        kauri_work_put(work, list->bits[i], (list->masks[i] - first_mask) * 64, 0);
    }
    retrograde->kernel->apply(work, planes, made);
}

// One round for one block: pulls from the lists of its successors.
static enum kauri_status round_block(void *context, unsigned worker_number, uint64_t number,
                                     struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct round *round = context;
    struct kauri_retrograde *retrograde = round->retrograde;
    struct kauri_retrograde_worker *worker = &retrograde->workers[worker_number];
    const struct kauri_block *block = &retrograde->blocks[number];
    const unsigned holes = retrograde->layer.shape.holes;
    uint64_t *planes = NULL;
    for (int made = KAURI_LOST; made <= KAURI_WON; made++) {
        // A move to a position that has lost wins, and the other way round.
        const enum kauri_sign sign = made == KAURI_WON ? KAURI_LOST : KAURI_WON;
        const double began = kauri_clock_seconds();
        bool reached = false;
        for (unsigned h = 0; h < (retrograde->layer.seeds > 0 ? holes + 1 : holes); h++) {
            struct kauri_list_view list;
            const uint64_t successor = block->successor[h];
            if (kauri_frontier_empty(&retrograde->now, sign, successor)) {
                continue;
            }
            if (planes == NULL) {
                KAURI_TRY(kauri_planes_acquire(retrograde->planes, worker_number, number, false,
                                               &planes, error));
            }
            KAURI_TRY(kauri_frontier_view(&retrograde->now, sign, successor, &worker->buffer, &list,
                                          error));
            reached = true;
            if (h == holes) {
                apply_passes(retrograde, worker->work, planes, &list, (enum kauri_sign)made);
                continue;
            }
            struct kauri_hole_view hole = {
                .origins = &retrograde->geometry->origins[h][block->start[h]],
                .most = retrograde->masks->limits[block->limit[h]].most,
            };
            for (unsigned k = 1; k <= retrograde->layer.shape.cowries; k++) {
                hole.words[k] = retrograde->masks->masks[block->mask[h][k]].words;
            }
            retrograde->kernel->expand(worker->work, planes, &hole, &list, (enum kauri_sign)made);
        }
        if (reached) {
            worker->expanding += kauri_clock_seconds() - began;
            KAURI_TRY(gather(round, worker_number, number, (enum kauri_sign)made, &retrograde->next,
                             error));
        }
    }
    if (planes != NULL) {
        status = kauri_planes_release(retrograde->planes, worker_number, number, true, error);
    }
cleanup:
    return status;
}

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
    bool pause;       // the run is to be stored now
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
            return kauri_fail(error, KAURI_RESOURCE, "out of memory for the rounds of layer %u",
                              retrograde->layer.seeds);
        }
        retrograde->round_words = grown;
        retrograde->round_room = room;
    }
    retrograde->round_words[retrograde->round_count++] = words;
    return KAURI_OK;
}

// Adds up the results of the workers in a round of a value, and those of the other ranks. `status`
// tells whether this rank succeeded.
static enum kauri_status count_decided(struct kauri_retrograde *retrograde, int value,
                                       enum kauri_status status, struct kauri_pace *pace,
                                       struct verdict *verdict, struct kauri_error *error)
{
    enum { PAUSE = 2, STOP, STOP_PAUSE, COUNT };
    const struct kauri_team *team = retrograde->share->team;
    uint64_t decided[COUNT] = {
        [PAUSE] = wants_pause(retrograde, false, false),
        [STOP] = team != NULL && kauri_progress_cancelled(pace->progress),
        [STOP_PAUSE] = team != NULL && wants_pause(retrograde, false, true),
    };
    const uint64_t edges = retrograde->edges;
    retrograde->edges = 0;
    for (unsigned i = 0; i < pace->threads; i++) {
        struct kauri_retrograde_worker *worker = &retrograde->workers[i];
        for (int sign = KAURI_LOST; sign <= KAURI_WON; sign++) {
            decided[sign] += worker->decided[sign];
            worker->decided[sign] = 0;
        }
        retrograde->decided_stored += worker->stored;
        worker->stored = 0;
        retrograde->edges += worker->work->edges;
    }
    if (team != NULL && status == KAURI_OK) {
        status = note_words(retrograde, retrograde->edges - edges, error);
    }
    KAURI_TRY(kauri_team_sum(team, decided, COUNT, status, error));
    uint64_t *counts = retrograde->counts + 3 * retrograde->layer.seeds + 1;
    counts[-value] += decided[KAURI_LOST];
    counts[value] += decided[KAURI_WON];
    *verdict = (struct verdict){.reached = decided[KAURI_LOST] + decided[KAURI_WON]};
    // An empty round is followed by another one, which can stop.
    verdict->stop = verdict->reached > 0 && decided[STOP] > 0;
    verdict->pause = verdict->reached > 0 && decided[verdict->stop ? STOP_PAUSE : PAUSE] > 0;
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

// Layer 0 counts the plies to a position without a move, which itself has distance 0.
static uint32_t first_distance(const struct kauri_layer *layer)
{
    return layer->seeds > 0 ? 1 : 0;
}

// One round on this rank, which takes about as long as looking at `reached` positions.
static enum kauri_status run_round(struct round *round, uint32_t distance, uint64_t reached,
                                   struct kauri_pace *pace, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_retrograde *retrograde = round->retrograde;
    const uint64_t blocks = retrograde->share->own_count;
    pace->report.round = distance;
    KAURI_TRY(kauri_history_step(retrograde->history, -round->value, distance,
                                 &round->steps[KAURI_LOST], error));
    KAURI_TRY(kauri_history_step(retrograde->history, round->value, distance,
                                 &round->steps[KAURI_WON], error));
    if (distance == first_distance(&retrograde->layer)) {
        kauri_frontier_reset(&retrograde->now);
        KAURI_TRY(kauri_pace_for(pace, blocks, reached + blocks, seed_block, round, error));
    } else {
        kauri_frontier_reset(&retrograde->next);
        KAURI_TRY(kauri_pace_for(pace, blocks, reached + blocks, round_block, round, error));
        const struct kauri_frontier last = retrograde->now;
        retrograde->now = retrograde->next;
        retrograde->next = last;
    }
cleanup:
    return status;
}

// Decides the positions that are worth +value or -value to their mover, from distance `distance`
// on. *own tells whether this rank has succeeded since the ranks last agreed.
static enum kauri_status decide_value(struct kauri_retrograde *retrograde, int value,
                                      uint32_t distance, struct kauri_pace *pace,
                                      enum kauri_status *own, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_layer *layer = &retrograde->layer;
    const struct kauri_team *team = retrograde->share->team;
    struct round round = {.retrograde = retrograde, .value = value};
    char stage[32];
    // The work of the next round; not known after a checkpoint.
    uint64_t reached =
        distance == first_distance(layer) ? seed_positions(retrograde, value) : layer->positions;
    (void)snprintf(stage, sizeof stage, "value %d", value);
    kauri_pace_stage(pace, stage);
    for (;; distance++) {
        if (distance > KAURI_DISTANCE_MAX) {
            status = kauri_fail(error, KAURI_INTERNAL, "a distance above %d in layer %u",
                                KAURI_DISTANCE_MAX, layer->seeds);
            goto cleanup;
        }
        if (*own == KAURI_OK) {
            *own = run_round(&round, distance, reached, pace, error);
        }
        struct verdict verdict;
        KAURI_TRY(count_decided(retrograde, value, *own, pace, &verdict, error));
        retrograde->rounds++;
        *own = kauri_pace_look(pace, error);
        if (team != NULL) {
            *own = KAURI_OK; // the ranks stop together
        }
        KAURI_TRY(*own);
        if (verdict.reached == 0) {
            break;
        }
        *own = kauri_exchange_run(retrograde->exchange, &retrograde->now, pace, error);
        reached = verdict.reached / kauri_team_ranks(team);
        retrograde->max_dtc = distance > retrograde->max_dtc ? distance : retrograde->max_dtc;
        retrograde->next_value = value;
        retrograde->next_distance = distance + 1;
        *own = between_rounds(retrograde, verdict.pause, *own, error);
        if (verdict.pause || team == NULL) { // then all ranks have the same status
            KAURI_TRY(*own);
        }
        if (verdict.stop) {
            KAURI_TRY(kauri_team_agree(team, *own, error));
            status = kauri_fail(error, KAURI_INTERRUPTED, "stopped in layer %u", layer->seeds);
            goto cleanup;
        }
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
        retrograde->next_distance = first_distance(layer);
    }
    uint32_t distance = retrograde->next_distance;
    pace->patient = team != NULL;
    KAURI_TRY(find_values(retrograde, possible, error));
    for (int value = retrograde->next_value; value > 0; value--) {
        if (team == NULL || possible[value] || distance != first_distance(layer)) {
            KAURI_TRY(decide_value(retrograde, value, distance, pace, &own, error));
        } else {
            retrograde->rounds++; // one that decides nothing
        }
        distance = first_distance(layer);
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
