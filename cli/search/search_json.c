#include "cli/search/search_view.h"

#include "cli/parts_json.h"
#include "kauri/kauri.h"

// Adds the value and "bounds". The search does not measure distances: they are known only if the
// tables hold the value, and `stored` is not NULL then.
static void add_value(struct kauri_json *json, struct kauri_bounds r,
                      const struct kauri_value *stored)
{
    kauri_json_add_value(json, kauri_bounds_exact(r) ? &r.low : NULL,
                         stored != NULL ? &stored->dtc : NULL);
    kauri_json_add_pair(json, "bounds", r.low, r.high);
}

// Adds the efforts for a question, and with `x` the question itself; null if they are not known.
static void add_efforts(struct kauri_json *json, bool known, const int *x, uint32_t yes,
                        uint32_t no)
{
    if (!known) {
        kauri_json_add_null(json, "efforts");
        return;
    }
    kauri_json_begin_object(json, "efforts");
    if (x != NULL) {
        kauri_json_add_int(json, "x", *x);
    }
    kauri_json_add_uint(json, "yes", yes);
    kauri_json_add_uint(json, "no", no);
    kauri_json_end(json);
}

// Adds the moves, or only those that are proven best.
static void add_moves(struct kauri_json *json, const struct kauri_search *search, bool best_only)
{
    kauri_json_begin_array(json, "moves");
    for (unsigned i = 0; i < search->move_count; i++) {
        const struct kauri_valued_move *move = &search->moves[i];
        if (best_only && !move->best) {
            continue;
        }
        kauri_json_begin_object(json, NULL);
        kauri_json_add_move(json, search->position.side, move->hole, &move->captured);
        add_value(json, move->r, search->covered ? &search->probe.moves[i].value : NULL);
        kauri_json_add_bool(json, "best", move->best);
        kauri_json_add_position(json, "position", &move->successor);
        if (search->status == KAURI_SEARCH_BOUNDS) {
            add_efforts(json, move->efforts.known, &move->efforts.x, move->efforts.yes,
                        move->efforts.no);
        }
        kauri_json_end(json);
    }
    kauri_json_end(json);
}

static void add_state(struct kauri_json *json, const struct kauri_search *search)
{
    const struct kauri_prover_keeper_facts facts = kauri_prover_keeper_facts(search->asked.keeper);
    const struct kauri_prover_history history = kauri_prover_history(search->asked.prover);
    kauri_json_begin_object(json, "state");
    kauri_json_add_text(json, "file", facts.path);
    kauri_json_add_uint(json, "bytes", facts.bytes);
    kauri_json_add_bool(json, "resumed", facts.resumed);
    kauri_json_add_bool(json, "saved", facts.trouble == NULL);
    kauri_json_add_uint(json, "nodes", history.nodes);
    kauri_json_add_seconds(json, "seconds", history.seconds);
    kauri_json_begin_array(json, "layers");
    for (unsigned n = 0; n <= KAURI_SEEDS_MAX; n++) {
        if ((history.layers >> n & 1) != 0) {
            kauri_json_add_uint(json, NULL, n);
        }
    }
    kauri_json_end(json);
    kauri_json_end(json);
}

static void add_proof(struct kauri_json *json, const struct kauri_proof_facts *proof)
{
    static const char *const names[] = {"steps", "repairs", "citations", "digest"};
    const struct kauri_written_proof *written = &proof->written;
    kauri_json_begin_object(json, "proof");
    kauri_json_add_text(json, "file", proof->file);
    if (proof->is_written) {
        kauri_json_add_uint(json, "steps", written->steps);
        kauri_json_add_uint(json, "repairs", written->repairs);
        kauri_json_add_uint(json, "citations", written->citations);
        kauri_json_add_digest(json, "digest", written->digest);
    }
    for (unsigned i = 0; !proof->is_written && i < 4; i++) {
        kauri_json_add_null(json, names[i]);
    }
    kauri_json_end(json);
}

static void add_question(struct kauri_json *json, const struct kauri_search_question *question)
{
    static const char *const answers[] = {
        [KAURI_PROVER_OPEN] = "open", [KAURI_PROVER_YES] = "yes", [KAURI_PROVER_NO] = "no"};
    kauri_json_begin_object(json, "question");
    kauri_json_add_int(json, "x", question->x);
    kauri_json_add_text(json, "answer", answers[question->answer]);
    add_efforts(json, question->yes > 0, NULL, question->yes, question->no);
    kauri_json_end(json);
}

void kauri_json_search(struct kauri_string *out, const struct kauri_search *search, unsigned parts,
                       const struct kauri_proof_facts *proof)
{
    static const char *const stops[] = {
        [KAURI_SEARCH_STOP_NONE] = NULL,        [KAURI_SEARCH_STOP_TIME] = "time",
        [KAURI_SEARCH_STOP_MEMORY] = "memory",  [KAURI_SEARCH_STOP_NODES] = "nodes",
        [KAURI_SEARCH_STOP_REQUEST] = "signal", [KAURI_SEARCH_STOP_LENGTH] = "length",
    };
    struct kauri_json json = {.out = out};
    kauri_json_begin_object(&json, NULL);
    kauri_json_add_position(&json, "position", &search->position);
    kauri_json_add_uint(&json, "seeds", kauri_seeds(&search->position));
    add_value(&json, search->r, search->covered ? &search->probe.value : NULL);
    kauri_json_add_outcomes(&json, &search->position, search->r);
    if (search->question.asked) {
        add_question(&json, &search->question);
    }
    if ((parts & (KAURI_SEARCH_MOVES | KAURI_SEARCH_BEST)) != 0) {
        add_moves(&json, search, (parts & KAURI_SEARCH_MOVES) == 0);
    }
    if ((parts & KAURI_SEARCH_LINE) != 0) {
        kauri_json_add_line(&json, &search->line);
        kauri_json_add_uint(&json, "plies_searched", search->line.table_from);
    }
    kauri_json_add_text(&json, "status", search->status == KAURI_SEARCH_EXACT ? "exact" : "bounds");
    kauri_json_add_text(&json, "stop", stops[search->stop]);
    kauri_json_add_uint(&json, "nodes", search->nodes);
    kauri_json_add_seconds(&json, "seconds", search->seconds);
    kauri_json_add_real(&json, "memory_in_use", search->fill);
    if (search->seed != 0) {
        kauri_json_add_uint(&json, "seed", search->seed);
    }
    if (search->asked.keeper != NULL) {
        add_state(&json, search);
    }
    if (proof != NULL) {
        add_proof(&json, proof);
    }
    kauri_json_end(&json);
}
