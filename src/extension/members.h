/* The PyMemberDef tables of heap types. */
#ifndef INSULATE_EXTENSION_MEMBERS_H
#define INSULATE_EXTENSION_MEMBERS_H

#include "extension/extension.h"

/* PyMemberDef.type and .flags: Include/descrobject.h, Include/structmember.h. */
#define MEMBER_TYPE_OBJECT 16 /* Py_T_OBJECT_EX */
#define MEMBER_TYPE_SIZE 19   /* Py_T_PYSSIZET */
#define MEMBER_FLAG_READONLY 1
#define MEMBER_FLAG_RELATIVE 8

/* One entry; a number that is not known is -1. */
struct member {
    const char *name;
    int64_t type, offset, flags;
    const struct initializer *place; /* of its name */
};

/* The entry NAME of TYPE's Py_tp_members; false if there is none. */
bool member_find(const struct heap_type *type, const char *name, struct member *out);
/* Is the offset of MEMBER of TYPE's table that of the struct's field FIELD, spelled with
 * its name: offsetof(Spam, field)? */
bool member_names_field(const struct heap_type *type, const struct member *member,
                        const char *field);
/* Is entry ELEMENT of the table of PyMemberDef TABLE known to be read-only? */
bool members_are_readonly(const struct variable *table, uint32_t element);
/* Does the table of TYPE have an entry that code other than the module's own lets go: a writable
 * one of Py_T_OBJECT_EX, whose offset is that of FIELD?  What CPython gives a collected heap type
 * as its tp_dealloc releases these. */
bool members_release(const struct heap_type *type, const char *field);
/* Is TYPE's table of members there, and not readable? */
bool members_are_hidden(const struct heap_type *type);

#endif
