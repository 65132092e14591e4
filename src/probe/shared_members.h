/* Fields of instances that CPython itself reads and writes, as a type's PyMemberDef say. */
#ifndef INSULATE_PROBE_SHARED_MEMBERS_H
#define INSULATE_PROBE_SHARED_MEMBERS_H

#include "probe/shared_worker.h"
#include "probe/stepping.h"

/* MEMBER is None, or (instance, descriptor, is it written), as in thread_calls.py. */
void shared_member_find(struct py_object *member, struct operation *operation);

/* Such an access of the operation; false: it has none that matters. */
bool shared_member_access(const struct operation *operation, struct access *out_access);

#endif
