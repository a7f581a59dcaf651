# Compiler and linker settings that hold for the whole project.

# Without contraction the simulator's arithmetic, random numbers and checks are
# the same on every machine.
add_library(tile_options INTERFACE)
target_compile_options(tile_options INTERFACE
  $<$<COMPILE_LANGUAGE:CXX>:-fno-rtti -fno-exceptions
    -fvisibility-inlines-hidden -ffp-contract=off -Wall -Wextra -Wno-unused-parameter
    -Wno-comment>
  # libstdc++ 12 calls a function of its own that it has deprecated.
  $<$<COMPILE_LANG_AND_ID:CXX,Clang>:-Wno-deprecated-declarations>
  -fvisibility=hidden -ffunction-sections -fdata-sections)
if(TILE_WARNINGS_AS_ERRORS AND CMAKE_CXX_COMPILER_ID STREQUAL Clang
    AND CMAKE_CXX_COMPILER_VERSION MATCHES "^22[.]")
  # Other compilers and C++ libraries may warn of what these do not.
  cmake_host_system_information(RESULT system QUERY DISTRIB_INFO)
  if("${system_ID} ${system_VERSION_ID}" STREQUAL "debian 12")
    target_compile_options(tile_options INTERFACE -Werror)
  endif()
endif()
# -O1 in Debug keeps MLIR's templates bearable; -O2 is what ships.
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")
set(CMAKE_CXX_FLAGS_DEBUG "-O1 -g1 -D_GLIBCXX_ASSERTIONS")

add_link_options(-Wl,--gc-sections -Wl,--as-needed)
# The thread sanitizer sees how static variables are initialised only where the
# C++ library is a shared one.
if(NOT TILE_SANITIZERS MATCHES thread)
  add_link_options(
    $<$<LINK_LANGUAGE:CXX>:-static-libstdc++> $<$<LINK_LANGUAGE:CXX>:-static-libgcc>)
endif()
find_program(TILE_LLD NAMES ld.lld-22 ld.lld HINTS ${TILE_LLVM_TOOLS_DIR})
if(TILE_LLD)
  # g++ knows `-fuse-ld=lld` only by the plain name ld.lld: look for it in
  # LLVM's own folder.
  add_link_options(-fuse-ld=lld -B${TILE_LLVM_TOOLS_DIR})
endif()
if(TILE_SANITIZERS)
  # What a sanitizer finds ends the program: a run that goes on looks like one
  # that found nothing.
  add_compile_options(-fsanitize=${TILE_SANITIZERS} -fno-omit-frame-pointer
    -fno-sanitize=vptr -fno-sanitize-recover=all)
  # The thread sanitizer has to see what LLVM's headers bring into our code.
  if(CMAKE_CXX_COMPILER_ID MATCHES Clang AND NOT TILE_SANITIZERS MATCHES thread)
    add_compile_options(
      -fsanitize-ignorelist=${TILE_SOURCE_DIR}/cmake/SanitizerIgnoreList.txt)
  endif()
  add_link_options(-fsanitize=${TILE_SANITIZERS})
  add_library(tile_sanitizer_options OBJECT
    ${TILE_SOURCE_DIR}/cmake/SanitizerOptions.cpp)
  link_libraries($<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:$<TARGET_OBJECTS:tile_sanitizer_options>>)
endif()

# ccache speeds up clean builds after the first. Precompiled headers need the
# sloppiness; see ccache's manual, "Precompiled headers". An object is the same
# with -Werror and without.
find_program(TILE_CCACHE ccache)
if(TILE_CCACHE)
  set(CMAKE_C_COMPILER_LAUNCHER ${TILE_CCACHE})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env
    CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
    CCACHE_BASEDIR=${TILE_SOURCE_DIR} CCACHE_PCH_EXTSUM=1 CCACHE_IGNOREOPTIONS=-Werror
    ${TILE_CCACHE})
  add_compile_options($<$<COMPILE_LANG_AND_ID:CXX,GNU>:-fpch-preprocess>
    "$<$<COMPILE_LANG_AND_ID:CXX,Clang>:SHELL:-Xclang -fno-pch-timestamp>")
  if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
    # CMake's own is `-Xclang -include-pch -Xclang <file>`, whose absolute path
    # ccache does not recognize: objects would not be found from another folder.
    set(CMAKE_CXX_COMPILE_OPTIONS_USE_PCH -include-pch <PCH_FILE>)
  endif()
endif()
