#include "model/resource.h"

#include <stddef.h>
#include <string.h>

#include "base/macros.h"

const struct resource *
resource_of(const char *maker)
{
    static const struct resource table[] = {
        {"PyMem_Calloc", "PyMem_Free", "memory"},
        {"PyMem_Malloc", "PyMem_Free", "memory"},
        {"PyMem_RawCalloc", "PyMem_RawFree", "memory"},
        {"PyMem_RawMalloc", "PyMem_RawFree", "memory"},
        {"PyThread_allocate_lock", "PyThread_free_lock", "a lock"},
        {"PyThread_tss_alloc", "PyThread_tss_free", "a key to data of the thread"},
        {"accept", "close", "a socket"},
        {"calloc", "free", "memory"},
        {"dlopen", "dlclose", "a library"},
        {"dup", "close", "a file descriptor"},
        {"epoll_create", "close", "a file descriptor"},
        {"epoll_create1", "close", "a file descriptor"},
        {"eventfd", "close", "a file descriptor"},
        {"fdopen", "fclose", "a file"},
        {"fopen", "fclose", "a file"},
        {"iconv_open", "iconv_close", "a converter"},
        {"inotify_init", "close", "a file descriptor"},
        {"inotify_init1", "close", "a file descriptor"},
        {"malloc", "free", "memory"},
        {"memfd_create", "close", "a file descriptor"},
        {"mmap", "munmap", "mapped memory"},
        {"newlocale", "freelocale", "a locale"},
        {"open", "close", "a file descriptor"},
        {"opendir", "closedir", "a folder"},
        {"popen", "pclose", "a pipe"},
        {"sem_open", "sem_close", "a semaphore"},
        {"socket", "close", "a socket"},
        {"strdup", "free", "memory"},
        {"strndup", "free", "memory"},
        {"timerfd_create", "close", "a file descriptor"},
        {"tmpfile", "fclose", "a file"},
    };
    for (size_t i = 0; i < ARRAY_LENGTH(table); i++) {
        if (strcmp(maker, table[i].maker) == 0) {
            return &table[i];
        }
    }
    return NULL;
}
