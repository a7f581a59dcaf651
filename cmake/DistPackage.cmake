# `ninja deb`: the files of `ninja dist` as a package for Debian and Ubuntu that
# puts them under /usr. CPack asks dpkg-shlibdeps what it depends on.

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME tilewright)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
# Who maintains a package is who builds it: DEBFULLNAME and DEBEMAIL, if they are set.
set(CPACK_PACKAGE_CONTACT "Tilewright <tilewright@tilewright.invalid>")
set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_CURRENT_LIST_DIR}/DebianMaintainer.cmake)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_INSTALL_CMAKE_PROJECTS "")
set(CPACK_INSTALLED_DIRECTORIES
  ${TILE_BINARY_DIR}/dist/tilewright-${PROJECT_VERSION}-linux-${CMAKE_SYSTEM_PROCESSOR}
  /usr)
set(CPACK_PACKAGE_DIRECTORY ${TILE_BINARY_DIR})
set(CPACK_STRIP_FILES OFF)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/DebianFiles.cmake)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "tile compiler that a C program can call")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
  "Tilewright compiles kernels over tiles, of MLIR or of Triton's TTIR, to PTX
for NVIDIA GPUs. It checks inline PTX, launches kernels, and simulates PTX
where there is no GPU. This package has the tools, the library with its
headers in C, examples and the documentation.")
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS
  ${CMAKE_LIBRARY_OUTPUT_DIRECTORY} ${CMAKE_LIBRARY_OUTPUT_DIRECTORY}/sim)
# Which package has libtilewright.so.0. CPack would add the simulator's libcuda
# and libcudart, which nobody is to get from here.
set(control ${TILE_BINARY_DIR}/debian)
file(WRITE ${control}/shlibs "libtilewright 0 tilewright (= ${PROJECT_VERSION})\n")
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${control}/shlibs)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "gcc | clang, pkgconf")
set(CPACK_VERBATIM_VARIABLES ON)
include(CPack)

# Not by CPack's own target, which builds all and the tests first.
add_custom_target(deb
  COMMAND ${CMAKE_CPACK_COMMAND} --config ${TILE_BINARY_DIR}/CPackConfig.cmake
  DEPENDS dist WORKING_DIRECTORY ${TILE_BINARY_DIR} USES_TERMINAL)
