// A line of standard error that says how far the work is, and is overwritten by the next one.
#ifndef KAURI_CLI_STATUS_LINE_H
#define KAURI_CLI_STATUS_LINE_H

#include <stdbool.h>

// Nothing is printed if standard error is no terminal. The caller owns the struct;
// kauri_status_line_begin fills it.
struct kauri_status_line {
    bool terminal;
    bool shown;      // there is text on the line
    double interval; // seconds between two prints
    double printed;  // kauri_clock_seconds
};

// The first line is due after one interval.
void kauri_status_line_begin(struct kauri_status_line *line, double interval);

// Whether a line is to be printed now.
bool kauri_status_line_is_due(const struct kauri_status_line *line);

// Prints a line without newline, due or not. It loses its end if it is wider than the terminal,
// since it would go on in the next line and could not be overwritten.
void kauri_status_line_show(struct kauri_status_line *line, const char *text);

// Clears the line, so that other text can be printed.
void kauri_status_line_clear(struct kauri_status_line *line);

#endif
