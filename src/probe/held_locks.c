#include "probe/held_locks.h"

#include "probe/imports.h"

#include <dlfcn.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* All have at most four arguments, in registers.  Critical sections are none: they order
 * nothing between interpreters. */
#define LOCKS(F)                                                                       \
    F(PyThread_acquire_lock, 1)                                                        \
    F(PyThread_acquire_lock_timed, 1)                                                  \
    F(PyThread_release_lock, -1)                                                       \
    F(pthread_mutex_lock, 1)                                                           \
    F(pthread_mutex_trylock, 1)                                                        \
    F(pthread_mutex_timedlock, 1)                                                      \
    F(pthread_mutex_unlock, -1)                                                        \
    F(pthread_rwlock_rdlock, 1)                                                        \
    F(pthread_rwlock_wrlock, 1)                                                        \
    F(pthread_rwlock_unlock, -1)                                                       \
    F(pthread_spin_lock, 1)                                                            \
    F(pthread_spin_unlock, -1)                                                         \
    F(mtx_lock, 1)                                                                     \
    F(mtx_unlock, -1)                                                                  \
    F(sem_wait, 1)                                                                     \
    F(sem_trywait, 1)                                                                  \
    F(sem_post, -1)

/* Called only where a lock that is taken inline is not free, or others wait for it. */
static const char *const slow_paths[] = {"PyMutex_Lock", "_PyMutex_LockSlow"};

typedef uintptr_t (*function)(uintptr_t, uintptr_t, uintptr_t, uintptr_t);

#define NUMBER_OF(name, change) LOCK_##name,
enum lock { LOCKS(NUMBER_OF) N_LOCKS };

static function originals[N_LOCKS];
static long depth; /* more with an attempt that fails: then too much counts as held */
static bool is_unknown;

#define STAND_IN(name, change)                                                         \
    static uintptr_t stand_in_##name(uintptr_t a, uintptr_t b, uintptr_t c,            \
                                     uintptr_t d)                                      \
    {                                                                                  \
        __atomic_add_fetch(&depth, change, __ATOMIC_RELAXED);                          \
        return originals[LOCK_##name](a, b, c, d);                                     \
    }
LOCKS(STAND_IN)

static const struct {
    const char *name;
    function stand_in;
} locks[] = {
#define ROW_OF(name, change) {#name, stand_in_##name},
    LOCKS(ROW_OF)};

static void
redirect(void *data, const char *name, uintptr_t *slot)
{
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t begin = (uintptr_t)slot & ~(page - 1);
    (void)data;
    for (size_t i = 0; i < sizeof slow_paths / sizeof slow_paths[0]; i++) {
        is_unknown = is_unknown || strcmp(name, slow_paths[i]) == 0;
    }
    for (int i = 0; i < N_LOCKS; i++) {
        if (strcmp(name, locks[i].name) != 0) {
            continue;
        }
        void *found = dlsym(RTLD_DEFAULT, name);
        memcpy(&originals[i], &found, sizeof originals[i]);
        if (found != NULL && mprotect((void *)begin, page, PROT_READ | PROT_WRITE) == 0) {
            memcpy(slot, &locks[i].stand_in, sizeof *slot);
        }
        else {
            is_unknown = true;
        }
    }
}

void
held_locks_begin(const struct image *image)
{
    imports_visit(image, redirect, NULL);
}

bool
held_locks_any(void)
{
    return is_unknown || __atomic_load_n(&depth, __ATOMIC_RELAXED) > 0;
}
