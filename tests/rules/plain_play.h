// A move as docs/guide/RULES.md states it (R3 to R6), apart from rules/board.c: for tests of what
// is made from that file.
#ifndef KAURI_TESTS_RULES_PLAIN_PLAY_H
#define KAURI_TESTS_RULES_PLAIN_PLAY_H

#include "kauri/kauri.h"

// The place of counter number `count`, from 1, of a sowing from a hole of the mover (R1, R3), or
// with 0 the place that the first one follows; the mover's first hole is place 0.
unsigned plain_place(unsigned holes, unsigned hole, unsigned count);

// Plays a legal move, or KAURI_MOVE_PASS, as kauri_play does.
struct kauri_capture plain_play(struct kauri_position *position, int hole);

#endif
