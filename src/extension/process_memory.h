/* Memory that there is once in a process, found by a search. */
#ifndef INSULATE_EXTENSION_PROCESS_MEMORY_H
#define INSULATE_EXTENSION_PROCESS_MEMORY_H

#include "extension/extension.h"

/* The static variable whose memory a function of the project returns to POINTER, a static
 * that is set once; NULL: it is set in another way, or to something else. */
const struct variable *process_memory_found(const struct extension *extension,
                                            const struct variable *pointer);

#endif
