#include "waurie/winner_search.h"

#include "common/loop.h"
#include "common/memory.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
    ROW_BITS = 48, // bits of a row as a word: 8 for each pit, the first one lowest
    POSITION_PITS = 2 * WAURIE_PITS_MAX,
    CHECK_NODES = 1 << 12, // nodes between two looks at the clock
    WEIGHED_SEEDS = 13,    // more seeds in a pit count like 12
    STORED_WEIGHT = 32,    // worth of one seed less on the board, in the units of `weights`
    AGAIN_WEIGHT = 32,     // worth of a bonus move
    SEARCH_SHARE = 8,      // an eighth of the memory at least is for decided positions
    PAGES_SHARE = 16,      // a sixteenth is for pages of layers that are not held
};

static const uint64_t ones = UINT64_C(0x010101010101);

// Worth of the number of seeds in a pit for the player to move: 16 times the logarithm of the odds
// of winning, fitted to random positions with 11 to 16 seeds (logistic regression). The first six
// lines are the pits of the mover, the others those of the opponent; of smaller boards the last
// ones count. The best number of seeds is the one whose last seed reaches the store.
static const int8_t weights[POSITION_PITS][WEIGHED_SEEDS] = {
    {0, 6, 20, 34, 42, 52, 61, 46, 30, 15, -1, -5, 7},
    {0, 8, 20, 29, 39, 44, 26, 15, 3, -14, -29, -19, 3},
    {0, 12, 24, 32, 37, 20, 9, -2, -18, -33, -39, -14, 5},
    {0, 14, 23, 20, 6, -8, -18, -32, -43, -46, -30, -14, -3},
    {0, 13, 14, 2, -11, -24, -36, -44, -43, -33, -16, -3, -2},
    {0, 12, 8, 0, -9, -21, -32, -39, -36, -21, -6, 3, 2},
    {0, -12, -28, -38, -48, -59, -69, -60, -50, -41, -26, -18, -31},
    {0, -15, -27, -36, -46, -55, -45, -34, -24, -10, -1, -8, -25},
    {0, -13, -25, -36, -44, -31, -21, -12, 0, 11, 6, -11, -17},
    {0, -16, -27, -27, -17, -5, 4, 17, 25, 15, -5, -17, -10},
    {0, -14, -17, -11, -1, 11, 24, 28, 19, 3, -12, -21, -10},
    {0, -14, -16, -7, 4, 19, 26, 22, 9, -9, -25, -31, -12},
};

// -------------------------------------------------------------------------- remembered positions

// The results of decided positions, by number. An entry is a single word of 64 bits, so that
// threads need no locks: 47 bits of the number, the result, and the effort it took, rounded to a
// power of two. Each number belongs to a bucket of eight entries, one cache line; when the bucket
// is full, the entry with the least effort is replaced.
//
// Only the first `buckets` of `buckets_most` are in use, so that a short search does not wait for
// all of the memory to be cleared.
struct remembered {
    _Atomic uint64_t *entries;
    uint64_t buckets, buckets_most;
    _Atomic uint64_t used; // entries that are not free
};

enum {
    BUCKET = 8, // entries of a bucket
    NUMBER_BITS = 47,
    WIN_BIT = 47,
    EFFORT_BIT = 48,
    GROWTH = 8,               // each growth makes this many buckets of one
    BUCKETS_FIRST = 16 << 10, // 1 MiB
};

static const uint64_t number_mask = (UINT64_C(1) << NUMBER_BITS) - 1;

static size_t remembered_bytes(const struct remembered *decided)
{
    return (size_t)(decided->buckets_most * BUCKET * sizeof(uint64_t));
}

static enum kauri_status remembered_new(uint64_t bytes, struct remembered *decided,
                                        struct kauri_error *error)
{
    uint64_t buckets = bytes / (BUCKET * sizeof(uint64_t));
    uint64_t growth = 1;
    if (buckets == 0) {
        return kauri_fail(error, KAURI_RESOURCE, "too little memory for a search");
    }
    while (buckets / GROWTH >= BUCKETS_FIRST) {
        buckets /= GROWTH;
        growth *= GROWTH;
    }
    decided->buckets = buckets;
    decided->buckets_most = buckets * growth;
    // Fresh memory from the system is clear, and is there when it is first touched.
    const size_t size = remembered_bytes(decided);
    decided->entries = kauri_large_zeros(size);
    if (decided->entries == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "cannot allocate %zu bytes for the search", size);
    }
    kauri_use_huge_pages(decided->entries, size);
    return KAURI_OK;
}

