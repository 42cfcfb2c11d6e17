#include "db/tables/derive_kernel.h"

#define KERNEL_NAME kauri_derive_portable
#include "db/tables/derive_kernel_body.h"
