// kauri opening: what is proven about the first moves, and what is open.
#include "cli/commands.h"

#include "cli/campaign/campaign_folder.h"
#include "cli/campaign/campaign_proofs.h"
#include "cli/campaign/campaign_run.h"
#include "cli/tables/open_book.h"
#include "cli/terminal_text.h"
#include "common/size.h"
#include "queries/answers/text_table.h"
#include "queries/answers/value_words.h"
#include "queries/campaign/opening_proofs.h"
#include "queries/campaign/opening_tree.h"
#include "queries/known/known.h"
#include "rules/notation.h"

#include <inttypes.h>
#include <stdio.h>

enum { PLIES_MAX = 100 };

struct opening_settings {
    uint64_t plies;
};

static void add_number(struct kauri_string *out, uint64_t number, size_t width)
{
    char text[KAURI_SIZE_TEXT_BYTES];
    kauri_string_add_right(out, kauri_format_count(number, text), width);
}

// A tree and the frontier that it was made from, whose first bounds are those of a campaign; the
// others are built in.
struct opening_view {
    const struct kauri_opening_tree *tree;
    const struct kauri_campaign_frontier *frontier;
    uint32_t campaign_bounds;
    unsigned plies;
};

// Adds "North wins, by start-e.proof".
static void add_answer(struct kauri_string *out, const struct opening_view *view,
                       const struct kauri_opening_node *node)
{
    const struct kauri_opening_tree *tree = view->tree;
    const char *file = NULL;
    const bool built_in = view->frontier->questions[node->question].bound >= view->campaign_bounds;
    for (unsigned i = 0; built_in && i < kauri_opening_count(); i++) {
        const struct kauri_opening opening = kauri_opening(i);
        file = opening.digest == node->digest ? opening.proof : file;
    }
    if (tree->wins) {
        kauri_string_add(out, "%s %s", kauri_side_name(tree->side),
                         node->holds ? "wins" : "does not win");
    } else {
        kauri_string_add_text(out, node->holds ? "yes" : "no");
    }
    if (file != NULL) {
        kauri_string_add(out, ", by %s", file);
    } else {
        kauri_string_add(out, ", by %016" PRIx64 ".proof", node->digest);
    }
}

// The moves from the top to a node.
static void add_path(struct kauri_string *out, const struct kauri_opening_tree *tree,
                     const struct kauri_opening_node *node)
{
    if (node->ply > 0) {
        add_path(out, tree, &tree->nodes[node->parent]);
        kauri_string_add(out, " %s", node->move);
    }
}

static void add_state(struct kauri_string *out, const struct opening_view *view,
                      const struct kauri_opening_node *node)
{
    const struct kauri_opening_tree *tree = view->tree;
    const uint32_t phi = node->efforts.phi;
    const uint32_t delta = node->efforts.delta;
    if (node->proven) {
        add_answer(out, view, node);
    } else if (phi >= KAURI_EFFORT_MAX || delta >= KAURI_EFFORT_MAX) {
        kauri_string_add(out, "as good as %s", phi < delta ? "proven" : "refuted");
    } else if (phi == 0) {
        kauri_string_add_text(out, "open");
    } else {
        add_number(out, phi, 10);
        add_number(out, delta, 12);
        kauri_string_add(out, "%8.1f", phi < delta ? (double)delta / phi : (double)phi / delta);
    }
    if (node->same != KAURI_CAMPAIGN_NONE) {
        kauri_string_add_text(out, node->same > 0 ? "; as after" : "; as at the beginning");
        add_path(out, tree, &tree->nodes[node->same]);
    }
}

// Adds by how many seeds the player of the claim wins or loses, as far as the proven bounds say.
static void add_net(struct kauri_string *out, const struct opening_view *view,
                    const struct kauri_opening_node *node)
{
    const bool turned = node->position.side != view->tree->side;
    const struct kauri_bounds r = {-node->r.high, -node->r.low};
    kauri_words_net(out, kauri_seeds(&node->position), turned ? r : node->r);
}

