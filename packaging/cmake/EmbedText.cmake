# Writes a text file into a C file, as the bytes of a constant that ends with a zero:
#
#   cmake -DINPUT=openapi.json -DOUTPUT=openapi.c -DHEADER=web/serve/openapi.h -DNAME=kauri_openapi
#     -P EmbedText.cmake
#
# HEADER declares `extern const char NAME[];`.
file(READ ${INPUT} bytes HEX)
string(REGEX REPLACE "(................................)" "\\1\n" bytes "${bytes}")
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${bytes}")
file(WRITE ${OUTPUT}.new "// Made by packaging/cmake/EmbedText.cmake.
#include \"${HEADER}\"

const char ${NAME}[] = {
${bytes}0};
")
file(RENAME ${OUTPUT}.new ${OUTPUT})
