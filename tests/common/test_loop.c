// common/loop.h, once with OpenMP and once with the threads of libkauri.
#include "tests/test.h"

#include "common/loop.h"
#include "common/progress.h"
#include "tests/sanitized.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#if !defined _WIN32
#include <sys/wait.h>
#endif

static void nap(long milliseconds)
{
    (void)nanosleep(&(struct timespec){.tv_nsec = milliseconds * 1000000}, NULL);
}

// ------------------------------------------------------------------------------ who does what

struct visits {
    unsigned char seen[1000];
    unsigned char busy[8];
};

static void visit(void *context, unsigned worker, uint64_t index)
{
    struct visits *visits = context;
    visits->busy[worker]++; // a worker runs one body at a time: no two increments meet
    visits->seen[index]++;
    visits->busy[worker]--;
}

TEST(each_index_is_visited_once)
{
    assert_true(kauri_loop_processors() >= 1);
    assert_true(kauri_loop_threads() >= 1);
    for (unsigned threads = 1; threads <= 5; threads++) {
        for (unsigned count = 0; count <= 1000; count += 1 + count / 4) {
            struct visits visits = {{0}, {0}};
            kauri_loop_for(threads, count, count % 2 == 0 ? 1 + count % 3 : 300, visit, &visits);
            for (unsigned i = 0; i < 1000; i++) {
                assert_int_equal(visits.seen[i], i < count);
            }
        }
    }
}

static void *visit_in_a_thread(void *context)
{
    for (unsigned i = 0; i < 100; i++) {
        memset(context, 0, sizeof(struct visits));
        kauri_loop_for(2, 1000, 1, visit, context);
    }
    return NULL;
}

TEST(threads_have_loops_of_their_own)
{
    enum { THREADS = 3 };
    static struct visits visits[THREADS];
    pthread_t threads[THREADS];
    for (unsigned t = 0; t < THREADS; t++) {
        assert_int_equal(pthread_create(&threads[t], NULL, visit_in_a_thread, &visits[t]), 0);
    }
    for (unsigned t = 0; t < THREADS; t++) {
        assert_int_equal(pthread_join(threads[t], NULL), 0);
        for (unsigned i = 0; i < 1000; i++) {
            assert_int_equal(visits[t].seen[i], 1);
        }
    }
}

struct visitors {
    pthread_t caller;
    atomic_uint others; // indices that were done by another thread
};

// Long enough for a thread that was woken to come and take an index.
static void see_who_comes(void *context, unsigned worker, uint64_t index)
{
    struct visitors *visitors = context;
    (void)index;
    nap(1);
    assert_int_equal(worker == 0, pthread_equal(pthread_self(), visitors->caller) != 0);
    if (worker != 0) {
        atomic_fetch_add(&visitors->others, 1);
    }
}

// Waking a thread takes longer than a grain of work: no thread is woken for less.
TEST(less_than_a_grain_stays_on_one_thread)
{
    struct visitors visitors = {.caller = pthread_self()};
    kauri_loop_for(4, 50, 50, see_who_comes, &visitors);
    assert_int_equal(visitors.others, 0);
    for (int tries = 0; tries < 1000 && visitors.others == 0; tries++) {
        kauri_loop_for(4, 100, 1, see_who_comes, &visitors);
    }
    assert_true(visitors.others > 0);
}

struct meeting {
    pthread_t caller;
    pthread_barrier_t barrier;
    unsigned seen[8];
};

// Nobody passes the barrier unless all are there at the same time.
static void meet(void *context, unsigned worker)
{
    struct meeting *meeting = context;
    assert_int_equal(worker == 0, pthread_equal(pthread_self(), meeting->caller) != 0);
    meeting->seen[worker]++;
    (void)pthread_barrier_wait(&meeting->barrier);
}

