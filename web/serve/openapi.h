// The description of the API in the format OpenAPI 3.1: web/serve/openapi.json, as a constant that
// packaging/cmake/EmbedText.cmake makes.
#ifndef KAURI_WEB_SERVE_OPENAPI_H
#define KAURI_WEB_SERVE_OPENAPI_H

extern const char kauri_openapi[];

#endif
