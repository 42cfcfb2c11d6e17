# Writes the file TO with the numbers of FROM, which are little-endian and have 16 bits, as C has them.
file(READ ${FROM} bytes HEX)
string(REGEX REPLACE "(..)(..)" "0x\\2\\1," numbers "${bytes}")
string(REPEAT "." 84 line) # twelve numbers
string(REGEX REPLACE "(${line})" "\\1\n" numbers "${numbers}")
file(WRITE ${TO} "${numbers}\n")
