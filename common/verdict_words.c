#include "common/verdict_words.h"

#include <stddef.h>
#include <string.h>

static const struct {
    const char *word;
    enum kauri_verdict_meaning meaning;
} words[] = {
    // English
    {"won", KAURI_VERDICT_WINS},
    {"wins", KAURI_VERDICT_WINS},
    {"win", KAURI_VERDICT_WINS},
    {"winner", KAURI_VERDICT_WINS},
    {"victory", KAURI_VERDICT_WINS},
    {"beat", KAURI_VERDICT_BEATS},
    {"beats", KAURI_VERDICT_BEATS},
    {"defeated", KAURI_VERDICT_BEATS},
    {"defeats", KAURI_VERDICT_BEATS},
    {"lost", KAURI_VERDICT_LOSES},
    {"loses", KAURI_VERDICT_LOSES},
    {"resigned", KAURI_VERDICT_RESIGNS},
    {"resigns", KAURI_VERDICT_RESIGNS},
    {"draw", KAURI_VERDICT_DRAWS},
    {"drawn", KAURI_VERDICT_DRAWS},
    {"tie", KAURI_VERDICT_DRAWS},
    {"tied", KAURI_VERDICT_DRAWS},
    {"against", KAURI_VERDICT_AGAINST},
    {"south", KAURI_VERDICT_SOUTH},
    {"north", KAURI_VERDICT_NORTH},
    {"by", KAURI_VERDICT_NEUTRAL},
    {"with", KAURI_VERDICT_NEUTRAL},
    {"the", KAURI_VERDICT_NEUTRAL},
    {"a", KAURI_VERDICT_NEUTRAL},
    {"an", KAURI_VERDICT_NEUTRAL},
    {"for", KAURI_VERDICT_NEUTRAL},
    {"points", KAURI_VERDICT_SCORES},
    {"point", KAURI_VERDICT_SCORES},
    {"seeds", KAURI_VERDICT_SCORES},
    {"seed", KAURI_VERDICT_SCORES},
    {"to", KAURI_VERDICT_SCORES},
    {"game", KAURI_VERDICT_NEUTRAL},
    {"is", KAURI_VERDICT_NEUTRAL},
    {"result", KAURI_VERDICT_NEUTRAL},
    {"score", KAURI_VERDICT_SCORES},
    {"final", KAURI_VERDICT_NEUTRAL},
    {"after", KAURI_VERDICT_NEUTRAL},
    {"breaker", KAURI_VERDICT_SCORES},
    {"break", KAURI_VERDICT_SCORES},
    {"tiebreak", KAURI_VERDICT_SCORES},
    {"tiebreaker", KAURI_VERDICT_SCORES},
    {"play", KAURI_VERDICT_SCORES},
    {"had", KAURI_VERDICT_SCORES},
    {"end", KAURI_VERDICT_NEUTRAL},
    // German
    {"gewinnt", KAURI_VERDICT_WINS},
    {"gewann", KAURI_VERDICT_WINS},
    {"gewonnen", KAURI_VERDICT_WINS},
    {"sieg", KAURI_VERDICT_WINS},
    {"siegt", KAURI_VERDICT_WINS},
    {"siegte", KAURI_VERDICT_WINS},
    {"sieger", KAURI_VERDICT_WINS},
    {"besiegt", KAURI_VERDICT_BEATS},
    {"besiegte", KAURI_VERDICT_BEATS},
    {"schl?gt", KAURI_VERDICT_BEATS},
    {"schlug", KAURI_VERDICT_BEATS},
    {"verliert", KAURI_VERDICT_LOSES},
    {"verlor", KAURI_VERDICT_LOSES},
    {"gibt", KAURI_VERDICT_RESIGNS},
    {"gab", KAURI_VERDICT_RESIGNS},
    {"auf", KAURI_VERDICT_NEUTRAL},
    {"remis", KAURI_VERDICT_DRAWS},
    {"unentschieden", KAURI_VERDICT_DRAWS},
    {"gegen", KAURI_VERDICT_AGAINST},
    {"s?d", KAURI_VERDICT_SOUTH},
    {"sued", KAURI_VERDICT_SOUTH},
    {"nord", KAURI_VERDICT_NORTH},
    {"mit", KAURI_VERDICT_NEUTRAL},
    {"f?r", KAURI_VERDICT_NEUTRAL},
    {"zu", KAURI_VERDICT_SCORES},
    {"punkte", KAURI_VERDICT_SCORES},
    {"punkten", KAURI_VERDICT_SCORES},
    {"samen", KAURI_VERDICT_SCORES},
    {"partie", KAURI_VERDICT_NEUTRAL},
    {"ergebnis", KAURI_VERDICT_NEUTRAL},
    {"endstand", KAURI_VERDICT_NEUTRAL},
    {"resultat", KAURI_VERDICT_NEUTRAL},
    // Portuguese and Spanish
    {"ganha", KAURI_VERDICT_WINS},
    {"ganhou", KAURI_VERDICT_WINS},
    {"vence", KAURI_VERDICT_WINS},
    {"venceu", KAURI_VERDICT_WINS},
    {"vit?ria", KAURI_VERDICT_WINS},
    {"gana", KAURI_VERDICT_WINS},
    {"gan?", KAURI_VERDICT_WINS},
    {"victoria", KAURI_VERDICT_WINS},
    {"perdeu", KAURI_VERDICT_LOSES},
    {"perde", KAURI_VERDICT_LOSES},
    {"abandona", KAURI_VERDICT_RESIGNS},
    {"abandonou", KAURI_VERDICT_RESIGNS},
    {"empate", KAURI_VERDICT_DRAWS},
    {"tablas", KAURI_VERDICT_DRAWS},
    {"contra", KAURI_VERDICT_AGAINST},
    {"sul", KAURI_VERDICT_SOUTH},
    {"sur", KAURI_VERDICT_SOUTH},
    {"norte", KAURI_VERDICT_NORTH},
    {"por", KAURI_VERDICT_NEUTRAL},
    {"com", KAURI_VERDICT_NEUTRAL},
    {"pontos", KAURI_VERDICT_SCORES},
    {"puntos", KAURI_VERDICT_SCORES},
    {"resultado", KAURI_VERDICT_NEUTRAL},
    {"placar", KAURI_VERDICT_SCORES},
    {"de", KAURI_VERDICT_NEUTRAL},
    {"o", KAURI_VERDICT_NEUTRAL},
    {"e", KAURI_VERDICT_NEUTRAL},
};

enum kauri_verdict_meaning kauri_verdict_meaning_of(const char *word)
{
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strcmp(word, words[i].word) == 0) {
            return words[i].meaning;
        }
    }
    return KAURI_VERDICT_UNKNOWN;
}

bool kauri_is_verdict(enum kauri_verdict_meaning meaning)
{
    switch (meaning) {
    case KAURI_VERDICT_WINS:
    case KAURI_VERDICT_BEATS:
    case KAURI_VERDICT_LOSES:
    case KAURI_VERDICT_RESIGNS:
    case KAURI_VERDICT_DRAWS:
        return true;
    default:
        return false;
    }
}
