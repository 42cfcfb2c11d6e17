#include "indexer/layer.h"

#include "common/checked.h"

#include <string.h>

enum kauri_status kauri_layer_init(struct kauri_layer *layer, struct kauri_shape shape,
                                   unsigned seeds, struct kauri_error *error)
{
    if (shape.holes < 1 || shape.holes > KAURI_HOLES_MAX) {
        return kauri_fail(error, KAURI_USAGE, "%u holes in a row: only 1 to %d can be handled",
                          shape.holes, KAURI_HOLES_MAX);
    }
    if (shape.cowries > KAURI_COWRIES_MAX) {
        return kauri_fail(error, KAURI_USAGE, "%u cowries: only 0 to %d can be handled",
                          shape.cowries, KAURI_COWRIES_MAX);
    }
    if (seeds > KAURI_SEEDS_MAX) {
        return kauri_fail(error, KAURI_USAGE, "%u seeds: only 0 to %d can be handled", seeds,
                          KAURI_SEEDS_MAX);
    }
    memset(layer, 0, sizeof *layer);
    layer->shape = shape;
    layer->seeds = (uint8_t)seeds;
    layer->block_count = kauri_compositions(seeds, 2U * shape.holes);
    for (unsigned t = 0; t <= shape.cowries; t++) {
        layer->row_count[t] = (uint32_t)kauri_compositions(t, shape.holes);
    }
    // The sums of row products count ways to put the cowries on the board. With 12 cowries and 12
    // holes there are C(12 + 12 - 1, 12 - 1) = C(23, 11) = 1,352,078, so they fit into 32 bits.
    for (unsigned t = 0; t <= shape.cowries; t++) {
        layer->half_start[t + 1] =
            layer->half_start[t] + layer->row_count[t] * layer->row_count[shape.cowries - t];
    }
    layer->cowrie_count = layer->half_start[shape.cowries + 1];
    if (!kauri_checked_multiply(layer->block_count, layer->cowrie_count, &layer->positions)) {
        return kauri_fail(error, KAURI_USAGE,
                          "%u seeds: the positions cannot be counted in 64 bits", seeds);
    }
    return KAURI_OK;
}

enum kauri_status kauri_layer_out_of_memory(const struct kauri_layer *layer, const char *purpose,
                                            struct kauri_error *error)
{
    return kauri_fail(error, KAURI_RESOURCE, "out of memory for %s layer %u", purpose,
                      layer->seeds);
}

// Copies the rows with the mover's first. Inlined with a constant number of holes, each copy takes
// a few instructions.
static inline void copy_turned(const uint8_t *from, unsigned own, unsigned holes, uint8_t *to)
{
    memcpy(to, from + own, holes);
    memcpy(to + holes, from + (holes - own), holes);
}

struct kauri_view kauri_view_of(const struct kauri_position *position)
{
    struct kauri_view view = {{0}, {0}};
    const unsigned holes = position->holes;
    const unsigned own = kauri_own_hole(position, 0);
    if (holes == KAURI_HOLES_MAX) {
        copy_turned(position->seeds, own, KAURI_HOLES_MAX, view.seeds);
        copy_turned(position->cowries, own, KAURI_HOLES_MAX, view.cowries);
    } else {
        copy_turned(position->seeds, own, holes, view.seeds);
        copy_turned(position->cowries, own, holes, view.cowries);
    }
    return view;
}

struct kauri_position kauri_view_position(const struct kauri_view *view, unsigned holes)
{
    struct kauri_position position = {.holes = (uint8_t)holes, .side = KAURI_SOUTH};
    memcpy(position.seeds, view->seeds, sizeof position.seeds);
    memcpy(position.cowries, view->cowries, sizeof position.cowries);
    return position;
}

// The number of configurations that begin like this one but hold fewer counters in the current
// hole: with k holes after it and `rest` counters left, those with v < count counters in it are sum
// over v of C(rest - v + k - 1, k - 1) = C(rest + k, k) - C(rest - count + k, k).
static uint64_t before(unsigned rest, unsigned behind, unsigned count)
{
    return kauri_binomial(rest + behind, behind) - kauri_binomial(rest - count + behind, behind);
}

