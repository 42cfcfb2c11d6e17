#include "cli/games/claims_facts_json.h"

#include "cli/parts_json.h"
#include "rules/notation.h"

#include <json-c/json.h>

static void add_count(struct json_object *object, const char *name, uint64_t count)
{
    kauri_json_add(object, name, json_object_new_int64((int64_t)count));
}

static struct json_object *side_text(unsigned side)
{
    return json_object_new_string(side == KAURI_SOUTH ? "S" : "N");
}

// The results from `low` to `high`, as an array.
static struct json_object *results(enum kauri_result low, enum kauri_result high)
{
    struct json_object *array = json_object_new_array();
    for (int result = low; result <= (int)high; result++) {
        (void)json_object_array_add(
            array, json_object_new_string(kauri_result_name((enum kauri_result)result)));
    }
    return array;
}

static struct json_object *line_end(const struct kauri_claim *claim)
{
    static const char *const names[] = {
        [KAURI_LINE_SEEDS] = "seeds",
        [KAURI_LINE_STUCK] = "stuck",
        [KAURI_LINE_UNLIMITED] = "unlimited",
    };
    return claim->line.count == 0 || claim->value.end == KAURI_LINE_OPEN
               ? NULL
               : json_object_new_string(names[claim->value.end]);
}

static void add_value(struct json_object *object, const struct kauri_claim *claim)
{
    const struct kauri_claim_value *value = &claim->value;
    const bool exact = kauri_bounds_exact(claim->r);
    const int tiebreak = kauri_value_tiebreak(claim->r.low);
    const bool claimed = value->rules == KAURI_STANDARD || value->winner_known;
    kauri_json_add(object, "claimed",
                   claimed ? json_object_new_string(kauri_result_name(value->claimed)) : NULL);
    kauri_json_add(object, "results", results(value->low, value->high));
    kauri_json_add(object, "net",
                   exact ? json_object_new_int(kauri_value_net(claim->r.low)) : NULL);
    kauri_json_add(object, "tiebreak",
                   exact ? json_object_new_string(kauri_result_name(kauri_result_of(tiebreak)))
                         : NULL);
    add_count(object, "plies", claim->line.count);
    add_count(object, "searched_plies", value->table_from);
    kauri_json_add(object, "end", line_end(claim));
    kauri_json_add(object, "last",
                   claim->line.count > 0 ? kauri_json_position(&value->last) : NULL);
}

static void add_legal(struct json_object *object, const struct kauri_claim_legal *legal)
{
    add_count(object, "numbers", legal->numbers);
    add_count(object, "legal", legal->legal);
    kauri_json_add(object, "stuck", json_object_new_boolean(legal->stuck));
    kauri_json_add(object, "last", kauri_json_position(&legal->last));
}

static void add_strongest(struct json_object *object, const struct kauri_claim_strongest *strongest)
{
    add_count(object, "numbers", strongest->numbers);
    add_count(object, "plies_left", strongest->plies_left);
    add_count(object, "keeping_result", strongest->keeping_result);
    add_count(object, "keeping_distance", strongest->keeping_distance);
    kauri_json_add(object, "first_short",
                   strongest->short_found ? json_object_new_int64(strongest->first_short + 1)
                                          : NULL);
}

// A hole's letter, "-" for a pass, null where the letter means nothing.
static struct json_object *letter_text(enum kauri_side player, int letter)
{
    if (letter == KAURI_WAITING_NOTHING) {
        return NULL;
    }
    const int hole = letter == KAURI_WAITING_PASS ? KAURI_MOVE_PASS : letter;
    const char text[] = {kauri_move_letter(player, hole), '\0'};
    return json_object_new_string(text);
}

static void add_endings(struct json_object *object, const struct kauri_claim_waiting_loss *loss)
{
    struct json_object *array = json_object_new_array();
    for (unsigned i = 0; i < loss->count; i++) {
        const struct kauri_claim_ending *ending = &loss->ending[i];
        struct json_object *entry = json_object_new_object();
        kauri_json_add(entry, "after_noted_move", json_object_new_boolean(ending->after));
        kauri_json_add(entry, "move", letter_text(loss->player, ending->letter));
        kauri_json_add(entry, "position", kauri_json_position(&ending->last));
        kauri_json_add(entry, "r", json_object_new_int(ending->r));
        add_count(entry, "dtc", ending->dtc);
        kauri_json_add(entry, "result", json_object_new_string(kauri_result_name(ending->result)));
        (void)json_object_array_add(array, entry);
    }
    kauri_json_add(object, "player", side_text(loss->player));
    add_count(object, "losses", loss->losses);
    kauri_json_add(object, "endings", array);
}

