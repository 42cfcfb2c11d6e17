// kauri serve: the explorer in a browser, and the API over HTTP.
#include "cli/commands.h"
#include "cli/print_text.h"
#include "cli/tables/open_book.h"
#include "cli/tables/open_tables.h"
#include "common/folder.h"
#include "common/progress.h"
#include "web/http/http_answer.h"
#include "web/http/http_connection.h"
#include "web/http/http_server.h"
#include "web/serve/api.h"
#include "web/serve/cli/static_files.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <semaphore.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define LISTEN_DEFAULT "127.0.0.1:8642"

struct serve_options {
    const char *listen, *host, *allow_origin;
    const char *proofs; // folder, or NULL
    uint64_t memory;
    bool open;
};

#ifdef KAURI_HAS_SERVER

// Decides whose requests are answered.
struct guard {
    // Only this machine reaches the server. Its name is then localhost, and a page that calls it by
    // another one has had that name resolved to this machine (DNS rebinding).
    bool local;
    // Another name of the server, such as that of a proxy; may be NULL. Names are then checked even
    // if others reach the server.
    const char *host;
    const char *allow_origin; // origin whose pages may send requests, or "*" for all; may be NULL
};

// The context of the handler. It exists as long as the server.
struct service {
    struct kauri_api api;
    struct guard guard;
    sem_t places;        // places for searches that run
    atomic_uint waiting; // number of searches that wait for a place
};

enum { MISDIRECTED = 421, FORBIDDEN = 403 };

enum {
    WAITING_MAX = 64, // searches that wait for others to end
    NICENESS = 10,    // niceness of search threads
};

#define WAIT_SECONDS 30.0 // time that each of them waits at most

static const char api_methods[] = "GET, HEAD, POST, OPTIONS";

// Scripts and styles come from this server only, pictures also from the page itself, which makes
// one of the board; and no other page may frame it.
static const char content_policy[] =
    "default-src 'self'; img-src 'self' blob:; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'";

static void add_safety(struct kauri_http_answer *answer)
{
    kauri_http_answer_header(answer, "X-Content-Type-Options", "nosniff");
    kauri_http_answer_header(answer, "Referrer-Policy", "no-referrer");
    kauri_http_answer_header(answer, "Content-Security-Policy", "%s", content_policy);
}

// Adds the header that says whose page may read the answer. This depends on the page only if one
// origin is allowed.
static void add_origin(const struct service *serve, struct kauri_http_answer *answer)
{
    if (serve->guard.allow_origin != NULL) {
        kauri_http_answer_header(answer, "Access-Control-Allow-Origin", "%s",
                                 serve->guard.allow_origin);
        kauri_http_answer_header(answer, "Vary", "Origin");
    }
}

// Adds the headers that all answers of the API have.
static void add_api_headers(const struct service *serve, struct kauri_http_answer *answer)
{
    add_safety(answer);
    add_origin(serve, answer);
}

static void refuse(void *context, unsigned status, const char *message,
                   struct kauri_http_answer *answer)
{
    const enum kauri_status number = status >= 500   ? KAURI_RESOURCE
                                     : status == 413 ? KAURI_BAD_INPUT
                                                     : KAURI_USAGE;
    kauri_api_answer_fault(answer, status, number, message);
    add_api_headers(context, answer);
}

// -------------------------------------------------------------------------- pages of other sites

static bool is(const char *text, const char *other)
{
    return text != NULL && other != NULL && strcasecmp(text, other) == 0;
}

// Returns whether the header Host names this server. Addresses do: names alone can be resolved
// wrongly.
static bool is_own_name(const struct guard *guard, const char *host)
{
    // Names that end with this are this machine (RFC 6761).
    static const char local[] = ".localhost";
    char name[KAURI_HTTP_HOST_BYTES];
    struct in6_addr address;
    if (!kauri_http_host_name(host, name)) {
        return false;
    }
    const size_t bytes = strlen(name);
    const size_t end = sizeof local - 1;
    return is(name, local + 1) || (bytes > end && is(name + bytes - end, local)) ||
           inet_pton(AF_INET, name, &address) == 1 || inet_pton(AF_INET6, name, &address) == 1 ||
           is(name, guard->host);
}

