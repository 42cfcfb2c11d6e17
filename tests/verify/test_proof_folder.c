// Folders of proofs that cite one another: what is accepted is true.
// tests/forge/check-forged-proofs has their faults.
#include "tests/test.h"

#include "queries/prover/proof_write.h"
#include "tests/rules/positions.h"
#include "tests/sanitized.h"
#include "tests/verify/proof_bench.h"
#include "verify/proof_folder.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { FILE_BYTES = 1 << 16, PROOFS = 60 };

// holes, cowries, seeds
static const unsigned boards[][3] = {{1, 3, 5}, {2, 2, 4}, {2, 4, 3}, {3, 2, 3}};

// ------------------------------------------------------------------------------- folders that hold

// The path of a file in the folder of the bench.
static const char *path_of(const struct proof_bench *bench, const char *name,
                           char path[PROOF_PATH_BYTES + 32])
{
    (void)snprintf(path, PROOF_PATH_BYTES + 32, "%s/%s", bench->folder, name);
    return path;
}

// Proves bounds of a position at bench->path.
static struct kauri_written_proof
prove(struct proof_bench *bench, const struct kauri_position *position, struct kauri_bounds r)
{
    const struct kauri_prover_limits limits = {.seconds = 1000};
    const struct kauri_walk_limits walk = {.seconds = 1000};
    struct kauri_prover_report report;
    struct kauri_error error = {.message = ""};
    struct kauri_written_proof written;
    assert_int_equal(kauri_prover_ask(bench->prover, position, r.low, &limits, &report, &error),
                     KAURI_OK);
    assert_int_equal(report.answer, KAURI_PROVER_YES);
    assert_int_equal(
        kauri_prover_ask(bench->prover, position, r.high + 1, &limits, &report, &error), KAURI_OK);
    assert_int_equal(report.answer, KAURI_PROVER_NO);
    assert_ok(kauri_prover_write_proof(bench->prover, position, r, &walk, bench->path,
                                       KAURI_OUTPUT_REPLACE, &written, &error),
              &error);
    return written;
}

// A random position of a random layer, with a score, and true bounds of it: exact ones, one bound,
// or bounds with some room.
static struct kauri_position choose(const struct proof_bench *bench, uint64_t *random,
                                    struct kauri_bounds *r)
{
    const unsigned seeds = (unsigned)(random_next(random) % (bench->seeds + 1));
    struct kauri_position position = proof_bench_position(bench, seeds, random_next(random));
    const int maximum = 3 * (int)seeds + 1;
    const int value = oracle_get(bench->oracle, &position).r;
    const unsigned kind = (unsigned)(random_next(random) % 4);
    position.score[1] = (uint8_t)(random_next(random) % 3);
    *r = (struct kauri_bounds){kind == 1 ? -maximum : value, kind == 2 ? maximum : value};
    if (kind == 3) {
        r->low = value - 3 < -maximum ? -maximum : value - 3;
    }
    return position;
}

// Fills the folder with proofs of random bounds. Each may cite those before it.
static void fill_folder(struct proof_bench *bench, unsigned count, uint64_t *random)
{
    for (unsigned i = 0; i < count; i++) {
        struct kauri_bounds r;
        char name[KAURI_PROOF_NAME_BYTES];
        char path[PROOF_PATH_BYTES + 32];
        const struct kauri_position position = choose(bench, random, &r);
        const struct kauri_written_proof written = prove(bench, &position, r);
        assert_int_equal(
            rename(bench->path, path_of(bench, kauri_proof_name(written.digest, name), path)), 0);
        assert_int_equal(kauri_prover_cite(bench->prover, &position, r, written.digest, NULL),
                         KAURI_OK);
    }
}

static void check_true(const struct proof_bench *bench, const struct kauri_proof_folder *folder)
{
    uint64_t steps = 0;
    uint64_t citations = 0;
    for (size_t i = 0; i < folder->count; i++) {
        const struct kauri_proof_entry *entry = &folder->entry[i];
        const int r = oracle_get(bench->oracle, &entry->position).r;
        assert_true(entry->low <= r && r <= entry->high);
        assert_true(entry->named);
        steps += entry->steps;
        citations += entry->citations.count;
    }
    assert_int_equal(folder->steps, steps);
    assert_int_equal(folder->citations, citations);
}

