# Builds libkauri and its tests for Windows on x86-64 with mingw-w64 (the preset windows), from the
# packages of Debian 12 and what `scripts/install-deps windows` compiles of their sources. wine runs
# the tests.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_C_COMPILER x86_64-w64-mingw32-gcc-posix) # -posix: with threads of POSIX
set(CMAKE_RC_COMPILER x86_64-w64-mingw32-windres)
# Without a locale of UTF-8, wine knows no files whose names are not ASCII.
set(CMAKE_CROSSCOMPILING_EMULATOR env LC_ALL=C.UTF-8 WINEDEBUG=-all wine)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)

get_filename_component(tree ${CMAKE_CURRENT_LIST_DIR}/../.. ABSOLUTE)
set(KAURI_WINDOWS_PACKAGES ${tree}/build/windows-packages CACHE PATH "zstd, xxHash and cmocka for Windows")
if(NOT EXISTS ${KAURI_WINDOWS_PACKAGES}/lib/pkgconfig/cmocka.pc)
  message(FATAL_ERROR "The compiler or libraries for Windows are missing. To get them:
    scripts/install-deps windows")
endif()
set(CMAKE_FIND_ROOT_PATH ${KAURI_WINDOWS_PACKAGES})
set(ENV{PKG_CONFIG_LIBDIR} ${KAURI_WINDOWS_PACKAGES}/lib/pkgconfig)

# Each file includes what common/platform_windows.c implements of POSIX; headers that Windows lacks
# are empty. Unaligned moves, because the stack is aligned to 16 bytes only, which vectors of AVX2
# do not expect (GCC bug 54412). Statically, so that a program needs kauri.dll and no other.
file(WRITE ${KAURI_WINDOWS_PACKAGES}/posix/sys/mman.h "")
file(WRITE ${KAURI_WINDOWS_PACKAGES}/posix/sys/resource.h "")
set(CMAKE_C_FLAGS_INIT "-isystem \"${KAURI_WINDOWS_PACKAGES}/posix\" -include \"${tree}/common/platform_windows.h\" -Wa,-muse-unaligned-vector-move")
set(CMAKE_EXE_LINKER_FLAGS_INIT -static)
set(CMAKE_SHARED_LINKER_FLAGS_INIT -static)
