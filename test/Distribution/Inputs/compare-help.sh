# Each tool's --help, of the distribution and of the build folder in PATH.
# usage: compare-help.sh BIN_FOLDER TOOL...
bin=$1
shift
for tool; do
  "$bin/$tool" --help > "$bin/$tool.help"
  "$tool" --help | diff -u - "$bin/$tool.help" || exit 1
  grep -q 'USAGE: ' "$bin/$tool.help" || exit 1
done
