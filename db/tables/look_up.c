// Values of single positions: kauri_probe_value, kauri_probe_value_cached and kauri_probe_r of the
// public interface.
//
// A stored position needs one page of r, and one of dtc if its table has distances. A derived
// position needs those of its successors: first the ones that are in the cache, and as few of the
// others as possible, because a move that cannot beat the best one so far need not be looked up.
//
// A number that cannot be read (KAURI_RESOURCE) does not keep the others from being read, so that a
// source that has to fetch them learns of all that are missing at once (kauri_source in
// kauri/kauri.h). Every other failure ends the look-up.
#include "kauri/kauri.h"

#include "db/tables/derived.h"
#include "db/tables/tablebase.h"
#include "indexer/convention.h"

// A look-up in progress.
struct look_up {
    struct kauri_tablebase *tablebase;
    struct kauri_number_store *numbers;
    bool cached_only; // report KAURI_NOT_CACHED instead of reading a file
    struct kauri_error *error;
};

static struct look_up begin(struct kauri_tablebase *tablebase, bool cached_only,
                            struct kauri_error *error)
{
    return (struct look_up){tablebase, kauri_tablebase_numbers(tablebase), cached_only, error};
}

static enum kauri_status not_cached(const struct look_up *look_up)
{
    return kauri_fail(look_up->error, KAURI_NOT_CACHED, "the value is not in memory");
}

static enum kauri_status impossible(const struct look_up *look_up,
                                    const struct kauri_tablebase_layer *layer, int32_t r)
{
    return kauri_fail(look_up->error, KAURI_CORRUPT, "%s holds r = %d, which is impossible",
                      kauri_reader_path(layer->reader), r);
}

// Records a failure to read a number. Returns true if the others should be read nevertheless,
// because a source may then fetch all that is missing at once.
static bool record_failure(enum kauri_status status, enum kauri_status *failure)
{
    *failure = status == KAURI_OK ? *failure : status;
    return status == KAURI_OK || status == KAURI_RESOURCE;
}

static inline bool is_possible(const struct kauri_tablebase_layer *layer, int32_t r)
{
    const int32_t maximum = kauri_most_r(layer->index.seeds);
    return r >= -maximum && r <= maximum;
}

// ------------------------------------------------------------------------------------ entries

static enum kauri_status number_of(const struct look_up *look_up,
                                   const struct kauri_tablebase_layer *layer, unsigned column,
                                   uint64_t entry, unsigned *number)
{
    if (kauri_number_cached(look_up->numbers, layer, column, entry, number)) {
        return KAURI_OK;
    }
    return look_up->cached_only
               ? not_cached(look_up)
               : kauri_number_load(look_up->numbers, layer, column, entry, number, look_up->error);
}

static enum kauri_status r_of_entry(const struct look_up *look_up,
                                    const struct kauri_tablebase_layer *layer, uint64_t entry,
                                    int32_t *r)
{
    unsigned number = 0;
    KAURI_PASS(number_of(look_up, layer, KAURI_COLUMN_R, entry, &number));
    *r = layer->columns[KAURI_COLUMN_R].bias + (int32_t)number;
    return is_possible(layer, *r) ? KAURI_OK : impossible(look_up, layer, *r);
}

static enum kauri_status dtc_of_entry(const struct look_up *look_up,
                                      const struct kauri_tablebase_layer *layer, uint64_t entry,
                                      uint32_t *dtc)
{
    return number_of(look_up, layer, KAURI_COLUMN_DTC, entry, dtc);
}

static enum kauri_status value_of_entry(const struct look_up *look_up,
                                        const struct kauri_tablebase_layer *layer, uint64_t entry,
                                        struct kauri_value *value)
{
    struct kauri_value found = {0};
    enum kauri_status status = r_of_entry(look_up, layer, entry, &found.r);
    if (record_failure(status, &status)) {
        (void)record_failure(dtc_of_entry(look_up, layer, entry, &found.dtc), &status);
    }
    if (status == KAURI_OK) {
        *value = found;
    }
    return status;
}

// ---------------------------------------------------------------------------------- positions

static enum kauri_status r_of_position(const struct look_up *look_up,
                                       const struct kauri_tablebase_layer *layer,
                                       const struct kauri_position *position, int32_t enough,
                                       int32_t *r);

// The moves of a derived position.
struct moves {
    struct kauri_successor successors[KAURI_HOLES_MAX];
    unsigned count;
    uint64_t entries[KAURI_HOLES_MAX]; // entries of the quiet successors, which are stored
};

