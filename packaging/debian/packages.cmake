# Debian packages of the components (`cpack -G DEB`; scripts/packages/make-packages configures the build for
# the folders of Debian and calls it).

set(runtime libkauri${PROJECT_VERSION_MAJOR})
set(components kauri ${runtime} libkauri-dev)
if(EXISTS ${PROJECT_SOURCE_DIR}/proofs/start) # the small archive of a release has only the book
  list(APPEND components kauri-proofs)
endif()
if(KAURI_PYTHON AND EXISTS ${python_module})
  list(APPEND components python3-kauri)
endif()
if(TARGET kauri-mpi)
  list(APPEND components kauri-mpi)
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME kauri)
set(CPACK_PACKAGE_VENDOR "Kauri tablebases authors")
set(CPACK_PACKAGE_CONTACT "${KAURI_PACKAGE_CONTACT}")
set(CPACK_COMPONENTS_ALL ${components})
set(CPACK_COMPONENTS_GROUPING ONE_PER_GROUP)
set(CPACK_PACKAGING_INSTALL_PREFIX ${CMAKE_INSTALL_PREFIX})
set(CPACK_STRIP_FILES ON)

set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
# Below the 1 of a package that Debian itself may have one day.
set(CPACK_DEBIAN_PACKAGE_RELEASE 0kauri1)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
# The libraries that are needed, and their versions, by dpkg-shlibdeps.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)

