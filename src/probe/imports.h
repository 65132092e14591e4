/* What an image takes from others: functions by name. */
#ifndef INSULATE_PROBE_IMPORTS_H
#define INSULATE_PROBE_IMPORTS_H

#include <stdint.h>

struct image;

/* Calls VISIT with each function's name and where the image keeps its address. */
void imports_visit(const struct image *image,
                   void (*visit)(void *data, const char *name, uintptr_t *slot),
                   void *data);

#endif
