// Joins the entries of several proofs to a solution book.
#ifndef KAURI_CLI_BOOK_BOOK_MERGE_H
#define KAURI_CLI_BOOK_BOOK_MERGE_H

#include "cli/book/book_proofs.h"
#include "cli/book/book_walk.h"

// Joins entries that were found in `proofs`, one of `drafts` for each, and fills in the plies. Of
// several entries about a position, the one with the greatest value is taken, and of those the
// first. What play from the roots cannot reach is left out. *entries receives info->count entries,
// ascending by key, which the caller frees; info->low and info->high are narrowed to what all roots
// at the same position as the first state.
//
// The links of the entries have no circle. In a circle all values would be equal, since no link
// leads to a lesser one. The entry that a link leads to was found in the same proof as the one that
// it comes from, or in one before it: another proof after it was taken only for a greater value. So
// all entries of a circle would come from one proof, whose steps have none.
//
// KAURI_WRONG: there is a circle after all, a link leads to no entry, or two roots contradict each
// other. KAURI_RESOURCE.
enum kauri_status kauri_book_merge(const struct kauri_book_drafts *drafts,
                                   const struct kauri_book_proofs *proofs,
                                   struct kauri_book_info *info, struct kauri_book_entry **entries,
                                   struct kauri_error *error);

#endif
