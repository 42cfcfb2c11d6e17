// The frontier file: a frontier as text, suitable for version control (docs/reference/CAMPAIGN.md).
//
// It has no checksum, so that two files can be merged and lines edited. It is not trusted: efforts
// and numbers of positions only guide the search, and bounds are compared with their proofs.
#ifndef KAURI_QUERIES_CAMPAIGN_CAMPAIGN_FILE_H
#define KAURI_QUERIES_CAMPAIGN_CAMPAIGN_FILE_H

#include "common/status.h"
#include "common/string_buffer.h"
#include "queries/campaign/campaign_frontier.h"

#include <stdint.h>

// Adds the frontier to a string: the head, the roots, the questions and the other bounds, each in
// the order in which they came up. The frontier must have a root.
void kauri_campaign_write(const struct kauri_campaign_frontier *frontier, struct kauri_string *out);

// Reads such a text into an empty frontier. `name` is that of the file, for messages, which say the
// line. KAURI_BAD_INPUT: a line is wrong. KAURI_WRONG: it contradicts another one, or is about
// another board or other rules. KAURI_RESOURCE.
enum kauri_status kauri_campaign_parse(const char *text, const char *name,
                                       struct kauri_campaign_frontier *frontier,
                                       struct kauri_error *error);

#endif
