// waurie solve: makes the one-bit tables of layers 0 to N.
#include "waurie/cli/waurie_commands.h"

#include "common/folder.h"
#include "common/size.h"
#include "waurie/layer_file.h"
#include "waurie/solver/solve_tables.h"

// The memory and space for solving a layer.
struct layer_plan {
    unsigned seeds;
    uint64_t positions;
    uint64_t bytes;     // size of its bits
    uint64_t memory;    // least memory to solve it
    uint64_t temporary; // bytes of the temporary file
};

struct solving_run {
    struct waurie_tables_choice choice;
    struct kauri_progress_view *view;
    struct waurie_solved layers[WAURIE_SEEDS_MAX + 1];
    size_t count;
    bool plan;
};

// The object WaurieSolvedLayer.
static const struct kauri_field solved_fields[] = {
    {"seeds", "layer", 0, KAURI_UNSIGNED(struct waurie_solved, seeds)},
    {"positions", "positions", 0, KAURI_COUNT(struct waurie_solved, positions)},
    // time to solve the layer
    {"seconds", "seconds", 0, KAURI_SECONDS(struct waurie_solved, solve_seconds)},
    {NULL, "positions/s", 0, KAURI_COUNT(struct waurie_solved, speed)},
    // time to write its table
    {"write_seconds", NULL, 0, KAURI_SECONDS(struct waurie_solved, write_seconds)},
    // bytes held for the layer
    {"memory", NULL, 0, KAURI_SIZE(struct waurie_solved, held)},
    // the part of `seconds` spent reading lower blocks
    {"read_seconds", NULL, 0, KAURI_SECONDS(struct waurie_solved, read_seconds)},
    // size of the lower blocks that were read
    {"read_bytes", NULL, 0, KAURI_SIZE(struct waurie_solved, read_bytes)},
};

// The object WauriePlannedLayer.
static const struct kauri_field plan_fields[] = {
    {"seeds", "layer", 0, KAURI_UNSIGNED(struct layer_plan, seeds)},
    {"positions", "positions", 0, KAURI_COUNT(struct layer_plan, positions)},
    // size of the layer, one bit per position
    {"bytes", "bits", 0, KAURI_SIZE(struct layer_plan, bytes)},
    // least memory to solve it
    {"memory_least", "at least", 0, KAURI_SIZE(struct layer_plan, memory)},
    // size of the temporary file
    {"temporary_bytes", "temporary", 0, KAURI_SIZE(struct layer_plan, temporary)},
};

static void note(void *context, const struct waurie_solved *solved)
{
    struct solving_run *solve = context;
    char positions[KAURI_SIZE_TEXT_BYTES];
    char memory[KAURI_SIZE_TEXT_BYTES];
    solve->layers[solve->count++] = *solved;
    kauri_progress_view_clear(solve->view);
    kauri_progress_view_say(
        solve->view, "layer %u: %s positions in %.2f s, written in %.2f s, memory %s",
        solved->seeds, kauri_format_count(solved->positions, positions), solved->solve_seconds,
        solved->write_seconds, kauri_format_size(solved->held, memory));
}

// Adds the layers that were solved, or the plans for those that would be.
static void add_layers(const struct waurie_tables_choice *choice, const struct kauri_field *fields,
                       size_t field_count, const void *records, size_t record_bytes, size_t count,
                       struct kauri_string *out)
{
    if (count == 0 && !choice->json) {
        kauri_string_add(out, "Layers 0 to %u were solved before.\n", (unsigned)choice->seeds);
    } else {
        waurie_add_layers(choice, fields, field_count, records, record_bytes, count, out);
    }
}

static enum kauri_status solve_layers(struct solving_run *solve, struct kauri_error *error)
{
    const struct waurie_tables_choice *choice = &solve->choice;
    bool exceeds = false;
    const struct waurie_solve_request request = {
        .folder = choice->folder,
        .rules = choice->rules,
        .pits = (unsigned)choice->pits,
        .seeds_most = (unsigned)choice->seeds,
        .threads = choice->threads,
        .memory = choice->memory,
        .exceeds = &exceeds,
        .progress = &solve->view->progress,
        .solved = note,
        .context = solve,
    };
    const enum kauri_status status = waurie_solve_tables(&request, error);
    kauri_progress_view_clear(solve->view);
    if (status == KAURI_INTERRUPTED) {
        kauri_error_append(error, "; the finished layers are kept, and the next run goes on");
    } else if (exceeds) {
        kauri_error_append(error, " (--memory SIZE)");
    }
    return status;
}