static _Atomic uint64_t *bucket_of(const struct remembered *decided, uint64_t number)
{
    uint64_t hash = number * UINT64_C(0x9E3779B97F4A7C15);
    hash ^= hash >> 32;
    hash *= UINT64_C(0xD6E8FEB86659FD93);
    // The bucket is the high half of the product with the number of buckets; this works up to 2^32
    // buckets, 128 GiB.
    return decided->entries + ((hash >> 32) * decided->buckets >> 32) * BUCKET;
}

static void remembered_prefetch(const struct remembered *decided, uint64_t number)
{
    __builtin_prefetch(bucket_of(decided, number));
}

// Returns true if the position is there, and then sets *win. Number 0 is the board without seeds,
// which is never remembered: an entry that is 0 is free.
static bool remembered_find(const struct remembered *decided, uint64_t number, bool *win)
{
    const _Atomic uint64_t *bucket = bucket_of(decided, number);
    for (unsigned i = 0; i < BUCKET; i++) {
        const uint64_t entry = atomic_load_explicit(&bucket[i], memory_order_relaxed);
        if ((entry & number_mask) == number) {
            *win = (entry >> WIN_BIT & 1) != 0;
            return true;
        }
    }
    return false;
}

// Remembers a result. Returns whether it took an entry that was free.
static bool remembered_put(struct remembered *decided, uint64_t number, bool win, uint64_t effort)
{
    _Atomic uint64_t *bucket = bucket_of(decided, number);
    uint64_t power = 1;
    while (effort > 1) {
        power++;
        effort >>= 1;
    }
    unsigned place = 0;
    uint64_t least = UINT64_MAX;
    for (unsigned i = 0; i < BUCKET; i++) {
        const uint64_t entry = atomic_load_explicit(&bucket[i], memory_order_relaxed);
        if ((entry & number_mask) == number) {
            return false;
        }
        if (entry >> EFFORT_BIT < least) {
            least = entry >> EFFORT_BIT;
            place = i;
        }
    }
    // The entry also replaces one with more effort, or small subtrees above old ones would never be
    // kept.
    const uint64_t entry = number | (uint64_t)win << WIN_BIT | power << EFFORT_BIT;
    atomic_store_explicit(&bucket[place], entry, memory_order_relaxed);
    return least == 0;
}

static bool remembered_should_grow(const struct remembered *decided)
{
    return decided->buckets < decided->buckets_most &&
           atomic_load(&decided->used) > decided->buckets * BUCKET / 2;
}

// Spreads the entries over more buckets: those of bucket b move to the GROWTH buckets from GROWTH *
// b on. The last bucket comes first, so that none is filled before it has been emptied. No other
// thread may use them.
static void remembered_grow(struct remembered *decided)
{
    const uint64_t before = decided->buckets;
    decided->buckets *= GROWTH;
    for (uint64_t b = before; b-- > 0;) {
        uint64_t entries[BUCKET];
        for (unsigned i = 0; i < BUCKET; i++) {
            entries[i] = atomic_exchange_explicit(&decided->entries[b * BUCKET + i], 0,
                                                  memory_order_relaxed);
        }
        for (unsigned i = 0; i < BUCKET; i++) {
            if (entries[i] != 0) {
                _Atomic uint64_t *bucket = bucket_of(decided, entries[i] & number_mask);
                unsigned place = 0;
                while (bucket[place] != 0) {
                    place++;
                }
                atomic_store_explicit(&bucket[place], entries[i], memory_order_relaxed);
            }
        }
    }
}

// -------------------------------------------------------------------------------------- positions

// The numbers that a sowing adds to both rows.
struct sowing {
    uint64_t own;
    uint64_t other;
    bool again;
};

struct rows {
    uint64_t own; // first word of the own row
    uint64_t other;
};

struct waurie_search {
    struct waurie_search_options options;
    struct waurie_tables *tables; // NULL: none
    struct waurie_window window;
    struct sowing sowings[WAURIE_PITS_MAX][WAURIE_SEEDS_MAX + 1];
    // binomials[i][s]: (s + i over i + 1), what pit number i adds to the number of a position when
    // it and the pits before it hold s seeds.
    uint64_t binomials[POSITION_PITS][WAURIE_SEEDS_MAX + 1];
    struct remembered decided;
    uint64_t nodes;             // positions searched for all questions so far
    atomic_bool failed;         // a look-up has failed
    struct kauri_error failure; // error of the first look-up that failed
};