static void list_moves(const struct look_up *look_up, const struct kauri_tablebase_layer *layer,
                       const struct kauri_position *position, struct moves *moves)
{
    moves->count = kauri_successors(position, layer->index.seeds, moves->successors);
    for (unsigned i = 0; i < moves->count; i++) {
        if (!moves->successors[i].captures) {
            moves->entries[i] = kauri_entry_place(layer, &moves->successors[i].position).entry;
            kauri_number_prefetch(look_up->numbers, layer, KAURI_COLUMN_R, moves->entries[i]);
        }
    }
}

static enum kauri_status layer_of(const struct look_up *look_up, unsigned seeds,
                                  const struct kauri_tablebase_layer **layer)
{
    if (!look_up->cached_only) {
        return kauri_tablebase_layer(look_up->tablebase, seeds, layer, look_up->error);
    }
    *layer = kauri_tablebase_opened(look_up->tablebase, seeds);
    return *layer != NULL ? KAURI_OK : not_cached(look_up);
}

// Finds r of a capture for the player who makes it, if it is at least `useful`; otherwise any
// smaller number.
static enum kauri_status r_of_capture(const struct look_up *look_up,
                                      const struct kauri_successor *successor, int32_t useful,
                                      int32_t *r)
{
    const struct kauri_tablebase_layer *lower = NULL;
    int32_t after = 0;
    *r = INT32_MIN;
    if (successor->gain + kauri_most_r(successor->seeds) < useful) {
        return KAURI_OK;
    }
    enum kauri_status status = layer_of(look_up, successor->seeds, &lower);
    if (status == KAURI_OK) {
        status = r_of_position(look_up, lower, &successor->position, successor->gain - useful + 1,
                               &after);
    }
    if (status == KAURI_OK) {
        *r = successor->gain - after;
    }
    return status;
}

// Finds r of a derived position, or a lower bound of it that is at least `enough`.
//
// The simplest way is the greatest r of all moves. Here quiet moves whose cells are in the cache
// come first, then quiet moves that need a page, then captures, and the search stops at the
// greatest r that the layer has, which about half of all positions reach.
static enum kauri_status derive_r(const struct look_up *look_up,
                                  const struct kauri_tablebase_layer *layer,
                                  const struct kauri_position *position, int32_t enough, int32_t *r)
{
    struct moves moves;
    int32_t best = INT32_MIN;
    bool known[KAURI_HOLES_MAX] = {false};
    enum kauri_status failure = KAURI_OK;
    const int32_t maximum = kauri_most_r(layer->index.seeds);
    enough = enough < maximum ? enough : maximum;
    list_moves(look_up, layer, position, &moves);
    for (unsigned pass = 0; pass < 3 && best < enough; pass++) {
        for (unsigned i = 0; i < moves.count && best < enough; i++) {
            const struct kauri_successor *successor = &moves.successors[i];
            enum kauri_status status = KAURI_OK;
            unsigned number = 0;
            int32_t found = INT32_MIN;
            if (known[i] || successor->captures != (pass == 2)) {
                continue;
            }
            if (pass == 0) {
                known[i] = kauri_number_cached(look_up->numbers, layer, KAURI_COLUMN_R,
                                               moves.entries[i], &number);
                if (!known[i]) {
                    continue;
                }
                found = layer->columns[KAURI_COLUMN_R].bias + (int32_t)number;
                status = is_possible(layer, found) ? KAURI_OK : impossible(look_up, layer, found);
                found = -found;
            } else if (pass == 1) {
                int32_t after = 0;
                status = r_of_entry(look_up, layer, moves.entries[i], &after);
                found = -after;
            } else {
                status =
                    r_of_capture(look_up, successor, best < -maximum ? -maximum : best + 1, &found);
            }
            if (!record_failure(status, &failure)) {
                return status;
            }
            best = status == KAURI_OK && found > best ? found : best;
        }
    }
    *r = best;
    return failure;
}

