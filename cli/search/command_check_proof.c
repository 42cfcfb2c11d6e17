// kauri check-proof: checks the proof that a search wrote, or a folder of them.
#include "cli/commands.h"
#include "cli/output_file.h"
#include "cli/tables/open_tables.h"
#include "cli/terminal_text.h"
#include "common/folder.h"
#include "common/size.h"
#include "queries/answers/fitted_text.h"
#include "queries/answers/search_view.h"
#include "queries/answers/text_table.h"
#include "queries/answers/value_words.h"
#include "rules/notation.h"
#include "verify/proof_folder.h"

#include <inttypes.h>
#include <stdio.h>

struct check_proof_options {
    const char *text;    // file for the text, or NULL
    const char *checked; // list of proofs that were checked, or NULL
    bool trust_tables;
};

// Adds "the rules alone", or the tables with their digests, one per line.
static void add_grounds(struct kauri_string *out, const struct kauri_proof_folder *proofs,
                        bool trusted)
{
    if (proofs->tables == 0) {
        kauri_string_add(out, "the rules alone.\n");
        return;
    }
    kauri_string_add(out, "%s\n  layer  digest\n",
                     trusted ? "tables that state these digests:"
                             : "the tables with these digests:");
    for (unsigned n = 0; n < proofs->tables; n++) {
        kauri_string_add(out, "  %5u  %016" PRIx64 "\n", n, proofs->digest[n]);
    }
}

// Adds a count with its noun, such as "12 steps".
static void add_count(struct kauri_string *out, uint64_t count, const char *noun)
{
    kauri_string_add(out, "%s %s%s", KAURI_COUNT_TEXT(count), noun, kauri_plural(count));
}

// Adds who wins, or else that the result is settled, within the plies of the longest play.
// `what` names the result or the results.
static void add_settled(struct kauri_string *out, const struct kauri_proof_entry *proof,
                        const char *what, bool has_tables)
{
    const struct kauri_bounds r = {proof->low, proof->high};
    enum kauri_result result;
    const bool decided = kauri_bounds_decide(&proof->position, r, KAURI_GOAL_STANDARD, &result) &&
                         result != KAURI_DRAW;
    if (decided && !has_tables) {
        const unsigned winner =
            result == KAURI_WIN ? proof->position.side : 1U - proof->position.side;
        kauri_string_add(out, "%s wins", kauri_side_name(winner));
    } else {
        kauri_string_add(out, "%s is settled%s", what,
                         has_tables ? ", or play reaches the tables," : "");
    }
    kauri_string_add(out, " within at most %s %s.\n", KAURI_COUNT_TEXT(proof->plies),
                     proof->plies == 1 ? "ply" : "plies");
}

static void add_finite_plies(struct kauri_string *out, const struct kauri_proof_entry *proof,
                             const char *what, bool has_tables)
{
    kauri_string_add_text(out, "No step rests on a repetition; ");
    add_settled(out, proof, what, has_tables);
}

static void add_uncounted(struct kauri_string *out)
{
    kauri_string_add_text(out, "With --checked, plies are not counted.\n");
}

// Adds whether the result of a proof rests on endless play, and how long play lasts otherwise
// (docs/reference/PROOF.md, section 7).
static void add_plies(struct kauri_string *out, const struct kauri_proof_entry *proof,
                      bool has_tables)
{
    if (proof->plies == KAURI_PLIES_ENDLESS) {
        kauri_string_add_text(out, "Steps rest on repetitions, so the result rests on R10: endless "
                                   "play captures nothing more.\n");
    } else if (proof->plies == KAURI_PLIES_UNKNOWN) {
        add_uncounted(out);
    } else {
        add_finite_plies(out, proof, "the result", has_tables);
    }
}

// Adds the same about all proofs of a folder.
static void add_folder_plies(struct kauri_string *out, const struct kauri_proof_folder *proofs)
{
    struct kauri_proof_entry longest = {.low = -1, .high = 1}; // bounds that decide nothing
    for (size_t i = 0; i < proofs->count; i++) {
        const uint32_t plies = proofs->entry[i].plies;
        longest.plies = plies > longest.plies ? plies : longest.plies;
    }
    if (longest.plies == KAURI_PLIES_ENDLESS) {
        kauri_string_add_text(out, "Where plies are endless, steps rest on repetitions, and the "
                                   "result rests on R10: endless play captures nothing more.\n");
    } else if (longest.plies == KAURI_PLIES_UNKNOWN) {
        add_uncounted(out);
    } else {
        add_finite_plies(out, &longest, "every result", proofs->tables > 0);
    }
}

