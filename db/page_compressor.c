#include "db/page_compressor.h"

#include "common/digest.h"

enum kauri_status kauri_page_compressor_init(struct kauri_page_compressor *compressor,
                                             const struct kauri_table_info *info, int level,
                                             struct kauri_error *error)
{
    *compressor = (struct kauri_page_compressor){.compressor = NULL};
    KAURI_PASS(kauri_compressor_new(level, &compressor->compressor, error));
    return kauri_survey_init(&compressor->survey, info, error);
}

void kauri_page_compressor_clear(struct kauri_page_compressor *compressor)
{
    kauri_compressor_free(compressor->compressor);
    kauri_survey_clear(&compressor->survey);
    compressor->compressor = NULL;
}

enum kauri_status kauri_page_compress(struct kauri_page_compressor *compressor,
                                      const struct kauri_compress_dictionary *dictionary,
                                      unsigned column, const uint8_t *numbers, uint32_t entries,
                                      uint8_t *to, struct kauri_compressed_page *page,
                                      struct kauri_error *error)
{
    const size_t bytes = (size_t)entries * compressor->survey.info->columns[column].width;
    size_t size = 0;
    kauri_survey_add(&compressor->survey, column, numbers, entries);
    const enum kauri_status status =
        kauri_compress(compressor->compressor, dictionary, numbers, bytes, to, &size, error);
    *page = (struct kauri_compressed_page){
        .bytes = to, .size = (uint32_t)size, .check = (uint32_t)kauri_digest(numbers, bytes)};
    return status;
}
