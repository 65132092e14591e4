/* What a call through a pointer may call. */
#ifndef INSULATE_EXTENSION_CALL_TARGETS_H
#define INSULATE_EXTENSION_CALL_TARGETS_H

#include "extension/extension.h"

/* The functions of the project that CALL may call, at most MOST of them, into OUT: the one that
 * it names; or, of a call through a member of a struct of the project, those that any member
 * of that name and struct is given; of a parameter those that callers give; of a table of functions
 * those in it.  Returns how many. */
size_t call_targets(const struct extension *extension, const struct node *call,
                    const struct function **out, size_t most);

#endif