// The value of a derived position. All quiet moves are looked up, because those that keep r decide
// dtc, and then the captures that may be better, or as good where that makes dtc 1.
static enum kauri_status derive_value(const struct look_up *look_up,
                                      const struct kauri_tablebase_layer *layer,
                                      const struct kauri_position *position,
                                      struct kauri_value *value)
{
    struct moves moves;
    int32_t after[KAURI_HOLES_MAX];
    struct kauri_derivation derivation = kauri_derivation_begin();
    enum kauri_status failure = KAURI_OK;
    list_moves(look_up, layer, position, &moves);
    for (unsigned i = 0; i < moves.count; i++) {
        if (!moves.successors[i].captures) {
            const enum kauri_status status =
                r_of_entry(look_up, layer, moves.entries[i], &after[i]);
            if (!record_failure(status, &failure)) {
                return status;
            }
            if (status == KAURI_OK) {
                kauri_derivation_add_r(&derivation, -after[i], false);
            }
        }
    }
    for (unsigned i = 0; i < moves.count; i++) {
        const int32_t best = derivation.r;
        const bool better_only = best <= 0 || derivation.capture_keeps;
        const int32_t useful = best == INT32_MIN ? -kauri_most_r(layer->index.seeds)
                               : better_only     ? best + 1
                                                 : best;
        if (moves.successors[i].captures) {
            int32_t r = 0;
            const enum kauri_status status =
                r_of_capture(look_up, &moves.successors[i], useful, &r);
            if (!record_failure(status, &failure)) {
                return status;
            }
            if (status == KAURI_OK && r >= useful) {
                kauri_derivation_add_r(&derivation, r, true);
            }
        }
    }
    KAURI_PASS(failure); // after a failure, it is not known which moves decide dtc
    for (unsigned i = 0; i < moves.count && kauri_derivation_needs_dtc(&derivation); i++) {
        if (!moves.successors[i].captures && -after[i] == derivation.r) {
            uint32_t dtc = 0;
            const enum kauri_status status = dtc_of_entry(look_up, layer, moves.entries[i], &dtc);
            if (!record_failure(status, &failure)) {
                return status;
            }
            kauri_derivation_add_dtc(&derivation, dtc);
        }
    }
    KAURI_PASS(failure);
    const struct kauri_value derived = kauri_derivation_value(&derivation);
    if (derived.dtc > KAURI_DTC_MAX) {
        return kauri_fail(look_up->error, KAURI_CORRUPT,
                          "%s holds dtc = %u where a position is one ply farther away",
                          kauri_reader_path(layer->dtc_reader), KAURI_DTC_MAX);
    }
    *value = derived;
    return KAURI_OK;
}

// Finds r of a position or, if it is derived, perhaps a lower bound of it that is at least
// `enough`.
static enum kauri_status r_of_position(const struct look_up *look_up,
                                       const struct kauri_tablebase_layer *layer,
                                       const struct kauri_position *position, int32_t enough,
                                       int32_t *r)
{
    const struct kauri_entry_place place = kauri_entry_place(layer, position);
    return place.stored ? r_of_entry(look_up, layer, place.entry, r)
                        : derive_r(look_up, layer, position, enough, r);
}

static enum kauri_status value_of_position(const struct look_up *look_up,
                                           const struct kauri_tablebase_layer *layer,
                                           const struct kauri_position *position,
                                           struct kauri_value *value)
{
    if (layer->dtc_reader == NULL) {
        struct kauri_value found = {.r = 0};
        KAURI_PASS(r_of_position(look_up, layer, position, INT32_MAX, &found.r));
        found.dtc = found.r == 0 ? 0 : KAURI_DTC_UNKNOWN;
        *value = found;
        return KAURI_OK;
    }
    const struct kauri_entry_place place = kauri_entry_place(layer, position);
    return place.stored ? value_of_entry(look_up, layer, place.entry, value)
                        : derive_value(look_up, layer, position, value);
}

// --------------------------------------------------------------------------- public functions

enum kauri_status kauri_probe_value(struct kauri_tablebase *tablebase,
                                    const struct kauri_position *position,
                                    struct kauri_value *value, struct kauri_error *error)
{
    const struct look_up look_up = begin(tablebase, false, error);
    const struct kauri_tablebase_layer *layer = NULL;
    const enum kauri_status status = kauri_tablebase_open_for(tablebase, position, &layer, error);
    return status == KAURI_OK ? value_of_position(&look_up, layer, position, value) : status;
}

enum kauri_status kauri_probe_r(struct kauri_tablebase *tablebase,
                                const struct kauri_position *position, int32_t *r,
                                struct kauri_error *error)
{
    const struct look_up look_up = begin(tablebase, false, error);
    const struct kauri_tablebase_layer *layer = NULL;
    int32_t found = 0;
    enum kauri_status status = kauri_tablebase_open_for(tablebase, position, &layer, error);
    if (status == KAURI_OK) {
        status = r_of_position(&look_up, layer, position, INT32_MAX, &found);
    }
    if (status == KAURI_OK) {
        *r = found;
    }
    return status;
}

enum kauri_status kauri_probe_value_cached(struct kauri_tablebase *tablebase,
                                           const struct kauri_position *position,
                                           struct kauri_value *value, struct kauri_error *error)
{
    const struct look_up look_up = begin(tablebase, true, error);
    const struct kauri_tablebase_layer *layer = kauri_tablebase_opened_for(tablebase, position);
    if (layer != NULL) {
        return value_of_position(&look_up, layer, position, value);
    }
    const enum kauri_status status = kauri_tablebase_covers(tablebase, position, error);
    return status == KAURI_OK ? not_cached(&look_up) : status;
}
