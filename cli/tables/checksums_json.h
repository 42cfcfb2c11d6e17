// The result of `kauri verify --checksums`, and its JSON form (docs/JSON.md).
#ifndef KAURI_CLI_TABLES_CHECKSUMS_JSON_H
#define KAURI_CLI_TABLES_CHECKSUMS_JSON_H

#include "common/string_buffer.h"
#include "rules/board.h"

#include <stdbool.h>
#include <stdint.h>

struct kauri_checked_table {
    unsigned seeds;
    bool intact;
    uint64_t bytes; // of the file; 0 if it could not be opened
    double seconds;
};

// The tables that were checked, ascending by seeds.
struct kauri_checked_tables {
    unsigned count;
    struct kauri_checked_table tables[KAURI_SEEDS_MAX + 1];
};

// Adds one object and a newline. `fault` is the reason why the check ended early, or the fault that
// it found; NULL if there is none.
void kauri_json_checksums(struct kauri_string *out, const char *folder,
                          const struct kauri_checked_tables *checked,
                          const struct kauri_error *fault);

#endif
