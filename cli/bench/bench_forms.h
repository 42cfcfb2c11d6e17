// `kauri bench --forms`: measures the forms in which a table can be packed, on a sample of it.
#ifndef KAURI_CLI_BENCH_BENCH_FORMS_H
#define KAURI_CLI_BENCH_BENCH_FORMS_H

#include "cli/bench/bench_run.h"
#include "tablebase/pack.h"

#include <stdint.h>

enum {
    KAURI_BENCH_COLUMNS = 2, // r and dtc (indexer/convention.h)
    KAURI_BENCH_FORMS_MAX = 32,
};

struct kauri_bench_form {
    const char *name; // its use; "" for a form of the series
    struct kauri_pack_form packed;
};

// Times are microseconds; the files are in the system's cache of files.
struct kauri_bench_form_column {
    uint32_t dictionary_bytes;     // 0: none, or the pages are too few for one
    double bits;                   // of compressed pages, per position of the layer
    double page_median, page_99;   // reading, checking and decoding a page
    double entry_median, entry_99; // a look-up of one entry from nothing: the trailer as well
};

struct kauri_bench_form_result {
    struct kauri_bench_form form;
    unsigned stretches; // of stored entries, evenly spread over the layer
    uint64_t entries;   // of all stretches
    struct kauri_bench_form_column columns[KAURI_BENCH_COLUMNS];
    double index_bits; // trailers, directories and dictionaries, per position of the layer
    double bits;       // columns and index
    double encode_ns;  // processor time for compressing and writing, per position of the layer
};

struct kauri_bench_forms {
    struct kauri_layer layer;
    double load;      // of the machine before anything ran; < 0: unknown
    uint64_t entries; // of stored blocks in the layer
    unsigned count;
    struct kauri_bench_form_result results[KAURI_BENCH_FORMS_MAX];
};

// Writes and reads tables of samples of layer options->seeds in options->tables, in a temporary
// folder that is removed afterwards. A sample has about `sample` entries, which is at least 1; for
// large pages up to 4 times as many, so that it has 16 stretches, or one page if that is larger;
// never more than the layer has. The same table has the same samples. Memory: some 60 MiB, and for
// more than 16 Mi entries 3 bytes for each. Statuses of kauri_layer_table_open and
// kauri_writer_commit; KAURI_INTERRUPTED.
enum kauri_status kauri_bench_forms_run(const struct kauri_bench_options *options, uint64_t sample,
                                        struct kauri_bench_forms *result,
                                        struct kauri_error *error);

#endif
