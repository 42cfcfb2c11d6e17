#include "cli/campaign/campaign_view.h"

#include "cli/terminal_columns.h"
#include "cli/text_table.h"
#include "common/size.h"
#include "queries/search/openings.h"
#include "rules/notation.h"

#include <inttypes.h>

static void add_number(struct kauri_string *out, uint64_t number, size_t width)
{
    char text[KAURI_SIZE_TEXT_BYTES];
    kauri_string_add_right(out, kauri_format_count(number, text), width);
}

// Adds "North wins, by start-e.proof".
static void add_answer(struct kauri_string *out, const struct kauri_opening_tree *tree,
                       const struct kauri_opening_node *node)
{
    const char *file = NULL;
    for (unsigned i = 0; i < kauri_opening_count(); i++) {
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

static void add_state(struct kauri_string *out, const struct kauri_opening_tree *tree,
                      const struct kauri_opening_node *node)
{
    const uint32_t phi = node->efforts.phi;
    const uint32_t delta = node->efforts.delta;
    if (node->proven) {
        add_answer(out, tree, node);
    } else if (phi >= KAURI_EFFORT_MOST || delta >= KAURI_EFFORT_MOST) {
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

// Adds the rows of a node and of those after it.
static void add_rows(struct kauri_string *rows, const struct kauri_opening_tree *tree,
                     const struct kauri_opening_node *node, unsigned plies)
{
    if (node->ply == 0) {
        kauri_string_add_text(rows, "position\t");
    } else {
        const unsigned turn = node->ply - 1 + tree->nodes->position.side;
        char captured[KAURI_CAPTURE_TEXT_BYTES];
        kauri_string_add(rows, "%*s%u%s %s %s\t", 2 * (int)(node->ply - 1), "", turn / 2 + 1,
                         turn % 2 == 0 ? "." : "...", node->move,
                         kauri_capture_format(node->captured, captured));
    }
    add_state(rows, tree, node);
    kauri_string_add_text(rows, "\t");
    if (node->positions > 0) {
        add_number(rows, node->positions, 0);
    }
    kauri_string_add_text(rows, "\n");
    for (uint32_t i = 0; i < node->count && node->ply < plies; i++) {
        add_rows(rows, tree, &tree->nodes[node->first + i], plies);
    }
}

void kauri_text_opening(struct kauri_string *out, const struct kauri_opening_tree *tree,
                        unsigned plies)
{
    static const int widths[] = {-1, -1, 1};
    char position[KAURI_POSITION_TEXT_BYTES];
    struct kauri_string rows = {.bytes = NULL};
    kauri_string_add(out, "%s\n", kauri_position_format(&tree->nodes->position, position));
    if (tree->wins) {
        kauri_string_add(out, "Does %s win, under the standard rules?\n\n",
                         kauri_side_name(tree->side));
    } else {
        kauri_string_add(out, "Is r >= %d?\n\n", tree->x);
    }
    kauri_string_add_text(&rows, "moves\t  to prove   to refute   ratio\tpositions\n");
    add_rows(&rows, tree, tree->nodes, plies);
    kauri_string_add_columns(out, kauri_string_text(&rows), widths, kauri_terminal_columns(stdout));
    out->failed = out->failed || rows.failed;
    kauri_string_clear(&rows);
}
