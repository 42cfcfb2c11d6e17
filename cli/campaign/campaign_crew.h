// Those who search for a campaign, as the one who coordinates sees them, and the other way round:
// processes of this machine (cli/campaign/campaign_processes.h), or ranks of a cluster.
//
// Lines are those of queries/campaign/campaign_line.h, each with a newline. One thread at a time.
#ifndef KAURI_CLI_CAMPAIGN_CAMPAIGN_CREW_H
#define KAURI_CLI_CAMPAIGN_CAMPAIGN_CREW_H

#include "common/status.h"
#include "common/string_buffer.h"
#include "queries/campaign/searcher.h"

#include <stdbool.h>

enum kauri_crew_event {
    KAURI_CREW_NOTHING, // in time, or a signal came
    KAURI_CREW_LINE,    // from a worker
    KAURI_CREW_LOST,    // a worker
};

// The workers, numbered from 0.
struct kauri_crew {
    void *context;
    // Sends lines to a worker. One that is not there any more is noticed by `next`.
    void (*send)(void *context, unsigned number, const char *lines);
    // Waits for the next event for at most so many seconds. *number receives the worker; *text a
    // line of it without the newline, or how it ended; valid until the next call.
    enum kauri_crew_event (*next)(void *context, double seconds, unsigned *number,
                                  const char **text);
    // Starts a lost worker again; NULL where workers cannot be lost.
    enum kauri_status (*restart)(void *context, unsigned number, struct kauri_error *error);
    // Has all workers end: those with a job send first how far they have come.
    void (*dismiss)(void *context);
};

// A worker sends a failure as this word, the number of the status and the message.
#define KAURI_CREW_FAILED "failed "

// The one who coordinates.
struct kauri_crew_link {
    void *context;
    // Appends what was sent, if need be after waiting for it. Returns false at the end.
    bool (*receive)(void *context, struct kauri_string *unread);
    // Returns false if nobody is there to read it.
    bool (*send)(void *context, const char *text, size_t size);
    // Whether the job under way is to be stopped. Called often.
    bool (*is_stopped)(void *context);
};

// The body of a worker: makes a searcher, carries out the lines that it receives, and sends back
// its results, including a failure. Returns when the other side closes the link. `send`, `progress`
// and `context` of the options are set here.
void kauri_crew_work(const struct kauri_crew_link *link,
                     const struct kauri_searcher_options *options);

// The next whole line of what was received, without its newline, or NULL; *read counts the bytes
// that were returned before.
const char *kauri_crew_line(struct kauri_string *unread, size_t *read);

#endif
