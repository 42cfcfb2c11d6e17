// kauri opening: what is proven about the first moves, and what is open.
#include "cli/commands.h"

#include "cli/campaign/campaign_folder.h"
#include "cli/campaign/campaign_view.h"
#include "cli/options.h"
#include "cli/print_text.h"

#include <stdint.h>

enum { PLIES_MAX = 100 };

static const char opening_help[] =
    "Shows who wins after the first moves of the game, as far as that is known: the result with\n"
    "its proof, or the efforts to prove and to refute it. Some results are built in\n"
    "(docs/START.md). Those of a campaign are read from FOLDER, even while it runs. If it asked\n"
    "about other positions, the moves from there are shown, too.\n\n"
    "The ratio is the greater effort divided by the other one. Positions are those that jobs have\n"
    "expanded for the question and for what follows it. A move without a row was refuted by a\n"
    "short search, or nobody asked about it. Proofs are named, not checked: `kauri check-proof\n"
    "FOLDER` checks them.\n";

static enum kauri_status print_trees(struct kauri_campaign_frontier *frontier, unsigned plies,
                                     bool json, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_string out = {.bytes = NULL};
    KAURI_TRY(kauri_opening_tree_prepare(frontier, error));
    for (uint32_t i = 0; i < frontier->root_count; i++) {
        struct kauri_opening_tree tree;
        if (kauri_opening_tree_is_top(&frontier->roots[i])) {
            KAURI_TRY(kauri_opening_tree_make(frontier, &frontier->roots[i], &tree, error));
            kauri_string_add_text(&out, json || out.length == 0 ? "" : "\n");
            (json ? kauri_json_opening : kauri_text_opening)(&out, &tree, plies);
            kauri_opening_tree_free(&tree);
        }
    }
    status = kauri_print_text(&out, error);
cleanup:
    kauri_string_clear(&out);
    return status;
}

int kauri_command_opening(int argc, char **argv)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_error error;
    struct kauri_arguments arguments;
    struct kauri_campaign_folder campaign = {.path = NULL};
    uint64_t plies = 1;
    bool json = false;
    const struct kauri_option described[] = {
        {.name = "plies",
         .argument = "N",
         .help = "of the tree, 1 to 100 (default 1)",
         .number = &plies,
         .low = 1,
         .high = PLIES_MAX},
        KAURI_OPTION_JSON(&json),
    };
    const struct kauri_usage usage = {
        .name = argv[0],
        .arguments = "[FOLDER]",
        .text = opening_help,
        .options = described,
        .option_count = sizeof described / sizeof described[0],
        .arguments_max = 1,
    };
    KAURI_TRY(kauri_options_parse(&usage, argc, argv, &arguments, &error));
    if (arguments.help) {
        return KAURI_OK;
    }
    if (arguments.count > 0) {
        KAURI_TRY(kauri_campaign_folder_open(arguments.values[0], KAURI_CAMPAIGN_READ, &campaign,
                                             &error));
    } else {
        KAURI_TRY(kauri_campaign_new(&campaign.frontier, &error));
    }
    status = print_trees(campaign.frontier, (unsigned)plies, json, &error);
cleanup:
    kauri_campaign_folder_close(&campaign);
    return status == KAURI_OK ? KAURI_OK : kauri_report_error(&error);
}
