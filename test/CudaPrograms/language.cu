// The language: printf, recursion, virtual calls, the heap, local arrays,
// atomics and locks, votes and shuffles.
#include "program.h"

#include <cuda/std/utility>

//===--- Calls --------------------------------------------------------------===

__device__ __noinline__ unsigned fibonacci(unsigned n) {
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

__global__ void callRecursively(unsigned *out) {
  out[threadIdx.x] = fibonacci(threadIdx.x % 12);
}

PROGRAM(recursion) {
  Array<unsigned> out(64);
  callRecursively<<<1, 64>>>(out);
  CHECK_LAUNCH();
  auto found = out.get();
  EXPECT(found[11] == 89 && found[23] == 89 && found[13] == 1);
  return true;
}

struct Shape {
  float side;
  __device__ explicit Shape(float side) : side(side) {}
  __device__ virtual float area() const = 0;
  __device__ virtual ~Shape() {}
};
struct Square : Shape {
  __device__ explicit Square(float side) : Shape(side) {}
  __device__ float area() const override { return side * side; }
};
struct Circle : Shape {
  __device__ explicit Circle(float side) : Shape(side) {}
  __device__ float area() const override { return 3 * side * side; }
};

__global__ void makeShapes(Shape **shapes, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    shapes[i] = i % 3 ? static_cast<Shape *>(new Square(i)) : new Circle(i);
}

__global__ void measureShapes(Shape **shapes, float *areas, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    areas[i] = shapes[i]->area();
    delete shapes[i];
  }
}

PROGRAM(virtual_calls_and_new) {
  Array<Shape *> shapes(100);
  Array<float> areas(100);
  makeShapes<<<1, 128>>>(shapes, 100);
  measureShapes<<<1, 128>>>(shapes, areas, 100);
  CHECK_LAUNCH();
  auto found = areas.get();
  for (int i = 0; i < 100; ++i)
    EXPECT(found[i] == (i % 3 ? i * i : 3 * i * i));
  return true;
}

typedef int (*Operation)(int, int);
__device__ int plus(int a, int b) { return a + b; }
__device__ int minus(int a, int b) { return a - b; }
__device__ int times(int a, int b) { return a * b; }
__device__ Operation operations[] = {plus, minus, times};

__global__ void callThroughTable(int *out) {
  out[threadIdx.x] = operations[threadIdx.x % 3](threadIdx.x, 2);
}

PROGRAM(function_pointers) {
  Array<int> out(96);
  callThroughTable<<<1, 96>>>(out);
  CHECK_LAUNCH();
  auto found = out.get();
  for (int i = 0; i < 96; ++i)
    EXPECT(found[i] == (i % 3 == 0 ? i + 2 : i % 3 == 1 ? i - 2 : i * 2));
  return true;
}

template <typename F> __global__ void apply(int *x, F f) {
  x[threadIdx.x] = f(x[threadIdx.x]);
}

PROGRAM(lambdas) {
  Array<int> x(std::vector<int>(32, 4));
  int factor = 5;
  apply<<<1, 32>>>(x, [=] __device__(int v) { return v * factor + 1; });
  CHECK_LAUNCH();
  EXPECT(x.get()[31] == 21);
  return true;
}

//===--- The heap and local memory ------------------------------------------===

__global__ void buildLists(int *sums) {
  struct Node {
    int value;
    Node *next;
  };
  Node *first = nullptr;
  for (unsigned i = 0; i < threadIdx.x % 7; ++i) {
    Node *node = static_cast<Node *>(malloc(sizeof(Node)));
    node->value = i + 1;
    node->next = first;
    first = node;
  }
  int sum = 0;
  while (first) {
    sum += first->value;
    Node *next = first->next;
    free(first);
    first = next;
  }
  sums[threadIdx.x] = sum;
}

PROGRAM(linked_lists) {
  Array<int> sums(64);
  buildLists<<<1, 64>>>(sums);
  CHECK_LAUNCH();
  auto found = sums.get();
  for (int i = 0; i < 64; ++i)
    EXPECT(found[i] == (i % 7) * (i % 7 + 1) / 2);
  return true;
}

