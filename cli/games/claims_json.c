#include "cli/games/claims_view.h"

#include "cli/games/claims_facts_json.h"
#include "cli/parts_json.h"
#include "rules/notation.h"
#include "studies/article/claim_table.h"
#include "studies/article/claim_text.h"

#include <json-c/json.h>

static struct json_object *text_or_null(const char *text)
{
    return text == NULL || text[0] == '\0' ? NULL : json_object_new_string(text);
}

static struct json_object *string_or_null(const struct kauri_string *string)
{
    return text_or_null(kauri_string_text(string));
}

static struct json_object *number_or_null(uint64_t number)
{
    return number == 0 ? NULL : json_object_new_int64((int64_t)number);
}

static struct json_object *letters(const char *text)
{
    struct json_object *array = json_object_new_array();
    for (; *text != '\0'; text++) {
        (void)json_object_array_add(array, json_object_new_string_len(text, 1));
    }
    return array;
}

static struct json_object *cell_object(const struct kauri_cell *cell)
{
    switch (cell->kind) {
    case KAURI_CELL_NUMBER:
        return json_object_new_int64((int64_t)cell->number);
    case KAURI_CELL_ANSWER:
        return cell->answer == KAURI_ANSWER_UNDECIDED
                   ? NULL
                   : json_object_new_boolean(cell->answer == KAURI_ANSWER_YES);
    case KAURI_CELL_BOUNDS:
        return kauri_json_pair(cell->bounds.low, cell->bounds.high);
    case KAURI_CELL_MOVES:
        return letters(cell->text);
    case KAURI_CELL_TEXT:
        break;
    }
    return json_object_new_string(cell->text);
}

// Adds the table, one object per row.
static enum kauri_status add_table(struct json_object *object, const struct kauri_claim *claim,
                                   struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_claim_column *columns;
    const size_t count = kauri_claim_columns(claim, &columns);
    struct json_object *array = json_object_new_array();
    kauri_json_add(object, "table", array);
    for (size_t row = 0; row < kauri_claim_rows(claim); row++) {
        struct json_object *entry = json_object_new_object();
        (void)json_object_array_add(array, entry);
        for (size_t c = 0; c < count; c++) {
            struct kauri_cell cell;
            KAURI_TRY(kauri_claim_cell(claim, row, c, &cell, error));
            kauri_json_add(entry, columns[c].name, cell_object(&cell));
        }
        kauri_claims_json_add_row(entry, claim, row);
    }
cleanup:
    return status;
}

static struct json_object *moves_array(const struct kauri_claim *claim)
{
    struct kauri_position at = claim->position;
    struct json_object *array = json_object_new_array();
    for (unsigned i = 0; i < claim->line.count; i++) {
        const int hole = claim->line.hole[i];
        const char letter = kauri_move_letter((enum kauri_side)at.side, hole);
        (void)json_object_array_add(array, json_object_new_string_len(&letter, 1));
        (void)kauri_play(&at, hole);
    }
    return array;
}

static struct json_object *notes_array(const struct kauri_claim_text *text)
{
    struct json_object *array = json_object_new_array();
    for (size_t i = 0; i < text->note_count; i++) {
        (void)json_object_array_add(array,
                                    json_object_new_string(kauri_string_text(&text->note[i])));
    }
    return array;
}

static struct json_object *source_object(enum kauri_claim_id id)
{
    const struct kauri_claim_source source = kauri_claim_source(id);
    const char note[] = {source.note, '\0'};
    struct json_object *object = json_object_new_object();
    kauri_json_add(object, "author", json_object_new_string(source.author));
    kauri_json_add(object, "quote", text_or_null(source.quote));
    kauri_json_add(object, "line", number_or_null(source.line));
    kauri_json_add(object, "game", number_or_null(source.game));
    kauri_json_add(object, "move", number_or_null(source.move));
    kauri_json_add(
        object, "side",
        source.move == 0 ? NULL : json_object_new_string(source.side == KAURI_SOUTH ? "S" : "N"));
    kauri_json_add(object, "note", text_or_null(note));
    return object;
}

static struct json_object *basis_object(const struct kauri_claim_basis *basis)
{
    struct json_object *object = json_object_new_object();
    kauri_json_add(object, "rules", json_object_new_boolean(basis->rules));
    kauri_json_add(object, "layers", json_object_new_int64(basis->layers));
    kauri_json_add(object, "nodes",
                   basis->searched ? json_object_new_int64((int64_t)basis->nodes) : NULL);
    return object;
}

static enum kauri_status add_evidence(struct json_object *entry, const struct kauri_claim *claim,
                                      const struct kauri_claim_text *text,
                                      struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct json_object *object = json_object_new_object();
    const bool exact = claim->r_given && kauri_bounds_exact(claim->r);
    kauri_json_add(entry, "evidence", object);
    kauri_json_add(object, "position",
                   claim->position_given ? kauri_json_position(&claim->position) : NULL);
    kauri_json_add(object, "r", exact ? json_object_new_int(claim->r.low) : NULL);
    kauri_json_add(object, "bounds",
                   claim->r_given ? kauri_json_pair(claim->r.low, claim->r.high) : NULL);
    kauri_json_add(object, "line", string_or_null(&text->line));
    kauri_json_add(object, "notes", notes_array(text));
    KAURI_TRY(add_table(object, claim, error));
    kauri_json_add(object, "moves", moves_array(claim));
    kauri_json_add(object, "facts", kauri_claims_json_facts(claim));
cleanup:
    return status;
}

static enum kauri_status add_claim(struct json_object *array, const struct kauri_claim *claim,
                                   struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_claim_text text;
    struct json_object *entry = json_object_new_object();
    (void)json_object_array_add(array, entry);
    KAURI_TRY(kauri_claim_text_make(claim, &text, error));
    kauri_json_add(entry, "id", json_object_new_string(kauri_claim_number(claim->id)));
    kauri_json_add(entry, "claim", json_object_new_string(kauri_claim_sentence(claim->id)));
    kauri_json_add(entry, "reading", string_or_null(&text.reading));
    kauri_json_add(entry, "verdict", json_object_new_string(kauri_verdict_name(claim->verdict)));
    KAURI_TRY(add_evidence(entry, claim, &text, error));
    kauri_json_add(entry, "used", string_or_null(&text.used));
    kauri_json_add(entry, "source", source_object(claim->id));
    kauri_json_add(entry, "basis", basis_object(&claim->basis));
cleanup:
    kauri_claim_text_clear(&text);
    return status;
}

enum kauri_status kauri_claims_print_json(const struct kauri_claims *claims,
                                          struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct json_object *object = json_object_new_object();
    struct json_object *array = json_object_new_array();
    kauri_json_add(object, "claims", array);
    for (unsigned id = 0; id < KAURI_CLAIM_COUNT; id++) {
        KAURI_TRY(add_claim(array, &claims->claim[id], error));
    }
    kauri_json_print(object);
    object = NULL;
cleanup:
    (void)json_object_put(object);
    return status;
}
