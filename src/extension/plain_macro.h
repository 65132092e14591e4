/* Macros of the project that are the same in all builds: what they write is no atomic
 * operation where there is no GIL. */
#ifndef INSULATE_EXTENSION_PLAIN_MACRO_H
#define INSULATE_EXTENSION_PLAIN_MACRO_H

#include "extension/extension.h"

/* Does NODE, a write from the body of a macro, stand there in so many words, and has neither
 * that macro nor the one that is used another definition that a build without the GIL may
 * take? */
bool macro_writes_plainly(const struct extension *extension, const struct node *node);

#endif
