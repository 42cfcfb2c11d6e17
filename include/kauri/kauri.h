// SPDX-License-Identifier: MIT
//
// kauri.h - exact endgames of Kauri: positions, moves, and look-ups in tables.
//
// This is the public interface of libkauri, together with kauri/analysis.h for positions above the
// tables. For whole games, the two include kauri/game_records.h and kauri/game_engine.h, if the
// library was built with them. All are valid C11, C17 and C++17.
//
// Versions. The library follows semantic versioning. Within a major version, programs that were
// compiled against an older version keep working: functions, enumerators and struct members that
// are declared here keep their names, numbers, types and meaning, and nothing is removed. New
// functions and new enumerators of enum kauri_status may come with a minor version. Structs whose
// first member is `struct_bytes` may grow at the end; others do not change. Zero such a struct and
// then set the members that you need: an older library accepts it if the members that it does not
// know are zero, and returns KAURI_USAGE otherwise. Message texts may change at any time. All names
// begin with kauri_ or KAURI_, and only what these headers declare is part of the interface, even
// where a static library exposes more.
//
// Results. A function that can fail returns an enum kauri_status and takes as its last parameter a
// pointer to a struct kauri_error, which receives one line about the failure, or NULL. Results are
// returned through pointers and set only if the status is KAURI_OK, unless the comment says
// otherwise; no value doubles as an error.
//
// Threads. The library has no global state. A struct kauri_tablebase may be used by any number of
// threads at once, except that kauri_tablebase_close must be the last call. Every other object may
// be used by only one thread at a time; distinct objects are independent. Some calls start threads,
// which end before the call returns. Callbacks run on the calling thread, and must not use the
// object that calls them.
//
// Memory. Objects that the library allocates are released by the function declared with them; these
// functions accept NULL.
//
// Units. Distances are in plies; a pass is a ply. Sizes are in bytes. Rules R1 to R10 and the value
// r are explained in docs/guide/RULES.md, tables in docs/reference/FORMAT.md, complete programs in
// docs/reference/API.md.
#ifndef KAURI_KAURI_H
#define KAURI_KAURI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// On Windows, whoever links the static library defines KAURI_STATIC.
#if defined(_WIN32) && defined(KAURI_EXPORTS)
#define KAURI_API __declspec(dllexport)
#elif defined(_WIN32) && !defined(KAURI_STATIC)
#define KAURI_API __declspec(dllimport)
#elif defined(__GNUC__) || defined(__clang__)
#define KAURI_API __attribute__((visibility("default")))
#else
#define KAURI_API
#endif

// ------------------------------------------------------------------------------------- version

#define KAURI_VERSION_MAJOR 1
#define KAURI_VERSION_MINOR 2
#define KAURI_VERSION_PATCH 0

// Version of this header as one number, for comparisons: 1.2.3 is 10203.
#define KAURI_VERSION_NUMBER                                                                       \
    (KAURI_VERSION_MAJOR * 10000 + KAURI_VERSION_MINOR * 100 + KAURI_VERSION_PATCH)

// Version of the library that the program runs with, as KAURI_VERSION_NUMBER.
KAURI_API uint32_t kauri_version_number(void);
// Version of the library as text, such as "1.1.0"; static storage.
KAURI_API const char *kauri_version(void);

// -------------------------------------------------------------------------------------- status

// The numbers never change their meaning. 0 to 9 are also the exit statuses of the kauri program.
enum kauri_status {
    KAURI_OK = 0,
    KAURI_WRONG = 1,       // a check ran and found something false
    KAURI_USAGE = 2,       // an argument outside its range
    KAURI_BAD_INPUT = 3,   // a malformed or illegal position, move or game record
    KAURI_MISSING = 4,     // a file or folder does not exist, or a layer below existing ones
    KAURI_CORRUPT = 5,     // a table is truncated or altered, or for another game or board
    KAURI_RESOURCE = 6,    // out of memory or disk space, or input or output failed
    KAURI_LOCKED = 7,      // another process is writing to the folder
    KAURI_INTERRUPTED = 8, // stopped on request
    KAURI_INTERNAL = 9,    // a defect in the library