// The work of one thread on one question.
struct seeker {
    struct waurie_search *search;
    struct question *question;
    unsigned worker;
    unsigned depth;
    uint64_t nodes;
    uint64_t remembered; // entries that were taken since the last go_on
};

struct question {
    struct waurie_search *search;
    struct rows rows;
    uint64_t number;
    double end; // deadline by kauri_clock_seconds; 0: no limit
    struct kauri_pace pace;
    _Atomic bool stop;
    _Atomic bool pause; // all threads return, so that the memory can grow
    _Atomic int result; // enum waurie_result
    _Atomic uint64_t nodes;
};

static unsigned seeds_of(uint64_t row)
{
    return (unsigned)(row * ones >> (ROW_BITS - 8) & 255);
}

static uint64_t row_of(const uint8_t pits[WAURIE_PITS_MAX])
{
    uint64_t row = 0;
    for (unsigned i = 0; i < WAURIE_PITS_MAX; i++) {
        row |= (uint64_t)pits[i] << 8 * i;
    }
    return row;
}

static struct waurie_board board_of(const struct waurie_search *search, struct rows rows)
{
    struct waurie_board board = {.pits = (uint8_t)search->options.pits};
    for (unsigned i = 0; i < WAURIE_PITS_MAX; i++) {
        board.own[i] = (uint8_t)(rows.own >> 8 * i);
        board.other[i] = (uint8_t)(rows.other >> 8 * i);
    }
    return board;
}

// The number of a position among all positions of the 2x6 board; positions with fewer seeds come
// first. Let s(i) be the seeds in the pits 0..i, the opponent's pits after the mover's. The numbers
// s(i) + i increase, and the sum of (s(i) + i over i + 1) is their rank in the combinatorial number
// system. One multiplication finds all s(i) of a row.
static uint64_t number_of(const struct waurie_search *search, struct rows rows)
{
    const uint64_t own = rows.own * ones;
    const uint64_t other = rows.other * ones;
    const unsigned before = (unsigned)(own >> (ROW_BITS - 8) & 255);
    uint64_t number = 0;
    for (unsigned i = 0; i < WAURIE_PITS_MAX; i++) {
        number += search->binomials[i][own >> 8 * i & 255];
        number += search->binomials[WAURIE_PITS_MAX + i][before + (other >> 8 * i & 255)];
    }
    return number;
}

// ----------------------------------------------------------------------------------------- moves

static void make_sowings(struct waurie_search *search)
{
    const struct waurie_rules *rules = &search->options.rules;
    for (unsigned pit = 0; pit < search->options.pits; pit++) {
        for (unsigned seeds = 1; seeds <= WAURIE_SEEDS_MAX; seeds++) {
            struct waurie_board board = {.pits = (uint8_t)search->options.pits};
            board.own[pit] = (uint8_t)seeds;
            const struct waurie_move move = waurie_play(rules, &board, pit);
            const uint64_t first = row_of(move.board.own);
            const uint64_t second = row_of(move.board.other);
            search->sowings[pit][seeds] = (struct sowing){
                .own = move.again ? first : second,
                .other = move.again ? second : first,
                .again = move.again,
            };
        }
    }
}

static void make_binomials(struct waurie_search *search)
{
    for (unsigned s = 0; s <= WAURIE_SEEDS_MAX; s++) {
        uint64_t binomial = 1; // (s + i over i + 1), from (s - 1 over 0)
        for (unsigned i = 0; i < POSITION_PITS; i++) {
            binomial = binomial * (s + i) / (i + 1);
            search->binomials[i][s] = binomial;
        }
    }
}

struct winner_move {
    struct rows rows;
    uint64_t number;
    bool again;
    bool known; // looked up in the tables, not in the memory
    int order;  // the move with the least order comes first
};

// Estimates how good the position is for its player to move.
static int estimate(const struct waurie_search *search, struct rows rows)
{
    const unsigned shift = WAURIE_PITS_MAX - search->options.pits;
    int sum = 0;
    for (unsigned i = 0; i < search->options.pits; i++) {
        const unsigned own = rows.own >> 8 * i & 255;
        const unsigned other = rows.other >> 8 * i & 255;
        sum += weights[shift + i][own < WEIGHED_SEEDS ? own : WEIGHED_SEEDS - 1];
        sum +=
            weights[WAURIE_PITS_MAX + shift + i][other < WEIGHED_SEEDS ? other : WEIGHED_SEEDS - 1];
    }
    return sum;
}

