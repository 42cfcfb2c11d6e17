// docs/CLAIMS.md.
#include "cli/games/claims_view.h"
#include "cli/text_table.h"
#include "rules/notation.h"

#include <stdio.h>
#include <string.h>

static void print_item(const char *name, const char *words)
{
    if (words[0] != '\0') {
        printf("- **%s:** %s\n", name, words);
    }
}

// The claim's line as a record to replay, two moves a number.
static void print_replay(const struct kauri_claim *claim, const char *position)
{
    const char *line = kauri_string_text(&claim->line);
    printf("    printf '(4) South - North\\n\\nPosition %s\\n\\n", position);
    for (unsigned move = 0; *line != '\0'; move++) {
        const size_t bytes = strcspn(line, " ");
        if (move % 2 == 0) {
            printf("%s%u.", move > 0 ? "; " : "", move / 2 + 1);
        }
        printf(" %.*s", (int)bytes, line);
        line += bytes + strspn(line + bytes, " ");
    }
    printf("\\n' | kauri replay -\n");
}

// The commands that show what the verdict rests on, each by itself.
static void print_commands(const struct kauri_claim *claim)
{
    char position[KAURI_POSITION_TEXT_BYTES] = "";
    if (claim->position_given) {
        (void)kauri_position_format(&claim->position, position);
    }
    printf("\n");
    switch (claim->id[0]) {
    case '1':
    case '2':
        printf("    kauri search --tables tables '%s'\n", position);
        break;
    case '3':
    case '5':
        print_replay(claim, position);
        break;
    case '4':
        printf("    kauri line --tables tables '%s'\n"
               "    kauri probe --tables tables POSITION    # of any ply\n",
               position);
        break;
    case '6':
        printf("    kauri line --tables tables '%s'\n", position);
        break;
    case '7':
        printf("    kauri stats --tables tables             # from the certificates\n"
               "\nOf the layers that were solved and verified beyond these, "
               "[RESULTS.md](RESULTS.md) has what `kauri stats` says; there, too, `kauri verify` "
               "evaluated the equations at every position.\n");
        break;
    default:
        printf("    kauri annotate --tables tables tests/data/four-games.txt\n"
               "    kauri search --tables tables POSITION   # of a row\n"
               "\nThe signs that [GAMES.md](GAMES.md) gives by itself tell more: there `?` stands "
               "for lost seeds where the result is kept, and `??` for a lost result.\n");
        break;
    }
}

static void print_claim(const struct kauri_claim *claim)
{
    char text[KAURI_POSITION_TEXT_BYTES];
    char r[KAURI_CLAIMS_R_BYTES];
    printf("\n## %s. %s\n\n", claim->id, claim->claim);
    print_item("Verdict", kauri_verdict_name(claim->verdict));
    print_item("Reading", kauri_string_text(&claim->reading));
    if (claim->position_given) {
        printf("- **Position:** `%s`\n", kauri_position_format(&claim->position, text));
    }
    if (claim->r_given) {
        print_item("Value", kauri_claims_format_r(claim, r));
    }
    print_item("Line", kauri_string_text(&claim->line));
    const char *notes = kauri_string_text(&claim->notes);
    while (*notes != '\0') {
        const size_t bytes = strcspn(notes, "\n");
        printf("- **Evidence:** %.*s\n", (int)bytes, notes);
        notes += bytes + 1;
    }
    print_item("Used", kauri_string_text(&claim->used));
    print_commands(claim);
    if (claim->table.length > 0) {
        struct kauri_string table = {.bytes = NULL};
        kauri_claims_add_table(&table, claim);
        printf("\n");
        kauri_print_table_markdown(kauri_string_text(&table));
        kauri_string_clear(&table);
    }
}

void kauri_claims_print_markdown(const struct kauri_claims *claims, const char *command,
                                 unsigned layers)
{
    printf("# The article's claims, checked\n\n"
           "The article on Kauri in Mancala World makes claims about its example games. Here is "
           "what the program finds about each; it reads them from the article's own words and "
           "computes every verdict. r and the rules are explained in [RULES.md](RULES.md), the "
           "search in [SEARCH.md](SEARCH.md).\n\nThis file is written by\n\n");
    if (layers > 0) {
        printf("    kauri solve --tables tables --seeds %u\n"
               "    kauri verify --tables tables\n",
               layers - 1);
    }
    printf("    %s\n\n"
           "Without `--nodes`, a limit in time ends the searches, and what stays undecided may "
           "differ from run to run. The commands below each claim show by themselves what its "
           "verdict rests on.\n\n"
           "| | claim | verdict |\n|---|---|---|\n",
           command);
    for (size_t i = 0; i < KAURI_CLAIM_COUNT; i++) {
        const struct kauri_claim *claim = &claims->claim[i];
        printf("| %s | %s | %s |\n", claim->id, claim->claim, kauri_verdict_name(claim->verdict));
    }
    for (size_t i = 0; i < KAURI_CLAIM_COUNT; i++) {
        print_claim(&claims->claim[i]);
    }
}
