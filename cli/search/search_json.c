#include "cli/search/search_view.h"

#include "cli/parts_json.h"
#include "kauri/kauri.h"

#include <json-c/json.h>

// The value and "bounds". The search does not measure distances: they are known only if the tables
// hold the value, and `stored` is not NULL then.
static void add_value(struct json_object *object, int low, int high,
                      const struct kauri_value *stored)
{
    kauri_json_add_value(object, low == high ? &low : NULL, stored != NULL ? &stored->dtc : NULL);
    kauri_json_add(object, "bounds", kauri_json_pair(low, high));
}

static struct json_object *outcome(const struct kauri_search *search, enum kauri_goal goal)
{
    enum kauri_result result = KAURI_DRAW;
    const bool decided = kauri_bounds_decide(&search->position, search->r, goal, &result);
    uint8_t score[2];
    const bool scored = search->r.low == search->r.high &&
                        kauri_final_score(&search->position, search->r.low, score);
    return kauri_json_outcome(decided ? &result : NULL, scored ? score : NULL);
}

// null if the search is exact.
static struct json_object *stop_text(enum kauri_search_stop stop)
{
    static const char *const names[] = {
        [KAURI_SEARCH_STOP_TIME] = "time",     [KAURI_SEARCH_STOP_MEMORY] = "memory",
        [KAURI_SEARCH_STOP_NODES] = "nodes",   [KAURI_SEARCH_STOP_REQUEST] = "signal",
        [KAURI_SEARCH_STOP_LENGTH] = "length",
    };
    return names[stop] == NULL ? NULL : json_object_new_string(names[stop]);
}

// null if no open question about the move was asked.
static struct json_object *efforts_of(const struct kauri_valued_move *move)
{
    if (!move->efforts.known) {
        return NULL;
    }
    struct json_object *object = json_object_new_object();
    kauri_json_add(object, "x", json_object_new_int(move->efforts.x));
    kauri_json_add(object, "yes", json_object_new_int64(move->efforts.yes));
    kauri_json_add(object, "no", json_object_new_int64(move->efforts.no));
    return object;
}

// The moves, or only those that are proven best.
static struct json_object *moves_of(const struct kauri_search *search, bool best_only)
{
    struct json_object *moves = json_object_new_array();
    for (unsigned i = 0; i < search->move_count; i++) {
        const struct kauri_valued_move *move = &search->moves[i];
        if (best_only && !move->best) {
            continue;
        }
        struct json_object *entry = json_object_new_object();
        kauri_json_add_move(entry, search->position.side, move->hole, &move->captured);
        add_value(entry, move->r.low, move->r.high,
                  search->covered ? &search->probe.moves[i].value : NULL);
        kauri_json_add(entry, "best", json_object_new_boolean(move->best));
        kauri_json_add(entry, "position", kauri_json_position(&move->successor));
        if (search->status == KAURI_SEARCH_BOUNDS) {
            kauri_json_add(entry, "efforts", efforts_of(move));
        }
        (void)json_object_array_add(moves, entry);
    }
    return moves;
}

static struct json_object *state_of(const struct kauri_search *search)
{
    const struct kauri_prover_keeper_facts facts = kauri_prover_keeper_facts(search->asked.keeper);
    const struct kauri_prover_history history = kauri_prover_history(search->asked.prover);
    struct json_object *object = json_object_new_object();
    kauri_json_add(object, "file", json_object_new_string(facts.path));
    kauri_json_add(object, "bytes", json_object_new_int64((int64_t)facts.bytes));
    kauri_json_add(object, "resumed", json_object_new_boolean(facts.resumed));
    kauri_json_add(object, "saved", json_object_new_boolean(facts.trouble == NULL));
    kauri_json_add(object, "nodes", json_object_new_int64((int64_t)history.nodes));
    kauri_json_add(object, "seconds", kauri_json_seconds(history.seconds));
    struct json_object *layers = json_object_new_array();
    for (unsigned n = 0; n <= KAURI_SEEDS_MAX; n++) {
        if ((history.layers >> n & 1) != 0) {
            (void)json_object_array_add(layers, json_object_new_int64(n));
        }
    }
    kauri_json_add(object, "layers", layers);
    return object;
}

