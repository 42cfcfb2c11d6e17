// Verification: evaluates the equations of r and dtc at every position of a layer, from the table
// files alone. Implemented in verify.c.
//
// If every position of a layer satisfies them, with dtc finite wherever r is not 0, and the lower
// layers are correct, then the layer is correct (docs/guide/RULES.md, "Why the equations prove a
// table"). Verification shares only the rules, the index and the table files with the solver.
//
// The blocks of a layer can be verified independently of one another, so several machines can share
// a layer, with no connection but the folder of the tables: each verifies one of N parts and writes
// its findings to a file (verify/verify_part.h), and kauri_verify_parts combines them.
#ifndef KAURI_VERIFY_VERIFY_H
#define KAURI_VERIFY_VERIFY_H

#include "common/status.h"
#include "db/tables/tablebase.h"
#include "verify/verify_part.h"

// Checks layer `seeds` of the tables: either all of it, including its certificate, or a sample, for
// which it reads only the pages that it needs. KAURI_OK if everything holds. KAURI_WRONG if a
// position or the certificate is wrong: *result is filled in, and the message names the first wrong
// position. Other statuses mean that the layer could not be checked, such as KAURI_RESOURCE for too
// little memory.
enum kauri_status kauri_verify_layer(struct kauri_tablebase *tables, unsigned seeds,
                                     const struct kauri_verify_options *options,
                                     struct kauri_verify_result *result, struct kauri_error *error);

// Checks the equations of part `part`, 1 .. parts, of `parts` of layer `seeds`, and writes what it
// found into the file `path`, which replaces an existing one, also if a position is wrong. Takes
// the memory of kauri_verify_layer. `parts` is at most KAURI_VERIFY_PARTS_MAX, and
// `options->sample` must be 0. Errors: those of kauri_verify_layer and of the file.
enum kauri_status kauri_verify_layer_part(struct kauri_tablebase *tables, unsigned seeds,
                                          uint32_t part, uint32_t parts,
                                          const struct kauri_verify_options *options,
                                          const char *path, struct kauri_verify_result *result,
                                          struct kauri_error *error);

// Adds up the files of all parts of layer `seeds`, and compares the sum with the certificate.
// Status, message and *result are those of kauri_verify_layer; `seconds` is the sum over the parts.
// *parts receives their number, 0 if a file was refused. Positions of layers with long distances
// were evaluated one by one: then the digests of the entries are compared by reading the table
// again. KAURI_MISSING: a part is not there. KAURI_CORRUPT: a file is no such file, damaged, of
// another layer, board or rules, or was made with other tables than these. KAURI_USAGE: a part
// comes twice, or the layer was divided into different numbers of parts. *result is empty then.
enum kauri_status kauri_verify_parts(struct kauri_tablebase *tables, unsigned seeds,
                                     char *const *paths, size_t count,
                                     const struct kauri_verify_options *options, unsigned *parts,
                                     struct kauri_verify_result *result, struct kauri_error *error);

// Checks that there is enough memory for layer `seeds`, as kauri_verify_layer does before it
// begins. Higher layers need more, so ask for the highest one first. KAURI_RESOURCE, with the
// missing amount in the message.
enum kauri_status kauri_verify_check_memory(struct kauri_tablebase *tables, unsigned seeds,
                                            const struct kauri_verify_options *options,
                                            struct kauri_error *error);

#endif
