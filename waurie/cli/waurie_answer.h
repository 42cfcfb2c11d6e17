// Answers about positions (waurie/answer.h) and about layers, as text and as JSON (docs/JSON.md).
#ifndef KAURI_WAURIE_CLI_WAURIE_ANSWER_H
#define KAURI_WAURIE_CLI_WAURIE_ANSWER_H

#include "cli/text_table.h"
#include "waurie/answer.h"

// Adds who wins and the result of every move, by pit; for WAURIE_OPEN that it is not known.
void waurie_answer_list(const struct waurie_answer *answer, struct kauri_string *out);

// Adds a line about the position: who wins, or has won, and how soon if that is known.
void waurie_answer_headline(const struct waurie_answer *answer, int columns,
                            struct kauri_string *out);

// Adds the headline and a table of the moves as they are sorted; with `best_only` of the best.
void waurie_answer_table(const struct waurie_answer *answer, bool best_only, int columns,
                         struct kauri_string *out);

// Begins an object with the board and the rules.
void waurie_json_begin(struct kauri_json *json, const struct waurie_rules *rules, unsigned pits);
// Adds an object with the board, the rules and the records of layers, described by `fields`
// (cli/text_table.h).
void waurie_json_layers(struct kauri_string *out, const struct waurie_rules *rules, unsigned pits,
                        const struct kauri_field *fields, size_t field_count, const void *records,
                        size_t record_bytes, size_t count);
// Adds the records as a table.
void waurie_text_layers(struct kauri_string *out, const struct kauri_field *fields,
                        size_t field_count, const void *records, size_t record_bytes, size_t count);

void waurie_json_position(struct kauri_json *json, const char *name,
                          const struct waurie_position *position);
// `result`: "win", "loss", or null while open.
void waurie_json_result(struct kauri_json *json, enum waurie_result result);
// `result`, `turns` and `sowings`; the latter are null without distances.
void waurie_json_value(struct kauri_json *json, enum waurie_result result, bool distances,
                       unsigned turns, unsigned sowings);
// `table_seeds`: null for -1.
void waurie_json_table_seeds(struct kauri_json *json, int seeds);
// `moves`: the pit, whether it is a bonus move, and the result of each.
void waurie_json_moves(struct kauri_json *json, const struct waurie_answer *answer);

#endif
