#include "waurie/layer_file.h"

enum {
    WORD_BYTES = 8,
    PAGE_BYTES = 1 << 18,
    GROUP_PAGES = 64,
};

struct kauri_table_info waurie_file_info(const struct waurie_rules *rules,
                                         const struct waurie_layer *layer)
{
    struct kauri_table_info info = waurie_table_info(rules, layer, layer->words * WORD_BYTES);
    info.column_count = 1;
    info.columns[0] = (struct kauri_column){.name = "wins",
                                            .width = 1,
                                            .codec = KAURI_CODEC_ZSTD,
                                            .page_entries = PAGE_BYTES,
                                            .group_pages = GROUP_PAGES};
    return info;
}

enum kauri_status waurie_file_open(const char *folder, const struct waurie_rules *rules,
                                   const struct waurie_layer *layer, struct kauri_reader **reader,
                                   struct kauri_error *error)
{
    const struct kauri_table_info info = waurie_file_info(rules, layer);
    const enum kauri_status status = waurie_table_open(folder, rules, layer, &info, reader, error);
    if (status != KAURI_OK) {
        return status;
    }
    const struct kauri_column *column = &kauri_reader_info(*reader)->columns[0];
    if (column->width != 1 || column->page_entries % WORD_BYTES != 0) {
        (void)kauri_fail(error, KAURI_CORRUPT, "%s does not store bits in bytes",
                         kauri_reader_path(*reader));
        kauri_reader_close(*reader);
        *reader = NULL;
        return KAURI_CORRUPT;
    }
    return KAURI_OK;
}
