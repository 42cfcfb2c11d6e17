// Counts the lower blocks that all ranks of a team would decode if each decoded those to which its
// own captures lead: the table of docs/results/LABBOOK.md, "Ranks".
//
//   cmake --build --preset release --target count_lower_blocks
//   build/release/studies/count_lower_blocks SEEDS RANKS
//
// SEEDS is a layer of the full board, 1 to 8. Blocks are shared in pairs, a block and the one with
// the rows exchanged, in three ways: in turn, as the solver does (solver/cluster/share.h); in
// ranges of stored blocks; and greedily: a rank takes one pair after the other, each time the one
// that adds the fewest lower blocks. Prints a line of Markdown for each. Layer 7 takes half a
// minute.
#include "common/loop.h"
#include "indexer/stored_blocks.h"
#include "solver/block.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LAYERS = 9, MOVES = KAURI_HOLES_MAX * KAURI_COWRIES_MAX * KAURI_OCCUPANCY_CLASSES };

// The blocks of several layers, numbered together: block b of layer n has the number first[n] + b.
struct lower_count {
    unsigned seeds;
    unsigned ranks;
    struct kauri_layer layers[LAYERS];
    struct kauri_stored_blocks stored[LAYERS];
    uint32_t first[LAYERS + 1];
    struct numbers *captures; // by number: blocks to which captures of the block lead
    struct numbers *quiet;    // by number: blocks to which quiet moves and passes lead
    uint32_t *owners;         // owner of each block of layer `seeds`
    uint32_t *exchanged;      // for each block of layer `seeds`: the block with its rows exchanged
};

struct numbers {
    uint32_t *of;
    uint32_t count;
};

static void *allocate(size_t count, size_t size)
{
    void *memory = calloc(count + 1, size);
    if (memory == NULL) {
        (void)fprintf(stderr, "count_lower_blocks: out of memory\n");
        exit(6);
    }
    return memory;
}

static int compare(const void *a, const void *b)
{
    const uint32_t left = *(const uint32_t *)a;
    const uint32_t right = *(const uint32_t *)b;
    return (left > right) - (left < right);
}

// A sorted copy without repetitions; sorts `of`.
static struct numbers set_of(uint32_t *of, uint32_t count)
{
    struct numbers set = {.of = allocate(count, sizeof *of)};
    qsort(of, count, sizeof *of, compare);
    for (uint32_t i = 0; i < count; i++) {
        if (i == 0 || of[i] != of[i - 1]) {
            set.of[set.count++] = of[i];
        }
    }
    return set;
}

static unsigned layer_of(const struct lower_count *counting, uint32_t number)
{
    unsigned n = 0;
    while (counting->first[n + 1] <= number) {
        n++;
    }
    return n;
}

static void find_moves(void *context, unsigned worker, uint64_t number)
{
    (void)worker;
    const struct lower_count *counting = context;
    const unsigned n = layer_of(counting, (uint32_t)number);
    const struct kauri_layer *layer = &counting->layers[n];
    const uint64_t block = number - counting->first[n];
    uint32_t captures[MOVES];
    uint32_t quiet[MOVES + 1];
    uint32_t capture_count = 0;
    uint32_t quiet_count = 0;
    uint8_t seeds[KAURI_BOARD_HOLES_MAX] = {0};
    kauri_row_unrank(block, KAURI_BOARD_HOLES_MAX, n, seeds);
    quiet[quiet_count++] = counting->first[n] + (uint32_t)kauri_block_exchanged(layer, block);
    for (unsigned move = 0; move < MOVES; move++) {
        const unsigned occupied = move % KAURI_OCCUPANCY_CLASSES;
        const unsigned k = move / KAURI_OCCUPANCY_CLASSES % KAURI_COWRIES_MAX + 1;
        const unsigned h = move / KAURI_OCCUPANCY_CLASSES / KAURI_COWRIES_MAX;
        const struct kauri_outcome outcome = kauri_block_outcome(layer, seeds, h, k, occupied);
        const uint32_t to = counting->first[outcome.seeds_left] + (uint32_t)outcome.block;
        if (outcome.seeds_left < n) {
            captures[capture_count++] = to;
        } else {
            quiet[quiet_count++] = to;
        }
    }
    counting->captures[number] = set_of(captures, capture_count);
    counting->quiet[number] = set_of(quiet, quiet_count);
}

// Marks a block, and those from which it is derived unless it is stored.
static void mark(const struct lower_count *counting, uint8_t *marked, uint32_t number)
{
    const unsigned n = layer_of(counting, number);
    if (marked[number]) {
        return;
    }
    marked[number] = 1;
    if (!kauri_block_stored(&counting->stored[n], number - counting->first[n])) {
        for (uint32_t i = 0; i < counting->quiet[number].count; i++) {
            mark(counting, marked, counting->quiet[number].of[i]);
        }
        for (uint32_t i = 0; i < counting->captures[number].count; i++) {
            mark(counting, marked, counting->captures[number].of[i]);
        }
    }
}