__global__ void sortLocally(const int *in, int *out, int n) {
  int values[16];
  for (int i = 0; i < n; ++i)
    values[i] = in[threadIdx.x * n + i];
  for (int i = 1; i < n; ++i)
    for (int j = i; j > 0 && values[j - 1] > values[j]; --j)
      cuda::std::swap(values[j], values[j - 1]);
  for (int i = 0; i < n; ++i)
    out[threadIdx.x * n + i] = values[i];
}

PROGRAM(local_arrays) {
  auto in = randomInts(32 * 16, 100);
  Array<int> from(in), to(32 * 16);
  sortLocally<<<1, 32>>>(from, to, 16);
  CHECK_LAUNCH();
  auto out = to.get();
  for (int i = 0; i < 32 * 16; ++i)
    EXPECT(i % 16 == 0 || out[i - 1] <= out[i]);
  return true;
}

__global__ void allocateOnStack(int *out) {
  int n = threadIdx.x % 5 + 1;
  int *values = static_cast<int *>(alloca(n * sizeof(int)));
  for (int i = 0; i < n; ++i)
    values[i] = i * i;
  int sum = 0;
  for (int i = n; i-- > 0;)
    sum += values[i];
  out[threadIdx.x] = sum;
}

PROGRAM(stack_allocation) {
  Array<int> out(32);
  allocateOnStack<<<1, 32>>>(out);
  CHECK_LAUNCH();
  EXPECT(out.get()[4] == 30 && out.get()[0] == 0);
  return true;
}

//===--- Output -------------------------------------------------------------===

__global__ void print(int n) {
  if (threadIdx.x < n)
    printf("thread %u of %s: %5.2f%%\n", threadIdx.x, "print", threadIdx.x / 3.);
  assert(n < 100);
}

PROGRAM(output_and_assertions) {
  print<<<1, 32>>>(2);
  CHECK_LAUNCH();
  return true;
}

//===--- Atomics and locks --------------------------------------------------===

__global__ void countValues(const int *in, int n, unsigned *counts) {
  __shared__ unsigned mine[64];
  for (int i = threadIdx.x; i < 64; i += blockDim.x)
    mine[i] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x)
    atomicAdd(&mine[in[i]], 1);
  __syncthreads();
  for (int i = threadIdx.x; i < 64; i += blockDim.x)
    atomicAdd(&counts[i], mine[i]);
}

PROGRAM(histogram) {
  auto in = randomInts(5000, 64);
  Array<int> x(in);
  Array<unsigned> counts(64);
  countValues<<<8, 128>>>(x, 5000, counts);
  CHECK_LAUNCH();
  std::vector<unsigned> expected(64);
  for (int value : in)
    ++expected[value];
  EXPECT(counts.get() == expected);
  return true;
}

__device__ int lockWord, guarded;
__global__ void addUnderLock() {
  for (int i = 0; i < 32; ++i)
    if (threadIdx.x % 32 == i) {
      while (atomicCAS(&lockWord, 0, 1) != 0)
        ;
      __threadfence();
      *(volatile int *)&guarded = *(volatile int *)&guarded + 1;
      __threadfence();
      atomicExch(&lockWord, 0);
    }
}

PROGRAM(spin_lock) {
  addUnderLock<<<4, 64>>>();
  CHECK_LAUNCH();
  int count;
  CHECK(cudaMemcpyFromSymbol(&count, guarded, sizeof(count)));
  EXPECT(count == 256);
  return true;
}

__global__ void atomicsOfAllSorts(unsigned *u, float *f, double *d,
                                  unsigned long long *l) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicMax(&u[0], i);
  atomicMin(&u[1], i);
  atomicOr(&u[2], 1u << i % 32);
  atomicInc(&u[3], 99);
  atomicAdd(f, 0.5f);
  atomicAdd(d, 0.25);
  atomicAdd(l, 1ull << 33);
}

