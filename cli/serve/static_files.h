// The files of the explorer (web/explorer), which the program contains. The table is made by
// cmake/EmbedFiles.cmake when the program is built.
#ifndef KAURI_CLI_SERVE_STATIC_FILES_H
#define KAURI_CLI_SERVE_STATIC_FILES_H

#include <stddef.h>

struct kauri_static_form {
    const char *etag; // with its quotation marks, from the content
    const unsigned char *bytes;
    size_t size;
};

struct kauri_static_file {
    const char *path; // "/" for index.html, else "/VERSION/NAME" with one version for all
    const char *type; // media type
    struct kauri_static_form plain, gzip;
};

extern const struct kauri_static_file kauri_static_files[];
extern const size_t kauri_static_file_count;

#endif
