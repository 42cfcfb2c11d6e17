// The description of the API in the format OpenAPI 3.1: cli/serve/openapi.json, which
// cmake/EmbedText.cmake makes a constant of.
#ifndef KAURI_CLI_SERVE_OPENAPI_H
#define KAURI_CLI_SERVE_OPENAPI_H

extern const char kauri_openapi[];

#endif
