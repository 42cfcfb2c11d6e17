#include "studies/article/claim_waiting.h"

// The readings: where the line begins, and what the letter stands for. They are numbered in the
// order of the table.
struct variant {
    bool after; // the move that has the note, not in its place
    int letter;
};

static unsigned variant_count(const struct kauri_claim_case *set)
{
    return 2 * (set->note.holes + 2U);
}

static struct variant variant(const struct kauri_claim_case *set, unsigned number)
{
    const unsigned letters = set->note.holes + 2U;
    const unsigned letter = number % letters;
    return (struct variant){
        .after = number >= letters,
        .letter = letter < set->note.holes    ? (int)letter
                  : letter == set->note.holes ? KAURI_WAITING_PASS
                                              : KAURI_WAITING_NOTHING,
    };
}

static const struct kauri_position *variant_start(const struct kauri_claim_case *set,
                                                  struct variant tried)
{
    return tried.after ? &set->noted : &set->note;
}

static void play_variant(const struct kauri_claim_case *set, struct variant tried,
                         struct kauri_waiting *waiting)
{
    kauri_waiting_play(variant_start(set, tried), set->note.side, &set->line, tried.letter,
                       waiting);
}

enum kauri_status kauri_claim_waiting(struct kauri_claim_case *set, struct kauri_claim *claim,
                                      struct kauri_error *error)
{
    (void)error;
    struct kauri_claim_waiting *evidence = &claim->waiting;
    claim->position_given = true;
    claim->position = set->note;
    claim->basis.rules = true;
    evidence->player = (enum kauri_side)set->note.side;
    evidence->line = set->line;
    for (unsigned n = 0; n < variant_count(set); n++) {
        const struct variant tried = variant(set, n);
        struct kauri_claim_reading *reading = &evidence->reading[evidence->count++];
        reading->after = tried.after;
        play_variant(set, tried, &reading->outcome);
        if (kauri_waiting_forced(&reading->outcome) && evidence->forced++ == 0) {
            claim->position = *variant_start(set, tried);
            claim->line.count =
                kauri_waiting_moves(&claim->position, set->note.side, &set->line, tried.letter,
                                    KAURI_EVALUATION_LINE_MAX, claim->line.hole);
        }
    }
    claim->verdict = evidence->forced > 0 ? KAURI_VERDICT_CONFIRMED : KAURI_VERDICT_REFUTED;
    return KAURI_OK;
}

// Values the position after a forced reading in the cowrie phase.
static enum kauri_status add_ending(struct kauri_claim_case *set, struct kauri_claim *claim,
                                    struct variant tried, const struct kauri_position *last,
                                    struct kauri_error *error)
{
    struct kauri_evaluation value;
    struct kauri_claim_waiting_loss *evidence = &claim->waiting_loss;
    const enum kauri_status status =
        kauri_evaluate(set->request->tables, last, NULL, &value, error);
    if (status != KAURI_OK) {
        return status;
    }
    const int r = value.r.low; // exact, because layer 0 is there
    const int result = (int)kauri_tiebreak_result(last, r);
    struct kauri_claim_ending *ending = &evidence->ending[evidence->count++];
    *ending = (struct kauri_claim_ending){
        .after = tried.after,
        .letter = tried.letter,
        .last = *last,
        .r = r,
        .dtc = value.dtc,
        .result =
            (enum kauri_result)((enum kauri_side)last->side == evidence->player ? result : -result),
    };
    evidence->losses += ending->result == KAURI_LOSS ? 1 : 0;
    if (!claim->r_given) {
        claim->position = *last;
        claim->position_given = true;
        claim->r = value.r;
        claim->r_given = true;
    }
    return KAURI_OK;
}

enum kauri_status kauri_claim_waiting_loss(struct kauri_claim_case *set, struct kauri_claim *claim,
                                           struct kauri_error *error)
{
    struct kauri_claim_waiting_loss *evidence = &claim->waiting_loss;
    const unsigned layers = kauri_claim_case_layers(set);
    evidence->player = (enum kauri_side)set->note.side;
    evidence->tables_missing = layers == 0;
    claim->basis.rules = true;
    claim->basis.layers = layers > 0 ? 1 : 0;
    for (unsigned n = 0; layers > 0 && n < variant_count(set); n++) {
        const struct variant tried = variant(set, n);
        struct kauri_waiting waiting;
        play_variant(set, tried, &waiting);
        if (!kauri_waiting_forced(&waiting)) {
            continue;
        }
        const enum kauri_status status = add_ending(set, claim, tried, &waiting.last, error);
        if (status != KAURI_OK) {
            return status;
        }
    }
    if (evidence->count > 0) {
        claim->verdict = evidence->losses == evidence->count ? KAURI_VERDICT_CONFIRMED
                         : evidence->losses == 0             ? KAURI_VERDICT_REFUTED
                                                             : KAURI_VERDICT_UNDECIDED;
    }
    return KAURI_OK;
}
