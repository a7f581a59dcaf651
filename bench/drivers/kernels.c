/*===- kernels.c - The kernels of bench/kernels and what they compute -----===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/

#include "kernels.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void copy(const double *in, double *out) { out[0] = in[0]; }
static void add(const double *in, double *out) { out[0] = in[0] + in[1]; }
static void divide(const double *in, double *out) { out[0] = in[0] / in[1]; }
static void sigmoid(const double *in, double *out) {
  out[0] = 1 / (1 + exp(-in[0]));
}
static void clampSquare(const double *in, double *out) {
  out[0] = fmin(fmax(in[0] * in[1] + 1, 0), 6);
  out[1] = out[0] * out[0];
}
static void bytesMax(const double *in, double *out) {
  out[0] = in[0];
  out[1] = fmax(in[0], in[1]);
}

const KernelCase kKernelCases[] = {
    {"copy", 1, 1, {F32}, {F32}, 4, 1, 0, copy, 0},
    {"vector_add", 2, 1, {F32, F32}, {F32}, 4, 1, 0, add, 1e-6},
    {"divide", 2, 1, {F32, F32}, {F32}, 4, 1, 0, divide, 1e-6},
    {"divide_rcp", 2, 1, {F32, F32}, {F32}, 4, 1, 0, divide, 1e-6},
    {"sigmoid", 1, 1, {F32}, {F32}, 4, 1, 0, sigmoid, 2e-6},
    {"fma_clamp_square",
     2,
     2,
     {F16, F16},
     {F16, F16},
     4,
     1,
     0,
     clampSquare,
     4e-3},
    {"fma_clamp_square_f16x2",
     2,
     2,
     {F16, F16},
     {F16, F16},
     4,
     1,
     0,
     clampSquare,
     4e-3},
    {"bytes_max", 2, 2, {U8, F32}, {I32, F32}, 8, 1, 0, bytesMax, 0},
    {"copy_peeled", 1, 1, {F32}, {F32}, 1, 1, 1, copy, 0},
    {"copy_rows", 1, 1, {F32}, {F32}, 16, 32, 1, copy, 0},
};
const size_t kNumKernelCases = sizeof(kKernelCases) / sizeof(*kKernelCases);

size_t getElementSize(ElementType type) {
  return type == U8 ? 1 : type == F16 ? 2 : 4;
}

/* IEEE 754 binary16. */
static double readHalf(uint16_t bits) {
  int exponent = bits >> 10 & 31, fraction = bits & 1023;
  double value = exponent == 0    ? ldexp(fraction, -24)
                 : exponent == 31 ? (fraction ? NAN : INFINITY)
                                  : ldexp(1024 + fraction, exponent - 25);
  return bits & 0x8000 ? -value : value;
}

double readElement(ElementType type, const void *data, size_t index) {
  uint16_t half;
  float single;
  int32_t integer;
  switch (type) {
  case F16:
    memcpy(&half, (const char *)data + 2 * index, 2);
    return readHalf(half);
  case F32:
    memcpy(&single, (const char *)data + 4 * index, 4);
    return single;
  case I32:
    memcpy(&integer, (const char *)data + 4 * index, 4);
    return integer;
  case U8:
    return ((const uint8_t *)data)[index];
  }
  return NAN;
}

/* xorshift64*, Vigna 2016. */
static uint64_t nextRandom(uint64_t *state) {
  *state ^= *state >> 12;
  *state ^= *state << 25;
  *state ^= *state >> 27;
  return *state * 0x2545F4914F6CDD1Du;
}

void fillRandom(ElementType type, void *data, size_t count, uint64_t seed) {
  uint64_t state = seed * 0x9E3779B97F4A7C15u + 1;
  for (size_t i = 0; i < count; ++i) {
    uint64_t bits = nextRandom(&state);
    float magnitude = 0.1f + 2 * (float)(bits >> 40) / 16777216.0f;
    float value = bits & 1 ? -magnitude : magnitude;
    uint16_t half;
    switch (type) {
    case F16:
      /* A sign, an exponent of -3 to 0, and any fraction. */
      half = (uint16_t)((bits & 1) << 15 | (12 + (bits >> 1 & 3)) << 10 |
                        (bits >> 3 & 1023));
      memcpy((char *)data + 2 * i, &half, 2);
      break;
    case F32:
      memcpy((char *)data + 4 * i, &value, 4);
      break;
    case I32:
      memcpy((char *)data + 4 * i, &bits, 4);
      break;
    case U8:
      ((uint8_t *)data)[i] = (uint8_t)(bits >> 8);
      break;
    }
  }
}

size_t countWrong(const KernelCase *kernel, size_t count, void *const *inputs,
                  void *const *outputs, char *message) {
  size_t wrong = 0;
  for (size_t i = 0; i < count; ++i) {
    double in[kMaxInputs] = {0}, out[kMaxOutputs] = {0};
    for (int k = 0; k < kernel->numInputs; ++k)
      in[k] = readElement(kernel->inputs[k], inputs[k], i);
    kernel->reference(in, out);
    for (int k = 0; k < kernel->numOutputs; ++k) {
      double got = readElement(kernel->outputs[k], outputs[k], i);
      double room = kernel->tolerance * fmax(1, fabs(out[k]));
      if (fabs(got - out[k]) <= room)
        continue;
      if (wrong++ == 0)
        snprintf(message, 256,
                 "output %d, element %zu: expected %.9g, found %.9g", k, i,
                 out[k], got);
    }
  }
  return wrong;
}
