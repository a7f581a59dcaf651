// What the programs of this folder have in common: each is a function that runs
// kernels and checks their results on the host.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

struct Program {
  const char *name;
  bool (*run)();
  Program *next;
  static Program *&first() {
    static Program *list = nullptr;
    return list;
  }
  Program(const char *name, bool (*run)()) : name(name), run(run) {
    next = first();
    first() = this;
  }
};

/// PROGRAM(sum) { ...; return results are right; }
#define PROGRAM(name)                                                          \
  static bool run_##name();                                                    \
  static Program program_##name(#name, run_##name);                            \
  static bool run_##name()

/// Ends the program unless the call succeeds.
#define CHECK(call)                                                            \
  do {                                                                         \
    cudaError_t error = (call);                                                \
    if (error != cudaSuccess) {                                                \
      std::printf("%s:%d: %s: %s\n", __FILE__, __LINE__, #call,                \
                  cudaGetErrorString(error));                                  \
      return false;                                                            \
    }                                                                          \
  } while (0)

/// After a launch.
#define CHECK_LAUNCH()                                                         \
  CHECK(cudaGetLastError());                                                   \
  CHECK(cudaDeviceSynchronize())

#define EXPECT(condition)                                                      \
  do {                                                                         \
    if (!(condition)) {                                                        \
      std::printf("%s:%d: expected %s\n", __FILE__, __LINE__, #condition);     \
      return false;                                                            \
    }                                                                          \
  } while (0)

/// An array on the device.
template <typename T> struct Array {
  T *data = nullptr;
  size_t size;
  explicit Array(size_t size) : size(size) {
    cudaMalloc(&data, size * sizeof(T));
    cudaMemset(data, 0, size * sizeof(T));
  }
  explicit Array(const std::vector<T> &values) : Array(values.size()) {
    cudaMemcpy(data, values.data(), size * sizeof(T), cudaMemcpyHostToDevice);
  }
  Array(const Array &) = delete;
  ~Array() { cudaFree(data); }
  operator T *() const { return data; }
  std::vector<T> get() const {
    std::vector<T> values(size);
    cudaMemcpy(values.data(), data, size * sizeof(T), cudaMemcpyDeviceToHost);
    return values;
  }
};

/// The same numbers in each run.
inline unsigned random(unsigned i) {
  unsigned x = i * 2654435761u + 12345;
  x ^= x >> 15;
  x *= 2246822519u;
  return x ^ x >> 13;
}

inline std::vector<int> randomInts(size_t size, int below) {
  std::vector<int> values(size);
  for (size_t i = 0; i < size; ++i)
    values[i] = random(i) % below;
  return values;
}

inline std::vector<float> randomFloats(size_t size) {
  std::vector<float> values(size);
  for (size_t i = 0; i < size; ++i)
    values[i] = int(random(i) % 17) - 8;
  return values;
}

/// Of one number per thread of CTAs of `block`.
inline int divideUp(size_t a, size_t b) { return int((a + b - 1) / b); }

/// Runs the programs named, or all; prints a line for each.
#define MAIN()                                                                 \
  int main(int argc, char **argv) {                                            \
    int failed = 0;                                                            \
    for (Program *p = Program::first(); p; p = p->next) {                      \
      bool isNamed = argc == 1;                                                \
      for (int i = 1; i < argc; ++i)                                           \
        isNamed |= !std::strcmp(argv[i], p->name);                             \
      if (!isNamed)                                                            \
        continue;                                                              \
      bool isRight = p->run();                                                 \
      std::printf("%s: %s\n", p->name, isRight ? "ok" : "FAILED");             \
      std::fflush(stdout);                                                     \
      failed += !isRight;                                                      \
    }                                                                          \
    return failed != 0;                                                        \
  }
