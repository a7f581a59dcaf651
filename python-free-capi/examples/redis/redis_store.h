/*===- redis_store.h - A cache of kernels in Redis ---------------*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* The callbacks of tileCacheCreateWithCallbacks for a server of Redis, by its
|* library hiredis. Machines that use the same server share what they compile.
|*
\*===----------------------------------------------------------------------===*/

#ifndef REDIS_STORE_H
#define REDIS_STORE_H

#include "tile-c/Compiler.h"

typedef struct RedisStore RedisStore;

/* A store on a server, to which nothing is sent yet. Each call of a cache ends
 * after `limit` milliseconds, whatever the server and the network do. Null
 * where there is no memory. A program ignores SIGPIPE: a server that is gone
 * would end it otherwise. */
RedisStore *redisStoreCreate(const char *host, int port, int limit);
/* No compile may use a cache of it any more. */
void redisStoreDestroy(RedisStore *store);

/* What tileCacheCreateWithCallbacks takes. After a failure nothing is asked of
 * the server for `pause` milliseconds. */
TileCacheCallbacks redisStoreGetCallbacks(RedisStore *store, unsigned pause);

#endif /* REDIS_STORE_H */