static void add_marks(struct json_object *object, const struct kauri_claim_marks *marks)
{
    add_count(object, "marks", marks->count);
    add_count(object, "right", marks->right);
    add_count(object, "wrong", marks->wrong);
    add_count(object, "undecided", marks->undecided);
    add_count(object, "giving", marks->giving);
    add_count(object, "keeping", marks->keeping);
    add_count(object, "good", marks->good);
    add_count(object, "only", marks->only);
    add_count(object, "not_only", marks->not_only);
}

static bool tables_missing(const struct kauri_claim *claim)
{
    switch (claim->id) {
    case KAURI_CLAIM_STRONGEST:
        return claim->strongest.tables_missing;
    case KAURI_CLAIM_WAITING_LOSS:
        return claim->waiting_loss.tables_missing;
    case KAURI_CLAIM_NO_DRAWS:
        return claim->draws.layers == 0;
    default:
        return false;
    }
}

struct json_object *kauri_claims_json_facts(const struct kauri_claim *claim)
{
    if (tables_missing(claim)) {
        return NULL;
    }
    struct json_object *object = json_object_new_object();
    switch (claim->id) {
    case KAURI_CLAIM_STANDARD:
    case KAURI_CLAIM_TIEBREAKER:
        add_value(object, claim);
        break;
    case KAURI_CLAIM_LEGAL:
        add_legal(object, &claim->legal);
        break;
    case KAURI_CLAIM_STRONGEST:
        add_strongest(object, &claim->strongest);
        break;
    case KAURI_CLAIM_WAITING:
        kauri_json_add(object, "player", side_text(claim->waiting.player));
        add_count(object, "readings", claim->waiting.count);
        add_count(object, "forced", claim->waiting.forced);
        break;
    case KAURI_CLAIM_WAITING_LOSS:
        add_endings(object, &claim->waiting_loss);
        break;
    case KAURI_CLAIM_NO_DRAWS:
        add_count(object, "layers", claim->draws.layers);
        add_count(object, "layers_read", claim->draws.count);
        kauri_json_add(object, "complete",
                       json_object_new_boolean(claim->draws.count == claim->draws.layers));
        add_count(object, "draws", claim->draws.draws);
        break;
    case KAURI_CLAIM_MARKS:
        add_marks(object, &claim->marks);
        break;
    case KAURI_CLAIM_COUNT:
        break;
    }
    return object;
}

static void add_reading(struct json_object *object, const struct kauri_claim_waiting *waiting,
                        const struct kauri_claim_reading *reading)
{
    const struct kauri_waiting *outcome = &reading->outcome;
    const bool broken = outcome->breaks > 0;
    kauri_json_add(object, "after_noted_move", json_object_new_boolean(reading->after));
    kauri_json_add(object, "move", letter_text(waiting->player, outcome->letter));
    add_count(object, "ways", outcome->endings + outcome->breaks);
    add_count(object, "ways_broken", outcome->breaks);
    add_count(object, "ways_even", outcome->even);
    kauri_json_add(object, "broken_at",
                   broken ? json_object_new_int64(outcome->broken_at + 1) : NULL);
    kauri_json_add(object, "position",
                   kauri_json_position(broken ? &outcome->broken : &outcome->last));
}

static void add_mark(struct json_object *object, const struct kauri_claim_mark *mark)
{
    const enum kauri_side side = (enum kauri_side)mark->position.side;
    const char letter[] = {kauri_move_letter(side, mark->hole), '\0'};
    add_count(object, "number", mark->number);
    kauri_json_add(object, "side", side_text(side));
    kauri_json_add(object, "letter", json_object_new_string(letter));
    add_count(object, "line", mark->line);
    kauri_json_add(object, "standard_results", results(mark->standard.low, mark->standard.high));
    kauri_json_add(object, "tie_breaker_results",
                   results(mark->tiebreaker.low, mark->tiebreaker.high));
}

void kauri_claims_json_add_row(struct json_object *object, const struct kauri_claim *claim,
                               size_t row)
{
    switch (claim->id) {
    case KAURI_CLAIM_STRONGEST:
        kauri_json_add(object, "position",
                       kauri_json_position(&claim->strongest.ply[row].position));
        break;
    case KAURI_CLAIM_WAITING:
        add_reading(object, &claim->waiting, &claim->waiting.reading[row]);
        break;
    case KAURI_CLAIM_MARKS:
        add_mark(object, &claim->marks.mark[row]);
        break;
    default:
        break;
    }
}
