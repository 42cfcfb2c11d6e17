// Prints the best moves of one position, in C++17: print_best FOLDER POSITION
//
// The tables in the folder answer if they cover the position; above them, a search does, which has
// a minute for it.
#include <kauri/kauri.hpp>

#include <cstddef>
#include <cstdio>
#include <cstdlib>

static void show(const kauri_position &position, int hole)
{
    std::printf("%c\n", kauri_move_letter(static_cast<kauri_side>(position.side), hole));
}

static void print_stored(kauri_tablebase *tables, const kauri_position &position)
{
    kauri_probe_result result;
    kauri::call(kauri_probe_root, tables, &position, &result);
    for (unsigned i = 0; i < result.move_count && result.moves[i].best; i++) {
        show(position, result.moves[i].hole);
    }
}

static void print_searched(kauri_tablebase *tables, const kauri_position &position)
{
    auto options = kauri::sized<kauri_search_options>();
    options.tables = tables;
    const auto search = kauri::make<kauri::search>(kauri_search_new, &options);
    auto request = kauri::sized<kauri_search_request>();
    request.goal = KAURI_GOAL_VALUE;
    request.seconds = 60;
    kauri::search_result result;
    kauri::call(kauri_search_run, search.get(), &position, &request, &result);
    for (unsigned i = 0; i < result.move_count && result.moves[i].best; i++) {
        show(position, result.moves[i].hole);
    }
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        std::fprintf(stderr, "usage: print_best FOLDER POSITION\n");
        return KAURI_USAGE;
    }
    try {
        kauri_position position;
        const char *folder = argv[1];
        kauri::call(kauri_position_parse, argv[2], &position);
        const auto tables =
            kauri::make<kauri::tablebase>(kauri_tablebase_open, &folder, std::size_t{1}, nullptr);
        if (kauri_tablebase_covers(tables.get(), &position, nullptr) == KAURI_OK) {
            print_stored(tables.get(), position);
        } else {
            print_searched(tables.get(), position);
        }
    } catch (const kauri::error &error) {
        std::fprintf(stderr, "print_best: %s\n", error.what());
        return error.status();
    }
    return EXIT_SUCCESS;
}
