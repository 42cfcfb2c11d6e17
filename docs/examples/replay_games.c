// Replays the games of a text and prints the exact value after each ply that the tables cover.
//
//     replay_games FOLDER FILE
#include <kauri/kauri.h>

#include <stdio.h>
#include <stdlib.h>

enum { TEXT_BYTES_MAX = 1 << 20 };

// The file as a string, to be freed; NULL when it cannot be read.
static char *read_text(const char *path)
{
    FILE *file = fopen(path, "rb");
    char *text = malloc(TEXT_BYTES_MAX);
    if (file != NULL && text != NULL) {
        const size_t size = fread(text, 1, TEXT_BYTES_MAX - 1, file);
        text[size] = '\0';
    }
    if (file != NULL) {
        fclose(file);
    } else {
        free(text);
        text = NULL;
    }
    return text;
}

static void print_game(struct kauri_tablebase *tables, const struct kauri_replayed_game *game)
{
    printf("%s - %s\n", kauri_replayed_player(game, KAURI_SOUTH),
           kauri_replayed_player(game, KAURI_NORTH));
    for (size_t i = 0; i < kauri_replayed_count(game); i++) {
        const struct kauri_replayed_ply *ply = kauri_replayed_ply_at(game, i);
        struct kauri_value value;
        if (ply->inserted) {
            printf("%u. %c is missing in the record\n", (unsigned)ply->number,
                   kauri_move_letter((enum kauri_side)ply->before.side, ply->hole));
        }
        // No message is wanted: above the tables, the answer is "not covered".
        if (kauri_probe_value(tables, &ply->after, &value, NULL) == KAURI_OK) {
            printf("%u. %c leaves the opponent net %+d\n", (unsigned)ply->number,
                   kauri_move_letter((enum kauri_side)ply->before.side, ply->hole),
                   kauri_value_net(value.r));
        }
    }
    const struct kauri_position *end = kauri_replayed_end(game);
    printf("%d:%d\n", end->score[KAURI_SOUTH], end->score[KAURI_NORTH]);
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: replay_games FOLDER FILE\n");
        return KAURI_USAGE;
    }
    const char *folder = argv[1];
    char *text = read_text(argv[2]);
    if (text == NULL) {
        fprintf(stderr, "replay_games: cannot read %s\n", argv[2]);
        return KAURI_RESOURCE;
    }
    struct kauri_error error;
    struct kauri_tablebase *tables = NULL;
    enum kauri_status status = kauri_tablebase_open(&folder, 1, NULL, &tables, &error);
    struct kauri_record_reader reader = kauri_record_reader_begin(text);
    while (status == KAURI_OK) {
        struct kauri_replayed_game *game = NULL;
        status = kauri_replay_next(&reader, &game, &error);
        if (game == NULL) {
            break; // the end of the text, or out of memory
        }
        print_game(tables, game);
        if (status == KAURI_BAD_INPUT) {
            fprintf(stderr, "replay_games: the game breaks off: %s\n", error.message);
            status = KAURI_OK;
        }
        kauri_replayed_free(game);
    }
    if (status != KAURI_OK) {
        fprintf(stderr, "replay_games: %s: %s\n", kauri_status_name(status), error.message);
    }
    kauri_tablebase_close(tables);
    free(text);
    return (int)status;
}
