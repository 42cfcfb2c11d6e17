#include "cli/book/book_reuse.h"

#include "common/memory.h"
#include "queries/lookup/bounds.h"
#include "rules/notation.h"

#include <stdio.h>
#include <string.h>

bool kauri_book_reuse_is_book(const char *path)
{
    static const char first[] = "kauri-book ";
    char text[sizeof first] = "";
    FILE *file = fopen(path, "rb");
    const bool is = file != NULL && fread(text, sizeof first - 1, 1, file) == 1;
    if (file != NULL) {
        (void)fclose(file);
    }
    return is && strcmp(text, first) == 0;
}

static const struct kauri_valued_move *find_move(const struct kauri_valued_move *moves,
                                                 unsigned count, int hole)
{
    for (unsigned i = 0; i < count; i++) {
        if (moves[i].hole == hole) {
            return &moves[i];
        }
    }
    return NULL;
}

// Finds the replies that lead to other entries of the book.
static uint8_t links_of(const struct kauri_book *book, const struct kauri_book_entry *entry,
                        const struct kauri_valued_move *move)
{
    struct kauri_valued_move replies[KAURI_HOLES_MAX];
    const unsigned count = kauri_moves_list(&move->successor, replies);
    const int value = entry->value - 3 * ((int)move->captured.own - (int)move->captured.opponent);
    unsigned links = 0;
    for (unsigned i = 0; i < count; i++) {
        const struct kauri_valued_move *reply = &replies[i];
        const int needed = value + 3 * ((int)reply->captured.own - (int)reply->captured.opponent);
        const struct kauri_book_entry *next = kauri_book_find(book, &reply->successor);
        const bool quiet = !kauri_move_captures(move) && !kauri_move_captures(reply);
        if (needed > kauri_bounds_trivial(kauri_seeds(&reply->successor)).low && next != NULL &&
            next->value >= needed && (!quiet || next->plies + 2U <= entry->plies)) {
            links |= 1U << (reply->hole == KAURI_MOVE_PASS ? KAURI_HOLES_MAX : reply->hole);
        }
    }
    return (uint8_t)links;
}

enum kauri_status kauri_book_reuse(const char *path, uint32_t search,
                                   struct kauri_book_drafts *drafts, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_book *book = NULL;
    *drafts = (struct kauri_book_drafts){.count = 0};
    KAURI_PASS(kauri_book_open(path, &book, error));
    const struct kauri_book_info *info = kauri_book_info(book);
    const struct kauri_book_entry *entries = kauri_book_entries(book);
    if (info->search > search) {
        KAURI_TRY(kauri_fail(error, KAURI_USAGE,
                             "%s leaves replies to searches of %u positions: give --search %u",
                             path, info->search, info->search));
    }
    KAURI_TRY(KAURI_FIT(drafts->draft, info->count, drafts->capacity, error, "the book"));
    for (size_t i = 0; i < info->count; i++) {
        const struct kauri_position position = kauri_book_position(&entries[i], info->holes);
        struct kauri_valued_move moves[KAURI_HOLES_MAX];
        const struct kauri_valued_move *move =
            find_move(moves, kauri_moves_list(&position, moves), entries[i].hole);
        if (move == NULL) {
            KAURI_TRY(kauri_fail(error, KAURI_WRONG, "%s: %s: the move cannot be played", path,
                                 KAURI_POSITION_TEXT(&position)));
        }
        drafts->draft[drafts->count++] =
            (struct kauri_book_draft){.entry = entries[i],
                                      .base = entries[i].plies,
                                      .links = links_of(book, &entries[i], move)};
    }
cleanup:
    kauri_book_close(book);
    return status;
}
