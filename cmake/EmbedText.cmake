# Writes a text as a string literal of C++: cmake -DIN=FILE -DOUT=FILE -P this.
file(READ ${IN} text)
file(WRITE ${OUT} "R\"TILETEXT(${text})TILETEXT\"\n")
