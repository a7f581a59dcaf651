# usage: stand-ins.sh FOLDER FILE...
#
# Writes commands into the files of the folder that only note in its `log` that
# they were called, and with what.
folder=$1
shift
for file; do
  printf '#!/bin/sh\necho "$(basename "$0") $@" >> %s/log\n' "$folder" > "$folder/$file"
  chmod +x "$folder/$file"
done
