/* access-method-signature: every function in a PyMethodDef is cast to PyCFunction,
 * whatever its flags say it is called with. */
#include "checks/check.h"

/* How many arguments CPython passes; 0: the flags are not known here. */
static size_t
n_passed(const struct method *method)
{
    switch (method->flags
            & ~(METHOD_FLAG_CLASS | METHOD_FLAG_STATIC | METHOD_FLAG_COEXIST))
    {
    case METHOD_FLAG_NOARGS:
    case METHOD_FLAG_O:
    case METHOD_FLAG_VARARGS:
        return 2;
    case METHOD_FLAG_VARARGS | METHOD_FLAG_KEYWORDS:
    case METHOD_FLAG_FASTCALL:
        return 3;
    case METHOD_FLAG_FASTCALL | METHOD_FLAG_KEYWORDS:
        return 4;
    case METHOD_FLAG_METHOD | METHOD_FLAG_FASTCALL | METHOD_FLAG_KEYWORDS:
        return 5;
    default:
        return 0;
    }
}

/* Does FUNCTION take N arguments?  Those that it leaves out are read by nobody and do
 * no harm; with the defining class there is none that could be left out. */
static bool
fits(const struct method *method, size_t n_parameters, size_t n)
{
    bool has_class = (method->flags & METHOD_FLAG_METHOD) != 0;
    return has_class ? n_parameters == n : n_parameters <= n;
}

/* May the caller give keyword arguments that nobody reads? */
static bool
loses_keywords(const struct method *method, size_t n_parameters, size_t n)
{
    return (method->flags & METHOD_FLAG_KEYWORDS) != 0 && n_parameters < n;
}

/* Does FUNCTION read a parameter that it is not called with? */
static bool
reads_garbage(const struct function *function, size_t n)
{
    for (size_t i = n; i < function->n_parameters; i++) {
        if (function->parameters[i]->n_uses != 0) {
            return true;
        }
    }
    return function->body == NULL;
}

void
check_access_method_signature(struct check *check)
{
    for (size_t i = 0; i < check->extension->n_methods; i++) {
        const struct method *method = &check->extension->methods[i];
        const struct function *function = method->function;
        size_t n = method->has_flags ? n_passed(method) : 0;
        if (n == 0 || function == NULL || function->is_variadic
            || function->type == NULL || function->type->kind != TYPE_FUNCTION)
        {
            continue;
        }
        if (!fits(method, function->type->n_parameters, n)) {
            struct finding *finding = check_add_node(
                check, "access-method-signature", method->place->value, function->name,
                "%s takes %zu arguments, but CPython calls '%s' with %zu because of "
                "its flags; change the signature or the flags",
                function->name, function->type->n_parameters, method->name, n);
            if (function->type->n_parameters > n && !reads_garbage(function, n)) {
                finding->level = LEVEL_NOTE;
            }
        }
        else if (loses_keywords(method, function->type->n_parameters, n)) {
            check_add_node(check, "access-method-signature", method->place->value,
                           function->name,
                           "%s has no parameter for the keyword arguments that '%s' "
                           "accepts because of METH_KEYWORDS, and ignores them; remove "
                           "the flag, or add the parameter",
                           function->name, method->name);
        }
        else if (function->type->target != NULL
                 && function->type->target->kind != TYPE_POINTER)
        {
            check_add_node(check, "access-method-signature", method->place->value,
                           function->name,
                           "%s returns '%s', but a method must return an object; a "
                           "cast hides this from the compiler",
                           function->name, function->type->target->spelling);
        }
    }
}
