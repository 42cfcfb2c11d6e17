// Reads and replays the game records of any text. A record that can be written must read back with
// the same moves and replay to the same plies, and must be written in the same words again.
//
// The input is the text. Needs kauri_records.
#include "games/records/record_reader.h"
#include "games/records/record_write.h"
#include "games/records/replay.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// A broken record is searched for a missing move in a time that grows with the square of its moves.
enum { INPUT_MAX = 4096 };

static void require(bool holds)
{
    if (!holds) {
        abort();
    }
}

static void check_line(const char *text, size_t capacity)
{
    require(strnlen(text, capacity) < capacity);
    for (; *text != '\0'; text++) {
        require((unsigned char)*text >= ' ' && *text != 0x7f);
    }
}

static void check_texts(const struct kauri_record *record)
{
    check_line(record->player[0], sizeof record->player[0]);
    check_line(record->player[1], sizeof record->player[1]);
    check_line(record->date, sizeof record->date);
    check_line(record->result.text, sizeof record->result.text);
    check_line(record->fault, sizeof record->fault);
    require(record->count > 0 || record->fault[0] != '\0' || record->start_given);
    require(record->remark_count <= KAURI_RECORD_REMARKS_MAX);
    for (unsigned i = 0; i < record->remark_count; i++) {
        check_line(record->remark[i], sizeof record->remark[i]);
    }
    require(!record->start_bad || record->count == 0);
}

// Checks that every ply follows from the one before, and that the written captures are those of the
// rules or flagged.
static void check_replay(const struct kauri_record *record, const struct kauri_replay *replay)
{
    struct kauri_position now = replay->start;
    size_t differences = 0;
    size_t inserted = 0;
    require(replay->count <= 2 * record->count + 2);
    for (size_t i = 0; i < replay->count; i++) {
        const struct kauri_replayed_ply *ply = &replay->plies[i];
        require(kauri_position_equal(&now, &ply->before) && now.side == ply->before.side);
        const struct kauri_capture captured = kauri_play(&now, ply->hole);
        require(captured.own == ply->captured.own && captured.opponent == ply->captured.opponent);
        require(kauri_position_equal(&now, &ply->after));
        differences += ply->differs ? 1 : 0;
        inserted += ply->inserted ? 1 : 0;
    }
    require(kauri_position_equal(&now, &replay->end));
    require(differences == replay->differences && inserted == (replay->repair.found ? 1 : 0));
}

static void check_same(const struct kauri_replay *a, const struct kauri_replay *b)
{
    require(a->count == b->count && a->differences == b->differences && a->result == b->result);
    for (size_t i = 0; i < a->count; i++) {
        require(kauri_position_equal(&a->plies[i].after, &b->plies[i].after));
        require(a->plies[i].differs == b->plies[i].differs);
        require(a->plies[i].inserted == b->plies[i].inserted);
    }
}

// Writes the record and reads it again.
static void check_round_trip(const struct kauri_record *record, const struct kauri_replay *replay,
                             enum kauri_status replayed)
{
    struct kauri_record again;
    struct kauri_replay replay_again;
    bool found = false;
    char *text = NULL;
    char *text_again = NULL;
    const enum kauri_status status = kauri_record_format(record, &text, NULL);
    require(status == KAURI_OK ? text != NULL : status == KAURI_BAD_INPUT && text == NULL);
    if (status != KAURI_OK) {
        return;
    }
    struct kauri_record_reader reader = kauri_record_reader_begin(text);
    require(kauri_record_next(&reader, &again, &found, NULL) == KAURI_OK && found);
    require(kauri_replay_record(&again, &replay_again, NULL) == replayed);
    check_same(replay, &replay_again);
    require(kauri_record_format(&again, &text_again, NULL) == KAURI_OK);
    require(strcmp(text, text_again) == 0);
    free(text);
    free(text_again);
    kauri_replay_clear(&replay_again);
    kauri_record_clear(&again);
}

// Checks that the pieces cover the text from one place to another, each byte once and in order.
static void check_pieces(const struct kauri_pieces *pieces, const char *from, const char *to)
{
    for (size_t i = 0; i < pieces->count; i++) {
        const struct kauri_piece *piece = &pieces->pieces[i];
        require(piece->text == from && piece->length > 0 && kauri_piece_name(piece->kind) != NULL);
        require((piece->why != NULL) == (piece->kind == KAURI_PIECE_SKIPPED));
        from += piece->length;
    }
    require(from == to);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char text[INPUT_MAX + 1];
    if (size > INPUT_MAX) {
        return 0;
    }
    memcpy(text, data, size);
    text[size] = '\0';
    struct kauri_record_reader reader = kauri_record_reader_begin(text);
    bool found = true;
    while (found) {
        struct kauri_record record;
        struct kauri_replay replay;
        const char *at = reader.at;
        require(kauri_record_next(&reader, &record, &found, NULL) == KAURI_OK);
        require(reader.at >= at && reader.at <= text + size && (!found || reader.at > at));
        require(found || at == text || reader.at == at); // nothing is left after the last game
        if (found) {
            check_texts(&record);
            check_pieces(&record.pieces, at, reader.at);
            const enum kauri_status status = kauri_replay_record(&record, &replay, NULL);
            require(status == KAURI_OK || status == KAURI_BAD_INPUT);
            check_replay(&record, &replay);
            if (record.fault[0] == '\0') {
                check_round_trip(&record, &replay, status);
            }
            kauri_replay_clear(&replay);
        }
        kauri_record_clear(&record);
    }
    return 0;
}
