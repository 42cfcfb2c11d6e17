// A place of the solution of the game.
#ifndef KAURI_WEB_SERVE_API_SOLUTION_H
#define KAURI_WEB_SERVE_API_SOLUTION_H

#include "web/serve/api_call.h"

kauri_api_endpoint kauri_api_solution;

#endif
