#include "solver/checkpoint_file.h"

#include "indexer/convention.h"
#include "solver/kernels/kernel.h"

#include <string.h>

void kauri_checkpoint_head_fill(const struct kauri_layer *layer,
                                const struct kauri_workplace *place, const uint64_t *lower,
                                struct kauri_checkpoint_head *head)
{
    memset(head, 0, sizeof *head);
    memcpy(head->magic, "KAURICP", sizeof head->magic);
    head->format = KAURI_CHECKPOINT_FORMAT;
    head->head_bytes = sizeof *head;
    memcpy(head->program, KAURI_VERSION, sizeof KAURI_VERSION);
    memcpy(head->rules, KAURI_RULES_IDENTITY, sizeof KAURI_RULES_IDENTITY);
    head->holes = layer->shape.holes;
    head->cowries = layer->shape.cowries;
    head->seeds = layer->seeds;
    head->solver_format = KAURI_SOLVER_FORMAT;
    head->rank = place->rank;
    head->ranks = place->ranks;
    memcpy(head->lower, lower, layer->seeds * sizeof *head->lower);
}