static struct layer_plan plan_layer(const struct waurie_tables_choice *choice,
                                    const struct waurie_layer *layer)
{
    const unsigned pits = (unsigned)choice->pits;
    const unsigned threads = (unsigned)choice->threads;
    const unsigned seeds = layer->seeds;
    return (struct layer_plan){
        .seeds = seeds,
        .positions = waurie_layer_positions(layer),
        .bytes = layer->words * sizeof(uint64_t),
        .memory = waurie_solve_memory(&choice->rules, pits, seeds, threads),
        .temporary =
            (layer->words - layer->block[seeds / 2] - waurie_block_words(layer, seeds / 2)) *
            sizeof(uint64_t),
    };
}

// Shows what the layers up to choice->seeds that the folder does not have would take.
static enum kauri_status plan_layers(const struct waurie_tables_choice *choice,
                                     struct kauri_string *out, struct kauri_error *error)
{
    struct layer_plan plans[WAURIE_SEEDS_MAX + 1];
    size_t count = 0;
    for (unsigned n = 0; n <= choice->seeds; n++) {
        struct waurie_layer layer;
        struct kauri_reader *reader = NULL;
        waurie_layer_make((unsigned)choice->pits, n, &layer);
        const enum kauri_status status =
            waurie_file_open(choice->folder, &choice->rules, &layer, &reader, error);
        kauri_reader_close(reader);
        if (status == KAURI_MISSING) {
            plans[count++] = plan_layer(choice, &layer);
        } else if (status != KAURI_OK) {
            return status;
        }
    }
    add_layers(choice, KAURI_FIELDS(plan_fields), plans, sizeof *plans, count, out);
    return KAURI_OK;
}

static enum kauri_status run(struct kauri_command_run *run, struct kauri_error *error)
{
    struct solving_run *solve = run->settings;
    struct waurie_tables_choice *choice = &solve->choice;
    solve->view = &run->view;
    waurie_tables_choice_complete(choice, run);
    if (solve->plan) {
        return plan_layers(choice, &run->out, error);
    }
    KAURI_PASS(kauri_run_try_threads(run, error));
    KAURI_PASS(kauri_folder_make(choice->folder, error));
    KAURI_PASS(solve_layers(solve, error));
    add_layers(choice, KAURI_FIELDS(solved_fields), solve->layers, sizeof *solve->layers,
               solve->count, &run->out);
    return KAURI_OK;
}

const struct kauri_command waurie_command_solve = {
    .name = "solve",
    .summary = "make tables",
    .text =
        "Solves layers 0 to N (the positions with 0 to N seeds in the pits) into a folder, which "
        "is made if necessary: one bit for each position, whether the player to move wins. Layers "
        "that are there are skipped, and an unfinished layer begins again, so a run that was "
        "stopped for any reason can simply be started again. Blocks "
        "of lower layers are read from their tables when they are wanted, and kept while "
        "--memory, which is never exceeded, has room; half of the layer is kept in a temporary "
        "file in the folder until its table is written. The folder may hold tables of other boards "
        "and rules as well. "
        "--plan shows for each layer that is missing the size of its bits, the memory that it "
        "takes at least, and the size of the temporary file.",
    .options =
        (const struct kauri_option[]){
            WAURIE_TABLES_OPTIONS(struct solving_run),
            KAURI_OPTION("seeds", "N", "greatest number of seeds in the pits, 0 to 72",
                         KAURI_STORED(struct solving_run, choice.seeds), .required = true,
                         .high = WAURIE_SEEDS_MAX),
            KAURI_OPTION("plan", NULL, "show what each layer would take, and solve nothing",
                         KAURI_STORED(struct solving_run, plan)),
            KAURI_OPTIONS_END,
        },
    .examples = {{"the tables of positions with up to 12 seeds",
                  "waurie solve --tables waurie-tables --seeds 12"}},
    .related = "verify",
    .documents = "guide/WAURIE.md reference/FORMAT.md reference/JSON.md",
    .flags = KAURI_RUN_PROGRESS,
    KAURI_SETTINGS(struct solving_run, .choice = WAURIE_TABLES_CHOICE_NONE),
    .run = run,
};
