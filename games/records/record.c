#include "games/records/record.h"

#include "common/character.h"
#include "common/memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void kauri_record_init(struct kauri_record *record)
{
    *record = (struct kauri_record){.start = kauri_start(KAURI_HOLES_MAX)};
}

void kauri_record_clear(struct kauri_record *record)
{
    if (record != NULL) {
        free(record->plies);
        free(record->pieces.pieces);
        kauri_record_init(record);
    }
}

static uint32_t next_number(const struct kauri_record *record, const struct kauri_ply *ply)
{
    if (record->count == 0) {
        return 1;
    }
    const uint32_t last = record->plies[record->count - 1].number;
    const bool begins = ply->side == KAURI_SOUTH && !ply->joined;
    return begins && last < KAURI_RECORD_NUMBER_MAX ? last + 1 : last;
}

enum kauri_status kauri_record_append(struct kauri_record *record, const struct kauri_ply *ply,
                                      struct kauri_error *error)
{
    if (record->count == KAURI_RECORD_PLIES_MAX) {
        return kauri_fail(error, KAURI_BAD_INPUT, "a record has at most %d moves",
                          KAURI_RECORD_PLIES_MAX);
    }
    if (!KAURI_FITS(record->plies, record->count + 1, record->capacity)) {
        return kauri_fail(error, KAURI_RESOURCE, "no memory for a record of %zu moves",
                          record->count + 1);
    }
    struct kauri_ply copy = *ply;
    if (copy.number == 0) {
        copy.number = next_number(record, ply);
    }
    record->plies[record->count++] = copy;
    return KAURI_OK;
}

void kauri_record_remark(struct kauri_record *record, const char *format, ...)
{
    const bool full = record->remark_count == KAURI_RECORD_REMARKS_MAX;
    char *remark = record->remark[full ? KAURI_RECORD_REMARKS_MAX - 1 : record->remark_count];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(remark, KAURI_RECORD_REMARK_BYTES, format, arguments);
    va_end(arguments);
    if (full) {
        (void)snprintf(remark, KAURI_RECORD_REMARK_BYTES, "and more of the kind");
    } else {
        record->remark_count++;
    }
}

void kauri_record_copy(char *to, size_t capacity, const char *text, size_t bytes)
{
    size_t n = 0;
    for (size_t i = 0; i < bytes && text[i] != '\0';) {
        const struct kauri_character character = kauri_character_at(text + i);
        const uint32_t meant = kauri_character_meant(character);
        const uint32_t plain = kauri_plain_form(meant);
        const bool control = meant < ' ' || (meant >= 0x7f && meant < 0xa0);
        const uint32_t code = plain == ' ' ? ' ' : control ? '?' : meant;
        char encoded[4];
        const size_t size =
            plain == KAURI_PLAIN_NOTHING ? 0 : kauri_character_encode(code, encoded);
        i += character.bytes;
        if (n + size >= capacity) {
            break;
        }
        memcpy(to + n, encoded, size);
        n += size;
    }
    to[n] = '\0';
}

void kauri_record_set_result(struct kauri_record *record, const char *sentence)
{
    char text[KAURI_RECORD_RESULT_BYTES];
    kauri_record_copy(text, sizeof text, sentence, strlen(sentence));
    for (size_t n = strlen(text); n > 0 && text[n - 1] == ' '; n--) {
        text[n - 1] = '\0'; // end of the text after the cut
    }
    struct kauri_player_words players;
    kauri_player_words(record->player[KAURI_SOUTH], record->player[KAURI_NORTH], &players);
    kauri_sentence_of(text, &players, true, &record->result);
    memcpy(record->result.text, text, sizeof text);
}

bool kauri_must_pass(const struct kauri_position *position)
{
    return kauri_legal_moves(position).count == 0 && kauri_seeds(position) > 0;
}
