#ifndef INSULATE_CONVERT_PREPARATION_CHAINED_CREATION_H
#define INSULATE_CONVERT_PREPARATION_CHAINED_CREATION_H

#include "model/edit.h"
#include "model/source.h"

/* If the module of DEFINITION is put into two variables where it is made, write two statements. */
void prepare_chained_creation(struct arena *arena, struct edits *edits,
                              const struct variable *definition);

#endif
