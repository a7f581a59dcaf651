# Finds LLVM and MLIR 22.1 and says how to link against them, in two ways:
#
#   TILE_MLIR_STATIC   the static archives, LLVM reduced to the NVPTX back end;
#                      for the self-contained tools and library
#   TILE_MLIR_SHARED   the system's libMLIR.so and libLLVM.so; for the plugin
#
# Debian's static MLIR archives name the shared `LLVM` library in their CMake
# link interface. A tool linked that way would hold half of LLVM twice, so the
# static list is collected here by walking that interface and keeping only
# MLIR's archives; LLVM's own come from its component list.

set(TILE_LLVM_VERSION 22.1)
find_package(MLIR QUIET CONFIG HINTS /usr/lib/llvm-22/lib/cmake/mlir)
if(NOT MLIR_FOUND)
  set(LLVM_PACKAGE_VERSION "none")
endif()
if(NOT LLVM_PACKAGE_VERSION VERSION_GREATER_EQUAL ${TILE_LLVM_VERSION})
  message(FATAL_ERROR "expected LLVM and MLIR ${TILE_LLVM_VERSION} or later, "
    "found ${LLVM_PACKAGE_VERSION} (MLIR_DIR is '${MLIR_DIR}', LLVM_DIR is "
    "'${LLVM_DIR}'): scripts/install-packages installs them on Debian 12, or "
    "says what to install; -DMLIR_DIR=<folder of MLIRConfig.cmake> names others")
endif()
message(STATUS "LLVM ${LLVM_PACKAGE_VERSION} in ${LLVM_INSTALL_PREFIX}")

# What LLVM's Support needs of zlib and zstd goes into our binaries, so that
# they run where only libc is.
function(tile_prefer_archive target name)
  find_library(TILE_${name}_ARCHIVE NAMES lib${name}.a)
  if(TARGET ${target} AND TILE_${name}_ARCHIVE)
    set_target_properties(${target} PROPERTIES
      IMPORTED_LOCATION ${TILE_${name}_ARCHIVE}
      IMPORTED_LOCATION_NONE ${TILE_${name}_ARCHIVE}
      IMPORTED_LOCATION_RELEASE ${TILE_${name}_ARCHIVE})
  endif()
endfunction()
tile_prefer_archive(ZLIB::ZLIB z)
tile_prefer_archive(zstd::libzstd_shared zstd)

list(APPEND CMAKE_MODULE_PATH ${MLIR_CMAKE_DIR} ${LLVM_CMAKE_DIR})
# LLVM's programs, which run here: those beside the libraries, unless a toolchain file
# names others.
if(NOT DEFINED TILE_LLVM_TOOLS_DIR)
  set(TILE_LLVM_TOOLS_DIR ${LLVM_TOOLS_BINARY_DIR})
endif()
set(LLVM_TABLEGEN_EXE ${TILE_LLVM_TOOLS_DIR}/llvm-tblgen)
set(MLIR_TABLEGEN_EXE ${TILE_LLVM_TOOLS_DIR}/mlir-tblgen)
include(TableGen)
include(AddLLVM)
include(AddMLIR)

include_directories(SYSTEM ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS})
separate_arguments(TILE_LLVM_DEFINITIONS NATIVE_COMMAND "${LLVM_DEFINITIONS}")
add_definitions(${TILE_LLVM_DEFINITIONS})

# tile_mlir_closure(<out> <MLIR target>...): the given MLIR archives and all
# MLIR archives they need.
function(tile_mlir_closure out)
  set(todo ${ARGN})
  set(seen)
  while(todo)
    list(POP_FRONT todo lib)
    if(lib IN_LIST seen OR NOT lib MATCHES "^MLIR." OR NOT TARGET ${lib})
      continue()
    endif()
    get_target_property(type ${lib} TYPE)
    if(NOT type STREQUAL "STATIC_LIBRARY")
      continue()
    endif()
    list(APPEND seen ${lib})
    get_target_property(deps ${lib} INTERFACE_LINK_LIBRARIES)
    if(deps)
      string(REGEX REPLACE "\\$<LINK_ONLY:([^>]*)>" "\\1" deps "${deps}")
      list(APPEND todo ${deps})
    endif()
  endwhile()
  set(${out} ${seen} PARENT_SCOPE)
endfunction()