// What was written is null if nothing was.
static struct json_object *proof_of(const struct kauri_proof_facts *proof)
{
    const struct kauri_written_proof *written = proof->is_written ? &proof->written : NULL;
    struct json_object *object = json_object_new_object();
    kauri_json_add(object, "file", json_object_new_string(proof->file));
    kauri_json_add(object, "steps",
                   written != NULL ? json_object_new_int64((int64_t)written->steps) : NULL);
    kauri_json_add(object, "repairs",
                   written != NULL ? json_object_new_int64((int64_t)written->repairs) : NULL);
    kauri_json_add(object, "citations",
                   written != NULL ? json_object_new_int64((int64_t)written->citations) : NULL);
    kauri_json_add(object, "digest", written != NULL ? kauri_json_digest(written->digest) : NULL);
    return object;
}

static struct json_object *question_of(const struct kauri_search_question *question)
{
    static const char *const answers[] = {
        [KAURI_PROVER_OPEN] = "open", [KAURI_PROVER_YES] = "yes", [KAURI_PROVER_NO] = "no"};
    struct json_object *efforts = NULL;
    struct json_object *object = json_object_new_object();
    if (question->yes > 0) {
        efforts = json_object_new_object();
        kauri_json_add(efforts, "yes", json_object_new_int64(question->yes));
        kauri_json_add(efforts, "no", json_object_new_int64(question->no));
    }
    kauri_json_add(object, "x", json_object_new_int(question->x));
    kauri_json_add(object, "answer", json_object_new_string(answers[question->answer]));
    kauri_json_add(object, "efforts", efforts);
    return object;
}

void kauri_json_search(struct kauri_string *out, const struct kauri_search *search, unsigned parts,
                       const struct kauri_proof_facts *proof)
{
    struct json_object *object = json_object_new_object();
    kauri_json_add(object, "position", kauri_json_position(&search->position));
    kauri_json_add(object, "seeds", json_object_new_int64(kauri_seeds(&search->position)));
    add_value(object, search->r.low, search->r.high, search->covered ? &search->probe.value : NULL);
    kauri_json_add(object, "standard", outcome(search, KAURI_GOAL_STANDARD));
    kauri_json_add(object, "tie_breaker", outcome(search, KAURI_GOAL_TIEBREAKER));
    if (search->question.asked) {
        kauri_json_add(object, "question", question_of(&search->question));
    }
    if ((parts & (KAURI_SEARCH_MOVES | KAURI_SEARCH_BEST)) != 0) {
        kauri_json_add(object, "moves", moves_of(search, (parts & KAURI_SEARCH_MOVES) == 0));
    }
    if ((parts & KAURI_SEARCH_LINE) != 0) {
        kauri_json_add_line(object, &search->line);
        kauri_json_add(object, "plies_searched",
                       json_object_new_int64((int64_t)search->line.table_from));
    }
    kauri_json_add(
        object, "status",
        json_object_new_string(search->status == KAURI_SEARCH_EXACT ? "exact" : "bounds"));
    kauri_json_add(object, "stop", stop_text(search->stop));
    kauri_json_add(object, "nodes", json_object_new_int64((int64_t)search->nodes));
    kauri_json_add(object, "seconds", kauri_json_seconds(search->seconds));
    kauri_json_add(object, "memory_in_use", json_object_new_double(search->fill));
    if (search->seed != 0) {
        kauri_json_add(object, "seed", json_object_new_int64((int64_t)search->seed));
    }
    if (search->asked.keeper != NULL) {
        kauri_json_add(object, "state", state_of(search));
    }
    if (proof != NULL) {
        kauri_json_add(object, "proof", proof_of(proof));
    }
    kauri_json_write(out, object);
}
