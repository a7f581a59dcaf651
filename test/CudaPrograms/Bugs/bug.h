// A planted bug and its correct twin: two kernels of one function, which is
// told by `wrong` which of them it is. The lines that may be reported have
// //! and the kind of the finding.
#pragma once

#define BUG(name)                                                              \
  extern "C" __global__ void name##_wrong(int *in, int *out, int n) {          \
    name<true>(in, out, n);                                                    \
  }                                                                            \
  extern "C" __global__ void name##_right(int *in, int *out, int n) {          \
    name<false>(in, out, n);                                                   \
  }

#define BUG_ON __forceinline__ __device__ void

__device__ __forceinline__ unsigned toShared(const void *p) {
  return unsigned(__cvta_generic_to_shared(p));
}
