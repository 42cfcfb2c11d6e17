// The folder of a campaign (docs/reference/CAMPAIGN.md): its frontier, and its proofs named by
// their digests.
//
// Only the process that holds the lock writes into it. A process that is killed leaves the folder
// whole: proofs get their names once they are checked, and the frontier is replaced at once.
#ifndef KAURI_CLI_CAMPAIGN_CAMPAIGN_FOLDER_H
#define KAURI_CLI_CAMPAIGN_CAMPAIGN_FOLDER_H

#include "common/folder.h"
#include "common/status.h"
#include "db/lock.h"
#include "queries/campaign/campaign_frontier.h"

struct kauri_campaign_folder {
    const char *path; // path as given
    struct kauri_folder *folder;
    struct kauri_folder_lock *lock; // NULL: opened for reading
    struct kauri_campaign_frontier *frontier;
};

// The name of a proof that was written and is not checked yet.
extern const char kauri_campaign_unchecked[];

// The purpose of opening a folder.
enum kauri_campaign_access {
    KAURI_CAMPAIGN_READ,
    KAURI_CAMPAIGN_WRITE,
    KAURI_CAMPAIGN_MAKE, // open for writing; a folder that does not exist is made, with an empty
                         // frontier
};

// Opens the folder and reads its frontier. For writing, it also removes what a run that was killed
// has left: unfinished files, and a proof that was not checked. The caller closes it, also after a
// failure. KAURI_MISSING: no campaign. KAURI_LOCKED: another run writes. KAURI_BAD_INPUT,
// KAURI_WRONG: the frontier cannot be read. KAURI_RESOURCE.
enum kauri_status kauri_campaign_folder_open(const char *path, enum kauri_campaign_access access,
                                             struct kauri_campaign_folder *campaign,
                                             struct kauri_error *error);
// Closes the folder, and removes the unfinished files and the unchecked proof of this run. Accepts
// a zeroed struct.
void kauri_campaign_folder_close(struct kauri_campaign_folder *campaign);

// Writes the frontier: on the disk, with all proofs that it names, when this returns.
// KAURI_RESOURCE: the old one is unchanged.
enum kauri_status kauri_campaign_folder_save(const struct kauri_campaign_folder *campaign,
                                             struct kauri_error *error);

#endif
