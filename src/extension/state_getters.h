/* Functions of the sources that give a module's state. */
#ifndef INSULATE_EXTENSION_STATE_GETTERS_H
#define INSULATE_EXTENSION_STATE_GETTERS_H

#include "extension/extension.h"

/* Find those of MODULE, whose state is known. */
void state_getters_read(const struct extension *extension, struct module *module);

#endif
