#ifndef INSULATE_EXTENSION_FAILED_RETURNS_H
#define INSULATE_EXTENSION_FAILED_RETURNS_H

#include <stdbool.h>

#include "model/source.h"

/* Does NODE, a return, answer that calls of the C API have failed, with an exception, and does
 * nothing else stand in its branch?  An object that it gives is none to its caller. */
bool return_answers_failure(const struct node *node);

#endif
