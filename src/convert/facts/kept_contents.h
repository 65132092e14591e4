#ifndef INSULATE_CONVERT_FACTS_KEPT_CONTENTS_H
#define INSULATE_CONVERT_FACTS_KEPT_CONTENTS_H

#include "convert/conversion.h"

/* The call that gives the memory inside of an object to something that outlives the module, and
 * for which VARIABLE keeps the object alive: `openlog(PyUnicode_AsUTF8(ident), …)`; or NULL. */
const struct node *keeper_of_contents(const struct conversion *c,
                                      const struct variable *variable);

#endif