PROGRAM(atomics) {
  Array<unsigned> u({0u, ~0u, 0u, 0u});
  Array<float> f(1);
  Array<double> d(1);
  Array<unsigned long long> l(1);
  atomicsOfAllSorts<<<4, 128>>>(u, f, d, l);
  CHECK_LAUNCH();
  auto found = u.get();
  EXPECT(found[0] == 511 && found[1] == 0 && found[2] == ~0u &&
         found[3] == 512 % 100);
  EXPECT(f.get()[0] == 256 && d.get()[0] == 128 && l.get()[0] == 512ull << 33);
  return true;
}

/// Decoupled look-back: each CTA waits for what the one before knows.
__device__ volatile int scanState[64], scanSums[64];
__global__ void lookBack(const int *in, int *out) {
  __shared__ int before;
  int sum = in[blockIdx.x * 32 + threadIdx.x];
  for (int d = 1; d < 32; d *= 2) {
    int other = __shfl_up_sync(~0u, sum, d);
    if (threadIdx.x >= d)
      sum += other;
  }
  if (threadIdx.x == 31) {
    int start = 0;
    if (blockIdx.x) {
      while (!scanState[blockIdx.x - 1])
        ;
      __threadfence();
      start = scanSums[blockIdx.x - 1];
    }
    scanSums[blockIdx.x] = start + sum;
    __threadfence();
    scanState[blockIdx.x] = 1;
    before = start;
  }
  __syncthreads();
  out[blockIdx.x * 32 + threadIdx.x] = before + sum;
}

PROGRAM(look_back_scan) {
  auto in = randomInts(32 * 40, 10);
  Array<int> x(in), y(in.size());
  lookBack<<<40, 32>>>(x, y);
  CHECK_LAUNCH();
  auto out = y.get();
  int sum = 0;
  for (size_t i = 0; i < in.size(); ++i)
    EXPECT(out[i] == (sum += in[i]));
  return true;
}

//===--- Warps --------------------------------------------------------------===

__global__ void warpFunctions(const int *in, unsigned *out) {
  int x = in[threadIdx.x];
  unsigned odd = __ballot_sync(~0u, x & 1);
  unsigned same = __match_any_sync(~0u, x % 4);
  int sum = __reduce_add_sync(~0u, x);
  int all = __all_sync(~0u, x >= 0), any = __any_sync(~0u, x > 90);
  out[threadIdx.x] = odd ^ same ^ unsigned(sum) ^ (all << 1) ^ any;
}

PROGRAM(votes_and_matches) {
  auto in = randomInts(32, 90);
  Array<int> x(in);
  Array<unsigned> y(32);
  warpFunctions<<<1, 32>>>(x, y);
  CHECK_LAUNCH();
  auto out = y.get();
  unsigned odd = 0, sum = 0;
  for (int i = 0; i < 32; ++i) {
    odd |= (in[i] & 1u) << i;
    sum += in[i];
  }
  for (int i = 0; i < 32; ++i) {
    unsigned same = 0;
    for (int j = 0; j < 32; ++j)
      same |= unsigned(in[i] % 4 == in[j] % 4) << j;
    EXPECT(out[i] == (odd ^ same ^ sum ^ 2));
  }
  return true;
}

__global__ void bitonicSort(int *values) {
  __shared__ int s[256];
  int i = threadIdx.x;
  s[i] = values[i];
  __syncthreads();
  for (int size = 2; size <= 256; size *= 2)
    for (int step = size / 2; step; step /= 2) {
      int other = i ^ step;
      if (other > i && (s[i] > s[other]) == !(i & size)) {
        int t = s[i];
        s[i] = s[other];
        s[other] = t;
      }
      __syncthreads();
    }
  values[i] = s[i];
}

PROGRAM(bitonic_sort) {
  Array<int> x(randomInts(256, 1000));
  bitonicSort<<<1, 256>>>(x);
  CHECK_LAUNCH();
  auto out = x.get();
  for (int i = 1; i < 256; ++i)
    EXPECT(out[i - 1] <= out[i]);
  return true;
}