// Returns whether a page of another site sent the request, according to the browser. Links (GET or
// HEAD that navigate) are allowed; forms that post are not, because they may carry a body. Old
// browsers send only Origin.
static bool is_foreign(const struct kauri_http_request *request)
{
    const char *site = request->fetch_site;
    const char *origin = request->origin;
    if (site != NULL) {
        const bool link = (is(request->method, "GET") || is(request->method, "HEAD")) &&
                          is(request->fetch_mode, "navigate") &&
                          is(request->fetch_dest, "document");
        return !is(site, "same-origin") && !is(site, "none") && !link;
    }
    if (origin == NULL || request->host == NULL) {
        return false;
    }
    const char *name = strstr(origin, "://");
    return name == NULL || !is(name + 3, request->host);
}

// Returns 0, or the status of the answer that refuses the request; *message then says why, in
// static storage. Programs other than browsers are never refused for their origin. Links from other
// sites may lead here.
static unsigned check_guard(const struct guard *guard, const struct kauri_http_request *request,
                            const char **message)
{
    const char *allowed = guard->allow_origin;
    const bool names = guard->local || guard->host != NULL;
    if (names && request->host != NULL && request->host[0] != '\0' &&
        !is_own_name(guard, request->host)) {
        *message = "this server has another name: localhost, or that of its option --host";
        return MISDIRECTED;
    }
    if (is_foreign(request) && !is(allowed, "*") && !is(allowed, request->origin)) {
        *message = "pages of other sites may not ask this server (see its option --allow-origin)";
        return FORBIDDEN;
    }
    return 0;
}

// ---------------------------------------------------------------------------- the explorer's files

static bool ends_with(const char *text, const char *end)
{
    const size_t bytes = strlen(text);
    return bytes >= strlen(end) && strcmp(text + bytes - strlen(end), end) == 0;
}

// Finds the file for a path. Two addresses have other names than their files: that of the page in a
// site of static files (docs/guide/SITE.md), and the one at which programs look for the icon of any
// site.
static const struct kauri_static_file *find_file(const char *path)
{
    const bool icon = strcmp(path, "/favicon.ico") == 0;
    path = strcmp(path, "/index.html") == 0 ? "/" : path;
    for (size_t i = 0; i < kauri_static_file_count; i++) {
        const char *name = kauri_static_files[i].path;
        if (icon ? ends_with(name, "/icon.svg") : strcmp(name, path) == 0) {
            return &kauri_static_files[i];
        }
    }
    return NULL;
}

static void replace(char *text, char from, char to)
{
    for (char *at = strchr(text, from); at != NULL; at = strchr(at, from)) {
        *at = to;
    }
}

// Sends who asks for "/position/P", the lasting address of a position, to the page with it on the
// board. In P, "_" is a blank. Returns false if the path is another one, or P is no position.
static bool answer_position(const char *path, struct kauri_http_answer *answer)
{
    static const char start[] = "/position/";
    char text[2 * KAURI_POSITION_TEXT_BYTES];
    struct kauri_position position;
    if (strncmp(path, start, sizeof start - 1) != 0 || strlen(path) >= sizeof text) {
        return false;
    }
    (void)snprintf(text, sizeof text, "%s", path + sizeof start - 1);
    replace(text, '_', ' ');
    if (kauri_position_parse(text, &position, NULL) != KAURI_OK) {
        return false;
    }
    (void)kauri_position_format(&position, text);
    replace(text, ' ', '_');
    answer->status = 302;
    kauri_http_answer_header(answer, "Location", "/#p=%s", text);
    add_safety(answer);
    return true;
}

static void answer_file(struct service *serve, const struct kauri_http_request *request,
                        struct kauri_http_answer *answer)
{
    const struct kauri_static_file *file = find_file(request->target->path);
    if (file == NULL && answer_position(request->target->path, answer)) {
        return;
    }
    if (file == NULL) {
        refuse(serve, 404, "there is nothing at this address", answer);
        return;
    }
    if (strcmp(request->method, "GET") != 0 && strcmp(request->method, "HEAD") != 0) {
        refuse(serve, 405, "this address takes GET and HEAD only", answer);
        kauri_http_answer_header(answer, "Allow", "GET, HEAD");
        return;
    }
    const bool gzip = kauri_http_accepts(request->accept_encoding, "gzip");
    const struct kauri_static_form *form = gzip ? &file->gzip : &file->plain;
    // A file without a version in its path ("/VERSION/NAME") is requested again each time: the
    // page, which names the version of its files, and the script of other pages.
    const bool page = strchr(request->target->path + 1, '/') == NULL;
    kauri_http_answer_header(answer, "ETag", "%s", form->etag);
    kauri_http_answer_header(answer, "Cache-Control", "%s",
                             page ? "no-cache" : "public, max-age=31536000, immutable");
    kauri_http_answer_header(answer, "Vary", "Accept-Encoding");
    if (gzip) {
        kauri_http_answer_header(answer, "Content-Encoding", "gzip");
    }
    add_safety(answer);
    // With status 304 the body is not sent; its length is stated.
    answer->status = kauri_http_etag_matches(request->if_none_match, form->etag) ? 304 : 200;
    answer->fixed = form->bytes;
    answer->fixed_size = form->size;
    kauri_http_answer_header(answer, "Content-Type", "%s", file->type);
}

