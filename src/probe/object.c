#include "probe/object.h"

#include "probe/image.h"

#include <string.h>

#define LOWEST_ADDRESS 4096 /* the page at zero is never mapped */

static bool
may_be_object(uintptr_t address)
{
    return address >= LOWEST_ADDRESS && address % sizeof(void *) == 0
           && memory_is_readable(address, py.head_size);
}

static const struct py_object *
at(uintptr_t address)
{
    return (const struct py_object *)address;
}

static bool
has_type_flags(uintptr_t address, uint64_t flags)
{
    return memory_is_readable(address, py.head_size + TYPE_WORDS * sizeof(void *))
           && (type_word(at(address), TYPE_FLAGS) & flags) == flags;
}

/* A type is what has a metatype: `type`, or a ready subclass of it whose own type
 * is such again.  Three steps are more than any metaclass of a metaclass needs. */
bool
address_is_type(uintptr_t address)
{
    if (!may_be_object(address) || !has_type_flags(address, TYPE_FLAG_READY)) {
        return false;
    }
    uintptr_t type = address;
    for (int i = 0; i < 3; i++) {
        uintptr_t metatype = (uintptr_t)object_type(at(type));
        if (metatype == (uintptr_t)py.PyType_Type) {
            return true;
        }
        if (!may_be_object(metatype)
            || !has_type_flags(metatype, TYPE_FLAG_IS_TYPE | TYPE_FLAG_READY))
        {
            return false;
        }
        type = metatype;
    }
    return false;
}

static bool
count_is_sane(const struct py_object *object)
{
    if (py.free_threaded) {
        return true;
    }
    uint64_t count;
    memcpy(&count, object, sizeof count);
    /* Two pointers side by side, as in the datetime C API: no object's head. */
    if (memory_is_readable(count, sizeof count)) {
        return false;
    }
    if (object_is_immortal(object)) {
        return true;
    }
    if (py.minor >= 14) {
        count &= UINT32_MAX; /* flags lie above */
    }
    return count > 0 && count < (UINT64_C(1) << 31);
}

bool
object_is_live(uintptr_t word)
{
    return may_be_object(word) && address_is_type((uintptr_t)object_type(at(word)))
           && count_is_sane(at(word));
}

bool
object_is_core(const struct py_object *object)
{
    return image_is_core((uintptr_t)object);
}

/* Contexts keep their values in a tree of such nodes (Python/hamt.c), which never change;
 * before 3.12 the empty ones are the same for the whole process.  Who shares a context or
 * leaks it is seen by the context. */
bool
object_is_builtin(const struct py_object *object)
{
    const struct py_object *type = object_type(object);
    return type == py.PyCFunction_Type
           || type_word(type, TYPE_BASE) == (uintptr_t)py.PyCFunction_Type;
}

bool
object_is_inner(const struct py_object *object)
{
    const struct py_object *type = object_type(object);
    return object_is_core(type) && strncmp(type_name(type), "hamt", 4) == 0;
}

const char *
object_kind(const struct py_object *object)
{
    if (object_is_exact(object, py.PyModuleDef_Type)) {
        return "definition";
    }
    bool is_static = image_at((uintptr_t)object) != NULL;
    if (object_is_type(object)) {
        return is_static || !type_is_heap(object) ? "static-type" : "heap-type";
    }
    return is_static ? "static-object" : "object";
}

const char *
type_name_safe(const struct py_object *type)
{
    enum { NAME_LIMIT = 200 };
    const char *name = type_name(type);
    for (size_t i = 0; i < NAME_LIMIT; i++) {
        if (!memory_is_readable((uintptr_t)(name + i), 1)) {
            return "?";
        }
        if (name[i] == '\0') {
            return name;
        }
    }
    return "?";
}

const char *
object_name(struct py_object *object)
{
    if (object_is_type(object)) {
        return type_name(object);
    }
    if (object_is_exact(object, py.PyUnicode_Type)) {
        const char *text = py.PyUnicode_AsUTF8(object);
        if (text == NULL) {
            py.PyErr_Clear();
            return "";
        }
        return text;
    }
    return "";
}
