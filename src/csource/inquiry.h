/* What this machine has for reading C: for `insulate doctor`. */
#ifndef INSULATE_CSOURCE_INQUIRY_H
#define INSULATE_CSOURCE_INQUIRY_H

#include "base/arena.h"
#include "base/error.h"
#include "base/macros.h"

struct libclang_facts {
    const char *path;    /* the file that is loaded */
    const char *version; /* as it says: "clang version 19.1.7" */
    const char *headers; /* the folder of stddef.h: its own or gcc's; NULL: neither */
};

/* PATH and PYTHON as in libclang_load, whose errors these are. */
MUST_CHECK int libclang_ask(struct arena *arena, const char *path, const char *python,
                            struct libclang_facts *out, struct error *err);

#endif
