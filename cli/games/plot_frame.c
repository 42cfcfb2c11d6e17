#include "cli/games/plot_frame.h"

double kauri_plot_x(const struct kauri_plot_frame *frame, double plies)
{
    const size_t count = frame->view->game->count;
    return KAURI_PLOT_LEFT + 8 +
           plies * (KAURI_PLOT_RIGHT - KAURI_PLOT_LEFT - 16) / (double)(count > 0 ? count : 1);
}
