// A command: static data in the file of the command. The runner reads its options from it
// and runs it (cli/run.h), and all forms of its help are made from it (cli/help.h).
#ifndef KAURI_CLI_COMMAND_H
#define KAURI_CLI_COMMAND_H

#include "cli/progress_view.h"
#include "common/status.h"
#include "common/string_buffer.h"

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The type of the member that receives the value of an option.
enum kauri_option_kind {
    KAURI_OPTION_FLAG,    // bool: an option without a value, or with one of two words,
                          // the second of which sets it
    KAURI_OPTION_TEXT,    // const char *: points into argv, and is not empty
    KAURI_OPTION_NUMBER,  // uint64_t: a whole number in [low, high], or a size in bytes
    KAURI_OPTION_CHOICE,  // an enum, or unsigned: the number of the word in `choices`
    KAURI_OPTION_RANGE,   // struct kauri_range: "A-B" or "A", within [low, high]
    KAURI_OPTION_SECONDS, // double: 0.001 to `high`
    KAURI_OPTION_PART,    // struct kauri_part_choice: "K/N", with N up to `high`
};

struct kauri_range {
    unsigned first, last;
};

// Part number .. of `parts`, from 1 on; 0: not given.
struct kauri_part_choice {
    unsigned number, parts;
};

// One option, "--name", "--name VALUE" or "--name=VALUE". An option that is not given keeps its
// default.
struct kauri_option {
    const char *name;     // name without the dashes
    const char *argument; // name of the value in the help; NULL for a flag. Shells complete a "DIR"
                          // with folders and a "FILE" with files
    const char *help;     // one line
    const char *choices;  // the words that may be the value, with spaces between them, or NULL
    const char *excludes; // options that may not be given with it, with spaces between them
    const char *needs;    // options one of which must be given with it, with spaces between them
    bool required;
    bool is_size; // the number is a size in bytes, in the notation of kauri_parse_size
    bool or_zero; // seconds may also be 0
    bool in_run;
    enum kauri_option_kind kind;
    size_t offset; // offset of the member in the settings, or in the run
    uint64_t low, high;
    const char *unit; // unit of the number ("seconds"), or NULL
};

enum { KAURI_OPTIONS_MAX = 32 }; // options of one command

struct kauri_command;
struct kauri_tablebase;
struct kauri_book;

// A command at work.
struct kauri_command_run {
    const struct kauri_command *command;
    void *settings;  // the struct of the command that its options fill
    bool help_given; // the help has been printed, and nothing is left to do
    int argument_count;
    char **arguments; // arguments that are not options
    // Options that many commands share; NULL, 0 or false if not given.
    const char *folder; // folder given by --tables
    bool no_tables;
    uint64_t threads_given;
    bool json, quiet, force;
    // Members that the runner fills in, as the flags of the command ask.
    unsigned threads;
    struct kauri_tablebase *tables; // NULL: none. The runner closes them
    struct kauri_book *book;        // NULL: none (cli/tables/open_book.h). The runner closes it
    struct kauri_progress_view view;
    struct kauri_string out;    // printed when the command has ended
    enum kauri_status reported; // the first failure that was reported while the command went on
    void *team;                 // the team of ranks (kauri-mpi); otherwise NULL
};

// Says where an option is stored: KAURI_STORED(struct show, svg) in a member of the command's
// settings, KAURI_STORED_IN_RUN(json) in one of struct kauri_command_run.
#define KAURI_STORED(type, member)                                                                 \
    .kind = KAURI_OPTION_KIND(((type *)0)->member), .offset = offsetof(type, member)
#define KAURI_STORED_IN_RUN(member) KAURI_STORED(struct kauri_command_run, member), .in_run = true
#define KAURI_OPTION_KIND(value)                                                                   \
    _Generic((value), bool                                                                         \
             : KAURI_OPTION_FLAG, const char *                                                     \
             : KAURI_OPTION_TEXT, uint64_t                                                         \
             : KAURI_OPTION_NUMBER, unsigned                                                       \
             : KAURI_OPTION_CHOICE, struct kauri_range                                             \
             : KAURI_OPTION_RANGE, double                                                          \
             : KAURI_OPTION_SECONDS, struct kauri_part_choice                                      \
             : KAURI_OPTION_PART)

// One option in the array of a command: KAURI_OPTION("nodes", "N", "stop after N positions",
// KAURI_STORED(struct search, nodes), .low = 1, .high = UINT64_MAX). `value` is NULL for a flag.
#define KAURI_OPTION(option, value, text, ...)                                                     \
    {                                                                                              \
        .name = (option), .argument = (value), .help = text, __VA_ARGS__                           \
    }
#define KAURI_OPTIONS_END                                                                          \
    {                                                                                              \
        .name = NULL                                                                               \
    }

// The default of a choice that may be left out.
#define KAURI_NO_CHOICE UINT_MAX

// A command line that works in a folder that holds layers 0 to 2 in `tables`, and game records in
// games.txt (tests/scripts/check-readme runs them all, in order).
struct kauri_example {
    const char *purpose; // what the example shows: "the best moves in a position"
    const char *command;
};

enum { KAURI_EXAMPLES_MAX = 4 };

