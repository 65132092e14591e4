/* What Python.h must know of Windows on x86-64, enough to compile against it; for
 * test_dialects.py.  No module is linked with it. */
#ifndef TEST_PYCONFIG_H
#define TEST_PYCONFIG_H

#define MS_WINDOWS 1
#define MS_WIN32 1
#define MS_WIN64 1
#define NT_THREADS 1
#define WITH_THREAD 1
#define WITH_DOC_STRINGS 1
#define Py_ENABLE_SHARED 1
#define HAVE_DECLSPEC_DLL 1
#define STDC_HEADERS 1
#define HAVE_STDARG_PROTOTYPES 1
#define HAVE_ERRNO_H 1
#define HAVE_STDDEF_H 1
#define HAVE_STDINT_H 1
#define HAVE_INTTYPES_H 1
#define HAVE_SYS_TYPES_H 1
#define HAVE_SYS_STAT_H 1
#define HAVE_WCHAR_H 1
#define HAVE_BUILTIN_ATOMIC 1
#define HAVE_LONG_LONG 1
#define HAVE_UINTPTR_T 1
#define HAVE_UINT32_T 1
#define HAVE_UINT64_T 1
#define HAVE_INT32_T 1
#define HAVE_INT64_T 1
#define SIZEOF_SHORT 2
#define SIZEOF_INT 4
#define SIZEOF_LONG 4
#define SIZEOF_LONG_LONG 8
#define SIZEOF_VOID_P 8
#define SIZEOF_SIZE_T 8
#define SIZEOF_TIME_T 8
#define SIZEOF_WCHAR_T 2
#define SIZEOF_FLOAT 4
#define SIZEOF_DOUBLE 8
#define SIZEOF_FPOS_T 8
#define SIZEOF_HKEY 8
#define ALIGNOF_SIZE_T 8
#define ALIGNOF_MAX_ALIGN_T 16
#define PY_LITTLE_ENDIAN 1
#define NTDDI_VERSION 0x0A000000
#define PY_SSIZE_T_MAX LLONG_MAX
#ifdef _MSC_VER
typedef __int64 ssize_t;
typedef __int64 Py_ssize_t;
#else
#  include <sys/types.h>
typedef long long Py_ssize_t;
#endif
#define HAVE_PY_SSIZE_T 1
#define HAVE_SSIZE_T 1

#endif
