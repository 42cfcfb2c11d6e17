// The default source of tables: folders of the file system, read with pread.
#ifndef KAURI_DB_FOLDER_SOURCE_H
#define KAURI_DB_FOLDER_SOURCE_H

#include "kauri/kauri.h"

// A source whose folders are paths in the file system. If the folder is "", a name is a path
// itself. Stateless and thread-safe.
struct kauri_source kauri_folder_source(void);

#endif