// Moves that leave fewer seeds come first, and among these the ones that are good for the mover.
static int order_of(const struct waurie_search *search, const struct winner_move *move)
{
    const int seeds = (int)(seeds_of(move->rows.own) + seeds_of(move->rows.other));
    const int good = estimate(search, move->rows);
    return STORED_WEIGHT * seeds + (move->again ? -good - AGAIN_WEIGHT : good);
}

// The result if a row is empty and the game is therefore over.
static enum waurie_result result_by_rules(const struct waurie_search *search, struct rows rows)
{
    if (rows.own == 0) {
        return WAURIE_WIN; // an empty row at a player's own turn wins under both rules (W7)
    }
    return rows.other == 0 && !search->options.rules.at_turn ? WAURIE_LOSS : WAURIE_OPEN;
}

static bool has_at_most(struct rows rows, int seeds)
{
    return (int)(seeds_of(rows.own) + seeds_of(rows.other)) <= seeds;
}

static enum waurie_result look_up(struct waurie_search *search, struct rows rows)
{
    const struct waurie_board board = board_of(search, rows);
    bool wins = false;
    struct kauri_error error;
    const enum kauri_status status = waurie_tables_look_up(search->tables, &board, &wins, &error);
    if (status == KAURI_OK) {
        return wins ? WAURIE_WIN : WAURIE_LOSS;
    }
    if (status != KAURI_MISSING && !atomic_exchange(&search->failed, true)) {
        search->failure = error;
    }
    return WAURIE_OPEN;
}

static enum waurie_result remembered(const struct waurie_search *search, uint64_t number)
{
    bool win;
    if (!remembered_find(&search->decided, number, &win)) {
        return WAURIE_OPEN;
    }
    return win ? WAURIE_WIN : WAURIE_LOSS;
}

// Makes the move if its pit is not empty, and begins to fetch what is known about the position
// after it. Returns whether there is a move; *result becomes the result of the position if the
// rules decide it.
static bool make_move(const struct waurie_search *search, struct rows rows, unsigned pit,
                      struct winner_move *move, enum waurie_result *result)
{
    const unsigned seeds = rows.own >> 8 * pit & 255;
    if (seeds == 0) {
        return false;
    }
    const struct sowing *sowing = &search->sowings[pit][seeds];
    const uint64_t own = rows.own - ((uint64_t)seeds << 8 * pit) + sowing->own;
    const uint64_t other = rows.other + sowing->other;
    move->again = sowing->again;
    move->rows = move->again ? (struct rows){.own = own, .other = other}
                             : (struct rows){.own = other, .other = own};
    *result = result_by_rules(search, move->rows);
    if (*result != WAURIE_OPEN) {
        return true;
    }
    move->known = has_at_most(move->rows, search->window.top);
    if (!move->known) {
        move->number = number_of(search, move->rows);
        remembered_prefetch(&search->decided, move->number);
    } else {
        const struct waurie_board board = board_of(search, move->rows);
        waurie_tables_prefetch(search->tables, &board);
    }
    return true;
}

static bool is_win(const struct winner_move *move, enum waurie_result result)
{
    return result == (move->again ? WAURIE_WIN : WAURIE_LOSS);
}

static void insert(struct winner_move *moves, unsigned place, struct winner_move move)
{
    for (; place > 0 && moves[place - 1].order > move.order; place--) {
        moves[place] = moves[place - 1];
    }
    moves[place] = move;
}

// Makes the moves whose results are not known at once, in the order in which to try them. Returns
// true if one wins at once. All positions are prefetched before the first one is examined.
static bool make_moves(struct seeker *seeker, struct rows rows,
                       struct winner_move moves[WAURIE_PITS_MAX], unsigned *count)
{
    struct waurie_search *search = seeker->search;
    struct winner_move made[WAURIE_PITS_MAX];
    unsigned made_count = 0;
    *count = 0;
    for (unsigned pit = search->options.pits; pit-- > 0;) {
        enum waurie_result result = WAURIE_OPEN;
        if (!make_move(search, rows, pit, &made[made_count], &result)) {
            continue;
        }
        if (is_win(&made[made_count], result)) {
            return true;
        }
        made_count += result == WAURIE_OPEN ? 1 : 0;
    }
    for (unsigned i = 0; i < made_count; i++) {
        struct winner_move *move = &made[i];
        enum waurie_result result = WAURIE_OPEN;
        if (move->known) {
            result = look_up(search, move->rows);
            if (result == WAURIE_OPEN) {
                move->known = false;
                move->number = number_of(search, move->rows);
            }
        }
        if (!move->known) {
            result = remembered(search, move->number);
        }
        if (is_win(move, result)) {
            return true;
        }
        if (result == WAURIE_OPEN) {
            move->order = order_of(search, move);
            insert(moves, (*count)++, *move);
        }
    }
    return false;
}

