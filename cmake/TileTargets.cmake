# The functions with which the folders declare their targets.

# tile_add_pch(<name> <header> [<compile option>...]): a precompiled header that
# object libraries with the same options reuse.
#
# ccache does not keep it, for it holds the paths of the headers it was made
# from. The objects that use it are kept all the same: ccache takes the file
# beside it that ends in .sum for its content.
function(tile_add_pch name header)
  set(source ${TILE_BINARY_DIR}/${name}.cpp)
  if(NOT EXISTS ${source})
    file(WRITE ${source} "")
  endif()
  add_library(${name} OBJECT ${source})
  target_link_libraries(${name} PRIVATE tile_options)
  target_compile_options(${name} PRIVATE ${ARGN})
  target_precompile_headers(${name} PRIVATE ${header})
  if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
    set_target_properties(${name} PROPERTIES CXX_COMPILER_LAUNCHER "")
    file(SHA256 ${header} headers)
    # Changes with every build of the packages that the headers come from.
    file(SHA256 ${LLVM_LIBRARY_DIR}/libMLIRIR.a packages)
    file(CONFIGURE
      OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${name}.dir/cmake_pch.hxx.pch.sum
      CONTENT "${headers} ${packages} ${CMAKE_CXX_COMPILER_VERSION}")
  endif()
endfunction()

# The headers of MLIR take 8 s of a translation unit, those of LLVM's Support and
# the C++ library 2 s.
tile_add_pch(tile_pch ${TILE_SOURCE_DIR}/cmake/TilePCH.h)
tile_add_pch(tile_support_pch ${TILE_SOURCE_DIR}/cmake/TileSupportPCH.h)
if(TILE_BUILD_TESTS)
  # The definition is of GTest's target.
  tile_add_pch(tile_unittest_pch ${TILE_SOURCE_DIR}/cmake/TileUnitTestPCH.h
    -DGTEST_HAS_PTHREAD=1)
endif()

set_property(GLOBAL PROPERTY TILE_LIBRARIES)

# tile_add_library(<name> [<source>...] [DEPENDS <target>...] [NO_MLIR]
#                  [PCH <tile_add_pch target>] [ONLY_SHARED])
#
# An object library of the sources, or, if it names none, of all sources in the
# folder and in the folders below. All libraries together make the self-contained
# tools, the shared library and the plugin. NO_MLIR marks those that know no MLIR and can
# be linked into a unit test alone. PCH is for those with options of their own.
# ONLY_SHARED marks those that only libtilewright.so has.
function(tile_add_library name)
  cmake_parse_arguments(ARG "NO_MLIR;ONLY_SHARED" "PCH" "DEPENDS" ${ARGN})
  set(sources ${ARG_UNPARSED_ARGUMENTS})
  if(NOT sources)
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS *.cpp)
  endif()
  add_library(${name} OBJECT ${sources})
  target_link_libraries(${name} PRIVATE tile_options)
  if(ARG_PCH)
    target_precompile_headers(${name} REUSE_FROM ${ARG_PCH})
  elseif(ARG_NO_MLIR)
    target_precompile_headers(${name} REUSE_FROM tile_support_pch)
  else()
    target_precompile_headers(${name} REUSE_FROM tile_pch)
    add_dependencies(${name} tile_tablegen)
  endif()
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
  if(NOT ARG_ONLY_SHARED)
    set_property(GLOBAL APPEND PROPERTY TILE_LIBRARIES ${name})
  endif()
endfunction()

# tile_link_everything(<target>): all object libraries of the project and the
# static LLVM and MLIR they need.
function(tile_link_everything target)
  get_property(libs GLOBAL PROPERTY TILE_LIBRARIES)
  foreach(lib ${libs})
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:${lib}>)
  endforeach()
  target_link_libraries(${target} PRIVATE tile_options tile_mlir_static)
endfunction()

# tile_stamp_revision(<target>): the git revision of this build, written into
# the linked file. scripts/stamp-revision says why it is not compiled.
function(tile_stamp_revision target)
  add_custom_command(TARGET ${target} POST_BUILD
    COMMAND ${TILE_SOURCE_DIR}/scripts/stamp-revision $<TARGET_FILE:${target}>)
endfunction()

# tile_match_pch(<executable>): the position-independent code of the precompiled
# header, without which it is not used. CMake gives executables -fPIE instead.
function(tile_match_pch name)
  set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
  target_compile_options(${name} PRIVATE -fPIC)
endfunction()

# tile_tool_objects(<name> <function> <source>...)
#
# The executable <name> around a function of tools/Tools.h, and its sources as
# the object library <name>-objects, of which libtilewright.so is made too.
set_property(GLOBAL PROPERTY TILE_TOOLS)
function(tile_tool_objects name function)
  add_library(${name}-objects OBJECT ${ARGN})
  target_link_libraries(${name}-objects PRIVATE tile_options)
  target_include_directories(${name}-objects PRIVATE ${TILE_SOURCE_DIR}/tools)
  add_executable(${name} ${TILE_SOURCE_DIR}/tools/Main.cpp
    $<TARGET_OBJECTS:${name}-objects>)
  target_compile_definitions(${name} PRIVATE TILE_TOOL_MAIN=${function})
  set_property(GLOBAL APPEND PROPERTY TILE_TOOLS ${name})
endfunction()

