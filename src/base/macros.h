/* Compiler attributes the whole program uses, behind names. */
#ifndef INSULATE_BASE_MACROS_H
#define INSULATE_BASE_MACROS_H

#include <stddef.h>

/* Run FUNCTION(&variable) when the variable leaves its scope. */
#define CLEANUP(function) __attribute__((cleanup(function)))
/* printf-like; TEMPLATE and FIRST count from 1. */
#define PRINTF_LIKE(template, first) \
    __attribute__((format(printf, template, first), nonnull(template)))
#define MUST_CHECK __attribute__((warn_unused_result))
#define NO_RETURN __attribute__((noreturn))

#define ARRAY_LENGTH(array) (sizeof(array) / sizeof((array)[0]))

#endif
