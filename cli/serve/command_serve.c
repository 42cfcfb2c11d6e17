// kauri serve: the explorer in a browser, and the API over HTTP.
#include "cli/commands.h"
#include "cli/serve/api.h"
#include "cli/serve/serve_routes.h"
#include "cli/tables/open_tables.h"
#include "web/http/http_server.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

#define LISTEN_DEFAULT "127.0.0.1:8642"

struct serve_options {
    const char *listen, *host, *allow_origin;
    uint64_t memory;
    bool open;
};

#ifdef KAURI_HAS_SERVER

extern char **environ;

// Milliseconds for answers that are under way when the server ends, and until it has ended.
enum { END_TIME = 500, END_LIMIT = 900 };
// Files besides those of connections: tables, and what threads wait at.
enum { FILES_BESIDE = 128, CONNECTIONS_MIN = 32 };
enum {
    SEARCHES_MOST = 64,   // at a time
    SEARCH_MEBIBYTES = 4, // the least for one: engine, prover and what they share
};

// "https://example.org", "http://localhost:3000" or "*": what a browser sends as Origin. A header
// is made of it.
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

// SIGINT, SIGTERM and SIGHUP, unless they are ignored, wait for sigwait() in all threads.
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
    const struct itimerval limit = {.it_value = {.tv_usec = END_LIMIT * 1000}};
    (void)signal(SIGALRM, end_at_once);
    (void)setitimer(ITIMER_REAL, &limit, NULL);
}

// Opens the address in the user's browser, with xdg-open or sensible-browser, and does not wait for
// it. No shell sees the address. The program says nothing on the terminal, and Ctrl-C does not end
// it. KAURI_MISSING if none of the two is there.
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
                 SIG_IGN); // nobody waits for it; after its start, because it inherits that
    (void)posix_spawn_file_actions_destroy(&files);
    (void)posix_spawnattr_destroy(&attributes);
    return started
               ? KAURI_OK
               : kauri_fail(error, KAURI_MISSING, "neither xdg-open nor sensible-browser is there");
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
            (void)fprintf(stderr, "kauri: %s\n", error.message);
        }
    }
}

// "layers 0 to 5", "layer 0", "without tables".
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
    struct kauri_serve answers = {
        .guard = {.host = options->host, .allow_origin = options->allow_origin}};
    const struct kauri_http_handler handler = kauri_serve_handler(&answers);
    struct kauri_http_limits limits = kauri_http_limits_default();
    const unsigned threads = kauri_run_threads(run);
    const unsigned searches = threads < SEARCHES_MOST ? threads : SEARCHES_MOST;
    const unsigned least = searches * SEARCH_MEBIBYTES * 4 / 3 + 1;
    const uint64_t share = (options->memory - options->memory / 4) / searches;
    char url[KAURI_HTTP_URL_BYTES];
    int listener = -1;
    int number = 0;
    sigset_t held;
    (void)sem_init(&answers.places, 0, searches);
    KAURI_TRY(check_origin(options->allow_origin, error));
    if (options->memory < (uint64_t)least << 20) {
        status = kauri_fail(error, KAURI_USAGE,
                            "--memory is too small: with %u threads it takes at least %uM", threads,
                            least);
        goto cleanup;
    }
    KAURI_TRY(fit_connections(&limits, error));
    KAURI_TRY(listen_at(options->listen, &listener, url, error));
    answers.guard.local = kauri_http_is_local(listener);
    KAURI_TRY(kauri_run_open_tables(run, options->memory / 4, error));
    if (options->open) {
        struct kauri_error reason;
        if (open_browser(url, &reason) != KAURI_OK) {
            (void)fprintf(stderr, "kauri: no browser was opened: %s\n", reason.message);
        }
    }
    hold_signals(&held);
    KAURI_TRY(kauri_api_new(run->tables, share, &answers.api, error));
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
    kauri_api_free(answers.api);
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
        "same answers as JSON for other programs (docs/SERVER.md). It prints its address, only "
        "reads the tables, and is reached from this machine only unless --listen says otherwise; "
        "port 0 is any that is free. Ctrl-C or SIGTERM ends it with status "
        "0." KAURI_OPEN_TABLES_TEXT,
    .options =
        (const struct kauri_option[]){
            KAURI_TABLES_OPTION,
            KAURI_NO_TABLES_OPTION,
            {.name = "listen",
             .argument = "ADDRESS:PORT",
             .help = "where to listen (default " LISTEN_DEFAULT ")",
             KAURI_STORED(struct serve_options, listen)},
            {.name = "open",
             .help = "open the explorer in a browser",
             KAURI_STORED(struct serve_options, open)},
            {.name = "host",
             .argument = "NAME",
             .help = "the name of this server, besides localhost",
             KAURI_STORED(struct serve_options, host)},
            {.name = "allow-origin",
             .argument = "ORIGIN",
             .help = "let pages of this origin ask (CORS), * for all",
             KAURI_STORED(struct serve_options, allow_origin)},
            {.name = "memory",
             .argument = "SIZE",
             .help = "memory of tables and searches (default 512M)",
             .is_size = true,
             KAURI_STORED(struct serve_options, memory)},
            KAURI_THREADS_OPTION,
            {.name = NULL},
        },
    .examples = {{"look at the tables in a browser", "kauri serve --tables tables --open"},
                 {"answer other programs on a port of your choice",
                  "kauri serve --tables tables --listen 127.0.0.1:8000"}},
    .related = "probe search analyse annotate",
    .documents = "SERVER.md HTTP.md JSON.md",
    .flags = KAURI_RUN_TABLES_IF_ANY,
    KAURI_SETTINGS(struct serve_options, .listen = LISTEN_DEFAULT, .memory = 512U << 20),
    .run = run,
};
