// Finds the value of a position above the tables: search_position FOLDER POSITION
#include <kauri/analysis.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    struct kauri_error error = {KAURI_USAGE, "usage: search_position FOLDER POSITION"};
    struct kauri_search_options options = {.struct_bytes = sizeof options};
    const struct kauri_search_request request = {
        .struct_bytes = sizeof request, .goal = KAURI_GOAL_VALUE, .seconds = 60};
    struct kauri_search *search = NULL;
    struct kauri_search_result result;
    struct kauri_position position;
    const char *folder = argv[1];
    if (argc != 3 || kauri_tablebase_open(&folder, 1, NULL, &options.tables, &error) != KAURI_OK ||
        kauri_position_parse(argv[2], &position, &error) != KAURI_OK ||
        kauri_search_new(&options, &search, &error) != KAURI_OK ||
        kauri_search_run(search, &position, &request, &result, &error) != KAURI_OK) {
        fprintf(stderr, "%s\n", error.message);
        return (int)error.status;
    }
    printf("r is between %d and %d, the best move is %c\n", (int)result.r.low, (int)result.r.high,
           kauri_move_letter((enum kauri_side)position.side, result.moves[0].hole));
    kauri_search_result_clear(&result);
    kauri_search_free(search);
    kauri_tablebase_close(options.tables);
    return 0;
}