    KAURI_NOT_COVERED = 10, // the position has more seeds than any layer of the tablebase
    KAURI_NOT_CACHED = 11,  // the value is not in memory, and reading was not allowed
};

#define KAURI_ERROR_MESSAGE_BYTES 512

// Plain data, owned by the caller. Needs no initialisation: it is written only on failure.
struct kauri_error {
    enum kauri_status status;
    char message[KAURI_ERROR_MESSAGE_BYTES]; // one line without a newline, NUL-terminated
};

// A short name for the status, such as "missing table"; static storage, never NULL.
KAURI_API const char *kauri_status_name(enum kauri_status status);

// ----------------------------------------------------------------------------------- positions

enum {
    KAURI_HOLES_MAX = 6,        // holes in a row
    KAURI_BOARD_HOLES_MAX = 12, // holes on the board
    KAURI_COWRIES_MAX = 12,     // cowries on the board
    KAURI_SEEDS_MAX = 60,       // seeds on the board and captured, together
    KAURI_MOVE_PASS = -1,       // the move of a player who cannot move while seeds remain (R7)
};

enum kauri_side { KAURI_SOUTH = 0, KAURI_NORTH = 1 };

// A position, including the seeds captured so far. Plain data: to be able to take a move back, keep
// a copy from before the move.
//
// `seeds` and `cowries` are in sowing order (R1): South's holes a, b, ... from South's left, then
// North's A, B, ... from North's left. 2 * holes entries are in use; the others are 0.
//
// A position is valid if `holes` is 1..6, `side` is 0 or 1, the seeds on the board and both scores
// add up to at most 60, the cowries to at most 12, and unused entries are 0. kauri_position_parse
// and kauri_position_start produce valid positions. Functions that return a status check the
// positions passed to them; other functions require valid ones.
struct kauri_position {
    uint8_t holes;    // holes in a row
    uint8_t side;     // the player to move, enum kauri_side
    uint8_t score[2]; // captured seeds, by enum kauri_side
    uint8_t seeds[KAURI_BOARD_HOLES_MAX];
    uint8_t cowries[KAURI_BOARD_HOLES_MAX];
};

// Seeds captured in one move.
struct kauri_capture {
    uint8_t own;      // seeds captured by the player who moved (R5)
    uint8_t opponent; // seeds captured by the other player (R4)
};

// The holes that the player to move may choose, ascending; 0 is the player's leftmost hole. If
// there is none, the player must pass (R7) or, without seeds on the board, is stuck (R9).
struct kauri_moves {
    uint8_t count;
    uint8_t hole[KAURI_HOLES_MAX];
};

// Size of the longest text of a position and of captures, with the final NUL.
#define KAURI_POSITION_TEXT_BYTES 160
#define KAURI_CAPTURE_TEXT_BYTES  16

// The position before South's first move (R2) on a board with `holes` holes in a row, 1..6: five
// seeds and one cowrie in each hole. KAURI_USAGE.
KAURI_API enum kauri_status kauri_position_start(unsigned holes, struct kauri_position *position,
                                                 struct kauri_error *error);

// Reads "SOUTH/NORTH SIDE [SCORE]", for example "7,0,0,0,0,0+1/0,0,0+2,0+1,0+1,5+7 S 30:18": each
// row from its owner's left, a hole as `seeds` or `seeds+cowries`, the side to move as S or N,
// captured seeds as South:North (0:0 if absent). Rows have 1 to 6 holes, both the same number.
// Blanks, typography and quotation marks do not matter (docs/guide/RULES.md, "Notation").
// KAURI_BAD_INPUT; the message names the wrong field, and *position is unchanged.
KAURI_API enum kauri_status kauri_position_parse(const char *text, struct kauri_position *position,
                                                 struct kauri_error *error);