tile_mlir_closure(TILE_MLIR_ARCHIVES
  MLIRIR MLIRParser MLIRAsmParser MLIRBytecodeReader MLIRBytecodeWriter
  MLIRPass MLIRTransforms MLIRTransformUtils MLIRAnalysis MLIRDebug
  MLIROptLib MLIRTranslateLib MLIRLspServerLib
  MLIRArithDialect MLIRArithTransforms MLIRMathDialect MLIRMathTransforms
  MLIRSCFDialect MLIRSCFTransforms MLIRControlFlowDialect MLIRUBDialect
  MLIRLLVMDialect MLIRNVVMDialect MLIRLLVMIRTransforms MLIRLLVMCommonConversion
  MLIRControlFlowTransforms MLIRFuncDialect
  MLIRArithToLLVM MLIRMathToLLVM MLIRControlFlowToLLVM MLIRSCFToControlFlow
  MLIRControlFlowToSCF
  MLIRUBToLLVM MLIRNVVMToLLVM MLIRReconcileUnrealizedCasts
  MLIRBuiltinToLLVMIRTranslation MLIRLLVMToLLVMIRTranslation
  MLIRNVVMToLLVMIRTranslation MLIRTargetLLVMIRExport)

llvm_map_components_to_libnames(TILE_LLVM_ARCHIVES
  NVPTXCodeGen NVPTXDesc NVPTXInfo Passes BitReader BitWriter IRReader Linker
  IPO Core Support SupportLSP TargetParser)

add_library(tile_mlir_static INTERFACE)
foreach(lib ${TILE_MLIR_ARCHIVES})
  list(APPEND TILE_MLIR_ARCHIVE_FILES $<TARGET_FILE:${lib}>)
endforeach()
target_link_libraries(tile_mlir_static INTERFACE
  -Wl,--start-group ${TILE_MLIR_ARCHIVE_FILES} -Wl,--end-group
  ${TILE_LLVM_ARCHIVES})

add_library(tile_mlir_shared INTERFACE)
target_link_libraries(tile_mlir_shared INTERFACE MLIR LLVM)

# libtilewright.so has MLIR's own C API too: the core, and the dialects that
# tile programs are made of. Their archives are taken whole, for nothing in the
# library calls most of it.
set(TILE_MLIR_CAPI_LIBRARIES
  MLIRCAPIIR MLIRCAPIInterfaces MLIRCAPIDebug MLIRCAPITransforms
  MLIRCAPIArith MLIRCAPIControlFlow MLIRCAPIFunc MLIRCAPIIndex MLIRCAPILLVM
  MLIRCAPIMath MLIRCAPINVVM MLIRCAPISCF MLIRCAPIUB)
tile_mlir_closure(TILE_MLIR_CAPI_CLOSURE ${TILE_MLIR_CAPI_LIBRARIES})
list(REMOVE_ITEM TILE_MLIR_CAPI_CLOSURE ${TILE_MLIR_CAPI_LIBRARIES})
list(REMOVE_DUPLICATES TILE_MLIR_CAPI_CLOSURE)

# The headers of these archives.
set(TILE_MLIR_CAPI_HEADERS
  AffineExpr.h AffineMap.h BuiltinAttributes.h BuiltinTypes.h Debug.h
  Diagnostics.h IR.h IntegerSet.h Interfaces.h Pass.h Rewrite.h Support.h
  Transforms.h
  Dialect/Arith.h Dialect/ControlFlow.h Dialect/Func.h Dialect/Index.h
  Dialect/LLVM.h Dialect/Math.h Dialect/NVVM.h Dialect/SCF.h Dialect/UB.h)

# Each list is one item, for CMake keeps one of two equal flags and moves
# archives that it has seen.
function(tile_join_archives out begin end)
  list(TRANSFORM ARGN REPLACE "(.+)" "$<TARGET_FILE:\\1>")
  list(JOIN ARGN "," files)
  set(${out} "-Wl,--${begin},${files},--${end}" PARENT_SCOPE)
endfunction()
tile_join_archives(whole whole-archive no-whole-archive
  ${TILE_MLIR_CAPI_LIBRARIES})
tile_join_archives(group start-group end-group ${TILE_MLIR_CAPI_CLOSURE})
add_library(tile_mlir_capi INTERFACE)
target_link_libraries(tile_mlir_capi INTERFACE ${whole} ${group})
