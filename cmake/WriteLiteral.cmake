# cmake -DINPUT=<file> -DOUTPUT=<file> -P WriteLiteral.cmake
#
# A text as string literals of C++, one for each line, which the compiler joins.
file(READ ${INPUT} text)
string(REPLACE "\\" "\\\\" text "${text}")
string(REPLACE "\"" "\\\"" text "${text}")
string(REPLACE "\n" "\\n\"\n\"" text "${text}")
file(WRITE ${OUTPUT} "\"${text}\"\n")
