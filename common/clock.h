// Clocks, in seconds. Thread-safe.
#ifndef KAURI_COMMON_CLOCK_H
#define KAURI_COMMON_CLOCK_H

// Seconds on a monotonic clock with an arbitrary origin: only differences are meaningful.
double kauri_clock_seconds(void);

// Processor time that this process has used so far in all its threads, user and system; 0 if the
// system does not report it.
double kauri_clock_processor(void);
// Processor time of the calling thread alone.
double kauri_clock_thread(void);

#endif