TEST(all_threads_are_there_at_once)
{
    for (unsigned threads = 1; threads <= 5; threads++) {
        struct meeting meeting = {.caller = pthread_self()};
        assert_int_equal(pthread_barrier_init(&meeting.barrier, NULL, threads), 0);
        kauri_loop_each(threads, meet, &meeting);
        (void)pthread_barrier_destroy(&meeting.barrier);
        for (unsigned worker = 0; worker < 8; worker++) {
            assert_int_equal(meeting.seen[worker], worker < threads);
        }
    }
}

// ------------------------------------------------------------------------------ how they wait

// One index of two takes a while in which its thread sleeps.
static void sleep_at_one(void *context, unsigned worker, uint64_t index)
{
    (void)context;
    (void)worker;
    if (index == 1) {
        nap(1);
    }
}

static void sleep_as_another(void *context, unsigned worker)
{
    (void)context;
    if (worker == 1) {
        nap(1);
    }
}

// Threads that spin while they wait take the processor from others on a busy machine: with
// libgomp's, unless they are told otherwise, a small board took a hundred times as long.
TEST(waiting_threads_sleep)
{
    const double wall = kauri_clock_seconds();
    const double used = kauri_clock_processor();
    for (int i = 0; i < 200; i++) {
        kauri_loop_for(4, 2, 1, sleep_at_one, NULL);
    }
    assert_true(kauri_clock_processor() - used < (kauri_clock_seconds() - wall) / 2);
}

// The caller waits for another thread, and that one waits for the next loop.
TEST(a_waiting_caller_sleeps)
{
    const double wall = kauri_clock_seconds();
    const double used = kauri_clock_processor();
    for (int i = 0; i < 200; i++) {
        kauri_loop_each(2, sleep_as_another, NULL);
        nap(1);
    }
    assert_true(kauri_clock_processor() - used < (kauri_clock_seconds() - wall) / 2);
}

// ---------------------------------------------------------------------------- failure and stop

enum { FAIL_FIRST = 41, FAIL_EVERY = 97 };

// Of the indices that fail, the first takes its time.
static enum kauri_status fail_now_and_then(void *context, unsigned worker, uint64_t index,
                                           struct kauri_error *error)
{
    (void)worker;
    atomic_fetch_add((atomic_uint *)context, 1);
    if (index % FAIL_EVERY != FAIL_FIRST) {
        return KAURI_OK;
    }
    if (index == FAIL_FIRST) {
        nap(2);
    }
    return kauri_fail(error, index == FAIL_FIRST ? KAURI_CORRUPT : KAURI_WRONG, "index %u",
                      (unsigned)index);
}

TEST(the_first_failure_ends_the_loop)
{
    struct kauri_error error;
    for (unsigned threads = 1; threads <= 5; threads++) {
        for (unsigned kind = 0; kind < 6; kind++) {
            struct kauri_pace pace = {.threads = threads};
            struct kauri_loop loop = {.pace = &pace,
                                      .count = FAIL_FIRST,
                                      .grain = 10 * (kind % 3),
                                      .positions = kind / 3};
            atomic_uint calls = 0;
            assert_int_equal(kauri_loop(&loop, fail_now_and_then, &calls, &error), KAURI_OK);
            assert_int_equal(calls, FAIL_FIRST);
            loop.count = 1000000;
            assert_int_equal(kauri_loop(&loop, fail_now_and_then, &calls, &error), KAURI_CORRUPT);
            assert_string_equal(error.message, "index 41");
            assert_true(calls > 2 * FAIL_FIRST && calls < 1000000);
            assert_int_equal(kauri_loop(&loop, fail_now_and_then, &calls, NULL), KAURI_CORRUPT);
            assert_int_equal(pace.loops, 3);
            assert_int_equal(pace.shared, kind / 3 == 0 ? 3 : 0);
        }
    }
}

