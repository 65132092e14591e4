#include "probe/outer_effect.h"

#include "probe/readable_pages.h"

#include <dlfcn.h>
#include <string.h>
#include <unistd.h>

#define LOWEST_ADDRESS 65536
#define PAGE 4096

/* Numbers of arguments, from 1; 0: none. */
struct known_function {
    const char *name;
    unsigned char target, source, size; /* of what is written, of what is read */
    unsigned char allocated, factor;    /* bytes of a new block */
    bool returns_size; /* of what it has written, without a zero behind it, */
    unsigned char limit; /* and not more than this argument says */
    bool lends;   /* a reference, out of its first argument */
    bool may_be_same; /* only if it returns that argument itself */
    bool is_lock; /* orders what threads do: no effect */
    signed char section; /* begins a critical section, of its second argument, or ends one */
    bool has_static; /* writes memory of its own, which all threads share, */
    bool reads_static; /* or reads it */
    const char *owner; /* of that memory, if it is another function's; NULL: its own */
    bool changes_list; /* its first argument, where nothing that is compared need change */
};

static const struct known_function known[] = {
    {.name = "memcpy", .target = 1, .source = 2, .size = 3},
    {.name = "memmove", .target = 1, .source = 2, .size = 3},
    {.name = "__memcpy_chk", .target = 1, .source = 2, .size = 3},
    {.name = "__memmove_chk", .target = 1, .source = 2, .size = 3},
    {.name = "memset", .target = 1, .size = 3},
    {.name = "__memset_chk", .target = 1, .size = 3},
    {.name = "strcpy", .target = 1, .source = 2},
    {.name = "__strcpy_chk", .target = 1, .source = 2},
    {.name = "strncpy", .target = 1, .source = 2},
    {.name = "__strncpy_chk", .target = 1, .source = 2},
    {.name = "strcat", .target = 1, .source = 2},
    {.name = "__strcat_chk", .target = 1, .source = 2},
    {.name = "strncat", .target = 1, .source = 2},
    {.name = "sprintf", .target = 1, .returns_size = true},
    {.name = "__sprintf_chk", .target = 1, .returns_size = true},
    {.name = "snprintf", .target = 1, .returns_size = true, .limit = 2},
    {.name = "__snprintf_chk", .target = 1, .returns_size = true, .limit = 2},
    {.name = "vsnprintf", .target = 1, .returns_size = true, .limit = 2},
    {.name = "PyOS_snprintf", .target = 1, .returns_size = true, .limit = 2},
    {.name = "read", .target = 2, .returns_size = true},
    {.name = "recv", .target = 2, .returns_size = true},
    {.name = "fread", .target = 1},
    {.name = "qsort", .target = 1},
    {.name = "free", .target = 1},
    {.name = "realloc", .target = 1, .allocated = 2},
    {.name = "PyMem_Free", .target = 1},
    {.name = "PyMem_RawFree", .target = 1},
    {.name = "PyMem_Realloc", .target = 1, .allocated = 2},
    {.name = "PyMem_RawRealloc", .target = 1, .allocated = 2},
    {.name = "malloc", .allocated = 1},
    {.name = "calloc", .allocated = 1, .factor = 2},
    {.name = "PyMem_Malloc", .allocated = 1},
    {.name = "PyMem_Calloc", .allocated = 1, .factor = 2},
    {.name = "PyMem_RawMalloc", .allocated = 1},
    {.name = "PyMem_RawCalloc", .allocated = 1, .factor = 2},
    {.name = "PyObject_Malloc", .allocated = 1},
    {.name = "strlen", .source = 1},
    {.name = "PyUnicode_FromString", .source = 1},
    {.name = "PyUnicode_FromStringAndSize", .source = 1, .size = 2},
    {.name = "PyUnicode_DecodeUTF8", .source = 1, .size = 2},
    {.name = "PyBytes_FromString", .source = 1},
    {.name = "PyBytes_FromStringAndSize", .source = 1, .size = 2},
    {.name = "PyList_SetItem", .changes_list = true},
    {.name = "PyList_SetSlice", .changes_list = true},
    {.name = "PyList_Sort", .changes_list = true},
    {.name = "PyList_Reverse", .changes_list = true},
    {.name = "strtok", .has_static = true},
    {.name = "localtime", .has_static = true},
    {.name = "gmtime", .has_static = true},
    {.name = "asctime", .has_static = true},
    {.name = "ctime", .has_static = true},
    {.name = "clearenv", .has_static = true, .owner = "setenv"},
    {.name = "drand48", .has_static = true},
    {.name = "getenv", .reads_static = true, .owner = "setenv"},
    {.name = "getgrgid", .has_static = true},
    {.name = "getgrnam", .has_static = true},
    {.name = "getpwnam", .has_static = true},
    {.name = "getpwuid", .has_static = true},
    {.name = "localeconv", .has_static = true},
    {.name = "lrand48", .has_static = true, .owner = "drand48"},
    {.name = "mrand48", .has_static = true, .owner = "drand48"},
    {.name = "putenv", .has_static = true, .owner = "setenv"},
    {.name = "rand", .has_static = true},
    {.name = "setenv", .has_static = true},
    {.name = "setlocale", .has_static = true},
    {.name = "srand", .has_static = true, .owner = "rand"},
    {.name = "srand48", .has_static = true, .owner = "drand48"},
    {.name = "ttyname", .has_static = true},
    {.name = "unsetenv", .has_static = true, .owner = "setenv"},
    {.name = "PyList_GetItem", .lends = true},
    {.name = "PyDict_GetItem", .lends = true},
    {.name = "PyDict_GetItemString", .lends = true},
    {.name = "PyDict_GetItemWithError", .lends = true},
    {.name = "PyDict_SetDefault", .lends = true},
    {.name = "PyDict_Next", .lends = true},
    {.name = "PyWeakref_GetObject", .lends = true},
    {.name = "PySequence_Fast", .lends = true, .may_be_same = true},
    {.name = "PyMutex_Lock", .is_lock = true},
    {.name = "PyMutex_Unlock", .is_lock = true},
    {.name = "PyMutex_LockFast", .is_lock = true},
    {.name = "_PyMutex_LockSlow", .is_lock = true},
    {.name = "_PyMutex_UnlockSlow", .is_lock = true},
    {.name = "_PyOnceFlag_CallOnceSlow", .is_lock = true},
    {.name = "PyCriticalSection_Begin", .is_lock = true, .section = 1},
    {.name = "PyCriticalSection_End", .is_lock = true, .section = -1},
    {.name = "PyCriticalSection2_Begin", .is_lock = true, .section = 1},
    {.name = "PyCriticalSection2_End", .is_lock = true, .section = -1},
    {.name = "PyCriticalSection_BeginMutex", .is_lock = true, .section = 1},
    {.name = "PyCriticalSection2_BeginMutex", .is_lock = true, .section = 1},
    {.name = "PyThread_acquire_lock", .is_lock = true},
    {.name = "PyThread_acquire_lock_timed", .is_lock = true},
    {.name = "PyThread_release_lock", .is_lock = true},
    {.name = "pthread_mutex_lock", .is_lock = true},
    {.name = "pthread_mutex_trylock", .is_lock = true},
    {.name = "pthread_mutex_unlock", .is_lock = true},
    {.name = "pthread_rwlock_rdlock", .is_lock = true},
    {.name = "pthread_rwlock_wrlock", .is_lock = true},
    {.name = "pthread_rwlock_unlock", .is_lock = true},
    {.name = "pthread_spin_lock", .is_lock = true},
    {.name = "pthread_spin_unlock", .is_lock = true},
    {.name = "pthread_once", .is_lock = true},
    {.name = "pthread_cond_wait", .is_lock = true},
    {.name = "pthread_cond_signal", .is_lock = true},
    {.name = "pthread_cond_broadcast", .is_lock = true},
    {.name = "mtx_lock", .is_lock = true},
    {.name = "mtx_unlock", .is_lock = true},
    {.name = "call_once", .is_lock = true},
    {.name = "sem_wait", .is_lock = true},
    {.name = "sem_trywait", .is_lock = true},
    {.name = "sem_post", .is_lock = true},
};

