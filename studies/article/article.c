// The text is from the article "Kauri" in Mancala World (Wikimanqala), by Ralf Gering, and under
// its licence, Creative Commons Attribution-ShareAlike 2.5.
#include "studies/article/article.h"

#include <ctype.h>
#include <string.h>

// clang-format off
static const char article[] =
    "Example Games\n"
    "\n"
    "(1) Arty Sandler (Israel) - Ralf Gering (Germany) - April 21, 2008\n"
    "\n"
    "1. f D; 2. e F; 3. b (+1) D; 4. d E; 5. c C (+1); 6. a (+6) B (-1); 7. a B; 8. b D! "
    "(+25);\n"
    "9. d F (+5) - Gering won by 31 : 8 points.\n"
    "\n"
    "(2) Arty Sandler (Israel) - Ralf Gering (Germany) - April 29, 2008\n"
    "\n"
    "1. d B; 2. e F; 3. f B; 4. b D; 5. a (-1) A; 6. c (-1) B; 7. d (-1) A; 8. c C "
    "(+1;-1); 9. d D (-1); 10. c E (+9); 11. c A?; 12. e D (+9); 13. f B (-1); 14. b "
    "(+17) E; 15. d (+9) E; 16. b D; 17. c (+4) - Sandler won by 33 : 22 points.\n"
    "\n"
    "(3) Ralf Gering (Germany) - Gregory K. van Patten (USA) - November 5, 2008\n"
    "\n"
    "1. e E; 2. e F; 3. b C (+2); 4. e D; 5. c A (+2); 6. e B; 7. d-a-f (+34) - Gering "
    "won by 34 : 4 points.\n"
    "\n"
    "(4) \"Vitaly\" (Russia) - Ralf Gering (Germany) - January 3, 2011\n"
    "\n"
    "1. c D; 2. f E; 3. b (+1) D; 4. e (-1) F (-1); 5. d (-1) A (-1); 6. a (-1) C (-1); "
    "7. b A; 8. c (+4) E (+5); 9. a C; 10. b D (-1); 11. e A; 12. a D; 13. f F; 14. c "
    "(+3) C; 15. b D; 16. e C; 17. f (+6) E; 18. d (+1) B-B-A (+7); 19. d C; 20. c D "
    "(-1+3); 21. d A; 22. c B; 23. e (+6) E; 24. f (+1); 25. d E?; 26. b! C; 27. e E; "
    "28. f (+2) D; 29. d B; 30. c A; 31. e C; 32. d B; 33. f A; 34. e B; 35. f F! (A); "
    "36. f E! (+8); 37. a D; 38. b E; 39. d C; 40. f F!\n"
    "\n"
    "Endgame Position at Move 35 (South to move!)\n"
    "\n"
    "According to the old tie-breaker rules, Africa has more tempi and wins. The "
    "strongest continuation is: "
    "5,5,4,4,3,2,2,3,1,5,5,4,4,5,5,1,3,5,4,4,5,5,2,3,3,4,4,5,5,2,6,5. According to the "
    "new rules: draw!\n"
    "\n"
    "A: According to the new rules a draw could be achieved by playing "
    "E-D-E-A-B-C-W-D-E-F! However, according to the old rules (tie-breaker!) this would "
    "result in a loss!\n";
// clang-format on

const char *kauri_article_text(void)
{
    return article;
}

// The text after the words; NULL when it does not have them.
static const char *find(const char *text, const char *words)
{
    const char *at = strstr(text, words);
    return at == NULL ? NULL : at + strlen(words);
}

enum kauri_status kauri_article_read_numbers(const char *text,
                                             struct kauri_article_numbers *numbers,
                                             struct kauri_error *error)
{
    const char *at = find(text, "strongest continuation is: ");
    *numbers = (struct kauri_article_numbers){.count = 0};
    while (at != NULL && numbers->count < KAURI_ARTICLE_NUMBERS_MAX && *at >= '1' && *at <= '6' &&
           !isdigit((unsigned char)at[1])) {
        numbers->number[numbers->count++] = (uint8_t)(*at - '0');
        if (at[1] == '.') {
            return KAURI_OK;
        }
        at = at[1] == ',' ? at + 2 : NULL;
    }
    return kauri_fail(error, KAURI_BAD_INPUT,
                      "the text has no continuation of holes 1 to 6 that ends with a stop");
}

enum kauri_status kauri_article_read_line(const char *text, struct kauri_article_line *line,
                                          struct kauri_error *error)
{
    const char *at = find(text, "achieved by playing ");
    *line = (struct kauri_article_line){.count = 0};
    while (at != NULL && line->count < KAURI_ARTICLE_NUMBERS_MAX &&
           ((*at >= 'A' && *at <= 'F') || *at == KAURI_ARTICLE_WAITING)) {
        line->letter[line->count++] = *at;
        if (at[1] == '!') {
            return KAURI_OK;
        }
        at = at[1] == '-' ? at + 2 : NULL;
    }
    return kauri_fail(error, KAURI_BAD_INPUT,
                      "the text has no line of moves joined by hyphens that ends with \"!\"");
}