// Long enough for another thread to come, if one was woken.
static enum kauri_status count_the_first(void *context, unsigned worker, uint64_t index,
                                         struct kauri_error *error)
{
    (void)index;
    (void)error;
    nap(1);
    atomic_fetch_add((atomic_uint *)context, worker == 0);
    return KAURI_OK;
}

TEST(small_loops_wake_no_thread)
{
    atomic_uint calls = 0;
    struct kauri_pace pace = {.threads = 3};
    const struct kauri_loop loop = {.pace = &pace, .count = 50, .positions = KAURI_LOOP_SHARED - 1};
    assert_int_equal(kauri_loop(&loop, count_the_first, &calls, NULL), KAURI_OK);
    assert_int_equal(calls, 50);
}

struct watcher {
    pthread_t caller;
    unsigned reports;
    uint64_t done;
    unsigned stop_at; // reports
};

static void watch(void *context, const struct kauri_progress_report *report)
{
    struct watcher *watcher = context;
    assert_true(pthread_equal(pthread_self(), watcher->caller));
    assert_true(report->done >= watcher->done && report->done <= report->total);
    assert_string_equal(report->stage, "test");
    watcher->done = report->done;
    watcher->reports++;
}

static bool is_cancelled(void *context)
{
    const struct watcher *watcher = context;
    assert_true(pthread_equal(pthread_self(), watcher->caller));
    return watcher->reports >= watcher->stop_at;
}

static enum kauri_status take_a_while(void *context, unsigned worker, uint64_t index,
                                      struct kauri_error *error)
{
    (void)worker;
    (void)index;
    (void)error;
    nap(10);
    atomic_fetch_add((atomic_uint *)context, 1);
    return KAURI_OK;
}

TEST(the_caller_reports_and_stops)
{
    for (unsigned kind = 0; kind < 3; kind++) {
        struct watcher watcher = {.caller = pthread_self(), .stop_at = kind == 0 ? 100 : 2};
        const struct kauri_progress progress = {
            .report = watch, .cancelled = is_cancelled, .context = &watcher};
        struct kauri_pace pace = {.threads = 3,
                                  .progress = &progress,
                                  .report = {.layer = 7, .done = 1000, .total = 3000},
                                  .began = kauri_clock_seconds(),
                                  .patient = kind == 2};
        const struct kauri_loop loop = {.pace = &pace, .count = 200, .done = 2000};
        struct kauri_error error;
        atomic_uint calls = 0;
        kauri_pace_stage(&pace, "test");
        const enum kauri_status status = kauri_loop(&loop, take_a_while, &calls, &error);
        assert_true(watcher.reports >= 2);
        if (kind == 1) {
            assert_int_equal(status, KAURI_INTERRUPTED);
            assert_string_equal(error.message, "stopped in layer 7");
            assert_true(calls < 200);
        } else {
            assert_int_equal(status, KAURI_OK);
            assert_int_equal(calls, 200);
            assert_int_equal(pace.report.done, 3000);
            assert_true(watcher.done > 1000 && watcher.done < 3000);
        }
        pace.subject = "a test";
        assert_int_equal(kauri_pace_look(&pace, &error), kind == 0 ? KAURI_OK : KAURI_INTERRUPTED);
        assert_true(kind == 0 || strcmp(error.message, "stopped in a test") == 0);
    }
}

// ---------------------------------------------------------------------------- lengthy tasks

enum { TASKS = 5, TASK_WEIGHT = 1000, TASK_LOOKS = 100 };

struct lengthy {
    struct kauri_pace *pace;
    bool endless;   // tasks of other threads than the caller's end when they are to stop
    unsigned fails; // index that fails; TASKS: none
    atomic_uint finished;
    atomic_bool others; // another thread than the caller is at work
};

