#include "solver/kernels/kernel.h"

#define KERNEL_NAME  kauri_kernel_portable
#define KERNEL_TITLE "portable"
#include "solver/kernels/kernel_body.h"
