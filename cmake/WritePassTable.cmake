# cmake -DINPUT=<file> -DOUTPUT=<file> -P WritePassTable.cmake
#
# The passes and their options as lines of C++, of what llvm-tblgen writes of Passes.td
# files as JSON:
#
#   TILE_PASS(SetTarget)
#   TILE_OPTION("tile-set-target", "num-warps", unsigned)
file(READ ${INPUT} json)
set(table "")
string(JSON num_passes LENGTH "${json}" "!instanceof" "PassBase")
math(EXPR last_pass "${num_passes} - 1")
foreach(i RANGE ${last_pass})
  string(JSON pass GET "${json}" "!instanceof" "PassBase" ${i})
  string(JSON record GET "${json}" ${pass})
  string(JSON argument GET "${record}" argument)
  if(NOT pass MATCHES "^Tile(.+)$")
    message(FATAL_ERROR "expected 'def Tile...' for the pass '${argument}', found '${pass}'")
  endif()
  string(APPEND table "TILE_PASS(${CMAKE_MATCH_1})\n")
  string(JSON options GET "${record}" options)
  string(JSON num_options LENGTH "${options}")
  math(EXPR last_option "${num_options} - 1")
  # `foreach` counts down from 0 to -1.
  if(num_options)
    foreach(j RANGE ${last_option})
      string(JSON name GET "${options}" ${j} def)
      string(JSON option GET "${json}" ${name})
      string(JSON flag GET "${option}" argument)
      string(JSON type GET "${option}" type)
      string(APPEND table "TILE_OPTION(\"${argument}\", \"${flag}\", ${type})\n")
    endforeach()
  endif()
endforeach()
file(WRITE ${OUTPUT} "${table}")
