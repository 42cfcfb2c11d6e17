// The folder of a campaign: what a run leaves in it.
#include "tests/test.h"

#include "cli/campaign/campaign_folder.h"
#include "tests/temporary.h"

#include <stdio.h>
#include <unistd.h>

// Whether the folder has a file of this name.
static bool has(const char *folder, const char *name)
{
    char path[TEMPORARY_BYTES + 64];
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    return access(path, F_OK) == 0;
}

static void put(const char *folder, const char *name)
{
    char path[TEMPORARY_BYTES + 64];
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fclose(file), 0);
}

static void open_campaign(const char *folder, enum kauri_campaign_access access,
                          struct kauri_campaign_folder *campaign)
{
    struct kauri_error error;
    if (kauri_campaign_folder_open(folder, access, campaign, &error) != KAURI_OK) {
        fail_msg("%s", error.message);
    }
}

// A run that fails, as for want of memory, removes what it has not finished; one that reads does
// not touch what another run writes.
TEST_IN_FOLDER(a_run_leaves_nothing_unfinished, folder)
{
    static const char *const names[] = {"unchecked", "unchecked.tmp-0123456789abcdef",
                                        "frontier.tmp-0123456789abcdef"};
    struct kauri_campaign_folder campaign;
    const struct kauri_position start = kauri_start(6);
    open_campaign(folder, KAURI_CAMPAIGN_MAKE, &campaign);
    assert_int_equal(kauri_campaign_add_root(campaign.frontier, &start, 3, NULL), KAURI_OK);
    assert_int_equal(kauri_campaign_settle(campaign.frontier, NULL), KAURI_OK);
    assert_int_equal(kauri_campaign_folder_save(&campaign, NULL), KAURI_OK);
    for (unsigned i = 0; i < 3; i++) {
        put(folder, names[i]);
    }
    put(folder, "0123456789abcdef.proof");
    kauri_campaign_folder_close(&campaign);
    for (unsigned i = 0; i < 3; i++) {
        assert_false(has(folder, names[i]));
        put(folder, names[i]);
    }
    open_campaign(folder, KAURI_CAMPAIGN_READ, &campaign);
    kauri_campaign_folder_close(&campaign);
    for (unsigned i = 0; i < 3; i++) {
        assert_true(has(folder, names[i]));
    }
    assert_true(has(folder, "0123456789abcdef.proof") && has(folder, "frontier"));
}