// Adds the plies of a proof to its row.
static void add_row_plies(struct kauri_string *rows, uint32_t plies)
{
    kauri_string_add(rows, "\t%s\n",
                     plies == KAURI_PLIES_ENDLESS   ? "endless"
                     : plies == KAURI_PLIES_UNKNOWN ? "-"
                                                    : KAURI_COUNT_TEXT(plies));
}

// Adds what a proof states, which may rest on others.
static void add_proof(struct kauri_string *out, const struct kauri_proof_folder *proofs,
                      bool trusted)
{
    const struct kauri_proof_entry *proof = &proofs->entry[0];
    kauri_string_add(out, "%s\n", KAURI_POSITION_TEXT(&proof->position));
    if (proof->low == proof->high) {
        kauri_string_add(out, "Proven: r = %d for the player to move.\n", proof->low);
    } else {
        kauri_string_add(out, "Proven: r is from %d to %d for the player to move.\n", proof->low,
                         proof->high);
    }
    kauri_text_results(out, &proof->position, proof->low, proof->high);
    kauri_string_fit(out, 0, kauri_terminal_columns(stdout));
    add_plies(out, proof, proofs->tables > 0);
    add_count(out, proof->steps, "step");
    if (proofs->count > 1) {
        kauri_string_add(out, " and ");
        add_count(out, proofs->count - 1, "cited proof");
        kauri_string_add(out, " with ");
        add_count(out, proofs->steps - proof->steps, "step");
    }
    kauri_string_add(out, " checked, resting on ");
    add_grounds(out, proofs, trusted);
}

// Adds what a folder of proofs states, that is, the statements of the proofs that no other one
// cites.
static void add_folder(struct kauri_string *out, const struct kauri_proof_folder *proofs,
                       bool trusted)
{
    struct kauri_string rows = {.bytes = NULL};
    add_count(out, proofs->count, "proof");
    kauri_string_add(out, " with ");
    add_count(out, proofs->steps, "step");
    kauri_string_add(out, " and ");
    add_count(out, proofs->citations, "citation");
    kauri_string_add(out, " checked, resting on ");
    add_grounds(out, proofs, trusted);
    kauri_string_add(out, "\nProven, and cited by no other proof:\n");
    kauri_string_add(&rows, "file\tposition\tr\tplies\n");
    for (size_t i = 0; i < proofs->count; i++) {
        const struct kauri_proof_entry *proof = &proofs->entry[i];
        if (proof->cited) {
            continue;
        }
        kauri_string_add_foreign(&rows, kauri_proof_file(proof));
        kauri_string_add(&rows, "\t%s\t%d", KAURI_POSITION_TEXT(&proof->position), proof->low);
        if (proof->low != proof->high) {
            kauri_string_add(&rows, " to %d", proof->high);
        }
        add_row_plies(&rows, proof->plies);
    }
    kauri_string_add_table(out, &rows, 2, kauri_terminal_columns(stdout));
    kauri_string_add_text(out, "\n");
    kauri_string_fit(out, out->length, kauri_terminal_columns(stdout));
    add_folder_plies(out, proofs);
}

// Adds what a proof states.
//
// The object Statement:
//     ...: ProvenValue
//     steps: int
//     endless: bool | null - steps rest on repetitions, so the value rests on R10; null: not
//         counted, with `--checked`
//     plies: int | null - the most plies until the value is settled, or play reaches a table;
//         null: endless or not counted
static void add_statement(struct kauri_json *json, const struct kauri_proof_entry *proof)
{
    const struct kauri_bounds r = {proof->low, proof->high};
    const int32_t value = proof->low;
    kauri_json_add_position(json, "position", &proof->position);
    kauri_json_add_uint(json, "seeds", kauri_seeds(&proof->position));
    kauri_json_add_value(json, kauri_bounds_exact(r) ? &value : NULL, NULL);
    kauri_json_add_pair(json, "bounds", r.low, r.high);
    kauri_json_add_outcomes(json, &proof->position, r);
    kauri_json_add_uint(json, "steps", proof->steps);
    if (proof->plies == KAURI_PLIES_UNKNOWN) {
        kauri_json_add_null(json, "endless");
    } else {
        kauri_json_add_bool(json, "endless", proof->plies == KAURI_PLIES_ENDLESS);
    }
    kauri_json_add_known_int(json, "plies", proof->plies < KAURI_PLIES_UNKNOWN, proof->plies);
}

