#include "db/tables/derive_kernel.h"

#if defined __x86_64__
#define KERNEL_NAME kauri_derive_avx2
#include "db/tables/derive_kernel_body.h"
#endif
