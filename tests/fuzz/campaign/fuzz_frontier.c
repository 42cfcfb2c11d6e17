// Reads any text as the frontier of a campaign. What is read must be written in the same way
// however often it is read again, and evaluating it, choosing jobs, and making the trees of first
// moves must come to an end.
//
// Needs kauri_queries.
#include "queries/campaign/campaign_choice.h"
#include "queries/campaign/campaign_file.h"
#include "queries/campaign/opening_tree.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { INPUT_MAX = 1 << 14 };

static void require(bool holds)
{
    if (!holds) {
        abort();
    }
}

static struct kauri_campaign_frontier *parse(const char *text)
{
    struct kauri_campaign_frontier *frontier = NULL;
    require(kauri_campaign_new(&frontier, NULL) == KAURI_OK);
    if (kauri_campaign_parse(text, "frontier", frontier, NULL) != KAURI_OK) {
        kauri_campaign_free(frontier);
        return NULL;
    }
    return frontier;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char text[INPUT_MAX + 1];
    struct kauri_string first = {.bytes = NULL};
    struct kauri_string second = {.bytes = NULL};
    if (size > INPUT_MAX) {
        return 0;
    }
    memcpy(text, data, size);
    text[size] = '\0';
    struct kauri_campaign_frontier *frontier = parse(text);
    if (frontier == NULL) {
        return 0;
    }
    kauri_campaign_write(frontier, &first);
    struct kauri_campaign_frontier *again = parse(kauri_string_text(&first));
    require(again != NULL);
    kauri_campaign_write(again, &second);
    require(strcmp(kauri_string_text(&first), kauri_string_text(&second)) == 0);
    static struct kauri_campaign_path path;
    path.count = 0;
    require(kauri_campaign_evaluate(frontier, NULL) == KAURI_OK);
    (void)kauri_campaign_choose(frontier, &path);
    if (kauri_opening_tree_prepare(again, NULL) == KAURI_OK) {
        for (uint32_t i = 0; i < again->root_count; i++) {
            struct kauri_opening_tree tree;
            require(kauri_opening_tree_make(again, &again->roots[i], &tree, NULL) == KAURI_OK);
            require(tree.nodes->position.holes == again->shape.holes);
            kauri_opening_tree_free(&tree);
        }
    }
    kauri_string_clear(&first);
    kauri_string_clear(&second);
    kauri_campaign_free(frontier);
    kauri_campaign_free(again);
    return 0;
}
