/* access-method-flags: what PyDescr_NewMethod and PyCMethod_New refuse, in
 * Objects/descrobject.c and Objects/methodobject.c. */
#include "checks/check.h"

static const char *
fault_of(const struct method *method)
{
    const int64_t call = METHOD_FLAG_VARARGS | METHOD_FLAG_KEYWORDS | METHOD_FLAG_NOARGS
                         | METHOD_FLAG_O | METHOD_FLAG_FASTCALL | METHOD_FLAG_METHOD;
    const int64_t with_class =
        METHOD_FLAG_METHOD | METHOD_FLAG_FASTCALL | METHOD_FLAG_KEYWORDS;
    if ((method->flags & METHOD_FLAG_METHOD) == 0) {
        return NULL;
    }
    if ((method->flags & call) != with_class) {
        return "METH_METHOD requires exactly METH_FASTCALL | METH_KEYWORDS; CPython "
               "rejects the type with SystemError";
    }
    if ((method->flags & METHOD_FLAG_STATIC) != 0) {
        return "METH_METHOD cannot be combined with METH_STATIC, which has no defining "
               "class to pass; CPython rejects the type with SystemError";
    }
    if (method->module != NULL) {
        return "METH_METHOD passes the defining class, which a module function does "
               "not have; CPython rejects the module with SystemError";
    }
    return NULL;
}

void
check_access_method_flags(struct check *check)
{
    for (size_t i = 0; i < check->extension->n_methods; i++) {
        const struct method *method = &check->extension->methods[i];
        const char *fault = method->has_flags ? fault_of(method) : NULL;
        if (fault != NULL) {
            check_add_node(check, "access-method-flags", method->place->value,
                           method->function ? method->function->name : method->name,
                           "%s; change the flags of '%s'", fault, method->name);
        }
    }
}
