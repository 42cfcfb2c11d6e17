# One interface target carries warnings, sanitizers and the processor choice to every target.
add_library(kauri_options INTERFACE)

target_compile_options(kauri_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wstrict-prototypes
  -Wmissing-prototypes -Wold-style-definition -Wpointer-arith -Wcast-qual -Wundef -Wvla
  -Wformat=2 -Wwrite-strings)
# Enumerators are the integer constants of C; clang 19 would warn where one meets a double. Other
# compilers, which name an option -Wno-... that they do not know beside their errors, do not get it.
include(CheckCCompilerFlag)
check_c_compiler_flag(-Wenum-float-conversion KAURI_HAS_ENUM_FLOAT_CONVERSION)
if(KAURI_HAS_ENUM_FLOAT_CONVERSION)
  target_compile_options(kauri_options INTERFACE -Wno-enum-float-conversion)
endif()
if(CMAKE_SIZEOF_VOID_P LESS 8)
  # Vectors are emulated where the processor has none, and no other compiler's code takes them.
  target_compile_options(kauri_options INTERFACE -Wno-psabi)
endif()
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
  # Checked loops are not all made of vectors, of which clang warns at a pragma (common/lanes.h).
  target_compile_options(kauri_options INTERFACE $<$<C_COMPILER_ID:Clang,AppleClang>:-Wno-pass-failed>)
endif()
# The version goes into the program and its tables.
target_compile_definitions(kauri_options INTERFACE KAURI_VERSION="${PROJECT_VERSION}")

# POSIX.1-2008 for files and threads; _DEFAULT_SOURCE for madvise and getrusage fields.
target_compile_definitions(kauri_options INTERFACE _POSIX_C_SOURCE=200809L _DEFAULT_SOURCE)
# Offsets in files have 64 bits. Linux on 64 bits has no others, and glibc would answer this word with
# fcntl64, which it has since 2.28 only; wheels are to run with 2.17.
if(NOT CMAKE_SYSTEM_NAME STREQUAL Linux OR CMAKE_SIZEOF_VOID_P LESS 8)
  target_compile_definitions(kauri_options INTERFACE _FILE_OFFSET_BITS=64)
endif()
if(APPLE)
  # Shows what these hide there; and advice that macOS does not know is refused, which is no loss.
  target_compile_definitions(kauri_options INTERFACE _DARWIN_C_SOURCE MADV_HUGEPAGE=-1 MADV_NOHUGEPAGE=-1)
elseif(WIN32)
  # Only users of an installed kauri.dll import its functions by name (include/kauri/kauri.h).
  target_compile_definitions(kauri_options INTERFACE KAURI_STATIC)
  # In isfinite() of mingw-w64; and its gcc checks formats by what Windows' own printf knows.
  target_compile_options(kauri_options INTERFACE -Wno-float-conversion -Wno-format)
endif()

# The compiler calls libatomic for atomic operations that the processor does not have, such as those
# on bytes (riscv64).
include(CheckCSourceCompiles)
check_c_source_compiles("
  #include <stdatomic.h>
  #include <stdbool.h>
  #include <stdint.h>
  static atomic_bool flag;
  static _Atomic uint64_t word;
  int main(void) { return atomic_exchange(&flag, true) && atomic_fetch_add(&word, 1) != 0; }
" KAURI_ATOMICS_WITHOUT_LIBRARY)
set(KAURI_ATOMIC_LIBRARY "")
if(NOT KAURI_ATOMICS_WITHOUT_LIBRARY)
  set(KAURI_ATOMIC_LIBRARY atomic)
endif()
target_link_libraries(kauri_options INTERFACE ${KAURI_ATOMIC_LIBRARY})
