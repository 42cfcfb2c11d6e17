// The part of <pthread.h> that Kauri uses, for a machine with one thread: locks do nothing, and no
// thread can be started, so loops run on the caller's.
#ifndef KAURI_WEB_WASM_SHIMS_PTHREAD_H
#define KAURI_WEB_WASM_SHIMS_PTHREAD_H

#include <errno.h>
#include <stddef.h>

typedef int pthread_t;
typedef int pthread_attr_t;
typedef int pthread_mutex_t;
typedef int pthread_cond_t;

#define PTHREAD_MUTEX_INITIALIZER 0

static inline int pthread_mutex_init(pthread_mutex_t *mutex, const void *attributes)
{
    (void)attributes;
    *mutex = 0;
    return 0;
}

static inline int pthread_mutex_lock(pthread_mutex_t *mutex)
{
    (void)mutex;
    return 0;
}

static inline int pthread_mutex_unlock(pthread_mutex_t *mutex)
{
    (void)mutex;
    return 0;
}

static inline int pthread_mutex_destroy(pthread_mutex_t *mutex)
{
    (void)mutex;
    return 0;
}

static inline int pthread_cond_init(pthread_cond_t *condition, const void *attributes)
{
    (void)attributes;
    *condition = 0;
    return 0;
}

static inline int pthread_cond_broadcast(pthread_cond_t *condition)
{
    (void)condition;
    return 0;
}

// Is never called, because only another thread could make the condition true.
static inline int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex)
{
    (void)condition;
    (void)mutex;
    __builtin_trap();
}

static inline int pthread_cond_destroy(pthread_cond_t *condition)
{
    (void)condition;
    return 0;
}

static inline int pthread_attr_init(pthread_attr_t *attributes)
{
    *attributes = 0;
    return 0;
}

static inline int pthread_attr_getstacksize(const pthread_attr_t *attributes, size_t *bytes)
{
    (void)attributes;
    (void)bytes;
    return EINVAL;
}

static inline int pthread_attr_setstacksize(pthread_attr_t *attributes, size_t bytes)
{
    (void)attributes;
    (void)bytes;
    return 0;
}

static inline int pthread_attr_destroy(pthread_attr_t *attributes)
{
    (void)attributes;
    return 0;
}

static inline int pthread_create(pthread_t *thread, const void *attributes,
                                 void *(*function)(void *), void *argument)
{
    (void)thread;
    (void)attributes;
    (void)function;
    (void)argument;
    return EAGAIN;
}

static inline int pthread_join(pthread_t thread, void **result)
{
    (void)thread;
    (void)result;
    return EINVAL;
}

#endif
