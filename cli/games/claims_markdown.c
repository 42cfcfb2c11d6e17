// docs/CLAIMS.md.
#include "cli/games/claims_view.h"
#include "cli/text_table.h"
#include "rules/notation.h"
#include "studies/article/claim_text.h"

#include <stdio.h>

static void print_item(const char *name, const char *words)
{
    if (words[0] != '\0') {
        printf("- **%s:** %s\n", name, words);
    }
}

// The claim's line as a record to replay, two moves a number; moves after a pass are joined.
static void print_replay(const struct kauri_claim *claim, const char *position)
{
    struct kauri_position at = claim->position;
    bool passed = false;
    unsigned moves = 0;
    printf("    printf '(4) South - North\\n\\nPosition %s\\n\\n", position);
    for (unsigned i = 0; i < claim->line.count; i++) {
        const int hole = claim->line.hole[i];
        const char letter = kauri_move_letter((enum kauri_side)at.side, hole);
        if (hole == KAURI_MOVE_PASS) {
            passed = true;
        } else if (passed) {
            printf("-%c", letter);
            passed = false;
        } else {
            if (moves % 2 == 0) {
                printf("%s%u.", moves > 0 ? "; " : "", moves / 2 + 1);
            }
            printf(" %c", letter);
            moves++;
        }
        (void)kauri_play(&at, hole);
    }
    printf("\\n' | kauri replay -\n");
}

// The commands that show the basis of each verdict.
static void print_commands(const struct kauri_claim *claim)
{
    char position[KAURI_POSITION_TEXT_BYTES] = "";
    if (claim->position_given) {
        (void)kauri_position_format(&claim->position, position);
    }
    printf("\n");
    switch (claim->id) {
    case KAURI_CLAIM_STANDARD:
    case KAURI_CLAIM_TIEBREAKER:
        printf("    kauri search --tables tables '%s'\n", position);
        break;
    case KAURI_CLAIM_LEGAL:
    case KAURI_CLAIM_WAITING:
        print_replay(claim, position);
        break;
    case KAURI_CLAIM_STRONGEST:
        printf("    kauri line --tables tables '%s'\n"
               "    kauri probe --tables tables POSITION    # before any of the plies\n",
               position);
        break;
    case KAURI_CLAIM_WAITING_LOSS:
        printf("    kauri line --tables tables '%s'\n", position);
        break;
    case KAURI_CLAIM_NO_DRAWS:
        printf("    kauri stats --tables tables             # from the certificates\n"
               "\n[RESULTS.md](RESULTS.md) has the same figures for the layers that were solved "
               "beyond these; `kauri verify` evaluated the equations at every position of those "
               "layers, too.\n");
        break;
    case KAURI_CLAIM_MARKS:
        printf("    kauri annotate --tables tables tests/data/four-games.txt\n"
               "    kauri search --tables tables POSITION   # from the table below\n"
               "\nThe program's own signs in [GAMES.md](GAMES.md) say more: there, `?` marks a "
               "move that loses seeds but keeps the result, and `??` a move that loses the "
               "result.\n");
        break;
    case KAURI_CLAIM_COUNT:
        break;
    }
}

static enum kauri_status print_claim(const struct kauri_claim *claim, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    char position[KAURI_POSITION_TEXT_BYTES];
    struct kauri_string table = {.bytes = NULL};
    struct kauri_claim_text text;
    KAURI_TRY(kauri_claim_text_make(claim, &text, error));
    printf("\n## %s. %s\n\n", kauri_claim_number(claim->id), kauri_claim_sentence(claim->id));
    print_item("Verdict", kauri_verdict_name(claim->verdict));
    print_item("Reading", kauri_string_text(&text.reading));
    if (claim->position_given) {
        printf("- **Position:** `%s`\n", kauri_position_format(&claim->position, position));
    }
    print_item("Value", kauri_string_text(&text.value));
    print_item("Line", kauri_string_text(&text.line));
    for (size_t i = 0; i < text.note_count; i++) {
        print_item("Evidence", kauri_string_text(&text.note[i]));
    }
    print_item("Used", kauri_string_text(&text.used));
    print_commands(claim);
    KAURI_TRY(kauri_claims_add_table(&table, claim, error));
    if (table.length > 0) {
        printf("\n");
        kauri_print_table_markdown(kauri_string_text(&table));
    }
cleanup:
    kauri_string_clear(&table);
    kauri_claim_text_clear(&text);
    return status;
}

enum kauri_status kauri_claims_print_markdown(const struct kauri_claims *claims,
                                              const char *command, unsigned layers,
                                              struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    printf("# The article's claims, checked\n\n"
           "The article on Kauri in Mancala World makes claims about its example games. This "
           "document gives the program's verdict on each of them and the evidence. The moves and "
           "positions come from the article's own words, and every verdict is computed. "
           "[RULES.md](RULES.md) explains r and the rules, [SEARCH.md](SEARCH.md) the search.\n\n"
           "These commands write this file:\n\n");
    if (layers > 0) {
        printf("    kauri solve --tables tables --seeds %u\n"
               "    kauri verify --tables tables\n",
               layers - 1);
    }
    printf("    %s\n\n"
           "Without `--nodes`, a time limit ends the searches, and the claims left undecided may "
           "differ from run to run. The commands below each claim show what its verdict rests "
           "on.\n\n"
           "| | claim | verdict |\n|---|---|---|\n",
           command);
    for (unsigned id = 0; id < KAURI_CLAIM_COUNT; id++) {
        printf("| %s | %s | %s |\n", kauri_claim_number((enum kauri_claim_id)id),
               kauri_claim_sentence((enum kauri_claim_id)id),
               kauri_verdict_name(claims->claim[id].verdict));
    }
    for (unsigned id = 0; id < KAURI_CLAIM_COUNT; id++) {
        KAURI_TRY(print_claim(&claims->claim[id], error));
    }
cleanup:
    return status;
}