// The rank of a distribution of counters is the sum of before() over the holes. With rest_j
// counters in hole j and after it, and k_j holes after it, neighbouring terms combine by Pascal's
// rule, C(rest_j + k_j + 1, k_j + 1) - C(rest_j + k_j, k_j) = C(rest_j + k_j, k_j + 1), which
// leaves one coefficient per hole:
//
//   rank = C(things + k_0, k_0) - 1 - sum over j >= 1 of C(rest_j + k_j, k_j + 1)
//
// Example: 1,0,0,1 has rank 6 among the 10 ways to put two counters into four holes, after 0,0,0,2
// 0,0,1,1 0,0,2,0 0,1,0,1 0,1,1,0 and 0,2,0,0. One counter is left behind each of the first three
// holes, so rank = C(5, 3) - 1 - C(3, 3) - C(2, 2) - C(1, 1) = 9 - 1 - 1 - 1.
struct ranking {
    uint64_t rank;
    unsigned rest; // counters in the holes that have not been taken yet
};

static inline struct ranking rank_begin(unsigned things, unsigned holes)
{
    return (struct ranking){kauri_compositions(things, holes) - 1, things};
}

// Takes the holes from the one with `first` holes after it to the one with `last` holes after it,
// which is at least 1: the last hole of all needs no term.
static inline void rank_take(struct ranking *ranking, const uint8_t *counts, unsigned first,
                             unsigned last)
{
    for (unsigned after = first; after >= last; after--) {
        ranking->rest -= *counts++;
        ranking->rank -= kauri_binomial(ranking->rest + after - 1, after);
    }
}

static inline uint64_t row_rank(const uint8_t *counts, unsigned holes, unsigned things)
{
    struct ranking ranking = rank_begin(things, holes);
    rank_take(&ranking, counts, holes - 1, 1);
    return ranking.rank;
}

uint64_t kauri_row_rank(const uint8_t *counts, unsigned holes, unsigned things)
{
    return row_rank(counts, holes, things);
}

void kauri_row_unrank(uint64_t rank, unsigned holes, unsigned things, uint8_t *counts)
{
    unsigned rest = things;
    for (unsigned hole = 0; hole + 1 < holes; hole++) {
        const unsigned behind = holes - 1 - hole;
        unsigned count = 0;
        while (count < rest && before(rest, behind, count + 1) <= rank) {
            count++;
        }
        rank -= before(rest, behind, count);
        counts[hole] = (uint8_t)count;
        rest -= count;
    }
    counts[holes - 1] = (uint8_t)rest;
}

static inline unsigned sum(const uint8_t *counts, unsigned holes)
{
    unsigned total = 0;
    for (unsigned hole = 0; hole < holes; hole++) {
        total += counts[hole];
    }
    return total;
}

// The rows of the board as the mover sees them: `own` is the mover's.
struct seen_rows {
    const uint8_t *own, *other;
};

static inline uint32_t cowrie_rank(const struct kauri_layer *layer, unsigned holes,
                                   struct seen_rows cowries)
{
    const unsigned own = sum(cowries.own, holes);
    const unsigned other = layer->shape.cowries - own;
    return layer->half_start[own] +
           (uint32_t)row_rank(cowries.own, holes, own) * layer->row_count[other] +
           (uint32_t)row_rank(cowries.other, holes, other);
}

// The two parts of the index (indexer/layer.h has an example).
static inline struct kauri_block_place place_of(const struct kauri_layer *layer, unsigned holes,
                                                struct seen_rows seeds, struct seen_rows cowries)
{
    struct ranking block = rank_begin(layer->seeds, 2 * holes);
    rank_take(&block, seeds.own, 2 * holes - 1, holes);
    rank_take(&block, seeds.other, holes - 1, 1);
    return (struct kauri_block_place){block.rank, cowrie_rank(layer, holes, cowries)};
}

uint32_t kauri_cowrie_rank(const struct kauri_layer *layer, const uint8_t *cowries)
{
    const unsigned holes = layer->shape.holes;
    return cowrie_rank(layer, holes, (struct seen_rows){cowries, cowries + holes});
}

void kauri_cowrie_unrank(const struct kauri_layer *layer, uint32_t rank, uint8_t *cowries)
{
    const unsigned holes = layer->shape.holes;
    unsigned own = 0;
    while (rank >= layer->half_start[own + 1]) {
        own++;
    }
    const unsigned other = layer->shape.cowries - own;
    rank -= layer->half_start[own];
    kauri_row_unrank(rank / layer->row_count[other], holes, own, cowries);
    kauri_row_unrank(rank % layer->row_count[other], holes, other, cowries + holes);
}

