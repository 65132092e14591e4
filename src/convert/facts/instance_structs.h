/* Structs of instances that stand for one another: by what they begin with. */
#ifndef INSULATE_CONVERT_FACTS_INSTANCE_STRUCTS_H
#define INSULATE_CONVERT_FACTS_INSTANCE_STRUCTS_H

#include "model/source.h"

/* Is TYPE (NULL: no) a pointer to RECORD? */
bool type_points_to_struct(const struct type *type, const struct record *record);

/* Does an instance of INNER, a struct, begin with one of OUTER? */
bool struct_begins_with(const struct record *inner, const struct record *outer);

/* Has SOURCE another struct of instances that begins like RECORD, which both may be used as, or
 * does it use instances of another one as if they were RECORD?  Then a member that is put into
 * RECORD in front of others moves what is read of the other. */
bool struct_has_double(const struct source *source, const struct record *record);

#endif
