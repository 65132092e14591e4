/* Which members of an instance own what may be part of a cycle. */
#ifndef INSULATE_EXTENSION_CYCLE_MEMBERS_H
#define INSULATE_EXTENSION_CYCLE_MEMBERS_H

#include "extension/extension.h"

/* The member of FUNCTION's own object that CALL drops a reference to, or NULL. */
const struct node *dropped_member(const struct function *function,
                                  const struct node *call);
/* FUNCTION, and what it calls with its own object as the first argument, and so on. */
enum { MAX_OBJECT_FUNCTIONS = 8 };
struct object_functions {
    const struct function *items[MAX_OBJECT_FUNCTIONS];
    size_t n_items;
};
void object_functions_of(const struct function *function, struct object_functions *out);
/* Does FUNCTION, or one of those, name the member FIELD of anything? */
bool object_functions_name(const struct object_functions *functions, const char *field);
/* Does FUNCTION (NULL: no), or what it hands its object to, DEPTH calls down, drop the
 * object's member FIELD? */
bool function_drops_member(const struct function *function, const char *field, int depth);
/* Do instances with the struct RECORD (NULL: unknown) point to others of the project that
 * DEALLOC does not drop?  Something that they own keeps those, a dict for example.  Once
 * the collector sees that, it may empty it, and the pointers are left dangling. */
bool record_points_to_unowned(const struct record *record,
                              const struct function *dealloc);
/* Is FIELD a member of RECORD (NULL: unknown) that holds objects, and not only such as
 * refer to no others? */
bool member_may_be_in_cycle(const struct extension *extension,
                            const struct record *record, const char *field);
/* Is every value that code gives the member FIELD of RECORD a string, bytes, a number, a
 * tuple of these, or NULL, so that no cycle goes through it?  False where a value cannot be followed, or
 * where Python code may set the member. */
bool member_holds_leaves(const struct extension *extension, const struct record *record,
                         const char *field);
/* Is that so of each member of RECORD that holds objects? */
bool record_holds_leaves(const struct extension *extension, const struct record *record);
/* May Python code put any object into the member FIELD of an instance of TYPE, whose struct is
 * RECORD, after it was made: by a PyMemberDef, or by a method, a setter or a slot that is given
 * the object?  Then two instances can refer to each other, and to nothing else. */
bool member_is_given_later(const struct extension *extension, const struct heap_type *type,
                           const struct record *record, const char *field);

#endif
