#include "cli/claims_view.h"
#include "cli/parts_json.h"
#include "rules/notation.h"

#include <json-c/json.h>
#include <stdio.h>
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

// One object a row, named by the heads.
static struct json_object *rows(const char *text)
{
    struct json_object *array = json_object_new_array();
    const char *heads = text;
    text += strcspn(text, "\n");
    while (text[0] == '\n' && text[1] != '\0') {
        struct json_object *row = json_object_new_object();
        const char *head = heads;
        do {
            text++;
            char name[64];
            const size_t bytes = strcspn(text, "\t\n");
            const size_t head_bytes = strcspn(head, "\t\n");
            (void)snprintf(name, sizeof name, "%.*s", (int)head_bytes, head);
            kauri_json_add(row, name, json_object_new_string_len(text, (int)bytes));
            head += head_bytes + 1;
            text += bytes;
        } while (*text == '\t');
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
    kauri_json_add(object, "table", rows(kauri_string_text(&claim->table)));
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
