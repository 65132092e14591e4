#include "model/resource.h"

#include <stddef.h>
#include <string.h>

#include "base/macros.h"

static const struct resource makers[] = {
    {"PyMem_Calloc", "PyMem_Free", "memory", "PyMem_Calloc", false},
    {"PyMem_Malloc", "PyMem_Free", "memory", "PyMem_Calloc", false},
    {"PyMem_RawCalloc", "PyMem_RawFree", "memory", "PyMem_RawCalloc", false},
    {"PyMem_RawMalloc", "PyMem_RawFree", "memory", "PyMem_RawCalloc", false},
    {"PyObject_Calloc", "PyObject_Free", "memory", "PyObject_Calloc", false},
    {"PyObject_Malloc", "PyObject_Free", "memory", "PyObject_Calloc", false},
    {"PyThread_allocate_lock", "PyThread_free_lock", "a lock", NULL, false},
    {"PyThread_tss_alloc", "PyThread_tss_free", "a thread-specific storage key",
     NULL, false},
    {"PyUnicode_AsWideCharString", "PyMem_Free", "memory", NULL, false},
    {"Py_DecodeLocale", "PyMem_RawFree", "memory", NULL, false},
    {"accept", "close", "a socket", NULL, false},
    {"aligned_alloc", "free", "memory", NULL, false},
    {"calloc", "free", "memory", "calloc", false},
    {"creat", "close", "a file descriptor", NULL, false},
    {"dlopen", "dlclose", "a library", NULL, false},
    {"dup", "close", "a file descriptor", NULL, false},
    {"epoll_create", "close", "a file descriptor", NULL, false},
    {"epoll_create1", "close", "a file descriptor", NULL, false},
    {"eventfd", "close", "a file descriptor", NULL, false},
    {"fdopen", "fclose", "a file", NULL, false},
    {"fdopendir", "closedir", "a folder", NULL, false},
    {"fmemopen", "fclose", "a file", NULL, false},
    {"fopen", "fclose", "a file", NULL, false},
    {"iconv_open", "iconv_close", "a converter", NULL, false},
    {"inotify_init", "close", "a file descriptor", NULL, false},
    {"inotify_init1", "close", "a file descriptor", NULL, false},
    {"malloc", "free", "memory", "calloc", false},
    {"memfd_create", "close", "a file descriptor", NULL, false},
    {"mmap", "munmap", "mapped memory", NULL, true},
    {"newlocale", "freelocale", "a locale", NULL, false},
    {"open", "close", "a file descriptor", NULL, false},
    {"open_memstream", "fclose", "a file", NULL, false},
    {"opendir", "closedir", "a folder", NULL, false},
    {"popen", "pclose", "a pipe", NULL, false},
    {"sem_open", "sem_close", "a semaphore", NULL, false},
    {"socket", "close", "a socket", NULL, false},
    {"strdup", "free", "memory", NULL, false},
    {"strndup", "free", "memory", NULL, false},
    {"timerfd_create", "close", "a file descriptor", NULL, false},
    {"tmpfile", "fclose", "a file", NULL, false},
    {"wcsdup", "free", "memory", NULL, false},
};

static const struct resource *
find(const struct resource *table, size_t n, const char *maker)
{
    for (size_t i = 0; i < n; i++) {
        if (strcmp(maker, table[i].maker) == 0) {
            return &table[i];
        }
    }
    return NULL;
}

const struct resource *
resource_of(const char *maker)
{
    return find(makers, ARRAY_LENGTH(makers), maker);
}

const struct resource *
resource_made_in_place(const char *maker)
{
    static const struct resource table[] = {
        {"deflateInit2_", "deflateEnd", "a compressor", NULL, false},
        {"deflateInit_", "deflateEnd", "a compressor", NULL, false},
        {"inflateInit2_", "inflateEnd", "a decompressor", NULL, false},
        {"inflateInit_", "inflateEnd", "a decompressor", NULL, false},
        {"regcomp", "regfree", "a compiled pattern", NULL, false},
    };
    return find(table, ARRAY_LENGTH(table), maker);
}

const struct resource *
resource_resized_by(const char *name)
{
    static const struct resource table[] = {
        {"PyMem_RawRealloc", "PyMem_RawFree", "memory", NULL, false},
        {"PyMem_Realloc", "PyMem_Free", "memory", NULL, false},
        {"PyObject_Realloc", "PyObject_Free", "memory", NULL, false},
        {"realloc", "free", "memory", NULL, false},
        {"reallocarray", "free", "memory", NULL, false},
    };
    return find(table, ARRAY_LENGTH(table), name);
}

bool
resource_is_released_by(const char *name)
{
    for (size_t i = 0; i < ARRAY_LENGTH(makers); i++) {
        if (strcmp(name, makers[i].releaser) == 0) {
            return true;
        }
    }
    return false;
}
