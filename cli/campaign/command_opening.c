// kauri opening: what is proven about the first moves, and what is open.
#include "cli/commands.h"

#include "cli/campaign/campaign_folder.h"
#include "cli/campaign/campaign_view.h"

#include <stdint.h>

enum { PLIES_MAX = 100 };

struct opening_settings {
    uint64_t plies;
};

static enum kauri_status add_trees(struct kauri_campaign_frontier *frontier,
                                   struct kauri_command_run *run, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct opening_settings *settings = run->settings;
    const unsigned plies = (unsigned)settings->plies;
    KAURI_TRY(kauri_opening_tree_prepare(frontier, error));
    for (uint32_t i = 0; i < frontier->root_count; i++) {
        struct kauri_opening_tree tree;
        if (kauri_opening_tree_is_top(&frontier->roots[i])) {
            KAURI_TRY(kauri_opening_tree_make(frontier, &frontier->roots[i], &tree, error));
            kauri_string_add_text(&run->out, run->json || run->out.length == 0 ? "" : "\n");
            (run->json ? kauri_json_opening : kauri_text_opening)(&run->out, &tree, plies);
            kauri_opening_tree_free(&tree);
        }
    }
cleanup:
    return status;
}

static enum kauri_status run(struct kauri_command_run *run, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_campaign_folder campaign = {.path = NULL};
    if (run->argument_count > 0) {
        KAURI_TRY(
            kauri_campaign_folder_open(run->arguments[0], KAURI_CAMPAIGN_READ, &campaign, error));
    } else {
        KAURI_TRY(kauri_campaign_new(&campaign.frontier, error));
    }
    status = add_trees(campaign.frontier, run, error);
cleanup:
    kauri_campaign_folder_close(&campaign);
    return status;
}

const struct kauri_command kauri_command_opening = {
    .name = "opening",
    .group = "Ask about positions",
    .summary = "what is proven about the first moves, and what is open",
    .text =
        "Shows who wins after the first moves of the game, as far as that is known: the result "
        "with its proof, or the efforts to prove and to refute it. Some results are built in "
        "(docs/START.md). Those of a campaign are read from FOLDER, even while it runs. If it "
        "asked about other positions, the moves from there are shown, too.\n\n"
        "The ratio is the greater effort divided by the other one. Positions are those that jobs "
        "have expanded for the question and for what follows it. A move without a row was refuted "
        "by a short search, or nobody asked about it. Proofs are named, not checked: `kauri "
        "check-proof FOLDER` checks them.",
    .arguments = "[FOLDER]",
    .arguments_max = 1,
    .options =
        (const struct kauri_option[]){
            {.name = "plies",
             .argument = "N",
             .help = "of the tree, 1 to 100 (default 1)",
             KAURI_STORED(struct opening_settings, plies),
             .low = 1,
             .high = PLIES_MAX},
            KAURI_JSON_OPTION,
            {.name = NULL},
        },
    .examples = {{"who wins after the first moves", "kauri opening"},
                 {"the first moves and the replies, with what a campaign found out",
                  "kauri opening --plies 2 proofs/start"}},
    .related = "campaign search check-proof",
    .documents = "START.md CAMPAIGN.md JSON.md",
    KAURI_SETTINGS(struct opening_settings, .plies = 1),
    .run = run,
};