// The plies of a proof, by the plies of all its steps and those of the proofs that it cites. What a
// citation takes is known only after these have been counted, unlike in the folder's own count.
static uint32_t plies_of(const struct kauri_proof_folder *folder, uint64_t digest)
{
    struct kauri_proof proof;
    uint32_t cited[PROOFS];
    size_t entry = 0;
    while (folder->entry[entry].digest != digest) {
        entry++;
        assert_true(entry < folder->count);
    }
    assert_int_equal(kauri_proof_read(folder->entry[entry].path, &proof, NULL, NULL), KAURI_OK);
    assert_true(proof.citations.count <= PROOFS);
    uint32_t maximum = 0;
    for (size_t i = 0; i < proof.citations.count; i++) {
        cited[i] = plies_of(folder, proof.citations.statement[i].digest);
    }
    uint32_t *plies = malloc((proof.steps.count + 1) * sizeof *plies);
    assert_non_null(plies);
    assert_int_equal(kauri_proof_plies(&proof, KAURI_PLIES_UNTIL_END, cited, plies, NULL, NULL),
                     KAURI_OK);
    for (size_t i = 0; i < proof.steps.count; i++) {
        maximum = plies[i] > maximum ? plies[i] : maximum;
    }
    for (int bound = 0; bound < 2; bound++) { // a bound that another proof states has no step
        const enum kauri_step_kind kind = bound == 0 ? KAURI_STEP_OWN : KAURI_STEP_OPPONENT;
        const struct kauri_cited_statement *statement =
            kauri_citations_find(&proof.citations, kauri_step_key_of(&proof.root, kind));
        if (statement != NULL && statement->value >= (bound == 0 ? proof.low : -proof.high)) {
            const uint32_t more = cited[statement - proof.citations.statement];
            maximum = more > maximum ? more : maximum;
        }
    }
    free(plies);
    kauri_proof_clear(&proof);
    return maximum;
}

// Plies are counted through the citations, and tell a circle in a cited proof. Without the option
// they are unknown.
TEST(plies_go_through_citations)
{
    uint64_t random = 31;
    unsigned finite = 0;
    unsigned endless = 0;
    for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++) {
        struct proof_bench bench;
        struct kauri_proof_folder folder;
        proof_bench_make(&bench, boards[i], -1);
        proof_bench_new_prover(&bench, i);
        fill_folder(&bench, PROOFS, &random);
        for (unsigned counted = 0; counted < 2; counted++) {
            const struct kauri_proof_check_options options = {.threads = 2, .with_plays = counted};
            assert_int_equal(kauri_proof_folder_check(bench.folder, NULL, &options, &folder, NULL),
                             KAURI_OK);
            for (size_t k = 0; k < folder.count; k++) {
                const struct kauri_proof_entry *entry = &folder.entry[k];
                const uint32_t plies =
                    counted ? plies_of(&folder, entry->digest) : KAURI_PLIES_UNKNOWN;
                assert_true(entry->plies == plies);
                finite += plies < KAURI_PLIES_UNKNOWN && entry->citations.count > 0 && plies > 3;
                endless += plies == KAURI_PLIES_ENDLESS && entry->citations.count > 0;
            }
            kauri_proof_folder_clear(&folder);
        }
        proof_bench_remove(&bench);
    }
    print_message("%u citing proofs with plies, %u endless\n", finite, endless);
    assert_true(finite > 20 && endless > 20);
}

TEST(folders_of_real_proofs_are_accepted)
{
    uint64_t random = 7;
    uint64_t citations = 0;
    for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++) {
        for (int top = -1; top <= 0; top++) {
            struct proof_bench bench;
            struct kauri_proof_folder folder;
            struct kauri_error error = {.message = ""};
            proof_bench_make(&bench, boards[i], top);
            proof_bench_new_prover(&bench, i);
            fill_folder(&bench, PROOFS, &random);
            for (unsigned threads = 1; threads <= 4; threads += 3) {
                const struct kauri_proof_check_options options = {.threads = threads};
                assert_ok(
                    kauri_proof_folder_check(bench.folder, bench.tables, &options, &folder, &error),
                    &error);
                check_true(&bench, &folder);
                assert_int_equal(folder.tables, top + 1);
                citations += folder.citations;
                // Every proof by itself is accepted with what it cites, and only with that.
                for (size_t k = 0; k < folder.count; k++) {
                    struct kauri_proof_folder one;
                    assert_int_equal(kauri_proof_folder_check(folder.entry[k].path, bench.tables,
                                                              &options, &one, &error),
                                     KAURI_OK);
                    assert_true(one.count <= folder.count);
                    assert_int_equal(one.entry[0].digest, folder.entry[k].digest);
                    assert_true(one.count == 1 || one.citations > 0);
                    for (size_t n = 1; n < one.count; n++) {
                        assert_true(one.entry[n].cited);
                    }
                    kauri_proof_folder_clear(&one);
                }
                kauri_proof_folder_clear(&folder);
            }
            proof_bench_remove(&bench);
        }
    }
    assert_true(citations > 200);
}

