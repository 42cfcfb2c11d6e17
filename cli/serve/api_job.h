// Jobs of the API: answers that take long. They wait in a queue and are run by its threads,
// first come first served; but clients take turns, so that one with many jobs lets others go
// between them.
//
// There are two lanes with threads of their own, so that readers of whole tables never keep
// searches waiting. A client who is gone gives its place back as soon as its job has stopped.
#ifndef KAURI_CLI_SERVE_API_JOB_H
#define KAURI_CLI_SERVE_API_JOB_H

#include "cli/serve/api_answer.h"
#include "cli/serve/api_options.h"
#include "cli/serve/api_query.h"
#include "common/progress.h"

struct kauri_api;
struct kauri_api_job;

// ------------------------------------------------------------------------------- for the server
//
// A job belongs to one thread at a time. With events, the answer is there at once
// (kauri_api_job_take succeeds immediately) and is a stream; without, it is there when the job has
// finished. A server
//   1. gets a job from kauri_api_answer and suspends the connection,
//   2. calls kauri_api_job_watch, whose wake function resumes the connection,
//   3. calls kauri_api_job_take; false: back to 2,
//   4. if answer.stream, sends what kauri_api_job_read adds, and suspends and watches again
//      whenever that is nothing and the job has not finished,
//   5. calls kauri_api_job_free, at any time: a job that has not finished is cancelled.

// Calls wake(context) once when there is news for take or read: at once, in the calling thread, if
// there is some already, else later from another thread. It must be quick and must not call
// functions of this header. Not called any more after kauri_api_job_free has returned.
void kauri_api_job_watch(struct kauri_api_job *job, void (*wake)(void *context), void *context);

// Moves the answer to *answer, which is zeroed; false if it is not there yet. Once per job.
bool kauri_api_job_take(struct kauri_api_job *job, struct kauri_api_answer *answer);

// Moves the events that have come since to the end of `text`. Returns false when there will be no
// more after these.
bool kauri_api_job_read(struct kauri_api_job *job, struct kauri_string *text);

// The client is gone, or has everything. Accepts NULL.
void kauri_api_job_free(struct kauri_api_job *job);

// -------------------------------------------------------------------------------- for the API

enum kauri_api_lane { KAURI_API_LANE_SEARCH, KAURI_API_LANE_SCAN, KAURI_API_LANES };

// A kind of job.
struct kauri_api_work {
    enum kauri_api_lane lane;
    // Called in a thread of the queue: adds the object of the answer, with a newline. `question` is
    // what the job was made with. It asks kauri_api_job_progress whether to stop; that is also so
    // when the time of the job is over.
    enum kauri_status (*run)(struct kauri_api *api, struct kauri_api_job *job, void *question,
                             struct kauri_string *out, struct kauri_error *error);
    void (*release)(void *question); // frees it; NULL: free()
};

struct kauri_api_queue;

// The options have no zeroes. The caller frees *queue; `api` is for the jobs. Errors:
// KAURI_RESOURCE.
enum kauri_status kauri_api_queue_new(struct kauri_api *api,
                                      const struct kauri_api_options *options,
                                      struct kauri_api_queue **queue, struct kauri_error *error);
// See kauri_api_stop.
void kauri_api_queue_stop(struct kauri_api_queue *queue);
// Accepts NULL.
void kauri_api_queue_free(struct kauri_api_queue *queue);

// Puts a job into the queue and hands it over in answer->job; a full queue, or too many jobs of
// the client, become an answer with status 429. Takes *question in every case. The job may run for
// `seconds` before it is asked to stop. Errors: KAURI_RESOURCE; KAURI_INTERRUPTED after a stop.
enum kauri_status kauri_api_queue_add(struct kauri_api_queue *queue,
                                      const struct kauri_api_query *query,
                                      const struct kauri_api_work *work, void *question,
                                      double seconds, struct kauri_api_answer *answer,
                                      struct kauri_error *error);

// ---------------------------------------------------------------------- for the run of the work

// Asks whether to stop; has no reports.
const struct kauri_progress *kauri_api_job_progress(const struct kauri_api_job *job);

// Sends an event with the object, which ends with a newline, to a client that wants events; drops
// it if the client does not keep up.
void kauri_api_job_tell(struct kauri_api_job *job, const char *event,
                        const struct kauri_string *object);

// Whether the client wants events.
bool kauri_api_job_is_stream(const struct kauri_api_job *job);

// Whether an event is due: none was told by this function for a quarter of a second. To be called
// by the thread that runs the job, before it puts the event together.
bool kauri_api_job_due(struct kauri_api_job *job);

// --------------------------------------------------------------------------- for the answer

// How a good answer may be cached, unless it is a stream. To be called before the job is handed
// out.
void kauri_api_job_stamp(struct kauri_api_job *job, unsigned cache_seconds, const char *etag);

#endif