uint64_t kauri_block_exchanged(const struct kauri_layer *layer, uint64_t block)
{
    const unsigned holes = layer->shape.holes;
    uint8_t seeds[KAURI_BOARD_HOLES_MAX] = {0};
    uint8_t exchanged[KAURI_BOARD_HOLES_MAX] = {0};
    kauri_row_unrank(block, 2 * holes, layer->seeds, seeds);
    memcpy(exchanged, seeds + holes, holes);
    memcpy(exchanged + holes, seeds, holes);
    return kauri_row_rank(exchanged, 2 * holes, layer->seeds);
}

// The full board has a version of its own: a constant number of holes lets the compiler unroll the
// loops.
static inline struct kauri_block_place place_in(const struct kauri_layer *layer,
                                                struct seen_rows seeds, struct seen_rows cowries)
{
    const unsigned holes = layer->shape.holes;
    return holes == KAURI_HOLES_MAX ? place_of(layer, KAURI_HOLES_MAX, seeds, cowries)
                                    : place_of(layer, holes, seeds, cowries);
}

struct kauri_block_place kauri_block_place(const struct kauri_layer *layer,
                                           const struct kauri_position *position)
{
    const unsigned holes = layer->shape.holes;
    const unsigned own = position->side == KAURI_SOUTH ? 0 : holes;
    const unsigned other = holes - own;
    return place_in(layer, (struct seen_rows){position->seeds + own, position->seeds + other},
                    (struct seen_rows){position->cowries + own, position->cowries + other});
}

uint64_t kauri_index(const struct kauri_layer *layer, const struct kauri_view *view)
{
    const unsigned holes = layer->shape.holes;
    const struct kauri_block_place place =
        place_in(layer, (struct seen_rows){view->seeds, view->seeds + holes},
                 (struct seen_rows){view->cowries, view->cowries + holes});
    return place.block * layer->cowrie_count + place.cowrie_rank;
}

void kauri_unindex(const struct kauri_layer *layer, uint64_t index, struct kauri_view *view)
{
    memset(view, 0, sizeof *view);
    kauri_row_unrank(index / layer->cowrie_count, 2U * layer->shape.holes, layer->seeds,
                     view->seeds);
    kauri_cowrie_unrank(layer, (uint32_t)(index % layer->cowrie_count), view->cowries);
}

