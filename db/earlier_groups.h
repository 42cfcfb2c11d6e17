// The groups that an interrupted run left in the file of an unfinished table: pages that the next
// run need not compress again.
//
// Groups lie in the file in the order of their last entries, and then of their columns
// (db/writer.c), and zstd frames state their own sizes, so the groups can be found without a
// directory. Nothing that is found is trusted: the writer takes a page only if it decodes to the
// numbers that the page has to hold.
#ifndef KAURI_DB_EARLIER_GROUPS_H
#define KAURI_DB_EARLIER_GROUPS_H

#include "common/output.h"
#include "db/table.h"

struct kauri_earlier_groups;

// Finds the intact groups at the beginning of the file of `output`, which has `file_bytes` bytes;
// the first group begins at `offset`. Reads the file once. *info and the output must outlive
// *groups, which the caller frees. Errors: KAURI_RESOURCE. A damaged or foreign file is not an
// error; fewer groups are found in it.
enum kauri_status kauri_earlier_groups_find(struct kauri_output *output, uint64_t file_bytes,
                                            uint64_t offset, const struct kauri_table_info *info,
                                            struct kauri_earlier_groups **groups,
                                            struct kauri_error *error);
// Accepts NULL.
void kauri_earlier_groups_free(struct kauri_earlier_groups *groups);

// Where the compressed page of a column is in the file; *size is 0 if there is none, and at most
// the bound of the format. Thread-safe. Errors: KAURI_RESOURCE.
enum kauri_status kauri_earlier_groups_page(const struct kauri_earlier_groups *groups,
                                            unsigned column, uint64_t page, uint64_t *offset,
                                            size_t *size, struct kauri_error *error);

#endif