// Adds what the proofs rest on.
//
// The object Grounds:
//     tables: TableDigest[] - the tables that the proofs rest on, from layer 0 up
//     tables_trusted: bool - with `--trust-tables`: the digests were not computed again
//     rules_alone: bool - `tables` is empty
//
// The object TableDigest:
//     seeds: int
//     digest: digest
static void add_json_grounds(struct kauri_json *json, const struct kauri_proof_folder *proofs,
                             bool trusted)
{
    kauri_json_begin_array(json, "tables");
    for (unsigned n = 0; n < proofs->tables; n++) {
        kauri_json_begin_object(json, NULL);
        kauri_json_add_uint(json, "seeds", n);
        kauri_json_add_digest(json, "digest", &proofs->digest[n]);
        kauri_json_end(json);
    }
    kauri_json_end(json);
    kauri_json_add_bool(json, "tables_trusted", trusted);
    kauri_json_add_bool(json, "rules_alone", proofs->tables == 0);
}

// About the first of the proofs, which rests on the others.
//
// The object CheckedProof:
//     ...: Statement
//     ...: Grounds
//     digest: digest
//     citations: int
//     cited_proofs, cited_steps: int - the proofs that it rests on, directly or not, and their
//         steps
static void add_json_proof(struct kauri_string *out, const struct kauri_proof_folder *proofs,
                           bool trusted)
{
    const struct kauri_proof_entry *proof = &proofs->entry[0];
    struct kauri_json json = {.out = out};
    kauri_json_begin_object(&json, NULL);
    add_statement(&json, proof);
    add_json_grounds(&json, proofs, trusted);
    kauri_json_add_digest(&json, "digest", &proof->digest);
    kauri_json_add_uint(&json, "citations", proof->citations.count);
    kauri_json_add_uint(&json, "cited_proofs", proofs->count - 1);
    kauri_json_add_uint(&json, "cited_steps", proofs->steps - proof->steps);
    kauri_json_end(&json);
}

// The object CheckedFolder:
//     folder: text - the folder
//     proofs, steps, citations: int - of all proofs
//     ...: Grounds
//     results: FolderProof[] - the proofs that no other one cites
//
// The object FolderProof:
//     file: text - its name in the folder
//     digest: digest
//     ...: Statement
static void add_json_folder(struct kauri_string *out, const char *path,
                            const struct kauri_proof_folder *proofs, bool trusted)
{
    struct kauri_json json = {.out = out};
    kauri_json_begin_object(&json, NULL);
    kauri_json_add_foreign(&json, "folder", path);
    kauri_json_add_uint(&json, "proofs", proofs->count);
    kauri_json_add_uint(&json, "steps", proofs->steps);
    kauri_json_add_uint(&json, "citations", proofs->citations);
    add_json_grounds(&json, proofs, trusted);
    kauri_json_begin_array(&json, "results");
    for (size_t i = 0; i < proofs->count; i++) {
        const struct kauri_proof_entry *proof = &proofs->entry[i];
        if (!proof->cited) {
            kauri_json_begin_object(&json, NULL);
            kauri_json_add_foreign(&json, "file", kauri_proof_file(proof));
            kauri_json_add_digest(&json, "digest", &proof->digest);
            add_statement(&json, proof);
            kauri_json_end(&json);
        }
    }
    kauri_json_end(&json);
    kauri_json_end(&json);
}

// Opens the file of --text, which a folder has no use for.
static enum kauri_status open_text(const struct kauri_command_run *run, const char *path,
                                   struct kauri_output **text, struct kauri_error *error)
{
    const struct check_proof_options *options = run->settings;
    if (kauri_folder_is(path)) {
        return kauri_fail(error, KAURI_USAGE, "--text takes a single proof, and %s is a folder",
                          path);
    }
    const enum kauri_status status =
        kauri_output_file_check(options->text, run->force, path, error);
    return status != KAURI_OK
               ? status
               : kauri_output_open(options->text, kauri_output_file_mode(run->force), text, error);
}