static enum kauri_status look_now_and_then(void *context, unsigned worker, uint64_t index,
                                           struct kauri_error *error)
{
    struct lengthy *lengthy = context;
    struct kauri_task task = {.pace = lengthy->pace, .worker = worker, .weight = TASK_WEIGHT};
    const bool endless = lengthy->endless && worker > 0;
    if (endless) {
        atomic_store(&lengthy->others, true);
    }
    while (lengthy->endless && lengthy->pace->threads > 1 && !atomic_load(&lengthy->others)) {
        nap(1); // otherwise the caller may do all of the work before another thread begins
    }
    if (index == lengthy->fails) {
        return kauri_fail(error, KAURI_WRONG, "index %u", (unsigned)index);
    }
    for (unsigned i = 0; i < TASK_LOOKS || endless; i++) {
        const double share = endless ? 0.5 : (double)i / TASK_LOOKS;
        const enum kauri_status status = kauri_task_look(&task, share, error);
        if (status != KAURI_OK) {
            return status;
        }
        nap(lengthy->endless && worker == 0 ? 0 : 1);
    }
    atomic_fetch_add(&lengthy->finished, 1);
    return kauri_task_look(&task, 1, error);
}

// The caller reports and stops while one index takes long, and while other threads are at work
// after its own are done.
TEST(lengthy_tasks_report_and_stop)
{
    for (unsigned threads = 1; threads <= 3; threads++) {
        for (unsigned kind = 0; kind < 4; kind++) {
            const bool alone = kind == 3 && threads == 1; // no loop is endless in this case
            struct watcher watcher = {.caller = pthread_self(),
                                      .stop_at = kind < 2 || alone ? 1000000 : 2};
            const struct kauri_progress progress = {
                .report = watch, .cancelled = is_cancelled, .context = &watcher};
            struct kauri_pace pace = {
                .threads = threads,
                .progress = &progress,
                .report = {.done = 7, .total = 7 + TASKS * TASK_WEIGHT},
                .subject = "a test",
                .began = kauri_clock_seconds(),
            };
            const struct kauri_loop loop = {.pace = &pace, .count = TASKS, .lengthy = true};
            struct lengthy lengthy = {
                .pace = &pace, .endless = kind == 3, .fails = kind == 1 ? 3 : TASKS};
            struct kauri_error error;
            kauri_pace_stage(&pace, "test");
            const enum kauri_status status = kauri_loop(&loop, look_now_and_then, &lengthy, &error);
            if (kind == 0 || alone) {
                assert_int_equal(status, KAURI_OK);
                assert_int_equal(lengthy.finished, TASKS);
                assert_int_equal(pace.report.done, pace.report.total);
            } else if (kind == 1) {
                assert_int_equal(status, KAURI_WRONG);
                assert_string_equal(error.message, "index 3");
                // Another thread may have finished the last index before.
                assert_in_range(lengthy.finished, 3, threads == 1 ? 3 : TASKS - 1);
            } else if (kind == 3 || threads == 1 || status != KAURI_OK) {
                assert_int_equal(status, KAURI_INTERRUPTED);
                assert_string_equal(error.message, "stopped in a test");
                assert_true(lengthy.finished < TASKS);
            } else { // the other threads were done before the second report
                assert_int_equal(lengthy.finished, TASKS);
            }
            assert_true(kind == 3 || watcher.reports >= 2);
        }
    }
}

// A task outside of a loop, whose thread owns the pace.
TEST(a_task_alone_reports_and_stops)
{
    struct watcher watcher = {.caller = pthread_self(), .stop_at = 2};
    const struct kauri_progress progress = {
        .report = watch, .cancelled = is_cancelled, .context = &watcher};
    struct kauri_pace pace = {.threads = 1, .progress = &progress, .report = {.total = 1000}};
    struct kauri_task task = {.pace = &pace, .weight = 1000};
    kauri_pace_stage(&pace, "test");
    assert_int_equal(kauri_task_look(&task, 0.25, NULL), KAURI_OK);
    assert_int_equal(watcher.done, 250);
    pace.reported = kauri_clock_seconds() + 1000; // too soon
    assert_int_equal(kauri_task_look(&task, 0.5, NULL), KAURI_OK);
    assert_int_equal(watcher.reports, 1);
    pace.reported = 0;
    assert_int_equal(kauri_task_look(&task, 1, NULL), KAURI_INTERRUPTED);
    assert_int_equal(watcher.done, 1000);
    assert_int_equal(kauri_task_look(NULL, 1, NULL), KAURI_OK);
}