static void print_shared(const struct lower_count *counting, const char *how)
{
    const uint32_t lower = counting->first[counting->seeds];
    const uint32_t end = counting->first[counting->seeds + 1];
    uint64_t targets = 0;
    uint64_t decoded = 0;
    uint64_t read = 0;
    uint64_t stored = 0;
    for (unsigned n = 0; n < counting->seeds; n++) {
        stored += counting->stored[n].count;
    }
    for (unsigned rank = 0; rank < counting->ranks; rank++) {
        uint8_t *reached = allocate(lower, 1);
        uint8_t *marked = allocate(lower, 1);
        for (uint32_t number = lower; number < end; number++) {
            const struct numbers *captures = &counting->captures[number];
            for (uint32_t i = 0; counting->owners[number - lower] == rank && i < captures->count;
                 i++) {
                reached[captures->of[i]] = 1;
                mark(counting, marked, captures->of[i]);
            }
        }
        for (uint32_t number = 0; number < lower; number++) {
            const unsigned n = layer_of(counting, number);
            targets += reached[number];
            decoded += marked[number];
            read += marked[number] &&
                    kauri_block_stored(&counting->stored[n], number - counting->first[n]);
        }
        free(reached);
        free(marked);
    }
    (void)printf("| %s | %.1f times | %.1f times | %.1f times |\n", how, (double)targets / lower,
                 (double)decoded / lower, (double)read / (double)stored);
    (void)fflush(stdout);
}

// The first stored block of a pair, among the stored blocks of the layer.
static uint64_t turn_of(const struct lower_count *counting, uint64_t block)
{
    const struct kauri_stored_blocks *stored = &counting->stored[counting->seeds];
    const uint64_t other = counting->exchanged[block];
    const bool first =
        kauri_block_stored(stored, block) && (block < other || !kauri_block_stored(stored, other));
    return kauri_stored_rank(stored, first ? block : other);
}

// Shares the blocks greedily.
static void share_greedily(struct lower_count *counting)
{
    const struct kauri_layer *layer = &counting->layers[counting->seeds];
    const uint32_t lower = counting->first[counting->seeds];
    uint64_t left = layer->block_count;
    for (uint64_t block = 0; block < layer->block_count; block++) {
        counting->owners[block] = UINT32_MAX;
    }
    for (unsigned rank = 0; rank < counting->ranks; rank++) {
        uint8_t *reached = allocate(lower, 1);
        const uint64_t wanted = left / (counting->ranks - rank);
        for (uint64_t taken = 0; taken < wanted;) {
            uint64_t best = UINT64_MAX;
            uint32_t least = UINT32_MAX;
            for (uint64_t block = 0; block < layer->block_count && least > 0; block++) {
                const uint64_t other = counting->exchanged[block];
                const struct numbers *sets[] = {&counting->captures[lower + block],
                                                &counting->captures[lower + other]};
                uint32_t more = 0;
                if (counting->owners[block] != UINT32_MAX || other < block) {
                    continue;
                }
                for (unsigned set = 0; set < 2; set++) { // what both sets add counts twice
                    for (uint32_t i = 0; i < sets[set]->count && more < least; i++) {
                        more += !reached[sets[set]->of[i]];
                    }
                }
                if (more < least) {
                    least = more;
                    best = block;
                }
            }
            if (best == UINT64_MAX) {
                break;
            }
            const uint64_t pair[] = {best, counting->exchanged[best]};
            for (unsigned half = 0; half < 2; half++) {
                const struct numbers *captures = &counting->captures[lower + pair[half]];
                taken += counting->owners[pair[half]] == UINT32_MAX;
                counting->owners[pair[half]] = rank;
                for (uint32_t i = 0; i < captures->count; i++) {
                    reached[captures->of[i]] = 1;
                }
            }
            left -= pair[0] == pair[1] ? 1 : 2;
        }
        free(reached);
    }
}

int main(int argc, char **argv)
{
    struct lower_count counting = {
        .seeds = argc == 3 ? (unsigned)strtoul(argv[1], NULL, 10) : 0,
        .ranks = argc == 3 ? (unsigned)strtoul(argv[2], NULL, 10) : 0,
    };
    const struct kauri_shape shape = {KAURI_HOLES_MAX, KAURI_COWRIES_MAX};
    if (counting.seeds < 1 || counting.seeds >= LAYERS || counting.ranks < 1) {
        (void)fprintf(stderr, "usage: count_lower_blocks SEEDS RANKS, with 1 to 8 seeds\n");
        return 2;
    }
    for (unsigned n = 0; n <= counting.seeds; n++) {
        if (kauri_layer_init(&counting.layers[n], shape, n, NULL) != KAURI_OK ||
            kauri_stored_blocks_init(&counting.stored[n], &counting.layers[n], NULL) != KAURI_OK) {
            (void)fprintf(stderr, "count_lower_blocks: out of memory\n");
            return 6;
        }
        counting.first[n + 1] = counting.first[n] + (uint32_t)counting.layers[n].block_count;
    }
    const uint32_t total = counting.first[counting.seeds + 1];
    const uint64_t blocks = counting.layers[counting.seeds].block_count;
    counting.captures = allocate(total, sizeof *counting.captures);
    counting.quiet = allocate(total, sizeof *counting.quiet);
    counting.owners = allocate(blocks, sizeof *counting.owners);
    counting.exchanged = allocate(blocks, sizeof *counting.exchanged);
    for (uint64_t block = 0; block < blocks; block++) {
        counting.exchanged[block] =
            (uint32_t)kauri_block_exchanged(&counting.layers[counting.seeds], block);
    }
    kauri_loop_for(1, total, 1, find_moves, &counting);
    (void)printf("| blocks are shared | blocks to which captures lead, decoded | with those from "
                 "which they are derived | stored blocks, read |\n|---|---|---|---|\n");
    for (uint64_t block = 0; block < blocks; block++) {
        counting.owners[block] = (uint32_t)(turn_of(&counting, block) % counting.ranks);
    }
    print_shared(&counting, "in turn, as now");
    for (uint64_t block = 0; block < blocks; block++) {
        counting.owners[block] = (uint32_t)(turn_of(&counting, block) * counting.ranks /
                                            counting.stored[counting.seeds].count);
    }
    print_shared(&counting, "in ranges");
    share_greedily(&counting);
    print_shared(&counting, "greedily");
    return 0;
}
