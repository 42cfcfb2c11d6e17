// The description of the API in the format OpenAPI 3.1: serve/openapi.json, as a constant that
// cmake/EmbedText.cmake makes.
#ifndef KAURI_SERVE_OPENAPI_H
#define KAURI_SERVE_OPENAPI_H

extern const char kauri_openapi[];

#endif
