// Claims 3 and 4: the 32 numbers that the article gives for the cowrie phase after game 4.
#include "queries/lookup/probe.h"
#include "rules/notation.h"
#include "studies/article/claim_case.h"
#include "tablebase/lookup.h"

// Plays the numbers as holes of whoever is to move, as far as they are legal; `line` may be NULL.
struct walk {
    size_t played;
    struct kauri_position last;
};

static struct walk play_numbers(const struct kauri_claim_case *set, struct kauri_string *line)
{
    struct walk walk = {.last = set->end};
    for (; walk.played < set->numbers.count; walk.played++) {
        const unsigned hole = set->numbers.number[walk.played] - 1U;
        if (hole >= walk.last.holes || walk.last.cowries[kauri_own_hole(&walk.last, hole)] == 0) {
            break;
        }
        if (line != NULL) {
            kauri_claim_add_move(line, &walk.last, (int)hole, false);
        }
        (void)kauri_play(&walk.last, (int)hole);
    }
    return walk;
}

bool kauri_claim_continuation_winner(const struct kauri_claim_case *set, unsigned *winner)
{
    const struct walk walk = play_numbers(set, NULL);
    *winner = 1U - walk.last.side;
    return walk.played == set->numbers.count && kauri_legal_moves(&walk.last).count == 0;
}

enum kauri_status kauri_claim_legal(struct kauri_claim_case *set, struct kauri_claim *claim,
                                    struct kauri_error *error)
{
    (void)error;
    char text[KAURI_POSITION_TEXT_BYTES];
    claim->claim = "The 32 numbers can be played and leave South without a move.";
    claim->position_given = true;
    claim->position = set->end;
    const struct walk walk = play_numbers(set, &claim->line);
    const bool legal = walk.played == set->numbers.count;
    const bool stuck = kauri_legal_moves(&walk.last).count == 0;
    kauri_string_add(&claim->reading,
                     "from the end of game 4, %s to move: the numbers are the mover's holes from "
                     "his left, a to f and A to F: %s",
                     kauri_side_name(set->end.side), kauri_string_text(&claim->line));
    kauri_string_add(&claim->notes, "%zu of %zu numbers are legal; the position then is %s\n",
                     walk.played, set->numbers.count, kauri_position_format(&walk.last, text));
    kauri_string_add(&claim->notes, "%s is to move and %s\n", kauri_side_name(walk.last.side),
                     stuck ? "cannot" : "can");
    kauri_string_add(&claim->used, "rules");
    claim->verdict = legal && stuck && walk.last.side == KAURI_SOUTH ? KAURI_VERDICT_CONFIRMED
                                                                     : KAURI_VERDICT_REFUTED;
    return KAURI_OK;
}

// One ply of the article against the tables.
struct step {
    bool keeps_value;
    bool keeps_distance; // the winner's soonest, the loser's latest
    const struct kauri_probe_result *probe;
    const struct kauri_probe_move *move;
};

static struct step weigh(const struct kauri_probe_result *probe, int hole)
{
    struct step step = {.probe = probe};
    for (unsigned i = 0; i < probe->move_count; i++) {
        if (probe->moves[i].hole == hole) {
            step.move = &probe->moves[i];
        }
    }
    step.keeps_value = step.move != NULL && step.move->value.r == probe->value.r;
    step.keeps_distance = step.move != NULL && step.move->best;
    return step;
}

static void add_best(struct kauri_string *text, const struct kauri_probe_result *probe)
{
    for (unsigned i = 0; i < probe->move_count; i++) {
        if (probe->moves[i].best) {
            kauri_string_add(
                text, "%s%c", i == 0 ? "" : " ",
                kauri_move_letter((enum kauri_side)probe->position.side, probe->moves[i].hole));
        }
    }
}

