// waurie verify: checks tables against the rules.
#include "waurie/cli/waurie_commands.h"

#include "common/size.h"
#include "waurie/layer_check.h"

struct verify_run {
    struct waurie_tables_choice choice;
    uint64_t sample;
    uint64_t from; // first layer to check
    struct kauri_progress_view *view;
};

// Opens the tables. *last receives the last layer that can be checked, as far as `maximum`, -1 if
// there is none. Layers 0 to *last are held, or for a sample only found: it is looked up page by
// page.
static enum kauri_status open_tables(const struct verify_run *verify, unsigned maximum,
                                     struct waurie_tables **tables, int *last,
                                     struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct waurie_tables_choice *choice = &verify->choice;
    const bool holds = verify->sample == 0;
    const struct waurie_tables_options options = {.folder = choice->folder,
                                                  .rules = choice->rules,
                                                  .pits = (unsigned)choice->pits,
                                                  .threads = choice->threads,
                                                  .page_memory = holds ? 0 : choice->memory,
                                                  .progress = &verify->view->progress};
    *last = -1;
    KAURI_PASS(waurie_tables_open(&options, tables, error));
    for (unsigned n = 0; n <= maximum; n++) {
        const uint64_t bytes = waurie_tables_layers(*tables)[n].words * sizeof(uint64_t);
        if (holds && waurie_tables_bytes(*tables) + bytes > choice->memory) {
            return KAURI_OK;
        }
        status = holds ? waurie_tables_hold_layer(*tables, n, error)
                       : waurie_tables_find(*tables, n, error);
        if (status != KAURI_OK) {
            return status == KAURI_MISSING ? KAURI_OK : status;
        }
        *last = (int)n;
    }
    return status;
}

static enum kauri_status check_layers(struct verify_run *verify, struct waurie_tables *tables,
                                      uint64_t *checked, struct kauri_error *error)
{
    const struct waurie_tables_choice *choice = &verify->choice;
    enum kauri_status status = KAURI_OK;
    for (unsigned n = (unsigned)verify->from; n <= choice->seeds; n++) {
        char count[KAURI_SIZE_TEXT_BYTES];
        uint64_t of_layer = 0;
        status = waurie_layer_check(tables, n, verify->sample, &of_layer, error);
        kauri_progress_view_clear(verify->view);
        KAURI_PASS(status);
        *checked += of_layer;
        kauri_progress_view_say(verify->view, "layer %u: %s positions %s, all right", n,
                                kauri_format_count(of_layer, count),
                                verify->sample == 0 ? "checked" : "sampled");
    }
    return status;
}

static void add_text(const struct verify_run *verify, uint64_t checked, double seconds,
                     struct kauri_string *out)
{
    char count[KAURI_SIZE_TEXT_BYTES];
    char speed[KAURI_SIZE_TEXT_BYTES];
    (void)kauri_format_count(checked, count);
    (void)kauri_format_count((uint64_t)((double)checked / (seconds > 1e-6 ? seconds : 1e-6)),
                             speed);
    if (verify->sample != 0) {
        kauri_string_add(out, "No fault in the sample of %s positions of layers %u to %u.\n", count,
                         (unsigned)verify->from, (unsigned)verify->choice.seeds);
    } else {
        // The layers are proven only if all positions of this and of all lower layers are right.
        kauri_string_add(
            out,
            verify->from == 0
                ? "Layers %u to %u are right, at %s positions; %.2f s, %s positions/s.\n"
                : "Layers %u to %u follow from the layers below them, at %s positions; %.2f "
                  "s, %s positions/s.\n",
            (unsigned)verify->from, (unsigned)verify->choice.seeds, count, seconds, speed);
    }
}

// The object WaurieVerified:
//     ...: WaurieRules
//     from, seeds: int - the first and the last layer checked
//     sample: int | null
//     checked: int - positions, with those that have an empty row
static void add_json(const struct verify_run *verify, uint64_t checked, struct kauri_string *out)
{
    struct kauri_json json = {.out = out};
    waurie_json_begin(&json, &verify->choice);
    kauri_json_add_uint(&json, "from", verify->from);
    kauri_json_add_uint(&json, "seeds", verify->choice.seeds);
    kauri_json_add_known_int(&json, "sample", verify->sample > 0, (int64_t)verify->sample);
    kauri_json_add_uint(&json, "checked", checked);
    kauri_json_end(&json);
}

static enum kauri_status run(struct kauri_command_run *run, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct verify_run *verify = run->settings;
    struct waurie_tables_choice *choice = &verify->choice;
    struct waurie_tables *tables = NULL;
    int last = -1;
    uint64_t checked = 0;
    verify->view = &run->view;
    waurie_tables_choice_complete(choice, run);
    const unsigned maximum =
        choice->seeds == UINT64_MAX ? WAURIE_SEEDS_MAX : (unsigned)choice->seeds;
    KAURI_TRY(open_tables(verify, maximum, &tables, &last, error));
    if (last < 0 || (choice->seeds != UINT64_MAX && (unsigned)last < maximum)) {
        status = waurie_tables_missing(choice, (unsigned)(last + 1), error);
        goto cleanup;
    }
    choice->seeds = (unsigned)last;
    if (verify->from > choice->seeds) {
        status = kauri_fail(error, KAURI_USAGE, "--from %u is above the last layer, %d",
                            (unsigned)verify->from, last);
        goto cleanup;
    }
    const double begin = kauri_clock_seconds();
    KAURI_TRY(check_layers(verify, tables, &checked, error));
    if (run->json) {
        add_json(verify, checked, &run->out);
    } else {
        add_text(verify, checked, kauri_clock_seconds() - begin, &run->out);
    }
cleanup:
    waurie_tables_close(tables);
    return status;
}

const struct kauri_command waurie_command_verify = {
    .name = "verify",
    .summary = "check tables against the rules",
    .text =
        "Evaluates the rules at every position of layers 0 to N, one at a time, without any code "
        "of the solver: the player to move wins if a move wins at once, or leads to a position "
        "that the tables give to that player. If this holds in layers 0 to N, these layers are "
        "right; with --from it only shows that the layers follow from those below. The bits that "
        "stand for no position must be 0. The layers are held in memory. With --sample only COUNT "
        "positions of each layer are checked, for which single pages of the tables are read: that "
        "is quick but proves nothing. If a position is wrong, it is named, and the exit status is "
        "1.",
    .options =
        (const struct kauri_option[]){
            WAURIE_TABLES_OPTIONS(struct verify_run),
            KAURI_OPTION("seeds", "N",
                         "verify layers up to N (default: as far as they are there and fit)",
                         KAURI_STORED(struct verify_run, choice.seeds), .high = WAURIE_SEEDS_MAX),
            KAURI_OPTION("from", "N", "begin with layer N (default 0)",
                         KAURI_STORED(struct verify_run, from), .high = WAURIE_SEEDS_MAX),
            KAURI_OPTION("sample", "COUNT", "check only COUNT positions of each layer",
                         KAURI_STORED(struct verify_run, sample), .low = 1, .high = INT64_MAX),
            KAURI_OPTIONS_END,
        },
    .examples = {{"every position with up to 8 seeds",
                  "waurie verify --tables waurie-tables --seeds 8"},
                 {"some positions of each layer",
                  "waurie verify --tables waurie-tables --sample 1000"}},
    .related = "solve",
    .documents = "guide/WAURIE.md reference/JSON.md",
    .flags = KAURI_RUN_PROGRESS,
    KAURI_SETTINGS(struct verify_run, .choice = WAURIE_TABLES_CHOICE_NONE),
    .run = run,
};
