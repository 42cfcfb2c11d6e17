// What the programs must know about OpenMP, which runs their loops (common/loop.h).
//
// If OpenMP cannot start the threads of a loop, it prints a line and calls exit(1). Only a function
// that exit() calls can then say in the program's own way what is missing.
#ifndef KAURI_COMMON_LOOP_OPENMP_H
#define KAURI_COMMON_LOOP_OPENMP_H

// The number of threads of the loop that the calling thread is beginning, or 0 at any other time.
unsigned kauri_loop_beginning(void);

// The number of threads that are there for the next loop of the calling thread, itself among them.
unsigned kauri_loop_kept(void);

#endif
