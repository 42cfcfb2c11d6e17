# Builds for 32 bits on an x86-64 machine with Debian or Ubuntu (the preset 32-bit).
if(NOT EXISTS /usr/lib/i386-linux-gnu/pkgconfig/libzstd.pc)
  message(FATAL_ERROR "The compiler and libraries for 32 bits are missing. To install them:
    dpkg --add-architecture i386 && apt-get update
    apt-get install gcc-multilib libzstd-dev:i386 libxxhash-dev:i386 libcmocka-dev:i386")
endif()
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR i686)
set(CMAKE_C_FLAGS_INIT -m32)
set(ENV{PKG_CONFIG_LIBDIR} /usr/lib/i386-linux-gnu/pkgconfig)