// Writes the position in the notation of kauri_position_parse, always with its score, and returns
// `text`.
KAURI_API const char *kauri_position_format(const struct kauri_position *position,
                                            char text[KAURI_POSITION_TEXT_BYTES]);

// Checks whether a position that a program has constructed is valid: KAURI_OK, or else
// KAURI_BAD_INPUT.
KAURI_API enum kauri_status kauri_position_check(const struct kauri_position *position,
                                                 struct kauri_error *error);

// Seeds on the board, 0..60, and cowries on the board, 0..12.
KAURI_API unsigned kauri_seeds(const struct kauri_position *position);
KAURI_API unsigned kauri_cowries(const struct kauri_position *position);

// Returns whether the two positions are equal in every field.
KAURI_API bool kauri_position_equal(const struct kauri_position *a, const struct kauri_position *b);

// The legal moves (R3). KAURI_BAD_INPUT.
KAURI_API enum kauri_status kauri_position_moves(const struct kauri_position *position,
                                                 struct kauri_moves *moves,
                                                 struct kauri_error *error);

// Makes the move `hole`, which must be legal, or KAURI_MOVE_PASS if the player must pass: sows,
// captures, updates the score, and gives the turn to the other player. *captured receives the
// captures; `captured` may be NULL. KAURI_BAD_INPUT for an illegal move or an invalid position; the
// position is then unchanged.
KAURI_API enum kauri_status kauri_position_play(struct kauri_position *position, int hole,
                                                struct kauri_capture *captured,
                                                struct kauri_error *error);

// The letter of a hole of `side`: 'a'..'f' for South, 'A'..'F' for North, '-' for KAURI_MOVE_PASS.
KAURI_API char kauri_move_letter(enum kauri_side side, int hole);

// Reads a move of the player to move: one letter, or "-" or "pass" for KAURI_MOVE_PASS; any dash
// will do, and blanks are skipped. Does not check that the move is legal; kauri_position_play does.
// KAURI_BAD_INPUT for any other text, for the opponent's holes, and for an invalid position.
KAURI_API enum kauri_status kauri_move_parse(const struct kauri_position *position,
                                             const char *text, int *hole,
                                             struct kauri_error *error);

// Writes captures as game records do, "(+2)", "(-1)" or "(+2;-1)", "" for none; returns `text`.
KAURI_API const char *kauri_capture_format(struct kauri_capture captured,
                                           char text[KAURI_CAPTURE_TEXT_BYTES]);

// ------------------------------------------------------------------------------------ drawings

// Longest texts in a drawing, in bytes without the final NUL.
enum { KAURI_DRAWING_LABEL_MAX = 32, KAURI_DRAWING_CAPTION_MAX = 200 };

// The language of the words in a drawing.
enum kauri_language { KAURI_ENGLISH = 0, KAURI_GERMAN = 1 };

// What a drawing shows in addition to the position. A member other than the first that is zero is
// not drawn. Texts are UTF-8 without control characters.
struct kauri_drawing {
    size_t struct_bytes; // sizeof(struct kauri_drawing)
    // The last move: the position before it, and the hole or KAURI_MOVE_PASS. An arrow leads from
    // the hole that it emptied to the one that received its last counter; a pass has none. The move
    // must be legal and lead to the position.
    const struct kauri_position *before;
    int move;
    uint32_t marked;                           // bit i set: labels[i] is printed in bold type
    const char *labels[KAURI_BOARD_HOLES_MAX]; // short texts beside the holes, such as values, in
                                               // the order of `seeds`; NULL for none
    const char *caption; // a line below the board; NULL for "South to move" and the like, "" for
                         // none
    enum kauri_language language; // language of the caption and the legend
    // Since 1.2: what is said beside the seal below the board, such as "proven", as many bytes as a
    // label; NULL for no seal.
    const char *seal;
};

