// Prints results and moves of one position.
//
//     print_moves FOLDER POSITION
#include <kauri/kauri.h>

#include <stdio.h>

static void print(const struct kauri_probe_result *result)
{
    char text[KAURI_POSITION_TEXT_BYTES];
    printf("%s\n", kauri_position_format(&result->position, text));
    printf("standard rules: %s, tie-breaker rules: %s", kauri_result_name(result->standard),
           kauri_result_name(result->tiebreaker));
    if (result->score_known) {
        printf(", final score %d:%d", result->score[KAURI_SOUTH], result->score[KAURI_NORTH]);
    }
    printf("\n");
    for (unsigned i = 0; i < result->move_count; i++) {
        const struct kauri_probe_move *move = &result->moves[i];
        const int r = move->value.r;
        printf("%c %c net %+d, cowries %s, next capture after %u plies\n", move->best ? '*' : ' ',
               kauri_move_letter((enum kauri_side)result->position.side, move->hole),
               kauri_value_net(r), kauri_result_name((enum kauri_result)kauri_value_tiebreak(r)),
               (unsigned)move->value.dtc);
    }
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: print_moves FOLDER POSITION\n");
        return KAURI_USAGE;
    }
    const char *folder = argv[1];
    struct kauri_error error;
    struct kauri_tablebase *tables = NULL;
    struct kauri_position position;
    struct kauri_probe_result result;
    enum kauri_status status = kauri_tablebase_open(&folder, 1, NULL, &tables, &error);
    if (status == KAURI_OK) {
        status = kauri_position_parse(argv[2], &position, &error);
    }
    if (status == KAURI_OK) {
        status = kauri_probe_root(tables, &position, &result, &error);
    }
    if (status == KAURI_OK) {
        print(&result);
    } else {
        fprintf(stderr, "print_moves: %s: %s\n", kauri_status_name(status), error.message);
    }
    kauri_tablebase_close(tables);
    return (int)status;
}
