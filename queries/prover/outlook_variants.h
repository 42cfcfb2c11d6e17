// The builds of the look ahead that queries/prover/outlook.c chooses from.
//
// Implemented in outlook_portable.c and outlook_avx2.c.
#ifndef KAURI_QUERIES_PROVER_OUTLOOK_VARIANTS_H
#define KAURI_QUERIES_PROVER_OUTLOOK_VARIANTS_H

#include "queries/prover/outlook.h"

kauri_outlook_look kauri_outlook_portable;
#if defined __x86_64__
kauri_outlook_look kauri_outlook_avx2;
#endif

#endif
