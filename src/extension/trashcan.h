/* The trashcan macros in a function, also behind macros of the project. */
#ifndef INSULATE_EXTENSION_TRASHCAN_H
#define INSULATE_EXTENSION_TRASHCAN_H

#include "extension/extension.h"

enum trashcan {
    TRASHCAN_BEGIN,      /* Py_TRASHCAN_BEGIN(object, dealloc) */
    TRASHCAN_SAFE_BEGIN, /* Py_TRASHCAN_SAFE_BEGIN(object) */
    TRASHCAN_END,        /* either end */
};

struct trashcan_use {
    enum trashcan kind;
    const struct expansion *expansion; /* as it stands in the function */
    const char *dealloc;               /* that BEGIN names, below casts; NULL: unknown */
    uint32_t offset;                   /* of what leads to it in the body of the macro
                                          that is expanded; 0: the expansion itself */
};

typedef void trashcan_visit(const struct trashcan_use *use, void *data);

/* The expansions that lead to one of the macros, in order. */
struct trashcans {
    struct arena *arena;
    const struct source *source;
    const struct expansion **items;
    size_t n_items, capacity;
};

struct trashcans trashcans_find(const struct extension *extension);
/* Call VISIT for each use in FUNCTION's text, in its order. */
void trashcans_visit(const struct trashcans *trashcans, const struct function *function,
                     trashcan_visit *visit, void *data);

#endif