// Draws the position as a complete SVG file, black on white, seen from South: discs are seeds and
// shells are cowries, each with its number; captured seeds are at their owner's right, and the
// letters of holes with a legal move are bold. `drawing` may be NULL. The caller releases *svg,
// which is UTF-8, with kauri_svg_free; it is NULL on failure. KAURI_BAD_INPUT for an invalid
// position or last move, KAURI_USAGE for a text that is too long or not UTF-8 and for an unknown
// language, KAURI_RESOURCE. Since 1.1.
KAURI_API enum kauri_status kauri_position_svg(const struct kauri_position *position,
                                               const struct kauri_drawing *drawing, char **svg,
                                               struct kauri_error *error);

// Accepts NULL.
KAURI_API void kauri_svg_free(char *svg);

// -------------------------------------------------------------------------------------- values

// The exact value of a position for the player to move. It does not depend on the score.
//
//   r = 3 * net + t     net: seeds the player still captures minus those the opponent does
//                       t:   outcome of the cowrie phase that follows: -1, 0 or +1 (0 only where
//                            play never ends, R10)
//
// With n seeds on the board, r is in [-(3n+1), 3n+1]. dtc is the distance in plies under best play:
// with seeds on the board, to the next capture (at least 1); without seeds, to the end of the
// cowrie phase (0 at the end). It is undefined, and stored as 0, where r = 0. Where r is not 0, it
// is KAURI_DTC_UNKNOWN if no table of the layer has distances (kauri_tablebase_distances).
struct kauri_value {
    int32_t r;
    uint32_t dtc;
};

// The distance of a position whose table holds r alone.
#define KAURI_DTC_UNKNOWN UINT32_MAX

enum kauri_result { KAURI_LOSS = -1, KAURI_DRAW = 0, KAURI_WIN = 1 };

enum kauri_ruleset {
    KAURI_STANDARD = 0,   // R8: more captured seeds win
    KAURI_TIEBREAKER = 1, // R9: if they are equal, the cowries decide
};

// The net of r: r / 3 rounded to the nearest integer.
KAURI_API int kauri_value_net(int r);

// The t of r: the outcome of the cowrie phase, -1, 0 or +1.
KAURI_API int kauri_value_tiebreak(int r);

// Result for the player to move, including the score of the position, when both sides play for the
// best r. One value serves every score and both rulesets (proved in docs/guide/RULES.md). r must be
// a value that the position can have.
KAURI_API enum kauri_result kauri_result_under(enum kauri_ruleset rules,
                                               const struct kauri_position *position, int r);

// Final score, score[KAURI_SOUTH] : score[KAURI_NORTH], when both sides play for the best r and all
// seeds are captured. Returns false if play never ends and leaves seeds on the board; then only the
// difference of the two numbers is meaningful.
KAURI_API bool kauri_final_score(const struct kauri_position *position, int r, uint8_t score[2]);

// "win", "draw" or "loss"; static storage.
KAURI_API const char *kauri_result_name(enum kauri_result result);

// ---------------------------------------------------------------------------- indices of layers

// A layer contains all positions with the same number of seeds on boards of one shape (holes in a
// row, cowries on the board), as seen by the player to move: side and score are not part of them.
// docs/reference/FORMAT.md, "The index of positions", says how they are numbered.

// Number of positions of a layer: holes 1..6, cowries 0..12, seeds 0..60. KAURI_USAGE.
KAURI_API enum kauri_status kauri_layer_positions(unsigned holes, unsigned cowries, unsigned seeds,
                                                  uint64_t *positions, struct kauri_error *error);

// Number of a position in its layer, the one with kauri_seeds(position) seeds. KAURI_BAD_INPUT.
KAURI_API enum kauri_status kauri_position_index(const struct kauri_position *position,
                                                 uint64_t *index, struct kauri_error *error);

