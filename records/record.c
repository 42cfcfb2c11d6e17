#include "records/record.h"

#include "common/memory.h"
#include "common/string_buffer.h"

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
    struct kauri_ply *plies =
        kauri_array_grow(record->plies, record->count, &record->room, sizeof *plies);
    if (plies == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "no memory for a record of %zu moves",
                          record->count + 1);
    }
    record->plies = plies;
    struct kauri_ply copy = *ply;
    if (copy.number == 0) {
        copy.number = next_number(record, ply);
    }
    record->plies[record->count++] = copy;
    return KAURI_OK;
}

void kauri_record_copy(char *to, size_t room, const char *text, size_t bytes)
{
    size_t n = 0;
    for (size_t i = 0; i < bytes;) {
        const size_t size = kauri_utf8_bytes(text + i, bytes - i);
        const size_t step = size > 0 ? size : 1;
        if (n + step >= room) {
            break;
        }
        const bool no_break_space = size == 2 && memcmp(text + i, "\xc2\xa0", 2) == 0;
        i += step;
        if (no_break_space) {
            to[n++] = ' ';
        } else if (size > 0) {
            memcpy(to + n, text + i - step, size);
            n += size;
        } else {
            to[n++] = text[i - 1] == '\t' ? ' ' : '?';
        }
    }
    to[n] = '\0';
}

// Reads a number of captured seeds and advances *at past it; false if there is none.
static bool read_points(const char **at, uint8_t *points)
{
    unsigned value = 0;
    const char *c = *at;
    for (; *c >= '0' && *c <= '9' && value <= KAURI_SEEDS_MAX; c++) {
        value = 10 * value + (unsigned)(*c - '0');
    }
    const bool good = c != *at && value <= KAURI_SEEDS_MAX;
    *at = c;
    *points = (uint8_t)value;
    return good;
}

// Finds a score such as "31 : 8", with or without blanks.
static bool find_score(const char *sentence, uint8_t points[2])
{
    for (const char *at = sentence; *at != '\0'; at++) {
        if (*at < '0' || *at > '9' || (at > sentence && at[-1] >= '0' && at[-1] <= '9')) {
            continue;
        }
        const char *c = at;
        if (!read_points(&c, &points[0])) {
            continue;
        }
        c += strspn(c, " ");
        if (*c != ':') {
            continue;
        }
        c++;
        c += strspn(c, " ");
        if (read_points(&c, &points[1])) {
            return true;
        }
    }
    return false;
}

static bool names(const char *player, const char *winner)
{
    return player[0] != '\0' && strstr(player, winner) != NULL;
}

void kauri_record_set_result(struct kauri_record *record, const char *sentence)
{
    struct kauri_written_result *result = &record->result;
    *result = (struct kauri_written_result){.given = true};
    kauri_record_copy(result->text, sizeof result->text, sentence, strlen(sentence));
    for (size_t n = strlen(result->text); n > 0 && result->text[n - 1] == ' '; n--) {
        result->text[n - 1] = '\0'; // where it was cut
    }
    result->scored = find_score(result->text, result->score);
    if (!result->scored) {
        return;
    }
    // The winner's captures come first; a draw needs no winner.
    result->sided = result->score[0] == result->score[1];
    const char *verb = strstr(result->text, " won ");
    if (verb == NULL || result->sided) {
        return;
    }
    char winner[KAURI_RECORD_NAME_BYTES];
    kauri_record_copy(winner, sizeof winner, result->text, (size_t)(verb - result->text));
    const bool south = names(record->player[KAURI_SOUTH], winner) || strcmp(winner, "South") == 0;
    const bool north = names(record->player[KAURI_NORTH], winner) || strcmp(winner, "North") == 0;
    result->sided = south != north;
    if (result->sided && north) {
        const uint8_t more = result->score[0];
        result->score[0] = result->score[1];
        result->score[1] = more;
    }
}
