#include "cli/tables/divided_verify.h"

#include "cli/fitted_text.h"
#include "cli/output_file.h"
#include "cli/tables/verify_json.h"
#include "cli/terminal_columns.h"
#include "common/size.h"
#include "verify/verify_parts.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum kauri_status kauri_divided_verify_read(const char *text, struct kauri_divided_verify *divided,
                                            struct kauri_error *error)
{
    char copy[24];
    uint64_t part = 0;
    uint64_t parts = 0;
    const size_t length = strlen(text);
    char *slash = NULL;
    if (length < sizeof copy) {
        memcpy(copy, text, length + 1);
        slash = strchr(copy, '/');
    }
    if (slash != NULL) {
        *slash = '\0';
    }
    if (slash == NULL || !kauri_parse_number(copy, 1, KAURI_VERIFY_PARTS_MAX, &part) ||
        !kauri_parse_number(slash + 1, 1, KAURI_VERIFY_PARTS_MAX, &parts) || part > parts) {
        return kauri_fail(error, KAURI_USAGE,
                          "--part takes K/N, such as 3/16 for part 3 of 16, with N up to %d, not "
                          "'%.40s'",
                          KAURI_VERIFY_PARTS_MAX, text);
    }
    divided->part = (uint32_t)part;
    divided->parts = (uint32_t)parts;
    return KAURI_OK;
}

static void add_part(struct kauri_string *out, const struct kauri_divided_verify *divided,
                     const struct kauri_verify_result *result)
{
    char checked[KAURI_SIZE_TEXT_BYTES];
    kauri_string_add(
        out, "layer %u, part %" PRIu32 " of %" PRIu32 ": %s positions checked, all right, %.2f s\n",
        divided->seeds, divided->part, divided->parts, kauri_format_count(result->checked, checked),
        result->seconds);
    kauri_string_add(out,
                     "Wrote %s. `kauri verify --parts` adds up the files of all parts and "
                     "compares the sum with the certificate of the table.\n",
                     divided->result);
}

static void add_sum(struct kauri_string *out, const struct kauri_divided_verify *divided,
                    unsigned parts, const struct kauri_verify_result *result)
{
    char checked[KAURI_SIZE_TEXT_BYTES];
    char below[64] = "";
    kauri_string_add(out, "layer %u: %s positions checked in %u part%s, all right, %.2f s in all\n",
                     divided->seeds, kauri_format_count(result->checked, checked), parts,
                     parts == 1 ? "" : "s", result->seconds);
    if (result->has_digest) {
        kauri_string_add(out, "         digest of all positions %016" PRIx64 "\n", result->digest);
    }
    if (divided->seeds == 1) {
        (void)snprintf(below, sizeof below, " if layer 0 is");
    } else if (divided->seeds > 1) {
        (void)snprintf(below, sizeof below, " if layers 0 to %u are", divided->seeds - 1);
    }
    kauri_string_add(out,
                     "Layer %u is right%s: every equation holds, and the parts are complete.\n",
                     divided->seeds, below);
}

static enum kauri_status check_part(struct kauri_tablebase *tables,
                                    const struct kauri_divided_verify *divided,
                                    const struct kauri_verify_options *options,
                                    struct kauri_verify_result *result, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_verify_part findings = {.digests = NULL};
    status = kauri_verify_layer_part(tables, divided->seeds, divided->part, divided->parts, options,
                                     &findings, result, error);
    if (status == KAURI_OK || status == KAURI_WRONG) {
        const enum kauri_status found = status;
        KAURI_TRY(kauri_verify_part_write(&findings, divided->result, error));
        status = found;
    }
cleanup:
    kauri_verify_part_clear(&findings);
    return status;
}

static enum kauri_status add_parts(struct kauri_command_run *run,
                                   const struct kauri_divided_verify *divided,
                                   const struct kauri_verify_options *options, unsigned *count,
                                   struct kauri_verify_result *result, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_verify_parts *parts = NULL;
    KAURI_TRY(kauri_verify_parts_new(run->tables, divided->seeds, &parts, error));
    for (int i = 0; i < run->argument_count; i++) {
        KAURI_TRY(kauri_verify_parts_add(parts, run->arguments[i], error));
    }
    *count = kauri_verify_parts_count(parts);
    status = kauri_verify_parts_finish(parts, options, result, error);
    if (status == KAURI_MISSING) {
        kauri_error_append(error, " (kauri verify --part K/N makes it)");
    }
cleanup:
    kauri_verify_parts_free(parts);
    return status;
}

enum kauri_status kauri_divided_verify_run(struct kauri_command_run *run,
                                           const struct kauri_divided_verify *divided,
                                           const struct kauri_verify_options *options,
                                           struct kauri_error *error)
{
    struct kauri_verify_result result = {.checked = 0};
    unsigned parts = divided->parts;
    if (divided->part > 0 &&
        kauri_output_file_check(divided->result, run->force, NULL, error) != KAURI_OK) {
        return error->status;
    }
    const enum kauri_status status = divided->part > 0
                                         ? check_part(run->tables, divided, options, &result, error)
                                         : add_parts(run, divided, options, &parts, &result, error);
    if (run->json) {
        const struct kauri_verify_division division = {
            .part = divided->part, .parts = parts, .file = divided->result};
        kauri_json_verify_division(&run->out, kauri_tablebase_folder(run->tables), divided->seeds,
                                   &division, &result, status == KAURI_OK ? NULL : error);
    } else if (status == KAURI_OK && divided->part > 0) {
        add_part(&run->out, divided, &result);
    } else if (status == KAURI_OK) {
        add_sum(&run->out, divided, parts, &result);
    }
    kauri_string_fit(&run->out, 0, run->json ? 0 : kauri_terminal_columns(stdout));
    return status;
}