#define N_KNOWN (sizeof known / sizeof known[0])

static uintptr_t addresses[N_KNOWN];
static uintptr_t owners[N_KNOWN];

void
outer_effect_prepare(void)
{
    for (size_t i = 0; i < N_KNOWN; i++) {
        const char *owner = known[i].owner != NULL ? known[i].owner : known[i].name;
        addresses[i] = (uintptr_t)dlsym(RTLD_DEFAULT, known[i].name);
        owners[i] = (uintptr_t)dlsym(RTLD_DEFAULT, owner);
    }
}

static size_t
readable_size(uint64_t address)
{
    if (address < LOWEST_ADDRESS || address > UINT64_MAX - OUTER_BYTES
        || !readable_page_ask(address))
    {
        return 0;
    }
    size_t left = PAGE - address % PAGE;
    return left >= OUTER_BYTES ? OUTER_BYTES : left;
}

void
outer_effect_begin(struct outer_effect *effect, uintptr_t function,
                   const uint64_t registers[16])
{
    static const int numbers[OUTER_ARGUMENTS] = {7, 6, 2, 1, 8, 9}; /* rdi, rsi, … */
    effect->function = function;
    effect->known = -1;
    for (size_t i = 0; i < N_KNOWN && effect->known < 0; i++) {
        effect->known = addresses[i] == function ? (int)i : -1;
    }
    for (int i = 0; i < OUTER_ARGUMENTS; i++) {
        effect->arguments[i] = registers[numbers[i]];
        effect->sizes[i] =
            effect->known < 0 ? readable_size(effect->arguments[i]) : 0;
        memcpy(effect->bytes[i], (const void *)effect->arguments[i], effect->sizes[i]);
    }
}

