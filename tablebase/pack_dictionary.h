// Trains the dictionary of a column of a packed table.
#ifndef KAURI_TABLEBASE_PACK_DICTIONARY_H
#define KAURI_TABLEBASE_PACK_DICTIONARY_H

#include "db/writer.h"
#include "tablebase/pack_source.h"

// Trains a dictionary of at most `capacity` bytes for pages of `page_entries` entries of `width`
// bytes, on pages that are evenly spread over the stored entries. The same entries give the same
// dictionary with the same version of zstd. *bytes receives memory that the caller frees, also
// after a failure; *dictionary points into it, and its size is 0 if the pages are too few or too
// alike for a dictionary, which is no failure. Errors: those of kauri_pack_source_sample.
enum kauri_status kauri_pack_dictionary(struct kauri_pack_source *source, unsigned column,
                                        unsigned width, uint32_t page_entries, size_t capacity,
                                        uint8_t **bytes, struct kauri_dictionary *dictionary,
                                        struct kauri_error *error);

#endif
