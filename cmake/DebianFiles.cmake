# What a package has beside the files that are installed anywhere: its licences
# in one file, what changed, manual pages in gzip. CPack runs it before it packs.

set(usr ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/usr)
set(doc ${usr}/share/doc/tilewright)
file(READ ${doc}/LICENSE text)
set(copyright "Tilewright, under the Apache License 2.0 with the LLVM exceptions:\n\n${text}")
file(GLOB others ${doc}/LICENSE-*.txt)
foreach(other ${others})
  file(READ ${other} text)
  cmake_path(GET other STEM name)
  string(REPLACE LICENSE- "" name ${name})
  string(APPEND copyright "\n\nInside libtilewright.so, parts of ${name}:\n\n${text}")
endforeach()
file(WRITE ${doc}/copyright "${copyright}")

string(TIMESTAMP now "%a, %d %b %Y %H:%M:%S +0000" UTC)
file(WRITE ${doc}/changelog "tilewright (${CPACK_PACKAGE_VERSION}) unstable; urgency=low

  * Version ${CPACK_PACKAGE_VERSION}.

 -- ${CPACK_PACKAGE_CONTACT}  ${now}
")
file(GLOB pages ${usr}/share/man/man1/*.1)
execute_process(COMMAND gzip -9nf ${doc}/changelog ${pages} COMMAND_ERROR_IS_FATAL ANY)
# zsh of Debian looks here.
if(EXISTS ${usr}/share/zsh/site-functions)
  file(RENAME ${usr}/share/zsh/site-functions ${usr}/share/zsh/vendor-completions)
endif()
# Whatever the umask was.
execute_process(COMMAND chmod -R u+rwX,go+rX,go-w ${usr} COMMAND_ERROR_IS_FATAL ANY)
