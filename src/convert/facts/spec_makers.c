/* Functions of the API that make heap types. */
#include "convert/facts/spec_makers.h"

#include <string.h>

#include "convert/facts/nodes.h"

/* CPython's documentation, "Type Objects": PyType_FromSpec(spec) and
 * PyType_FromSpecWithBases(spec, bases) are PyType_FromModuleAndSpec(NULL, spec, bases); and
 * PyType_FromMetaclass(metaclass, module, spec, bases). */
static const struct spec_maker makers[] = {
    {"PyType_FromSpec", -1, false},
    {"PyType_FromSpecWithBases", -1, true},
    {"PyType_FromModuleAndSpec", 0, true},
    {"PyType_FromMetaclass", 1, true},
};

const struct spec_maker *
maker_without_module(const struct node *call)
{
    const char *name = call->kind == NODE_CALL ? call_name(call) : "";
    for (size_t i = 0; i < ARRAY_LENGTH(makers); i++) {
        const struct node *module =
            makers[i].module >= 0 ? call_argument(call, (size_t)makers[i].module) : NULL;
        if (strcmp(name, makers[i].name) == 0
            && (makers[i].module < 0 || (module != NULL && is_null(module))))
        {
            return &makers[i];
        }
    }
    return NULL;
}
