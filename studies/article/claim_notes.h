// The statements of the evidence for or against a claim.
//
// Private to studies/article/; others use claim_text.h.
#ifndef KAURI_STUDIES_ARTICLE_CLAIM_NOTES_H
#define KAURI_STUDIES_ARTICLE_CLAIM_NOTES_H

#include "common/string_buffer.h"
#include "studies/article/claim.h"

#include <stddef.h>

enum { KAURI_CLAIM_NOTES_MAX = KAURI_CLAIM_READINGS_MAX + 2 };

// Writes the statements, one to a string, from note[0], and returns their number. The strings must
// be zeroed; their owner checks them for memory.
size_t kauri_claim_add_notes(const struct kauri_claim *claim,
                             struct kauri_string note[KAURI_CLAIM_NOTES_MAX]);

#endif
