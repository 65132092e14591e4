/* Calls that replace the process, end its main thread or change how the kernel treats it:
 * exec, pthread_exit, prctl, ptrace. */
#include "probe/effect.h"

#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <unistd.h>

#define SEEN __attribute__((visibility("default")))
#define CALLER __builtin_return_address(0)

extern char **environ;

/* The others of the C library's family do not come back to it for execve. */
static int
replace(const char *path, char *const *words, char *const *variables,
        const void *caller)
{
    int (*next)(const char *, char *const *, char *const *);
    effect_note("exec", caller);
    effect_find_next(&next, "execve");
    return next(path, words, variables);
}

static int
replace_by_name(const char *file, char *const *words, const void *caller)
{
    int (*next)(const char *, char *const *);
    effect_note("exec", caller);
    effect_find_next(&next, "execvp");
    return next(file, words);
}

SEEN int
execve(const char *path, char *const *words, char *const *variables)
{
    return replace(path, words, variables, CALLER);
}

SEEN int
execv(const char *path, char *const *words)
{
    return replace(path, words, environ, CALLER);
}

SEEN int
execvp(const char *file, char *const *words)
{
    return replace_by_name(file, words, CALLER);
}

/* The words of a call with a list, FIRST and its end included; NULL: too many. */
#define WORDS 256

static char **
list_words(char *words[WORDS], const char *first, va_list *rest)
{
    const char *word = first;
    for (size_t n = 0; n < WORDS; n++) {
        union {
            const char *in;
            char *out;
        } same = {.in = word};
        words[n] = same.out;
        if (word == NULL) {
            return words;
        }
        word = va_arg(*rest, const char *);
    }
    errno = E2BIG;
    return NULL;
}

SEEN int
execl(const char *path, const char *first, ...)
{
    char *words[WORDS];
    va_list rest;
    va_start(rest, first);
    char **listed = list_words(words, first, &rest);
    va_end(rest);
    return listed != NULL ? replace(path, listed, environ, CALLER) : -1;
}

SEEN int
execlp(const char *file, const char *first, ...)
{
    char *words[WORDS];
    va_list rest;
    va_start(rest, first);
    char **listed = list_words(words, first, &rest);
    va_end(rest);
    return listed != NULL ? replace_by_name(file, listed, CALLER) : -1;
}

/* A thread that the module has started may end as it likes. */
SEEN void
pthread_exit(void *result)
{
    void (*next)(void *);
    if (gettid() == getpid()) {
        effect_note("pthread_exit", CALLER);
    }
    effect_find_next(&next, "pthread_exit");
    next(result);
    __builtin_unreachable();
}

/* With a filter of its own the module decides which calls of all others fail. */
SEEN int
prctl(int option, ...)
{
    unsigned long rest[4];
    va_list list;
    va_start(list, option);
    for (int i = 0; i < 4; i++) {
        rest[i] = va_arg(list, unsigned long);
    }
    va_end(list);
    if (option == PR_SET_SECCOMP) {
        effect_note("seccomp", CALLER);
    }
    int (*next)(int, ...);
    effect_find_next(&next, "prctl");
    return next(option, rest[0], rest[1], rest[2], rest[3]);
}

#ifdef __GLIBC__
typedef enum __ptrace_request trace_request;
#else
typedef int trace_request;
#endif

/* A traced process stops at every signal, and its parent may not know how to resume it. */
SEEN long
ptrace(trace_request request, ...)
{
    va_list rest;
    va_start(rest, request);
    pid_t pid = va_arg(rest, pid_t);
    void *address = va_arg(rest, void *);
    void *data = va_arg(rest, void *);
    va_end(rest);
    effect_note("ptrace", CALLER);
    if (request == PTRACE_TRACEME) {
        errno = EPERM;
        return -1;
    }
    long (*next)(trace_request, ...);
    effect_find_next(&next, "ptrace");
    return next(request, pid, address, data);
}
