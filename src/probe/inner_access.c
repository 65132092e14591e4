#include "probe/inner_access.h"

#include "probe/object.h"

#include <string.h>

#define ITEMS_OFFSET sizeof(void *) /* of PyListObject.ob_item, behind ob_size */

/* The object in whose OFFSET behind its head the extension itself reads; NULL: it is none,
 * or a function does that. */
static const struct py_object *
read_at(const struct access *access, size_t offset)
{
    uintptr_t address = access->address - py.head_size - offset;
    bool is_direct = (access->flags & (ACCESS_CALLED | ACCESS_WRITE)) == 0;
    return is_direct && access->size == sizeof(void *) && object_is_live(address)
               ? (const struct py_object *)address
               : NULL;
}

const struct py_object *
inner_access_list(const struct access *access)
{
    const struct py_object *list = read_at(access, ITEMS_OFFSET);
    return list != NULL && object_is_exact(list, py.PyList_Type) ? list : NULL;
}

const struct py_object *
inner_access_weak_reference(const struct access *access)
{
    const struct py_object *reference = read_at(access, 0);
    return reference != NULL
                   && strcmp(type_name(object_type(reference)), "weakref.ReferenceType") == 0
               ? reference
               : NULL;
}

const struct py_object *
inner_access_changed_list(const struct access *access)
{
    const unsigned flags = ACCESS_CALLED | ACCESS_WRITE;
    const struct py_object *list = (const struct py_object *)access->base;
    return (access->flags & flags) == flags && access->base != 0
                   && object_is_live(access->base) && object_is_exact(list, py.PyList_Type)
               ? list
               : NULL;
}
