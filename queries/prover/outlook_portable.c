#define OUTLOOK_NAME kauri_outlook_portable
#include "queries/prover/outlook_variants.h"

#include "queries/prover/outlook_body.h"
