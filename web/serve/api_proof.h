// Proofs in a folder of the server: what their files state, and the files; and proofs of searches.
// Implemented in api_proof.c and web/wasm/no_proofs.c. The latter is for pages without a server.
#ifndef KAURI_WEB_SERVE_API_PROOF_H
#define KAURI_WEB_SERVE_API_PROOF_H

#include "web/serve/api_call.h"

kauri_api_endpoint kauri_api_proof, kauri_api_proof_file, kauri_api_search_proof;

#endif
