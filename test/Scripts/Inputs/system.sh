# A folder %t/bin that is all of a system's PATH: system.sh FOLDER apt|other
# With apt, dpkg-query knows the packages of INSTALLED (or all), apt-cache has
# all or, with NO_LLVM, all but those of LLVM 22; apt-get notes what it is asked.
set -eu
rm -rf "$1/bin" "$1/apt.log"
mkdir -p "$1/bin"
for command in sh cat env id ls mktemp rm tail test; do
  ln -s "$(command -v $command)" "$1/bin/$command"
done
[ "$2" = apt ] || exit 0
cat > "$1/bin/dpkg-query" <<'END'
#!/bin/sh
for last; do :; done
case " ${INSTALLED-} " in *" $last "* | " all ") echo "install ok installed" ;; *) exit 1 ;; esac
END
cat > "$1/bin/apt-cache" <<'END'
#!/bin/sh
candidate=1.0
case $2 in *-22* ) [ -z "${NO_LLVM-}" ] || candidate="(none)" ;; esac
echo "$2:
  Candidate: $candidate"
END
cat > "$1/bin/apt-get" <<END
#!/bin/sh
echo "apt-get \$*" >> "$1/apt.log"
END
printf '#!/bin/sh\nexec "$@"\n' > "$1/bin/sudo"
chmod +x "$1/bin/dpkg-query" "$1/bin/apt-cache" "$1/bin/apt-get" "$1/bin/sudo"
