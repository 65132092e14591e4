/* Code that nothing in the extension calls. */
#ifndef INSULATE_EXTENSION_DEAD_CODE_H
#define INSULATE_EXTENSION_DEAD_CODE_H

#include "extension/extension.h"

/* Find what no code calls, or only a program that lies beside the extension. */
void dead_code_read(struct extension *extension);

#endif
