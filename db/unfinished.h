// A table that an earlier run did not finish, and that the next run continues.
//
// The unfinished file has the bytes of the table as far as they were written, except that its
// header is zero but for a mark, which identifies what the bytes depend on besides the entries:
// the description of the table, level, dictionaries, version of zstd. The run that continues
// appends all entries again, as any run does, and takes each page from the file that decodes to the
// numbers at hand, instead of compressing them. So nothing in the file is trusted, and no other
// state is kept.
#ifndef KAURI_DB_UNFINISHED_H
#define KAURI_DB_UNFINISHED_H

#include "common/output.h"
#include "db/header.h"

struct kauri_unfinished;

// Opens the file `unfinished` of the folder for writing the table `name` (kauri_output_continue_in)
// and writes the header with its mark. *header describes the table and its dictionaries, with their
// bytes in `dictionaries`; it must outlive *opened, as the output must. `threads` is the number of
// workers for kauri_unfinished_take. The caller frees *opened and commits or abandons *output;
// both are NULL on failure. Errors: KAURI_RESOURCE; KAURI_CORRUPT for bytes that are not a
// dictionary.
enum kauri_status kauri_unfinished_open(const struct kauri_folder *folder, const char *name,
                                        const char *unfinished, const struct kauri_header *header,
                                        const struct kauri_dictionary *dictionaries, int level,
                                        unsigned threads, struct kauri_output **output,
                                        struct kauri_unfinished **opened,
                                        struct kauri_error *error);
// Accepts NULL.
void kauri_unfinished_free(struct kauri_unfinished *unfinished);

// Whether the file of the earlier run holds page `page` of a column as these `bytes` bytes of
// stored numbers. If so, `compressed`, which has room for kauri_compress_bound(bytes), receives the
// compressed page, and *size its size. Thread-safe for different workers.
bool kauri_unfinished_take(const struct kauri_unfinished *unfinished, unsigned worker,
                           unsigned column, uint64_t page, const uint8_t *numbers, size_t bytes,
                           uint8_t *compressed, size_t *size);

// Whether the file of the earlier run holds anything of use.
bool kauri_unfinished_any(const struct kauri_unfinished *unfinished);

#endif
