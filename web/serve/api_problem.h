// The endpoint about problems.
#ifndef KAURI_WEB_SERVE_API_PROBLEM_H
#define KAURI_WEB_SERVE_API_PROBLEM_H

#include "web/serve/api_call.h"

// Whether a single move gets the result of a position, and the problem that it then is.
kauri_api_endpoint kauri_api_problem;

#endif
