#include "cli/campaign/campaign_folder.h"

#include "common/file.h"
#include "common/folder.h"
#include "common/output.h"
#include "common/string_buffer.h"
#include "queries/campaign/campaign_file.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char frontier_name[] = "frontier";
const char kauri_campaign_unchecked[] = "unchecked";

// ------------------------------------------------------------------------------------ the frontier

static enum kauri_status read_frontier(struct kauri_campaign_folder *campaign, bool make,
                                       struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_input *input = NULL;
    char *text = NULL;
    size_t size = 0;
    char *path = kauri_folder_join(campaign->folder, frontier_name);
    if (path == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory");
    }
    status = kauri_input_open(path, &input, error);
    if (status == KAURI_MISSING && make) {
        status = KAURI_OK;
        goto cleanup;
    }
    if (status == KAURI_MISSING) {
        kauri_error_append(error, "; `kauri campaign --ask` begins a campaign");
    }
    KAURI_TRY(status);
    KAURI_TRY(kauri_input_read_all(input, &text, &size, error));
    if (memchr(text, '\0', size) != NULL) {
        status = kauri_fail(error, KAURI_BAD_INPUT, "%s is not the frontier of a campaign", path);
        goto cleanup;
    }
    status = kauri_campaign_parse(text, path, campaign->frontier, error);
cleanup:
    kauri_input_close(input);
    free(text);
    free(path);
    return status;
}

enum kauri_status kauri_campaign_folder_save(const struct kauri_campaign_folder *campaign,
                                             struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_output *output = NULL;
    struct kauri_string text = {.bytes = NULL};
    kauri_campaign_write(campaign->frontier, &text);
    KAURI_TRY(kauri_output_open_in(campaign->folder, frontier_name, &output, error));
    status = kauri_output_write_text(output, &text, error);
cleanup:
    kauri_string_clear(&text);
    return status;
}

// ------------------------------------------------------------------------------------- leftovers

// Removes a file that a killed run has left: one that was being written, or a proof that was not
// checked.
static void remove_leftover(void *context, const char *name)
{
    const struct kauri_campaign_folder *campaign = context;
    if (strcmp(name, kauri_campaign_unchecked) == 0 ||
        kauri_temporary_file_is(name, kauri_campaign_unchecked) ||
        kauri_temporary_file_is(name, frontier_name)) {
        kauri_folder_unlink(campaign->folder, name);
    }
}

// ------------------------------------------------------------------------------------- interface

enum kauri_status kauri_campaign_folder_open(const char *path, enum kauri_campaign_access access,
                                             struct kauri_campaign_folder *campaign,
                                             struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    *campaign = (struct kauri_campaign_folder){.path = path};
    if (access == KAURI_CAMPAIGN_MAKE) {
        KAURI_PASS(kauri_folder_make(path, error));
    } else {
        status = kauri_folder_check(path, error);
        if (status == KAURI_MISSING) {
            kauri_error_append(error, "; `kauri campaign --ask` begins a campaign");
        }
        KAURI_PASS(status);
    }
    KAURI_PASS(kauri_folder_open(path, &campaign->folder, error));
    KAURI_PASS(kauri_campaign_new(&campaign->frontier, error));
    if (access != KAURI_CAMPAIGN_READ) {
        KAURI_PASS(kauri_folder_lock(path, &campaign->lock, error));
    }
    KAURI_PASS(read_frontier(campaign, access == KAURI_CAMPAIGN_MAKE, error));
    if (access != KAURI_CAMPAIGN_READ && campaign->frontier->root_count > 0) {
        status = kauri_folder_each(campaign->folder, remove_leftover, campaign, error);
    }
    return status;
}

void kauri_campaign_folder_close(struct kauri_campaign_folder *campaign)
{
    if (campaign->lock != NULL && campaign->frontier->root_count > 0) {
        (void)kauri_folder_each(campaign->folder, remove_leftover, campaign, NULL);
    }
    kauri_campaign_free(campaign->frontier);
    kauri_folder_unlock(campaign->lock);
    kauri_folder_close(campaign->folder);
    *campaign = (struct kauri_campaign_folder){.path = campaign->path};
}
