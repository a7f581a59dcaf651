# usage: bare-packages.sh FOLDER
#
# After bare-debian.sh: a chroot that prints its command, the folder of a debootstrap, and
# what check-packages calls in the system, which is FOLDER/inside. A file `stays` there is not removed with the packages;
# with a file `fails` a program fails.
set -eu
folder=$1
mkdir -p "$folder/inside/given" "$folder/debootstrap/scripts"
# What this debootstrap knows; noble is newer.
touch "$folder/debootstrap/scripts/bookworm" "$folder/debootstrap/scripts/trixie"
touch "$folder/inside/given/a.deb" "$folder/inside/given/c.tar.xz"
write() {
  cat > "$folder/bin/$1"
  chmod +x "$folder/bin/$1"
}
write chroot <<'END'
#!/bin/sh
echo chroot "$@"
END
# Asked for the sources, or to install and remove.
write apt-get <<END
#!/bin/sh
case \$1 in
  indextargets) printf 'http://mirror/other/ Other\nhttp://mirror/debian/ Debian\n' ;;
  purge) cat "$folder/inside/stays" > "$folder/files" 2> /dev/null || : ;;
esac
END
: > "$folder/files"
write find <<END
#!/bin/sh
cat "$folder/files"
END
# The examples, whose folder is the last argument.
write make <<END
#!/bin/sh
for folder; do :; done
mkdir -p "\$folder"
echo > "\$folder/serve.c"
printf '#!/bin/sh\necho wrong result\n[ ! -e "$folder/inside/fails" ]\n' > "\$folder/serve"
chmod +x "\$folder/serve"
END
for program in tile-run lintian; do
  printf '#!/bin/sh\necho %s "$@"\n' $program | write $program
done
printf '#!/bin/sh\necho .target sm_90a > add.ptx\n' | write tilec
printf '#!/bin/sh\necho 2.0\n' | write dpkg-query
printf '#!/bin/sh\necho a\n' | write dpkg-deb
for program in cp tar; do
  printf '#!/bin/sh\n' | write $program
done
