#include "waurie/cli/rules_words.h"

#include <string.h>

enum kauri_status waurie_rules_parse(struct waurie_rules_words words, struct waurie_rules *rules,
                                     struct kauri_error *error)
{
    *rules = (struct waurie_rules){
        .at_turn = words.win != NULL && strcmp(words.win, "at-turn") == 0,
        .skip = words.lap != NULL && strcmp(words.lap, "skip") == 0,
    };
    if (words.win != NULL && !rules->at_turn && strcmp(words.win, "at-once") != 0) {
        return kauri_fail(error, KAURI_USAGE, "--win takes at-once or at-turn, not '%.80s'",
                          words.win);
    }
    if (words.lap != NULL && !rules->skip && strcmp(words.lap, "into") != 0) {
        return kauri_fail(error, KAURI_USAGE, "--lap takes into or skip, not '%.80s'", words.lap);
    }
    return KAURI_OK;
}
