// Checks of the article's figures: how many options a player has, how long a game takes, and the
// results that are printed after the games.
//
// The games from which the article's averages were counted are not published. So an average is
// never confirmed or refuted here, only found consistent with other games: the article's own, and
// the engine's against itself.
#ifndef KAURI_GAMES_CLAIMS_FIGURES_H
#define KAURI_GAMES_CLAIMS_FIGURES_H

#include "games/claims/claims.h"

// Functions for struct kauri_claim. They check the average number of options, the most common
// number of options, the greatest number of options, the number of plies until a game is decided,
// the complexity of the game tree, and the printed results.
enum kauri_status kauri_check_branching(struct kauri_check *check, struct kauri_error *error);
enum kauri_status kauri_check_common_options(struct kauri_check *check, struct kauri_error *error);
enum kauri_status kauri_check_most_options(struct kauri_check *check, struct kauri_error *error);
enum kauri_status kauri_check_plies(struct kauri_check *check, struct kauri_error *error);
enum kauri_status kauri_check_complexity(struct kauri_check *check, struct kauri_error *error);
enum kauri_status kauri_check_printed_results(struct kauri_check *check, struct kauri_error *error);

#endif
