# Run by CPack when the packages are made: takes the scripts out of the package of the library that
# CPack puts in to call ldconfig. The trigger of the package does that.
foreach(package IN LISTS CPACK_PACKAGE_FILES)
  if(package MATCHES "/libkauri[0-9]+_")
    set(folder ${CPACK_TEMPORARY_DIRECTORY}/without-scripts)
    file(REMOVE_RECURSE ${folder})
    execute_process(COMMAND dpkg-deb -R ${package} ${folder} COMMAND_ERROR_IS_FATAL ANY)
    file(REMOVE ${folder}/DEBIAN/postinst ${folder}/DEBIAN/postrm)
    execute_process(COMMAND dpkg-deb --root-owner-group -b ${folder} ${package}
      OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
  endif()
endforeach()
