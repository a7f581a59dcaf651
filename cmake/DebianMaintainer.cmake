# CPack reads this when it packs. Debian's tools take the maintainer from the same two
# variables of the environment.

if(NOT "$ENV{DEBEMAIL}" STREQUAL "")
  set(name "$ENV{DEBFULLNAME}")
  if("${name}" STREQUAL "")
    set(name Tilewright)
  endif()
  set(CPACK_PACKAGE_CONTACT "${name} <$ENV{DEBEMAIL}>")
  set(CPACK_DEBIAN_PACKAGE_MAINTAINER "${CPACK_PACKAGE_CONTACT}")
endif()