// Adds the rows of a node and of those after it.
static void add_rows(struct kauri_string *rows, const struct opening_view *view,
                     const struct kauri_opening_node *node)
{
    const struct kauri_opening_tree *tree = view->tree;
    if (node->ply == 0) {
        kauri_string_add_text(rows, "position\t");
    } else {
        const unsigned turn = node->ply - 1 + tree->nodes->position.side;
        char captured[KAURI_CAPTURE_TEXT_BYTES];
        kauri_string_add(rows, "%*s%u%s %s %s\t", 2 * (int)(node->ply - 1), "", turn / 2 + 1,
                         turn % 2 == 0 ? "." : "...", node->move,
                         kauri_capture_format(node->captured, captured));
    }
    add_state(rows, view, node);
    kauri_string_add_text(rows, "\t");
    add_net(rows, view, node);
    kauri_string_add_text(rows, "\t");
    if (node->positions > 0) {
        add_number(rows, node->positions, 0);
    }
    kauri_string_add_text(rows, "\n");
    for (uint32_t i = 0; i < node->count && node->ply < view->plies; i++) {
        add_rows(rows, view, &tree->nodes[node->first + i]);
    }
}

// Adds a tree of first moves, up to so many plies.
static void add_text(struct kauri_string *out, const struct opening_view *view)
{
    const struct kauri_opening_tree *tree = view->tree;
    const char *net = tree->side == KAURI_SOUTH ? "net of South" : "net of North";
    const struct kauri_field fields[] = {
        {NULL, "moves", -1, KAURI_WORDS},
        {NULL, "  to prove   to refute   ratio", -1, KAURI_WORDS},
        {NULL, net, -1, KAURI_WORDS, .optional = 2},
        {NULL, "positions", 1, KAURI_WORDS, .optional = 1},
    };
    char position[KAURI_POSITION_TEXT_BYTES];
    struct kauri_string rows = {.bytes = NULL};
    kauri_string_add(out, "%s\n", kauri_position_format(&tree->nodes->position, position));
    if (tree->wins) {
        kauri_string_add(out, "Does %s win, under the standard rules?\n\n",
                         kauri_side_name(tree->side));
    } else {
        kauri_string_add(out, "Is r >= %d?\n\n", tree->x);
    }
    kauri_answer_heads(&rows, KAURI_FIELDS(fields));
    add_rows(&rows, view, tree->nodes);
    kauri_answer_table(out, &rows, KAURI_FIELDS(fields), 0, kauri_terminal_columns(stdout));
}

// Adds a node and those after it.
//
// The object OpeningNode:
//     move: move - only below the top
//     captured: pair - only below the top
//     position: position
//     answer: "yes" | "no" | null
//     bounds: pair
//     proof: digest | null - of the answer
//     efforts: Efforts | null - null if it is answered, or if nothing depends on it any more
//     nodes: int - positions expanded for this node and those below it
//     same: bool - another node of the same position, at this depth or higher, has the `moves` and
//         counts the `nodes`
//     moves: OpeningNode[] - those that the campaign knows: a missing move was refuted by a short
//         search, or never asked about
static void add_node(struct kauri_json *json, const char *name,
                     const struct kauri_opening_tree *tree, const struct kauri_opening_node *node,
                     unsigned plies)
{
    kauri_json_begin_object(json, name);
    if (node->ply > 0) {
        kauri_json_add_text(json, "move", node->move);
        kauri_json_add_pair(json, "captured", node->captured.own, node->captured.opponent);
    }
    kauri_json_add_position(json, "position", &node->position);
    kauri_json_add_text(json, "answer", !node->proven ? NULL : node->holds ? "yes" : "no");
    kauri_json_add_pair(json, "bounds", node->r.low, node->r.high);
    kauri_campaign_json_add_state(json, node->proven, node->digest, node->efforts);
    kauri_json_add_uint(json, "nodes", node->positions);
    kauri_json_add_bool(json, "same", node->same != KAURI_CAMPAIGN_NONE);
    kauri_json_begin_array(json, "moves");
    for (uint32_t i = 0; i < node->count && node->ply < plies; i++) {
        add_node(json, NULL, tree, &tree->nodes[node->first + i], plies);
    }
    kauri_json_end(json);
    kauri_json_end(json);
}

