#include "model/resource.h"

#include <stddef.h>
#include <string.h>

#include "base/macros.h"

const struct resource *
resource_of(const char *maker)
{
    static const struct resource table[] = {
        {"PyMem_Calloc", "PyMem_Free", "memory", "PyMem_Calloc"},
        {"PyMem_Malloc", "PyMem_Free", "memory", "PyMem_Calloc"},
        {"PyMem_RawCalloc", "PyMem_RawFree", "memory", "PyMem_RawCalloc"},
        {"PyMem_RawMalloc", "PyMem_RawFree", "memory", "PyMem_RawCalloc"},
        {"PyObject_Calloc", "PyObject_Free", "memory", "PyObject_Calloc"},
        {"PyObject_Malloc", "PyObject_Free", "memory", "PyObject_Calloc"},
        {"PyThread_allocate_lock", "PyThread_free_lock", "a lock", NULL},
        {"PyThread_tss_alloc", "PyThread_tss_free", "a thread-specific storage key",
         NULL},
        {"accept", "close", "a socket", NULL},
        {"calloc", "free", "memory", "calloc"},
        {"dlopen", "dlclose", "a library", NULL},
        {"dup", "close", "a file descriptor", NULL},
        {"epoll_create", "close", "a file descriptor", NULL},
        {"epoll_create1", "close", "a file descriptor", NULL},
        {"eventfd", "close", "a file descriptor", NULL},
        {"fdopen", "fclose", "a file", NULL},
        {"fopen", "fclose", "a file", NULL},
        {"iconv_open", "iconv_close", "a converter", NULL},
        {"inotify_init", "close", "a file descriptor", NULL},
        {"inotify_init1", "close", "a file descriptor", NULL},
        {"malloc", "free", "memory", "calloc"},
        {"memfd_create", "close", "a file descriptor", NULL},
        {"mmap", "munmap", "mapped memory", NULL},
        {"newlocale", "freelocale", "a locale", NULL},
        {"open", "close", "a file descriptor", NULL},
        {"opendir", "closedir", "a folder", NULL},
        {"popen", "pclose", "a pipe", NULL},
        {"sem_open", "sem_close", "a semaphore", NULL},
        {"socket", "close", "a socket", NULL},
        {"strdup", "free", "memory", NULL},
        {"strndup", "free", "memory", NULL},
        {"timerfd_create", "close", "a file descriptor", NULL},
        {"tmpfile", "fclose", "a file", NULL},
    };
    for (size_t i = 0; i < ARRAY_LENGTH(table); i++) {
        if (strcmp(maker, table[i].maker) == 0) {
            return &table[i];
        }
    }
    return NULL;
}
