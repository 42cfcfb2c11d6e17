#include "web/http/microhttpd_loaded.h"

#include "common/memory.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[] = {
#define NAME(name) "MHD_" #name,
    KAURI_MICROHTTPD_FUNCTIONS(NAME)
#undef NAME
};

enum { FUNCTIONS = sizeof names / sizeof names[0] };

enum kauri_status kauri_microhttpd_load(struct kauri_microhttpd **mhd, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    void *found[FUNCTIONS];
    *mhd = NULL;
    struct kauri_microhttpd *made = NULL;
    KAURI_PASS(KAURI_NEW(made, 1, error, "the server"));
    // The name that the linker would record, such as libmicrohttpd.so.12.
    made->library = dlopen(KAURI_MICROHTTPD_LIBRARY, RTLD_NOW | RTLD_LOCAL);
    if (made->library == NULL) {
        KAURI_TRY(kauri_fail(
            error, KAURI_RESOURCE,
            "the server needs libmicrohttpd, which cannot be loaded; install it (%s)", dlerror()));
    }
    for (unsigned i = 0; i < FUNCTIONS; i++) {
        found[i] = dlsym(made->library, names[i]);
        if (found[i] == NULL) {
            KAURI_TRY(
                kauri_fail(error, KAURI_RESOURCE, "libmicrohttpd lacks a function: %s", dlerror()));
        }
    }
    // ISO C has no conversion from an object's pointer to a function's; POSIX has dlsym() return
    // one that can be copied.
    unsigned next = 0;
#define COPY(name) memcpy(&made->name, &found[next++], sizeof made->name);
    KAURI_MICROHTTPD_FUNCTIONS(COPY)
#undef COPY
    *mhd = made;
    made = NULL;
cleanup:
    kauri_microhttpd_unload(made);
    return status;
}

void kauri_microhttpd_unload(struct kauri_microhttpd *mhd)
{
    if (mhd != NULL && mhd->library != NULL) {
        (void)dlclose(mhd->library);
    }
    free(mhd);
}
