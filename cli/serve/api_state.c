#include "cli/serve/api_state.h"

struct kauri_tablebase *kauri_api_tables_for(const struct kauri_api *api,
                                             const struct kauri_position *position)
{
    struct kauri_tablebase *tables = api->options.tables;
    return tables != NULL && kauri_tablebase_fits(tables, position, NULL) == KAURI_OK ? tables
                                                                                      : NULL;
}
