# Writes the files of a folder into a C file, the table kauri_static_files (web/serve/cli/static_files.h):
#
#   cmake -DFOLDER=page -DBOARD=kauri-board.js -DOUTPUT=static_files.c -P EmbedFiles.cmake
#
# FOLDER is that of scripts/packages/make-page. BOARD is the script of scripts/packages/make-board; it
# has the path "/kauri-board.js", since other pages name it.
#
# Each file is stored as it is and compressed. All but index.html get a path that begins with a digest
# of their contents and names, so a browser may keep them and never asks again, and scripts of two
# versions are never mixed. Scripts find each other there, since they name each other by relative
# paths; in index.html the names are replaced.

set(type_html "text/html; charset=utf-8")
set(type_css "text/css; charset=utf-8")
set(type_js "text/javascript; charset=utf-8")
set(type_json "application/json")
set(type_webmanifest "application/manifest+json")
set(type_svg "image/svg+xml")
set(type_png "image/png")
set(type_txt "text/plain; charset=utf-8")

# c_array(BYTES NAME): hexadecimal digits as a C array, with one byte that does not count if it
# would be empty; NAME_size receives the number of bytes.
function(c_array bytes name)
  string(LENGTH "${bytes}" length)
  math(EXPR length "${length} / 2")
  if(length EQUAL 0)
    set(bytes "00")
  endif()
  string(REGEX REPLACE "(................................)" "\\1\n" bytes "${bytes}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
  string(APPEND arrays "static const unsigned char ${name}[] = {\n${bytes}};\n")
  set(arrays "${arrays}" PARENT_SCOPE)
  set(${name}_size ${length} PARENT_SCOPE)
endfunction()

# store(NAME PATH): adds a file of the work folder to the table.
function(store name path)
  string(REGEX MATCH "[a-z]+$" suffix ${name})
  file(ARCHIVE_CREATE OUTPUT ${work}.gz PATHS ${work}/${name} FORMAT raw COMPRESSION GZip
    COMPRESSION_LEVEL 9)
  file(SHA256 ${work}/${name} digest)
  string(SUBSTRING ${digest} 0 30 digest)
  file(READ ${work}/${name} bytes HEX)
  c_array("${bytes}" plain_${number})
  file(READ ${work}.gz bytes HEX)
  # Bytes 4 to 7 are the time, by which two builds would differ.
  string(SUBSTRING "${bytes}" 0 8 head)
  string(SUBSTRING "${bytes}" 16 -1 tail)
  set(bytes "${head}00000000${tail}")
  c_array("${bytes}" packed_${number})
  string(APPEND entries "    {\"${path}\", \"${type_${suffix}}\",
     {\"\\\"${digest}\\\"\", plain_${number}, ${plain_${number}_size}},
     {\"\\\"${digest}-gz\\\"\", packed_${number}, ${packed_${number}_size}}},\n")
  math(EXPR number "${number} + 1")
  foreach(changed IN ITEMS arrays entries number)
    set(${changed} "${${changed}}" PARENT_SCOPE)
  endforeach()
endfunction()

file(GLOB names RELATIVE ${FOLDER} ${FOLDER}/*)
list(SORT names)
set(work ${OUTPUT}.work)
file(MAKE_DIRECTORY ${work})
set(digests "")
foreach(name IN LISTS names)
  string(REGEX MATCH "^[a-z0-9][a-z0-9_-]*[.]([a-z]+)$" match ${name})
  set(suffix "${CMAKE_MATCH_1}")
  if(NOT match OR NOT DEFINED type_${suffix})
    message(FATAL_ERROR "${FOLDER}/${name}: a name in small letters and digits is needed, with a suffix that has a media type here")
  endif()
  file(COPY ${FOLDER}/${name} DESTINATION ${work})
  file(SHA256 ${work}/${name} digest)
  string(APPEND digests "${name} ${digest}\n")
endforeach()
string(SHA256 version "${digests}")
string(SUBSTRING ${version} 0 12 version)

set(arrays "")
set(entries "")
set(number 0)
list(REMOVE_ITEM names index.html)
file(READ ${work}/index.html text)
foreach(name IN LISTS names)
  string(REPLACE "=\"${name}\"" "=\"${version}/${name}\"" text "${text}")
endforeach()
file(WRITE ${work}/index.html "${text}")
store(index.html "/")
foreach(name IN LISTS names)
  store(${name} "/${version}/${name}")
endforeach()
file(COPY ${BOARD} DESTINATION ${work})
store(kauri-board.js "/kauri-board.js")
file(REMOVE_RECURSE ${work} ${work}.gz)
file(WRITE ${OUTPUT}.new "// Made by packaging/cmake/EmbedFiles.cmake.
#include \"web/serve/cli/static_files.h\"

${arrays}
const struct kauri_static_file kauri_static_files[] = {
${entries}};
const size_t kauri_static_file_count = ${number};
")
file(RENAME ${OUTPUT}.new ${OUTPUT})