// ----------------------------------------------------------------------------------------- changes

// What is accepted together with the cited proofs is true.
TEST(no_change_of_a_citing_proof_proves_anything_false)
{
    static uint8_t file[FILE_BYTES];
    uint64_t random = 23;
    unsigned accepted = 0;
    unsigned refused = 0;
    for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++) {
        struct proof_bench bench;
        unsigned done = 0;
        proof_bench_make(&bench, boards[i], -1);
        bench.is_citing = true;
        proof_bench_new_prover(&bench, i);
        fill_folder(&bench, PROOFS, &random);
        for (unsigned tries = 0; tries < 300 && done < fewer(1, 3); tries++) {
            struct kauri_bounds r;
            const struct kauri_position position = choose(&bench, &random, &r);
            const struct kauri_written_proof written = prove(&bench, &position, r);
            if (written.citations == 0 || written.steps < 2 || written.steps > 20) {
                continue;
            }
            const size_t size = proof_bench_read(bench.path, file, sizeof file);
            proof_bench_change_all(&bench, file, size, true);
            done++;
        }
        accepted += bench.accepted;
        refused += bench.refused;
        proof_bench_remove(&bench);
    }
    print_message("%u changes refused, %u accepted and true\n", refused, accepted);
    assert_true(refused > 1000 && accepted > 20);
}

// ----------------------------------------------------------------------------------------- circles

enum { CHAIN = 100000 };

// Digests name contents, so a circle of real files cannot be made; these entries are made up. Entry
// i has the digest i + 1 and cites `cited[i]`, 0: nothing.
static enum kauri_status check_links(const uint64_t *cited, size_t count, struct kauri_error *error)
{
    static struct kauri_cited_statement statements[CHAIN];
    static struct kauri_proof_entry entries[CHAIN];
    static char path[] = "made-up";
    const struct kauri_position position = position_of("1+1/1+1 S");
    for (size_t i = 0; i < count; i++) {
        statements[i] = (struct kauri_cited_statement){
            .key = kauri_step_key_of(&position, KAURI_STEP_OWN), .digest = cited[i], .value = 1};
        entries[i] = (struct kauri_proof_entry){
            .path = path,
            .position = position,
            .low = 1,
            .high = 7,
            .digest = i + 1,
            .citations = {.count = cited[i] != 0, .statement = &statements[i]},
            .named = true,
        };
    }
    return kauri_proof_links_check(entries, count, error);
}

TEST(circles_are_refused)
{
    struct kauri_error error;
    const uint64_t itself[] = {1};
    const uint64_t two[] = {2, 1};
    const uint64_t tail[] = {2, 3, 4, 2, 0};
    const uint64_t tree[] = {0, 1, 1, 2, 2};
    assert_int_equal(check_links(itself, 1, &error), KAURI_WRONG);
    assert_non_null(strstr(error.message, "a circle proves nothing"));
    assert_int_equal(check_links(two, 2, &error), KAURI_WRONG);
    assert_int_equal(check_links(tail, 5, &error), KAURI_WRONG);
    assert_non_null(strstr(error.message, "0000000000000002.proof"));
    assert_int_equal(check_links(tree, 5, &error), KAURI_OK);
    assert_int_equal(check_links(tree, 0, &error), KAURI_OK);
    uint64_t *chain = malloc(CHAIN * sizeof *chain);
    assert_non_null(chain);
    for (size_t i = 0; i < CHAIN; i++) {
        chain[i] = i + 2;
    }
    assert_int_equal(check_links(chain, CHAIN, &error), KAURI_MISSING);
    chain[CHAIN - 1] = 0;
    assert_int_equal(check_links(chain, CHAIN, &error), KAURI_OK);
    chain[CHAIN - 1] = 1;
    assert_int_equal(check_links(chain, CHAIN, &error), KAURI_WRONG);
    free(chain);
}

// ------------------------------------------------------------------------------- loose bounds

