/* The functions of the C API and the C library that give memory back. */
#ifndef INSULATE_MODEL_FREEING_H
#define INSULATE_MODEL_FREEING_H

/* What the memory was that a function frees. */
enum freeing {
    FREES_NOTHING,
    FREES_COLLECTED, /* an object behind the garbage collector's header */
    FREES_OBJECT,    /* an object without it */
    FREES_MEMORY,    /* any block of Python's allocator */
    FREES_RAW,       /* any block of the C library's */
};

/* What the function NAME does; macros go by what they stand for. */
enum freeing freeing_of(const char *name);

#endif
