#ifndef INSULATE_CONVERT_SEQUENCES_H
#define INSULATE_CONVERT_SEQUENCES_H

#include "convert/conversion.h"

/* Is the static TYPE filled as a struct sequence? */
bool is_sequence(const struct variable *type);
void edit_sequences(struct conversion *c);

#endif