// The inverse: the position with number `index`, South to move, score 0:0. KAURI_USAGE for an index
// or a shape out of range.
KAURI_API enum kauri_status kauri_position_at(unsigned holes, unsigned cowries, unsigned seeds,
                                              uint64_t index, struct kauri_position *position,
                                              struct kauri_error *error);

// The same for many: positions[i] receives the position with number first + i, for i from 0 to
// count - 1. KAURI_USAGE if the layer has fewer; then nothing is written.
KAURI_API enum kauri_status kauri_positions_at(unsigned holes, unsigned cowries, unsigned seeds,
                                               uint64_t first, size_t count,
                                               struct kauri_position *positions,
                                               struct kauri_error *error);

// The same for numbers in any order, each any number of times: positions[i] receives the position
// with number indices[i]. KAURI_USAGE if the layer does not have one of them; the message has its
// place, counted from 0. Since 1.2.
KAURI_API enum kauri_status kauri_positions_listed(unsigned holes, unsigned cowries, unsigned seeds,
                                                   const uint64_t *indices, size_t count,
                                                   struct kauri_position *positions,
                                                   struct kauri_error *error);

// indices[i] receives the number of positions[i] in its layer. Stops at the first position that is
// not valid and returns KAURI_BAD_INPUT; the message has its place, counted from 0.
KAURI_API enum kauri_status kauri_position_indices(const struct kauri_position *positions,
                                                   size_t count, uint64_t *indices,
                                                   struct kauri_error *error);

// ---------------------------------------------------------------------------------- tablebases

// An open set of tables.
struct kauri_tablebase;

// The purpose of a read from a table file, which lets a source choose how to read.
enum kauri_read_purpose {
    KAURI_READ_HEADER = 0,      // once, at the first use of a layer: 512 bytes
    KAURI_READ_INDEX = 1,       // where the pages are: sequential at the first use of a layer;
                                // later some hundred bytes before the first page of a group is read
    KAURI_READ_CERTIFICATE = 2, // once, small
    KAURI_READ_PAGE = 3,        // random access: some hundred bytes to some hundred kilobytes,
                                // depending on how the table was packed
};

// A source of table files, such as an archive, a remote server, memory or a test. All functions but
// `close` return KAURI_OK, KAURI_MISSING, KAURI_CORRUPT (the file ends too early) or KAURI_RESOURCE
// (any other status counts as this one), and may write one line into error->message; `error` is
// never NULL. They may be called from several threads at once, even for the same file. They must
// not call the tablebase that uses them. `context` is passed to every call.
struct kauri_source {
    size_t struct_bytes; // sizeof(struct kauri_source)
    void *context;
    // Calls found(finder, name) for every file name in the folder. Names that are not those of
    // tables are ignored.
    enum kauri_status (*list)(void *context, const char *folder,
                              void (*found)(void *finder, const char *name), void *finder,
                              struct kauri_error *error);
    // Opens a file of the folder. *file receives a handle for the calls below, *size the size in
    // bytes.
    enum kauri_status (*open)(void *context, const char *folder, const char *name, void **file,
                              uint64_t *size, struct kauri_error *error);
    // Reads exactly `size` bytes at `offset`. When this fails with KAURI_RESOURCE, a look-up of a
    // single position or of its moves still reads what else it needs, and then fails: a source that
    // fetches over a network may note what it lacks, fetch all of it at once, and be asked again.
    enum kauri_status (*read_at)(void *context, void *file, uint64_t offset, void *bytes,
                                 size_t size, enum kauri_read_purpose purpose,
                                 struct kauri_error *error);
    // Closes a file that is no longer in use.
    void (*close)(void *context, void *file);
};