// Writes the proof again with other bounds.
static void write_bounds(const struct proof_bench *bench, const char *path, int low, int high)
{
    static uint8_t bytes[FILE_BYTES];
    static char changed[FILE_BYTES + 64];
    const size_t size = proof_bench_read(path, bytes, sizeof bytes) - PROOF_DIGEST_BYTES;
    char *line = strstr((char *)bytes, "\nbounds ");
    assert_non_null(line);
    const char *end = strchr(line + 1, '\n');
    const size_t head = (size_t)(line - (char *)bytes);
    const size_t rest = size - (size_t)(end - (char *)bytes);
    memcpy(changed, bytes, head);
    const int middle = snprintf(changed + head, 64, "\nbounds %d %d", low, high);
    memcpy(changed + head + middle, end, rest);
    (void)proof_bench_seal(bench->path, changed, head + (size_t)middle + rest);
}

// A true proof whose bounds are looser than those by the number of seeds is accepted, and states
// these.
TEST(loose_bounds_are_narrowed_to_those_of_the_seeds)
{
    static const int more[] = {0, 1, 50};
    unsigned loosened = 0;
    uint64_t random = 11;
    for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++) {
        struct proof_bench bench;
        struct kauri_proof_folder folder;
        struct kauri_error error = {.message = ""};
        proof_bench_make(&bench, boards[i], -1);
        proof_bench_new_prover(&bench, i);
        fill_folder(&bench, PROOFS, &random);
        assert_int_equal(kauri_proof_folder_check(bench.folder, NULL, NULL, &folder, &error),
                         KAURI_OK);
        for (size_t k = 0; k < folder.count; k++) {
            for (size_t n = 0; n < sizeof more / sizeof more[0]; n++) {
                const struct kauri_proof_entry *tight = &folder.entry[k];
                const int maximum = 3 * (int)kauri_seeds(&tight->position) + 1;
                const int low = tight->low == -maximum ? -maximum - more[n] : tight->low;
                const int high = tight->high == maximum ? maximum + more[n] : tight->high;
                struct kauri_proof_folder loose;
                write_bounds(&bench, tight->path, low, high);
                assert_ok(kauri_proof_folder_check(bench.path, NULL, NULL, &loose, &error), &error);
                assert_int_equal(loose.entry[0].low, tight->low);
                assert_int_equal(loose.entry[0].high, tight->high);
                loosened += low < tight->low || high > tight->high;
                kauri_proof_folder_clear(&loose);
            }
        }
        kauri_proof_folder_clear(&folder);
        proof_bench_remove(&bench);
    }
    assert_true(loosened > 100);
}

// ------------------------------------------------------------------------------- checked before

// Sets the time of the last change of the content; the system sets that of the state itself.
static void touch(const char *path, time_t when)
{
    const struct timespec times[2] = {{.tv_sec = when}, {.tv_sec = when}};
    assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
}

// Checks a file with a list, and returns whether its steps were left out.
static bool is_remembered(const char *path, const char *list, enum kauri_status expected)
{
    struct kauri_proof_check_options options = {.threads = 2, .with_plays = true};
    struct kauri_proof_folder folder;
    struct kauri_error error = {.message = ""};
    struct kauri_file_identity identity;
    assert_int_equal(kauri_checked_proofs_read(list, &options.checked, &error), KAURI_OK);
    const bool known = kauri_file_identify(path, &identity) &&
                       kauri_checked_proofs_find(options.checked, &identity) != NULL;
    const enum kauri_status status =
        kauri_proof_folder_check(path, NULL, &options, &folder, &error);
    assert_int_equal(status, expected);
    assert_true(status != KAURI_OK || folder.entry[0].steps == 32836);
    // Plies need the steps.
    assert_true(status != KAURI_OK || folder.entry[0].plies == (known ? KAURI_PLIES_UNKNOWN : 67));
    kauri_proof_folder_clear(&folder);
    assert_int_equal(kauri_checked_proofs_finish(options.checked, KAURI_OK, &error), KAURI_OK);
    return known;
}

static void copy_proof(const char *path, long changed_at)
{
    size_t size = 0;
    uint8_t *bytes = temporary_read(KAURI_TEST_PROOF, &size);
    if (changed_at < 0) {
        bytes[(long)size + changed_at] ^= 1;
    }
    proof_bench_write(path, bytes, size);
    free(bytes);
}

