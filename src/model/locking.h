/* What functions of libraries do to a lock. */
#ifndef INSULATE_MODEL_LOCKING_H
#define INSULATE_MODEL_LOCKING_H

enum locking {
    LOCKING_NONE,
    LOCKING_TAKES,
    LOCKING_GIVES,
    LOCKING_RUNS, /* a function that it is given, once, others wait */
};

enum { LOCKING_NAME_MOST = 32 }; /* bytes of the longest name */

/* What the function NAME does; macros go by what they stand for. */
enum locking locking_of(const char *name);

#endif
