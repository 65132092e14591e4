#include "probe/outer_reach.h"

#include "probe/readable_pages.h"

#include <ctype.h>
#include <dlfcn.h>
#include <stdbool.h>
#include <string.h>

#define REGISTERS 6
#define FORMAT_LIMIT 60 /* bytes */

enum { C = OUTER_REACH_CLOSED, R = OUTER_REACH_READS, W = OUTER_REACH_CHANGES };
enum { L = OUTER_REACH_LOCKS, MAKES = 0x10 };
enum format { FORMAT_NONE, FORMAT_OF_VALUES, FORMAT_OF_TEXT };

/* MAKES: returns an object that nobody else has.  FIRST and N: which of its arguments may
 * point to memory that it uses. */
struct known_reach {
    const char *name;
    unsigned char reach, first, n;
    /* Further arguments behind number FIRST + N, as many as a format says, which is
     * argument number `format_at`. */
    unsigned char format, format_at;
};

static const struct known_reach known[] = {
    /* References: code of the extension that runs then is seen as such. */
    {"Py_IncRef", C, 0, 0, 0, 0},
    {"Py_DecRef", C, 0, 0, 0, 0},
    {"_Py_Dealloc", C, 0, 0, 0, 0},
    {"_Py_MergeZeroLocalRefcount", C, 0, 0, 0, 0},
    {"_Py_DecRefShared", C, 0, 0, 0, 0},
    {"PyObject_GC_Track", C, 0, 0, 0, 0},
    {"PyObject_GC_UnTrack", C, 0, 0, 0, 0},
    {"PyObject_GC_Del", C, 0, 0, 0, 0},
    {"PyObject_Free", C, 0, 0, 0, 0},
    {"PyObject_ClearWeakRefs", W, 0, 1, 0, 0},
    {"PyObject_SelfIter", C, 0, 0, 0, 0},
    /* Where the state is. */
    {"PyModule_GetState", C, 0, 0, 0, 0},
    {"PyModule_GetDef", C, 0, 0, 0, 0},
    {"PyType_GetModule", C, 0, 0, 0, 0},
    {"PyType_GetModuleState", C, 0, 0, 0, 0},
    {"PyType_GetModuleByDef", C, 0, 0, 0, 0},
    {"PyType_GetSlot", C, 0, 0, 0, 0},
    {"PyType_IsSubtype", C, 0, 0, 0, 0},
    /* New memory, and its end. */
    {"PyType_GenericAlloc", C, 0, 0, 0, 0},
    {"PyType_GenericNew", C, 0, 0, 0, 0},
    {"_PyObject_New", C, 0, 0, 0, 0},
    {"_PyObject_GC_New", C, 0, 0, 0, 0},
    {"PyObject_Init", C, 0, 0, 0, 0},
    {"malloc", C, 0, 0, 0, 0},
    {"calloc", C, 0, 0, 0, 0},
    {"realloc", C, 0, 1, 0, 0},
    {"free", C, 0, 1, 0, 0},
    {"PyMem_Malloc", C, 0, 0, 0, 0},
    {"PyMem_Calloc", C, 0, 0, 0, 0},
    {"PyMem_Realloc", C, 0, 1, 0, 0},
    {"PyMem_Free", C, 0, 1, 0, 0},
    {"PyMem_RawMalloc", C, 0, 0, 0, 0},
    {"PyMem_RawCalloc", C, 0, 0, 0, 0},
    {"PyMem_RawRealloc", C, 0, 1, 0, 0},
    {"PyMem_RawFree", C, 0, 1, 0, 0},
    {"PyObject_Malloc", C, 0, 0, 0, 0},
    {"PyObject_Calloc", C, 0, 0, 0, 0},
    /* What these copy is told to the byte elsewhere: see outer_effect.c. */
    {"memcpy", C, 0, 0, 0, 0},
    {"memmove", C, 0, 0, 0, 0},
    {"memset", C, 0, 0, 0, 0},
    {"__memcpy_chk", C, 0, 0, 0, 0},
    {"__memmove_chk", C, 0, 0, 0, 0},
    {"__memset_chk", C, 0, 0, 0, 0},
    {"memcmp", C, 0, 2, 0, 0},
    {"memchr", C, 0, 1, 0, 0},
    {"strlen", C, 0, 1, 0, 0},
    {"strcmp", C, 0, 2, 0, 0},
    {"strncmp", C, 0, 2, 0, 0},
    {"strchr", C, 0, 1, 0, 0},
    {"strrchr", C, 0, 1, 0, 0},
    {"strstr", C, 0, 2, 0, 0},
    {"strcpy", C, 0, 2, 0, 0},
    {"strncpy", C, 0, 2, 0, 0},
    {"strtol", C, 0, 2, 0, 0},
    {"strtod", C, 0, 2, 0, 0},
    {"sqrt", C, 0, 0, 0, 0},
    {"pow", C, 0, 0, 0, 0},
    {"exp", C, 0, 0, 0, 0},
    {"log", C, 0, 0, 0, 0},
    {"sin", C, 0, 0, 0, 0},
    {"cos", C, 0, 0, 0, 0},
    {"floor", C, 0, 0, 0, 0},
    {"ceil", C, 0, 0, 0, 0},
    {"fmod", C, 0, 0, 0, 0},
    {"sched_yield", C, 0, 0, 0, 0},
    /* Plain values. */
    {"PyLong_FromLong", C, 0, 0, 0, 0},
    {"PyLong_FromUnsignedLong", C, 0, 0, 0, 0},
    {"PyLong_FromLongLong", C, 0, 0, 0, 0},
    {"PyLong_FromUnsignedLongLong", C, 0, 0, 0, 0},
    {"PyLong_FromSsize_t", C, 0, 0, 0, 0},
    {"PyLong_FromSize_t", C, 0, 0, 0, 0},
    {"PyLong_FromDouble", C, 0, 0, 0, 0},
    {"PyLong_FromVoidPtr", C, 0, 0, 0, 0},
    {"PyLong_AsLong", R, 0, 1, 0, 0},
    {"PyLong_AsInt", R, 0, 1, 0, 0},
    {"PyLong_AsLongLong", R, 0, 1, 0, 0},
    {"PyLong_AsUnsignedLong", R, 0, 1, 0, 0},
    {"PyLong_AsUnsignedLongLong", R, 0, 1, 0, 0},
    {"PyLong_AsUnsignedLongMask", R, 0, 1, 0, 0},
    {"PyLong_AsUnsignedLongLongMask", R, 0, 1, 0, 0},
    {"PyLong_AsSsize_t", R, 0, 1, 0, 0},
    {"PyLong_AsSize_t", R, 0, 1, 0, 0},
    {"PyLong_AsDouble", R, 0, 1, 0, 0},
    {"PyLong_AsLongAndOverflow", R, 0, 2, 0, 0},
    {"PyNumber_Index", R, 0, 1, 0, 0},
    {"PyNumber_AsSsize_t", R, 0, 1, 0, 0},
    {"PyFloat_FromDouble", C, 0, 0, 0, 0},
    {"PyFloat_AsDouble", R, 0, 1, 0, 0},
    {"PyBool_FromLong", C, 0, 0, 0, 0},
    {"PyUnicode_FromString", C, 0, 1, 0, 0},
    {"PyUnicode_FromStringAndSize", C, 0, 1, 0, 0},
    {"PyUnicode_InternFromString", C, 0, 1, 0, 0},
    {"PyUnicode_FromFormat", R, 0, 1, FORMAT_OF_TEXT, 0},
    {"PyUnicode_DecodeUTF8", C, 0, 1, 0, 0},
    {"PyUnicode_AsUTF8", R, 0, 1, 0, 0},
    {"PyUnicode_AsUTF8AndSize", R, 0, 2, 0, 0},
    {"PyUnicode_AsUTF8String", R, 0, 1, 0, 0},
    {"PyUnicode_GetLength", R, 0, 1, 0, 0},
    {"PyUnicode_Compare", R, 0, 2, 0, 0},
    {"PyUnicode_CompareWithASCIIString", R, 0, 2, 0, 0},
    {"PyUnicode_Concat", R, 0, 2, 0, 0},
    {"PyBytes_FromString", C, 0, 1, 0, 0},
    {"PyBytes_FromStringAndSize", C, 0, 1, 0, 0},
    {"PyBytes_AsString", R, 0, 1, 0, 0},
    {"PyBytes_AsStringAndSize", R, 0, 3, 0, 0},
    {"PyBytes_Size", R, 0, 1, 0, 0},
    {"PyCapsule_New", C, 0, 0, 0, 0},
    {"PyCapsule_GetPointer", C, 0, 0, 0, 0},
    {"PyCapsule_IsValid", C, 0, 0, 0, 0},
    {"PyCallable_Check", C, 0, 0, 0, 0},
    {"PyArg_ParseTuple", C, 2, 0, FORMAT_OF_VALUES, 1},
    {"PyArg_ParseTupleAndKeywords", C, 4, 0, FORMAT_OF_VALUES, 2},
    {"Py_BuildValue", C, 1, 0, FORMAT_OF_VALUES, 0},
    /* Exceptions are of the thread. */
    {"PyErr_SetString", C, 1, 1, 0, 0},
    {"PyErr_SetObject", C, 0, 0, 0, 0},
    {"PyErr_SetNone", C, 0, 0, 0, 0},
    {"PyErr_Format", R, 2, 0, FORMAT_OF_TEXT, 1},
    {"PyErr_Occurred", C, 0, 0, 0, 0},
    {"PyErr_Clear", C, 0, 0, 0, 0},
    {"PyErr_NoMemory", C, 0, 0, 0, 0},
    {"PyErr_BadArgument", C, 0, 0, 0, 0},
    {"_PyErr_BadInternalCall", C, 0, 0, 0, 0},
    {"PyErr_ExceptionMatches", C, 0, 0, 0, 0},
    {"PyErr_GivenExceptionMatches", C, 0, 0, 0, 0},
    {"PyErr_GetRaisedException", C, 0, 0, 0, 0},
    {"PyErr_SetRaisedException", C, 0, 0, 0, 0},
    /* Containers. */
    {"PyTuple_New", C | MAKES, 0, 0, 0, 0},
    {"PyTuple_Pack", C | MAKES, 0, 0, 0, 0},
    {"PyTuple_Size", R, 0, 1, 0, 0},
    {"PyTuple_GetItem", R, 0, 1, 0, 0},
    {"PyTuple_SetItem", W, 0, 1, 0, 0},
    {"PyList_New", C | MAKES, 0, 0, 0, 0},
    {"PyList_Size", R, 0, 1, 0, 0},
    {"PyList_GetItem", R, 0, 1, 0, 0},
    {"PyList_GetItemRef", R, 0, 1, 0, 0},
    {"PyList_GetSlice", R | MAKES, 0, 1, 0, 0},
    {"PyList_AsTuple", R | MAKES, 0, 1, 0, 0},
    {"PyList_Append", W, 0, 1, 0, 0},
    {"PyList_Insert", W, 0, 1, 0, 0},
    {"PyList_SetItem", W, 0, 1, 0, 0},
    {"PyList_SetSlice", W, 0, 4, 0, 0},
    {"PyDict_New", C | MAKES, 0, 0, 0, 0},
    {"PyDict_Size", R, 0, 1, 0, 0},
    {"PyDict_GetItem", R, 0, 2, 0, 0},
    {"PyDict_GetItemWithError", R, 0, 2, 0, 0},
    {"PyDict_GetItemString", R, 0, 2, 0, 0},
    {"PyDict_GetItemRef", R, 0, 3, 0, 0},
    {"PyDict_GetItemStringRef", R, 0, 3, 0, 0},
    {"PyDict_Contains", R, 0, 2, 0, 0},
    {"PyDict_ContainsString", R, 0, 2, 0, 0},
    {"PyDict_Next", R, 0, 4, 0, 0},
    {"PyDict_Copy", R | MAKES, 0, 1, 0, 0},
    {"PyDict_Keys", R | MAKES, 0, 1, 0, 0},
    {"PyDict_Values", R | MAKES, 0, 1, 0, 0},
    {"PyDict_Items", R | MAKES, 0, 1, 0, 0},
    {"PyDict_SetItem", W, 0, 2, 0, 0},
    {"PyDict_SetItemString", W, 0, 2, 0, 0},
    {"PyDict_SetDefault", W, 0, 2, 0, 0},
    {"PyDict_SetDefaultRef", W, 0, 4, 0, 0},
    {"PyDict_DelItem", W, 0, 2, 0, 0},
    {"PyDict_DelItemString", W, 0, 2, 0, 0},
    {"PyDict_Clear", W, 0, 1, 0, 0},
    {"PySet_New", R | MAKES, 0, 1, 0, 0},
    {"PyFrozenSet_New", R, 0, 1, 0, 0},
    {"PySet_Size", R, 0, 1, 0, 0},
    {"PySet_Contains", R, 0, 2, 0, 0},
    {"PySet_Add", W, 0, 2, 0, 0},
    {"PySet_Discard", W, 0, 2, 0, 0},
    {"PySet_Clear", W, 0, 1, 0, 0},
    {"PySequence_List", R | MAKES, 0, 1, 0, 0},
    {"PySequence_Tuple", R, 0, 1, 0, 0},
    {"PySequence_Fast", R, 0, 1, 0, 0},
    {"PySequence_Size", R, 0, 1, 0, 0},
    {"PySequence_GetItem", R, 0, 1, 0, 0},
    {"PyObject_Size", R, 0, 1, 0, 0},
    {"PyObject_IsTrue", R, 0, 1, 0, 0},
    {"PyObject_Hash", R, 0, 1, 0, 0},
    {"PyObject_Str", R, 0, 1, 0, 0},
    {"PyObject_Repr", R, 0, 1, 0, 0},
    {"PyObject_RichCompare", R, 0, 2, 0, 0},
    {"PyObject_RichCompareBool", R, 0, 2, 0, 0},
    {"PyObject_GetIter", R, 0, 1, 0, 0},
    {"PyIter_Next", W, 0, 1, 0, 0},
    {"PyWeakref_NewRef", W, 0, 1, 0, 0},
    {"PyWeakref_GetObject", R, 0, 1, 0, 0},
    {"PyWeakref_GetRef", R, 0, 2, 0, 0},
    /* Threads and locks. */
    {"PyThreadState_Get", C, 0, 0, 0, 0},
    {"PyEval_SaveThread", C, 0, 0, 0, 0},
    {"PyEval_RestoreThread", C, 0, 0, 0, 0},
    {"PyThread_get_thread_ident", C, 0, 0, 0, 0},
    {"PyMutex_Lock", L, 0, 1, 0, 0},
    {"PyMutex_Unlock", L, 0, 1, 0, 0},
    {"_PyMutex_LockSlow", L, 0, 1, 0, 0},
    {"_PyMutex_UnlockSlow", L, 0, 1, 0, 0},
    {"_PyOnceFlag_CallOnceSlow", L, 0, 1, 0, 0},
    {"PyCriticalSection_Begin", L, 1, 1, 0, 0},
    {"PyCriticalSection2_Begin", L, 1, 2, 0, 0},
    {"PyCriticalSection_BeginMutex", L, 1, 1, 0, 0},
    {"PyCriticalSection2_BeginMutex", L, 1, 2, 0, 0},
    {"PyCriticalSection_End", C, 0, 0, 0, 0}, /* of those that it began */
    {"PyCriticalSection2_End", C, 0, 0, 0, 0},
    {"PyThread_acquire_lock", L, 0, 1, 0, 0},
    {"PyThread_acquire_lock_timed", L, 0, 1, 0, 0},
    {"PyThread_release_lock", L, 0, 1, 0, 0},
    {"pthread_mutex_lock", L, 0, 1, 0, 0},
    {"pthread_mutex_trylock", L, 0, 1, 0, 0},
    {"pthread_mutex_unlock", L, 0, 1, 0, 0},
    {"pthread_rwlock_rdlock", L, 0, 1, 0, 0},
    {"pthread_rwlock_wrlock", L, 0, 1, 0, 0},
    {"pthread_rwlock_unlock", L, 0, 1, 0, 0},
    {"pthread_spin_lock", L, 0, 1, 0, 0},
    {"pthread_spin_unlock", L, 0, 1, 0, 0},
    {"pthread_once", L, 0, 1, 0, 0},
    {"mtx_lock", L, 0, 1, 0, 0},
    {"mtx_unlock", L, 0, 1, 0, 0},
    {"call_once", L, 0, 1, 0, 0},
};

