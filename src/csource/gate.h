/* What libclang may open while it reads: regular files of a size that a source has, and
 * only for reading.  A project can name anything in an #include; a pipe would be waited
 * for without end, a device read without end, and some devices act when opened. */
#ifndef INSULATE_CSOURCE_GATE_H
#define INSULATE_CSOURCE_GATE_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

struct gate {
    char path[PATH_MAX];  /* the first file that was kept shut; "": none */
    const char *why;      /* static: "which is a device" */
    size_t n_opened;      /* files that went through */
};

/* From now on the calling thread opens through GATE (borrowed until gate_leave). */
void gate_enter(struct gate *gate);
void gate_leave(void);

#endif
