#!/bin/sh
# The process that the output in FILE names ends within ten seconds.
# usage: is-gone.sh FILE
process=$(sed -n 's/.*has started process //p' "$1")
[ -n "$process" ] || exit 1
for _ in 1 2 3 4 5 6 7 8 9 10; do
  kill -0 "$process" 2>/dev/null || exit 0
  # Ended, and nobody has waited for it.
  grep -q ') Z' "/proc/$process/stat" 2>/dev/null && exit 0
  sleep 1
done
exit 1
