// A loop over a few neighbouring numbers that is to become vector instructions.
#ifndef KAURI_COMMON_LANES_H
#define KAURI_COMMON_LANES_H

// Stands before a loop whose number of rounds is a constant once its function is inlined, and whose
// arrays do not overlap. GCC would otherwise unroll it into instructions for single numbers before
// it looks for vectors, and it forgets `restrict` when it inlines. Clang is told the same.
#ifdef __clang__
#define KAURI_LANES _Pragma("clang loop vectorize(assume_safety) unroll(disable)")
#else
#define KAURI_LANES _Pragma("GCC ivdep") _Pragma("GCC unroll 1")
#endif

#endif
