#include "waurie/cli/answer_json.h"

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
