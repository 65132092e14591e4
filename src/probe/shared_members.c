#include "probe/shared_members.h"

#include <string.h>

#define DEFINITION_WORD 3 /* of a member descriptor, behind its head: PyMemberDef * */

/* Types of members (structmember.h). */
enum { MEMBER_STRING = 5, MEMBER_OBJECT = 6, MEMBER_TYPES = 21 };

struct member_definition {
    const char *name;
    int type;
    ssize_t offset;
    int flags;
    const char *text;
};

/* Bytes of a field; 0: none. */
static const unsigned char sizes[MEMBER_TYPES] = {
    2, 4, 8, 4, 8, 8, 8, 1, 1, 1, 2, 4, 8, 1, 1, 0, 8, 8, 8, 8, 0,
};

void
shared_member_find(struct py_object *member, struct operation *operation)
{
    const struct member_definition *definition;
    if (member == NULL || member == py._Py_NoneStruct) {
        return;
    }
    uintptr_t instance = (uintptr_t)py.PyTuple_GetItem(member, 0);
    const char *descriptor = (const char *)py.PyTuple_GetItem(member, 1);
    operation->writes_member = py.PyLong_AsLong(py.PyTuple_GetItem(member, 2)) != 0;
    memcpy(&definition, descriptor + py.head_size + DEFINITION_WORD * sizeof(void *),
           sizeof definition);
    int type = definition->type;
    size_t size = type >= 0 && type < MEMBER_TYPES ? sizes[type] : 0;
    /* A number is read in one step; that an object is replaced while CPython takes a
     * reference to it, it notices with _EX only. */
    bool is_address = type == MEMBER_OBJECT || type == MEMBER_STRING;
    if (size > 0 && (is_address || operation->writes_member)) {
        operation->member.begin = instance + (uintptr_t)definition->offset;
        operation->member.end = operation->member.begin + size;
    }
}

bool
shared_member_access(const struct operation *operation, struct access *out_access)
{
    const struct range *member = &operation->member;
    *out_access = (struct access){.address = member->begin,
                                  .size = member->end - member->begin,
                                  .place = STEPPING_NOWHERE,
                                  .flags = operation->writes_member ? ACCESS_WRITE : 0U};
    return member->begin != 0;
}
