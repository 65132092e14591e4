#ifndef INSULATE_CONVERT_PLAN_TYPE_BASES_H
#define INSULATE_CONVERT_PLAN_TYPE_BASES_H

#include "convert/conversion.h"

/* The moving type that is the base of TYPE, or NULL. */
const struct variable *own_base(const struct conversion *c,
                                const struct variable *type);

/* What stands for the base of TYPE; NULL: that is object. */
const struct node *base_of(const struct conversion *c, const struct variable *type);

/* What the base of a type has for the garbage collector. */
enum collection {
    COLLECTION_NONE,      /* nothing */
    COLLECTION_TRAVERSES, /* tp_traverse alone */
    COLLECTION_CLEARS,    /* tp_clear, too */
    COLLECTION_UNKNOWN,
};

enum collection base_collection(const struct conversion *c, const struct variable *type);

/* Is the base of TYPE known only where the type is made: kept in a variable of the module, or
 * given by a call? */
bool base_is_found(const struct conversion *c, const struct variable *type);

/* "Foo" for the type Foo_Type, FooType or Foo_type. */
const char *type_stem(const struct conversion *c, const char *name);

/* The text that names TYPE, which tp_name has or the constant variable in it; NULL: it is not
 * known. */
const struct node *name_literal(const struct variable *type);
/* Is its name without a dot? */
bool is_plain_name(const struct variable *type);

#endif
