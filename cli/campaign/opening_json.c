#include "cli/campaign/campaign_view.h"

#include "cli/parts_json.h"
#include "rules/notation.h"

#include <json-c/json.h>

// A node and those after it.
static struct json_object *node_of(const struct kauri_opening_tree *tree,
                                   const struct kauri_opening_node *node, unsigned plies)
{
    struct json_object *object = json_object_new_object();
    struct json_object *answer = NULL;
    struct json_object *efforts = NULL;
    struct json_object *moves = json_object_new_array();
    if (node->ply > 0) {
        kauri_json_add(object, "move", json_object_new_string(node->move));
        kauri_json_add(object, "captured",
                       kauri_json_pair(node->captured.own, node->captured.opponent));
    }
    if (node->proven) {
        answer = json_object_new_string(node->holds ? "yes" : "no");
    } else if (node->efforts.phi + node->efforts.delta > 0) {
        efforts = json_object_new_object();
        kauri_json_add(efforts, "yes", json_object_new_int64(node->efforts.phi));
        kauri_json_add(efforts, "no", json_object_new_int64(node->efforts.delta));
    }
    kauri_json_add(object, "position", kauri_json_position(&node->position));
    kauri_json_add(object, "answer", answer);
    kauri_json_add(object, "bounds", kauri_json_pair(node->r.low, node->r.high));
    kauri_json_add(object, "proof", node->proven ? kauri_json_digest(node->digest) : NULL);
    kauri_json_add(object, "efforts", efforts);
    kauri_json_add(object, "nodes", json_object_new_int64((int64_t)node->positions));
    kauri_json_add(object, "same", json_object_new_boolean(node->same != KAURI_CAMPAIGN_NONE));
    for (uint32_t i = 0; i < node->count && node->ply < plies; i++) {
        (void)json_object_array_add(moves, node_of(tree, &tree->nodes[node->first + i], plies));
    }
    kauri_json_add(object, "moves", moves);
    return object;
}

void kauri_json_opening(struct kauri_string *out, const struct kauri_opening_tree *tree,
                        unsigned plies)
{
    struct json_object *object = json_object_new_object();
    struct json_object *claim = json_object_new_object();
    kauri_json_add(claim, "player", json_object_new_string(kauri_side_name(tree->side)));
    kauri_json_add(claim, "wins", json_object_new_boolean(tree->wins));
    kauri_json_add(claim, "x", json_object_new_int(tree->x));
    kauri_json_add(object, "claim", claim);
    kauri_json_add(object, "tree", node_of(tree, tree->nodes, plies));
    kauri_json_write(out, object);
}