// Flags of a command: work that the runner does for it.
enum {
    KAURI_RUN_TABLES = 1,        // opens the tables, which must exist
    KAURI_RUN_TABLES_IF_ANY = 2, // opens the tables if there are any
    KAURI_RUN_THREADS = 4,       // sets run->threads, and checks that they can be started
    KAURI_RUN_SIGNALS = 8,       // signals ask the work to stop
    // As KAURI_RUN_SIGNALS; in addition, progress is shown unless --quiet is given.
    KAURI_RUN_PROGRESS = 16,
};

struct kauri_command {
    const char *name;
    const char *group;   // heading under which `kauri --help` lists it, or NULL
    const char *summary; // summary for `kauri --help`, in one line
    const char *text;    // paragraphs, one line each, with an empty line between two. Lines that
                         // begin with a space stay lines
    // Arguments after the options: "POSITION...", or NULL; shells complete "FILE".
    const char *arguments;
    int arguments_min, arguments_max;
    const struct kauri_option *options; // options, ended by one without a name; NULL: none
    struct kauri_example examples[KAURI_EXAMPLES_MAX];
    const char *related;   // names of related commands, with spaces between them
    const char *documents; // related files of docs/, with spaces between them
    unsigned flags;
    // Bytes of the cache of decoded pages. 0: the command opens the tables itself
    // (kauri_run_open_tables), because the cache is a share of its memory.
    size_t cache_bytes;
    // Size of the struct that receives the options, and what it holds before; NULL: zeros.
    size_t settings_bytes;
    const void *defaults;
    // Does the work. Text that it puts into run->out is printed when it returns, whatever its
    // status is.
    enum kauri_status (*run)(struct kauri_command_run *run, struct kauri_error *error);
};

// KAURI_SETTINGS(struct show, .memory = 5): the struct of the settings, and the defaults that are
// not zero.
#define KAURI_SETTINGS(type, ...)                                                                  \
    .settings_bytes = sizeof(type), .defaults = &(const type)                                      \
    {                                                                                              \
        __VA_ARGS__                                                                                \
    }

// Options that several commands share.
#define KAURI_QUIET_OPTION                                                                         \
    KAURI_OPTION("quiet", NULL, "no progress on standard error", KAURI_STORED_IN_RUN(quiet))
#define KAURI_JSON_OPTION                                                                          \
    KAURI_OPTION("json", NULL, "print JSON (docs/reference/JSON.md) instead of text",              \
                 KAURI_STORED_IN_RUN(json))
#define KAURI_THREADS_MAX 1024
#define KAURI_THREADS_OPTION                                                                       \
    KAURI_OPTION("threads", "T", "threads to use (default: one per processor)",                    \
                 KAURI_STORED_IN_RUN(threads_given), .low = 1, .high = KAURI_THREADS_MAX)
// `writers` names the options or commands that write, such as "--svg".
#define KAURI_FORCE_OPTION(writers)                                                                \
    KAURI_OPTION("force", NULL, writers " may replace an existing file", KAURI_STORED_IN_RUN(force))
#define KAURI_TABLES_OPTION                                                                        \
    KAURI_OPTION("tables", "DIR", "folder of the tables", KAURI_STORED_IN_RUN(folder))
// The option of commands that write tables: exactly one folder.
#define KAURI_ONE_FOLDER_OPTION                                                                    \
    KAURI_OPTION("tables", "DIR", "folder of the tables", KAURI_STORED_IN_RUN(folder),             \
                 .required = true)
#define KAURI_NO_TABLES_OPTION                                                                     \
    KAURI_OPTION("no-tables", NULL, "use no tables, even if there are some",                       \
                 KAURI_STORED_IN_RUN(no_tables), .excludes = "tables")
#define KAURI_LAYER_OPTION(type, member)                                                           \
    KAURI_OPTION("seeds", "N", "the layer: positions with N seeds", KAURI_STORED(type, member),    \
                 .required = true, .high = KAURI_SEEDS_MAX)

// The options of commands that search.
#define KAURI_SEARCH_MEMORY_OPTION(type, member)                                                   \
    KAURI_OPTION("memory", "SIZE", "memory of each search (default 512M)",                         \
                 KAURI_STORED(type, member), .is_size = true)
#define KAURI_SEARCH_NODES_OPTION(type, member)                                                    \
    KAURI_OPTION("nodes", "N", "positions for each search (default: no limit)",                    \
                 KAURI_STORED(type, member), .low = 1, .high = UINT64_MAX)
#define KAURI_SEED_OPTION(type, member)                                                            \
    KAURI_OPTION("seed", "N", "take another course of search, 0 to 4294967295 (default 0)",        \
                 KAURI_STORED(type, member), .high = UINT32_MAX)
#define KAURI_ENGINE_MEMORY_DEFAULT (256U << 20)
#define KAURI_ENGINE_MEMORY_OPTION(type, member)                                                   \
    KAURI_OPTION("memory", "SIZE", "memory of search and tables (default 256M)",                   \
                 KAURI_STORED(type, member), .is_size = true)

// The option of commands that draw, an enum kauri_language. `needed` are the options that draw.
#define KAURI_LANG_OPTION(needed, type, member)                                                    \
    KAURI_OPTION("lang", "LANG", "language of the drawing: en or de (default en)",                 \
                 KAURI_STORED(type, member), .choices = "en de", .needs = needed)

#endif
