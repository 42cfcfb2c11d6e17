# The commands of a program are those of the folders that are there: each names its own.

# kauri_commands(PROGRAM name... [AFTER name]): adds commands to a program. Their order, which is that
# of the help, is the order of the calls; with AFTER, they follow that command.
function(kauri_commands program)
  cmake_parse_arguments(ARG "" "AFTER" "" ${ARGN})
  get_property(commands GLOBAL PROPERTY commands_of_${program})
  set(place -1)
  if(ARG_AFTER)
    list(FIND commands ${ARG_AFTER} place)
    if(place EQUAL -1)
      message(FATAL_ERROR "${program} has no command ${ARG_AFTER} that ${ARG_UNPARSED_ARGUMENTS} could follow")
    endif()
    math(EXPR place "${place} + 1")
  endif()
  list(LENGTH commands count)
  if(place EQUAL -1 OR place EQUAL count)
    list(APPEND commands ${ARG_UNPARSED_ARGUMENTS})
  else()
    list(INSERT commands ${place} ${ARG_UNPARSED_ARGUMENTS})
  endif()
  set_property(GLOBAL PROPERTY commands_of_${program} "${commands}")
endfunction()

# kauri_write_commands(PROGRAM target...): writes the list into a source of the targets, when all
# folders have named theirs. Each command is a constant kauri_command_NAME (cli/commands.h).
function(kauri_write_commands program)
  get_property(commands GLOBAL PROPERTY commands_of_${program})
  set(declarations "")
  set(entries "")
  foreach(command IN LISTS commands)
    string(APPEND declarations "extern const struct kauri_command kauri_command_${command};\n")
    string(APPEND entries "    &kauri_command_${command},\n")
  endforeach()
  set(list ${PROJECT_BINARY_DIR}/cli/commands_of_${program}.c)
  file(CONFIGURE OUTPUT ${list} CONTENT "// Made by packaging/cmake/KauriCommands.cmake.
#include \"cli/commands.h\"

${declarations}
const struct kauri_command *const kauri_commands[] = {
${entries}    NULL,
};
")
  foreach(target IN LISTS ARGN)
    target_sources(${target} PRIVATE ${list})
  endforeach()
endfunction()
