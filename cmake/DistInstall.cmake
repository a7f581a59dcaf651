# What `make install` and `make dist` put where: a tree that can be moved, with
# libtilewright.so, its headers and tools, and what reads them.
#
#   bin/                   the tools, executables of a few KB around the library
#   lib/                   libtilewright.so, its pkg-config and CMake files
#   lib/tilewright/sim/    the simulator as a CUDA driver and runtime
#   include/               tile-c/, and of mlir-c/ what the library has
#   lib/tilewright/        TilewrightPlugin.so, for LLVM's own mlir-opt
#   share/                 documentation, licences, examples, manual pages of
#                          the tools and their completion in bash and zsh
#
# and, as the component `cpp`, which is an archive of its own:
#
#   lib/libtilewright.a    the same code, to be linked with an MLIR
#   include/tile/          the C++ headers of the dialects and passes
#   share/tilewright/examples/extension/
#                          a project with an operation and a pass of its own

include(CMakePackageConfigHelpers)

install(TARGETS tilewright LIBRARY DESTINATION lib)
# The revision may be a later one than at the link, of other files.
install(CODE "execute_process(COMMAND_ERROR_IS_FATAL ANY
  COMMAND \"${TILE_SOURCE_DIR}/scripts/stamp-revision\"
    \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/lib/$<TARGET_FILE_NAME:tilewright>\")")
get_property(tools GLOBAL PROPERTY TILE_TOOLS)
list(TRANSFORM tools APPEND -thin OUTPUT_VARIABLE TILE_THIN_TOOLS)
install(TARGETS ${TILE_THIN_TOOLS} RUNTIME DESTINATION bin)
# emulation/SimulatedDriver and emulation/SimulatedRuntime say where these go.
foreach(library TileSimulatedDriver TileSimulatedRuntime)
  target_link_options(${library} PRIVATE $<$<CONFIG:Release>:-Wl,-s>)
endforeach()

install(DIRECTORY ${TILE_SOURCE_DIR}/python-free-capi/include/tile-c
  DESTINATION include FILES_MATCHING PATTERN "*.h" PATTERN "*.hpp")
foreach(header ${TILE_MLIR_CAPI_HEADERS})
  cmake_path(GET header PARENT_PATH folder)
  install(FILES ${LLVM_INCLUDE_DIR}/mlir-c/${header}
    DESTINATION include/mlir-c/${folder})
endforeach()
# The generated parts of those headers that register passes.
foreach(part Transforms/Transforms Dialect/Arith/Transforms/Passes
    Dialect/Func/Transforms/Passes Dialect/LLVMIR/Transforms/Passes
    Dialect/Math/Transforms/Passes Dialect/SCF/Transforms/Passes)
  cmake_path(GET part PARENT_PATH folder)
  install(FILES ${LLVM_INCLUDE_DIR}/mlir/${part}.capi.h.inc
    DESTINATION include/mlir/${folder})
endforeach()
install(FILES ${LLVM_INCLUDE_DIR}/mlir/Config/mlir-config.h
  DESTINATION include/mlir/Config)

set(capi ${TILE_SOURCE_DIR}/python-free-capi)
set(generated ${TILE_BINARY_DIR}/python-free-capi/cmake)
configure_file(${capi}/cmake/tilewright.pc.in ${generated}/tilewright.pc @ONLY)
install(FILES ${generated}/tilewright.pc DESTINATION lib/pkgconfig)
configure_file(${capi}/cmake/TilewrightConfig.cmake.in ${generated}/TilewrightConfig.cmake @ONLY)
configure_file(${capi}/cmake/TilewrightArchive.cmake.in ${generated}/TilewrightArchive.cmake @ONLY)
# Until 1.0 a new minor version may change the API.
write_basic_package_version_file(${generated}/TilewrightConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${generated}/TilewrightConfig.cmake ${generated}/TilewrightArchive.cmake
  ${generated}/TilewrightConfigVersion.cmake DESTINATION lib/cmake/Tilewright)

# For C++: our code as an archive, and the headers with what mlir-tblgen makes of them.
install(TARGETS tilewright_archive ARCHIVE DESTINATION lib COMPONENT cpp)
install(CODE "execute_process(COMMAND_ERROR_IS_FATAL ANY
  COMMAND \"${TILE_SOURCE_DIR}/scripts/stamp-revision\"
    \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/lib/$<TARGET_FILE_NAME:tilewright_archive>\")"
  COMPONENT cpp)
foreach(folder ${TILE_SOURCE_DIR} ${TILE_BINARY_DIR})
  install(DIRECTORY ${folder}/include/tile DESTINATION include COMPONENT cpp
    FILES_MATCHING PATTERN "*.h" PATTERN "*.td" PATTERN "*.inc"
    PATTERN CMakeFiles EXCLUDE)
endforeach()
install(DIRECTORY ${TILE_SOURCE_DIR}/examples/extension
  DESTINATION share/tilewright/examples COMPONENT cpp)
# The same dialects and passes for LLVM's own mlir-opt.
if(TILE_BUILD_PLUGIN AND NOT TILE_SANITIZERS)
  target_link_options(TilewrightPlugin PRIVATE $<$<CONFIG:Release>:-Wl,-s>)
  install(TARGETS TilewrightPlugin LIBRARY DESTINATION lib/tilewright)
  set(TILE_PLUGIN TilewrightPlugin)
endif()

install(DIRECTORY ${capi}/examples/ DESTINATION share/tilewright/examples
  PATTERN CMakeLists.txt EXCLUDE)
install(DIRECTORY ${TILE_SOURCE_DIR}/bench/kernels
  DESTINATION share/tilewright/examples FILES_MATCHING PATTERN "*.mlir")