// ------------------------------------------------------------------------------------- the API

// Answers what a browser asks before it lets a page of another origin send a record.
static void answer_options(const struct service *serve, struct kauri_http_answer *answer)
{
    answer->status = 204;
    kauri_http_answer_header(answer, "Allow", "%s", api_methods);
    if (serve->guard.allow_origin != NULL) {
        kauri_http_answer_header(answer, "Access-Control-Allow-Methods", "%s", api_methods);
        kauri_http_answer_header(answer, "Access-Control-Allow-Headers", "Content-Type");
        kauri_http_answer_header(answer, "Access-Control-Max-Age", "86400");
    }
    add_api_headers(serve, answer);
}

// A request to the API while it is being answered.
struct visit {
    struct service *serve;
    struct kauri_http_connection *connection;
    struct kauri_http_answer *answer;
    bool admitted;
};

static bool is_over(void *context)
{
    const struct visit *visit = context;
    return kauri_http_is_over(visit->connection);
}

// Waits until fewer searches run; false if that takes too long, or the client leaves.
static bool enter(struct visit *visit)
{
    const double end = kauri_clock_seconds() + WAIT_SECONDS;
    const struct timespec pause = {.tv_nsec = 20 * 1000000L};
    while (sem_trywait(&visit->serve->places) != 0) {
        if (is_over(visit) || kauri_clock_seconds() > end) {
            return false;
        }
        (void)nanosleep(&pause, NULL);
    }
    return true;
}

static bool admit(void *context, bool events)
{
    struct visit *visit = context;
    struct service *serve = visit->serve;
    visit->admitted = atomic_fetch_add(&serve->waiting, 1) < WAITING_MAX && enter(visit);
    (void)atomic_fetch_sub(&serve->waiting, 1);
#ifdef __linux__
    // Quick answers come first. On Linux this is the priority of the calling thread; elsewhere it
    // would be that of the process. It cannot be raised again, so the thread must end.
    if (visit->admitted) {
        (void)setpriority(PRIO_PROCESS, 0, NICENESS);
    }
#endif
    if (visit->admitted && events) {
        struct kauri_http_answer *head = visit->answer;
        head->status = 200;
        kauri_http_answer_header(head, "Content-Type", "text/event-stream");
        kauri_http_answer_header(head, "Cache-Control", "no-store");
        add_api_headers(serve, head);
        // Tells proxies (nginx) not to buffer the events.
        kauri_http_answer_header(head, "X-Accel-Buffering", "no");
        // A comment of server-sent events.
        kauri_http_stream_begin(visit->connection, head, ":\n\n");
    }
    return visit->admitted;
}

static void send_event(void *context, const char *name, const struct kauri_string *object)
{
    const struct visit *visit = context;
    struct kauri_string text = {.bytes = NULL};
    kauri_string_add(&text, "event: %s\ndata: ", name);
    kauri_string_add_bytes(&text, kauri_string_text(object), object->length);
    // An event ends with an empty line; the object has a newline already.
    kauri_string_add_text(&text, "\n");
    if (!text.failed) {
        kauri_http_stream_send(visit->connection, text.bytes, text.length);
    }
    kauri_string_clear(&text);
}

static void answer_api(struct service *serve, const struct kauri_http_request *request,
                       struct kauri_http_answer *answer)
{
    struct visit visit = {.serve = serve, .connection = request->connection, .answer = answer};
    const struct kauri_api_caller caller = {
        .context = &visit, .stopped = is_over, .admit = admit, .event = send_event};
    const bool answered = kauri_api_answer(&serve->api, request, &caller, answer);
    if (visit.admitted) {
        (void)sem_post(&serve->places);
    }
    if (answered) {
        add_api_headers(serve, answer);
        answer->last = visit.admitted;
    }
}

