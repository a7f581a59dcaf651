/*===- Check.h - What the tests of the C API share ---------------*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* EXPECT ends the program where a condition does not hold; EXPECT_ERROR, where
|* a call does not fail in the way, and with the message, that is expected.
|*
\*===----------------------------------------------------------------------===*/

#ifndef TILE_TEST_CAPI_CHECK_H
#define TILE_TEST_CAPI_CHECK_H

#include "tile-c/Support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPECT(condition)                                                      \
  do {                                                                         \
    if (!(condition)) {                                                        \
      printf("%s:%d: expected %s; the last error is: %s\n", __FILE__,          \
             __LINE__, #condition, tileGetLastErrorMessage().data);            \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)

#define EXPECT_OK(call) EXPECT((call) == TileStatusSuccess)

/* Whether the last error has this text in it. */
static inline bool lastErrorHas(const char *text) {
  return strstr(tileGetLastErrorMessage().data, text) != NULL;
}

#define EXPECT_ERROR(expected, text, call)                                     \
  do {                                                                         \
    TileStatus status_ = (call);                                               \
    if (status_ != (expected) || !lastErrorHas(text)) {                        \
      printf("%s:%d: expected %s to be %s, '%s'; it is %s, '%s'\n", __FILE__,  \
             __LINE__, #call, tileStatusGetName(expected).data, text,          \
             tileStatusGetName(status_).data, tileGetLastErrorMessage().data); \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)

/* Makes null of a handle or a struct of mlir-c. */
#define EXPECT_NULL(text, call) EXPECT((call).ptr == NULL && lastErrorHas(text))

static inline bool equals(MlirStringRef string, const char *text) {
  return string.length == strlen(text) &&
         memcmp(string.data, text, string.length) == 0;
}

static inline void printString(MlirStringRef string, void *userData) {
  (void)userData;
  printf("%.*s", (int)string.length, string.data);
}

#endif /* TILE_TEST_CAPI_CHECK_H */
