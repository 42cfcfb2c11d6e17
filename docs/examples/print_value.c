// Prints the value of one position: print_value FOLDER POSITION
#include <kauri/kauri.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    struct kauri_error error = {KAURI_USAGE, "usage: print_value FOLDER POSITION"};
    struct kauri_tablebase *tables = NULL;
    struct kauri_position position;
    struct kauri_value value;
    const char *folder = argv[1];
    if (argc != 3 || kauri_tablebase_open(&folder, 1, NULL, &tables, &error) != KAURI_OK ||
        kauri_position_parse(argv[2], &position, &error) != KAURI_OK ||
        kauri_probe_value(tables, &position, &value, &error) != KAURI_OK) {
        fprintf(stderr, "%s\n", error.message);
        return (int)error.status;
    }
    printf("r = %d, next capture after %u plies\n", (int)value.r, (unsigned)value.dtc);
    kauri_tablebase_close(tables);
    return 0;
}
