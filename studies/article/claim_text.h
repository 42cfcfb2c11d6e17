// The sentences on a claim, made from its values: used in text, Markdown and JSON alike.
#ifndef KAURI_STUDIES_ARTICLE_CLAIM_TEXT_H
#define KAURI_STUDIES_ARTICLE_CLAIM_TEXT_H

#include "common/status.h"
#include "common/string_buffer.h"
#include "studies/article/claim.h"
#include "studies/article/claim_notes.h"

// "1" to "8"; static storage.
const char *kauri_claim_number(enum kauri_claim_id id);
// The claim as a short sentence; static storage.
const char *kauri_claim_sentence(enum kauri_claim_id id);

// ASCII without line ends or tabs. Owned by the caller and freed with kauri_claim_text_clear.
struct kauri_claim_text {
    struct kauri_string reading; // how it is understood
    struct kauri_string value;   // "r = -37", "r from -37 to 37"; empty when not known
    struct kauri_string line;    // "f A-B-E": moves after a pass are joined; empty when none
    struct kauri_string used;    // "tables of 0 to 2 seeds, search (12,345 positions)"
    size_t note_count;
    struct kauri_string note[KAURI_CLAIM_NOTES_MAX]; // the evidence, a statement each
};

// Makes the sentences. KAURI_RESOURCE when memory runs out. The caller clears *text in every case.
enum kauri_status kauri_claim_text_make(const struct kauri_claim *claim,
                                        struct kauri_claim_text *text, struct kauri_error *error);

// Frees the text and leaves it zeroed. Accepts NULL and zeroed ones.
void kauri_claim_text_clear(struct kauri_claim_text *text);

#endif