static const struct kauri_claim_column columns[] = {
    {"ply", "ply", KAURI_CELL_NUMBER, false},
    {"side", "side", KAURI_CELL_TEXT, false},
    {"number", "number", KAURI_CELL_NUMBER, false},
    {"move", "move", KAURI_CELL_TEXT, false},
    {"plies left", "plies_left", KAURI_CELL_NUMBER, false},
    {"with this move", "plies_left_with_move", KAURI_CELL_NUMBER, false},
    {"keeps result", "keeps_result", KAURI_CELL_YES_NO, false},
    {"keeps distance", "keeps_distance", KAURI_CELL_YES_NO, false},
    {"best", "best", KAURI_CELL_WORDS, false},
};

static void add_row(struct kauri_claim *claim, size_t ply, unsigned number, const struct step *step)
{
    const struct kauri_probe_result *probe = step->probe;
    kauri_string_add(&claim->table, "%zu\t%s\t%u\t%c\t%u\t%u\t%s\t%s\t", ply + 1,
                     kauri_side_name(probe->position.side), number,
                     kauri_move_letter((enum kauri_side)probe->position.side, step->move->hole),
                     probe->value.dtc, step->move->value.dtc, step->keeps_value ? "yes" : "no",
                     step->keeps_distance ? "yes" : "no");
    add_best(&claim->table, probe);
    kauri_string_add(&claim->table, "\n");
}

enum kauri_status kauri_claim_strongest(struct kauri_claim_case *set, struct kauri_claim *claim,
                                        struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    size_t values = 0;
    size_t distances = 0;
    size_t first = 0; // ply from 1 that falls short, 0: none
    size_t ply = 0;
    char text[KAURI_POSITION_TEXT_BYTES];
    struct kauri_position at = set->end;
    struct kauri_probe_result probe;
    claim->claim = "The 32 numbers are the strongest continuation.";
    kauri_string_add(&claim->reading, "each ply keeps the result (that of the cowrie phase), the "
                                      "winner's plies win as soon as possible and "
                                      "the loser's hold out as long as possible");
    claim->position_given = true;
    claim->position = set->end;
    (void)play_numbers(set, &claim->line);
    if (kauri_claim_layers(set) == 0) {
        kauri_string_add(&claim->notes, "needs the table of the positions without seeds\n");
        kauri_string_add(&claim->used, "rules");
        return KAURI_OK;
    }
    claim->columns = columns;
    claim->column_count = sizeof columns / sizeof columns[0];
    for (; ply < set->numbers.count; ply++) {
        const int hole = set->numbers.number[ply] - 1;
        KAURI_TRY(kauri_probe(set->request->tables, &at, &probe, error));
        const struct step step = weigh(&probe, hole);
        if (ply == 0) {
            claim->r_given = true;
            claim->r = (struct kauri_bounds){probe.value.r, probe.value.r};
            kauri_string_add(
                &claim->notes, "with best play %s %s after %u plies; the article's line has %zu\n",
                kauri_side_name(at.side),
                probe.value.r < 0 ? "cannot move" : "leaves the opponent without a move",
                probe.value.dtc, set->numbers.count);
        }
        if (step.move == NULL) {
            break;
        }
        add_row(claim, ply, set->numbers.number[ply], &step);
        values += step.keeps_value ? 1 : 0;
        distances += step.keeps_distance ? 1 : 0;
        if (first == 0 && !step.keeps_distance) {
            first = ply + 1;
            kauri_string_add(
                &claim->notes,
                "first falls short at ply %zu, %s's %c in %s: %u plies are left with "
                "best play, %u with this move; best is ",
                first, kauri_side_name(at.side), kauri_move_letter((enum kauri_side)at.side, hole),
                kauri_position_format(&at, text), probe.value.dtc, step.move->value.dtc);
            add_best(&claim->notes, &probe);
            kauri_string_add(&claim->notes, "\n");
        }
        (void)kauri_play(&at, hole);
    }
    kauri_string_add(&claim->notes, "%zu of %zu plies keep the result, %zu keep the distance too\n",
                     values, set->numbers.count, distances);
    kauri_string_add(&claim->used, "tables without seeds");
    claim->verdict =
        distances == set->numbers.count ? KAURI_VERDICT_CONFIRMED : KAURI_VERDICT_REFUTED;
cleanup:
    return status;
}
