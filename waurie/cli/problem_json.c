#include "waurie/cli/problem_view.h"

#include "cli/base_json.h"
#include "waurie/waurie_notation.h"

#include <json-c/json.h>

static void add_rules(struct json_object *object, const struct waurie_rules *rules)
{
    kauri_json_add(object, "win", json_object_new_string(waurie_win_word(rules)));
    kauri_json_add(object, "lap", json_object_new_string(waurie_lap_word(rules)));
}

static void add_checked(struct json_object *object, const struct waurie_checked *checked)
{
    static const char *const kinds[] = {
        [WAURIE_STATED] = "stated",
        [WAURIE_STRICTER] = "stricter",
        [WAURIE_FACT] = "fact",
    };
    const struct waurie_position position = {.board = checked->board};
    char text[WAURIE_POSITION_TEXT_BYTES];
    kauri_json_add(object, "position",
                   json_object_new_string(waurie_position_format(&position, text)));
    kauri_json_add(object, "seeds", json_object_new_int((int)waurie_seeds(&checked->board)));
    kauri_json_add(object, "result", json_object_new_string(checked->value.win ? "win" : "loss"));
    kauri_json_add(object, "turns", json_object_new_int(checked->value.turns));
    kauri_json_add(object, "sowings", json_object_new_int(checked->value.sowings));
    kauri_json_add(object, "conflicts", json_object_new_int((int)checked->statements.failed));
    struct json_object *statements = json_object_new_array();
    for (unsigned i = 0; i < checked->statements.count; i++) {
        const struct waurie_statement *item = &checked->statements.items[i];
        struct json_object *entry = json_object_new_object();
        kauri_json_add(entry, "printed", json_object_new_string(item->source));
        kauri_json_add(entry, "checked", json_object_new_string(item->text));
        kauri_json_add(entry, "kind", json_object_new_string(kinds[item->kind]));
        kauri_json_add(entry, "holds", json_object_new_boolean(item->holds));
        kauri_json_add(entry, "found", json_object_new_string(item->reason));
        (void)json_object_array_add(statements, entry);
    }
    kauri_json_add(object, "statements", statements);
}

void waurie_json_problem(const struct waurie_problem_view *view, struct kauri_string *out)
{
    struct json_object *object = json_object_new_object();
    add_rules(object, view->rules);
    kauri_json_add(
        object, "letters",
        json_object_new_string(view->letters == WAURIE_LETTER_AFTER ? "after" : "before"));
    kauri_json_add(object, "seeds_max", json_object_new_int((int)view->seeds));
    kauri_json_add(object, "tried", json_object_new_int64((int64_t)view->tried));
    struct json_object *positions = json_object_new_array();
    for (size_t i = 0; i < view->count; i++) {
        struct json_object *entry = json_object_new_object();
        add_checked(entry, &view->positions[i]);
        kauri_json_add(entry, "reconstructed",
                       json_object_new_boolean(view->positions[i].reconstructed));
        (void)json_object_array_add(positions, entry);
    }
    kauri_json_add(object, "positions", positions);
    kauri_json_write(out, object);
}

void waurie_json_claims(const struct waurie_rules *rules, const struct waurie_checked *checked,
                        struct kauri_string *out)
{
    struct json_object *object = json_object_new_object();
    add_rules(object, rules);
    add_checked(object, checked);
    kauri_json_write(out, object);
}
