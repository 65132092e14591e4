#ifndef INSULATE_CONVERT_FACTS_TYPE_CONTENTS_H
#define INSULATE_CONVERT_FACTS_TYPE_CONTENTS_H

#include "model/source.h"

/* Mark, by id, TYPE and what it has in its fields and tables, given with it or assigned; and
 * its bases and metatype with what they have. */
void mark_type_contents(const struct source *source, const struct variable *type,
                        bool *variables, bool *functions);

#endif
