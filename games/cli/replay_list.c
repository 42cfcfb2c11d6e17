#include "games/cli/replay_list.h"

#include "cli/terminal_text.h"
#include "common/size.h"
#include "queries/answers/fitted_text.h"
#include "queries/answers/text_table.h"
#include "queries/answers/value_words.h"
#include "rules/notation.h"

#include <stdio.h>
#include <string.h>

// ----------------------------------------------------------------------------------------- games

static bool is_position(const struct kauri_replayed *game)
{
    return game->replay.count == 0 && !game->breaks;
}

void kauri_replay_count(struct kauri_replay_totals *totals, const struct kauri_replayed *game)
{
    const struct kauri_replay *replay = &game->replay;
    totals->games += is_position(game) ? 0 : 1;
    totals->positions += is_position(game) ? 1 : 0;
    totals->broken += game->breaks ? 1 : 0;
    totals->differences += replay->differences;
    totals->missing += replay->repair.found ? 1 : 0;
    totals->results += replay->result == KAURI_RESULT_DIFFERS ? 1 : 0;
}

static const char *name_of(const struct kauri_record *record, unsigned side)
{
    return record->player[side][0] != '\0' ? record->player[side] : kauri_side_name(side);
}

// Adds the cells that name a game: its text, its number, its players.
static void add_name(struct kauri_string *rows, const char *text, const struct kauri_record *record)
{
    kauri_string_add_foreign(rows, text);
    kauri_string_add_text(rows, "\t");
    if (record->number > 0) {
        kauri_string_add(rows, "%u", record->number);
    } else {
        kauri_string_add(rows, "line %u", record->line);
    }
    kauri_string_add(rows, "\t%s - %s", name_of(record, KAURI_SOUTH), name_of(record, KAURI_NORTH));
}

// Adds what is wrong in a game, "2 wrong captures, broken".
static void add_mistakes(struct kauri_string *rows, const struct kauri_replayed *game)
{
    const struct kauri_replay *replay = &game->replay;
    const char *comma = "";
    if (replay->differences > 0) {
        kauri_string_add(rows, "%zu wrong capture%s", replay->differences,
                         kauri_plural(replay->differences));
        comma = ", ";
    }
    if (replay->repair.found) {
        kauri_string_add(rows, "%smissing move", comma);
        comma = ", ";
    }
    if (replay->result == KAURI_RESULT_DIFFERS) {
        kauri_string_add(rows, "%swrong result", comma);
        comma = ", ";
    }
    if (game->breaks) {
        kauri_string_add(rows, "%sbroken", comma);
    }
}

void kauri_replay_add_row(struct kauri_replay_totals *totals, const char *text,
                          const struct kauri_replayed *game)
{
    const struct kauri_replay *replay = &game->replay;
    struct kauri_string *rows = &totals->rows;
    if (rows->length == 0) {
        kauri_string_add_text(rows, "text\tgame\tplayers\tplies\tend\tmistakes\n");
    }
    add_name(rows, text, game->record);
    if (is_position(game)) {
        kauri_string_add_text(rows, "\t0\t\tposition without moves\n");
        return;
    }
    kauri_string_add(rows, "\t%zu\t%u:%u\t", replay->count, replay->end.score[KAURI_SOUTH],
                     replay->end.score[KAURI_NORTH]);
    add_mistakes(rows, game);
    kauri_string_add_text(rows, "\n");
}

void kauri_replay_add_totals(struct kauri_string *out, struct kauri_replay_totals *totals,
                             bool many)
{
    if (!many && totals->games + totals->positions == 0) {
        return;
    }
    if (totals->rows.length > 0) {
        kauri_string_add_table(out, &totals->rows, 0, kauri_terminal_columns(stdout));
    }
    if (totals->games + totals->positions > 0) {
        kauri_string_add_text(out, "\n");
    }
    const size_t begin = out->length;
    if (many) {
        kauri_string_add(out, "%zu text%s", totals->texts, kauri_plural(totals->texts));
        if (totals->empty > 0) {
            kauri_string_add(out, " (%zu without a game)", totals->empty);
        }
        kauri_string_add_text(out, ", ");
    }
    kauri_string_add(out, "%zu game%s", totals->games, kauri_plural(totals->games));
    if (totals->positions > 0) {
        kauri_string_add(out, ", %zu position%s without moves", totals->positions,
                         kauri_plural(totals->positions));
    }
    kauri_string_add(
        out, ", %zu broken, %zu wrong capture%s, %zu missing move%s, %zu wrong result%s.\n",
        totals->broken, totals->differences, kauri_plural(totals->differences), totals->missing,
        kauri_plural(totals->missing), totals->results, kauri_plural(totals->results));
    kauri_string_fit(out, begin, kauri_terminal_columns(stdout));
}