# tile_add_tool(<name> <function> <source>...): a self-contained executable.
function(tile_add_tool name function)
  tile_tool_objects(${name} ${function} ${ARGN})
  target_precompile_headers(${name}-objects REUSE_FROM tile_pch)
  add_dependencies(${name}-objects tile_tablegen)
  tile_link_everything(${name})
  # No relocations to process at start: 1 ms of a tool that runs in 12.
  target_link_options(${name} PRIVATE -no-pie)
  # A release tool is stripped by rewriting it, which also puts it into larger
  # pages of the page cache than the linker's memory map does: another 3 ms.
  if(CMAKE_BUILD_TYPE STREQUAL "Release")
    add_custom_command(TARGET ${name} POST_BUILD
      COMMAND ${CMAKE_STRIP} -o $<TARGET_FILE:${name}>.stripped
        $<TARGET_FILE:${name}>
      COMMAND ${CMAKE_COMMAND} -E rename $<TARGET_FILE:${name}>.stripped
        $<TARGET_FILE:${name}>)
  endif()
  tile_stamp_revision(${name})
endfunction()

# tile_add_plain_tool(<name> [MAIN <function>] <source>...
#                     [LINK <object library>...])
#
# An executable of libraries that know no MLIR, and LLVM's Support. With MAIN,
# it is the function of tools/Tools.h, as of tile_add_tool; else one of the
# sources has main().
function(tile_add_plain_tool name)
  cmake_parse_arguments(ARG "" "MAIN" "LINK" ${ARGN})
  if(ARG_MAIN)
    tile_tool_objects(${name} ${ARG_MAIN} ${ARG_UNPARSED_ARGUMENTS})
  else()
    add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  endif()
  foreach(lib ${ARG_LINK})
    target_sources(${name} PRIVATE $<TARGET_OBJECTS:${lib}>)
  endforeach()
  llvm_map_components_to_libnames(support Support)
  target_link_libraries(${name} PRIVATE tile_options ${support})
  if(ARG_MAIN)
    tile_stamp_revision(${name})
  endif()
endfunction()

# tile_add_c_program(<name> <source>...)
#
# A program in C around libtilewright.so, with the warnings that our headers
# promise to be free of.
function(tile_add_c_program name)
  add_executable(${name} ${ARGN})
  set_target_properties(${name} PROPERTIES C_EXTENSIONS OFF)
  target_compile_options(${name} PRIVATE -Wall -Wextra -pedantic)
  target_link_libraries(${name} PRIVATE tilewright m)
endfunction()

# tile_add_fuzzer(<name> <source> [LINK <object library>...])
#
# A program around the LLVMFuzzerTestOneInput of the source. With TILE_FUZZERS
# it is <name>-fuzzer, driven by libFuzzer; else it is tile-fuzz-<name>, which
# has fuzz/StandaloneDriver.cpp instead and builds with any compiler. Both change
# lines and words of inputs, not only bytes.
function(tile_add_fuzzer name source)
  cmake_parse_arguments(ARG "" "" "LINK" ${ARGN})
  if(TILE_FUZZERS)
    set(target ${name}-fuzzer)
    add_executable(${target} ${source}
      ${TILE_SOURCE_DIR}/fuzz/LibFuzzerMutator.cpp)
    target_link_options(${target} PRIVATE -fsanitize=fuzzer)
    add_dependencies(tile-fuzzers ${target})
  else()
    set(target tile-fuzz-${name})
    add_executable(${target} ${source}
      ${TILE_SOURCE_DIR}/fuzz/StandaloneDriver.cpp)
  endif()
  foreach(lib ${ARG_LINK})
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:${lib}>)
  endforeach()
  target_sources(${target} PRIVATE ${TILE_SOURCE_DIR}/fuzz/TextMutator.cpp)
  llvm_map_components_to_libnames(support Support)
  target_link_libraries(${target} PRIVATE tile_options ${support})
endfunction()

# tile_add_unittest(<name> <source>... [LINK <object library>...])
#
# A GoogleTest program, linked with the named object libraries and LLVM's
# Support, run by ctest as one test per TEST().
function(tile_add_unittest name)
  cmake_parse_arguments(ARG "" "" "LINK" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  tile_match_pch(${name})
  target_precompile_headers(${name} REUSE_FROM tile_unittest_pch)
  foreach(lib ${ARG_LINK})
    target_sources(${name} PRIVATE $<TARGET_OBJECTS:${lib}>)
  endforeach()
  llvm_map_components_to_libnames(support Support)
  target_link_libraries(${name} PRIVATE tile_options GTest::gtest_main
    ${support})
  gtest_discover_tests(${name} DISCOVERY_TIMEOUT 60)
endfunction()

# tile_add_compiler_unittest(<name> <source>...): the same with all of the
# project's libraries, and MLIR.
function(tile_add_compiler_unittest name)
  add_executable(${name} ${ARGN})
  target_precompile_headers(${name} REUSE_FROM tile_pch)
  tile_match_pch(${name})
  add_dependencies(${name} tile_tablegen)
  tile_link_everything(${name})
  target_link_libraries(${name} PRIVATE GTest::gtest_main)
  target_link_options(${name} PRIVATE -no-pie)
  gtest_discover_tests(${name} DISCOVERY_TIMEOUT 60)
endfunction()

# tile_tablegen_target(<name>): names the files that the mlir_tablegen calls
# before it make, and has them made before any library compiles.
add_custom_target(tile_tablegen)
macro(tile_tablegen_target name)
  add_public_tablegen_target(${name})
  add_dependencies(tile_tablegen ${name})
endmacro()