static enum kauri_status run(struct kauri_command_run *run, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct check_proof_options *options = run->settings;
    const char *path = run->arguments[0];
    const bool is_folder = kauri_folder_is(path);
    const bool trusted = options->trust_tables;
    struct kauri_proof_folder proofs = {.count = 0};
    struct kauri_proof_check_options checking = {
        .trust_tables = trusted,
        .progress = &run->view.progress,
        .with_plays = options->checked == NULL, // plies of listed proofs are unknown
    };
    if (options->text != NULL) {
        KAURI_TRY(open_text(run, path, &checking.text, error));
    }
    KAURI_TRY(kauri_run_try_threads(run, error));
    checking.threads = run->threads;
    status = kauri_checked_proofs_read(options->checked, &checking.checked, error);
    if (status == KAURI_OK) {
        status = kauri_proof_folder_check(path, run->tables, &checking, &proofs, error);
    }
    status = kauri_checked_proofs_finish(checking.checked, status, error);
    if (status == KAURI_MISSING && proofs.missing_layer >= 0) {
        kauri_error_append(error, " (--tables)");
    }
    KAURI_TRY(status);
    if (proofs.count == 0) {
        KAURI_TRY(kauri_fail(error, KAURI_MISSING, "%s has no file *.proof to be checked", path));
    }
    if (checking.text != NULL) {
        struct kauri_output *finished = checking.text;
        checking.text = NULL;
        KAURI_TRY(kauri_output_commit(finished, error));
    }
    if (run->json && is_folder) {
        add_json_folder(&run->out, path, &proofs, trusted);
    } else if (run->json) {
        add_json_proof(&run->out, &proofs, trusted);
    } else if (is_folder) {
        add_folder(&run->out, &proofs, trusted);
    } else {
        add_proof(&run->out, &proofs, trusted);
    }
cleanup:
    kauri_output_abandon(checking.text);
    kauri_proof_folder_clear(&proofs);
    return status;
}

const struct kauri_command kauri_command_check_proof = {
    .name = "check-proof",
    .group = "Prove",
    .summary = "check the proofs that searches wrote",
    .text =
        "Checks a proof that `kauri search --proof` wrote, step by step, using only the rules and "
        "the tables (docs/reference/PROOF.md), and lists the tables that it rests on: each of them "
        "is read completely, and its entries must have the digest that the proof states. `kauri "
        "verify` checks that these values are correct. A proof may cite others, which are in the "
        "same folder and named after their digests; they are checked, too. If FILE is a folder, "
        "each file *.proof in it is checked, and then whether these proofs state what others cite "
        "from them. It also counts the plies until the result is settled, or says that steps rest "
        "on repetitions.\n\nLIST is a file of this machine that names proofs which it has checked "
        "and which rest on no tables. As long as such a file does not change, only its digest and "
        "its citations are checked again, and no plies are counted." KAURI_OPEN_TABLES_TEXT,
    .arguments = "FILE",
    .arguments_min = 1,
    .arguments_max = 1,
    .options =
        (const struct kauri_option[]){
            KAURI_TABLES_OPTION,
            KAURI_OPTION("text", "OUT", "write the proof, if it holds, as text, one step per line",
                         KAURI_STORED(struct check_proof_options, text)),
            KAURI_FORCE_OPTION("--text"),
            KAURI_OPTION("checked", "LIST", "check only proofs that LIST lacks, and add them to it",
                         KAURI_STORED(struct check_proof_options, checked)),
            KAURI_OPTION("trust-tables", NULL, "trust the digests that the tables state",
                         KAURI_STORED(struct check_proof_options, trust_tables)),
            KAURI_THREADS_OPTION,
            KAURI_QUIET_OPTION,
            KAURI_JSON_OPTION,
            KAURI_OPTIONS_END,
        },
    .examples = {{"check a proof that rests on the tables",
                  "kauri check-proof --tables tables proof.txt"},
                 {"check all proofs of a folder", "kauri check-proof --tables tables ."},
                 {"the next time, check only new ones",
                  "kauri check-proof --tables tables --checked checked.txt ."}},
    .related = "search verify",
    .documents = "reference/PROOF.md",
    .flags = KAURI_RUN_TABLES_IF_ANY | KAURI_RUN_PROGRESS,
    .cache_bytes = 256U << 20,
    .settings_bytes = sizeof(struct check_proof_options),
    .run = run,
};
