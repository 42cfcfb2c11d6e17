// The line on standard error with which a program says why it failed.
#ifndef KAURI_CLI_REPORT_ERROR_H
#define KAURI_CLI_REPORT_ERROR_H

#include "common/status.h"

// Prints "PROGRAM: <message>" on standard error and returns the status as an exit status.
int kauri_report_error(const struct kauri_error *error);

#endif
