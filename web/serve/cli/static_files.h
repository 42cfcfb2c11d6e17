// The files of the explorer (web/explorer), which the program contains.
// packaging/cmake/EmbedFiles.cmake makes the constants when it is built.
#ifndef KAURI_WEB_SERVE_CLI_STATIC_FILES_H
#define KAURI_WEB_SERVE_CLI_STATIC_FILES_H

#include <stddef.h>

struct kauri_static_form {
    const char *etag; // etag made from the content, with its quotation marks
    const unsigned char *bytes;
    size_t size;
};

struct kauri_static_file {
    // Path of the file in addresses: "/" for index.html, "/kauri-board.js" for the script of other
    // pages (docs/guide/BOARD.md), and otherwise "/VERSION/NAME" with the same version for all.
    const char *path;
    const char *type; // media type
    struct kauri_static_form plain, gzip;
};

extern const struct kauri_static_file kauri_static_files[];
extern const size_t kauri_static_file_count;

#endif
