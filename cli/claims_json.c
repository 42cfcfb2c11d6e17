#include "cli/claims_view.h"
#include "rules/notation.h"

#include <json-c/json.h>
#include <stdio.h>
#include <string.h>

// json-c passes a NULL object on as null, so that running out of memory here shows in the output
// instead of stopping the program.
static void add(struct json_object *object, const char *name, struct json_object *value)
{
    (void)json_object_object_add(object, name, value);
}

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
            add(row, name, json_object_new_string_len(text, (int)bytes));
            head += head_bytes + 1;
            text += bytes;
        } while (*text == '\t');
        (void)json_object_array_add(array, row);
    }
    return array;
}

static struct json_object *evidence(const struct kauri_claim *claim)
{
    char position[KAURI_POSITION_TEXT_BYTES];
    struct json_object *object = json_object_new_object();
    struct json_object *bounds = NULL;
    if (claim->r_given) {
        bounds = json_object_new_array();
        (void)json_object_array_add(bounds, json_object_new_int(claim->r.low));
        (void)json_object_array_add(bounds, json_object_new_int(claim->r.high));
    }
    add(object, "position",
        claim->position_given
            ? json_object_new_string(kauri_position_format(&claim->position, position))
            : NULL);
    add(object, "r",
        claim->r_given && kauri_bounds_exact(claim->r) ? json_object_new_int(claim->r.low) : NULL);
    add(object, "bounds", bounds);
    add(object, "line", text_or_null(&claim->line));
    add(object, "notes", lines(kauri_string_text(&claim->notes)));
    add(object, "table", rows(kauri_string_text(&claim->table)));
    return object;
}

void kauri_claims_print_json(const struct kauri_claims *claims)
{
    struct json_object *object = json_object_new_object();
    struct json_object *array = json_object_new_array();
    for (size_t i = 0; i < KAURI_CLAIM_COUNT; i++) {
        const struct kauri_claim *claim = &claims->claim[i];
        struct json_object *entry = json_object_new_object();
        add(entry, "id", json_object_new_string(claim->id));
        add(entry, "claim", json_object_new_string(claim->claim));
        add(entry, "reading", text_or_null(&claim->reading));
        add(entry, "verdict", json_object_new_string(kauri_verdict_name(claim->verdict)));
        add(entry, "evidence", evidence(claim));
        add(entry, "used", text_or_null(&claim->used));
        (void)json_object_array_add(array, entry);
    }
    add(object, "claims", array);
    printf("%s\n", json_object_to_json_string_ext(object, JSON_C_TO_STRING_PLAIN |
                                                              JSON_C_TO_STRING_NOSLASHESCAPE));
    (void)json_object_put(object);
}
