#include "queries/prover/explore.h"

#include "queries/prover/branches.h"

#include <string.h>

enum {
    NUMBER_MAX = KAURI_TABLE_NUMBER_MAX,
    POLL_NODES = 1024,
    // Added to the delta of a branch for each thread below it. A share of delta made two threads
    // expand more positions in all (docs/results/LABBOOK.md).
    BUSY_DELTA = 2,
};

#define REPORT_SECONDS 0.1

// ------------------------------------------------------------------------------- proof numbers

static uint32_t at_most(uint64_t number, uint32_t maximum)
{
    return number < maximum ? (uint32_t)number : maximum;
}

// The branch to follow, and what its thresholds depend on.
struct choice {
    struct kauri_branch *best; // the least delta
    uint32_t second;           // the second least delta
    struct kauri_effort_sum others;
};

// The delta of a branch for the choice among branches: greater if other threads work below it.
static uint32_t crowded_delta(const struct kauri_prover *prover, const struct kauri_branch *branch)
{
    const uint64_t delta = branch->efforts.delta;
    if (prover->searching == 1) {
        return branch->efforts.delta;
    }
    const unsigned busy =
        atomic_load_explicit(kauri_prover_busy(prover, branch->place), memory_order_relaxed);
    return at_most(delta + BUSY_DELTA * busy, KAURI_REFUTED - 1);
}

// Sets the efforts of the frame from those of its branches.
static void update(struct kauri_frame *frame)
{
    struct kauri_effort_sum sum = {.least = KAURI_REFUTED};
    for (unsigned i = 0; i < frame->count; i++) {
        kauri_effort_sum_add(&sum, frame->branches[i].efforts);
    }
    frame->efforts = kauri_effort_sum_end(&sum, NUMBER_MAX);
}

// With a seed, the order of two moves that look the same is that of their last buckets in the
// table.
static bool comes_first(const struct kauri_prover *prover, const struct kauri_branch *a,
                        const struct kauri_branch *b)
{
    return prover->seed != 0 && kauri_proof_table_last_bucket(&prover->table, a->place) <
                                    kauri_proof_table_last_bucket(&prover->table, b->place);
}

static void choose(const struct kauri_prover_worker *worker, struct kauri_frame *frame,
                   struct choice *choice)
{
    uint32_t least = KAURI_REFUTED;
    memset(choice, 0, sizeof *choice);
    choice->second = KAURI_REFUTED;
    for (unsigned i = 0; i < frame->count; i++) {
        struct kauri_branch *branch = &frame->branches[i];
        if (branch->efforts.phi == 0) {
            continue;
        }
        const uint32_t delta = crowded_delta(worker->prover, branch);
        if (choice->best == NULL || delta < least ||
            (delta == least && comes_first(worker->prover, branch, choice->best))) {
            choice->second = least;
            least = delta;
            choice->best = branch;
        } else if (delta < choice->second) {
            choice->second = delta;
        }
    }
    for (unsigned i = 0; i < frame->count; i++) {
        const struct kauri_branch *branch = &frame->branches[i];
        if (branch != choice->best) {
            kauri_effort_sum_add(&choice->others, branch->efforts);
        }
    }
}

// Sets the thresholds of the best branch: where another branch becomes better by half, or the frame
// reaches its own thresholds. A branch that was chosen only because other threads work below a
// better one may have reached these already, so they are raised above its present efforts.
static void set_thresholds(const struct choice *choice, uint32_t phi, uint32_t delta,
                           uint32_t *next_phi, uint32_t *next_delta)
{
    const struct kauri_efforts efforts = choice->best->efforts;
    const uint32_t wider = kauri_effort_wider(choice->second);
    *next_phi = kauri_effort_sum_reach(&choice->others, delta);
    *next_phi = *next_phi > efforts.phi ? *next_phi : efforts.phi + 1;
    *next_delta = wider < phi ? wider : phi;
    *next_delta = *next_delta > efforts.delta ? *next_delta : efforts.delta + 1;
}

// ------------------------------------------------------------------------------------- search

// Looks at the limits now and then. The clock and the progress belong to the calling thread, which
// is worker 0.
static void poll(struct kauri_prover_worker *worker)
{
    struct kauri_prover *prover = worker->prover;
    const struct kauri_prover_limits *limits = prover->limits;
    const uint64_t more = worker->nodes - worker->polled;
    if (more < POLL_NODES && (limits->nodes == 0 || limits->nodes > 4 * POLL_NODES)) {
        return;
    }
    worker->polled = worker->nodes;
    const uint64_t nodes =
        atomic_fetch_add_explicit(&prover->nodes, more, memory_order_relaxed) + more;
    if (limits->nodes != 0 && nodes >= limits->nodes) {
        kauri_prover_stop(prover);
    }
    if (worker == prover->workers) {
        const double seconds = kauri_clock_seconds() - prover->started;
        if (seconds >= limits->seconds) {
            kauri_prover_stop(prover);
        }
        if (seconds < prover->reported + REPORT_SECONDS) {
            return;
        }
        prover->reported = seconds;
        const struct kauri_progress_report report = {
            .stage = "search", .layer = prover->root.seeds, .done = nodes, .seconds = seconds};
        kauri_progress_report(limits->progress, &report);
        if (kauri_progress_cancelled(limits->progress)) {
            prover->stopped = true;
            kauri_prover_stop(prover);
        }
    }
}

