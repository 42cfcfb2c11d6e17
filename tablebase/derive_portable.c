#include "tablebase/derive_kernel.h"

#define KERNEL_NAME kauri_derive_portable
#include "tablebase/derive_kernel_body.h"
