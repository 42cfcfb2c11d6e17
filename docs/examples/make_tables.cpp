// Makes and checks the tables of a board, in C++17: make_tables FOLDER HOLES SEEDS
//
// The layer that is being solved goes to the error output. Ctrl-C ends the program between two
// steps; started again, it goes on where it was.
#include <kauri/kauri.hpp>

#include <csignal>
#include <cstdio>
#include <cstdlib>

static volatile std::sig_atomic_t asked_to_stop = 0;

int main(int argc, char **argv)
{
    if (argc != 4) {
        std::fprintf(stderr, "usage: make_tables FOLDER HOLES SEEDS\n");
        return KAURI_USAGE;
    }
    const char *folder = argv[1];
    const auto holes = static_cast<unsigned>(std::atoi(argv[2]));
    const auto last = static_cast<unsigned>(std::atoi(argv[3]));
    std::signal(SIGINT, [](int) { asked_to_stop = 1; });
    auto options = kauri::sized<kauri_solve_tables_options>();
    options.progress = [](void *, unsigned seeds, double share) {
        std::fprintf(stderr, "\rlayer %u: %3.0f %%", seeds, 100 * share);
    };
    options.stop = [](void *) { return asked_to_stop != 0; };
    try {
        kauri::call(kauri_solve_tables, folder, holes, 2 * holes, last, &options);
        std::fprintf(stderr, "\n");
        const auto tables =
            kauri::make<kauri::tablebase>(kauri_tablebase_open, &folder, std::size_t{1}, nullptr);
        for (unsigned seeds = 0; seeds <= last; seeds++) {
            std::uint64_t positions = 0;
            kauri::call(kauri_layer_check, tables.get(), seeds, nullptr, &positions);
            std::printf("layer %u: %llu positions, all right\n", seeds,
                        static_cast<unsigned long long>(positions));
        }
    } catch (const kauri::error &error) {
        std::fprintf(stderr, "make_tables: %s\n", error.what());
        return error.status();
    }
    return EXIT_SUCCESS;
}
