// The workers of a campaign on this machine: processes, and sockets between them and the process
// that started them.
//
// A worker ends with its starter, however that ends. The starter must have no other threads when it
// starts a worker.
#ifndef KAURI_CLI_CAMPAIGN_CAMPAIGN_PROCESSES_H
#define KAURI_CLI_CAMPAIGN_CAMPAIGN_PROCESSES_H

#include "cli/campaign/campaign_crew.h"
#include "cli/campaign/campaign_folder.h"

#include <sys/types.h>

enum { KAURI_CAMPAIGN_WORKERS_MAX = 256 };

struct kauri_campaign_process {
    pid_t process;              // 0: none
    int socket;                 // if there is one
    struct kauri_string unread; // lines from it
    size_t read;                // bytes of them that were returned
};

// The caller owns the struct, which must not be moved.
struct kauri_campaign_processes {
    struct kauri_searcher_options searcher; // of each; its number is added to number and seed
    struct kauri_campaign_folder *campaign; // which workers do not hold open
    unsigned count;
    struct kauri_campaign_process worker[KAURI_CAMPAIGN_WORKERS_MAX];
};

// Starts `count` workers. `searcher` lacks what sends and what stops. KAURI_RESOURCE: none is left.
enum kauri_status kauri_campaign_processes_start(struct kauri_campaign_processes *processes,
                                                 const struct kauri_searcher_options *searcher,
                                                 struct kauri_campaign_folder *campaign,
                                                 unsigned count, struct kauri_crew *crew,
                                                 struct kauri_error *error);

// Ends all workers at once, and waits for them. Safe on a zeroed struct.
void kauri_campaign_processes_end(struct kauri_campaign_processes *processes);

#endif
