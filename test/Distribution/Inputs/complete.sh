# What bash completes: complete.sh FILE COMMAND [WORD]...
. "$1"
shift
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
"_${1//-/_}"
echo "${COMPREPLY[@]}"
