// Answers the questions of all ranks about the lower blocks that this rank decodes
// (solver/capture_supply.h). The questions are sorted by lower block, so that each block is decoded
// once and all questions about it are answered then.
#ifndef KAURI_SOLVER_CAPTURE_ANSWERING_H
#define KAURI_SOLVER_CAPTURE_ANSWERING_H

#include "common/loop.h"
#include "solver/capture_runs.h"
#include "solver/lower.h"
#include "solver/outbox.h"
#include "solver/share.h"

#include <stdint.h>

struct kauri_capture_answering;

// Makes the working memory of workers 0 .. threads - 1. The arguments must outlive it.
// KAURI_RESOURCE.
enum kauri_status kauri_capture_answering_new(const struct kauri_share *share,
                                              const struct kauri_capture_rows *rows,
                                              struct kauri_lower *lower, unsigned threads,
                                              struct kauri_capture_answering **answering,
                                              struct kauri_error *error);
// Accepts NULL.
void kauri_capture_answering_free(struct kauri_capture_answering *answering);

// Copies the questions in the messages, one message from each rank, and sorts them. To be called
// once. KAURI_RESOURCE, KAURI_CORRUPT for a message that no rank sends.
enum kauri_status kauri_capture_answering_take(struct kauri_capture_answering *answering,
                                               const struct kauri_message *received,
                                               struct kauri_error *error);

// Puts the answers about some more lower blocks into the outboxes, so few that the answers take
// little memory. KAURI_RESOURCE; KAURI_CORRUPT for a damaged table of a lower layer;
// KAURI_INTERRUPTED.
enum kauri_status kauri_capture_answering_run(struct kauri_capture_answering *answering,
                                              struct kauri_mail *mail, struct kauri_pace *pace,
                                              struct kauri_error *error);

// Lower blocks that no call has been about yet.
uint64_t kauri_capture_answering_left(const struct kauri_capture_answering *answering);
// Bytes of the memory of the workers.
uint64_t kauri_capture_answering_memory(const struct kauri_capture_answering *answering);

#endif
