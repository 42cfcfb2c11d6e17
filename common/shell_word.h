// Quotes words of shell commands that a message suggests.
#ifndef KAURI_COMMON_SHELL_WORD_H
#define KAURI_COMMON_SHELL_WORD_H

#define KAURI_SHELL_WORD_BYTES 256

// Writes the word so that a POSIX shell reads it back: in single quotes unless it consists of
// letters, digits and "/._-+=:,@%" only. A word that does not fit is truncated. Returns `quoted`.
// Thread-safe.
const char *kauri_shell_word(const char *word, char quoted[KAURI_SHELL_WORD_BYTES]);

#endif
