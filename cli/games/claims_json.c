#include "cli/games/claims_view.h"
#include "cli/parts_json.h"
#include "rules/notation.h"

#include <json-c/json.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct json_object *text_or_null(const struct kauri_string *string)
{
    return string->length == 0 ? NULL : json_object_new_string(kauri_string_text(string));
}

static struct json_object *lines(const char *text)
{
    struct json_object *array = json_object_new_array();
    while (*text != '\0') {
        const size_t bytes = strcspn(text, "\n");
        (void)json_object_array_add(array, json_object_new_string_len(text, (int)bytes));
        text += bytes + (text[bytes] == '\n' ? 1 : 0);
    }
    return array;
}

enum { CELL_BYTES = 256 };

// "1,352,078" without the separators.
static struct json_object *number(const char *cell)
{
    int64_t value = 0;
    for (; *cell != '\0'; cell++) {
        value = *cell == ',' ? value : 10 * value + (*cell - '0');
    }
    return json_object_new_int64(value);
}

// "154" or "-4 to 154": low, high.
static struct json_object *bounds_of(const char *cell)
{
    char *end = NULL;
    const long low = strtol(cell, &end, 10);
    const char *high = strstr(end, " to ");
    return kauri_json_pair((int)low, (int)(high != NULL ? strtol(high + 4, NULL, 10) : low));
}

static struct json_object *words(const char *cell)
{
    struct json_object *array = json_object_new_array();
    while (*cell != '\0') {
        const size_t bytes = strcspn(cell, " ");
        (void)json_object_array_add(array, json_object_new_string_len(cell, (int)bytes));
        cell += bytes + strspn(cell + bytes, " ");
    }
    return array;
}

static struct json_object *cell_object(enum kauri_cell type, const char *cell)
{
    switch (type) {
    case KAURI_CELL_NUMBER:
        return number(cell);
    case KAURI_CELL_YES_NO:
        return strcmp(cell, "undecided") == 0 ? NULL
                                              : json_object_new_boolean(strcmp(cell, "yes") == 0);
    case KAURI_CELL_BOUNDS:
        return bounds_of(cell);
    case KAURI_CELL_WORDS:
        return words(cell);
    case KAURI_CELL_TEXT:
        break;
    }
    return json_object_new_string(cell);
}

// One object a row.
static struct json_object *rows(const struct kauri_claim *claim)
{
    struct json_object *array = json_object_new_array();
    const char *at = kauri_string_text(&claim->table);
    while (*at != '\0') {
        struct json_object *row = json_object_new_object();
        for (size_t c = 0; c < claim->column_count; c++) {
            const size_t bytes = strcspn(at, "\t\n");
            char cell[CELL_BYTES];
            (void)snprintf(cell, sizeof cell, "%.*s", (int)bytes, at);
            kauri_json_add(row, claim->columns[c].name, cell_object(claim->columns[c].cell, cell));
            at += bytes + 1;
        }
        (void)json_object_array_add(array, row);
    }
    return array;
}

static struct json_object *evidence(const struct kauri_claim *claim)
{
    struct json_object *object = json_object_new_object();
    struct json_object *bounds = NULL;
    if (claim->r_given) {
        bounds = kauri_json_pair(claim->r.low, claim->r.high);
    }
    kauri_json_add(object, "position",
                   claim->position_given ? kauri_json_position(&claim->position) : NULL);
    kauri_json_add(
        object, "r",
        claim->r_given && kauri_bounds_exact(claim->r) ? json_object_new_int(claim->r.low) : NULL);
    kauri_json_add(object, "bounds", bounds);
    kauri_json_add(object, "line", text_or_null(&claim->line));
    kauri_json_add(object, "notes", lines(kauri_string_text(&claim->notes)));
    kauri_json_add(object, "table", rows(claim));
    return object;
}

void kauri_claims_print_json(const struct kauri_claims *claims)
{
    struct json_object *object = json_object_new_object();
    struct json_object *array = json_object_new_array();
    for (size_t i = 0; i < KAURI_CLAIM_COUNT; i++) {
        const struct kauri_claim *claim = &claims->claim[i];
        struct json_object *entry = json_object_new_object();
        kauri_json_add(entry, "id", json_object_new_string(claim->id));
        kauri_json_add(entry, "claim", json_object_new_string(claim->claim));
        kauri_json_add(entry, "reading", text_or_null(&claim->reading));
        kauri_json_add(entry, "verdict",
                       json_object_new_string(kauri_verdict_name(claim->verdict)));
        kauri_json_add(entry, "evidence", evidence(claim));
        kauri_json_add(entry, "used", text_or_null(&claim->used));
        (void)json_object_array_add(array, entry);
    }
    kauri_json_add(object, "claims", array);
    kauri_json_print(object);
}