static void answer_request(void *context, const struct kauri_http_request *request,
                           struct kauri_http_answer *answer)
{
    struct service *serve = context;
    const char *message = NULL;
    const unsigned status = check_guard(&serve->guard, request, &message);
    if (status != 0) {
        refuse(serve, status, message, answer);
    } else if (strncmp(request->target->path, KAURI_API_ROOT, sizeof KAURI_API_ROOT - 1) != 0) {
        answer_file(serve, request, answer);
    } else if (strcmp(request->method, "OPTIONS") == 0) {
        answer_options(serve, answer);
    } else {
        answer_api(serve, request, answer);
    }
}

// ------------------------------------------------------------------------------------ the command

extern char **environ;

// Milliseconds for answers that are under way when the server ends, and until it has ended.
enum { END_TIME = 4000, END_LIMIT = 4900 };
// Files besides those of connections: tables, and what threads wait on.
enum { FILES_BESIDE = 128, CONNECTIONS_MIN = 32 };
enum {
    SEARCHES_MAX = 64,    // searches at a time
    SEARCH_MEBIBYTES = 4, // least memory for one search: engine, prover and what they share
};

// Checks an origin such as "https://example.org", "http://localhost:3000" or "*", in the form in
// which browsers send it. A header is made of it.
static enum kauri_status check_origin(const char *origin, struct kauri_error *error)
{
    const char *host = origin;
    bool fine = origin == NULL || strcmp(origin, "*") == 0;
    if (!fine) {
        host = strstr(origin, "://");
        fine = (strncmp(origin, "http://", 7) == 0 || strncmp(origin, "https://", 8) == 0) &&
               host[3] != '\0' && strlen(origin) < 256;
        for (const char *at = host + (fine ? 3 : 0); fine && *at != '\0'; at++) {
            fine = *at > ' ' && *at < 0x7f && strchr("/\\,;\"'", *at) == NULL;
        }
    }
    return fine ? KAURI_OK
                : kauri_fail(error, KAURI_USAGE,
                             "--allow-origin takes an origin such as https://example.org, or *, "
                             "not '%.80s'",
                             origin);
}

static enum kauri_status check_host(const char *host, struct kauri_error *error)
{
    char name[KAURI_HTTP_HOST_BYTES];
    const bool fine = host == NULL || (kauri_http_host_name(host, name) && is(host, name));
    return fine ? KAURI_OK
                : kauri_fail(error, KAURI_USAGE,
                             "--host takes a name such as kauri.example.org, without a port, "
                             "not '%.80s'",
                             host);
}

// Blocks SIGINT, SIGTERM and SIGHUP, unless they are ignored, in all threads, so that they wait for
// sigwait().
static void hold_signals(sigset_t *held)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    (void)sigemptyset(held);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        struct sigaction action;
        if (sigaction(numbers[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN) {
            (void)sigaddset(held, numbers[i]);
        }
    }
    (void)pthread_sigmask(SIG_BLOCK, held, NULL);
    // A client that leaves must not end the server.
    (void)signal(SIGPIPE, SIG_IGN);
}

static void end_at_once(int number)
{
    (void)number;
    _exit(KAURI_OK);
}

// Ends the process END_LIMIT ms after the signal, whatever its threads do. Search threads have low
// priority and may notice the stop too late on a busy machine. By then the server waits for no
// answer, and it writes no files.
static void limit_end(void)
{
    const struct itimerval limit = {
        .it_value = {.tv_sec = END_LIMIT / 1000, .tv_usec = END_LIMIT % 1000 * 1000}};
    (void)signal(SIGALRM, end_at_once);
    (void)setitimer(ITIMER_REAL, &limit, NULL);
}

// Opens the address in the user's browser, with xdg-open or sensible-browser, and does not wait for
// it. No shell sees the address. The program says nothing on the terminal, and Ctrl-C does not end
// it. KAURI_MISSING if neither is installed.
static enum kauri_status open_browser(char *url, struct kauri_error *error)
{
    char programs[][20] = {"xdg-open", "sensible-browser"};
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_t files;
    bool started = false;
    (void)posix_spawnattr_init(&attributes);
    (void)posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    (void)posix_spawn_file_actions_init(&files);
    for (int file = STDIN_FILENO; file <= STDERR_FILENO; file++) {
        (void)posix_spawn_file_actions_addopen(&files, file, "/dev/null", O_RDWR, 0);
    }
    for (size_t i = 0; i < sizeof programs / sizeof programs[0] && !started; i++) {
        char *const arguments[] = {programs[i], url, NULL};
        pid_t child;
        started = posix_spawnp(&child, programs[i], &files, &attributes, arguments, environ) == 0;
    }
    (void)signal(SIGCHLD,
                 SIG_IGN); // no process waits for it; set after its start, because it inherits this
    (void)posix_spawn_file_actions_destroy(&files);
    (void)posix_spawnattr_destroy(&attributes);
    return started ? KAURI_OK
                   : kauri_fail(error, KAURI_MISSING,
                                "neither xdg-open nor sensible-browser was found");
}

