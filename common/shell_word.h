// Words for commands that a message suggests.
#ifndef KAURI_COMMON_SHELL_WORD_H
#define KAURI_COMMON_SHELL_WORD_H

#define KAURI_SHELL_WORD_BYTES 256

// The word as a shell reads it back: in single quotes where it holds anything but letters, digits
// and "/._-+=:,@%". Cut where it does not fit. Returns `quoted`. Thread-safe.
const char *kauri_shell_word(const char *word, char quoted[KAURI_SHELL_WORD_BYTES]);

#endif
