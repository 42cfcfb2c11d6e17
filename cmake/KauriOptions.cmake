# One interface target carries warnings, sanitizers and the processor choice to every target.
add_library(kauri_options INTERFACE)

target_compile_options(kauri_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wstrict-prototypes
  -Wmissing-prototypes -Wold-style-definition -Wpointer-arith -Wcast-qual -Wundef -Wvla
  -Wformat=2 -Wwrite-strings)
if(KAURI_WERROR)
  target_compile_options(kauri_options INTERFACE -Werror)
endif()
if(KAURI_NATIVE)
  target_compile_options(kauri_options INTERFACE -march=native)
endif()
if(KAURI_SANITIZE)
  target_compile_options(kauri_options INTERFACE
    -fsanitize=${KAURI_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(kauri_options INTERFACE -fsanitize=${KAURI_SANITIZE})
endif()
# The version goes into the program and its tables.
target_compile_definitions(kauri_options INTERFACE KAURI_VERSION="${PROJECT_VERSION}")

# POSIX.1-2008 for files and threads; _DEFAULT_SOURCE for madvise and getrusage fields.
target_compile_definitions(kauri_options INTERFACE _POSIX_C_SOURCE=200809L _DEFAULT_SOURCE
  _FILE_OFFSET_BITS=64)
