// Tables, time and threads for checking the claims.
#ifndef KAURI_STUDIES_ARTICLE_CLAIMS_REQUEST_H
#define KAURI_STUDIES_ARTICLE_CLAIMS_REQUEST_H

#include "queries/analysis/evaluate.h"
#include "tablebase/tablebase.h"

struct kauri_claims_request {
    struct kauri_tablebase *tables; // of the article's board, with layer 0 at least; NULL: the
                                    // claims that need tables stay undecided
    struct kauri_effort *effort;    // for searches and for reading layers, never NULL
    unsigned threads;               // for reading whole tables, at least 1
};

#endif
