# Builds for WebAssembly with the packages of Debian 12 (the preset wasm): clang-14, lld-14, wasi-libc,
# libclang-rt-14-dev-wasm32. No threads, so that pages need no special headers.
#
# zstd is compiled from its sources (KAURI_ZSTD_SOURCE, where `scripts/install-deps site` puts them),
# and xxHash is its header alone, so pkg-config describes neither as a library.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER clang-14)
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
set(CMAKE_AR llvm-ar-14)
set(CMAKE_RANLIB llvm-ranlib-14)
set(CMAKE_EXECUTABLE_SUFFIX .wasm)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_HAVE_LIBC_PTHREAD ON) # the inline functions of web/wasm/shims/pthread.h

get_filename_component(tree ${CMAKE_CURRENT_LIST_DIR}/../.. ABSOLUTE)
set(KAURI_ZSTD_SOURCE ${tree}/build/site-sources/libzstd CACHE PATH "Sources of zstd")
if(NOT EXISTS ${KAURI_ZSTD_SOURCE}/lib/zstd.h OR NOT EXISTS /usr/include/xxhash.h OR
   NOT EXISTS /usr/include/wasm32-wasi/stdio.h)
  message(FATAL_ERROR "The compiler, libraries or sources for WebAssembly are missing. To get them:
    scripts/install-deps site")
endif()
set(CMAKE_C_FLAGS_INIT "-isystem \"${tree}/web/wasm/shims\" -include wasi_missing.h -D_WASI_EMULATED_GETPID -msimd128 -ffunction-sections -fdata-sections")

get_property(trying GLOBAL PROPERTY IN_TRY_COMPILE)
if(trying)
  return()
endif()
# Not among the flags, with which clang would have wasm-opt work on what split-weights is to read.
add_compile_options(-Oz)
set(described ${CMAKE_BINARY_DIR}/pkgconfig)
file(COPY /usr/include/xxhash.h DESTINATION ${described})
file(WRITE ${described}/libxxhash.pc "Name: xxHash\nDescription: header only\nVersion: 0.8\nCflags: -I\"${described}\" -DXXH_INLINE_ALL\n")
file(WRITE ${described}/libzstd.pc "Name: zstd\nDescription: headers\nVersion: 1.5\nCflags: -I\"${KAURI_ZSTD_SOURCE}/lib\"\n")
set(ENV{PKG_CONFIG_LIBDIR} ${described})
