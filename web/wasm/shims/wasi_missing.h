// Functions that code of the module refers to and the API never calls, because it writes no files:
// what wasi-libc lacks of POSIX, and what of zstd compresses. Each fails as it may fail anywhere.
// Every file of a build for WebAssembly includes this (packaging/cmake/ToolchainWasm.cmake).
//
// Implemented in web/wasm/missing.c.
#ifndef KAURI_WEB_WASM_SHIMS_WASI_MISSING_H
#define KAURI_WEB_WASM_SHIMS_WASI_MISSING_H

#define F_DUPFD_CLOEXEC 0 // fcntl() refuses it

int flock(int descriptor, int operation);
char *realpath(const char *path, char *resolved);

#endif