// A proof is not checked twice, unless its file has changed or was replaced, or the list is another
// version's. A file that has just changed is not listed, since it could change again unnoticed.
TEST_IN_FOLDER(what_was_checked_is_remembered, folder)
{
    char path[TEMPORARY_BYTES + 16];
    char list[TEMPORARY_BYTES + 16];
    struct kauri_checked_proofs *checked = NULL;
    struct kauri_error error = {.message = ""};
    (void)snprintf(path, sizeof path, "%s/p.proof", folder);
    (void)snprintf(list, sizeof list, "%s/list", folder);
    copy_proof(path, 0);
    assert_false(is_remembered(path, list, KAURI_OK));
    assert_false(is_remembered(path, list, KAURI_OK)); // too new
    (void)nanosleep(&(struct timespec){.tv_sec = 3, .tv_nsec = 100000000}, NULL);
    assert_false(is_remembered(path, list, KAURI_OK));
    assert_true(is_remembered(path, list, KAURI_OK));
    // Changed under the same size and time: only the system's own time says so.
    struct stat facts;
    assert_int_equal(stat(path, &facts), 0);
    copy_proof(path, -2000);
    touch(path, facts.st_mtim.tv_sec);
    assert_false(is_remembered(path, list, KAURI_WRONG));
    assert_false(is_remembered(path, list, KAURI_WRONG));
    // The list of another version is empty, and other files are refused.
    proof_bench_write(list, "kauri-checked-proofs 1 0.0.0\nx\n", 31);
    assert_false(is_remembered(path, list, KAURI_WRONG));
    static const char *const others[] = {"My notes\n", "kauri-checked-proofs 1 " KAURI_VERSION
                                                       "\n12 1 1 1 1 1 1 1 1\n12\n"};
    for (unsigned i = 0; i < 2; i++) {
        size_t size = 0;
        proof_bench_write(list, others[i], strlen(others[i]));
        assert_int_equal(kauri_checked_proofs_read(list, &checked, &error), KAURI_BAD_INPUT);
        assert_int_equal(kauri_checked_proofs_finish(checked, KAURI_OK, &error), KAURI_OK);
        uint8_t *bytes = temporary_read(list, &size);
        assert_int_equal(size, strlen(others[i]));
        assert_memory_equal(bytes, others[i], size);
        free(bytes);
    }
}

// ------------------------------------------------------------------------------------- stopping

struct proof_stopper {
    struct kauri_pace pace;
    unsigned asked, stop_at;
    uint64_t done;
};

static void note_progress(void *context, const struct kauri_progress_report *report)
{
    struct proof_stopper *stopper = context;
    assert_true(report->done >= stopper->done && report->done <= report->total);
    stopper->done = report->done;
}

// Has the next look ask again at once, however short the time.
static bool ask_again(void *context)
{
    struct proof_stopper *stopper = context;
    stopper->pace.reported = 0;
    return ++stopper->asked == stopper->stop_at;
}

static enum kauri_status check_stopped(struct proof_stopper *stopper, unsigned stop_at,
                                       struct kauri_error *error)
{
    const struct kauri_progress progress = {
        .report = note_progress, .cancelled = ask_again, .context = stopper};
    struct kauri_task task = {.pace = &stopper->pace, .weight = 1000};
    struct kauri_proof_entry entry;
    *stopper = (struct proof_stopper){.stop_at = stop_at,
                                      .pace = {.threads = 1,
                                               .progress = &progress,
                                               .report = {.stage = "proofs", .total = 1000},
                                               .subject = "a test"}};
    const enum kauri_status status =
        kauri_proof_check(KAURI_TEST_PROOF, NULL, NULL, &entry, &task, error);
    kauri_citations_clear(&entry.citations);
    return status;
}

// A proof of 32,836 steps can be stopped while it is read, expanded, ranked and checked.
TEST(a_proof_can_be_stopped_at_any_time)
{
    struct proof_stopper stopper;
    struct kauri_error error = {.message = ""};
    assert_ok(check_stopped(&stopper, 0, &error), &error);
    const unsigned looks = stopper.asked;
    assert_true(looks > 100);
    assert_true(stopper.done > 980);
    for (unsigned at = 1; at <= looks; at = 2 * at + 1) {
        assert_int_equal(check_stopped(&stopper, at, &error), KAURI_INTERRUPTED);
        assert_string_equal(error.message, "stopped in a test");
        assert_int_equal(stopper.asked, at);
    }
}