// Zero in any member but the first means the default.
struct kauri_tablebase_options {
    size_t struct_bytes;  // sizeof(struct kauri_tablebase_options)
    uint64_t cache_bytes; // limit of the cache of decoded pages, which is empty if this is less
                          // than 12 KiB; default 64 MiB. In addition, each reading thread takes
                          // memory for one page, and each layer in use 24 bytes for each group of
                          // pages and 1.5 bits for each block (docs/reference/FORMAT.md)
    unsigned open_files;  // no effect: files stay open once they have been read, and there are at
                          // most two for each layer
    unsigned threads;     // number of threads for kauri_probe_many, kauri_probe_roots and
                          // kauri_layer_read, at most 4096; default one per processor
    const struct kauri_source *source; // NULL: files, read with pread. The struct is copied; its
                                       // context must outlive the tablebase.
};

// Opens the tables of one or several folders, whose files are named as `kauri solve` names them. If
// several folders contain the same layer, the first is used; if its table holds r alone, distances
// come from the first of the others that has them in the same form, and must have the same r. No
// table is read yet: each one is opened and checked when it is first needed, so a damaged table
// affects only the look-ups that need its layer, of r as well if it was to give distances, and each
// of them tries to open it again. Folders and options are copied; `options` may be NULL.
// KAURI_MISSING if a folder does not exist or there is no table at all; KAURI_CORRUPT if the tables
// have different shapes or an impossible one; KAURI_USAGE for options out of range, or if
// `folder_count` is not 1 to 256; KAURI_RESOURCE. *tablebase is NULL on failure.
KAURI_API enum kauri_status kauri_tablebase_open(const char *const *folders, size_t folder_count,
                                                 const struct kauri_tablebase_options *options,
                                                 struct kauri_tablebase **tablebase,
                                                 struct kauri_error *error);

// Accepts NULL. No other thread may be using the tablebase.
KAURI_API void kauri_tablebase_close(struct kauri_tablebase *tablebase);

// Shape of the board: holes in a row, cowries on the board.
KAURI_API unsigned kauri_tablebase_holes(const struct kauri_tablebase *tablebase);
KAURI_API unsigned kauri_tablebase_cowries(const struct kauri_tablebase *tablebase);

// Returns whether there is a file for the layer with `seeds` seeds. The file is not opened and may
// be damaged.
KAURI_API bool kauri_tablebase_has(const struct kauri_tablebase *tablebase, unsigned seeds);

// Number of layers 0, 1, 2, ... before the first gap: a position with fewer seeds than this is
// covered.
KAURI_API unsigned kauri_tablebase_layer_count(const struct kauri_tablebase *tablebase);

// Says whether there is a table for the position, without reading a file: KAURI_OK if there is (it
// may be damaged); KAURI_NOT_COVERED if it has more seeds than any layer; KAURI_MISSING for a gap
// in the layers; KAURI_BAD_INPUT for an invalid position or one of another shape.
KAURI_API enum kauri_status kauri_tablebase_covers(const struct kauri_tablebase *tablebase,
                                                   const struct kauri_position *position,
                                                   struct kauri_error *error);

// Says whether distances of layer `seeds` are known; a table may hold r alone (`kauri pack
// --columns r`).
// Opens the table. Errors: those of look-ups, below.
KAURI_API enum kauri_status kauri_tablebase_distances(struct kauri_tablebase *tablebase,
                                                      unsigned seeds, bool *known,
                                                      struct kauri_error *error);

// ------------------------------------------------------------------------------------ look-ups

// Errors of all look-ups: those of kauri_tablebase_covers, KAURI_MISSING for a file that has
// disappeared since the tablebase was opened, KAURI_CORRUPT for a table that is damaged or for
// another game or board, and KAURI_RESOURCE if memory runs out or reading fails.
//
// A table holds the values of all positions of its layer, or of about half of them
// (docs/reference/FORMAT.md, section 7). In the second case the values of the other positions are
// derived from those of their successors. Captures lead to lower layers, so such a look-up may also
// need these, and fail with their errors.

// Looks up the value of one position.
KAURI_API enum kauri_status kauri_probe_value(struct kauri_tablebase *tablebase,
                                              const struct kauri_position *position,
                                              struct kauri_value *value, struct kauri_error *error);