// ---------------------------------------------------------------------------------------- search

// Adds what a thread has done, reports, and finds out whether to go on.
static bool go_on(struct seeker *seeker)
{
    struct question *question = seeker->question;
    struct remembered *decided = &seeker->search->decided;
    atomic_fetch_add(&question->nodes, seeker->nodes);
    atomic_fetch_add(&decided->used, seeker->remembered);
    seeker->nodes = 0;
    seeker->remembered = 0;
    if (remembered_should_grow(decided)) {
        atomic_store(&question->pause, true);
        return false;
    }
    if (seeker->worker == 0) {
        struct kauri_pace *pace = &question->pace;
        pace->report.done = seeker->search->nodes + atomic_load(&question->nodes);
        if ((question->end > 0 && kauri_clock_seconds() >= question->end) ||
            kauri_progress_cancelled(pace->progress) ||
            (kauri_pace_due(pace) && kauri_pace_look(pace, NULL) != KAURI_OK)) {
            atomic_store(&question->stop, true);
        }
    }
    return !atomic_load(&question->stop) && !atomic_load(&question->pause);
}

// Decides a position that recall does not. The other threads try the same moves, all but the first
// of them in the reverse order, and find in `decided` what one of them has finished.
// NOLINTNEXTLINE(misc-no-recursion): at most options.depth deep
static enum waurie_result seek(struct seeker *seeker, struct rows rows, uint64_t number,
                               uint64_t *effort)
{
    struct winner_move moves[WAURIE_PITS_MAX];
    unsigned count = 0;
    uint64_t work = 1;
    if (++seeker->nodes >= CHECK_NODES && !go_on(seeker)) {
        return WAURIE_OPEN;
    }
    bool win = make_moves(seeker, rows, moves, &count);
    const bool reverse = seeker->worker % 2 == 1;
    for (unsigned i = 0; i < count && !win; i++) {
        const struct winner_move *move = &moves[reverse && i > 0 ? count - i : i];
        enum waurie_result result = remembered(seeker->search, move->number);
        if (result == WAURIE_OPEN && seeker->depth < seeker->search->options.depth &&
            !atomic_load_explicit(&seeker->question->stop, memory_order_relaxed) &&
            !atomic_load_explicit(&seeker->question->pause, memory_order_relaxed)) {
            seeker->depth++;
            result = seek(seeker, move->rows, move->number, &work);
            seeker->depth--;
        }
        if (result == WAURIE_OPEN) {
            *effort += work;
            return WAURIE_OPEN;
        }
        win = is_win(move, result);
    }
    if (work > 1) { // otherwise the moves give the result again as quickly
        seeker->remembered += remembered_put(&seeker->search->decided, number, win, work);
    }
    *effort += work;
    return win ? WAURIE_WIN : WAURIE_LOSS;
}

static void seek_as_worker(void *context, unsigned worker)
{
    struct question *question = context;
    struct seeker seeker = {.search = question->search, .question = question, .worker = worker};
    uint64_t effort = 0;
    if (atomic_load(&question->result) != WAURIE_OPEN || atomic_load(&question->stop)) {
        return;
    }
    const enum waurie_result result = seek(&seeker, question->rows, question->number, &effort);
    atomic_fetch_add(&question->nodes, seeker.nodes);
    if (result != WAURIE_OPEN) {
        atomic_store(&question->result, result);
        atomic_store(&question->stop, true);
    }
}

enum waurie_result waurie_search_recall(struct waurie_search *search,
                                        const struct waurie_board *board)
{
    const struct rows rows = {.own = row_of(board->own), .other = row_of(board->other)};
    enum waurie_result result = result_by_rules(search, rows);
    if (result == WAURIE_OPEN && has_at_most(rows, search->window.greatest)) {
        result = look_up(search, rows);
    }
    return result == WAURIE_OPEN ? remembered(search, number_of(search, rows)) : result;
}

