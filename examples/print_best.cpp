// Prints the best moves of one position, in C++17: print_best FOLDER POSITION
#include <kauri/kauri.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <stdexcept>

struct close_tables {
    void operator()(kauri_tablebase *tables) const
    {
        kauri_tablebase_close(tables);
    }
};
using tablebase = std::unique_ptr<kauri_tablebase, close_tables>;

// Errors become exceptions.
static void check(kauri_status status, const kauri_error &error)
{
    if (status != KAURI_OK) {
        throw std::runtime_error(error.message);
    }
}

static tablebase open_tables(const char *folder)
{
    kauri_error error;
    kauri_tablebase *tables = nullptr;
    check(kauri_tablebase_open(&folder, 1, nullptr, &tables, &error), error);
    return tablebase(tables);
}

static kauri_probe_result probe(const tablebase &tables, const char *text)
{
    kauri_error error;
    kauri_position position;
    kauri_probe_result result;
    check(kauri_position_parse(text, &position, &error), error);
    check(kauri_probe_root(tables.get(), &position, &result, &error), error);
    return result;
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        std::fprintf(stderr, "usage: print_best FOLDER POSITION\n");
        return KAURI_USAGE;
    }
    try {
        const tablebase tables = open_tables(argv[1]);
        const kauri_probe_result result = probe(tables, argv[2]);
        const auto side = static_cast<kauri_side>(result.position.side);
        for (unsigned i = 0; i < result.move_count && result.moves[i].best; i++) {
            std::printf("%c\n", kauri_move_letter(side, result.moves[i].hole));
        }
    } catch (const std::runtime_error &error) {
        std::fprintf(stderr, "print_best: %s\n", error.what());
        return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}
