# Writes the files of a folder into a C file, the table kauri_static_files (cli/serve/static_files.h):
#
#   cmake -DFOLDER=web/explorer -DOUTPUT=static_files.c -P EmbedFiles.cmake
#
# The entity tag is made from the content, so a browser asks for a file again only when it changed.
set(type_html "text/html; charset=utf-8")
set(type_css "text/css; charset=utf-8")
set(type_js "text/javascript; charset=utf-8")
set(type_json "application/json")
set(type_webmanifest "application/manifest+json")
set(type_svg "image/svg+xml")
set(type_png "image/png")
set(type_txt "text/plain; charset=utf-8")

file(GLOB names RELATIVE ${FOLDER} ${FOLDER}/*)
list(SORT names)
set(arrays "")
set(entries "")
set(number 0)
foreach(name IN LISTS names)
  # Editors leave other files behind.
  string(REGEX MATCH "^[a-z0-9][a-z0-9_-]*\\.([a-z]+)$" match ${name})
  if(NOT match OR NOT DEFINED type_${CMAKE_MATCH_1})
    message(FATAL_ERROR "${FOLDER}/${name}: a name in small letters and digits is needed, with a suffix that has a media type here")
  endif()
  set(type "${type_${CMAKE_MATCH_1}}")
  file(READ ${FOLDER}/${name} bytes HEX)
  file(SHA256 ${FOLDER}/${name} digest)
  string(SUBSTRING ${digest} 0 32 digest)
  string(LENGTH "${bytes}" length)
  math(EXPR length "${length} / 2")
  string(REGEX REPLACE "(................................)" "\\1\n" bytes "${bytes}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
  # An empty file has one byte that is not sent.
  if(length EQUAL 0)
    set(bytes "0")
  endif()
  string(APPEND arrays "static const unsigned char file_${number}[] = {\n${bytes}};\n")
  set(path "/${name}")
  if(name STREQUAL "index.html")
    set(path "/")
  endif()
  string(APPEND entries "    {\"${path}\", \"${type}\", \"\\\"${digest}\\\"\", file_${number}, ${length}},\n")
  math(EXPR number "${number} + 1")
endforeach()
file(WRITE ${OUTPUT}.new "// Made by cmake/EmbedFiles.cmake.
#include \"cli/serve/static_files.h\"

${arrays}
const struct kauri_static_file kauri_static_files[] = {
${entries}};
const size_t kauri_static_file_count = ${number};
")
file(RENAME ${OUTPUT}.new ${OUTPUT})
