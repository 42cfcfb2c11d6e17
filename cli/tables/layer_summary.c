#include "cli/tables/layer_summary.h"

#include "indexer/convention.h"
#include "tablebase/tablebase.h"

enum kauri_status kauri_layer_summary_of(struct kauri_tablebase *tables, unsigned seeds,
                                         struct kauri_layer_summary *layer,
                                         struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_tablebase_layer *open = NULL;
    KAURI_TRY(kauri_tablebase_layer(tables, seeds, &open, error));
    const struct kauri_reader *reader = open->reader;
    const struct kauri_certificate *certificate = kauri_reader_certificate(reader);
    *layer = (struct kauri_layer_summary){
        .info = kauri_reader_info(reader),
        .certificate = certificate,
        .path = kauri_reader_path(reader),
        .file_bytes = kauri_reader_file_bytes(reader),
        .max_dtc = (unsigned)certificate->maximum[KAURI_COLUMN_DTC],
    };
cleanup:
    return status;
}

enum kauri_status kauri_layer_summaries(struct kauri_tablebase *tables,
                                        struct kauri_layer_summary *layers, size_t *count,
                                        struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    *count = 0;
    for (unsigned seeds = 0; seeds <= KAURI_SEEDS_MAX; seeds++) {
        if (kauri_tablebase_has(tables, seeds)) {
            KAURI_TRY(kauri_layer_summary_of(tables, seeds, &layers[*count], error));
            *count += 1;
        }
    }
cleanup:
    return status;
}

uint64_t kauri_layer_speed(const struct kauri_layer_summary *layer)
{
    // A small layer may take less time than the clock can measure.
    const double seconds = layer->seconds > 1e-6 ? layer->seconds : 1e-6;
    return (uint64_t)((double)layer->info->positions / seconds);
}