set(about "Kauri is a mancala game for two: two rows of six holes, five seeds and one
cowrie in each. Tables of its endgames give the winner, the margin, the
distance to the next capture and the value of each move, for every position
with few seeds.")

# kauri_package(NAME SECTION MULTIARCH SYNOPSIS DESCRIPTION): the fields of a package, and its files
# in share/doc, which plain installations do not have.
function(kauri_package name section multiarch synopsis description)
  string(TOUPPER ${name} upper)
  set(CPACK_DEBIAN_${upper}_PACKAGE_NAME ${name} PARENT_SCOPE)
  if(NOT multiarch STREQUAL "no" AND CMAKE_VERSION VERSION_LESS 3.31)
    # CPack does not know this field yet: it comes as a second line of another.
    string(APPEND section "\nMulti-Arch: ${multiarch}")
  elseif(NOT multiarch STREQUAL "no")
    set(CPACK_DEBIAN_${upper}_PACKAGE_MULTIARCH ${multiarch} PARENT_SCOPE)
  endif()
  set(CPACK_DEBIAN_${upper}_PACKAGE_SECTION "${section}" PARENT_SCOPE)
  set(CPACK_DEBIAN_${upper}_DESCRIPTION "${synopsis}\n${about}\n\n${description}" PARENT_SCOPE)
  install(FILES ${CMAKE_CURRENT_SOURCE_DIR}/debian/copyright
    ${CMAKE_CURRENT_BINARY_DIR}/debian/changelog.gz
    ${CMAKE_CURRENT_BINARY_DIR}/debian/changelog.Debian.gz
    DESTINATION share/doc/${name} COMPONENT ${name} EXCLUDE_FROM_ALL)
endfunction()

kauri_package(kauri math foreign "exact endgame tables for the mancala game Kauri"
  "The program makes and proves the tables, looks positions up, searches above
the tables, replays and annotates game records, and plays.")
kauri_package(${runtime} libs same "endgames of the mancala game Kauri - shared library"
  "The library looks positions up in such tables and replays game records.")
kauri_package(libkauri-dev libdevel same "endgames of the mancala game Kauri - development files"
  "Header, static library, pkg-config and CMake files of libkauri.")
kauri_package(kauri-mpi math no "exact endgame tables for the mancala game Kauri - MPI"
  "The program makes the tables on the machines of a cluster. All other commands
are those of the package kauri.")
kauri_package(kauri-proofs doc foreign "proofs about the mancala game Kauri"
  "North wins from the start of the game, and who wins on small boards: proofs
that `kauri check-proof` checks.")
set(CPACK_DEBIAN_KAURI-PROOFS_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_KAURI-PROOFS_PACKAGE_SHLIBDEPS OFF)
install(FILES ${CMAKE_CURRENT_SOURCE_DIR}/debian/kauri-proofs.lintian-overrides
  DESTINATION share/lintian/overrides RENAME kauri-proofs COMPONENT kauri-proofs EXCLUDE_FROM_ALL)
# Python and the library must be of the same architecture.
kauri_package(python3-kauri python no "endgames of the mancala game Kauri - Python module"
  "The module looks positions up in such tables and replays game records.")

set(version "${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}")
# Programs of other packages that use the library depend on this one; the linker's cache follows.
file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/debian/shlibs
  "libkauri ${PROJECT_VERSION_MAJOR} ${runtime} (>= ${PROJECT_VERSION})\n")
# All functions are given the present version: what uses the library needs at least that one.
set(header "")
file(GLOB headers ${PROJECT_SOURCE_DIR}/include/kauri/*.h)
foreach(name IN LISTS headers)
  file(READ ${name} text)
  string(APPEND header "${text}")
endforeach()
string(REGEX MATCHALL "\nKAURI_API [^(]*\\(" declarations "${header}")
list(TRANSFORM declarations REPLACE ".*[ *\n](kauri_[a-z_0-9]+)\\($" " \\1@Base ${PROJECT_VERSION}")
list(SORT declarations)
list(JOIN declarations "\n" symbols)
file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/debian/symbols
  "libkauri.so.${PROJECT_VERSION_MAJOR} ${runtime} #MINVER#\n"
  "* Build-Depends-Package: libkauri-dev\n${symbols}\n")
string(TOUPPER ${runtime} upper)
set(CPACK_DEBIAN_${upper}_PACKAGE_CONTROL_EXTRA ${CMAKE_CURRENT_BINARY_DIR}/debian/shlibs
  ${CMAKE_CURRENT_BINARY_DIR}/debian/symbols
  ${CMAKE_CURRENT_SOURCE_DIR}/debian/triggers)
set(CPACK_POST_BUILD_SCRIPTS ${CMAKE_CURRENT_SOURCE_DIR}/debian/without-scripts.cmake)
# Linking the static library needs the libraries below it.
set(CPACK_DEBIAN_LIBKAURI-DEV_PACKAGE_DEPENDS
  "${runtime} (= ${version}), libzstd-dev, libxxhash-dev")
set(CPACK_DEBIAN_LIBKAURI-DEV_PACKAGE_SHLIBDEPS OFF)
# dpkg-shlibdeps does not see the library that `kauri serve` loads: the package that has its file.
if(KAURI_HAS_SERVER)
  execute_process(COMMAND dpkg-query --search "${KAURI_SERVER_LIBRARY}"
    OUTPUT_VARIABLE library_package ERROR_QUIET)
  if(NOT library_package) # where /lib is a link to /usr/lib, dpkg may know the other name
    string(REGEX REPLACE "^/usr" "" library_file "${KAURI_SERVER_LIBRARY}")
    execute_process(COMMAND dpkg-query --search "${library_file}"
      OUTPUT_VARIABLE library_package ERROR_QUIET)
  endif()
  string(REGEX MATCH "^[^:]+" CPACK_DEBIAN_KAURI_PACKAGE_DEPENDS "${library_package}")
endif()
# With which `kauri serve --open` opens a browser.
set(CPACK_DEBIAN_KAURI_PACKAGE_SUGGESTS "kauri-proofs, xdg-utils, sensible-utils")
# dpkg-shlibdeps finds the library of MPI; mpirun and its plugins are in another package.
if(KAURI_MPI_CHOSEN STREQUAL openmpi)
  set(CPACK_DEBIAN_KAURI-MPI_PACKAGE_DEPENDS openmpi-bin)
elseif(KAURI_MPI_CHOSEN STREQUAL mpich)
  set(CPACK_DEBIAN_KAURI-MPI_PACKAGE_DEPENDS mpich)
endif()
set(CPACK_DEBIAN_KAURI-MPI_PACKAGE_RECOMMENDS "kauri (= ${version})")
set(CPACK_DEBIAN_PYTHON3-KAURI_PACKAGE_DEPENDS "python3 (>= 3.9), ${runtime} (>= ${version})")
set(CPACK_DEBIAN_PYTHON3-KAURI_PACKAGE_RECOMMENDS "python3-numpy")
set(CPACK_DEBIAN_PYTHON3-KAURI_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_PYTHON3-KAURI_PACKAGE_ARCHITECTURE all)
# Compiles the module when the package is installed, and removes what was compiled.
set(CPACK_DEBIAN_PYTHON3-KAURI_PACKAGE_CONTROL_EXTRA
  ${CMAKE_CURRENT_SOURCE_DIR}/debian/postinst ${CMAKE_CURRENT_SOURCE_DIR}/debian/prerm)

# The packages carry the time of the last commit. An unpacked archive has no history, but its files
# have that time. The variable is for this file; CPack sets it from source-date.cmake.
if(NOT DEFINED ENV{SOURCE_DATE_EPOCH})
  if(EXISTS ${PROJECT_SOURCE_DIR}/.git) # otherwise git would find the repository around an archive
    execute_process(COMMAND git -C ${PROJECT_SOURCE_DIR} log -1 --format=%ct
      OUTPUT_VARIABLE source_time OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  endif()
  if(NOT source_time)
    file(TIMESTAMP ${PROJECT_SOURCE_DIR}/CHANGELOG.md source_time "%s" UTC)
  endif()
  set(ENV{SOURCE_DATE_EPOCH} ${source_time})
endif()
file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/debian/source-date.cmake
  "set(ENV{SOURCE_DATE_EPOCH} $ENV{SOURCE_DATE_EPOCH})\n")
set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_CURRENT_BINARY_DIR}/debian/source-date.cmake)

# Both changelogs: the project's, and the one of the packages.
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
configure_file(debian/changelog.in debian/changelog.Debian @ONLY)
add_custom_command(OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/debian/changelog.gz
    ${CMAKE_CURRENT_BINARY_DIR}/debian/changelog.Debian.gz
  COMMAND ${CMAKE_COMMAND} -E copy ${PROJECT_SOURCE_DIR}/CHANGELOG.md debian/changelog
  COMMAND gzip -9nfk debian/changelog debian/changelog.Debian
  DEPENDS ${PROJECT_SOURCE_DIR}/CHANGELOG.md ${CMAKE_CURRENT_BINARY_DIR}/debian/changelog.Debian
  WORKING_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}
  VERBATIM)
add_custom_target(kauri_changelogs ALL
  DEPENDS ${CMAKE_CURRENT_BINARY_DIR}/debian/changelog.gz)

include(CPack)
