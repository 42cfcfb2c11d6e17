// The version of the library.
#include "kauri/kauri.h"

uint32_t kauri_version_number(void)
{
    return KAURI_VERSION_NUMBER;
}

const char *kauri_version(void)
{
    return KAURI_VERSION;
}