// tests/indexer/test_index.c checks every entry by Pascal's rule.
const uint64_t kauri_binomials[KAURI_BINOMIAL_N_MAX + 1][KAURI_BINOMIAL_K_MAX + 1] = {
    // clang-format off
    {1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
    {1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
    {1, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
    {1, 3, 3, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0},
    {1, 4, 6, 4, 1, 0, 0, 0, 0, 0, 0, 0, 0},
    {1, 5, 10, 10, 5, 1, 0, 0, 0, 0, 0, 0, 0},
    {1, 6, 15, 20, 15, 6, 1, 0, 0, 0, 0, 0, 0},
    {1, 7, 21, 35, 35, 21, 7, 1, 0, 0, 0, 0, 0},
    {1, 8, 28, 56, 70, 56, 28, 8, 1, 0, 0, 0, 0},
    {1, 9, 36, 84, 126, 126, 84, 36, 9, 1, 0, 0, 0},
    {1, 10, 45, 120, 210, 252, 210, 120, 45, 10, 1, 0, 0},
    {1, 11, 55, 165, 330, 462, 462, 330, 165, 55, 11, 1, 0},
    {1, 12, 66, 220, 495, 792, 924, 792, 495, 220, 66, 12, 1},
    {1, 13, 78, 286, 715, 1287, 1716, 1716, 1287, 715, 286, 78, 13},
    {1, 14, 91, 364, 1001, 2002, 3003, 3432, 3003, 2002, 1001, 364, 91},
    {1, 15, 105, 455, 1365, 3003, 5005, 6435, 6435, 5005, 3003, 1365, 455},
    {1, 16, 120, 560, 1820, 4368, 8008, 11440, 12870, 11440, 8008, 4368, 1820},
    {1, 17, 136, 680, 2380, 6188, 12376, 19448, 24310, 24310, 19448, 12376, 6188},
    {1, 18, 153, 816, 3060, 8568, 18564, 31824, 43758, 48620, 43758, 31824, 18564},
    {1, 19, 171, 969, 3876, 11628, 27132, 50388, 75582, 92378, 92378, 75582, 50388},
    {1, 20, 190, 1140, 4845, 15504, 38760, 77520, 125970, 167960, 184756, 167960, 125970},
    {1, 21, 210, 1330, 5985, 20349, 54264, 116280, 203490, 293930, 352716, 352716, 293930},
    {1, 22, 231, 1540, 7315, 26334, 74613, 170544, 319770, 497420, 646646, 705432, 646646},
    {1, 23, 253, 1771, 8855, 33649, 100947, 245157, 490314, 817190, 1144066, 1352078, 1352078},
    {1, 24, 276, 2024, 10626, 42504, 134596, 346104, 735471, 1307504, 1961256, 2496144, 2704156},
    {1, 25, 300, 2300, 12650, 53130, 177100, 480700, 1081575, 2042975, 3268760, 4457400, 5200300},
    {1, 26, 325, 2600, 14950, 65780, 230230, 657800, 1562275, 3124550, 5311735, 7726160, 9657700},
    {1, 27, 351, 2925, 17550, 80730, 296010, 888030, 2220075, 4686825, 8436285, 13037895, 17383860},
    {1, 28, 378, 3276, 20475, 98280, 376740, 1184040, 3108105, 6906900, 13123110, 21474180, 30421755},
    {1, 29, 406, 3654, 23751, 118755, 475020, 1560780, 4292145, 10015005, 20030010, 34597290, 51895935},
    {1, 30, 435, 4060, 27405, 142506, 593775, 2035800, 5852925, 14307150, 30045015, 54627300, 86493225},
    {1, 31, 465, 4495, 31465, 169911, 736281, 2629575, 7888725, 20160075, 44352165, 84672315, 141120525},
    {1, 32, 496, 4960, 35960, 201376, 906192, 3365856, 10518300, 28048800, 64512240, 129024480, 225792840},
    {1, 33, 528, 5456, 40920, 237336, 1107568, 4272048, 13884156, 38567100, 92561040, 193536720, 354817320},
    {1, 34, 561, 5984, 46376, 278256, 1344904, 5379616, 18156204, 52451256, 131128140, 286097760, 548354040},
    {1, 35, 595, 6545, 52360, 324632, 1623160, 6724520, 23535820, 70607460, 183579396, 417225900, 834451800},
    {1, 36, 630, 7140, 58905, 376992, 1947792, 8347680, 30260340, 94143280, 254186856, 600805296, 1251677700},
    {1, 37, 666, 7770, 66045, 435897, 2324784, 10295472, 38608020, 124403620, 348330136, 854992152, 1852482996},
    {1, 38, 703, 8436, 73815, 501942, 2760681, 12620256, 48903492, 163011640, 472733756, 1203322288, 2707475148},
    {1, 39, 741, 9139, 82251, 575757, 3262623, 15380937, 61523748, 211915132, 635745396, 1676056044, 3910797436},
    {1, 40, 780, 9880, 91390, 658008, 3838380, 18643560, 76904685, 273438880, 847660528, 2311801440, 5586853480},
    {1, 41, 820, 10660, 101270, 749398, 4496388, 22481940, 95548245, 350343565, 1121099408, 3159461968, 7898654920},
    {1, 42, 861, 11480, 111930, 850668, 5245786, 26978328, 118030185, 445891810, 1471442973, 4280561376, 11058116888},
    {1, 43, 903, 12341, 123410, 962598, 6096454, 32224114, 145008513, 563921995, 1917334783, 5752004349, 15338678264},
    {1, 44, 946, 13244, 135751, 1086008, 7059052, 38320568, 177232627, 708930508, 2481256778, 7669339132, 21090682613},
    {1, 45, 990, 14190, 148995, 1221759, 8145060, 45379620, 215553195, 886163135, 3190187286, 10150595910, 28760021745},
    {1, 46, 1035, 15180, 163185, 1370754, 9366819, 53524680, 260932815, 1101716330, 4076350421, 13340783196, 38910617655},
    {1, 47, 1081, 16215, 178365, 1533939, 10737573, 62891499, 314457495, 1362649145, 5178066751, 17417133617, 52251400851},
    {1, 48, 1128, 17296, 194580, 1712304, 12271512, 73629072, 377348994, 1677106640, 6540715896, 22595200368, 69668534468},
    {1, 49, 1176, 18424, 211876, 1906884, 13983816, 85900584, 450978066, 2054455634, 8217822536, 29135916264, 92263734836},
    {1, 50, 1225, 19600, 230300, 2118760, 15890700, 99884400, 536878650, 2505433700, 10272278170, 37353738800, 121399651100},
    {1, 51, 1275, 20825, 249900, 2349060, 18009460, 115775100, 636763050, 3042312350, 12777711870, 47626016970, 158753389900},
    {1, 52, 1326, 22100, 270725, 2598960, 20358520, 133784560, 752538150, 3679075400, 15820024220, 60403728840, 206379406870},
    {1, 53, 1378, 23426, 292825, 2869685, 22957480, 154143080, 886322710, 4431613550, 19499099620, 76223753060, 266783135710},
    {1, 54, 1431, 24804, 316251, 3162510, 25827165, 177100560, 1040465790, 5317936260, 23930713170, 95722852680, 343006888770},
    {1, 55, 1485, 26235, 341055, 3478761, 28989675, 202927725, 1217566350, 6358402050, 29248649430, 119653565850, 438729741450},
    {1, 56, 1540, 27720, 367290, 3819816, 32468436, 231917400, 1420494075, 7575968400, 35607051480, 148902215280, 558383307300},
    {1, 57, 1596, 29260, 395010, 4187106, 36288252, 264385836, 1652411475, 8996462475, 43183019880, 184509266760, 707285522580},
    {1, 58, 1653, 30856, 424270, 4582116, 40475358, 300674088, 1916797311, 10648873950, 52179482355, 227692286640, 891794789340},
    {1, 59, 1711, 32509, 455126, 5006386, 45057474, 341149446, 2217471399, 12565671261, 62828356305, 279871768995, 1119487075980},
    {1, 60, 1770, 34220, 487635, 5461512, 50063860, 386206920, 2558620845, 14783142660, 75394027566, 342700125300, 1399358844975},
    {1, 61, 1830, 35990, 521855, 5949147, 55525372, 436270780, 2944827765, 17341763505, 90177170226, 418094152866, 1742058970275},
    {1, 62, 1891, 37820, 557845, 6471002, 61474519, 491796152, 3381098545, 20286591270, 107518933731, 508271323092, 2160153123141},
    {1, 63, 1953, 39711, 595665, 7028847, 67945521, 553270671, 3872894697, 23667689815, 127805525001, 615790256823, 2668424446233},
    {1, 64, 2016, 41664, 635376, 7624512, 74974368, 621216192, 4426165368, 27540584512, 151473214816, 743595781824, 3284214703056},
    {1, 65, 2080, 43680, 677040, 8259888, 82598880, 696190560, 5047381560, 31966749880, 179013799328, 895068996640, 4027810484880},
    {1, 66, 2145, 45760, 720720, 8936928, 90858768, 778789440, 5743572120, 37014131440, 210980549208, 1074082795968, 4922879481520},
    {1, 67, 2211, 47905, 766480, 9657648, 99795696, 869648208, 6522361560, 42757703560, 247994680648, 1285063345176, 5996962277488},
    {1, 68, 2278, 50116, 814385, 10424128, 109453344, 969443904, 7392009768, 49280065120, 290752384208, 1533058025824, 7282025622664},
    {1, 69, 2346, 52394, 864501, 11238513, 119877472, 1078897248, 8361453672, 56672074888, 340032449328, 1823810410032, 8815083648488},
    {1, 70, 2415, 54740, 916895, 12103014, 131115985, 1198774720, 9440350920, 65033528560, 396704524216, 2163842859360, 10638894058520},
    {1, 71, 2485, 57155, 971635, 13019909, 143218999, 1329890705, 10639125640, 74473879480, 461738052776, 2560547383576, 12802736917880},
    {1, 72, 2556, 59640, 1028790, 13991544, 156238908, 1473109704, 11969016345, 85113005120, 536211932256, 3022285436352, 15363284301456},
    // clang-format on
};

struct kauri_position kauri_layer_position(const struct kauri_layer *layer, uint64_t index)
{
    struct kauri_view view;
    kauri_unindex(layer, index, &view);
    return kauri_view_position(&view, layer->shape.holes);
}