// Looks up r alone, the value without the distance. Reads only pages of r.
KAURI_API enum kauri_status kauri_probe_r(struct kauri_tablebase *tablebase,
                                          const struct kauri_position *position, int32_t *r,
                                          struct kauri_error *error);

// Like kauri_probe_value, but only from memory: KAURI_NOT_CACHED if a page would have to be read.
// Never waits for a disk.
KAURI_API enum kauri_status kauri_probe_value_cached(struct kauri_tablebase *tablebase,
                                                     const struct kauri_position *position,
                                                     struct kauri_value *value,
                                                     struct kauri_error *error);

// One move of a probed position.
struct kauri_probe_move {
    int hole;                      // hole of the player to move, 0 = leftmost, or KAURI_MOVE_PASS
    struct kauri_capture captured; // captures of the move
    struct kauri_value value;      // for the player who moves, captures of the move included; dtc
                                   // counts from the position: 1 if the move captures
    bool best;                     // keeps the position's r and, where r is not 0, its dtc: the
                                   // fastest of the winning moves, the slowest of the losing ones.
                                   // Without distances: keeps r, and captures if that wins, or does
                                   // not if that loses and can be avoided
    struct kauri_position successor;
};

// A position with all its moves. All values except `score` are those of the player to move.
struct kauri_probe_result {
    struct kauri_position position;
    unsigned seeds; // seeds on the board
    struct kauri_value value;
    enum kauri_result standard;   // standard rules (R8), score included
    enum kauri_result tiebreaker; // tie-breaker rules (R9), score included
    bool score_known;             // false: play never ends, and `score` means nothing
    uint8_t score[2];             // final score with best play, by enum kauri_side
    unsigned move_count;          // 0: no seeds, and no cowrie in the mover's row
    // Best first; moves that are equally good, by hole.
    struct kauri_probe_move moves[KAURI_HOLES_MAX];
};

// Looks up the position and all its moves; a pass counts as a move. Without seeds the moves are
// those of the cowrie phase, which is played only under the tie-breaker rules and only if the
// captures are equal. Moves that capture lead to lower layers, which must exist, too. Returns
// KAURI_CORRUPT also if the values of the moves contradict that of the position.
KAURI_API enum kauri_status kauri_probe_root(struct kauri_tablebase *tablebase,
                                             const struct kauri_position *position,
                                             struct kauri_probe_result *result,
                                             struct kauri_error *error);

// The first of the best moves that kauri_probe_root finds: its hole, 0 = leftmost, or
// KAURI_MOVE_PASS. KAURI_BAD_INPUT also if there is no move, since the game is over.
KAURI_API enum kauri_status kauri_best_move(struct kauri_tablebase *tablebase,
                                            const struct kauri_position *position, int *hole,
                                            struct kauri_error *error);

enum kauri_line_end {
    KAURI_LINE_SEEDS = 0,     // no seeds are left and the captures differ: over under both rules
    KAURI_LINE_STUCK = 1,     // no seeds, equal captures, and the player to move has no cowrie
    KAURI_LINE_UNLIMITED = 2, // a position was repeated: play never ends (R10)
    KAURI_LINE_OPEN = 3,      // the rest of the line is unknown; only from kauri_search_run
    KAURI_LINE_CIRCLE = 4,    // a position was repeated although play ends: the table of its layer
                              // has no distances to make progress by
};

struct kauri_line_step {
    struct kauri_position position; // position before the move
    int hole;                       // the move, or KAURI_MOVE_PASS
    struct kauri_capture captured;
    struct kauri_value value; // value of the position for its player to move; 0 before table_from
};