enum waurie_result waurie_search_decide(struct waurie_search *search,
                                        const struct waurie_board *board, double seconds,
                                        const struct kauri_progress *progress)
{
    const enum waurie_result known = waurie_search_recall(search, board);
    if (known != WAURIE_OPEN) {
        return known;
    }
    struct question question = {
        .search = search,
        .rows = {.own = row_of(board->own), .other = row_of(board->other)},
        .pace = {.progress = progress,
                 .report = {.stage = "search", .layer = waurie_seeds(board)},
                 .began = kauri_clock_seconds()},
        .result = WAURIE_OPEN,
    };
    question.number = number_of(search, question.rows);
    question.end = seconds > 0 ? question.pace.began + seconds : 0;
    kauri_loop_each(search->options.threads, seek_as_worker, &question);
    while (atomic_exchange(&question.pause, false) && !atomic_load(&question.stop)) {
        // What the threads had not finished costs little: they find in `decided` what it rests on.
        remembered_grow(&search->decided);
        kauri_loop_each(search->options.threads, seek_as_worker, &question);
    }
    search->nodes += atomic_load(&question.nodes);
    return (enum waurie_result)atomic_load(&question.result);
}

// Opens the tables, and holds the layers that the search looks up. Takes the memory from *left.
static enum kauri_status open_tables(struct waurie_search *search, uint64_t *left,
                                     struct kauri_error *error)
{
    const struct waurie_search_options *options = &search->options;
    const uint64_t share = options->memory / PAGES_SHARE;
    const struct waurie_tables_options tables = {
        .folder = options->folder,
        .rules = options->rules,
        .pits = options->pits,
        .threads = options->threads,
        .page_memory = share > WAURIE_PAGES_LEAST ? share : WAURIE_PAGES_LEAST,
        .progress = options->progress};
    if (options->memory < 2 * tables.page_memory) {
        return kauri_fail(error, KAURI_RESOURCE,
                          "too little memory: a search above tables needs at least %uM",
                          2U * (unsigned)WAURIE_PAGES_LEAST >> 20);
    }
    uint64_t layers = options->memory - options->memory / SEARCH_SHARE - tables.page_memory;
    if (options->layer_memory != 0 && options->layer_memory < layers) {
        layers = options->layer_memory;
    }
    KAURI_PASS(waurie_tables_open(&tables, &search->tables, error));
    KAURI_PASS(waurie_tables_hold_window(search->tables, options->layers_most, options->seeds_most,
                                         layers, &search->window, error));
    *left -= tables.page_memory + waurie_tables_bytes(search->tables);
    return KAURI_OK;
}

enum kauri_status waurie_search_new(const struct waurie_search_options *options,
                                    struct waurie_search **search, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    uint64_t left = options->memory - sizeof **search;
    *search = NULL;
    if (options->memory < WAURIE_SEARCH_LEAST) {
        return kauri_fail(error, KAURI_RESOURCE, "too little memory: the search needs at least %uK",
                          (unsigned)WAURIE_SEARCH_LEAST / 1024);
    }
    struct waurie_search *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory");
    }
    made->options = *options;
    made->window = (struct waurie_window){.greatest = -1, .top = -1, .least = -1};
    if (options->depth == 0 || options->depth > WAURIE_SEARCH_DEPTH) {
        made->options.depth = WAURIE_SEARCH_DEPTH;
    }
    if (options->folder != NULL) {
        KAURI_TRY(open_tables(made, &left, error));
    }
    make_sowings(made);
    make_binomials(made);
    KAURI_TRY(remembered_new(left, &made->decided, error));
    *search = made;
    made = NULL;
cleanup:
    waurie_search_free(made);
    return status;
}

void waurie_search_free(struct waurie_search *search)
{
    if (search != NULL) {
        kauri_large_free(search->decided.entries, remembered_bytes(&search->decided));
        waurie_tables_close(search->tables);
        free(search);
    }
}

const struct waurie_window *waurie_search_window(const struct waurie_search *search)
{
    return &search->window;
}

enum kauri_status waurie_search_failure(const struct waurie_search *search,
                                        struct kauri_error *error)
{
    if (!atomic_load(&search->failed)) {
        return KAURI_OK;
    }
    *error = search->failure;
    return error->status;
}

uint64_t waurie_search_nodes(const struct waurie_search *search)
{
    return search->nodes;
}
