#include "solver/kernel_variants.h"

#define KERNEL_NAME  kauri_kernel_portable
#define KERNEL_TITLE "portable"
#include "solver/kernel_body.h"
