// A short form of the rules, and the position and move that explain them.
#ifndef KAURI_CLI_LOOKUP_RULES_TEXT_H
#define KAURI_CLI_LOOKUP_RULES_TEXT_H

// South's move f makes a capture of each kind.
#define KAURI_RULES_EXAMPLE "0,1+2,0+1,0,2,2+2/0+1,1,3,1+3,0,2+3 S 24:24"
enum { KAURI_RULES_EXAMPLE_HOLE = 5 };

// Paragraphs, each followed by an empty line: the rules, what stands above the board before the
// move, and what stands between it and the board after the move. Static storage.
const char *kauri_rules_text(void);
const char *kauri_rules_text_before(void);
const char *kauri_rules_text_after(void);

#endif
