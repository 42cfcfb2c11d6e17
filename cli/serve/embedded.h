// Files that the program contains. The constants are made when it is built: the files of the
// explorer (web/explorer) by cmake/EmbedFiles.cmake, the description of the API
// (cli/serve/openapi.json) by cmake/EmbedText.cmake.
#ifndef KAURI_CLI_SERVE_EMBEDDED_H
#define KAURI_CLI_SERVE_EMBEDDED_H

#include <stddef.h>

struct kauri_static_form {
    const char *etag; // with its quotation marks, from the content
    const unsigned char *bytes;
    size_t size;
};

struct kauri_static_file {
    // "/" for index.html, "/kauri-board.js" for the script of other pages (docs/BOARD.md), else
    // "/VERSION/NAME" with one version for all.
    const char *path;
    const char *type; // media type
    struct kauri_static_form plain, gzip;
};

extern const struct kauri_static_file kauri_static_files[];
extern const size_t kauri_static_file_count;

// In the format OpenAPI 3.1.
extern const char kauri_openapi[];

#endif