static size_t
known_effect(const struct outer_effect *effect, uint64_t result, struct access *out)
{
    const struct known_function *function = &known[effect->known];
    const uint64_t *arguments = effect->arguments;
    size_t size = function->size != 0 ? arguments[function->size - 1] : 1;
    if (function->returns_size && (int32_t)result > 0) {
        uint64_t limit = function->limit != 0 ? arguments[function->limit - 1] : UINT32_MAX;
        size = (uint32_t)result < limit ? (uint32_t)result + 1U : limit;
    }
    size_t n = 0;
    if (function->target != 0 && size > 0
        && arguments[function->target - 1] >= LOWEST_ADDRESS) /* free(NULL) */
    {
        out[n++] = (struct access){arguments[function->target - 1], size,
                                   0, effect->function, 0, ACCESS_WRITE | ACCESS_CALLED};
    }
    if (function->source != 0 && size > 0
        && arguments[function->source - 1] >= LOWEST_ADDRESS)
    {
        out[n++] = (struct access){arguments[function->source - 1], size,
                                   0, effect->function, 0, ACCESS_CALLED};
    }
    if (function->allocated != 0) {
        uint64_t factor = function->factor != 0 ? arguments[function->factor - 1] : 1;
        out[n++] = (struct access){result, arguments[function->allocated - 1] * factor,
                                   0, effect->function, 0, ACCESS_CALLED | ACCESS_FRESH};
    }
    if (function->lends && (!function->may_be_same || result == arguments[0])) {
        out[n++] = (struct access){arguments[0], 1, result, effect->function, 0,
                                   ACCESS_CALLED | ACCESS_BORROWED};
    }
    if (function->has_static || function->reads_static) {
        out[n++] = (struct access){owners[effect->known], 1, 0, effect->function, 0,
                                   (function->has_static ? ACCESS_WRITE : 0U)
                                       | ACCESS_CALLED};
    }
    if (function->changes_list) {
        out[n++] = (struct access){arguments[0], 1, 0, effect->function, 0,
                                   ACCESS_CALLED | ACCESS_USED};
        out[n++] = (struct access){arguments[0], 1, arguments[0], effect->function, 0,
                                   ACCESS_WRITE | ACCESS_CALLED};
    }
    if (function->section != 0) {
        bool begins = function->section > 0;
        out[n++] = (struct access){begins ? arguments[1] : effect->function, 0, 0,
                                   effect->function, 0,
                                   begins ? ACCESS_SECTION : ACCESS_SECTION_END};
    }
    return n;
}

size_t
outer_effect_end(const struct outer_effect *effect, uint64_t result,
                 struct access out_accesses[OUTER_EFFECT_LIMIT])
{
    if (effect->known >= 0) {
        return known_effect(effect, result, out_accesses);
    }
    size_t n = 0;
    out_accesses[n++] = (struct access){effect->arguments[0], 1, 0, effect->function, 0,
                                        ACCESS_CALLED | ACCESS_USED};
    for (int i = 0; i < OUTER_ARGUMENTS; i++) {
        const unsigned char *now = (const unsigned char *)effect->arguments[i];
        size_t size = effect->sizes[i];
        size_t first = 0;
        if (size == 0 || !readable_page_ask(effect->arguments[i])) {
            continue; /* it was none, or is gone */
        }
        while (first < size && now[first] == effect->bytes[i][first]) {
            first++;
        }
        while (size > first && now[size - 1] == effect->bytes[i][size - 1]) {
            size--;
        }
        if (size > first) {
            out_accesses[n++] =
                (struct access){effect->arguments[i] + first, size - first,
                                effect->arguments[i], effect->function, 0,
                                ACCESS_WRITE | ACCESS_CALLED};
        }
    }
    return n;
}
