/* Two pairs in one program. Nothing is launched: the grids are empty. Returns
 * the number of the first expectation that does not hold. */
#include "add.h"
#include "other.h"

#ifdef ALL_IN_ONE
#include "add.c"
#include "other.c"
#endif

#include <stdint.h>
#include <string.h>

int main(void) {
  const char *aligned = (const char *)(uintptr_t)64;
#ifdef MISTAKE
  return (int)add_vector_add(0, 1, 1, NULL, 64, aligned, aligned, 1);
#endif
  if (add_vector_add(0, 1, 1, NULL, aligned, aligned, aligned, 1) != AddSuccess)
    return 1;
  if (strcmp(add_error(), "") != 0)
    return 2;
  if (other_vector_add(1, 0, 1, NULL, aligned, aligned, aligned + 4, 1) !=
      OtherInvalidArgument)
    return 3;
  if (strcmp(other_error(), "argument 2 'z_ptr' of kernel 'vector_add': "
                            "expected a multiple of 16, as its code relies on "
                            "it, found 0x44; compile with --assume=z_ptr:1 to "
                            "allow any value") != 0)
    return 4;
  /* Not 0 CTAs, which would be nothing to launch. */
  if (other_vector_add((uint64_t)1 << 32, 1, 1, NULL, aligned, aligned, aligned,
                       1) != OtherInvalidArgument ||
      strcmp(other_error(), "expected a grid of at most 2147483647 x 65535 x "
                            "65535 CTAs for kernel 'vector_add', found "
                            "4294967296 x 1 x 1") != 0)
    return 6;
  if (strcmp(add_error(), "") != 0)
    return 5;
  add_unload();
  other_unload();
  return 0;
}