// Raises the limit of open files, if it may, and the number of connections to what it allows.
static enum kauri_status fit_connections(struct kauri_http_limits *limits,
                                         struct kauri_error *error)
{
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) != 0 || files.rlim_cur == RLIM_INFINITY) {
        return KAURI_OK;
    }
    const rlim_t wanted = limits->connections + FILES_BESIDE;
    if (files.rlim_cur < wanted) {
        files.rlim_cur = files.rlim_max < wanted ? files.rlim_max : wanted;
        (void)setrlimit(RLIMIT_NOFILE, &files);
        (void)getrlimit(RLIMIT_NOFILE, &files);
    }
    if (files.rlim_cur < FILES_BESIDE + CONNECTIONS_MIN) {
        return kauri_fail(
            error, KAURI_RESOURCE,
            "too few open files are allowed: %llu, and the server needs %d; raise the "
            "limit (ulimit -n)",
            (unsigned long long)files.rlim_cur, FILES_BESIDE + CONNECTIONS_MIN);
    }
    if (files.rlim_cur < wanted) {
        limits->connections = (unsigned)(files.rlim_cur - FILES_BESIDE);
    }
    return KAURI_OK;
}

// Names the tables that cannot be used: the answers that need them are errors.
static void warn_of_damage(struct kauri_tablebase *tables)
{
    for (unsigned seeds = 0; tables != NULL && seeds <= KAURI_SEEDS_MAX; seeds++) {
        const struct kauri_tablebase_layer *layer = NULL;
        struct kauri_error error;
        const enum kauri_status status = kauri_tablebase_layer(tables, seeds, &layer, &error);
        if (status == KAURI_NOT_COVERED) {
            return;
        }
        if (status != KAURI_OK) {
            (void)fprintf(stderr, "kauri: in %s, %s\n", kauri_tablebase_folder(tables),
                          error.message);
        }
    }
}

// Prints where the server is, and its tables: "layers 0 to 5", "layer 0", "without tables".
static void say_where(const struct kauri_tablebase *tables, const char *url)
{
    const unsigned layers = tables == NULL ? 0 : kauri_tablebase_layer_count(tables);
    if (layers == 0) {
        printf("serving without tables at %s\n", url);
    } else if (layers == 1) {
        printf("serving layer 0 at %s\n", url);
    } else {
        printf("serving layers 0 to %u at %s\n", layers - 1, url);
    }
    (void)fflush(stdout);
}

static enum kauri_status listen_at(const char *address, int *listener,
                                   char url[KAURI_HTTP_URL_BYTES], struct kauri_error *error)
{
    const enum kauri_status status = kauri_http_listen(address, listener, url, error);
    if (status == KAURI_LOCKED) {
        kauri_error_append(error, "; choose another port with --listen, 0 for any that is free");
    } else if (status != KAURI_OK) {
        kauri_error_append(error, " (--listen)");
    }
    return status;
}

