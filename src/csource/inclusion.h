/* What a file includes by itself. */
#ifndef INSULATE_CSOURCE_INCLUSION_H
#define INSULATE_CSOURCE_INCLUSION_H

#include "base/arena.h"
#include "model/source.h"

/* The device that a directive of FILE, which lies in FOLDER, includes; NULL: none.  A
 * compiler would read it to no end. */
const char *device_included(struct arena *arena, const char *folder,
                            const struct source_file *file);

#endif
