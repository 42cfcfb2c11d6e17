# kauri_library(NAME SOURCES file... [USES library...] [PRIVATE library...])
#
# One static library per folder. USES are the folders that its headers and sources may include;
# scripts/check-house checks the same arrows in the text of the sources. PRIVATE libraries do not
# reach those who link it.
function(kauri_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;USES;PRIVATE" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES})
  target_include_directories(${name} PUBLIC ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/include)
  target_link_libraries(${name} PUBLIC ${ARG_USES} PRIVATE kauri_options ${ARG_PRIVATE})
  if(KAURI_SANITIZE) # libkauri is made of the same objects (packaging/library/CMakeLists.txt)
    set_target_properties(${name} PROPERTIES
      POSITION_INDEPENDENT_CODE ON
      C_VISIBILITY_PRESET hidden)
  endif()
endfunction()
