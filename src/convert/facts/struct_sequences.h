#ifndef INSULATE_CONVERT_FACTS_STRUCT_SEQUENCES_H
#define INSULATE_CONVERT_FACTS_STRUCT_SEQUENCES_H

#include "model/source.h"

/* Is the static TYPE filled as a struct sequence? */
bool is_sequence(const struct variable *type);

/* `T.tp_name` around USE of T, which is asked for only to see whether T is filled; else NULL. */
const struct node *filled_question(const struct node *use);

#endif