install(DIRECTORY ${TILE_SOURCE_DIR}/bench/drivers/
  DESTINATION share/tilewright/bench
  PATTERN CMakeLists.txt EXCLUDE)

# The replay of programs that use Triton, and what it shares with the benchmarks.
set(replay ${TILE_SOURCE_DIR}/bench/triton_replay)
install(DIRECTORY ${replay} DESTINATION share/tilewright
  FILES_MATCHING PATTERN "*.py"
  PATTERN packages.py EXCLUDE PATTERN stand_ins.py EXCLUDE PATTERN programs EXCLUDE
  PATTERN __pycache__ EXCLUDE)
install(FILES ${replay}/../peers/library.py ${replay}/../triton/corpus.py
  DESTINATION share/tilewright/triton_replay)

# The extension for VS Code, which starts the server of the archive.
install(CODE "execute_process(COMMAND_ERROR_IS_FATAL ANY
  COMMAND \"${TILE_SOURCE_DIR}/scripts/package-vscode\"
    \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/share/tilewright/tilewright-${PROJECT_VERSION}.vsix\")")

set(doc share/doc/tilewright)
install(FILES ${TILE_SOURCE_DIR}/LICENSE ${TILE_SOURCE_DIR}/NOTICE DESTINATION ${doc})
# Without what they say about the sources; two pages say nothing else.
file(GLOB_RECURSE documents CONFIGURE_DEPENDS RELATIVE ${TILE_SOURCE_DIR}
  ${TILE_SOURCE_DIR}/docs/*.md)
list(REMOVE_ITEM documents docs/passes.md docs/ptx.md)
foreach(document README.md ${documents})
  install(CODE "execute_process(COMMAND_ERROR_IS_FATAL ANY
    COMMAND \"${TILE_SOURCE_DIR}/scripts/dist-docs\" \"${TILE_SOURCE_DIR}/${document}\"
      \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${doc}/${document}\")")
endforeach()
install(DIRECTORY ${TILE_SOURCE_DIR}/docs/cookbook ${TILE_SOURCE_DIR}/docs/gallery
  ${TILE_SOURCE_DIR}/docs/kernels
  ${TILE_SOURCE_DIR}/docs/pictures ${TILE_SOURCE_DIR}/docs/tutorial
  DESTINATION ${doc}/docs
  FILES_MATCHING PATTERN "*.mlir" PATTERN "*.ttir" PATTERN "*.png" PATTERN "*.svg" PATTERN "*.c"
  PATTERN "*.ptx")
# The paths of the sources, as the documents have them: links to the one copy.
install(CODE "
  set(bench \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${doc}/bench\")
  file(MAKE_DIRECTORY \${bench})
  file(CREATE_LINK ../../../tilewright/examples/kernels \${bench}/kernels
    SYMBOLIC)
  file(CREATE_LINK ../../../tilewright/bench \${bench}/drivers SYMBOLIC)")
# What is inside libtilewright.so beside our own code. LLVM's licence is ours
# with the exceptions that its file lists.
file(GLOB cpp_library RELATIVE /usr/share/doc /usr/share/doc/libstdc++-*-dev)
if(cpp_library)
  list(GET cpp_library -1 cpp_library)
endif()
foreach(other "libmlir-22-dev;LLVM" "zlib1g;zlib" "libzstd1;zstd" "${cpp_library};libstdc++")
  list(GET other 0 package)
  list(GET other 1 name)
  if(EXISTS /usr/share/doc/${package}/copyright)
    install(FILES /usr/share/doc/${package}/copyright DESTINATION ${doc}
      RENAME LICENSE-${name}.txt)
  endif()
endforeach()

# What the tools say of their options, for man and for shells.
set(manuals ${TILE_BINARY_DIR}/manuals)
foreach(tool ${tools})
  list(APPEND manual_files ${manuals}/man/man1/${tool}.1
    ${manuals}/bash-completion/completions/${tool}
    ${manuals}/zsh/site-functions/_${tool})
  list(APPEND tool_files $<TARGET_FILE:${tool}-thin>)
endforeach()
add_custom_command(OUTPUT ${manual_files}
  COMMAND ${TILE_SOURCE_DIR}/scripts/make-manuals ${manuals} ${PROJECT_VERSION}
    ${tool_files}
  DEPENDS ${TILE_SOURCE_DIR}/scripts/make-manuals tilewright ${TILE_THIN_TOOLS}
  COMMENT "Manual pages and shell completion")
# A sanitizer has to be in the executable, and the thin tools are plain C.
if(NOT TILE_SANITIZERS)
  add_custom_target(tile-manuals ALL DEPENDS ${manual_files})
  install(DIRECTORY ${manuals}/ DESTINATION share)
endif()

# `ninja dist`: the same as an archive.
add_custom_target(dist
  COMMAND ${TILE_SOURCE_DIR}/scripts/make-dist ${TILE_BINARY_DIR}
    ${PROJECT_VERSION} ${CMAKE_SYSTEM_PROCESSOR}
  DEPENDS tilewright tilewright_archive ${TILE_PLUGIN} ${TILE_THIN_TOOLS} TileSimulatedDriver TileSimulatedRuntime
    ${manual_files} USES_TERMINAL)

# `ninja deb`: the same as packages for Debian and Ubuntu.
if(CMAKE_CROSSCOMPILING)
  set(TILE_DEB_SYSTEM --system=${CMAKE_SYSROOT})
endif()
add_custom_target(deb
  COMMAND ${TILE_SOURCE_DIR}/scripts/make-debs ${TILE_BINARY_DIR} ${PROJECT_VERSION}
    ${TILE_DEB_SYSTEM}
  DEPENDS dist USES_TERMINAL)
