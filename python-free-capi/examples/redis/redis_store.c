/*===- redis_store.c - A cache of kernels in Redis ---------------*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* A connection does one thing at a time, so each call takes one that is idle,
|* or makes one. hiredis limits the time of each read and write. This limits the
|* time of a call: a server that sends a byte now and then is left, too.
|*
\*===----------------------------------------------------------------------===*/

#define _POSIX_C_SOURCE 200809L

#include "redis_store.h"

#include <sys/time.h>

#include <hiredis/hiredis.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Larger entries are neither stored nor asked for; and how many connections
 * stay open. */
enum { kMaxBytes = 64 << 20, kMaxIdle = 8 };

struct RedisStore {
  char host[256];
  int port, limit;
  pthread_mutex_t mutex;
  /* Of the process `owner`: a child of fork must not use its parent's.
   */
  redisContext *idle[kMaxIdle];
  int numIdle;
  pid_t owner;
};

static long long readClock(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

/* The time that is left, at least a millisecond: 0 would mean no limit. */
static struct timeval getRest(long long deadline) {
  long long rest = deadline - readClock();
  struct timeval time;
  if (rest < 1)
    rest = 1;
  time.tv_sec = rest / 1000;
  time.tv_usec = rest % 1000 * 1000;
  return time;
}

/* Null if none is idle. */
static redisContext *takeIdle(RedisStore *store) {
  redisContext *connection = NULL;
  pthread_mutex_lock(&store->mutex);
  if (store->owner != getpid()) {
    /* Closes the child's copies; the parent's stay. */
    while (store->numIdle)
      redisFree(store->idle[--store->numIdle]);
    store->owner = getpid();
  }
  if (store->numIdle)
    connection = store->idle[--store->numIdle];
  pthread_mutex_unlock(&store->mutex);
  return connection;
}

static void giveBack(RedisStore *store, redisContext *connection) {
  pthread_mutex_lock(&store->mutex);
  if (store->owner == getpid() && store->numIdle < kMaxIdle) {
    store->idle[store->numIdle++] = connection;
    connection = NULL;
  }
  pthread_mutex_unlock(&store->mutex);
  if (connection)
    redisFree(connection);
}

/* Sends a command and waits for its reply; null if there is none in time. */
static redisReply *exchange(redisContext *connection, int count,
                            const char **words, const size_t *lengths,
                            long long deadline) {
  void *reply = NULL;
  int isSent = 0;
  if (redisAppendCommandArgv(connection, count, words, lengths) != REDIS_OK)
    return NULL;
  while (!reply) {
    if (readClock() >= deadline ||
        redisSetTimeout(connection, getRest(deadline)) != REDIS_OK)
      return NULL;
    int result = isSent ? redisBufferRead(connection)
                        : redisBufferWrite(connection, &isSent);
    if (result != REDIS_OK ||
        redisGetReplyFromReader(connection, &reply) != REDIS_OK)
      return NULL;
  }
  return reply;
}

/* The reply to a command with a key, and with what is after it; null if there
 * is none. An idle connection may be one that the server has closed meanwhile:
 * then comes a new one. */
static redisReply *call(RedisStore *store, const char *command,
                        MlirStringRef key, int count, const char **more,
                        const size_t *moreLengths) {
  char name[128];
  const char *words[4] = {command, name};
  size_t lengths[4] = {strlen(command)};
  long long deadline = readClock() + store->limit;
  redisReply *reply = NULL;
  lengths[1] =
      (size_t)snprintf(name, sizeof name, "tilewright:%.64s", key.data);
  for (int i = 0; i < count; ++i) {
    words[2 + i] = more[i];
    lengths[2 + i] = moreLengths[i];
  }
  for (int isNew = 0; !isNew && !reply && readClock() < deadline;) {
    redisContext *connection = takeIdle(store);
    isNew = !connection;
    if (isNew)
      connection =
          redisConnectWithTimeout(store->host, store->port, getRest(deadline));
    if (!connection)
      break;
    if (!connection->err)
      reply = exchange(connection, 2 + count, words, lengths, deadline);
    /* Half a reply may follow on one that failed. */
    if (reply)
      giveBack(store, connection);
    else
      redisFree(connection);
  }
  return reply;
}

/* At most kMaxBytes + 1 bytes are sent, whatever is stored. The server sends
 * nothing for a key that is not there. */
static TileStatus getEntry(MlirStringRef key, MlirStringCallback sink,
                           void *sinkData, void *userData) {
  char last[16];
  const char *range[2] = {"0", last};
  size_t lengths[2] = {1};
  lengths[1] = (size_t)snprintf(last, sizeof last, "%d", kMaxBytes);
  redisReply *reply = call(userData, "GETRANGE", key, 2, range, lengths);
  TileStatus status = TileStatusIOError;
  if (reply && reply->type == REDIS_REPLY_STRING) {
    status = reply->len ? TileStatusSuccess : TileStatusNotFound;
    if (reply->len)
      sink(mlirStringRefCreate(reply->str, (size_t)reply->len), sinkData);
  }
  if (reply)
    freeReplyObject(reply);
  return status;
}

static TileStatus putEntry(MlirStringRef key, MlirStringRef bytes,
                           void *userData) {
  redisReply *reply = call(userData, "SET", key, 1, &bytes.data, &bytes.length);
  bool isDone = reply && reply->type == REDIS_REPLY_STATUS;
  if (reply)
    freeReplyObject(reply);
  return isDone ? TileStatusSuccess : TileStatusIOError;
}

static TileStatus removeEntry(MlirStringRef key, void *userData) {
  redisReply *reply = call(userData, "DEL", key, 0, NULL, NULL);
  bool isDone = reply && reply->type == REDIS_REPLY_INTEGER;
  if (reply)
    freeReplyObject(reply);
  return isDone ? TileStatusSuccess : TileStatusIOError;
}

RedisStore *redisStoreCreate(const char *host, int port, int limit) {
  RedisStore *store = calloc(1, sizeof *store);
  if (!store)
    return NULL;
  snprintf(store->host, sizeof store->host, "%s", host);
  store->port = port;
  store->limit = limit;
  store->owner = getpid();
  pthread_mutex_init(&store->mutex, NULL);
  return store;
}

void redisStoreDestroy(RedisStore *store) {
  if (!store)
    return;
  while (store->numIdle)
    redisFree(store->idle[--store->numIdle]);
  pthread_mutex_destroy(&store->mutex);
  free(store);
}

TileCacheCallbacks redisStoreGetCallbacks(RedisStore *store, unsigned pause) {
  TileCacheCallbacks callbacks = {0};
  callbacks.get = getEntry;
  callbacks.put = putEntry;
  callbacks.remove = removeEntry;
  callbacks.userData = store;
  callbacks.maxBytes = kMaxBytes;
  /* An answer in time is not a reason to pause. */
  callbacks.patience = (unsigned)store->limit + 100;
  callbacks.pause = pause;
  return callbacks;
}
