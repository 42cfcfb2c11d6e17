# vcpkg. scripts/release fills in the version and the digest; who publishes it, the URL.
vcpkg_download_distfile(ARCHIVE
  URLS "URL of the release/kauri-@VERSION@-small.tar.gz"
  FILENAME "kauri-@VERSION@-small.tar.gz"
  SHA512 @SHA512@)
vcpkg_extract_source_archive(SOURCE_PATH ARCHIVE "${ARCHIVE}")
vcpkg_cmake_configure(SOURCE_PATH "${SOURCE_PATH}" OPTIONS -DKAURI_PROGRAMS=OFF -DKAURI_TESTS=OFF)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/Kauri)
vcpkg_fixup_pkgconfig()
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE" "${SOURCE_PATH}/NOTICE")