// Narrows the bounds of a frame whose answer rests on nothing. The bounds of its branches may prove
// more than was asked.
static void prove_bounds(const struct kauri_prover *prover, const struct kauri_frame *frame,
                         struct kauri_table_entry *entry)
{
    const bool yes = frame->efforts.phi == 0;
    int best = -KAURI_QUESTION_MAX;
    if (kauri_efforts_open(frame->efforts)) {
        return;
    }
    for (unsigned i = 0; i < frame->count; i++) {
        const struct kauri_branch *branch = &frame->branches[i];
        const int r = 3 * branch->gain - (yes ? branch->high : branch->low);
        best = r > best ? r : best;
    }
    // The greatest possible value below x, by symmetry of the possible values.
    const int below = -kauri_question_round(&prover->values, 1 - frame->x, frame->seeds);
    if (yes) {
        best = best > frame->x ? best : frame->x;
        entry->low = (int16_t)(best > entry->low ? best : entry->low);
    } else {
        best = best < below ? best : below;
        entry->high = (int16_t)(best < entry->high ? best : entry->high);
    }
}

// An effort as the table keeps it: only bounds say that a question is answered.
static uint32_t kept_number(uint32_t effort)
{
    return effort < 1 ? 1 : at_most(effort, NUMBER_MAX);
}

// Stores what is known about the frame: a bound if it rests on nothing above it, otherwise numbers.
static void store(struct kauri_prover_worker *worker, const struct kauri_frame *frame,
                  uint64_t work)
{
    struct kauri_prover *prover = worker->prover;
    const int maximum = 3 * frame->seeds + 1;
    struct kauri_table_entry entry = {.low = 0};
    if (!kauri_proof_table_load(&prover->table, frame->place, &entry)) {
        entry.low = (int16_t)-maximum;
        entry.high = (int16_t)maximum;
    }
    entry.work += work;
    entry.x = frame->x;
    entry.phi = kept_number(frame->efforts.phi);
    entry.delta = kept_number(frame->efforts.delta);
    if (kauri_path_set_is_empty(&frame->rests_on)) {
        prove_bounds(prover, frame, &entry);
    }
    kauri_proof_table_store(&prover->table, frame->place, &entry);
}

// Collects what the answer of a frame rests on: if the player who needs progress has failed, the
// positions of the path that the moves came back to.
static void collect_path(struct kauri_frame *frame)
{
    const bool one_is_enough = frame->efforts.phi == 0;
    bool found = false;
    memset(&frame->rests_on, 0, sizeof frame->rests_on);
    for (unsigned i = 0; i < frame->count; i++) {
        const struct kauri_branch *branch = &frame->branches[i];
        if (!one_is_enough) {
            kauri_path_set_add_all(&frame->rests_on, &branch->rests_on);
        } else if (branch->efforts.delta == 0) { // prefer an answer that rests on nothing
            if (!found || kauri_path_set_has(&frame->rests_on, KAURI_PATH_SET_LIMIT)) {
                frame->rests_on = branch->rests_on;
                found = true;
            }
            if (kauri_path_set_is_empty(&branch->rests_on)) {
                frame->rests_on = branch->rests_on;
                return;
            }
        }
    }
}

void kauri_frame_enter(struct kauri_frame *frame, const struct kauri_branch *branch,
                       unsigned segment)
{
    frame->board = branch->board;
    frame->place = branch->place;
    frame->x = branch->x;
    frame->seeds = branch->seeds;
    frame->segment = segment;
}

void kauri_prover_explore(struct kauri_prover_worker *worker, unsigned ply, uint32_t phi,
                          uint32_t delta)
{
    struct kauri_prover *prover = worker->prover;
    struct kauri_frame *frame = &worker->frames[ply];
    const uint64_t before = worker->nodes++;
    _Atomic uint16_t *busy = kauri_prover_busy(prover, frame->place);
    uint16_t *seen = &worker->filter[kauri_prover_filter(frame->place)];
    memset(&frame->rests_on, 0, sizeof frame->rests_on);
    (*seen)++;
    if (prover->searching > 1) {
        atomic_fetch_add_explicit(busy, 1, memory_order_relaxed);
    }
    kauri_frame_expand(worker, ply);
    for (;;) {
        update(frame);
        if (!kauri_efforts_open(frame->efforts) || frame->efforts.phi >= phi ||
            frame->efforts.delta >= delta) {
            break;
        }
        poll(worker);
        if (kauri_prover_is_stopped(prover)) {
            break;
        }
        struct choice choice;
        choose(worker, frame, &choice);
        if (prover->covered[choice.best->seeds]) { // the table is asked only when the branch is
                                                   // chosen
            kauri_branch_probe(worker, choice.best);
            continue;
        }
        struct kauri_frame *next = &worker->frames[ply + 1];
        uint32_t next_phi = 0;
        uint32_t next_delta = 0;
        set_thresholds(&choice, phi, delta, &next_phi, &next_delta);
        kauri_frame_enter(next, choice.best,
                          kauri_branch_is_quiet(frame, choice.best) ? frame->segment : ply + 1);
        kauri_prover_explore(worker, ply + 1, next_phi, next_delta);
        choice.best->efforts = next->efforts;
        choice.best->rests_on = next->rests_on;
        if (!kauri_efforts_open(next->efforts)) {
            kauri_branch_read_bounds(prover, choice.best);
        }
        if (prover->searching > 1) {
            for (unsigned i = 0; i < frame->count; i++) {
                struct kauri_branch *branch = &frame->branches[i];
                if (kauri_efforts_open(branch->efforts)) {
                    (void)kauri_branch_read(prover, branch);
                }
            }
        }
    }
    if (!kauri_efforts_open(frame->efforts)) {
        collect_path(frame);
        kauri_path_set_remove(&frame->rests_on, ply - frame->segment);
    }
    store(worker, frame, worker->nodes - before);
    (*seen)--;
    if (prover->searching > 1) {
        atomic_fetch_sub_explicit(busy, 1, memory_order_relaxed);
    }
}
