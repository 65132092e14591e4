#ifndef INSULATE_CONVERT_FACTS_MODULE_OUTCOME_H
#define INSULATE_CONVERT_FACTS_MODULE_OUTCOME_H

#include "model/source.h"

/* Is LOCAL what an init function returns in the end: MODULE, its module, once all has gone well,
 * and NULL until then? */
bool is_module_outcome(const struct variable *local, const struct variable *module);

/* Is ASSIGN the second statement of `result = module; module = NULL;`, with such a local? */
bool hands_module_over(const struct node *assign, const struct variable *module);

#endif