// A line of best play. Plain data except for `steps`, which kauri_line_clear releases.
struct kauri_best_line {
    struct kauri_line_step *steps;
    size_t count;               // number of plies
    size_t room;                // allocated plies; private
    size_t table_from;          // plies before tables took over; 0 from kauri_line
    size_t seed_count;          // plies after which no seed was left; `count` if some are left
    size_t repeats_from;        // KAURI_LINE_UNLIMITED, KAURI_LINE_CIRCLE: `last` is the position
                                // before this ply
    struct kauri_position last; // position after the last ply
    enum kauri_line_end end;
};

// Plays the first best move of each position until the seeds are gone, and through the cowrie phase
// if the captures are then equal. Needs the layers below, like kauri_probe_root. *line needs no
// initialisation, and what it holds is not released: clear an earlier line before it is used again.
// It is empty on failure.
KAURI_API enum kauri_status kauri_line(struct kauri_tablebase *tablebase,
                                       const struct kauri_position *position,
                                       struct kauri_best_line *line, struct kauri_error *error);

// Releases the steps and leaves the line empty. Accepts NULL.
KAURI_API void kauri_line_clear(struct kauri_best_line *line);

// ------------------------------------------------------------------------------ many positions

// Looks up `count` positions, grouped by page so that each page is decoded once. statuses[i]
// receives the outcome for positions[i], and values[i] its value if that is KAURI_OK; other values
// are unchanged. Uses at most `threads` threads, including the caller; 0 means the number in the
// tablebase's options. Takes about 300 bytes of memory per random position, 160 MB for the 524,288
// that are processed at a time, and more if most of them have to be derived. Returns KAURI_OK even
// if individual positions fail; KAURI_RESOURCE, also for every status, if there is not enough
// memory, and the values are then unspecified.
KAURI_API enum kauri_status kauri_probe_many(struct kauri_tablebase *tablebase,
                                             const struct kauri_position *positions, size_t count,
                                             struct kauri_value *values,
                                             enum kauri_status *statuses, unsigned threads,
                                             struct kauri_error *error);

// Probes `count` positions with all their moves, as kauri_probe_root does, but grouped by page like
// kauri_probe_many. statuses[i] receives the outcome for positions[i], and results[i] its result if
// that is KAURI_OK; other results are unchanged. `threads` as above. Takes about 1300 bytes of
// memory per random position, 340 MB for the 262,144 that are processed at a time, and more if most
// of their successors have to be derived. Returns KAURI_OK even if individual positions fail;
// KAURI_RESOURCE, also for every status, if there is not enough memory, and the results are then
// unspecified.
KAURI_API enum kauri_status kauri_probe_roots(struct kauri_tablebase *tablebase,
                                              const struct kauri_position *positions, size_t count,
                                              struct kauri_probe_result *results,
                                              enum kauri_status *statuses, unsigned threads,
                                              struct kauri_error *error);

// Reads the values of positions first .. first + count - 1 of a layer, in the order of the index.
// `r` and `dtc` have room for `count` numbers each; either may be NULL. On failure their contents
// are unspecified. KAURI_MISSING if `dtc` is not NULL and the table of the layer has no distances.
// Half of the positions may have to be derived; for that, the tablebase keeps up
// to 256 MiB of decoded blocks of the layer and columns read last until it is closed. Concurrent
// calls for other layers or columns take as much again while they run. Each thread takes some 10
// MB, and each block of the range 32 bytes. Reading whole layers is fastest. The cache of look-ups
// is not used. `threads` as for kauri_probe_many. KAURI_USAGE for a range beyond the end of the
// layer; otherwise the errors of look-ups.
KAURI_API enum kauri_status kauri_layer_read(struct kauri_tablebase *tablebase, unsigned seeds,
                                             uint64_t first, uint64_t count, int16_t *r,
                                             uint16_t *dtc, unsigned threads,
                                             struct kauri_error *error);

#ifdef __cplusplus
}
#endif

// Game records are a part of their own, which a library may be built without.
#if __has_include(<kauri/game_records.h>)
#include <kauri/game_records.h>
#endif

#endif
