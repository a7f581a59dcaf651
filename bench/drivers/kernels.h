/*===- kernels.h - The kernels of bench/kernels -----------------*- C -*-===*\
-*-===*\
-*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* For each kernel: its arguments, how it is launched, and a reference in double
|* precision on the host.
|*
\*===----------------------------------------------------------------------===*/

#ifndef TILE_BENCH_KERNELS_H
#define TILE_BENCH_KERNELS_H

#include <stddef.h>
#include <stdint.h>

typedef enum ElementType { F16, F32, I32, U8 } ElementType;

enum { kMaxInputs = 2, kMaxOutputs = 2 };

typedef struct KernelCase {
  /* Of the file, without ".mlir", and of the kernel. */
  const char *name;
  int numInputs, numOutputs;
  ElementType inputs[kMaxInputs], outputs[kMaxOutputs];
  unsigned numWarps;
  /* Elements for each unit of the kernel's last argument. */
  unsigned rowSize;
  /* Whether one CTA does all; else each does 1024 elements. */
  int isOneCTA;
  /* Outputs of one element from its inputs. */
  void (*reference)(const double *inputs, double *outputs);
  /* Largest error, relative to the result, or to 1 if that is more. */
  double tolerance;
} KernelCase;

extern const KernelCase kKernelCases[];
extern const size_t kNumKernelCases;

size_t getElementSize(ElementType type);
/* The element at an index, exactly. */
double readElement(ElementType type, const void *data, size_t index);
/* Fills with random numbers between -2.1 and 2.1, none of them near 0; bytes
 * are any. The same for the same seed. */
void fillRandom(ElementType type, void *data, size_t count, uint64_t seed);
/* How many elements of the outputs, of `count`, are wrong; the first is
 * described in `message`, of 256 characters. */
size_t countWrong(const KernelCase *kernel, size_t count, void *const *inputs,
                  void *const *outputs, char *message);

#endif /* TILE_BENCH_KERNELS_H */