// -------------------------------------------------------------------------------------- a position

enum kauri_status kauri_position_search_begin(struct kauri_position_search *search,
                                              const char *text, struct kauri_error *error)
{
    KAURI_PASS(kauri_position_parse(text, &search->position, error));
    search->wanted = true;
    search->scored =
        search->position.score[0] + search->position.score[1] > 0 || strchr(text, ':') != NULL;
    return KAURI_OK;
}

static bool is_wanted(const struct kauri_position_search *search,
                      const struct kauri_position *position)
{
    struct kauri_position same = *position;
    if (!search->scored) {
        memcpy(same.score, search->position.score, sizeof same.score);
    }
    return kauri_position_equal(&same, &search->position);
}

// Adds the name of a ply, such as "34... B".
static void add_ply_name(struct kauri_string *out, const struct kauri_replayed_ply *ply)
{
    const enum kauri_side side = (enum kauri_side)ply->before.side;
    kauri_string_add(out, "%u%s %c", ply->number, side == KAURI_SOUTH ? "." : "...",
                     kauri_move_letter(side, ply->hole));
}

// The object PlaceInGame:
//     file: text - only with several files, or a folder
//     ...: GameHead
//     line: int - where the record begins
//     ply: int
//     position: position
//     move: move | null - the move played there; null at the end of a record
//     the rest: only if there is a move
//     ...: PlyHead
static void add_json(struct kauri_string *out, const char *text, const struct kauri_replayed *game,
                     size_t ply)
{
    const struct kauri_replay *replay = &game->replay;
    struct kauri_json json = {.out = out};
    kauri_json_begin_game(&json, text, game->record);
    kauri_json_add_uint(&json, "line", game->record->line);
    kauri_json_add_uint(&json, "ply", ply);
    kauri_json_add_position(&json, "position",
                            ply < replay->count ? &replay->plies[ply].before : &replay->end);
    if (ply < replay->count) {
        kauri_json_add_ply(&json, &replay->plies[ply], true);
    } else {
        kauri_json_add_null(&json, "move");
    }
    kauri_json_end(&json);
}

static void add_row(struct kauri_string *rows, const char *text, const struct kauri_replayed *game,
                    size_t ply)
{
    const struct kauri_replay *replay = &game->replay;
    if (rows->length == 0) {
        kauri_string_add_text(rows, "text\tgame\tplayers\tafter\tmove\tscore\n");
    }
    add_name(rows, text != NULL ? text : "-", game->record);
    kauri_string_add_text(rows, "\t");
    if (ply > 0) {
        add_ply_name(rows, &replay->plies[ply - 1]);
    }
    kauri_string_add_text(rows, "\t");
    if (ply < replay->count) {
        add_ply_name(rows, &replay->plies[ply]);
    }
    const uint8_t *score =
        ply < replay->count ? replay->plies[ply].before.score : replay->end.score;
    kauri_string_add(rows, "\t%u:%u\n", score[KAURI_SOUTH], score[KAURI_NORTH]);
}

void kauri_position_search_add(struct kauri_position_search *search, const char *text,
                               const struct kauri_replayed *game, bool json)
{
    const struct kauri_replay *replay = &game->replay;
    size_t found = 0;
    search->games++;
    if (game->record->start_bad) {
        return;
    }
    for (size_t ply = 0; ply <= replay->count; ply++) {
        const struct kauri_position *now =
            ply < replay->count ? &replay->plies[ply].before : &replay->end;
        if (!is_wanted(search, now)) {
            continue;
        }
        found++;
        if (json) {
            add_json(&search->rows, text, game, ply);
        } else {
            add_row(&search->rows, text, game, ply);
        }
    }
    search->found += found > 0 ? 1 : 0;
}

void kauri_position_search_end(struct kauri_position_search *search, bool json,
                               struct kauri_string *out)
{
    if (json) {
        kauri_string_add_text(out, kauri_string_text(&search->rows));
        return;
    }
    if (search->rows.length > 0) {
        kauri_string_add_table(out, &search->rows, 0, kauri_terminal_columns(stdout));
        kauri_string_add_text(out, "\n");
    }
    kauri_string_add(out, "%zu of %zu record%s %s the position.\n", search->found, search->games,
                     kauri_plural(search->games), search->found == 1 ? "has" : "have");
}
