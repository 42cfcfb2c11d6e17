#include "games/records/words.h"

#include <stddef.h>
#include <string.h>

static const struct {
    uint32_t roles;
    const char *words; // each with a space before and after it
} vocabulary[] = {
    {KAURI_ROLE_WINS, " won wins win winner winning victory "
                      " gewinnt gewann gewonnen sieg siegt siegte sieger "
                      " ganha ganhou vence venceu vit?ria gana gan? victoria "},
    {KAURI_ROLE_BEATS, " beat beats defeated defeats besiegt besiegte schl?gt schlug "},
    {KAURI_ROLE_LOSES, " lost loses verliert verlor verloren perdeu perde "},
    {KAURI_ROLE_RESIGNS, " resigned resigns gibt gab abandona abandonou "},
    {KAURI_ROLE_DRAWS, " draw drawn tie tied remis unentschieden empate tablas "},
    {KAURI_ROLE_AGAINST | KAURI_ROLE_VERSUS, " vs versus gegen contra "},
    {KAURI_ROLE_AGAINST, " against "},
    {KAURI_ROLE_SOUTH, " south s white wei? s?d sued sul sur "},
    {KAURI_ROLE_NORTH, " north n black schwarz nord norte "},
    {KAURI_ROLE_NEUTRAL | KAURI_ROLE_BY, " by von por "},
    {KAURI_ROLE_NEUTRAL,
     " with the a an for in it so and has is was ended ends game result final after end this when "
     "last standard rules "
     " mit f?r und hat ist war das die der am ende auf endet endete partie spiel ergebnis "
     " endergebnis endstand resultat com de o e resultado "},
    {KAURI_ROLE_SCORES,
     " had captured points point seed score breaker break tiebreak tiebreaker play "
     " punkte punkten samen pontos puntos placar "},
    {KAURI_ROLE_SCORES | KAURI_ROLE_TO, " to zu "},
    {KAURI_ROLE_SCORES | KAURI_ROLE_SEEDS, " seeds "},
    {KAURI_ROLE_TURNS, " move moves turn turns zug z?ge z?gen zieht lance lances jugada "},
    {KAURI_ROLE_PASS, " pass passes passed skip passe passt passen gepasst aussetzen ausgesetzt "
                      " setzt passa passo passou pasa paso pas? "},
    {KAURI_ROLE_START, " position stellung anfangsstellung startstellung posi??o posicao posici?n "
                       " fen start setup "},
    {KAURI_ROLE_END, " final end endstellung schlussstellung "},
    {KAURI_ROLE_SEEDS, " seed samen "},
    {KAURI_ROLE_COWRIES, " cowrie cowries cowry kauri kauris "},
    {KAURI_ROLE_EACH, " each per every jedem jeder "},
    {KAURI_ROLE_NOTE, " note "},
};

// Returns true if the list has the word.
static int has_word(const char *list, const char *word, size_t length)
{
    const char *at = strstr(list, word);
    while (at != NULL && !(at[-1] == ' ' && at[length] == ' ')) {
        at = strstr(at + 1, word);
    }
    return at != NULL;
}

uint32_t kauri_word_roles(const char *word)
{
    const size_t length = strlen(word);
    uint32_t roles = 0;
    for (size_t i = 0; length > 0 && i < sizeof vocabulary / sizeof vocabulary[0]; i++) {
        roles |= has_word(vocabulary[i].words, word, length) ? vocabulary[i].roles : 0;
    }
    return roles;
}
