// Waurie once more, written from the rules in docs/guide/WAURIE.md alone: one ring of pits and
// stores, the same for both players, and a search that remembers nothing. It shares no code with
// waurie/.
#ifndef KAURI_TESTS_WAURIE_WAURIE_ORACLE_H
#define KAURI_TESTS_WAURIE_WAURIE_ORACLE_H

#include <stdbool.h>

// Stops of the ring: South's pits 0 to m-1, South's store m, North's pits m+1 to 2m, North's store
// 2m+1.
struct oracle_game {
    int pits; // m
    int ring[14];
    int side;     // 0 South, 1 North: the player to move
    bool at_turn; // the choices of rules W7, W5 and W3
    bool skip;
    bool both;
    int winner; // 0 or 1; -1 while the game goes on
};

// Sets the winner of a position that is over before a move.
void oracle_look(struct oracle_game *game);

// Plays pit 1 to m of the player to move; returns false if that is not allowed.
bool oracle_play(struct oracle_game *game, int pit);

// The winner, and the turns and sowings that the winner needs at least and the loser allows at
// most.
struct oracle_outcome {
    int winner;
    int turns;
    int sowings;
};
struct oracle_outcome oracle_solve(const struct oracle_game *game);

#endif