static enum kauri_status run(struct kauri_command_run *run, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct serve_options *options = run->settings;
    struct kauri_http_server *server = NULL;
    struct kauri_http_limits limits = kauri_http_limits_default();
    const unsigned threads = kauri_run_threads(run);
    const unsigned searches = threads < SEARCHES_MAX ? threads : SEARCHES_MAX;
    // A quarter of the memory is for the cache. The searches share the rest.
    const unsigned least = searches * SEARCH_MEBIBYTES * 4 / 3 + 1;
    struct service answers = {
        .api = {.memory = options->memory / 4 * 3 / searches,
                .threads = 1,
                .proofs = options->proofs},
        .guard = {.host = options->host, .allow_origin = options->allow_origin},
    };
    const struct kauri_http_handler handler = {
        .context = &answers, .answer = answer_request, .refuse = refuse};
    char url[KAURI_HTTP_URL_BYTES];
    int listener = -1;
    int number = 0;
    sigset_t held;
    (void)sem_init(&answers.places, 0, searches);
    KAURI_TRY(check_origin(options->allow_origin, error));
    KAURI_TRY(check_host(options->host, error));
    if (options->memory < (uint64_t)least << 20) {
        KAURI_TRY(kauri_fail(error, KAURI_USAGE,
                             "--memory is too small: with %u threads it takes at least %uM",
                             threads, least));
    }
    if (options->proofs != NULL) {
        status = kauri_folder_check(options->proofs, error);
        if (status != KAURI_OK) {
            kauri_error_append(error, " (--proofs)");
            goto cleanup;
        }
    }
    KAURI_TRY(fit_connections(&limits, error));
    KAURI_TRY(listen_at(options->listen, &listener, url, error));
    answers.guard.local = kauri_http_is_local(listener);
    KAURI_TRY(kauri_run_open_tables(run, options->memory / 4, error));
    KAURI_TRY(kauri_open_book(run, error));
    if (run->tables != NULL) {
        kauri_tablebase_hide_folders(run->tables); // clients need not know where they are
    }
    answers.api.tables = run->tables;
    answers.api.book = run->book;
    if (options->open) {
        struct kauri_error reason;
        if (open_browser(url, &reason) != KAURI_OK) {
            (void)fprintf(stderr, "kauri: no browser was opened: %s\n", reason.message);
        }
    }
    hold_signals(&held);
    KAURI_TRY(kauri_http_start(listener, &limits, &handler, &server, error));
    warn_of_damage(run->tables);
    say_where(run->tables, url);
    (void)sigwait(&held, &number);
    // The same signal once more ends the program at once.
    (void)pthread_sigmask(SIG_UNBLOCK, &held, NULL);
    limit_end();
cleanup:
    // Searches end with an answer, which their clients still get.
    kauri_http_stop(server, END_TIME);
    kauri_api_clear(&answers.api);
    (void)sem_destroy(&answers.places);
    if (listener >= 0) {
        (void)close(listener);
    }
    return status;
}

#else

static enum kauri_status run(struct kauri_command_run *run, struct kauri_error *error)
{
    (void)run;
    return kauri_fail(error, KAURI_MISSING,
                      "this program was built without its server: install libmicrohttpd-dev and "
                      "build it again");
}

#endif

const struct kauri_command kauri_command_serve = {
    .name = "serve",
    .group = "Play, and look at games",
    .summary = "show the explorer in a browser, and answer over HTTP",
    .text =
        "Serves the explorer, a board in the browser that shows what each move is worth, and the "
        "same answers as JSON for other programs (docs/guide/SERVER.md). It prints its address and "
        "only "
        "reads the tables. It can be reached only from this machine unless --listen says "
        "otherwise; port 0 means any free port. Ctrl-C or SIGTERM ends it with status "
        "0." KAURI_OPEN_TABLES_TEXT,
    .options =
        (const struct kauri_option[]){
            KAURI_TABLES_OPTION,
            KAURI_NO_TABLES_OPTION,
            KAURI_OPTION("listen", "ADDRESS:PORT", "where to listen (default " LISTEN_DEFAULT ")",
                         KAURI_STORED(struct serve_options, listen)),
            KAURI_OPTION("open", NULL, "open the explorer in a browser",
                         KAURI_STORED(struct serve_options, open)),
            KAURI_OPTION("host", "NAME", "accept this host name, too",
                         KAURI_STORED(struct serve_options, host)),
            KAURI_OPTION("allow-origin", "ORIGIN", "allow pages of this origin (CORS), * for all",
                         KAURI_STORED(struct serve_options, allow_origin)),
            KAURI_OPTION("proofs", "DIR", "folder of proofs to download",
                         KAURI_STORED(struct serve_options, proofs)),
            KAURI_OPTION("memory", "SIZE", "memory of tables and searches (default 512M)",
                         KAURI_STORED(struct serve_options, memory), .is_size = true),
            KAURI_THREADS_OPTION,
            KAURI_OPTIONS_END,
        },
    .examples = {{"look at the tables in a browser", "kauri serve --tables tables --open"},
                 {"answer other programs on a port of your choice",
                  "kauri serve --tables tables --listen 127.0.0.1:8000"}},
    .related = "probe search analyse annotate",
    .documents = "guide/SERVER.md reference/HTTP.md reference/JSON.md",
    .flags = KAURI_RUN_TABLES_IF_ANY,
    KAURI_SETTINGS(struct serve_options, .listen = LISTEN_DEFAULT, .memory = 512U << 20),
    .run = run,
};
