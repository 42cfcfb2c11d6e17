// Walks a proof of a lower bound, in C++17: walk_proof FILE PLIES
//
// The prover plays the moves of the proof, and the opponent always the last legal move. The game so
// far is printed as a record.
#include <kauri/kauri.hpp>

#include <cstdio>
#include <cstdlib>
#include <string>

int main(int argc, char **argv)
{
    if (argc != 3) {
        std::fprintf(stderr, "usage: walk_proof FILE PLIES\n");
        return KAURI_USAGE;
    }
    try {
        kauri_checked_proof root{};
        kauri_proof_reading *read = nullptr;
        kauri::call(kauri_proof_read_steps, argv[1], &read, &root);
        const kauri::proof_reading proof(read);
        std::printf("the player to move captures at least %d more than the opponent\n",
                    kauri_value_net(root.r.low));
        kauri_position position = root.position;
        std::string moves;
        bool prover_moves = true;
        for (int ply = std::atoi(argv[2]); ply > 0; ply--) {
            kauri_proof_statement said{};
            if (kauri_proof_find(proof.get(), &position, prover_moves, &said, nullptr) !=
                    KAURI_OK ||
                said.cited) {
                break; // tables, rules or another proof know the rest
            }
            int hole = said.hole;
            if (!prover_moves) {
                kauri_moves legal{};
                kauri::call(kauri_position_moves, &position, &legal);
                hole = legal.count > 0 ? legal.hole[legal.count - 1] : int{KAURI_MOVE_PASS};
            }
            moves += kauri_move_letter(static_cast<kauri_side>(position.side), hole);
            kauri::call(kauri_position_play, &position, hole, nullptr);
            prover_moves = !prover_moves;
        }
        auto heading = kauri::sized<kauri_record_heading>();
        heading.start = &root.position;
        char *text = nullptr;
        kauri::call(kauri_record_write, &heading, moves.c_str(), &text);
        std::fputs(kauri::record_text(text).get(), stdout);
    } catch (const kauri::error &error) {
        std::fprintf(stderr, "walk_proof: %s\n", error.what());
        return error.status();
    }
    return EXIT_SUCCESS;
}