// ------------------------------------------------------------------------------------- children

#if !defined _WIN32
static int status_of(pid_t child)
{
    int status = 0;
    assert_true(child > 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 100 + WTERMSIG(status);
}

// The threads of a loop are not there in a child, which must not wait for them.
TEST(a_child_has_loops)
{
    for (unsigned threads = 2; threads <= 4; threads++) {
        struct visits visits = {{0}, {0}};
        kauri_loop_for(threads, 1000, 1, visit, &visits);
        const pid_t child = fork();
        if (child == 0) {
            (void)alarm(SANITIZED ? 60 : 10);
            kauri_loop_for(threads, 1000, 1, visit, &visits);
            _exit(visits.seen[0] == 2 && visits.seen[999] == 2 ? 0 : 1);
        }
        kauri_loop_for(threads, 1000, 1, visit, &visits);
        assert_int_equal(status_of(child), 0);
        assert_int_equal(visits.seen[500], 2);
    }
}

#endif

#ifdef KAURI_TEST_OPENMP
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

TEST(the_threads_that_are_kept_are_known)
{
    struct visits visits = {{0}, {0}};
    for (unsigned threads = 4; threads >= 2; threads--) {
        kauri_loop_for(threads, 1000, 1, visit, &visits);
        assert_int_equal(kauri_loop_kept(), threads);
        kauri_loop_for(1, 1000, 1, visit, &visits); // needs none of them
        assert_int_equal(kauri_loop_kept(), threads);
    }
    assert_int_equal(kauri_loop_beginning(), 0);
}

static void leave_in_order(void)
{
    if (kauri_loop_beginning() > 0) {
        _exit(KAURI_RESOURCE);
    }
}

static void limit_memory(unsigned more_mebibytes)
{
    unsigned long long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file == NULL || fscanf(file, "%llu", &pages) != 1) {
        _exit(99);
    }
    (void)fclose(file);
    const rlim_t maximum =
        (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE) + ((rlim_t)more_mebibytes << 20);
    (void)setrlimit(RLIMIT_AS, &(struct rlimit){.rlim_cur = maximum, .rlim_max = maximum});
}

static void count_index(void *context, unsigned worker, uint64_t index)
{
    (void)worker;
    (void)index;
    atomic_fetch_add((atomic_uint *)context, 1);
}

// OpenMP then calls exit(), in the middle of the program. A function that exit() calls knows why.
// The C library keeps stacks of threads that have ended, so there must be many.
TEST(missing_threads_are_noticed)
{
    SKIP_IF_SANITIZED(); // a sanitizer maps terabytes of its own
    unsigned outcomes[2] = {0, 0};
    for (unsigned more = 0; more <= 256; more += 8) {
        const pid_t child = fork();
        if (child == 0) {
            atomic_uint counted = 0;
            (void)dup2(open("/dev/null", O_WRONLY), STDERR_FILENO);
            (void)atexit(leave_in_order);
            (void)alarm(60);
            limit_memory(more);
            for (unsigned i = 0; i < 3; i++) {
                kauri_loop_for(i == 1 ? 2 : 16, 1000, 1, count_index, &counted);
            }
            _exit(counted == 3000 ? 0 : 1);
        }
        const int status = status_of(child);
        assert_true(status == 0 || status == KAURI_RESOURCE);
        outcomes[status == 0]++;
    }
    assert_true(outcomes[0] > 0 && outcomes[1] > 0);
}
#endif