__global__ void transpose(const float *in, float *out, int n) {
  __shared__ float tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    out[(y + j) * n + x] = tile[threadIdx.x][threadIdx.y + j];
}

PROGRAM(transposition) {
  auto in = randomFloats(64 * 64);
  Array<float> x(in), y(64 * 64);
  transpose<<<dim3(2, 2), dim3(32, 8)>>>(x, y, 64);
  CHECK_LAUNCH();
  auto out = y.get();
  for (int i = 0; i < 64; ++i)
    for (int j = 0; j < 64; ++j)
      EXPECT(out[i * 64 + j] == in[j * 64 + i]);
  return true;
}

/// K is split: each CTA adds its part to the result.
__global__ void splitK(const float *a, const float *b, float *c, int n, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int part = k / gridDim.z;
  float sum = 0;
  for (int i = blockIdx.z * part; i < (blockIdx.z + 1) * part; ++i)
    sum += a[row * k + i] * b[i * n + col];
  atomicAdd(&c[row * n + col], sum);
}

PROGRAM(split_k) {
  const int m = 16, n = 32, k = 64;
  auto a = randomFloats(m * k), b = randomFloats(k * n);
  Array<float> x(a), y(b), z(m * n);
  splitK<<<dim3(2, 2, 4), dim3(16, 8)>>>(x, y, z, n, k);
  CHECK_LAUNCH();
  auto c = z.get();
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) {
      float sum = 0;
      for (int l = 0; l < k; ++l)
        sum += a[i * k + l] * b[l * n + j];
      EXPECT(c[i * n + j] == sum);
    }
  return true;
}

/// The last CTA adds the sums of all.
__device__ unsigned finished;
__global__ void sumInOneLaunch(const float *in, int n, float *parts,
                               float *out) {
  __shared__ float s[128];
  __shared__ bool isLast;
  float sum = 0;
  for (int i = blockIdx.x * 128 + threadIdx.x; i < n; i += gridDim.x * 128)
    sum += in[i];
  s[threadIdx.x] = sum;
  __syncthreads();
  for (int d = 64; d; d /= 2) {
    if (threadIdx.x < d)
      s[threadIdx.x] += s[threadIdx.x + d];
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    parts[blockIdx.x] = s[0];
    __threadfence();
    isLast = atomicInc(&finished, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (!isLast || threadIdx.x)
    return;
  __threadfence();
  float all = 0;
  for (int i = 0; i < gridDim.x; ++i)
    all += parts[i];
  *out = all;
}

PROGRAM(sum_in_one_launch) {
  auto in = randomFloats(3000);
  Array<float> x(in), parts(6), out(1);
  sumInOneLaunch<<<6, 128>>>(x, 3000, parts, out);
  CHECK_LAUNCH();
  float sum = 0;
  for (float value : in)
    sum += value;
  EXPECT(out.get()[0] == sum);
  return true;
}

// In a debug build each step is a call, which no guess is followed through.
#ifndef __CUDACC_DEBUG__
/// As the CUDA guide makes one of compare-and-swap: the first load races with
/// the other threads, and is only a guess.
__device__ double addAtomically(double *address, double value) {
  auto *word = reinterpret_cast<unsigned long long *>(address);
  unsigned long long old = *word, assumed;
  do {
    assumed = old;
    old = atomicCAS(word, assumed,
                    __double_as_longlong(value + __longlong_as_double(assumed)));
  } while (assumed != old);
  return __longlong_as_double(old);
}

__global__ void addInEachThread(double *sums) {
  addAtomically(&sums[threadIdx.x % 2], threadIdx.x);
}

PROGRAM(atomic_addition_of_the_guide) {
  Array<double> sums(std::vector<double>{1, 2});
  addInEachThread<<<4, 96>>>(sums);
  CHECK_LAUNCH();
  auto found = sums.get();
  EXPECT(found[0] == 1 + 4 * 48 * 47 && found[1] == 2 + 4 * 48 * 48);
  return true;
}
#endif

MAIN()
