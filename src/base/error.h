/* The one way failure travels: `struct error *err` is the last argument of
 * every function that can fail for outside reasons.  It is filled only on
 * failure; callers add context going up with error_wrap.  Only commands/ and
 * main.c print it. */
#ifndef INSULATE_BASE_ERROR_H
#define INSULATE_BASE_ERROR_H

#include "base/macros.h"

enum error_kind {
    ERROR_NONE,
    ERROR_IO,          /* the system refused: open, read, write, fork */
    ERROR_FORMAT,      /* the input is not what it claims to be */
    ERROR_UNSUPPORTED, /* right, but not covered here */
    ERROR_CHILD,       /* a child process failed */
    ERROR_LIMIT,       /* a named limit was reached */
    ERROR_USAGE,       /* the caller's words are wrong */
};

struct error {
    enum error_kind kind;
    char message[1024]; /* one line, no trailing period or newline */
};

#define ERROR_INIT {ERROR_NONE, ""}

/* Fill ERR.  Returns -1, so that `return error_set(…)` reads as one step. */
int error_set(struct error *err, enum error_kind kind, const char *format, ...)
    PRINTF_LIKE(3, 4);
/* Like error_set with kind IO and ": " + strerror(errno) at the end. */
int error_set_errno(struct error *err, const char *format, ...) PRINTF_LIKE(2, 3);
/* Put "context: " in front of the message.  Returns -1. */
int error_wrap(struct error *err, const char *format, ...) PRINTF_LIKE(2, 3);

#endif
