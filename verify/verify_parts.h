// Adds up the findings of the parts of a layer and compares the sum with the certificate, as
// kauri_verify_layer does after checking all of it.
#ifndef KAURI_VERIFY_VERIFY_PARTS_H
#define KAURI_VERIFY_VERIFY_PARTS_H

#include "common/status.h"
#include "tablebase/tablebase.h"
#include "verify/verify_result.h"

// Used by one thread at a time.
struct kauri_verify_parts;

// Begins to add up the parts of layer `seeds` of the tables, which must stay open. Takes 8 bytes
// for each digest of the layer's entries. Errors: those of kauri_tablebase_layer, KAURI_RESOURCE.
enum kauri_status kauri_verify_parts_new(struct kauri_tablebase *tables, unsigned seeds,
                                         struct kauri_verify_parts **parts,
                                         struct kauri_error *error);
// Accepts NULL.
void kauri_verify_parts_free(struct kauri_verify_parts *parts);

// Adds the findings in a file. `path` must stay valid. Errors: those of kauri_verify_part_read;
// KAURI_CORRUPT also if they were found with other tables than these; KAURI_USAGE if the part was
// added before, or the layer was divided into another number of parts.
enum kauri_status kauri_verify_parts_add(struct kauri_verify_parts *parts, const char *path,
                                         struct kauri_error *error);

// Compares the sum of all parts with the certificate. Status, message and *result are those of
// kauri_verify_layer; `seconds` is the sum over the parts. Positions of layers with long distances
// were evaluated one by one: then the digests of the entries are compared by reading the table
// again with options->threads and ->progress. KAURI_MISSING, with *result empty, if a part was not
// added.
enum kauri_status kauri_verify_parts_finish(const struct kauri_verify_parts *parts,
                                            const struct kauri_verify_options *options,
                                            struct kauri_verify_result *result,
                                            struct kauri_error *error);

// The number of parts that the layer was divided into, 0 before the first was added.
unsigned kauri_verify_parts_count(const struct kauri_verify_parts *parts);

#endif
