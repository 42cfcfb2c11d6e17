#include "cli/tables/divided_verify.h"

#include "cli/fitted_text.h"
#include "cli/output_file.h"
#include "cli/parts_json.h"
#include "cli/terminal_columns.h"
#include "common/size.h"

#include <inttypes.h>
#include <stdio.h>
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

static void add_entry(struct kauri_json *json, const char *name, int32_t r, int32_t dtc)
{
    kauri_json_begin_object(json, name);
    kauri_json_add_int(json, "r", r);
    kauri_json_add_int(json, "dtc", dtc);
    kauri_json_end(json);
}

void kauri_json_add_verified(struct kauri_json *json, unsigned seeds,
                             const struct kauri_verify_result *result, bool sound)
{
    const struct kauri_verify_work *work = &result->work;
    kauri_json_add_uint(json, "seeds", seeds);
    kauri_json_add_bool(json, "sound", sound);
    kauri_json_add_uint(json, "checked", result->checked);
    kauri_json_add_uint(json, "wrong", result->wrong);
    if (result->wrong > 0) {
        kauri_json_begin_object(json, "first_wrong");
        kauri_json_add_position(json, "position", &result->first_wrong);
        add_entry(json, "stored", result->stored_r, result->stored_dtc);
        add_entry(json, "right", result->correct_r, result->correct_dtc);
        kauri_json_end(json);
    } else {
        kauri_json_add_null(json, "first_wrong");
    }
    if (result->has_digest) {
        kauri_json_add_digest(json, "digest_of_all", result->digest);
    } else {
        kauri_json_add_null(json, "digest_of_all");
    }
    if (work->decoded > 0) {
        kauri_json_begin_object(json, "work");
        kauri_json_add_uint(json, "decoded", work->decoded);
        kauri_json_add_uint(json, "derived", work->derived);
        kauri_json_add_uint(json, "layer_decoded", work->layer_decoded);
        kauri_json_add_uint(json, "layer_derived", work->layer_derived);
        kauri_json_end(json);
    } else {
        kauri_json_add_null(json, "work");
    }
    kauri_json_add_seconds(json, "seconds", result->seconds);
}

// Adds a number, or null for 0.
static void add_or_null(struct kauri_json *json, const char *name, unsigned number)
{
    if (number > 0) {
        kauri_json_add_uint(json, name, number);
    } else {
        kauri_json_add_null(json, name);
    }
}

static void add_json(struct kauri_command_run *run, const struct kauri_divided_verify *divided,
                     unsigned parts, const struct kauri_verify_result *result,
                     const struct kauri_error *fault)
{
    struct kauri_json json = {.out = &run->out};
    kauri_json_begin_object(&json, NULL);
    kauri_json_add_foreign(&json, "tables", kauri_tablebase_folder(run->tables));
    add_or_null(&json, "part", divided->part);
    add_or_null(&json, "parts", parts);
    kauri_json_add_foreign(&json, "result", divided->result);
    kauri_json_add_verified(&json, divided->seeds, result, fault == NULL);
    kauri_json_add_foreign(&json, "fault", fault == NULL ? NULL : fault->message);
    kauri_json_end(&json);
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
    const enum kauri_status status =
        divided->part > 0
            ? kauri_verify_layer_part(run->tables, divided->seeds, divided->part, divided->parts,
                                      options, divided->result, &result, error)
            : kauri_verify_parts(run->tables, divided->seeds, run->arguments,
                                 (size_t)run->argument_count, options, &parts, &result, error);
    if (status == KAURI_MISSING && divided->part == 0 && parts > 0) {
        kauri_error_append(error, " (kauri verify --part K/N makes it)");
    }
    if (run->json) {
        add_json(run, divided, parts, &result, status == KAURI_OK ? NULL : error);
    } else if (status == KAURI_OK && divided->part > 0) {
        add_part(&run->out, divided, &result);
    } else if (status == KAURI_OK) {
        add_sum(&run->out, divided, parts, &result);
    }
    kauri_string_fit(&run->out, 0, run->json ? 0 : kauri_terminal_columns(stdout));
    return status;
}
