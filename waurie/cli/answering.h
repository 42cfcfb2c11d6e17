// Answers to positions: small ones are played to the end of the game, others looked up in tables.
#ifndef KAURI_WAURIE_CLI_ANSWERING_H
#define KAURI_WAURIE_CLI_ANSWERING_H

#include "waurie/waurie_position.h"

// Set the first three members; the others are 0 at first. Used by one thread at a time.
struct waurie_answering {
    struct waurie_rules rules;
    uint64_t memory;    // memory in bytes; a quarter is for pages of tables, if there is a folder
    const char *folder; // folder of tables; NULL: none
    struct waurie_decider *decider;
    struct waurie_tables *tables; // tables of the last position's board; NULL: none
};

// KAURI_RESOURCE if the memory is too little; KAURI_MISSING if there is no such folder. The caller
// ends the answering, also on failure.
enum kauri_status waurie_answering_begin(struct waurie_answering *answering,
                                         struct kauri_error *error);
void waurie_answering_end(struct waurie_answering *answering);

// Answers a position, with the best moves first. With tables, positions of more than 10 seeds are
// looked up, without distances. KAURI_RESOURCE if there are no tables and the memory cannot hold
// all positions with as many seeds; the errors of waurie_tables_look_up.
enum kauri_status waurie_answering_find(struct waurie_answering *answering,
                                        const struct waurie_position *position,
                                        struct waurie_answer *answer, struct kauri_error *error);

#endif
