#include "waurie/cli/waurie_answer.h"

#include "cli/fitted_text.h"

void waurie_answer_list(const struct waurie_answer *answer, struct kauri_string *out)
{
    static const char *const words[] = {
        [WAURIE_OPEN] = "open", [WAURIE_LOSS] = "loses", [WAURIE_WIN] = "wins"};
    const bool north = answer->position.north;
    char text[WAURIE_POSITION_TEXT_BYTES];
    kauri_string_add(out, "%s\n", waurie_position_format(&answer->position, text));
    if (answer->result == WAURIE_OPEN) {
        kauri_string_add(out, "Open: the search was stopped before it knew who wins.\n");
    } else {
        kauri_string_add(out, "%s wins.\n",
                         waurie_side_name(north == (answer->result == WAURIE_WIN)));
    }
    for (unsigned i = 0; i < answer->count; i++) {
        const struct waurie_answer_move *move = &answer->moves[i];
        kauri_string_add(out, "  %u%c  %s\n", move->pit + 1U, move->again ? '-' : ' ',
                         words[move->result]);
    }
    if (answer->count > 0) {
        kauri_string_add(out, "Moves of %s; a hyphen means a bonus move.\n",
                         waurie_side_name(north));
    }
}

void waurie_answer_headline(const struct waurie_answer *answer, int columns,
                            struct kauri_string *out)
{
    const char *winner = waurie_side_name(answer->position.north == (answer->result == WAURIE_WIN));
    char text[WAURIE_POSITION_TEXT_BYTES];
    const size_t from = out->length;
    kauri_string_add(out, "%s   ", waurie_position_format(&answer->position, text));
    if (answer->count == 0) {
        kauri_string_add(out, "%s has won\n", winner);
    } else if (!answer->distances) {
        kauri_string_add(out, "%s wins\n", winner);
    } else {
        kauri_string_add(out, "%s wins in %u turn%s, %u sowing%s\n", winner, answer->turns,
                         answer->turns == 1 ? "" : "s", answer->sowings,
                         answer->sowings == 1 ? "" : "s");
    }
    kauri_string_fit(out, from, columns);
}

void waurie_answer_table(const struct waurie_answer *answer, bool best_only, int columns,
                         struct kauri_string *out)
{
    waurie_answer_headline(answer, columns, out);
    if (answer->count == 0) {
        return;
    }
    struct kauri_string rows = {.bytes = NULL};
    kauri_string_add(&rows, "move\tresult\t%safter\n", answer->distances ? "turns\tsowings\t" : "");
    for (unsigned i = 0; i < answer->count; i++) {
        const struct waurie_answer_move *move = &answer->moves[i];
        char text[WAURIE_POSITION_TEXT_BYTES];
        if (best_only && !move->best) {
            continue;
        }
        kauri_string_add(&rows, "%u%s\t%s\t", move->pit + 1U, move->again ? "-" : "",
                         move->result == WAURIE_WIN ? "win" : "loss");
        if (answer->distances) {
            kauri_string_add(&rows, "%u\t%u\t", move->turns, move->sowings);
        }
        kauri_string_add(&rows, "%s\n",
                         move->ends ? "the game is over"
                                    : waurie_position_format(&move->after, text));
    }
    out->failed = out->failed || rows.failed;
    kauri_string_add_table(out, kauri_string_text(&rows), 2, columns);
    kauri_string_clear(&rows);
}

void waurie_json_begin(struct kauri_json *json, const struct waurie_rules *rules, unsigned pits)
{
    kauri_json_begin_object(json, NULL);
    kauri_json_add_uint(json, "pits", pits);
    kauri_json_add_text(json, "win", waurie_win_word(rules));
    kauri_json_add_text(json, "lap", waurie_lap_word(rules));
}

void waurie_json_layers(struct kauri_string *out, const struct waurie_rules *rules, unsigned pits,
                        const struct kauri_field *fields, size_t field_count, const void *records,
                        size_t record_bytes, size_t count)
{
    struct kauri_json json = {.out = out};
    waurie_json_begin(&json, rules, pits);
    kauri_answer_array(&json, "layers", fields, field_count, records, record_bytes, count);
    kauri_json_end(&json);
}

void waurie_text_layers(struct kauri_string *out, const struct kauri_field *fields,
                        size_t field_count, const void *records, size_t record_bytes, size_t count)
{
    struct kauri_string rows = {.bytes = NULL};
    kauri_answer_heads(&rows, fields, field_count);
    for (size_t i = 0; i < count; i++) {
        kauri_answer_row(&rows, fields, field_count, (const char *)records + i * record_bytes);
    }
    kauri_answer_table(out, &rows, fields, field_count, 0, kauri_text_columns());
}

void waurie_json_position(struct kauri_json *json, const char *name,
                          const struct waurie_position *position)
{
    char text[WAURIE_POSITION_TEXT_BYTES];
    kauri_json_add_text(json, name, waurie_position_format(position, text));
}

void waurie_json_result(struct kauri_json *json, enum waurie_result result)
{
    static const char *const words[] = {
        [WAURIE_OPEN] = NULL, [WAURIE_LOSS] = "loss", [WAURIE_WIN] = "win"};
    kauri_json_add_text(json, "result", words[result]);
}

void waurie_json_value(struct kauri_json *json, enum waurie_result result, bool distances,
                       unsigned turns, unsigned sowings)
{
    waurie_json_result(json, result);
    if (distances) {
        kauri_json_add_uint(json, "turns", turns);
        kauri_json_add_uint(json, "sowings", sowings);
    } else {
        kauri_json_add_null(json, "turns");
        kauri_json_add_null(json, "sowings");
    }
}

void waurie_json_table_seeds(struct kauri_json *json, int seeds)
{
    if (seeds < 0) {
        kauri_json_add_null(json, "table_seeds");
    } else {
        kauri_json_add_int(json, "table_seeds", seeds);
    }
}

void waurie_json_moves(struct kauri_json *json, const struct waurie_answer *answer)
{
    kauri_json_begin_array(json, "moves");
    for (unsigned i = 0; i < answer->count; i++) {
        kauri_json_begin_object(json, NULL);
        kauri_json_add_uint(json, "move", answer->moves[i].pit + 1U);
        kauri_json_add_bool(json, "bonus", answer->moves[i].again);
        waurie_json_result(json, answer->moves[i].result);
        kauri_json_end(json);
    }
    kauri_json_end(json);
}