// The object Opening:
//     claim: OpeningClaim - what the tree is about
//     checked: bool - false: the proofs were not checked
//     tree: OpeningNode - the top
//
// The object OpeningClaim:
//     player: "South" | "North" - whom it is about
//     wins: bool - the player wins under the standard rules; if false, r >= `x` for the player, who
//         moves at the top
//     x: int - see `wins`
static void add_json(struct kauri_string *out, const struct opening_view *view)
{
    const struct kauri_opening_tree *tree = view->tree;
    struct kauri_json json = {.out = out};
    kauri_json_begin_object(&json, NULL);
    kauri_json_begin_object(&json, "claim");
    kauri_json_add_text(&json, "player", kauri_side_name(tree->side));
    kauri_json_add_bool(&json, "wins", tree->wins);
    kauri_json_add_int(&json, "x", tree->x);
    kauri_json_end(&json);
    kauri_json_add_bool(&json, "checked", 0);
    add_node(&json, "tree", tree, tree->nodes, view->plies);
    kauri_json_end(&json);
}

// The solution book knows by how much.
static void ask_book(const struct kauri_book *book, const struct kauri_opening_tree *tree)
{
    for (uint32_t i = 0; i < tree->count; i++) {
        struct kauri_opening_node *node = &tree->nodes[i];
        kauri_known_narrow_by_book(book, &node->position, &node->r);
    }
}

static enum kauri_status add_trees(struct kauri_campaign_frontier *frontier,
                                   struct kauri_command_run *run, struct kauri_error *error)
{
    const struct opening_settings *settings = run->settings;
    struct opening_view view = {.frontier = frontier,
                                .campaign_bounds = frontier->bound_count,
                                .plies = (unsigned)settings->plies};
    KAURI_PASS(kauri_opening_tree_prepare(frontier, error));
    for (uint32_t i = 0; i < frontier->root_count; i++) {
        struct kauri_opening_tree tree;
        if (kauri_opening_tree_is_top(&frontier->roots[i])) {
            KAURI_PASS(kauri_opening_tree_make(frontier, &frontier->roots[i], &tree, error));
            ask_book(run->book, &tree);
            view.tree = &tree;
            kauri_string_add_text(&run->out, run->json || run->out.length == 0 ? "" : "\n");
            (run->json ? add_json : add_text)(&run->out, &view);
            kauri_opening_tree_free(&tree);
        }
    }
    if (view.campaign_bounds > 0 && !run->json) {
        kauri_string_add_text(&run->out, "\nThis is what the frontier says; `kauri check-proof` "
                                         "checks the proofs.\n");
    }
    return KAURI_OK;
}

static enum kauri_status run(struct kauri_command_run *run, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_campaign_folder campaign = {.path = NULL};
    KAURI_TRY(kauri_open_book(run, error));
    if (run->argument_count > 0) {
        KAURI_TRY(
            kauri_campaign_folder_open(run->arguments[0], KAURI_CAMPAIGN_READ, &campaign, error));
        KAURI_TRY(kauri_campaign_check_heads(&campaign, error));
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
        "(docs/guide/START.md). Those of a campaign are read from FOLDER, even while it runs. If "
        "it "
        "asked about other positions, the moves from there are shown, too.\n\n"
        "The net is what the player captures more than the opponent, from there on, as far as that "
        "is proven, by the solution book too (docs/reference/BOOK.md). "
        "The ratio is the greater effort divided by the other one. Positions are those that jobs "
        "have expanded for the question and for what follows it. A move without a row was refuted "
        "by a short search, or was never asked about. Of the proofs of FOLDER it is only checked "
        "that they are there and say what the frontier says: `kauri check-proof FOLDER` checks "
        "them.",
    .arguments = "[FOLDER]",
    .arguments_max = 1,
    .options =
        (const struct kauri_option[]){
            KAURI_OPTION("plies", "N", "of the tree, 1 to 100 (default 1)",
                         KAURI_STORED(struct opening_settings, plies), .low = 1, .high = PLIES_MAX),
            KAURI_JSON_OPTION,
            KAURI_OPTIONS_END,
        },
    .examples = {{"who wins after the first moves", "kauri opening"},
                 {"the first moves and the replies, with the results of a campaign",
                  "kauri opening --plies 2 proofs/start"}},
    .related = "campaign search check-proof",
    .documents = "guide/START.md reference/CAMPAIGN.md reference/JSON.md",
    KAURI_SETTINGS(struct opening_settings, .plies = 1),
    .run = run,
};
