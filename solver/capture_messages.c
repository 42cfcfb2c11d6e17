#include "solver/capture_messages.h"

#include "solver/outbox.h"

#include <stdlib.h>
#include <string.h>

uint64_t kauri_value_question_read(const struct kauri_layer *layer, const uint8_t *at,
                                   uint64_t left, struct kauri_value_question *question)
{
    struct kauri_layer lower;
    if (left < sizeof *question) {
        return 0;
    }
    memcpy(question, at, sizeof *question);
    const uint64_t size =
        sizeof *question + question->group_count * sizeof(struct kauri_value_question_group);
    bool fits = size <= left && question->group_count > 0 && question->seeds < layer->seeds &&
                question->upper < layer->block_count &&
                kauri_layer_init(&lower, layer->shape, question->seeds, NULL) == KAURI_OK &&
                question->block < lower.block_count;
    for (unsigned i = 0; fits && i < question->group_count; i++) {
        struct kauri_value_question_group group;
        memcpy(&group, at + sizeof *question + i * sizeof group, sizeof group);
        fits = group.hole < layer->shape.holes && group.cowries >= 1 &&
               group.cowries <= layer->shape.cowries && group.classes != 0 &&
               (group.classes & ~(UINT64_MAX >> (64 - (1U << layer->shape.holes)))) == 0;
    }
    return fits ? size : 0;
}

uint64_t kauri_value_answer_read(const uint8_t *at, uint64_t left,
                                 struct kauri_value_answer *answer)
{
    if (left < sizeof *answer) {
        return 0;
    }
    memcpy(answer, at, sizeof *answer);
    const uint64_t whole = kauri_outbox_aligned(sizeof *answer + (uint64_t)answer->size);
    return whole <= left && answer->size > 0 ? whole : 0;
}

bool kauri_group_values_room(struct kauri_group_values *values, size_t bytes)
{
    if (values->room < bytes) {
        uint8_t *grown = realloc(values->bytes, bytes + bytes / 4);
        if (grown == NULL) {
            return false;
        }
        values->bytes = grown;
        values->room = bytes + bytes / 4;
    }
    return true;
}

enum kauri_status kauri_value_message_damaged(const struct kauri_share *share, unsigned rank,
                                              struct kauri_error *error)
{
    return kauri_fail(error, KAURI_CORRUPT,
                      "rank %u sent a message about captures that layer %u does not have", rank,
                      share->layer.seeds);
}

enum kauri_status kauri_value_out_of_memory(struct kauri_error *error)
{
    return kauri_fail(error, KAURI_RESOURCE, "out of memory for the captures");
}
