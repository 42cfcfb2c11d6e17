#include "solver/kernels/kernel.h"

#include <stdlib.h>
#include <string.h>

enum { WORDS_IN_LINE = 8, LINES_PER_STEP = 64 };

bool kauri_kernel_possible(enum kauri_kernel_choice choice)
{
    switch (choice) {
    case KAURI_KERNEL_BMI2:
#if defined __x86_64__
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
#else
        return false;
#endif
    case KAURI_KERNEL_AVX512:
#if defined __x86_64__
        return kauri_kernel_possible(KAURI_KERNEL_BMI2) && __builtin_cpu_supports("avx512f") &&
               __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
               __builtin_cpu_supports("avx512vl");
#else
        return false;
#endif
    case KAURI_KERNEL_AUTO:
    case KAURI_KERNEL_PORTABLE:
        break;
    }
    return true;
}

const struct kauri_kernel *kauri_kernel_get(enum kauri_kernel_choice choice)
{
#if defined __x86_64__
    // The first two Zen generations execute PEXT in microcode, bit by bit; the portable loop is no
    // slower there.
    const bool slow = __builtin_cpu_is("znver1") || __builtin_cpu_is("znver2");
    if ((choice == KAURI_KERNEL_AUTO || choice == KAURI_KERNEL_AVX512) &&
        kauri_kernel_possible(KAURI_KERNEL_AVX512)) {
        return &kauri_kernel_avx512;
    }
    if (((choice == KAURI_KERNEL_AUTO && !slow) || choice >= KAURI_KERNEL_BMI2) &&
        kauri_kernel_possible(KAURI_KERNEL_BMI2)) {
        return &kauri_kernel_bmi2;
    }
#else
    (void)choice;
#endif
    return &kauri_kernel_portable;
}

enum kauri_status kauri_work_new(const struct kauri_geometry *geometry, struct kauri_work **work,
                                 uint64_t *bytes, struct kauri_error *error)
{
    const size_t words = (size_t)geometry->word_total + (size_t)LINES_PER_STEP * WORDS_IN_LINE;
    const size_t lines = words / WORDS_IN_LINE + 2 * (size_t)LINES_PER_STEP;
    const size_t list = kauri_list_bytes((uint32_t)words, (uint32_t)words);
    const size_t record = words * KAURI_RECORD_WORD_BYTES + KAURI_RECORD_SLACK;
    struct kauri_work *made = calloc(1, sizeof *made);
    *work = NULL;
    if (made == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for a worker");
    }
    made->geometry = geometry;
    made->frontier = calloc(words, sizeof *made->frontier);
    made->lines = calloc(lines, 1);
    made->line_list = calloc(lines, sizeof *made->line_list);
    made->word_list = calloc(words, sizeof *made->word_list);
    made->list = calloc(list, 1); // zeroed, since checkpoints contain its padding
    made->record = malloc(record);
    if (made->frontier == NULL || made->lines == NULL || made->line_list == NULL ||
        made->word_list == NULL || made->list == NULL || made->record == NULL) {
        kauri_work_free(made);
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for a worker");
    }
    if (bytes != NULL) {
        *bytes = sizeof *made + words * (8 + 2) + lines * 3 + list + record;
    }
    *work = made;
    return KAURI_OK;
}

void kauri_work_free(struct kauri_work *work)
{
    if (work == NULL) {
        return;
    }
    free(work->frontier);
    free(work->lines);
    free(work->line_list);
    free(work->word_list);
    free(work->list);
    free(work->record);
    free(work);
}