#define N_KNOWN (sizeof known / sizeof known[0])

static uintptr_t addresses[N_KNOWN];

void
outer_reach_prepare(void)
{
    for (size_t i = 0; i < N_KNOWN; i++) {
        addresses[i] = (uintptr_t)dlsym(RTLD_DEFAULT, known[i].name);
    }
}

/* How many arguments a format wants at the most; below 0: that cannot be told. */
static int
count_wanted(uintptr_t format, enum format kind)
{
    int n = 0;
    for (int i = 0; i < FORMAT_LIMIT; i++) {
        char byte;
        if (!readable_page_ask(format + (uintptr_t)i)) {
            return -1;
        }
        memcpy(&byte, (const void *)(format + (uintptr_t)i), 1);
        bool is_end = byte == '\0'
                      || (kind == FORMAT_OF_VALUES && (byte == ':' || byte == ';'));
        if (is_end) {
            return n;
        }
        if (byte == '*') {
            return -1; /* a width, or a buffer that is exported */
        }
        n += kind == FORMAT_OF_TEXT ? byte == '%'
                                    : isalpha((unsigned char)byte) != 0
                                          || strchr("!#&", byte) != NULL;
    }
    return -1;
}

static void
add_wanted(const struct known_reach *row, const uint64_t *arguments,
           const uintptr_t *return_slot, struct outer_use *use)
{
    int wanted = count_wanted(arguments[row->format_at], (enum format)row->format);
    int first = row->first + row->n;
    if (wanted < 0 || use->n_arguments + wanted > OUTER_REACH_ARGUMENTS) {
        use->reach = OUTER_REACH_OPEN;
        return;
    }
    for (int i = first; i < first + wanted; i++) {
        use->arguments[use->n_arguments++] =
            i < REGISTERS ? arguments[i] : return_slot[1 + i - REGISTERS];
    }
}

void
outer_reach_of(uintptr_t function, const uint64_t registers[16],
               const uintptr_t *return_slot, struct outer_use *out_use)
{
    const uint64_t arguments[REGISTERS] = {registers[7], registers[6], registers[2],
                                           registers[1], registers[8], registers[9]};
    memset(out_use, 0, sizeof *out_use);
    for (size_t i = 0; i < N_KNOWN; i++) {
        const struct known_reach *row = &known[i];
        if (addresses[i] != function || function == 0) {
            continue;
        }
        out_use->reach = (enum outer_reach)(row->reach & (MAKES - 1));
        out_use->makes = (row->reach & MAKES) != 0;
        for (int k = 0; k < row->n; k++) {
            out_use->arguments[out_use->n_arguments++] = arguments[row->first + k];
        }
        if (row->format != FORMAT_NONE) {
            add_wanted(row, arguments, return_slot, out_use);
        }
        return;
    }
}
