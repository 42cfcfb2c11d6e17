#include "cli/campaign/campaign_crew.h"

#include "cli/threads.h"

#include <stdio.h>
#include <string.h>

const char *kauri_crew_line(struct kauri_string *unread, size_t *read)
{
    if (unread->length == 0) {
        return NULL;
    }
    char *line = unread->bytes + *read;
    char *end = memchr(line, '\n', unread->length - *read);
    if (end != NULL) {
        *end = '\0';
        *read = (size_t)(end + 1 - unread->bytes);
        return line;
    }
    memmove(unread->bytes, line, unread->length - *read);
    kauri_string_cut(unread, unread->length - *read);
    *read = 0;
    return NULL;
}

struct crew_worker {
    const struct kauri_crew_link *link;
    bool alone; // nobody reads what it sends
};

static void send_line(void *context, const struct kauri_campaign_line *line)
{
    struct crew_worker *worker = context;
    struct kauri_string text = {.bytes = NULL};
    kauri_campaign_line_write(line, &text);
    worker->alone =
        worker->alone || text.failed ||
        !worker->link->send(worker->link->context, kauri_string_text(&text), text.length);
    kauri_string_clear(&text);
}

static bool is_stopped(void *context)
{
    const struct crew_worker *worker = context;
    return worker->alone || worker->link->is_stopped(worker->link->context);
}

static enum kauri_status follow_lines(struct crew_worker *worker, struct kauri_searcher *searcher,
                                      struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_string unread = {.bytes = NULL};
    size_t read = 0;
    while (worker->link->receive(worker->link->context, &unread)) {
        for (const char *text = kauri_crew_line(&unread, &read); text != NULL && !worker->alone;
             text = kauri_crew_line(&unread, &read)) {
            struct kauri_campaign_line line;
            KAURI_TRY(kauri_campaign_line_read(text, &line, error));
            KAURI_TRY(kauri_searcher_take(searcher, &line, error));
        }
    }
    status = kauri_string_check(&unread, error);
cleanup:
    kauri_string_clear(&unread);
    return status;
}

void kauri_crew_work(const struct kauri_crew_link *link,
                     const struct kauri_searcher_options *options)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_error error;
    struct kauri_searcher *searcher = NULL;
    struct crew_worker worker = {.link = link};
    const struct kauri_progress progress = {.cancelled = is_stopped, .context = &worker};
    struct kauri_searcher_options given = *options;
    given.send = send_line;
    given.context = &worker;
    given.progress = &progress;
    KAURI_TRY(kauri_threads_start(given.threads, &error));
    KAURI_TRY(kauri_searcher_new(&given, &searcher, &error));
    status = follow_lines(&worker, searcher, &error);
cleanup:
    if (status != KAURI_OK) {
        char text[KAURI_ERROR_MESSAGE_BYTES + 32];
        (void)snprintf(text, sizeof text, KAURI_CREW_FAILED "%d %s\n", (int)status, error.message);
        (void)link->send(link->context, text, strlen(text));
    }
    kauri_searcher_free(searcher);
}
