#ifndef INSULATE_CONVERT_PREPARATION_DEFINITION_FIELDS_H
#define INSULATE_CONVERT_PREPARATION_DEFINITION_FIELDS_H

#include "model/edit.h"
#include "model/source.h"

/* If the init function assigns fields of DEFINITION, a PyModuleDef, write them in its
 * initialiser. */
void prepare_definition_fields(struct arena *arena, struct edits *edits,
                               const struct variable *definition);

#endif
